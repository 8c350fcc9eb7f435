"""Cards by kind, for ``board``: the deck, and the plain and the suited way to look at it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.counting.suit_class import suit_class
from houseway.hands.kernel import kernel
from houseway.hands.poker_tables import RANK_KEYS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

HOLE, FLOP, BOARD = 2, 3, 5
SUITED = 3  # cards of one suit on the board from which on a flush is possible


@dataclass(frozen=True)
class Deck:
    """The cards: ranks as numbers, a deuce being nought, and how many suits there are."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    def __post_init__(self) -> None:
        if not 2 <= self.suits <= 4 or len(self) < BOARD + 2 * HOLE:
            raise ValueError(f"{len(self)} cards in {self.suits} suits are too few for the game")

    def __len__(self) -> int:
        return len(self.ranks) * self.suits

    @property
    def cards(self) -> list[int]:
        """The cards by their numbers (16 a suit), rank by rank."""
        return [16 * suit + rank for rank in self.ranks for suit in range(self.suits)]

    @property
    def opponents(self) -> int:
        """What the dealer can hold when seven cards are known."""
        return comb(len(self) - HOLE - BOARD, HOLE)

    @property
    def ends(self) -> int:
        """The ways in which a board can end after the flop."""
        return comb(len(self) - HOLE - FLOP, BOARD - FLOP)

    @property
    def flops(self) -> int:
        """The flops that two cards in the hand leave."""
        return comb(len(self) - HOLE, FLOP)

    @property
    def deals(self) -> int:
        """All deals: the hand, the flop, the end of the board, the dealer's cards."""
        return comb(len(self), HOLE) * self.flops * self.ends * self.opponents


@dataclass(frozen=True, eq=False)
class Kinds:
    """One way to look at cards: kinds with their copies, and every board, two in the hand, flop.

    The kinds of a set rise. ``plain_of`` and ``plain_hole`` lead from suited boards and holes to
    those of the same ranks.
    """

    copies: Ints
    keys: Words
    bits: Words
    boards: Ints
    plain_of: Ints
    plain_hole: Ints

    @cached_property
    def holes(self) -> Ints:
        """The two kinds of every hole, in the order of ``hole_index``."""
        kinds = range(len(self.copies))
        return np.array([(low, high) for high in kinds for low in range(high + 1)], np.int64)

    @property
    def flops(self) -> int:
        """How many sets of three kinds there are."""
        return comb(len(self.copies) + 2, 3)


@kernel
def hole_index(low: int, high: int) -> int:
    """Two kinds, the lower first, as one number."""
    return high * (high + 1) // 2 + low


