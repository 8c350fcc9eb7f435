"""What five and two cards are worth, and when two hands are set in order (11.3, 11.9).

Pure rules on integers, shared by the referee, the solver and the kernel. A hand is a mask with
sixteen bits a suit, of which a deuce is the lowest and an ace the thirteenth; the joker has a bit
that no suit counts. The strength of five cards is ``category << 20`` and below it what decides
within the category, four bits each. Two cards are ranked as in ``seven_cards.py``.
"""

from typing import Any

from houseway.games.set_hands.seven_cards import (
    ACE,
    CARDS,
    JOKER,
    PAIR_OF_TWO,
    best_row,
    two_card_strength,
)
from houseway.hands.kernel import kernel
from houseway.hands.poker import best_ranks, highest, size

# Of five cards, lowest first
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
    "five_aces",
)
(
    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH,
    ROYAL_FLUSH, FIVE_ACES,
) = range(11)  # fmt: skip
HIGH, LOW = 5, 2  # cards of the two hands
SETTINGS = 21
BROADWAY = 2 * ACE  # the place of ace, king, queen, jack, ten among straights
SECOND, LAST = BROADWAY - 1, 7  # where ace to five may stand


@kernel
def five_card_strength(hand: int, wheel: int) -> int:
    """How strong five cards are; a joker is an ace, or completes a straight or a flush."""
    c, d, h, s = hand & 0x1FFF, hand >> 16 & 0x1FFF, hand >> 32 & 0x1FFF, hand >> 48 & 0x1FFF
    joker = hand >> JOKER & 1
    ranks = c | d | h | s
    real = HIGH - joker
    distinct = size(ranks)
    if distinct == real:
        row = best_row(ranks, HIGH, joker, wheel)
        suited = ranks in (c, d, h, s)
        if suited and row >= 0:
            return ROYAL_FLUSH << 20 if row == BROADWAY else STRAIGHT_FLUSH << 20 | row << 12
        if suited:
            if joker:
                ranks |= 1 << highest(~ranks & 0x1FFF)
            return FLUSH << 20 | best_ranks(ranks, 5)
        if row >= 0:
            return STRAIGHT << 20 | row << 12
        if not joker:
            return best_ranks(ranks, 5)
    one = two = three = four = five = 0
    for held in (c, d, h, s, joker << ACE):
        five |= four & held
        four |= three & held
        three |= two & held
        two |= one & held
        one |= held
    if five:
        return FIVE_ACES << 20
    if four:
        rank = highest(four)
        return FOUR << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 1) << 12
    if three:
        rank = highest(three)
        pair = two ^ 1 << rank
        if pair:
            return FULL_HOUSE << 20 | rank << 16 | highest(pair) << 12
        return THREE << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 2) << 8
    if two:
        rank = highest(two)
        rest = two ^ 1 << rank
        if rest:
            kicker = best_ranks(one ^ two, 1)
            return TWO_PAIR << 20 | rank << 16 | highest(rest) << 12 | kicker << 8
        return PAIR << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 3) << 4
    return best_ranks(one, 5)


@kernel
def is_in_order(high: int, low: int) -> bool:
    """Whether five cards rank equal to or above two: the kind of hand first, then card by card."""
    if low >= PAIR_OF_TWO:
        if high >> 20 == PAIR:
            return (high >> 16 & 15) >= (low >> 4 & 15)
        return high >> 20 > PAIR
    return high >> 20 >= PAIR or high >> 12 >= low


@kernel
def arrange(cards: Any, fives: Any, made: Any, division: Any) -> int:
    """Fill in the strengths of all settings of seven cards that are in order, and which division of
    the cards each is; says how many there are. ``fives`` are the strengths of five cards."""
    count, number = 0, 0
    for x in range(CARDS - 1):
        for y in range(x + 1, CARDS):
            low = two_card_strength(int(cards[x]), int(cards[y]))
            high = int(fives[number])
            if is_in_order(high, low):
                made[count][0], made[count][1] = high, low
                division[count] = number
                count += 1
            number += 1
    return count


@kernel
def strengths_of_five(cards: Any, wheel: int, found: Any) -> None:
    """Fill in how strong the five cards are that are left of seven without each two."""
    whole, number = 0, 0
    for at in range(CARDS):
        whole |= 1 << int(cards[at])
    for x in range(CARDS - 1):
        for y in range(x + 1, CARDS):
            out = 1 << int(cards[x]) | 1 << int(cards[y])
            found[number] = five_card_strength(whole & ~out, wheel)
            number += 1
