"""The exact odds of the main wager: every three cards against every first card of the dealer's.

The family's engine plays hands out from a known shoe. Here a hand starts with three cards, of which
it may be doubled or drawn to; one over the goal may be given up; and the three cards may become
three hands. Each of these is by itself a draw from the shoe without the other two cards, whatever
the others hold, so that a split is worth the sum of three hands. Split hands are played without
memory of each other's further cards.

What a choice is worth comes together with the chance that the dealer has no blackjack: beside one
every hand but 21 loses its wager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import comb, prod
from typing import TYPE_CHECKING

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.composition.against import CLOSE, Against, Means, against
from houseway.games.twenty_one.composition.kernels import (
    DOUBLE,
    HIT,
    NATURAL,
    ROWS,
    STAND,
    VALUES,
)
from houseway.games.twenty_one.composition.terms import (
    ACE,
    TEN,
    Counts,
    Terms,
    hand_of,
)
from houseway.games.twenty_one.odds import PLAIN, Lines, Rules, table_of
from houseway.games.twenty_one.three_card_21_n_done.hand import NO_SPLIT, split_for
from houseway.games.twenty_one.twentyone import GOAL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

FIRST, AFTER_SPLIT = 3, 2  # cards with which a hand is decided on first
ACTS = {"stand": STAND, "hit": HIT, "double": DOUBLE}
ACE_POINTS = 11


@lru_cache(maxsize=32)
def _terms(rules: Rules, first: int) -> Terms:
    """A table as the engine knows it, for hands of so many first cards."""
    return replace(odds.terms(rules), first_cards=first)


def plain(rules: Rules) -> Rules:
    """The same table without surrender, which no hand of the engine knows."""
    return replace(rules, surrender=False)


def hands_of_three(rules: Rules) -> Iterator[Counts]:
    """Every three cards that the shoe has, by value."""
    held = [v for v in range(VALUES) if rules.shoe[v]]
    for one in held:
        for two in held[held.index(one) :]:
            for three in held[held.index(two) :]:
                hand = hand_of(one, two, three)
                if all(n <= has for n, has in zip(hand, rules.shoe, strict=True)):
                    yield hand


def choices_of(hand: Counts, surrender: bool) -> tuple[str, ...]:
    """What may be done with three cards, as the referee has it."""
    over = total_of(hand)[0] > GOAL
    found = ["surrender"] if over and surrender else []
    found += ["split"] if may_split(hand) else []
    return (*found, *([] if over else ["double", "hit"]), "stand")


def chance_of(rules: Rules, up: int, hand: Counts) -> Fraction:
    """The chance of the dealer's first card and of these three."""
    shoe = rules.shoe
    cards = sum(shoe)
    left = [has - (v == up) for v, has in enumerate(shoe)]
    ways = prod(comb(has, n) for has, n in zip(left, hand, strict=True))
    return Fraction(shoe[up] * ways, cards * comb(cards - 1, FIRST))


@cache
def total_of(hand: Counts) -> tuple[int, bool]:
    """What a hand counts."""
    return odds.worth(hand)


@cache
def may_split(hand: Counts) -> bool:
    """Whether three cards may be split, by the rule that the table uses."""
    high = sum((ACE_POINTS if v == 0 else v + 1) * n for v, n in enumerate(hand))
    return split_for(total_of(hand)[0], high, hand[0], max(hand) > 1) != NO_SPLIT


def weight(here: Against, hand: Counts) -> float:
    """How likely a hand is as a draw of its size."""
    ways = prod(comb(has, n) for has, n in zip(here.shoe, hand, strict=True))
    return ways / comb(here.cards, sum(hand))


# -- ways to play ----------------------------------------------------------------------------------

Play = Callable[[Against, bool], "Ints"]  # what is done with every hand, also after a split


@dataclass(frozen=True, eq=False)
class Way:
    """A way to play: what is done with the first three cards against a card of the dealer's, of the
    choices there are (nothing: the best of them), and with every hand after that."""

    name: str
    first: Callable[[int, Counts, tuple[str, ...]], str] | None
    play: Play


def best_of(here: Against) -> tuple[Floats, Ints]:
    """What every hand is worth in floating point, and the best decision for it; what is too close
    for floating point is decided exactly."""
    worth, acts, margin = here.worths()
    for index in (margin < CLOSE).nonzero()[0].tolist():
        here._decide_exactly(acts, index)
    return worth, acts


