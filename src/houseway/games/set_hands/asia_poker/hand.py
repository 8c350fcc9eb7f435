"""What four, two and one cards are worth, and when three hands are set in order (31.3, 31.12).

Pure rules on integers, shared by the referee and the solver. A hand is a mask with sixteen bits a
suit, of which a deuce is the lowest and an ace the thirteenth; the joker has a bit that no suit
counts. The strength of four cards is ``category << 20`` and below it what decides within the
category. Two cards have their ranks, four bits each, above those a pair; one card has its rank.
"""

from typing import Any

from houseway.games.set_hands.seven_cards import (
    ACE,
    CARDS,
    JOKER,
    PAIR_OF_TWO,
    best_row,
    rank_of,
    two_rank_strength,
)
from houseway.hands.kernel import kernel
from houseway.hands.poker import best_ranks, highest, size

# Of four cards, lowest first
CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "four_aces",
)
(
    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FOUR_ACES,
) = range(10)  # fmt: skip
SIZES = (4, 2, 1)
BROADWAY = 2 * ACE  # the place of ace, king, queen, jack among straights
SECOND, LAST = BROADWAY - 1, 5  # where ace, two, three, four may stand
SETTINGS = 105
FOURS = 35  # ways to leave out three cards
NEEDED = 2  # of three hands, to win


@kernel
def four_card_strength(hand: int, wheel: int) -> int:
    """How strong four cards are; a joker is an ace, or completes a straight or a flush."""
    c, d, h, s = hand & 0x1FFF, hand >> 16 & 0x1FFF, hand >> 32 & 0x1FFF, hand >> 48 & 0x1FFF
    joker = hand >> JOKER & 1
    ranks = c | d | h | s
    real = 4 - joker
    distinct = size(ranks)
    if distinct == real:
        row = best_row(ranks, 4, joker, wheel)
        suited = ranks in (c, d, h, s)
        if suited and row >= 0:
            return ROYAL_FLUSH << 20 if row == BROADWAY else STRAIGHT_FLUSH << 20 | row << 12
        if suited:
            if joker:
                ranks |= 1 << highest(~ranks & 0x1FFF)
            return FLUSH << 20 | best_ranks(ranks, 4) << 4
        if row >= 0:
            return STRAIGHT << 20 | row << 12
        if not joker:
            return best_ranks(ranks, 4) << 4
    one = two = three = four = 0
    for held in (c, d, h, s, joker << ACE):
        four |= three & held
        three |= two & held
        two |= one & held
        one |= held
    if four >> ACE & 1:
        return FOUR_ACES << 20
    if four:
        return FOUR << 20 | highest(four) << 16
    if three:
        rank = highest(three)
        return THREE << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 1) << 12
    if two:
        rank = highest(two)
        rest = two ^ 1 << rank
        if rest:
            return TWO_PAIR << 20 | rank << 16 | highest(rest) << 12
        return PAIR << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 2) << 8
    return best_ranks(one, 4) << 4


@kernel
def is_high_above(high: int, medium: int) -> bool:
    """Whether four cards rank higher than two: the kind of hand first, then card by card; what is
    equal so far is decided by the cards that only the larger hand has."""
    if medium >= PAIR_OF_TWO:
        if high >> 20 == PAIR:
            return (high >> 16 & 15) >= (medium >> 4 & 15)
        return high >> 20 > PAIR
    return high >> 20 >= PAIR or high >> 12 >= medium


@kernel
def is_medium_above(medium: int, low: int) -> bool:
    """Whether two cards rank higher than one."""
    return medium >= PAIR_OF_TWO or medium >> 4 >= low


@kernel
def strengths_of_four(cards: Any, wheel: int, found: Any) -> None:
    """Fill in how strong the four cards are that are left of seven without each three."""
    whole, number = 0, 0
    for at in range(CARDS):
        whole |= 1 << int(cards[at])
    for x in range(CARDS - 2):
        for y in range(x + 1, CARDS - 1):
            for z in range(y + 1, CARDS):
                out = 1 << int(cards[x]) | 1 << int(cards[y]) | 1 << int(cards[z])
                found[number] = four_card_strength(whole & ~out, wheel)
                number += 1


@kernel
def arrange(cards: Any, fours: Any, made: Any, division: Any) -> int:
    """Fill in the strengths of all settings of seven cards that are in order, and which division of
    the cards each is; says how many there are. ``fours`` are the strengths of four cards."""
    count, number = 0, 0
    for x in range(CARDS - 2):
        for y in range(x + 1, CARDS - 1):
            for z in range(y + 1, CARDS):
                a, b = rank_of(int(cards[x])), rank_of(int(cards[y]))
                c = rank_of(int(cards[z]))
                high = int(fours[number // 3])
                for _ in range(3):
                    medium = two_rank_strength(b, c)
                    if is_medium_above(medium, a) and is_high_above(high, medium):
                        made[count][0], made[count][1], made[count][2] = high, medium, a
                        division[count] = number
                        count += 1
                    number += 1
                    a, b, c = b, c, a
    return count
