"""Every hand of mini-tex 3 card hold 'em on every board, counted once for all prices, and streets
folded back from the last to the first.

Community cards that differ only in the names of suits are one class; two hole cards are renamed
along with them. On each board the other side's hole cards are taken in rising order of strength: of
those taken so far the ones that avoid mine are all of them, less those with one of my cards. Money
is in whole units.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.counting.canonical import Pack, classes
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import with_both, with_one
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Counts = NDArray[np.int32]
    Choices = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

HOLE = 2
FEW = 60  # classes of boards that plain Python counts before a compiler is loaded


@dataclass(frozen=True)
class Stakes:
    """What a round comes to, in units: folded on each street, won against a dealer who qualifies or
    does not, and lost."""

    folds: tuple[int, int, int]
    won: int
    won_unqualified: int
    lost: int


@dataclass(frozen=True, eq=False)
class Plan:
    """Who stays in: every hole; every hole on a class of flops; every hole on a class of boards."""

    before: Flags
    flop: Flags
    final: Flags


@dataclass(frozen=True)
class Tally:
    """All deals by what became of them."""

    folds: tuple[int, int, int]
    won: int
    won_unqualified: int
    tied: int
    lost: int


class Sets:
    """Sets of community cards by class: which class each is of, and the renaming of suits that
    makes it the one that stands for its class."""

    def __init__(self, table: Table, size: int) -> None:
        known = classes(table.pack, size)
        self.cards: list[tuple[int, ...]] = [tuple(row) for row in known.numbers.tolist()]
        self.ways: list[int] = known.ways.tolist()
        self.found: dict[tuple[int, ...], tuple[int, int]] = {}
        inverse = [table.renamings.index(tuple(np.argsort(one))) for one in table.renamings]
        for number, cards in enumerate(self.cards):
            for way, renaming in enumerate(table.renamings):
                image = tuple(sorted(table.renamed[way, card] for card in cards))
                self.found.setdefault(image, (number, inverse[way]))
                assert len(renaming) == len(table.pack.suits)

    def __len__(self) -> int:
        return len(self.cards)

    def of(self, cards: Sequence[int]) -> tuple[int, int]:
        """The class of some cards, and how suits are renamed to come to it."""
        return self.found[tuple(sorted(cards))]


class Table:
    """A deck: its cards by number, its holes, and what stands on each board."""

    def __init__(self, pack: Pack, flop: int, river: int) -> None:
        self.pack, self.cards = pack, pack.cards
        ranks = pack.ranks.bit_count()
        self.renamings = list(permutations(range(len(pack.suits))))
        numbers = np.arange(pack.size)
        self.renamed = np.array(
            [np.array(one)[numbers // ranks] * ranks + numbers % ranks for one in self.renamings]
        )
        self.holes = list(combinations(range(pack.size), HOLE))
        self.hole_number = {hole: number for number, hole in enumerate(self.holes)}
        self.renamed_holes = np.array(
            [
                [self.hole_number[tuple(sorted((way[a], way[b])))] for a, b in self.holes]
                for way in self.renamed.tolist()
            ]
        )
        self.masks = np.array([1 << self.cards[a] | 1 << self.cards[b] for a, b in self.holes])
        self.flops, self.boards = Sets(self, flop), Sets(self, flop + river)
        self.size = flop + river
        self.opponents = comb(pack.size - HOLE - self.size, HOLE)
        self.rivers = comb(pack.size - HOLE - flop, river)
        self.river = river
        self.deals = comb(pack.size, HOLE) * comb(pack.size - HOLE, flop) * self.rivers
        self.deals *= self.opponents

    def mask_of(self, cards: Sequence[int]) -> int:
        """Cards by number as a mask."""
        return sum(1 << self.cards[card] for card in cards)

    @cached_property
    def free(self) -> Flags:
        """[board class, hole]: whether the board leaves the hole."""
        boards = np.array([self.mask_of(cards) for cards in self.boards.cards])
        free: Flags = boards[:, None] & self.masks == 0
        return free

    def free_of(self, cards: Sequence[int]) -> Flags:
        """The holes that some cards leave."""
        free: Flags = self.masks & self.mask_of(cards) == 0
        return free

    @cached_property
    def strengths(self) -> Ints:
        """[board class, hole]: what the best three are worth; 0 where the hole is not free."""
        boards = np.array([self.mask_of(cards) for cards in self.boards.cards])
        return self.measure(boards)

    def measure(self, boards: Ints) -> Ints:
        """The strength of every hole on each of these boards."""
        found = np.zeros((len(boards), len(self.masks)), np.int64)
        rule = measure_holes.jit if len(boards) > FEW else measure_holes
        first, second = np.array(self.holes).T.copy()
        rule(boards, np.array([1 << card for card in self.cards]), first, second, found)
        return found

    @lru_cache(maxsize=2)  # noqa: B019 (a table lives as long as the program)
    def standing(self, needed: int) -> Counts:
        """[board class, hole, 4]: of the other side's holes those that are below mine and do not
        qualify, below and do, equal, and above."""
        found = np.zeros((*self.strengths.shape, 4), np.int32)
        first, second = np.array(self.holes).T.copy()
        count = count_holes.jit if len(self.boards) > FEW else count_holes
        for board in range(len(self.boards)):
            free = self.free[board].nonzero()[0]
            order = free[np.argsort(self.strengths[board, free], kind="stable")]
            count(
                order, first, second, self.strengths[board], needed, self.pack.size,
                self.opponents, found[board],
            )  # fmt: skip
        return found

    # From the last street to the first

    def ways_to_flop(self, flop: int) -> Iterator[tuple[int, int]]:
        """The boards that a flop may come to, by class and renaming."""
        cards = self.flops.cards[flop]
        left = [card for card in range(self.pack.size) if card not in cards]
        for more in combinations(left, self.river):
            yield self.boards.of((*cards, *more))

    def flops_of(self, board: int) -> Iterator[tuple[int, int]]:
        """The flops that a board may have come from, by class and renaming."""
        for cards in combinations(self.boards.cards[board], self.size - self.river):
            yield self.flops.of(cards)

    def every_flop(self) -> Iterator[tuple[Flags, int, int]]:
        """Every flop: the holes that it leaves, its class and renaming."""
        for cards, (number, way) in self.flops.found.items():
            yield self.free_of(cards), number, way


@kernel
def measure_holes(boards: Ints, cards: Ints, first: Ints, second: Ints, found: Ints) -> None:
    """The strength of every hole on every board that leaves it."""
    alone = [0] * len(cards)
    for b in range(len(boards)):
        board = int(boards[b])
        for i in range(len(cards)):
            alone[i] = 0 if int(cards[i]) & board else with_one(int(cards[i]), board)
        for h in range(len(first)):
            own = int(cards[first[h]]) | int(cards[second[h]])
            if not own & board:
                one = max(alone[first[h]], alone[second[h]])
                found[b, h] = max(one, with_both(own, board))


@kernel
def count_holes(
    order: Ints,
    first: Ints,
    second: Ints,
    strength: Ints,
    needed: int,
    cards: int,
    opponents: int,
    found: Counts,
) -> None:
    """How each hole stands to the others on one board; ``order`` has them by rising strength."""
    below = [0] * cards
    unqualified = [0] * cards
    alike = [0] * cards
    poor = 0
    for one in order:
        if strength[one] < needed:
            unqualified[first[one]] += 1
            unqualified[second[one]] += 1
            poor += 1
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and strength[order[end]] == strength[order[at]]:
            alike[first[order[end]]] += 1
            alike[second[order[end]]] += 1
            end += 1
        for i in range(at, end):
            one = order[i]
            a, b = first[one], second[one]
            lower = at - below[a] - below[b]
            same = end - at - alike[a] - alike[b] + 1  # mine was taken away twice
            weak = lower
            if strength[one] >= needed:
                weak = poor - unqualified[a] - unqualified[b]
            found[one, 0] = weak
            found[one, 1] = lower - weak
            found[one, 2] = same
            found[one, 3] = opponents - lower - same
        for i in range(at, end):
            a, b = first[order[i]], second[order[i]]
            below[a] += 1
            below[b] += 1
            alike[a] = 0
            alike[b] = 0
        at = end


class Solver:
    """The streets of one table at given stakes."""

    def __init__(self, table: Table, needed: int, stakes: Stakes) -> None:
        self.table, self.needed, self.stakes = table, needed, stakes

    @cached_property
    def showdown(self) -> Ints:
        """[board class, hole]: what staying in to the end comes to, over all of the other side."""
        counts, stakes = self.table.standing(self.needed), self.stakes
        worth: Ints = counts[..., 0] * np.int64(stakes.won_unqualified)
        worth += counts[..., 1] * np.int64(stakes.won)
        worth += counts[..., 3] * np.int64(stakes.lost)
        return worth

    @cached_property
    def last(self) -> Ints:
        """[board class, hole]: the better of the showdown and a fold."""
        fold = self.stakes.folds[2] * self.table.opponents
        return np.where(self.table.free, np.maximum(self.showdown, fold), 0)

    @cached_property
    def river_bet(self) -> Ints:
        """[flop class, hole]: what staying in on the flop comes to, over all that may follow."""
        found = np.zeros((len(self.table.flops), len(self.table.holes)), np.int64)
        for flop in range(len(found)):
            for board, way in self.table.ways_to_flop(flop):
                found[flop] += self.last[board, self.table.renamed_holes[way]]
        return found

    @cached_property
    def middle(self) -> Ints:
        """[flop class, hole]: the better of staying in on the flop and a fold."""
        fold = self.stakes.folds[1] * self.table.opponents * self.table.rivers
        return np.maximum(self.river_bet, fold)

    @cached_property
    def flop_bet(self) -> Ints:
        """[hole]: what staying in with two cards comes to, over all that may follow."""
        found = np.zeros(len(self.table.holes), np.int64)
        for free, flop, way in self.table.every_flop():
            found += np.where(free, self.middle[flop, self.table.renamed_holes[way]], 0)
        return found

    @property
    def each_hole(self) -> int:
        """The deals in which one hole is held."""
        return self.table.deals // len(self.table.holes)

    @cached_property
    def best(self) -> Plan:
        """The best choice everywhere; of equal ones the fold."""
        folds, opponents = self.stakes.folds, self.table.opponents
        return Plan(
            self.flop_bet > folds[0] * self.each_hole,
            self.river_bet > folds[1] * opponents * self.table.rivers,
            (self.showdown > folds[2] * opponents) & self.table.free,
        )

    # What becomes of all deals

    def reached(self, plan: Plan) -> Iterator[tuple[int, Flags, Flags]]:
        """Every board as often as there are flops in it: its class, the holes that are in the
        round on the flop, and those of them that stay in there."""
        for board in range(len(self.table.boards)):
            free = self.table.free[board] & plan.before
            for flop, way in self.table.flops_of(board):
                yield board, free, free & plan.flop[flop, self.table.renamed_holes[way]]

    def tally(self, plan: Plan) -> Tally:
        """All deals when the player keeps to a plan."""
        table, counts = self.table, self.table.standing(self.needed)
        folds, ends = [0, 0, 0], np.zeros(4, np.int64)
        for board, seen, stays in self.reached(plan):
            ways, shown = table.boards.ways[board], stays & plan.final[board]
            total = int(table.free[board].sum())
            folds[0] += ways * (total - int(seen.sum()))
            folds[1] += ways * int(seen.sum() - stays.sum())
            folds[2] += ways * int(stays.sum() - shown.sum())
            ends += ways * counts[board, shown].sum(axis=0, dtype=np.int64)
        unqualified, won, tied, lost = map(int, ends)
        first, second, third = (count * table.opponents for count in folds)
        return Tally((first, second, third), won, unqualified, tied, lost)


@lru_cache(maxsize=4)
def table_of(pack: Pack, flop: int, river: int) -> Table:
    """A deck, looked at once."""
    return Table(pack, flop, river)
