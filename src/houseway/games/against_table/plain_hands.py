"""Every hand of five cards in plain arithmetic, for second counts.

This knows nothing of ``hands``: ranks are sorted and looked at, and that is all.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NAMES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip
RANKS = 13


class Hands(NamedTuple):
    """All hands of a deck of thirteen ranks and four suits: their cards (suit times thirteen plus
    rank, rising), what they are by name, and the rank that a pair is of."""

    cards: NDArray[Any]
    kind: NDArray[Any]
    paired: NDArray[Any]


def sets_of(size: int) -> NDArray[Any]:
    """Every set of so many cards of 52."""
    flat = chain.from_iterable(combinations(range(4 * RANKS), size))
    count = comb(4 * RANKS, size)
    return np.fromiter(flat, np.int8, size * count).reshape(count, size)


@lru_cache(maxsize=1)
def every_hand() -> Hands:
    """Every five cards."""
    cards = sets_of(5)
    return Hands(cards, *judged(cards))


def judged(cards: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What each row of five cards is, and the highest rank that comes more than once."""
    ranks = np.sort(cards % RANKS, axis=1)
    same = ranks[:, 1:] == ranks[:, :-1]
    twice, three = same.sum(axis=1), (same[:, 1:] & same[:, :-1])
    four = (three[:, 1:] & three[:, :-1]).any(axis=1)
    row = (twice == 0) & (ranks[:, 4] - ranks[:, 0] == 4)
    wheel = (ranks == np.array([0, 1, 2, 3, 12], ranks.dtype)).all(axis=1)
    suits = cards // RANKS
    flush = (suits == suits[:, :1]).all(axis=1)
    straight = row | wheel
    kind = np.select(
        [
            flush & row & (ranks[:, 0] == 8), flush & straight, four, twice == 3, flush, straight,
            three.any(axis=1), twice == 2, twice == 1,
        ],
        [9, 8, 7, 6, 5, 4, 3, 2, 1],
        0,
    )  # fmt: skip
    paired = np.where(same, ranks[:, 1:], -1).max(axis=1)
    return kind.astype(np.int8), paired.astype(np.int8)


def numbers(sets: NDArray[Any]) -> Ints:
    """The place of each set, cards rising, among all sets of that size."""
    size = sets.shape[1]
    ways = np.array([[comb(n, i + 1) for i in range(size)] for n in range(4 * RANKS)], np.int64)
    return sum((ways[sets[:, i], i] for i in range(size)), np.zeros(len(sets), np.int64))


ROWS = (*NAMES, "middle_pair", "high_pair")


def rows_of(kind: NDArray[Any], paired: NDArray[Any], win: str, push: str) -> NDArray[Any]:
    """Each hand by its row: the names, and after them the pairs that push and those that win."""
    order = "23456789TJQKA"
    pair = kind == NAMES.index("pair")
    wins, pushes = paired >= order.index(win), paired >= order.index(push)
    found: NDArray[Any] = np.where(
        pair & wins,
        ROWS.index("high_pair"),
        np.where(pair & pushes, ROWS.index("middle_pair"), kind),
    )
    return found
