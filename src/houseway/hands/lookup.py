"""Poker hands by the million: the rule of ``poker.strength`` as a look into a table.

Every card has a key, and the keys of a hand are added up: the low half of the sum names the ranks
of the hand, and above it a counter a suit shows whether five cards are of one suit. One look into
a table gives the hand's *place*: its position among all 7,462 hands that differ in strength, the
weakest first. Places compare as strengths do, and ``STRENGTHS`` leads back to them.

The tables are filled by ``poker.strength`` itself (``poker_tables``), so there is one rule. They
are globals because the compiler makes twice as much of a table that cannot change. This module
needs numpy and reads the tables: import it where bulk work begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.hands.kernel import kernel
from houseway.hands.poker_tables import RANK_KEYS, ROW, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.uint16]
    Cards = NDArray[np.uint8]
    Word = np.uint64 | int
    Place = Any  # a position in ``STRENGTHS``

# Words are unsigned throughout: a signed index costs a test whether it counts from the end
EMPTY = np.uint64(0x3333 << 32)  # counters begin at three, so that eight says "five or more"
FLUSH = np.uint64(0x8888 << 32)
NOTHING = np.uint64(0)
CLUBS, DIAMONDS, HEARTS = np.uint64(8 << 32), np.uint64(8 << 36), np.uint64(8 << 40)
D, H, S = np.uint64(16), np.uint64(32), np.uint64(48)  # where these suits begin in a mask
SUIT = np.uint64(0x1FFF)
SUM = np.uint64(0xFFFFFFFF)
ROW_BITS, COLUMN = np.uint64(ROW), np.uint64((1 << ROW) - 1)

STRENGTHS = tables()["strengths"].astype(np.int64)
FLUSHES = tables()["flushes"]
FIVE, FIVE_STARTS = tables()["places_5"], tables()["starts_5"]
SIX, SIX_STARTS = tables()["places_6"], tables()["starts_6"]
SEVEN, SEVEN_STARTS = tables()["places_7"], tables()["starts_7"]


def key_of(card: int) -> int:
    """The key of a card.

    >>> key_of(0) == 1 << 32, key_of(60) == 1479181 + (1 << 44)
    (True, True)
    """
    return RANK_KEYS[card & 15] + (1 << 32 + 4 * (card >> 4))


KEYS = np.array([key_of(card) if card & 15 < 13 else 0 for card in range(64)], np.uint64)
BITS = np.array([1 << card for card in range(64)], np.uint64)


@kernel
def flush_place(total: Word, hand: Word) -> Place:
    """The place of a hand that has five cards of one suit."""
    if total & CLUBS:
        return FLUSHES[hand & SUIT]
    if total & DIAMONDS:
        return FLUSHES[hand >> D & SUIT]
    if total & HEARTS:
        return FLUSHES[hand >> H & SUIT]
    return FLUSHES[hand >> S & SUIT]


@kernel
def place_of_five(total: Word, hand: Word) -> Place:
    """The place of five cards: ``EMPTY`` and their keys, and their mask."""
    if total & FLUSH:
        return flush_place(total, hand)
    ranks = total & SUM
    return FIVE[(ranks & COLUMN) + FIVE_STARTS[ranks >> ROW_BITS]]


@kernel
def place_of_six(total: Word, hand: Word) -> Place:
    """The place of the best five of six cards: ``EMPTY`` and their keys, and their mask."""
    if total & FLUSH:
        return flush_place(total, hand)
    ranks = total & SUM
    return SIX[(ranks & COLUMN) + SIX_STARTS[ranks >> ROW_BITS]]


@kernel
def place_of_seven(total: Word, hand: Word) -> Place:
    """The place of the best five of seven cards: ``EMPTY`` and their keys, and their mask."""
    if total & FLUSH:
        return flush_place(total, hand)
    ranks = total & SUM
    return SEVEN[(ranks & COLUMN) + SEVEN_STARTS[ranks >> ROW_BITS]]


@kernel
def places_of_seven(hands: Cards, found: Places) -> None:
    """The places of many hands of seven cards, a row each."""
    for i in range(hands.shape[0]):
        a, b, c, d = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3]
        e, f, g = hands[i, 4], hands[i, 5], hands[i, 6]
        total = EMPTY + KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e] + KEYS[f] + KEYS[g]
        hand = NOTHING
        if total & FLUSH:  # or nobody looks at it
            hand = BITS[a] | BITS[b] | BITS[c] | BITS[d] | BITS[e] | BITS[f] | BITS[g]
        found[i] = place_of_seven(total, hand)
