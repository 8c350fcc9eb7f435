"""The rules of a table of twenty-one as the engine knows them, and small words about cards.

The engine knows no game: values, the dealer's rule, who wins, prices and what may be doubled come
as functions (``Terms``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.games.twenty_one.composition.kernels import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
)

# How many cards of each value: aces, twos, ... and last those that count ten
Counts = tuple[int, ...]
Start = tuple[int, ...]  # the dealer's cards that are seen, as places of ``Counts``

ACE, TEN = 0, 9
ACTIONS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SURRENDER: "surrender", SPLIT: "split"}


@dataclass(frozen=True)
class Suited:
    """A hand of three cards, of three values or of one, that has rows of its own if it is of one
    suit: one row for most suits and one for the last. Against ``start``, and not after a split,
    others hold."""

    hand: Counts
    rows: tuple[str, str]
    start: Start = ()
    start_rows: tuple[str, str] = ("", "")

    def rows_against(self, start: Start, split: bool) -> tuple[str, str]:
        """The rows that hold."""
        return self.start_rows if start == self.start and not split else self.rows


@dataclass(frozen=True)
class Terms:
    """The rules of one table.

    ``prices`` are the odds at which rows win, the plain one first; ``row`` names a hand's.
    ``lucky`` is a hand of three different values that has a row of its own if it is of one suit.
    ``exposed``: both cards of the dealer are seen. ``final``: what a hand over the goal has lost is
    not given back beside a natural of the dealer's. A lone ace that was split gets one card; with
    ``ace_acts`` that hand may be doubled or given up. ``double_more_cards`` and
    ``surrender_any_time``: not with the first two cards alone. ``rescue``: a hand that was doubled
    may be given up, and is where that is better. ``push_total``: a total of the dealer's over the
    goal that ``beats`` tells from others. ``safe``: a total in so many cards, after a split or not,
    that wins also beside a natural of the dealer's, at the first price; ``natural_loss`` is what a
    first hand loses there otherwise, and ``natural_wins`` whether a natural then wins.
    ``safe_ties``: what is safe does not win there and is even.
    ``suited`` are hands with rows by suits, in place of ``lucky``; ``last_suit``: one of the suits
    has rows of its own. ``doubled_plain``: what was doubled wins at the first price.
    ``aces_play``: split aces get as many cards as other hands. ``first_cards``: with how many a
    hand is dealt, which is when it may be doubled or given up.
    """

    shoe: Counts
    suits: int
    goal: int
    worth: Callable[[Counts], tuple[int, bool]]
    draws: Callable[[int, bool], bool]
    beats: Callable[[int, int, bool, int], int]  # total, cards, after a split, dealer's total
    may_double: Callable[[int], bool]
    row: Callable[[Counts], str]
    prices: tuple[tuple[str, Fraction], ...]
    split_hands: int
    resplit_aces: bool = False
    double_after_split: bool = True
    surrender: bool = False
    exposed: bool = False
    final: bool = False
    lucky: Counts | None = None
    lucky_row: str = ""
    double_more_cards: bool = False
    surrender_any_time: bool = False
    rescue: bool = False
    ace_acts: frozenset[int] = frozenset()
    push_total: int = 0
    safe: Callable[[int, int, bool], bool] | None = None
    safe_ties: bool = False
    natural_loss: Fraction = Fraction(1)
    natural_wins: bool = False
    suited: tuple[Suited, ...] = ()
    last_suit: bool = True
    doubled_plain: bool = False
    aces_play: bool = False
    first_cards: int = 2

    @cached_property
    def cards(self) -> int:
        """How many cards the shoe has."""
        return sum(self.shoe)

    def natural(self, one: int, other: int) -> bool:
        """Whether two cards reach the goal at once."""
        return self.worth(hand_of(one, other))[0] == self.goal

    def naturals(self, start: Start) -> list[int]:
        """Values that would make a natural of the dealer's first card."""
        if len(start) != 1:
            return []
        return [v for v in range(VALUES) if self.natural(start[0], v)]


def hand_of(*values: int) -> Counts:
    """A hand of cards of these values.

    >>> hand_of(0, 9)
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    return tuple(values.count(value) for value in range(VALUES))


def without(shoe: Counts, *values: int) -> Counts:
    """A shoe with some cards gone."""
    gone = hand_of(*values)
    return tuple(has - out for has, out in zip(shoe, gone, strict=True))


def falling(n: int, k: int) -> int:
    """n (n - 1) ... of k factors.

    >>> falling(5, 3), falling(2, 3)
    (60, 0)
    """
    product = 1
    for i in range(k):
        product *= n - i
    return product


def draws_of(cards: int, most: int) -> int:
    """The number of ordered draws of so many cards, or of all there are.

    >>> draws_of(5, 2), draws_of(2, 5)
    (20, 2)
    """
    return falling(cards, min(cards, most))
