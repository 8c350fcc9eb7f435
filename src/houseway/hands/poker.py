"""Poker hands as numbers: the best five of five to seven cards, and hands of three cards.

A hand is a mask with sixteen bits a suit. A strength is ``category << 20`` and below it the ranks
that decide within the category, four bits each, so that strengths compare as hands do and equal
strengths are ties. Suits never break a tie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.hands.kernel import kernel, small_kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

# Of five cards, lowest first
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = range(
    10
)
CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
# Of three cards a straight beats a flush, and three of a kind beats both
THREE_CARD_CATEGORIES = (
    "high_card",
    "pair",
    "flush",
    "straight",
    "three_of_a_kind",
    "straight_flush",
)

WHEEL = 0b1000000001111  # ace, two, three, four, five


@small_kernel
def highest(ranks: int) -> int:
    """The highest rank of a set that is not empty."""
    rank = 12
    while not ranks >> rank & 1:
        rank -= 1
    return rank


@small_kernel
def size(cards: int) -> int:
    """Return the number of cards, or ranks, in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@kernel
def ranks_of(cards: int) -> int:
    """The ranks among some cards."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & 0x1FFF


@kernel
def in_suit(cards: int) -> bool:
    """Whether all cards are of one suit."""
    for suit in range(4):
        if cards & 0x1FFF << 16 * suit:
            return not cards & ~(0x1FFF << 16 * suit)
    return False


@small_kernel
def top_of_straight(ranks: int) -> int:
    """The highest card of the best five in a row, or -1; an ace may stand below a two."""
    run = ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4 & 0x1FFF
    if run:
        return highest(run)
    return 3 if ranks & WHEEL == WHEEL else -1


@small_kernel
def best_ranks(ranks: int, count: int) -> int:
    """The highest ``count`` ranks of a set, four bits each, the first of them in front."""
    found = 0
    for _ in range(count):
        found <<= 4
        if ranks:
            rank = highest(ranks)
            found |= rank
            ranks ^= 1 << rank
    return found


@kernel
def strength(hand: int) -> int:
    """Return the strength of the best five cards in a hand of five to seven."""
    c, d, h, s = hand & 0x1FFF, hand >> 16 & 0x1FFF, hand >> 32 & 0x1FFF, hand >> 48 & 0x1FFF
    ranks = c | d | h | s
    flush = 0
    for suit in (c, d, h, s):
        if size(suit) >= 5:
            flush = suit
    if flush:
        top = top_of_straight(flush)
        if top == 12:
            return ROYAL << 20
        if top >= 0:
            return STRAIGHT_FLUSH << 20 | top << 16
    two = c & d | c & h | c & s | d & h | d & s | h & s
    three = c & d & h | c & d & s | c & h & s | d & h & s
    four = c & d & h & s
    if four:
        rank = highest(four)
        return FOUR << 20 | rank << 16 | best_ranks(ranks ^ 1 << rank, 1) << 12
    if three:
        rank = highest(three)
        pairs = two ^ 1 << rank
        if pairs:
            return FULL_HOUSE << 20 | rank << 16 | highest(pairs) << 12
    if flush:
        return FLUSH << 20 | best_ranks(flush, 5)
    top = top_of_straight(ranks)
    if top >= 0:
        return STRAIGHT << 20 | top << 16
    if three:
        rank = highest(three)
        return THREE << 20 | rank << 16 | best_ranks(ranks ^ 1 << rank, 2) << 8
    if two:
        high = highest(two)
        rest = two ^ 1 << high
        if rest:
            low = highest(rest)
            kicker = best_ranks(ranks ^ 1 << high ^ 1 << low, 1)
            return TWO_PAIR << 20 | high << 16 | low << 12 | kicker << 8
        return PAIR << 20 | high << 16 | best_ranks(ranks ^ 1 << high, 3) << 4
    return best_ranks(ranks, 5)


@kernel
def three_card_strength(hand: int) -> int:
    """Return the strength of a three-card hand: straight flush, three of a kind, straight, flush,
    pair."""
    c, d, h, s = hand & 0x1FFF, hand >> 16 & 0x1FFF, hand >> 32 & 0x1FFF, hand >> 48 & 0x1FFF
    ranks = c | d | h | s
    flush = size(c) == 3 or size(d) == 3 or size(h) == 3 or size(s) == 3
    run = ranks & ranks << 1 & ranks << 2 & 0x1FFF
    top = highest(run) if run else 1 if ranks == 0b1000000000011 else -1
    if top >= 0 and size(ranks) == 3:
        return (5 if flush else 3) << 20 | top << 16
    if flush:
        return 2 << 20 | best_ranks(ranks, 3) << 8
    if size(ranks) == 1:
        return 4 << 20 | highest(ranks) << 16
    if size(ranks) == 2:
        two = c & d | c & h | c & s | d & h | d & s | h & s
        return 1 << 20 | highest(two) << 16 | highest(ranks ^ two) << 12
    return best_ranks(ranks, 3) << 8


@kernel
def category(strength: int) -> int:
    """The category of a strength."""
    return strength >> 20


# Many hands at once


@kernel
def strengths(hands: Ints, found: Ints) -> None:
    """Fill in how strong each of these hands of five to seven cards is."""
    for i in range(len(hands)):
        found[i] = strength(hands[i])


@kernel
def three_card_strengths(hands: Ints, found: Ints) -> None:
    """Fill in how strong each of these hands of three cards is."""
    for i in range(len(hands)):
        found[i] = three_card_strength(hands[i])


@kernel
def categories(hands: Ints, found: Ints) -> None:
    """Fill in the category of each of these hands of five to seven cards."""
    for i in range(len(hands)):
        found[i] = category(strength(hands[i]))
