"""From chips put down by hand to bets: what a wager then stands at."""

from collections.abc import Mapping

from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.server.host import Snapshot
from houseway.simulate.policies import usual_bets

CHIPS = (100, 500, 2_500, 10_000, 50_000)


def placed(snapshot: Snapshot) -> dict[str, int]:
    """What the viewer's seat has put down in the round in progress."""
    if snapshot.view is None or snapshot.seat is None or not snapshot.asks:
        return {}
    return dict(snapshot.view.state.placed.get(snapshot.seat, {}))


def one_more(
    rules: TableRules, bets: Mapping[str, int], wager: str, chip: int, step: int = 1
) -> int:
    """What a wager stands at after another chip: the amount that the law fixes, or the next of
    those that it lists, and otherwise the chip on top of what is there, with as much beside it as
    makes a whole step where a wager goes in steps."""
    rule_of = rules.wager(wager)
    standing = bets.get(wager, 0)
    for rule in rule_of.amount:
        if rule.relation == "one of":
            higher = [amount for amount in rule.choices if amount > standing]
            return higher[0] if higher else standing
        if rule.relation == "equal" and (exact := rule.exact(bets)):
            return exact
    return -(-(standing + chip) // step) * step


def smallest(rules: TableRules) -> int:
    """The chip to begin with: the smallest that every required wager can be made with, and no
    smaller than five dollars."""
    limits = [
        limit.minimum
        for name, limit in rules.limits.items()
        if name in rules.wagers and rules.wagers[name].required
    ]
    least = max([500, *limits])
    return next((chip for chip in CHIPS if chip >= least), CHIPS[-1])


def last_bets(snapshot: Snapshot) -> dict[str, int]:
    """The bets of the round before, or the usual ones if there was none: those that can be made
    before the deal and were not standing there already."""
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
            return kept
    return usual_bets(rules)


def chip_of(text: str) -> int:
    """A chip by its worth in cents, as a page sends it."""
    if text.isdecimal() and int(text) in CHIPS:
        return int(text)
    raise Refused(f"there is no chip of {text!r} cents")