def best_acts(here: Against, split: bool) -> Ints:
    """The best decision for every hand."""
    return best_of(here)[1]


BEST = Way("optimal", None, best_acts)


# -- one hand of three cards -----------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """Three hands of a split on average: their net and the money at risk."""

    net: Fraction
    action: Fraction


class Column:
    """One first card of the dealer's at a table, under one way to play."""

    def __init__(self, rules: Rules, way: Way, up: int) -> None:
        self.rules, self.way, self.up = rules, way, up
        self.here = against(_terms(rules, FIRST), (up,))
        self._acts: dict[Counts | None, Ints] = {}  # by the other cards of a split
        self._worth: Floats | None = None
        self._played: dict[tuple[Counts, str], Means] = {}
        self._single: dict[tuple[int, Counts], Split] = {}
        self._roughly: dict[Counts, list[float]] = {}

    @property
    def acts(self) -> Ints:
        """What is done with hands that were not split."""
        if None not in self._acts:
            self._acts[None] = self.way.play(self.here, False)
        return self._acts[None]

    def acts_after(self, others: Counts) -> Ints:
        """What is done with a hand of a split beside two other cards."""
        if others not in self._acts:
            self._acts[others] = self.way.play(self.after_split(others), True)
        return self._acts[others]

    def free(self, hand: Counts) -> Fraction:
        """The chance that the dealer has no blackjack."""
        return self.here.free(hand)

    def played(self, hand: Counts, act: str) -> Means:
        """What becomes of three cards that are not over and not split."""
        key = hand, act
        if key not in self._played:
            index = self.here.hands.at[hand]
            self._played[key] = self.here.play(self.acts, index, ACTS[act])
        return self._played[key]

    def split(self, hand: Counts) -> Split:
        """The three hands that three cards become."""
        net = action = Fraction(0)
        for value, n in enumerate(hand):
            if n:
                one = self._one(value, tuple(m - (v == value) for v, m in enumerate(hand)))
                net += n * one.net
                action += n * one.action
        return Split(net, action)

    def _one(self, value: int, others: Counts) -> Split:
        """One of them, from the shoe without the other two cards."""
        key = value, others
        if key not in self._single:
            here = self.after_split(others)
            means = here.play(self.acts_after(others), here.hands.at[hand_of(value)])
            net = here.net(means) + means[NATURAL]
            action = sum((here.action_of(at) * p for at, p in means.places.items()), Fraction(0))
            self._single[key] = Split(net, action)
        return self._single[key]

    def after_split(self, others: Counts) -> Against:
        """A hand of a split beside two other cards."""
        engine = _terms(self.rules, AFTER_SPLIT)
        left = tuple(has - out for has, out in zip(engine.shoe, others, strict=True))
        return against(replace(engine, shoe=left), (self.up,))

    def roughly(self, hand: Counts, act: str) -> float:
        """What a choice is worth under the best play, in floating point."""
        if act == "split":
            return sum(n * self._single_roughly(hand)[v] for v, n in enumerate(hand) if n)
        if act == "surrender" or total_of(hand)[0] > GOAL:
            return -float(self.free(hand)) / (2 if act == "surrender" else 1)
        if self._worth is None:
            self._worth, self._acts[None] = best_of(self.here)
        return float(self._worth[ACTS[act], self.here.hands.at[hand]])

    def _single_roughly(self, hand: Counts) -> dict[int, float]:
        """Each hand of a split, by its first card."""
        found = {}
        for value in [v for v, n in enumerate(hand) if n]:
            others = tuple(n - (v == value) for v, n in enumerate(hand))
            if others not in self._roughly:
                here = self.after_split(others)
                worth, self._acts[others] = best_of(here)
                self._roughly[others] = [
                    float(worth[3, here.hands.at[hand_of(v)]]) for v in range(VALUES)
                ]
            found[value] = self._roughly[others][value]
        return found

    def worth(self, hand: Counts, act: str) -> Fraction:
        """What a choice is worth, together with the chance that the dealer has no blackjack."""
        if act == "split":
            return self.split(hand).net
        if act == "surrender":
            return -self.free(hand) / 2
        if total_of(hand)[0] > GOAL:
            return -self.free(hand)
        return self.here.net(self.played(hand, act))

    def decision(self, hand: Counts, surrender: bool) -> str:
        """What is done with three cards; of equal choices the one that risks less."""
        names = choices_of(hand, surrender)
        if self.way.first is not None:
            return self.way.first(self.up, hand, names)
        rough = {name: self.roughly(hand, name) for name in names}
        most = max(rough.values())
        near = [name for name in reversed(names) if most - rough[name] < CLOSE]
        return near[0] if len(near) == 1 else max(near, key=lambda name: self.worth(hand, name))


