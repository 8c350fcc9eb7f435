"""Hold 'em against a dealer who always plays: a bet to stay in, then a bet or a check on the flop
and on the turn.

A wager that is made or not, and wins or loses with the hand, is worth the same whatever else is
bet. So each street by itself asks whether the hand wins more often than it loses, and the bet that
stays in is worth itself and what the later streets are worth at their best. Boards are looked at
plain and suited, as in ``board``; what is counted there for flops is counted here for the first
four cards too.

``Streets`` finds what a wager is worth everywhere, and how many deals come to what under any
choices. It knows no game. It needs numpy; import it where the work begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.against_dealer.board_kinds import (
    BOARD,
    FLOP,
    SUITED,
    Deck,
    classes_of,
    holes_of,
    kinds_of,
    looks_of,
)
from houseway.games.against_dealer.street_sums import (
    BINOMIAL,
    stand_boards,
    sum_flops,
    sum_fours,
    tally_streets,
    weigh_fours,
    worth_of_sets,
)
from houseway.hands.kernel import thread_pool
from houseway.hands.poker import CATEGORIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.games.against_dealer.board_kinds import Kinds

    Ints = NDArray[np.int64]
    Counts = NDArray[np.int32]
    Small = NDArray[np.int16]
    Choices = NDArray[np.uint8]

FOUR = 4
ORDERS = comb(BOARD, FLOP) * 2  # in which five cards come as flop, turn and river
ENDS = 3
THREADS = 2


@dataclass(frozen=True, eq=False)
class Sets:
    """One set of cards of each class that differs only in the names of suits, as numbers of cards
    in the deck's order, and how many are like it."""

    cards: Ints
    weights: Ints


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do: whether to stay in with every hole, and whether to bet with every hole on every
    class of flops, and of first four cards."""

    before: Choices
    flop: Choices
    turn: Choices


@dataclass(frozen=True, eq=False)
class Stand:
    """Every hole on every board, in one way to look at them."""

    kinds: Kinds
    hands: Choices
    won: Small
    lost: Small
    counts: Ints  # [hole, category, end]


class Streets:
    """One deck, and wagers that win ``gain`` or lose ``loss``."""

    def __init__(self, deck: Deck, gain: int = 1, loss: int = 1) -> None:
        self.deck = deck
        self.prices = gain, loss
        self.cards = deck.cards
        self.place = {card: i for i, card in enumerate(self.cards)}
        self.shape = deck.suits, len(deck.ranks)
        self.kinds = kinds_of(deck)

    @property
    def each(self) -> int:
        """The deals in which one hole is held: flop, turn, river and the dealer's cards."""
        return self.deck.flops * self.deck.ends * 2 * self.deck.opponents

    @property
    def deals(self) -> int:
        """All deals."""
        return len(self.holes) * self.each

    # -- what there is -----------------------------------------------------------------------

    @property
    def holes(self) -> list[tuple[int, int]]:
        """Every hole as two cards, in the order that plans have them."""
        return holes_of(self.deck)

    @property
    def classes(self) -> dict[tuple[int, ...], list[int]]:
        """The holes that differ only in the names of suits, together."""
        return classes_of(self.deck)

    @cached_property
    def pairs(self) -> Ints:
        """Every hole as two numbers of cards."""
        return np.array([[self.place[card] for card in hole] for hole in self.holes], np.int64)

    @property
    def looks(self) -> Ints:
        """For each hole its plain number, and its suited one for each suit."""
        return looks_of(self.deck)

    @cached_property
    def flops(self) -> Sets:
        """Every class of flops."""
        return self._sets(FLOP)

    @cached_property
    def fours(self) -> Sets:
        """Every class of first four cards."""
        return self._sets(FOUR)

    def _sets(self, size: int) -> Sets:
        suits, _ = self.shape
        cards = np.array(list(combinations(range(len(self.cards)), size)), np.int64)
        held = np.zeros((len(cards), suits), np.int64)
        for at in range(size):
            held[np.arange(len(cards)), cards[:, at] % suits] |= 1 << cards[:, at] // suits
        held.sort(axis=1)
        names = held @ (1 << 13 * np.arange(suits, dtype=np.int64))
        _, first, weights = np.unique(names, return_index=True, return_counts=True)
        return Sets(cards[first], weights)

    @cached_property
    def _orders(self) -> list[Ints]:
        """What each renaming of suits makes of the cards, by number."""
        numbered, suits = np.arange(len(self.cards)), self.shape[0]
        return [
            numbered // suits * suits + np.array(order)[numbered % suits]
            for order in permutations(range(suits))
        ]

    @cached_property
    def renamed(self) -> Counts:
        """What each renaming of suits makes of the holes."""
        low, high = self.pairs.T
        numbers = np.zeros((len(self.cards),) * 2, np.int32)
        numbers[low, high] = numbers[high, low] = np.arange(len(low))
        return np.array([numbers[into[low], into[high]] for into in self._orders], np.int32)

    def ways(self, sets: Sets) -> tuple[Ints, Ints]:
        """Of every set of so many cards, by ``set_number``, its class and the renaming of suits
        that makes it of its class."""
        size = sets.cards.shape[1]
        kind = np.zeros(comb(len(self.cards), size), np.int64)
        way = np.zeros_like(kind)
        for i, into in enumerate(self._orders):
            like = np.sort(np.argsort(into)[sets.cards], axis=1)
            places = sum(BINOMIAL[like[:, at], at + 1] for at in range(size))
            kind[places], way[places] = np.arange(len(like)), i
        return kind, way

    def _rows(self, size: int) -> tuple[Ints, Ints]:
        """Where the sums of sets of so many kinds are kept, plain and suited: suited ones only
        where the board can still have enough of the suit."""
        ranks = self.shape[1]
        plain = np.arange(comb(ranks + size - 1, size), dtype=np.int64)
        suited = np.full(comb(2 * ranks + size - 1, size), -1, np.int64)
        n = 0
        for kinds in combinations_with_replacement(range(2 * ranks), size):
            if sum(kind >= ranks for kind in kinds) >= SUITED - (BOARD - size):
                suited[sum(comb(kind + i, i + 1) for i, kind in enumerate(kinds))] = n
                n += 1
        return plain, suited

    @cached_property
    def _four_rows(self) -> tuple[Ints, Ints]:
        return self._rows(FOUR)

    # -- what a wager is worth ---------------------------------------------------------------

    @cached_property
    def stand(self) -> tuple[Stand, Stand]:
        """Every hole on every board, plain and suited."""
        plain = self._stand(self.kinds[0], None)
        return plain, self._stand(self.kinds[1], plain)

    def _stand(self, kinds: Kinds, plain: Stand | None) -> Stand:
        shape = len(kinds.boards), len(kinds.holes)
        hands = np.zeros(shape, np.uint8)
        won, lost = np.full(shape, -1, np.int16), np.full(shape, -1, np.int16)
        looks = kinds.copies, kinds.keys, kinds.bits, kinds.holes
        known = (plain.hands, plain.won, plain.lost) if plain else (hands, won, lost)

        def work(shard: int) -> Ints:
            counts = np.zeros((len(kinds.holes), len(CATEGORIES), ENDS), np.int64)
            stand_boards.jit(
                kinds.boards, looks, self.deck.opponents, (shard, THREADS),
                (kinds.plain_of, kinds.plain_hole, *known), plain is None,
                hands, won, lost, counts,
            )  # fmt: skip
            return counts

        with thread_pool(THREADS) as pool:
            parts: list[Ints] = list(pool.map(work, range(THREADS)))
        return Stand(kinds, hands, won, lost, sum(parts[1:], parts[0]))

    @cached_property
    def four_sums(self) -> tuple[Counts, Counts]:
        """What a wager is worth on the first four cards, plain and suited."""
        sums = []
        plain = self.stand[0]
        for stand, rows in zip(self.stand, self._four_rows, strict=True):
            kinds = stand.kinds
            found = np.zeros((int(rows.max()) + 1, len(kinds.holes)), np.int32)
            sum_fours.jit(
                kinds.boards, kinds.copies, kinds.holes, rows, self.prices, stand.won, stand.lost,
                (kinds.plain_of, kinds.plain_hole, plain.won, plain.lost), stand is plain, found,
            )  # fmt: skip
            sums.append(found)
        return sums[0], sums[1]

    @cached_property
    def flop_sums(self) -> tuple[Ints, Ints]:
        """What a wager is worth on the flop, plain and suited."""
        sums = []
        for kinds, rows, fours in zip(self.kinds, self._four_rows, self.four_sums, strict=True):
            count = len(kinds.copies)
            flops = list(combinations_with_replacement(range(count), FLOP))
            order = sorted(flops, key=lambda flop: flop[::-1])
            found = np.zeros((len(order), len(kinds.holes)), np.int64)
            sum_flops.jit(np.array(order, np.int64), kinds.copies, kinds.holes, rows, fours, found)
            sums.append(found)
        return sums[0], sums[1]

    @cached_property
    def on_flops(self) -> tuple[Ints, Ints]:
        """What a wager is worth with every hole on every class of flops; and each hole's total
        where it is worth something."""
        return self._worth(self.flops, self._flop_rows, self.flop_sums)

    @cached_property
    def on_turns(self) -> tuple[Ints, Ints]:
        """The same on every class of first four cards."""
        return self._worth(self.fours, self._four_rows, self.four_sums)

    @property
    def _flop_rows(self) -> tuple[Ints, Ints]:
        ranks = self.shape[1]
        plain, suited = (np.arange(comb(n + FLOP - 1, FLOP)) for n in (ranks, 2 * ranks))
        return plain, suited

    def _worth(
        self, sets: Sets, rows: tuple[Ints, Ints], sums: tuple[Any, Any]
    ) -> tuple[Ints, Ints]:
        found = np.zeros((len(sets.cards), len(self.holes)), sums[0].dtype)

        def work(shard: int) -> Ints:
            totals = np.zeros(len(self.holes), np.int64)
            worth_of_sets.jit(
                sets.cards, sets.weights, self.shape, self.pairs, self.looks, rows, sums,
                (shard, THREADS), found, totals,
            )  # fmt: skip
            return totals

        with thread_pool(THREADS) as pool:
            parts: list[Ints] = list(pool.map(work, range(THREADS)))
        return found, sum(parts[1:], parts[0])

    @cached_property
    def counts(self) -> Ints:
        """The deals of each hole by category and end, each board in every order."""
        plain, suited = self.stand
        found: Ints = plain.counts[self.looks[:, 0]]
        for suit in range(self.deck.suits):
            found = found + suited.counts[self.looks[:, 1 + suit]]
        return found * ORDERS

    @cached_property
    def later(self) -> tuple[Ints, Ints]:
        """What the wagers on the flop and on the turn are worth to each hole at their best, over
        its deals."""
        flop, turn = self.on_flops[1].copy(), self.on_turns[1] * FOUR
        for alike in self.classes.values():
            # one set stands for all that are like it, so a class is right only as a whole
            for worth in (flop, turn):
                worth[alike] = worth[alike].sum() // len(alike)
        return flop, turn

    # -- choices -----------------------------------------------------------------------------

    def best_later(self, before: Choices) -> Plan:
        """The best choice on flop and turn, for holes that stay in or not; of equals, check."""
        flop, turn = ((worth > 0).astype(np.uint8) for worth, _ in (self.on_flops, self.on_turns))
        return Plan(before, flop, turn)

    def tally(self, plan: Plan) -> Ints:
        """The deals of holes that stay in, by whether they bet on flop and turn (two bits, the
        flop's first), by category and by end."""
        rows = self._four_rows
        weights = [
            np.zeros((int(some.max()) + 1, len(kinds.holes), 4), np.int32)
            for some, kinds in zip(rows, self.kinds, strict=True)
        ]
        weigh_fours.jit(
            self.fours.cards, self.fours.weights, self.shape, self.pairs, self.looks, rows,
            self.ways(self.flops), self.renamed, (plan.before, plan.flop, plan.turn),
            weights[0], weights[1],
        )  # fmt: skip
        plain = self.stand[0]
        moved = np.zeros((*plain.hands.shape, 4), np.int64)
        found = np.zeros((4, len(CATEGORIES), ENDS), np.int64)
        for at in (1, 0):  # plain boards last: they are what is left
            stand = self.stand[at]
            kinds = stand.kinds
            tally_streets.jit(
                kinds.boards, kinds.copies, kinds.holes, rows[at], stand.hands, stand.won,
                stand.lost, self.deck.opponents, (kinds.plain_of, kinds.plain_hole),
                stand is plain, weights[at], moved, found,
            )  # fmt: skip
        if int(found.sum()) != int(plan.before.sum()) * self.each:
            raise AssertionError(f"{int(found.sum())} deals, not as many as there are")
        return found

    # -- one hand ----------------------------------------------------------------------------

    def hole_number(self, hole: Sequence[int]) -> int:
        """The number of a hole in plans."""
        low, high = sorted(self.place[card] for card in hole)
        return high * (high - 1) // 2 + low

    def on_cards(self, hole: Sequence[int], board: Sequence[int]) -> Fraction:
        """What one more wager of one unit is worth to a hand with three or four cards out."""
        cards = np.array(sorted(self.place[card] for card in board), np.int64)
        known = Sets(cards[None, :], np.ones(1, np.int64))
        if len(cards) == FLOP:
            worth, _ = self._worth(known, self._flop_rows, self.flop_sums)
            share = self.deck.ends * 2 * self.deck.opponents
        else:
            worth, _ = self._worth(known, self._four_rows, self.four_sums)
            share = (len(self.cards) - 2 - FOUR) * self.deck.opponents
        return Fraction(int(worth[0, self.hole_number(hole)]), share)


@lru_cache(maxsize=2)
def streets_of(deck: Deck, gain: int = 1, loss: int = 1) -> Streets:
    """A deck's streets, found once."""
    return Streets(deck, gain, loss)
