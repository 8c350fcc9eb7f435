"""Counts of the hands of a deck by strength, enumerated by compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.hands.kernel import kernel
from houseway.hands.lookup import (
    BITS,
    EMPTY,
    KEYS,
    STRENGTHS,
    place_of_five,
    place_of_seven,
    place_of_six,
)
from houseway.hands.poker import CATEGORIES, category

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Cards = NDArray[np.uint8]
    Ints = NDArray[np.int64]

ONE = np.uint64(1)


def count_by_category(cards: Sequence[int], size: int) -> dict[str, int]:
    """Return how many hands of five, six or seven of these cards fall into each category."""
    found = dict.fromkeys(CATEGORIES, 0)
    for strength, count in count_by_strength(tuple(cards), size).items():
        found[CATEGORIES[category(strength)]] += count
    return found


@lru_cache(maxsize=16)
def count_by_strength(cards: tuple[int, ...], size: int) -> dict[int, int]:
    """Return how many hands of five, six or seven of these cards have each strength, the weakest
    first."""
    if not 5 <= size <= 7:
        raise ValueError(f"a poker hand is the best of five to seven cards, not of {size}")
    counts = np.zeros(len(STRENGTHS), np.int64)
    if len(cards) >= size:
        deal_all.jit(np.array(cards, np.uint8), size, counts)
    if int(counts.sum()) != comb(len(cards), size):
        raise AssertionError(f"{int(counts.sum())} hands of {comb(len(cards), size)}")
    return {
        strength: count
        for strength, count in zip(STRENGTHS.tolist(), counts.tolist(), strict=True)
        if count
    }


@kernel
def deal_all(cards: Cards, size: int, counts: Ints) -> None:
    """Enumerate all hands like the digits of a counter, with an inner loop for the last card."""
    next_card = np.zeros(size, np.uint64)
    total = np.full(size, EMPTY)
    hand = np.zeros(size, np.uint64)
    deck, last, depth = np.uint64(len(cards)), size - 1, 0
    while depth >= 0:
        if depth == last:
            deal_last(cards, next_card[last], total[last], hand[last], size, counts)
            depth -= 1
        elif next_card[depth] < deck:
            card = cards[next_card[depth]]
            next_card[depth] += ONE
            depth += 1
            next_card[depth] = next_card[depth - 1]
            total[depth] = total[depth - 1] + KEYS[card]
            hand[depth] = hand[depth - 1] | BITS[card]
        else:
            depth -= 1


@kernel
def deal_last(cards: Cards, first: int, total: int, hand: int, size: int, counts: Ints) -> None:
    """Every last card from ``first`` on, for a hand that lacks one."""
    deck = np.uint64(len(cards))
    if size == 5:
        for i in range(first, deck):
            counts[place_of_five(total + KEYS[cards[i]], hand | BITS[cards[i]])] += 1
    elif size == 6:
        for i in range(first, deck):
            counts[place_of_six(total + KEYS[cards[i]], hand | BITS[cards[i]])] += 1
    else:
        for i in range(first, deck):
            counts[place_of_seven(total + KEYS[cards[i]], hand | BITS[cards[i]])] += 1
