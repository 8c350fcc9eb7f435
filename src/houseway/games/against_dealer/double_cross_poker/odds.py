"""The exact odds of double cross poker.

Who wins comes from ``hands/poker.py``, which the referee uses too; what the rulebook decides comes
in as ``Prices``. ``cross`` counts every deal by what a player can see, which is all that a decision
can go by: two cards, the far card and the card at the dealer's right. Money is in antes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.counting.canonical import Pack
from houseway.counting.prices import Pays, side_bet
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.against_dealer.double_cross_poker.hand import (
    AXES,
    HORIZONTAL,
    VERTICAL,
    three_card_rows,
)
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.higher_hand import EQUAL, HIGHER, LOWER
from houseway.hands.kernel import kernel
from houseway.hands.poker import CATEGORIES, category, three_card_strength

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_dealer.double_cross_poker.cross import Sights
    from houseway.hands.poker import Ints

    Choices = NDArray[np.uint8]

FOLD = "fold"
CHOICES = (*AXES, FOLD)  # a choice is its place here
RAISES = {VERTICAL: ("raise_top", "raise_bottom"), HORIZONTAL: ("raise_left", "raise_right")}
CONTEST = ("ante", *(wager for pair in RAISES.values() for wager in pair))
ENDS = (HIGHER, EQUAL, LOWER)
WORDS = {HIGHER: "win", EQUAL: "push", LOWER: "lose"}


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: the antes that each raise is, the odds of the ante, those of the
    raises by category, and where a limit is posted what a hand may win; what a ``cent`` is, in
    antes, in which a limit is shared."""

    times: Fraction
    ante: Fraction
    raises: tuple[Fraction, ...]
    cap: Fraction | None = None
    cent: Fraction = Fraction(1, 100)

    def nets(self, end: str, kind: int) -> tuple[Fraction, Fraction, Fraction]:
        """What the ante and the two raises net, by the category of the hand. A limit is for the
        ante first; what is left is shared, and a cent that is over goes to the first raise."""
        if end != HIGHER:
            lost = end == LOWER
            return Fraction(-lost), -lost * self.times, -lost * self.times
        ante, due = self.ante, self.times * self.raises[kind]
        if self.cap is None or ante + 2 * due <= self.cap:
            return ante, due, due
        ante = min(ante, self.cap)
        left = self.cap - ante
        second = left / 2 // self.cent * self.cent
        return ante, left - second, second

    def together(self, end: str, kind: int) -> Fraction:
        """What all three net."""
        return sum(self.nets(end, kind), Fraction(0))

    @property
    def scale(self) -> int:
        """Units to an ante, so that every net is whole."""
        return lcm(
            *(
                self.together(end, kind).denominator
                for end in ENDS
                for kind in range(len(CATEGORIES))
            )
        )


