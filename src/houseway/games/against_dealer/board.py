"""Hold 'em against a dealer: two cards each, five on the board, a bet on one of three streets.

Nobody has to deal the 27,813,810,024,000 deals. Suits matter only where three cards of the board
are of one suit, so a board is looked at in two ways:

* *plain*: by its ranks alone (6,175 boards), as if there were no flushes;
* *suited*: by its ranks and by which of its cards are of one suit that it has three of (36,608
  boards), where flushes count.

What a set of deals comes to is the plain sum over all its boards and, suit by suit, the suited sum
less the plain one over the boards that have three of that suit. So a flop with two cards in the
hand needs one number from a table of plain flops and one more for each suit on the flop.

Within a way to look at them, cards that look the same are one *kind*. A board, a flop and two cards
in the hand ("holes") are sets of kinds, and card removal is a matter of how many copies are left.

``Solver.solve`` folds the values back from the last street to the first, in whole numbers, and
finds the best choice everywhere. ``Solver.tally`` takes any choices and counts every deal by what
became of it: the same sums, run the other way. The engine knows no game: what the choices are and
what they pay comes in as ``Stakes``. It needs numpy; import it where the work begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from houseway.counting.suit_class import suit_class
from houseway.games.against_dealer.board_kinds import (
    FLOP,
    SUITED,
    Deck,
    Kinds,
    classes_of,
    hole_index,
    holes_of,
    kinds_of,
    looks_of,
)
from houseway.games.against_dealer.board_sums import (
    CATEGORY,
    FLOPS_OF_BOARD,
    OUTCOMES,
    PLACE,
    count_outcomes,
    decide_flops,
    flop_parts,
    regret_boards,
    regret_flops,
    showdown,
    tally_boards,
    value_boards,
    weigh_flops,
)
from houseway.hands.kernel import thread_pool
from houseway.hands.lookup import STRENGTHS
from houseway.hands.poker import CATEGORIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.games.against_dealer.board_sums import Groups, Looks, Streets

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]

THREADS = 2


@dataclass(frozen=True, eq=False)
class Stakes:
    """What each choice pays, in whole units of which an ante has ``scale``.

    ``pays[choice, category, outcome]``, the choices of the first street before those of the second
    and of the last; ``fold`` is what giving up on the last street comes to. The dealer opens from
    ``opens`` (a strength) on.
    """

    before: Sequence[str]
    flop: Sequence[str]
    final: Sequence[str]
    pays: Ints
    fold: int
    scale: int
    opens: int

    def __post_init__(self) -> None:
        shape = (len(self.before) + len(self.flop) + len(self.final), len(CATEGORIES), OUTCOMES)
        if self.pays.shape != shape:
            raise ValueError(f"prices of shape {self.pays.shape}, not {shape}")
        deals = Deck().deals
        if max(int(abs(self.pays).max()), abs(self.fold)) * deals >= 2**62:
            raise ValueError("prices too large or too fine for 64-bit sums")


@dataclass(frozen=True, eq=False)
class Flops:
    """One flop of each class that differs only in the names of suits, as numbers of cards in the
    deck's own order, and how many flops are like it."""

    cards: Ints
    weights: Ints
    number: dict[tuple[int, ...], int]  # by suit class


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do: a choice for every hole before the flop, for every hole on every flop, and for
    every hole on every board, plain and suited. Nought is to check, and at last to fold."""

    before: Choices
    flop: Choices
    final: tuple[Choices, Choices]


@dataclass(frozen=True, eq=False)
class Solved:
    """The best plan, and the sums that it was found from, in units of the stakes.

    ``check`` and ``bets`` are each hole's totals before the flop; ``flops`` are the sums by flop
    and hole, plain and suited: of going on, and of each choice on the flop.
    """

    plan: Plan
    check: Ints
    bets: Ints
    flops: tuple[Ints, Ints]


@dataclass(frozen=True, eq=False)
class Regrets:
    """Decisions that are not the best on one street: the deals that come to them, and what the best
    choice is worth more over all of these, in units of the stakes; by group of decisions, choice
    and best choice."""

    deals: Ints
    lost: Ints


class Solver:
    """One game on one deck."""

    def __init__(self, deck: Deck, stakes: Stakes) -> None:
        self.deck = deck
        self.stakes = stakes
        self.plain, self.suited = kinds_of(deck)
        self.opens = int(np.searchsorted(STRENGTHS, stakes.opens))
        self.cards = deck.cards
        self.place = {card: i for i, card in enumerate(self.cards)}
        self.streets = len(stakes.before), len(stakes.flop), len(stakes.final)

    @property
    def holes(self) -> list[tuple[int, int]]:
        """Every hole as two cards, in the order that plans have them."""
        return holes_of(self.deck)

    @property
    def classes(self) -> dict[tuple[int, ...], list[int]]:
        """The holes that differ only in the names of suits, together."""
        return classes_of(self.deck)

    @cached_property
    def flops(self) -> Flops:
        """Every class of flops."""
        first: dict[tuple[int, ...], list[int]] = {}
        weights: Counter[tuple[int, ...]] = Counter()
        for flop in combinations(range(len(self.cards)), FLOP):
            name = suit_class([self.cards[i] for i in flop])
            first.setdefault(name, list(flop))
            weights[name] += 1
        return Flops(
            np.array(list(first.values()), np.int64),
            np.array([weights[name] for name in first], np.int64),
            {name: i for i, name in enumerate(first)},
        )

    @cached_property
    def solved(self) -> Solved:
        """The best choice everywhere; of choices that are worth the same the one that bets less."""
        early, middle, _ = self.streets
        kept = 1 + middle
        values = np.zeros((len(self.plain.boards), len(self.plain.holes), kept + early), np.int64)
        sums, bets, final = [], [], []
        for kinds in (self.plain, self.suited):
            chosen = np.zeros((len(kinds.boards), len(kinds.holes)), np.uint8)

            flops = _for_each_thread(np.zeros((kinds.flops, len(kinds.holes), kept), np.int64))

            def value(
                shard: int, kinds: Kinds = kinds, chosen: Choices = chosen,
                flops: list[Ints] = flops,
            ) -> list[Ints]:  # fmt: skip
                by_hole = np.zeros((len(kinds.holes), early), np.int64)
                value_boards.jit(
                    *self._boards(kinds), self.stakes.pays, self.stakes.fold, self.opens,
                    self.deck.opponents, (shard, THREADS), values, chosen, flops[shard], by_hole,
                )  # fmt: skip
                return [by_hole]

            (by_hole,) = _in_threads(value)
            sums.append(_added(flops))
            bets.append(by_hole)
            final.append(chosen)
        flop = np.zeros((len(self.flops.weights), len(self.holes)), np.uint8)
        check = np.zeros(len(self.holes), np.int64)
        decide_flops.jit(
            self.flops.cards, self.flops.weights, self._shape, sums[0], sums[1], flop, check
        )
        by_hole = self._by_hole(bets[0], bets[1]) * FLOPS_OF_BOARD
        before = np.zeros(len(self.holes), np.uint8)
        for alike in self.classes.values():
            # the flops stand for all that are like them, so a class is right only as a whole
            check[alike] = check[alike].sum() // len(alike)
            worths = [int(check[alike[0]]), *by_hole[alike[0]].tolist()]
            before[alike] = worths.index(max(worths))
        plan = Plan(before, flop, (final[0], final[1]))
        return Solved(plan, check, by_hole, (sums[0], sums[1]))

    def tally(self, plan: Plan) -> Ints:
        """All deals under a plan by choice (a fold last), the player's category and outcome."""
        early, middle, late = self.streets
        kept = 1 + middle
        weights = self._weights(plan)
        bets = self._bets(plan.before)
        moved = np.zeros((len(self.plain.boards), len(self.plain.holes), kept + early), np.int64)
        shape = early + middle + late + 1, len(CATEGORIES), OUTCOMES
        found = np.zeros(shape, np.int64)
        looks = (self.suited, self.plain)  # plain boards last: they are what is left
        for kinds, final, by_flop, by_hole in zip(
            looks, plan.final[::-1], weights[::-1], bets[::-1], strict=True
        ):
            taken = [moved] * THREADS if kinds is self.plain else _for_each_thread(moved)

            def count(
                shard: int,
                kinds: Kinds = kinds,
                final: Choices = final,
                by_flop: Ints = by_flop,
                by_hole: Ints = by_hole,
                taken: list[Ints] = taken,
            ) -> list[Ints]:
                tally = np.zeros(shape, np.int64)
                tally_boards.jit(
                    *self._boards(kinds), self.opens, self.deck.opponents, (shard, THREADS),
                    final, by_flop, by_hole, taken[shard], tally,
                )  # fmt: skip
                return [tally]

            found += _in_threads(count)[0]
            if kinds is self.suited:
                moved = _added(taken)
        if int(found.sum()) != self.deck.deals:
            raise AssertionError(f"{int(found.sum())} deals of {self.deck.deals}")
        return found

    def _weights(self, plan: Plan) -> list[Ints]:
        """How many flops and holes come to each choice on the flop, plain and suited."""
        weights = [
            np.zeros((kinds.flops, len(kinds.holes), 1 + self.streets[1]), np.int64)
            for kinds in (self.plain, self.suited)
        ]
        weigh_flops.jit(
            self.flops.cards, self.flops.weights, self._shape, plan.before, plan.flop, *weights
        )
        return weights

    def regrets(self, plan: Plan, flops: Groups, final: tuple[Groups, Groups]) -> list[Regrets]:
        """What a plan gives away against the best one, on the flop and on the last street, when all
        that follows is decided as well as can be; groups of decisions are numbered from nought, in
        the order of plans."""
        best, weights = self.solved.plan, self._weights(plan)
        counts = [self.streets[1] + 1, self.streets[2] + 1]
        shapes = [
            (int(max(part.max() for part in groups)) + 1, count, count)
            for groups, count in zip(([flops], final), counts, strict=True)
        ]
        deals, lost = np.zeros((2, *shapes[0]), np.int64)
        regret_flops.jit(
            self.flops.cards, self.flops.weights, self._shape, self.solved.flops,
            plan.before, plan.flop, best.flop, flops, deals, lost,
        )  # fmt: skip
        found = [Regrets(deals * self.deck.ends * self.deck.opponents, lost)]
        pays = np.ascontiguousarray(self.stakes.pays[sum(self.streets[:2]) :])
        moved = np.zeros((len(self.plain.boards), len(self.plain.holes)), np.int64)
        deals, lost = np.zeros((2, *shapes[1]), np.int64)
        for at, kinds in ((1, self.suited), (0, self.plain)):  # plain boards last, as in ``tally``
            checks = np.ascontiguousarray(weights[at][:, :, :1])
            taken = [moved] * THREADS if kinds is self.plain else _for_each_thread(moved)

            def count(
                shard: int, at: int = at, kinds: Kinds = kinds, checks: Ints = checks,
                taken: list[Ints] = taken,
            ) -> list[Ints]:  # fmt: skip
                some = np.zeros((2, *shapes[1]), np.int64)
                boards, looks, plain, is_plain, _ = self._boards(kinds)
                regret_boards.jit(
                    boards, looks, plain, is_plain, pays, self.stakes.fold, self.opens,
                    self.deck.opponents, (shard, THREADS), checks, plan.final[at], best.final[at],
                    final[at], taken[shard], some[0], some[1],
                )  # fmt: skip
                return [some]

            (some,) = _in_threads(count)
            if kinds is self.suited:
                moved = _added(taken)
            deals, lost = deals + some[0], lost + some[1]
        return [*found, Regrets(deals * self.deck.opponents, lost)]

    def on_flop(self, hole: Sequence[int], flop: Sequence[int]) -> list[Fraction]:
        """What going on and each choice on the flop are worth to one hand, in antes."""
        a, b = sorted(self.place[card] for card in hole)
        cards = np.array(sorted(self.place[card] for card in flop), np.int64)
        where = np.zeros((5, 2), np.int64)
        n = flop_parts(cards, a, b, *self._shape, where)
        plain, suited = self.solved.flops
        found = plain[where[0, 0], where[0, 1]].copy()
        for one, other in where[1:n]:
            found += suited[one, other]
        share = self.deck.ends * self.deck.opponents * self.stakes.scale
        return [Fraction(worth, share) for worth in found.tolist()]

    def on_board(self, hole: Sequence[int], board: Sequence[int]) -> list[Fraction]:
        """What folding and each choice of the last street are worth to one hand, in antes."""
        kinds, row, h = self.where(hole, board)
        work = np.zeros((8, max(128, len(kinds.holes))), np.int64)
        found = np.zeros((5, len(kinds.holes)), np.int64)
        counts = np.zeros((len(kinds.holes), OUTCOMES), np.int64)
        looks = kinds.copies, kinds.keys, kinds.bits, kinds.holes
        n = showdown.jit(kinds.boards[row], looks, self.opens, work, found)
        count_outcomes.jit(work[0], n, found, self.opens, self.deck.opponents, counts)
        pays = self.stakes.pays[sum(self.streets[:2]) :, CATEGORY[found[PLACE, h]]]
        worths = [self.stakes.fold * self.deck.opponents, *(pays @ counts[h]).tolist()]
        share = self.deck.opponents * self.stakes.scale
        return [Fraction(worth, share) for worth in worths]

    def where(self, hole: Sequence[int], board: Sequence[int]) -> tuple[Kinds, int, int]:
        """How a board is looked at, and the numbers of the board and of the hole."""
        count = Counter(card >> 4 for card in board)
        suit = next((suit for suit, cards in count.items() if cards >= SUITED), None)
        kinds = self.plain if suit is None else self.suited
        ranks = {rank: i for i, rank in enumerate(self.deck.ranks)}

        def kind(card: int) -> int:
            return ranks[card & 15] + (len(ranks) if card >> 4 == suit else 0)

        row = self._rows[suit is not None][tuple(sorted(map(kind, board)))]
        return kinds, row, hole_index(*sorted(map(kind, hole)))

    @cached_property
    def _rows(self) -> list[dict[tuple[int, ...], int]]:
        return [
            {tuple(board): i for i, board in enumerate(kinds.boards.tolist())}
            for kinds in (self.plain, self.suited)
        ]

    def before_flop(self, hole: Sequence[int]) -> list[Fraction]:
        """What checking and each choice before the flop are worth to one hand, in antes."""
        low, high = sorted(self.place[card] for card in hole)
        i = high * (high - 1) // 2 + low
        solved = self.solved
        share = self.deck.flops * self.deck.ends * self.deck.opponents * self.stakes.scale
        return [Fraction(w, share) for w in (int(solved.check[i]), *solved.bets[i].tolist())]

    @property
    def _shape(self) -> tuple[int, int]:
        return self.deck.suits, len(self.deck.ranks)

    def _boards(self, kinds: Kinds) -> tuple[Ints, Looks, tuple[Ints, Ints], bool, Streets]:
        looks = kinds.copies, kinds.keys, kinds.bits, kinds.holes
        plain = kinds.plain_of, kinds.plain_hole
        return kinds.boards, looks, plain, kinds is self.plain, self.streets

    @property
    def looks(self) -> Ints:
        """For each hole its plain number, and its suited one for each suit."""
        return looks_of(self.deck)

    def _by_hole(self, plain: Ints, suited: Ints) -> Ints:
        """The sums before the flop, for each hole."""
        found: Ints = plain[self.looks[:, 0]]
        for suit in range(self.deck.suits):
            found = found + suited[self.looks[:, 1 + suit]]
        return found

    def _bets(self, before: Choices) -> list[Ints]:
        """How many holes make each bet before the flop, plain and suited."""
        found = []
        for kinds, columns in ((self.plain, [0]), (self.suited, range(1, 1 + self.deck.suits))):
            bets = np.zeros((len(kinds.holes), self.streets[0]), np.int64)
            for column in columns:
                for choice in range(self.streets[0]):
                    np.add.at(bets[:, choice], self.looks[before == choice + 1, column], 1)
            found.append(bets)
        return found


def _for_each_thread(like: Ints) -> list[Ints]:
    """Room for what each thread finds: what a thread takes for itself is not given back."""
    return [np.zeros_like(like) for _ in range(THREADS)]


def _in_threads(work: Callable[[int], list[Ints]]) -> list[Ints]:
    """The sums of what the shards find; whole numbers, so the split does not show."""
    with thread_pool(THREADS) as pool:
        shards = list(pool.map(work, range(THREADS)))
    return [_added(arrays) for arrays in zip(*shards, strict=True)]


def _added(arrays: Sequence[Ints]) -> Ints:
    """The sum of arrays, in the first of them."""
    first, *others = arrays
    for other in others:
        first += other
    return first
