"""Ways on for a player who is stuck: out of chips, or alone at a table that needs two."""

from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules
from houseway.server.host import LITTLE, Snapshot
from houseway.server.table.chips import placed
from houseway.server.table.nets import staying

UNCOVERED = "uncovered"  # the step of a round in which nobody bets against a player who is the bank
ALONE = "Another player is needed: nobody else is here to bet against the bank."


def least_bet(rules: TableRules) -> int:
    """Return the least that a round costs a player, in cents."""
    if rules.book.rates:
        return rules.rate_card.min_wager
    limits = {name: one for name, one in rules.limits.items() if name in rules.wagers}
    required = [one.minimum for name, one in limits.items() if rules.wagers[name].required]
    return sum(required) or min((one.minimum for one in limits.values()), default=0)


def limits_words(rules: TableRules) -> str:
    """Return the limits of the first wager as a sign has them; nothing where tickets are sold."""
    found = [name for name in rules.wagers if name in rules.limits]
    first = [name for name in found if rules.wagers[name].required] or found
    if rules.book.rates or not first:
        return ""
    limit = rules.limits[first[0]]
    if limit.minimum == limit.maximum:
        return money(limit.minimum)
    return f"{money(limit.minimum)} to {money(limit.maximum)}"


def out_of_chips(snapshot: Snapshot, balance: int | None) -> str:
    """Return why a seated player cannot bet again; nothing for one who can, or who has something on
    the table."""
    if balance is None or snapshot.seat is None or snapshot.asks not in ("bets", "tickets", ""):
        return ""
    stays = snapshot.view is not None and snapshot.over and staying(snapshot.view, snapshot.seat)
    least = least_bet(snapshot.rules)
    if placed(snapshot) or stays or balance >= least or balance >= LITTLE:
        return ""
    if not balance:
        return "You are out of chips."
    return f"You have {money(balance)} left, and a round here takes at least {money(least)}."


def alone(snapshot: Snapshot) -> str:
    """Return that another player is needed, where wagers are made against another player alone."""
    banked = UNCOVERED in snapshot.rules.book.round
    here = set(snapshot.players.values())
    return ALONE if snapshot.seat is not None and banked and len(here) < 2 else ""
