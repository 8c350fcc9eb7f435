"""Wagers that the first few cards of a shoe of many decks decide, by counting every deal.

Cards that a wager cannot tell apart are counted together, so a few kinds stand for the shoe. A deal
is an ordered draw: its weight is how many cards of each kind are there when their turn comes.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import Card

Row = TypeVar("Row", bound=Hashable)
Kind = Callable[[Card], Hashable]
Prices = Mapping[str, Fraction]
LOSE = "lose"


def each(card: Card) -> Hashable:
    """Every card is a kind of its own."""
    return card


def deals(shoe: Iterable[Card], cards: int, kind: Kind = each) -> Iterator[tuple[list[Card], int]]:
    """Every draw of so many cards by kind, with the number of ordered draws that are like it.

    A kind is shown as one of its cards.

    >>> [(drawn, ways) for drawn, ways in deals([1, 1, 2], 2)]
    [([1, 1], 2), ([1, 2], 2), ([2, 1], 2)]
    """
    held: Counter[Hashable] = Counter()
    shown: dict[Hashable, Card] = {}
    for card in shoe:
        held[kind(card)] += 1
        shown.setdefault(kind(card), card)

    def go(drawn: list[Card], ways: int) -> Iterator[tuple[list[Card], int]]:
        if len(drawn) == cards:
            yield list(drawn), ways
            return
        for name, card in shown.items():
            left = held[name]
            if left:
                held[name] -= 1
                drawn.append(card)
                yield from go(drawn, ways * left)
                drawn.pop()
                held[name] += 1

    yield from go([], 1)


def tally(
    shoe: Iterable[Card], cards: int, row: Callable[[list[Card]], Row], kind: Kind = each
) -> Counter[Row]:
    """How many ordered draws of so many cards come to each row.

    >>> sorted(tally([1, 1, 2], 2, lambda drawn: drawn[0] == drawn[1]).items())
    [(False, 4), (True, 2)]
    """
    found: Counter[Row] = Counter()
    for drawn, ways in deals(shoe, cards, kind):
        found[row(drawn)] += ways
    return found


def one_row(wager: str, counts: Mapping[str, int], prices: Prices) -> OutcomeTable:
    """A wager that one row pays, or none."""
    outcomes = [Outcome(row, prices[row], counts.get(row, 0)) for row in prices]
    lost = sum(count for row, count in counts.items() if row not in prices)
    whole = sum(counts.values())
    return OutcomeTable(wager, whole, (*outcomes, Outcome(LOSE, Fraction(-1), lost)))


def first_of(rows: Iterable[str]) -> str:
    """The first row that cards hit."""
    return next(iter(rows), LOSE)
