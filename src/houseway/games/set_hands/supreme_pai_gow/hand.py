"""What two cards and four are worth, and who wins (34.3, 34.12(g)).

Pure rules on integers, shared by the referee, the solver and the kernel. A card is ``16 * suit +
rank``, jokers apart. The strength of two cards is ``class << 16 | value << 8 | best card``: points,
then unlike face cards, then pairs.
"""

from typing import Any

from houseway.equipment.cards import JOKERS
from houseway.hands.kernel import kernel

JOKER, OTHER_JOKER = JOKERS
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8  # as cards number ranks
POINTS, FACES, PAIRS = range(3)
CLASS, VALUE = 1 << 16, 1 << 8
JOKER_PAIR = 14
JOKER_VALUES = (3, 6)
FOUR_AND_FIVE = 0b1100  # as a set of ranks
CARDS = 4
BONUS_ROWS = (  # from the highest
    "four_aces",
    "royal_flush",
    "jokers_and_aces",
    "four_of_a_kind",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "two_pair",
    "straight",
    "two_jokers",
    "pair",
)
(
    FOUR_ACES, ROYAL_FLUSH, JOKERS_AND_ACES, FOUR, STRAIGHT_FLUSH, THREE, FLUSH, TWO_PAIR, STRAIGHT,
    TWO_JOKERS, PAIR, NOTHING,
) = range(12)  # fmt: skip


@kernel
def is_joker(card: int) -> bool:
    """Whether a card is a joker."""
    return card in (JOKER, OTHER_JOKER)


@kernel
def points_of(rank: int) -> int:
    """The points of a rank: an ace one, tens and faces none."""
    if rank == ACE:
        return 1
    return 0 if rank >= TEN else rank + 2


@kernel
def place_of(rank: int) -> int:
    """The place of a rank among single cards, an ace the lowest."""
    return 0 if rank == ACE else rank + 1


@kernel
def two_card_strength(first: int, second: int) -> int:
    """How strong two cards are."""
    if is_joker(first) and is_joker(second):
        return PAIRS * CLASS + JOKER_PAIR * VALUE
    if is_joker(first) or is_joker(second):
        rank = (second if is_joker(first) else first) & 15
        total, value = -1, 0
        for counted in JOKER_VALUES:
            points = (points_of(rank) + counted) % 10
            if points > total:
                total, value = points, counted
        return total * VALUE + max(place_of(rank), value - 1)
    high, low = max(first & 15, second & 15), min(first & 15, second & 15)
    if high == low:
        return PAIRS * CLASS + (high + 1) * VALUE
    if high <= KING and low >= JACK:
        return FACES * CLASS + (high + low) * VALUE
    total = (points_of(high) + points_of(low)) % 10
    return total * VALUE + max(place_of(high), place_of(low))


def hands_won(high: Any, low: Any, bank_high: Any, bank_low: Any) -> Any:
    """How many of a player's two hands beat the bank's: equal ones are the bank's, and so is every
    low hand of no points. Takes numbers or arrays."""
    return (high > bank_high) * 1 + ((low > bank_low) & (low >= VALUE)) * 1


@kernel
def in_row(ranks: int) -> bool:
    """Whether four ranks follow one another; an ace stands above a king or below a two."""
    run = ranks & ranks << 1 & ranks << 2 & ranks << 3 & 0x1FFF
    return run != 0 or ranks == 1 << ACE | 0b111


@kernel
def bonus_row(a: int, b: int, c: int, d: int, both: bool) -> int:
    """Return the number of the highest bonus row that four cards hit. One joker counts only as the
    three or the six that a straight lacks; with ``both``, two jokers beside a four and a five count
    as a three and a six."""
    jokers, ranks, two, three, four, suit, suited = 0, 0, 0, 0, 0, -1, True
    for card in (a, b, c, d):
        if is_joker(card):
            jokers += 1
            continue
        bit = 1 << (card & 15)
        four |= three & bit
        three |= two & bit
        two |= ranks & bit
        ranks |= bit
        if suit not in (-1, card >> 4):
            suited = False
        suit = card >> 4
    if four:
        return FOUR_ACES if four >> ACE & 1 else FOUR
    if jokers == 2:
        if two:
            return JOKERS_AND_ACES if two >> ACE & 1 else TWO_PAIR
        if both and ranks == FOUR_AND_FIVE:
            return STRAIGHT_FLUSH if suited else STRAIGHT
        return TWO_JOKERS
    row = False
    if jokers and not two:
        row = any_row(ranks)
    elif not two:
        row = in_row(ranks)
    if row and suited:
        royal = not jokers and ranks == 0b1111 << JACK
        return ROYAL_FLUSH if royal else STRAIGHT_FLUSH
    if three:
        return THREE
    if suited and not jokers:
        return FLUSH
    if two:
        return TWO_PAIR if two & (two - 1) else PAIR
    return STRAIGHT if row else NOTHING


@kernel
def any_row(ranks: int) -> bool:
    """Whether three different ranks and a three or a six follow one another."""
    found = False
    for counted in JOKER_VALUES:
        bit = 1 << (counted - 2)
        if not ranks & bit and in_row(ranks | bit):
            found = True
    return found
