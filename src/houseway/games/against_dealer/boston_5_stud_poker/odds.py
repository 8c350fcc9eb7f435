"""The exact odds of Boston 5 stud poker.

Who wins comes from ``hand.py`` and ``hands/poker.py``, which the referee uses too; what the
rulebook decides comes in as ``Prices``. How five cards stand to all that the dealer can hold is
found by ``value_sweep``; three cards are worth the mean of the fives that they may become. Money is
in antes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from houseway.counting.canonical import Hands, Pack, classes
from houseway.counting.prices import Pays, price_text, side_bet
from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import cards_in
from houseway.games.against_dealer.boston_5_stud_poker.hand import three_card_rows
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.higher_hand import EQUAL, HIGHER, LOWER
from houseway.games.against_dealer.value_sweep import measured, stand
from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    CATEGORIES,
    categories,
    category,
    strengths,
    three_card_strength,
)

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Flags, Ints

CONTEST = ("ante", "first", "second")
SECOND, FOLD = "second", "fold"
ENDS = (HIGHER, EQUAL, LOWER)


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: antes that first and second wager are, the odds at which they
    win, the odds of the ante bonus by category, and the most that a hand may win, in antes."""

    times: tuple[Fraction, Fraction, Fraction]
    odds: tuple[Fraction, Fraction]
    bonus: tuple[Fraction, ...]
    cap: Fraction | None = None

    def nets(self, end: str, kind: int) -> dict[str, Fraction]:
        """What each wager and the ante bonus net, by the category of the hand."""
        ante, first, second = self.times
        found = dict.fromkeys((*CONTEST, "ante_bonus"), Fraction(0))
        if end == LOWER:
            found |= {"ante": -ante, "first": -first, "second": -second}
        elif end == HIGHER:
            found |= {"first": first * self.odds[0], "second": second * self.odds[1]}
        found["ante_bonus"] = self.bonus[kind]
        if self.cap is not None:
            left = self.cap
            for wager in ("first", "second", "ante_bonus"):  # as they are paid
                if found[wager] > 0:
                    found[wager] = min(found[wager], left)
                    left -= found[wager]
        return found

    @property
    def folded(self) -> Fraction:
        """What a fold costs."""
        return self.times[0] + self.times[1]


@dataclass(frozen=True, eq=False)
class Threes:
    """Every class of three cards: deals by the category of the five that they become, and by how
    these stand to the dealer's."""

    hands: Hands
    counts: Ints  # [class, category, end]
    each: int  # deals in which one hand of three cards is held

    @property
    def deals(self) -> int:
        """All deals."""
        return self.hands.pack.hands(self.hands.size) * self.each


@lru_cache(maxsize=4)
def threes(pack: Pack, first: int, final: int) -> Threes:
    """All hands of the first cards, against a dealer with as many as the player in the end."""
    import numpy as np

    size = first + final
    standing = stand(pack, size, strengths)
    kind = measured(categories, standing.hands)
    hands = classes(pack, first)
    table = np.zeros((pack.size,) * first, np.int64)
    number_of = {card: number for number, card in enumerate(pack.cards)}
    for row, hand in enumerate(hands.masks.tolist()):
        for like in pack.same_but_for_suits(hand):
            table[tuple(sorted(number_of[card] for card in cards_in(like)))] = row
    found = np.zeros((len(hands), len(CATEGORIES), len(ENDS)), np.int64)
    ways, numbers = standing.hands.ways, standing.hands.numbers
    ends = [standing.below[:, 0], standing.equal[:, 0], standing.above[:, 0]]
    for some in combinations(range(size), first):
        which = table[tuple(numbers[:, list(some)].T)]
        for end, counts in enumerate(ends):
            np.add.at(found[..., end], (which, kind), ways * counts.astype(np.int64))
    return Threes(hands, found, comb(pack.size - first, final) * standing.opponents)


