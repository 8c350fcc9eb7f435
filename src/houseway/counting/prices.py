"""The payout of a wager for the rows that a hand hits, as odds to 1."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.counting.result import Outcome, OutcomeTable

Rows = frozenset[str]


class Paid(NamedTuple):
    """The row of a paytable that a hand is paid by, and its odds; a push is nothing to 1."""

    row: str
    odds: Fraction


EVEN = Paid("", Fraction(1))
Pays = Callable[[Rows], Paid | None]  # what a hand that hits these rows is paid, if anything


def even_money(rows: Rows) -> Paid | None:
    """Even money, whatever the rows."""
    return EVEN


def nothing(rows: Rows) -> Paid | None:
    """Never anything."""
    return None


def by_table(prices: Mapping[str, Fraction | int]) -> Pays:
    """Paid by the first row of a table that is hit; ``otherwise`` stands for every hand.

    >>> by_table({"flush": 5, "pair": 1})(frozenset({"pair"}))
    Paid(row='pair', odds=Fraction(1, 1))
    """

    def pays(rows: Rows) -> Paid | None:
        row = next((row for row in prices if row in rows or row == "otherwise"), None)
        return None if row is None else Paid(row, Fraction(prices[row]))

    return pays


def price_text(odds: Fraction) -> str:
    """Odds as the law writes them.

    >>> price_text(Fraction(3, 2)), price_text(Fraction(0))
    ('3 to 2', 'push')
    """
    return f"{odds.numerator} to {odds.denominator}" if odds else "push"


def side_bet(wager: str, patterns: Mapping[Rows, int], pays: Pays) -> OutcomeTable:
    """A wager on cards that no decision touches: so many hands hit each set of rows."""
    counts: dict[Paid, int] = {}
    lost = 0
    for rows, count in patterns.items():
        if paid := pays(rows):
            counts[paid] = counts.get(paid, 0) + count
        else:
            lost += count
    won = sorted(counts.items(), key=lambda item: -item[0].odds)
    outcomes = [Outcome(paid.row, paid.odds, count) for paid, count in won]
    outcomes.append(Outcome("lose", Fraction(-1), lost))
    return OutcomeTable(wager, sum(patterns.values()), tuple(outcomes))
