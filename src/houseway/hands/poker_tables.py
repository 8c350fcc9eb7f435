"""The tables behind ``lookup``: the rule of ``poker.strength`` written out.

A card's rank has a key, and the sum of the keys of a hand names its ranks, whatever order they came
in. The sums are few and far between, so a table is laid out in rows that are shifted against each
other until they fill each other's gaps: a place in it is the row's start and the column.

Building takes a second or two; the tables are then kept on disk beside the compiled kernels.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from houseway.hands.kernel import cache_directory, kernel
from houseway.hands.poker import strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.uint16]
    Ints = NDArray[np.int64]
    Table = NDArray[np.generic]

SIZES = (5, 6, 7)
STRENGTHS = 7462

# Sums of up to seven of these, none taken more than four times, are all different (checked when
# the tables are built). There is no formula for them: they were found by search.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

ROW = 9  # a row is 2**9 sums
SUITS = 1 << 13  # everything that one suit can give, as a mask
ROOM = 1 << 18  # more than any table takes


@cache
def tables() -> dict[str, Table]:
    """Every table, from disk, or built and put there.

    ``strengths``: all strengths of five cards, the weakest first; a *place* is a position in it.
    ``flushes``: the place of five or more cards of one suit, by its mask. ``places_7`` and
    ``starts_7``: the table for seven cards without a flush, and where its rows start.
    """
    path = cache_directory(Path(__file__)) / "poker_tables.npz"
    try:
        with np.load(path) as kept:
            return dict(kept)
    except (OSError, ValueError):
        built = build()
    unfinished = path.with_name(f"poker_tables.{os.getpid()}.npz")
    np.savez(unfinished, **built)  # type: ignore[arg-type]
    unfinished.replace(path)  # atomically, so that no process reads half a file
    return built


def build() -> dict[str, Table]:
    """Every table, from the rule."""
    suits = [mask for mask in range(SUITS) if mask.bit_count() >= 5]
    flushes = [strength(mask) for mask in suits]
    hands = {size: list(rank_hands(size)) for size in SIZES}
    of_ranks = {size: [strength(hand) for _, hand in known] for size, known in hands.items()}
    order = np.unique(np.array(of_ranks[5] + flushes, np.int64))
    if len(order) != STRENGTHS:
        raise AssertionError(f"{len(order)} strengths of five cards, not {STRENGTHS}")
    of_one_suit = np.zeros(SUITS, np.uint16)
    of_one_suit[suits] = np.searchsorted(order, flushes)
    found: dict[str, Table] = {"strengths": order, "flushes": of_one_suit}
    for size, known in hands.items():
        sums = np.array([total for total, _ in known], np.int64)
        if len(np.unique(sums)) != len(sums):
            raise AssertionError("two sets of ranks with one sum of keys")
        values = np.searchsorted(order, of_ranks[size]).astype(np.uint16)
        found[f"places_{size}"], starts = in_rows(sums, values)
        found[f"starts_{size}"] = starts.astype(np.uint32)
    return found


def rank_hands(size: int) -> Iterator[tuple[int, int]]:
    """Every set of ranks of that many cards: its sum of keys, and a hand of it without a flush.

    Suits are dealt round and round, so that none comes up often.
    """

    def further(rank: int, left: int, total: int, hand: int) -> Iterator[tuple[int, int]]:
        if not left:
            yield total, hand
        elif rank < len(RANK_KEYS):
            for count in range(min(4, left) + 1):
                turns = range(size - left, size - left + count)
                more = sum(1 << 16 * (turn % 4) + rank for turn in turns)
                added = count * RANK_KEYS[rank]
                yield from further(rank + 1, left - count, total + added, hand | more)

    return further(0, size, 0, 0)


def in_rows(sums: Ints, values: Places) -> tuple[Places, Ints]:
    """Lay the values out in rows, long rows first, and say where each row starts."""
    order = np.argsort(sums)
    sums, values = sums[order], values[order]
    rows = int(sums[-1] >> ROW) + 1
    begin = np.searchsorted(sums >> ROW, np.arange(rows + 1))
    longest_first = np.argsort(begin[:-1] - begin[1:], kind="stable")
    column = sums & ((1 << ROW) - 1)
    taken, table, starts = np.zeros(ROOM, np.bool_), np.zeros(ROOM, np.uint16), np.zeros_like(begin)
    end = fit_rows.jit(column, values, begin, longest_first, taken, table, starts)
    return table[:end], starts[:-1]


@kernel
def fit_rows(
    column: Ints,
    values: Places,
    begin: Ints,
    rows: Ints,
    taken: NDArray[np.bool_],
    table: Places,
    starts: Ints,
) -> int:
    """Put each row where it first fits and note its start; the end of the table is returned."""
    end = 0
    for row in rows:
        first, last = begin[row], begin[row + 1]
        if first == last:
            continue
        start = 0
        fits = False
        while not fits:
            fits = True
            for i in range(first, last):
                if taken[start + column[i]]:
                    fits = False
                    start += 1
                    break
        for i in range(first, last):
            place = start + column[i]
            taken[place] = True
            table[place] = values[i]
            end = max(end, place + 1)
        starts[row] = start
    return end