class MainGame:
    """Ante and raises on one deck at given prices."""

    def __init__(self, prices: Prices, pack: Pack) -> None:
        from houseway.games.against_dealer.double_cross_poker.cross import sights

        self.prices = prices
        self.sights: Sights = sights(pack)

    @cached_property
    def vertical(self) -> Ints:
        """What playing the vertical axis is worth by class, over all deals of a sight and in units,
        where the far card is the one shown on the own axis."""
        import numpy as np

        scale, prices = self.prices.scale, self.prices
        won = [int(prices.together(HIGHER, kind) * scale) for kind in range(len(CATEGORIES))]
        lost = int(prices.together(LOWER, 0) * scale)
        worth: Ints = self.sights.won @ np.array(won, np.int64) + lost * self.sights.lost
        return worth

    @cached_property
    def horizontal(self) -> Ints:
        """The same of the horizontal axis."""
        return self.vertical[self.sights.other_axis]

    @property
    def folded(self) -> int:
        """What a fold is worth in the same units."""
        return -self.prices.scale * self.sights.each

    @cached_property
    def best(self) -> Choices:
        """The best choice by class; of equals the fold, then the vertical axis."""
        import numpy as np

        axis = np.where(self.horizontal > self.vertical, 1, 0)
        plays = np.maximum(self.horizontal, self.vertical) > self.folded
        return np.where(plays, axis, CHOICES.index(FOLD)).astype(np.uint8)

    def worths(self) -> Ints:
        """What each choice is worth by class: [choice, class]."""
        import numpy as np

        folded = np.full(len(self.sights), self.folded)
        worths: Ints = np.stack([self.vertical, self.horizontal, folded])
        return worths

    @cached_property
    def optimal(self) -> Solution:
        """The best choice everywhere."""
        return self.follow(self.best, "optimal")

    def follow(self, choices: Choices, name: str) -> Solution:
        """What becomes of all deals when every class is played so."""
        known = self.sights
        tally: dict[tuple[str, str, int], int] = {}
        for number, axis in enumerate(AXES):
            chosen = (choices == number).nonzero()[0]
            seen = chosen if axis == VERTICAL else known.other_axis[chosen]
            ways = known.ways[chosen]
            won, tied = ways @ known.won[seen], ways @ known.tied[seen]
            for kind in range(len(CATEGORIES)):
                tally[axis, HIGHER, kind] = int(won[kind])
                tally[axis, EQUAL, kind] = int(tied[kind])
            tally[axis, LOWER, 0] = int(ways @ known.lost[seen])
        folded = int(known.ways[choices == CHOICES.index(FOLD)].sum()) * known.each
        return Solution(name, self.prices, tally, folded, int(known.ways.sum()) * known.each)

    def cost(self, solution: Solution) -> Fraction:
        """What another way to play gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    def worth(self, own: Sequence[int], far: int, right: int) -> dict[str, Fraction]:
        """What each choice is worth with these cards in view, in antes."""
        place = self.sights.place(own, far, right)
        whole = self.prices.scale * self.sights.each
        found = self.vertical[place], self.horizontal[place], self.folded
        return {name: Fraction(int(one), whole) for name, one in zip(CHOICES, found, strict=True)}

    def choice(self, own: Sequence[int], far: int, right: int) -> str:
        """The best choice with these cards in view."""
        return CHOICES[self.best[self.sights.place(own, far, right)]]


@lru_cache(maxsize=8)
def main_game(prices: Prices, pack: Pack) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, pack)


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play: by axis, end and the category of the hand
    (0 if it loses), and folded."""

    strategy: str
    prices: Prices
    tally: Mapping[tuple[str, str, int], int]
    folded: int
    deals: int

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @property
    def frequencies(self) -> dict[str, Fraction]:
        """How often each choice is made."""
        played = {
            axis: sum(count for (one, _, _), count in self.tally.items() if one == axis)
            for axis in AXES
        }
        return {
            name: Fraction(count, self.deals)
            for name, count in {**played, FOLD: self.folded}.items()
        }

    @cached_property
    def together(self) -> OutcomeTable:
        """Ante and raises together, in antes."""
        action = 1 + 2 * self.prices.times
        ends = [(FOLD, Fraction(-1), Fraction(1), self.folded)]
        for (_, end, kind), count in self.tally.items():
            label = f"win, {CATEGORIES[kind]}" if end == HIGHER else WORDS[end]
            ends.append((label, self.prices.together(end, kind), action, count))
        return _table("ante and raises", ends, self.deals, "ante")

    def of(self, wager: str) -> OutcomeTable:
        """One wager by itself; a raise is made only on the axis that is played."""
        return _table(wager, self._raise(wager) if wager != "ante" else self._ante(), self.deals)

    def _ante(self) -> Iterator[tuple[str, Fraction, Fraction, int]]:
        yield FOLD, Fraction(-1), Fraction(1), self.folded
        for (_, end, kind), count in self.tally.items():
            yield WORDS[end], self.prices.nets(end, kind)[0], Fraction(1), count

    def _raise(self, wager: str) -> Iterator[tuple[str, Fraction, Fraction, int]]:
        mine = next(axis for axis, pair in RAISES.items() if wager in pair)
        place = 1 + RAISES[mine].index(wager)
        yield FOLD, Fraction(0), Fraction(0), self.folded
        for (axis, end, kind), count in self.tally.items():
            if axis != mine:
                yield axis, Fraction(0), Fraction(0), count
                continue
            net = self.prices.nets(end, kind)[place] / self.prices.times
            yield CATEGORIES[kind] if end == HIGHER else WORDS[end], net, Fraction(1), count


def _table(
    wager: str,
    ends: Sequence[tuple[str, Fraction, Fraction, int]]
    | Iterator[tuple[str, Fraction, Fraction, int]],
    deals: int,
    unit: str = "stake",
) -> OutcomeTable:
    """Outcomes of one label, net and action taken together; the fold first, then by net."""
    found: dict[tuple[str, Fraction, Fraction], int] = {}
    for label, net, action, count in ends:
        found[label, net, action] = found.get((label, net, action), 0) + count
    outcomes = [
        Outcome(label, net, count, action)
        for (label, net, action), count in found.items()
        if count or label == FOLD
    ]
    outcomes[1:] = sorted(outcomes[1:], key=lambda one: (one.net, one.label))
    return OutcomeTable(wager, deals, tuple(outcomes), unit=unit)


# The three-card wager


@kernel
def three_card_kinds(hands: Ints, found: Ints) -> None:
    """Fill in the category of each hand of three cards."""
    for i in range(len(hands)):
        found[i] = category(three_card_strength(hands[i]))


def three_card(pack: Pack, pays: Pays) -> OutcomeTable:
    """The wager on two cards and the far card, which are shown if they win."""
    patterns = kinds(pack, 3, three_card_kinds, three_card_rows).patterns
    return side_bet("three_card", patterns, pays)