class MainGame:
    """Ante, first and second wager on one deck at given prices."""

    def __init__(self, prices: Prices, known: Threes) -> None:
        self.prices, self.known = prices, known

    @cached_property
    def second(self) -> list[Fraction]:
        """What a second wager is worth with each class of three cards, in antes."""
        worth = [
            sum(self.prices.nets(end, kind).values(), Fraction(0))
            for kind in range(len(CATEGORIES))
            for end in ENDS
        ]
        flat = self.known.counts.reshape(len(self.known.hands), -1).tolist()
        ways = self.known.hands.ways.tolist()
        return [
            sum((n * net for n, net in zip(row, worth, strict=True) if n), Fraction(0))
            / (self.known.each * way)
            for row, way in zip(flat, ways, strict=True)
        ]

    @cached_property
    def stays(self) -> Flags:
        """Which classes are worth a second wager; of equals, fold."""
        import numpy as np

        return np.array([worth > -self.prices.folded for worth in self.second], np.bool_)

    def row(self, hand: int) -> int:
        """The class of three cards."""
        masks: list[int] = self.known.hands.masks.tolist()
        return masks.index(self.known.hands.pack.first_of_class(hand))

    def worth(self, hand: int) -> dict[str, Fraction]:
        """What each choice is worth with three cards, in antes."""
        return {SECOND: self.second[self.row(hand)], FOLD: -self.prices.folded}

    def best(self, hand: int) -> str:
        """The better choice."""
        return SECOND if self.stays[self.row(hand)] else FOLD

    @cached_property
    def optimal(self) -> Solution:
        """The best decision for every class."""
        return self.follow(self.stays, "optimal")

    def follow(self, stays: Flags, name: str) -> Solution:
        """What becomes of all deals when these classes stay in."""
        counts = self.known.counts[stays].sum(axis=0)
        folded = int(self.known.counts[~stays].sum())
        tally = {
            (end, kind): int(counts[kind, place])
            for kind in range(len(CATEGORIES))
            for place, end in enumerate(ENDS)
        }
        return Solution(name, self.prices, tally, folded, self.known.deals)

    def cost(self, solution: Solution) -> Fraction:
        """What another way to play gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation


@lru_cache(maxsize=8)
def main_game(prices: Prices, pack: Pack, first: int, final: int) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, threes(pack, first, final))


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play: by end and category, and folded."""

    strategy: str
    prices: Prices
    tally: Mapping[tuple[str, int], int]
    folded: int
    deals: int

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @property
    def fold_frequency(self) -> Fraction:
        """How often the player folds."""
        return Fraction(self.folded, self.deals)

    def _table(
        self,
        wager: str,
        net: Callable[[str, int], Fraction],
        label: Callable[[str, int], str],
        fold: tuple[Fraction, Fraction],
        action: Fraction,
        unit: str = "stake",
        stake: Fraction = Fraction(1),
    ) -> OutcomeTable:
        """Outcomes by label and net; ``fold`` has the net and the action of a fold."""
        found: dict[tuple[str, Fraction], int] = {}
        for (end, kind), count in self.tally.items():
            key = label(end, kind), net(end, kind)
            found[key] = found.get(key, 0) + count
        outcomes = [Outcome(FOLD, fold[0], self.folded, fold[1])]
        outcomes += [Outcome(name, won, n, action) for (name, won), n in found.items() if n]
        outcomes[1:] = sorted(outcomes[1:], key=lambda one: (one.net, one.label))
        return OutcomeTable(wager, self.deals, tuple(outcomes), unit=unit, stake=stake)

    def _bonus(self, end: str, kind: int) -> str:
        paid = self.prices.nets(end, kind)["ante_bonus"]
        return f", bonus {price_text(paid)}" if paid else ""

    @cached_property
    def together(self) -> OutcomeTable:
        """All wagers and the ante bonus together, in antes."""
        folded = self.prices.folded
        return self._table(
            "ante, first and second",
            lambda end, kind: sum(self.prices.nets(end, kind).values(), Fraction(0)),
            lambda end, kind: WORDS[end] + self._bonus(end, kind),
            (-folded, folded),
            sum(self.prices.times, Fraction(0)),
            "ante",
            folded,
        )

    def of(self, wager: str) -> OutcomeTable:
        """One wager by itself; who folds has not made the second."""
        times = self.prices.times[CONTEST.index(wager)]
        lost = Fraction(0 if wager == SECOND else 1)
        return self._table(
            wager,
            lambda end, kind: self.prices.nets(end, kind)[wager] / times,
            lambda end, kind: WORDS[end] if end != HIGHER or wager != "ante" else "returned",
            (-lost, lost),
            Fraction(1),
        )

    @cached_property
    def bonus(self) -> OutcomeTable:
        """The ante bonus by itself, in antes: it has no stake of its own."""
        free = Fraction(0)

        def label(end: str, kind: int) -> str:
            paid = self.prices.nets(end, kind)["ante_bonus"]
            return f"{CATEGORIES[kind]} {price_text(paid)}" if paid else "no bonus"

        return self._table(
            "ante_bonus", lambda end, kind: self.prices.nets(end, kind)["ante_bonus"], label,
            (free, free), free, "ante",
        )  # fmt: skip


WORDS = {HIGHER: "win", EQUAL: "push", LOWER: "lose"}


# The optional bonus


@kernel
def three_card_kinds(hands: Ints, found: Ints) -> None:
    """Fill in the category of each hand of three cards."""
    for i in range(len(hands)):
        found[i] = category(three_card_strength(hands[i]))


def bonus3(pack: Pack, cards: int, pays: Pays) -> OutcomeTable:
    """The wager on the first three cards, which are shown if they win."""
    patterns = kinds(pack, cards, three_card_kinds, three_card_rows).patterns
    return side_bet("bonus3", patterns, pays)
