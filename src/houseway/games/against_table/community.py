"""Three cards of a player's own and three community cards: every board counted for every class.

A player's cards differ only in the names of suits within a class (``held.classes``), so that each
class is counted once. Hands are told apart by category, and a pair by its rank as well: prices and
thresholds play no part, and one table serves every paytable.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.against_table.held import classes
from houseway.games.authoring.pair_rows import KINDS, kind_of
from houseway.hands.kernel import kernel
from houseway.hands.lookup import BITS, EMPTY, KEYS, STRENGTHS, place_of_five

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cards = NDArray[np.uint8]
    Ints = NDArray[np.int64]

OWN = 3
BOARD = 3


@lru_cache(maxsize=1)
def kinds() -> Cards:
    """The kind of every hand by its place."""
    return np.array([kind_of(one) for one in STRENGTHS.tolist()], np.uint8)


def boards(cards: tuple[int, ...]) -> int:
    """How many boards there are for three cards of a player's own."""
    return comb(len(cards) - OWN, BOARD)


@lru_cache(maxsize=4)
def keeping_two(cards: tuple[int, ...]) -> Ints:
    """For each class and each of its three cards that is discarded: how many boards make each kind
    of hand with the other two."""
    own = np.array([one.example for one in classes(cards, OWN)], np.uint8)
    found = np.zeros((len(own), OWN, len(KINDS)), np.int64)
    count_keeping_two.jit(np.array(cards, np.uint8), own, kinds(), found)
    return found


@lru_cache(maxsize=4)
def using_three(cards: tuple[int, ...]) -> Ints:
    """For each class: how many boards make each kind of hand, the best of all three cards with two
    of the board."""
    own = np.array([one.example for one in classes(cards, OWN)], np.uint8)
    found = np.zeros((len(own), len(KINDS)), np.int64)
    count_using_three.jit(np.array(cards, np.uint8), own, kinds(), found)
    return found


@kernel
def others(cards: Cards, own: Cards, left: Cards) -> None:
    """The cards that are not among a player's own."""
    at = 0
    for card in cards:
        if card != own[0] and card != own[1] and card != own[2]:
            left[at] = card
            at += 1


@kernel
def count_keeping_two(cards: Cards, own: Cards, kinds: Cards, found: Ints) -> None:
    """Every board for every class and discard."""
    left = np.zeros(len(cards) - 3, np.uint8)
    for n in range(len(own)):
        others(cards, own[n], left)
        for i in range(len(left)):
            for j in range(i):
                for k in range(j):
                    key = EMPTY + KEYS[left[i]] + KEYS[left[j]] + KEYS[left[k]]
                    bits = BITS[left[i]] | BITS[left[j]] | BITS[left[k]]
                    for away in range(3):
                        one, two = own[n, (away + 1) % 3], own[n, (away + 2) % 3]
                        place = place_of_five(
                            key + KEYS[one] + KEYS[two], bits | BITS[one] | BITS[two]
                        )
                        found[n, away, kinds[place]] += 1


@kernel
def best_of_board(key: Any, bits: Any, a: Any, b: Any, c: Any) -> Any:
    """The place of the best hand of three cards (their keys and mask) with two of three others."""
    one = place_of_five(key + KEYS[a] + KEYS[b], bits | BITS[a] | BITS[b])
    two = place_of_five(key + KEYS[a] + KEYS[c], bits | BITS[a] | BITS[c])
    three = place_of_five(key + KEYS[b] + KEYS[c], bits | BITS[b] | BITS[c])
    return max(one, two, three)


@kernel
def count_using_three(cards: Cards, own: Cards, kinds: Cards, found: Ints) -> None:
    """Every board for every class."""
    left = np.zeros(len(cards) - 3, np.uint8)
    for n in range(len(own)):
        others(cards, own[n], left)
        key = EMPTY + KEYS[own[n, 0]] + KEYS[own[n, 1]] + KEYS[own[n, 2]]
        bits = BITS[own[n, 0]] | BITS[own[n, 1]] | BITS[own[n, 2]]
        for i in range(len(left)):
            for j in range(i):
                for k in range(j):
                    found[n, kinds[best_of_board(key, bits, left[i], left[j], left[k])]] += 1
