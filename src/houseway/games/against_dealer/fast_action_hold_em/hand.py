"""What decides fast action hold 'em (21.1, 21.3, 21.8(i)): pure rules for the referee, the odds and
the kernel alike.

Cards come from several decks, so a hand may hold the same card more than once. A count of ranks is
five sets: the ranks that are there once at least, twice at least, and so on to five times.
"""

from collections.abc import Sequence
from itertools import combinations

from houseway.equipment.cards import RANKS, Card
from houseway.hands.kernel import kernel
from houseway.hands.poker import best_ranks, highest, top_of_straight

# Hands of five cards from several decks, lowest first
(
    HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, FLUSH_PAIR,
    FLUSH_TWO_PAIRS, FLUSH_THREE, FIVE, FLUSH_FULL_HOUSE, STRAIGHT_FLUSH, FLUSH_FOUR, ROYAL,
    FLUSH_FIVE,
) = range(17)  # fmt: skip
CATEGORIES = (
    "high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "flush_with_pair", "flush_with_two_pairs", "flush_with_three_of_a_kind",
    "five_of_a_kind", "flush_with_full_house", "straight_flush", "flush_with_four_of_a_kind",
    "royal_flush", "flush_with_five_of_a_kind",
)  # fmt: skip
ACE = 12
Counted = tuple[int, int, int, int, int]
NOTHING: Counted = (0, 0, 0, 0, 0)
PAIRS = tuple(combinations(range(4), 2))  # two of four cards, by their order

# What a house way asks of two cards
IS_PAIR, HAS_ACE, RUNNING, NOT_RUNNING, SUITED, UNSUITED = (1 << bit for bit in range(6))
WORDS = {
    "pair": IS_PAIR,
    "ace": HAS_ACE,
    "running": RUNNING,
    "not_running": NOT_RUNNING,
    "suited": SUITED,
    "unsuited": UNSUITED,
}
LOWEST = 8  # from this bit on: the lowest rank that either card may have


@kernel
def with_rank(count: Counted, rank: int) -> Counted:
    """A count of ranks with one card more."""
    one, two, three, four, five = count
    bit = 1 << rank
    return one | bit, two | one & bit, three | two & bit, four | three & bit, five | four & bit


@kernel
def strength_by_ranks(count: Counted) -> int:
    """The best five of five to seven cards when their suits are left out: a category above bit 20,
    and below it the ranks that decide within it, four bits each."""
    one, two, three, four, five = count
    if five:
        return FIVE << 20 | highest(five) << 16
    if four:
        rank = highest(four)
        return FOUR << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 1) << 12
    if three:
        rank = highest(three)
        if two ^ 1 << rank:
            return FULL_HOUSE << 20 | rank << 16 | highest(two ^ 1 << rank) << 12
    top = top_of_straight(one)
    if top >= 0:
        return STRAIGHT << 20 | top << 16
    if three:
        rank = highest(three)
        return THREE << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 2) << 8
    if two:
        high = highest(two)
        if two ^ 1 << high:
            low = highest(two ^ 1 << high)
            others = best_ranks(one ^ 1 << high ^ 1 << low, 1)
            return TWO_PAIRS << 20 | high << 16 | low << 12 | others << 8
        return PAIR << 20 | high << 16 | best_ranks(one ^ 1 << high, 3) << 4
    return HIGH_CARD << 20 | best_ranks(one, 5)


@kernel
def strength_in_suit(count: Counted) -> int:
    """The best five of five to seven cards of one suit."""
    one, two, three, four, five = count
    if five:
        return FLUSH_FIVE << 20 | highest(five) << 16
    top = top_of_straight(one)
    if top == ACE:
        return ROYAL << 20
    if four:
        rank = highest(four)
        return FLUSH_FOUR << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 1) << 12
    if top >= 0:
        return STRAIGHT_FLUSH << 20 | top << 16
    if three:
        rank = highest(three)
        if two ^ 1 << rank:
            return FLUSH_FULL_HOUSE << 20 | rank << 16 | highest(two ^ 1 << rank) << 12
        return FLUSH_THREE << 20 | rank << 16 | best_ranks(one ^ 1 << rank, 2) << 8
    if two:
        high = highest(two)
        if two ^ 1 << high:
            low = highest(two ^ 1 << high)
            others = best_ranks(one ^ 1 << high ^ 1 << low, 1)
            return FLUSH_TWO_PAIRS << 20 | high << 16 | low << 12 | others << 8
        return FLUSH_PAIR << 20 | high << 16 | best_ranks(one ^ 1 << high, 3) << 4
    return FLUSH << 20 | best_ranks(one, 5)


def best_five(cards: Sequence[Card]) -> int:
    """The strength of the best five of five to seven cards.

    >>> from houseway.equipment.cards import cards
    >>> best_five(cards("Kc Kc 9c 4c 2c 9d 9h")) > best_five(cards("9c 9d 9h 9s 2c 3d 4h"))
    True
    """
    by_suit = [[card for card in cards if card >> 4 == suit] for suit in range(4)]
    flushes = [strength_in_suit(counted(held)) for held in by_suit if len(held) >= 5]
    return max([strength_by_ranks(counted(cards)), *flushes])


def counted(cards: Sequence[Card]) -> Counted:
    """The ranks of some cards, counted."""
    count = NOTHING
    for card in cards:
        count = with_rank(count, card & 15)
    return count


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether the four cards dealt are four of a kind."""
    return len(cards) == 4 and len({card & 15 for card in cards}) == 1


# -- the dealer's house ways ---------------------------------------------------------------------


def read_way(words: str) -> int:
    """A house way as a number, from the words of the rulebook: what two cards must be, and the
    lowest rank that either may have.

    >>> read_way("pair suited") == IS_PAIR | SUITED, read_way("ace T") >> LOWEST
    (True, 8)
    """
    found = 0
    for word in words.split():
        found |= RANKS.index(word) << LOWEST if word in RANKS else WORDS[word]
    return found


@kernel
def fits(first: Card, second: Card, way: int) -> bool:
    """Whether two cards are what a house way asks for."""
    high, low = max(first & 15, second & 15), min(first & 15, second & 15)
    suited, running = first >> 4 == second >> 4, high - low == 1
    return not (
        (way & IS_PAIR and high != low)
        or (way & HAS_ACE and high != ACE)
        or (way & RUNNING and not running)
        or (way & NOT_RUNNING and running)
        or (way & SUITED and not suited)
        or (way & UNSUITED and suited)
        or low < way >> LOWEST
    )


def preference(first: Card, second: Card, ways: Sequence[int]) -> tuple[int, int, int]:
    """How much the dealer must prefer two cards: an earlier way to a later one, and within a way
    the higher cards."""
    turn = next(turn for turn, way in enumerate(ways) if fits(first, second, way))
    return -turn, max(first & 15, second & 15), min(first & 15, second & 15)


def house_way(cards: Sequence[Card], ways: Sequence[int]) -> tuple[tuple[int, int], int]:
    """The two of the dealer's four cards that are kept, by their order, and which way it is."""
    kept = max(PAIRS, key=lambda two: preference(cards[two[0]], cards[two[1]], ways))
    return kept, -preference(cards[kept[0]], cards[kept[1]], ways)[0]
