"""What a hand of 21 is worth, whether its dealer draws, how two hands compare.

Pure rules on integers, shared by the games of this family. ``points`` are the values of the
thirteen ranks with an ace at its higher value; a card's rank is its lowest four bits.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from houseway.equipment.cards import Card
from houseway.hands.kernel import kernel

GOAL = 21
ACE = 12  # the rank of an ace
EIGHT, SEVEN, QUEEN, JACK, TEN, SIX = 6, 5, 10, 9, 8, 4
ACE_DROP = 10  # what an ace gives up when it counts one


@kernel
def best_total(high: int, aces: int) -> int:
    """A hand's total: ``high`` has every ace at eleven, of which as few as need be count one.

    >>> best_total(21, 1), best_total(22, 2), best_total(31, 1)
    (21, 12, 21)
    """
    while high > 21 and aces > 0:
        high -= 10
        aces -= 1
    return high


@kernel
def is_soft(high: int, aces: int) -> bool:
    """Whether an ace still counts eleven."""
    while high > 21 and aces > 0:
        high -= 10
        aces -= 1
    return aces > 0


@kernel
def dealer_draws(total: int, soft: bool, stands: int, stands_soft: int) -> bool:
    """Whether the dealer draws, who stands on these hard and soft totals and on higher ones."""
    return total < (stands_soft if soft else stands)


class Worth(NamedTuple):
    """A hand's total, and whether an ace counts eleven in it."""

    total: int
    soft: bool

    @property
    def bust(self) -> bool:
        """Whether the hand is over."""
        return self.total > GOAL


def worth(cards: Iterable[Card], points: Sequence[int]) -> Worth:
    """What some cards are worth."""
    ranks = [card & 15 for card in cards]
    high, aces = sum(points[rank] for rank in ranks), ranks.count(ACE)
    return Worth(best_total(high, aces), is_soft(high, aces))


def is_blackjack(cards: Sequence[Card], points: Sequence[int]) -> bool:
    """An ace and a ten-value card."""
    return len(cards) == 2 and worth(cards, points).total == GOAL


def same_value(one: Card, other: Card, points: Sequence[int]) -> bool:
    """Whether two cards count the same, so that they may be split."""
    return points[one & 15] == points[other & 15]


def rank(card: Card) -> int:
    """A card's rank, a deuce lowest and an ace highest."""
    return card & 15


def suit(card: Card) -> int:
    """A card's suit."""
    return card >> 4


def is_red(card: Card) -> bool:
    """Whether a card is a diamond or a heart."""
    return suit(card) in (1, 2)