@lru_cache(maxsize=200)
def column(rules: Rules, way: Way, up: int) -> Column:
    """One first card of the dealer's, with all that has been found about it."""
    return Column(rules, way, up)


# -- the whole game --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Game:
    """All deals of a table under one way to play; hands over the goal may be given up or not."""

    rules: Rules
    way: Way

    @property
    def surrender(self) -> bool:
        """Whether hands over the goal may be given up."""
        return self.rules.surrender

    @cached_property
    def columns(self) -> dict[int, Column]:
        """The dealer's first cards."""
        ups = [v for v in range(VALUES) if self.rules.shoe[v]]
        return {up: column(plain(self.rules), self.way, up) for up in ups}

    def deals(self) -> Iterator[tuple[Column, Counts, Fraction]]:
        """Every first card of the dealer's and every three cards, with their chance."""
        for up, one in self.columns.items():
            for hand in hands_of_three(self.rules):
                if chance := chance_of(self.rules, up, hand):
                    yield one, hand, chance

    @cached_property
    def lines(self) -> list[odds.Line]:
        """Everything that can become of a round: its name, net, money at risk, and chance."""
        found, splits = Lines(), [Fraction(0)] * 3
        for one, hand, chance in self.deals():
            total = total_of(hand)[0]
            if total == GOAL:
                found.put("three-card 21", 1, 1, chance)
                continue
            free = one.free(hand)
            found.put("dealer blackjack", -1, 1, chance * (1 - free))
            act = one.decision(hand, self.surrender)
            if act == "split":
                three = one.split(hand)
                parts = free, three.net, three.action
                splits = [a + chance * b for a, b in zip(splits, parts, strict=True)]
            elif act == "surrender":
                found.put("surrender", Fraction(-1, 2), 1, chance * free)
            elif total > GOAL:
                found.put("lose", -1, 1, chance * free)
            else:
                put_played(found, one.played(hand, act), chance)
        part, net, action = splits
        if part:
            found.put("split three ways, on average", net / part, action / part, part)
        return found.listed()

    @cached_property
    def table(self) -> OutcomeTable:
        """The main wager with its doubles and splits, in units of it."""
        return table_of(self.lines)

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in units of the main wager."""
        return sum((net * chance for _, net, _, chance in self.lines), Fraction(0))

    def frequency(self, word: str) -> Fraction:
        """How often a round has an outcome whose name contains a word."""
        return sum((p for label, _, _, p in self.lines if word in label), Fraction(0))


WINS = ("win", "win doubled")


def put_played(found: Lines, means: Means, chance: Fraction) -> None:
    """What became of a hand that was not split."""
    for place, part in means.places.items():
        if place in PLAIN:
            label, net, action = PLAIN[place]
        else:
            label, action = WINS[place - ROWS], 1 + place - ROWS  # one row, plain and doubled
            net = Fraction(action)
        found.put(label, net, action, chance * part)


@lru_cache(maxsize=48)
def game(rules: Rules, way: Way = BEST) -> Game:
    """What a way to play comes to."""
    return Game(rules, way)


# -- insurance -------------------------------------------------------------------------------------


def insurance_table(rules: Rules, pays: Fraction) -> OutcomeTable:
    """Insurance of everybody who may insure, which is any three cards but 21 beside an ace."""
    win = lose = 0
    cards = sum(rules.shoe) - 1 - FIRST
    left = [max(has - (v == ACE), 0) for v, has in enumerate(rules.shoe)]
    for hand in hands_of_three(rules):
        if total_of(hand)[0] != GOAL:
            ways = prod(comb(has, n) for has, n in zip(left, hand, strict=True))
            win += ways * (left[TEN] - hand[TEN])
            lose += ways * (cards - left[TEN] + hand[TEN])
    outcomes = (Outcome("win", pays, win), Outcome("lose", Fraction(-1), lose))
    return OutcomeTable("insurance", win + lose, outcomes)
