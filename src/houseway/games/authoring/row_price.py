"""What a paytable without meters pays for a hand, by the referee's own rule of award."""

from collections.abc import Collection
from math import lcm

from houseway.referee.award import prizes
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import Schedule


def row_price(schedule: Schedule, rows: Collection[str]) -> Price | None:
    """The price that a hand which hits these rows is paid at, or nothing if the wager loses."""
    listed = schedule.prices.values()
    stake = lcm(*(price.odds.denominator for price in listed))  # on which every price is whole

    def value(price: Price) -> int:
        return price.wins(stake) if price.kind in ("odds", "money") else 0

    for prize in prizes(schedule, rows, value):
        if prize.price.kind != "lose":
            return prize.price
    return None
