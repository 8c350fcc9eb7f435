"""What Asia poker is worth.

Seven cards against seven, set as three hands, are counted in full for the house way that is shipped
(``counted.py``). For any other way to set, or house way, they are simulated, with chance that is
decided by a seed; each deal is played twice, with the two hands exchanged, which takes most of the
error away. What any one hand is worth against all hands of the dealer is exact (``solver.py``).

The player of what is simulated sets as wins against most of all hands that the dealer may have,
without looking at which cards are gone. How often another house way is worse than this player, and
by how much, is counted over all hands in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.set_hands.asia_poker.hand import FOURS, SETTINGS, arrange
from houseway.games.set_hands.asia_poker.solver import (
    DECK,
    Dealer,
    cases_won,
    four_card_table,
    likeliest,
    look_up_fours,
    place_of,
)
from houseway.games.set_hands.asia_poker.way import HANDS
from houseway.games.set_hands.every_seven import place_of_two, sort_cards
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.suit_classes import class_counts
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

DEALS = 1 << 21  # for a figure
FEWER = 1 << 17  # for what another way to set costs
SEED = 31


@dataclass(frozen=True)
class Simulated:
    """Rounds won, of how many, and the error of their mean net."""

    rounds: int
    won: int
    standard_error: float

    def table(self, wager: str, odds: Fraction) -> OutcomeTable:
        """The outcomes of a wager that is paid so."""
        return win_or_lose(wager, self.rounds, self.won, odds)


def win_or_lose(wager: str, deals: int, won: int, odds: Fraction) -> OutcomeTable:
    """The outcomes of a wager that is paid so when so many deals are won."""
    outcomes = Outcome("lose", Fraction(-1), deals - won), Outcome("win", odds, won)
    return OutcomeTable(wager, deals, outcomes)


@lru_cache(maxsize=32)
def simulate(against: Dealer, sets: HouseWay | None, deals: int = DEALS) -> Simulated:
    """So many deals, each played with either hand as the player's, who sets by these lines or,
    without any, as wins most often."""
    from houseway.games.set_hands.asia_poker.deal import deal_rounds

    none, one, two = deal_rounds(against, sets, SEED, 0, deals, both=True)
    won = one + 2 * two
    mean = won / deals
    spread = (one + 4 * two) / deals - mean**2
    assert none + one + two == deals
    return Simulated(2 * deals, won, math.sqrt(spread / deals))


# -- all hands, without a look at which cards are gone ---------------------------------------------


@kernel
def compare_all(
    hands: Any, made_so: Any, table: Any, highs: Any, below: Any, own: Any, best: Any, other: Any
) -> None:
    """Fill in against how many hands each hand wins as it is set, and at the most, and the
    strengths of the latter setting."""
    made, division = np.zeros((SETTINGS, HANDS), np.int64), np.zeros(SETTINGS, np.int64)
    fours, numbers = np.zeros(FOURS, np.int64), np.zeros(CARDS, np.int64)
    for at in range(len(hands)):
        high = place_of(highs, made_so[at][0])
        own[at] = cases_won(below, high, place_of_two(int(made_so[at][1])), int(made_so[at][2]))
        cards = hands[at].copy()
        sort_cards(cards, numbers)
        look_up_fours(numbers, table, fours)
        count = arrange(cards, fours, made, division)
        found, best[at] = likeliest(made, count, highs, below)
        for hand in range(HANDS):
            other[at][hand] = made[found][hand]


@dataclass(frozen=True, eq=False)
class Compared:
    """All classes of hands under one way to set beside the setting that wins most often: in how
    many ways they are dealt, the strengths of both, and against how many hands each wins."""

    times: Ints
    made: Ints
    best: Ints
    lines: Ints
    wins: Ints
    most: Ints

    @property
    def whole(self) -> int:
        """How many hands there are."""
        return int(self.times.sum())

    def worse(self, line: int | None = None) -> tuple[Fraction, Fraction]:
        """How often a way to set is worse, and what that costs in stakes; or where one line
        decides."""
        less = self.most > self.wins
        if line is not None:
            less &= self.lines == line
        gap = sum(
            int(times) * int(lost)
            for times, lost in zip(self.times[less], self.most[less] - self.wins[less], strict=True)
        )
        share = Fraction(int(self.times[less].sum()), self.whole)
        return share, Fraction(2 * gap, self.whole**2)


@lru_cache(maxsize=8)
def compared(against: Dealer, sets: HouseWay) -> Compared:
    """A way to set held against the setting that wins most often, hand by hand."""
    mine = Dealer(sets, against.wheel)
    made, lines = mine.made
    own, best = np.zeros(len(made), np.int64), np.zeros(len(made), np.int64)
    other = np.zeros((len(made), HANDS), np.int64)
    table = four_card_table(against.wheel)
    compare_all.jit(DECK.hands, made, table, against.highs, against.below, own, best, other)
    return Compared(class_counts(DECK, 0), made, other, lines, own, best)


def line_shares(against: Dealer) -> list[Fraction]:
    """How often each line of the house way decides."""
    counts: Sequence[int] = against.line_counts
    return [Fraction(count, sum(counts)) for count in counts]