@kernel
def flop_index(low: int, middle: int, high: int) -> int:
    """Three kinds in rising order as one number."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


# Two cards in the hand


@lru_cache(maxsize=4)
def holes_of(deck: Deck) -> list[tuple[int, int]]:
    """Every hole as two cards, in the order that plans have them."""
    return [(low, high) for n, high in enumerate(deck.cards) for low in deck.cards[:n]]


@lru_cache(maxsize=4)
def classes_of(deck: Deck) -> dict[tuple[int, ...], list[int]]:
    """The holes that differ only in the names of suits, together."""
    found: dict[tuple[int, ...], list[int]] = {}
    for i, hole in enumerate(holes_of(deck)):
        found.setdefault(suit_class(hole), []).append(i)
    return found


@lru_cache(maxsize=4)
def looks_of(deck: Deck) -> Ints:
    """For each hole its plain number, and its suited one for each suit."""
    suits, ranks = deck.suits, len(deck.ranks)
    place = {card: i for i, card in enumerate(deck.cards)}
    found = []
    for low, high in holes_of(deck):
        one, other = place[low], place[high]
        row = [hole_index(one // suits, other // suits)]
        for suit in range(suits):
            kinds = (c // suits + ranks * (c % suits == suit) for c in (one, other))
            row.append(hole_index(*sorted(kinds)))
        found.append(row)
    return np.array(found, np.int64)


# The two ways to look


def plain_kinds(deck: Deck) -> Kinds:
    """Cards by rank alone."""
    ranks = range(len(deck.ranks))
    boards = [
        board
        for board in combinations_with_replacement(ranks, BOARD)
        if max(Counter(board).values()) <= deck.suits
    ]
    holes = len(ranks) * (len(ranks) + 1) // 2
    return Kinds(
        np.full(len(ranks), deck.suits, np.int64),
        np.array([RANK_KEYS[rank] for rank in deck.ranks], np.uint64),
        np.zeros(len(ranks), np.uint64),
        np.array(boards, np.int64),
        np.arange(len(boards)),
        np.arange(holes),
    )


def suited_kinds(deck: Deck, plain: Kinds) -> Kinds:
    """Cards by rank and by whether they are of the suit that the board has three of.

    A card of another suit has its rank's number, one of the suit that and the number of ranks.
    """
    count = len(deck.ranks)
    numbers = {tuple(board): i for i, board in enumerate(plain.boards.tolist())}
    boards, plain_of = [], []
    for size in range(SUITED, BOARD + 1):
        for others in combinations_with_replacement(range(count), BOARD - size):
            if others and max(Counter(others).values()) > deck.suits - 1:
                continue
            for suited in combinations(range(count), size):
                boards.append((*others, *(rank + count for rank in suited)))
                plain_of.append(numbers[tuple(sorted(others + suited))])
    kinds = range(2 * count)
    plain_hole = [
        hole_index(*sorted((low % count, high % count)))
        for high in kinds
        for low in range(high + 1)
    ]
    one_of_suit = 1 << 32  # in the counter of the first suit
    return Kinds(
        np.repeat(np.array([deck.suits - 1, 1], np.int64), count),
        np.array(
            [RANK_KEYS[r] for r in deck.ranks] + [RANK_KEYS[r] + one_of_suit for r in deck.ranks],
            np.uint64,
        ),
        np.array([0] * count + [1 << rank for rank in deck.ranks], np.uint64),
        np.array(boards, np.int64).reshape(-1, BOARD),
        np.array(plain_of, np.int64),
        np.array(plain_hole, np.int64),
    )


@lru_cache(maxsize=4)
def kinds_of(deck: Deck) -> tuple[Kinds, Kinds]:
    """The plain and the suited way to look at a deck."""
    plain = plain_kinds(deck)
    return plain, suited_kinds(deck, plain)


# Cards that stand for kinds


@kernel
def stand_in(rank: int, low: int, start: int, suits: int, used: int) -> int:
    """A card of some rank that is not among those used, as a mask, or 0: of a suit from ``low`` on,
    the suit ``start`` after it tried first."""
    for turn in range(suits - low):
        card = 1 << 16 * (low + (start + turn) % (suits - low)) + rank
        if not used & card:
            return card
    return 0


@kernel
def board_cards(board: Ints, ranks: Ints, suits: int, is_plain: bool) -> int:
    """A board of these kinds, as a mask; a plain one has no three cards of a suit."""
    cards = 0
    for i in range(len(board)):
        if board[i] >= len(ranks):
            cards |= 1 << ranks[board[i] - len(ranks)]
        else:
            cards |= stand_in(ranks[board[i]], 0 if is_plain else 1, i, suits, cards)
    return cards


@kernel
def hole_cards(a: int, b: int, board: int, ranks: Ints, suits: int, is_plain: bool) -> int:
    """Two cards of these kinds as a mask, or 0 if the board does not leave them."""
    cards = 0
    for kind in (a, b):
        if kind >= len(ranks):
            card = 1 << ranks[kind - len(ranks)]
            if card & (board | cards):
                return 0
        else:
            card = stand_in(ranks[kind], 0 if is_plain else 1, 0, suits, board | cards)
            if card == 0:
                return 0
        cards |= card
    return cards
