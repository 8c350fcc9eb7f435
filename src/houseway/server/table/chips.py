"""From chips placed on the felt to bets."""

from collections.abc import Mapping

from houseway.referee.window import fitting
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.server.host import Snapshot
from houseway.server.table.nets import staying
from houseway.simulation.company import first_bets

CHIPS = (100, 500, 2_500, 10_000, 50_000)


def placed(snapshot: Snapshot) -> dict[str, int]:
    """Return the bets of the viewer's seat in the current round."""
    if snapshot.view is None or snapshot.seat is None or not snapshot.asks:
        return {}
    return dict(snapshot.view.state.placed.get(snapshot.seat, {}))


def kept(snapshot: Snapshot, seat: int | None) -> dict[str, int]:
    """Return the bets that a seat keeps between two rounds and may add to."""
    if not snapshot.over or snapshot.view is None or seat is None:
        return {}
    stays = staying(snapshot.view, seat)
    return {name: cents for name, cents in stays.items() if snapshot.rules.wager(name).kept}


def one_more(
    rules: TableRules, bets: Mapping[str, int], wager: str, chip: int, step: int = 1
) -> int:
    """Return a wager's amount after one more chip: the amount that the law or the house fixes, or
    the next listed one, or the sum of both, raised to a full step where the wager has steps."""
    rule_of = rules.wager(wager)
    standing, limit = bets.get(wager, 0), rules.limits.get(base_of(wager))
    if limit and limit.minimum == limit.maximum:
        return limit.minimum
    for rule in rule_of.amount:
        if rule.relation == "one of":
            higher = [amount for amount in rule.choices if amount > standing]
            return higher[0] if higher else standing
        if rule.relation == "equal" and (exact := rule.exact(bets)):
            return exact
    return -(-(standing + chip) // step) * step


def with_equals(
    rules: TableRules, bets: Mapping[str, int], wager: str, amount: int
) -> dict[str, int]:
    """Return a wager at another amount, together with the placed wagers that must equal it."""
    after = fitting(rules, {**bets, wager: amount})
    return {n: cents for n, cents in after.items() if bets.get(n) != cents or n == wager}


def doubled(rules: TableRules, bets: Mapping[str, int]) -> dict[str, int]:
    """Return bets doubled, except those with listed amounts, together with wagers that must equal
    them."""
    listed = {
        name for name in bets if any(rule.relation == "one of" for rule in rules.wager(name).amount)
    }
    twice = {name: cents if name in listed else 2 * cents for name, cents in bets.items()}
    return fitting(rules, twice)


def smallest(rules: TableRules) -> int:
    """Return the default chip: the smallest with which every required wager can be made, at least
    five dollars."""
    limits = [
        limit.minimum
        for name, limit in rules.limits.items()
        if name in rules.wagers and rules.wagers[name].required
    ]
    least = max([500, *limits])
    return next((chip for chip in CHIPS if chip >= least), CHIPS[-1])


def last_bets(snapshot: Snapshot) -> dict[str, int]:
    """Return the previous round's bets, or the usual ones: those that can be made now and were not
    standing."""
    rules = snapshot.rules
    if snapshot.over and snapshot.view is not None and snapshot.seat is not None:
        made: dict[str, int] = {}
        for event in snapshot.view.events:
            if event.who != snapshot.seat or event.step != "bets" or not event.wager:
                continue
            if event.kind in ("wagered", "withdrawn"):
                sign = 1 if event.kind == "wagered" else -1
                made[event.wager] = made.get(event.wager, 0) + sign * event.amount
        kept = {
            name: amount
            for name, amount in made.items()
            if amount > 0 and base_of(name) in rules.wagers
        }
        if kept:
            return _that_may_be_made(kept, snapshot)
    return _that_may_be_made(first_bets(rules), snapshot)


def _that_may_be_made(bets: Mapping[str, int], snapshot: Snapshot) -> dict[str, int]:
    """Return the bets without those that stand already and those that are barred now, unless they
    only lack another of these bets."""
    view, seat, wagers = snapshot.view, snapshot.seat, snapshot.rules.wagers
    stands = staying(view, seat) if snapshot.over and view and seat else {}
    return {
        name: amount
        for name, amount in bets.items()
        if name not in stands
        and (
            name not in snapshot.barred
            or ((needs := wagers[base_of(name)].needs) and set(needs) <= set(bets))
        )
    }


def chip_of(text: str) -> int:
    """Return a chip by its value in cents."""
    if text.isdecimal() and int(text) in CHIPS:
        return int(text)
    raise Refused(f"there is no chip of {text!r} cents")
