"""Which rows of a paytable a hand is paid for: one pure rule for referee and solver."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from houseway.rulebook.money import FINE, up_to_dollar
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import Schedule

OTHERWISE = "otherwise"  # a last row that every hand answers to


class Prize(NamedTuple):
    """One row that is paid."""

    row: str
    price: Price


def worth(price: Price, stake: int, meters: Mapping[str, int], rounds_up: bool = True) -> int:
    """Return the amount of a price now, in cents; meters are in millionths of a cent."""
    if price.kind == "meter":
        share = meters[price.meter] * price.share.numerator // price.share.denominator
        return up_to_dollar(share) if rounds_up else share // FINE
    return price.wins(stake) if price.kind in ("odds", "money") else 0


def payable(due: int, limit: int, paid: int = 0) -> int:
    """Return how much of an amount due is paid under a posted limit, given the amount already
    paid."""
    return min(due, max(limit - paid, 0))


def prizes(schedule: Schedule, hit: Collection[str], value: Callable[[Price], int]) -> list[Prize]:
    """The rows to pay: the best row hit, with the rows that go together with it.

    "Best" is the highest-ranking row or the one that pays most, as the schedule says. No row hit
    is no prize.
    """
    rows = list(schedule.prices)
    bundles = []
    for rank, row in enumerate(rows):
        if row not in hit and row != OTHERWISE:
            continue
        beside = [also for also in schedule.together.get(row, ()) if also in hit]
        bundle = sorted({row, *beside}, key=rows.index)
        top = min(rank, *(rows.index(also) for also in beside)) if beside else rank
        total = sum(value(schedule.prices[name]) for name in bundle)
        order = (total, -top) if schedule.award == "highest payout" else (-top, total)
        bundles.append((order, bundle))
    if not bundles:
        return []
    _, best = max(bundles, key=lambda bundle: bundle[0])
    return [Prize(row, schedule.prices[row]) for row in best]
