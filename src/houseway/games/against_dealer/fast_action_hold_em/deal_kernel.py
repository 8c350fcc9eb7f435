"""Fast action hold 'em for kernels: hands of four cards set, and compared with the dealer's.

Every card has a key: a number for its rank and above that a counter a suit. The keys of seven cards
are added up; no other ranks give the same sum, which leads to the strength through tables that
``hand.strength_by_ranks`` itself has filled. Counters begin at three, so that eight says "five or
more of a suit". This module needs numpy and fills the tables: import it where bulk work begins.
"""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from houseway.games.against_dealer.fast_action_hold_em.hand import (
    NOTHING,
    counted,
    strength_by_ranks,
    strength_in_suit,
    with_rank,
)
from houseway.games.authoring.draw import INDEX, SHOE, draw
from houseway.hands.kernel import kernel

MOST_DECKS = 8
MILLION = 1_000_000
# How a round ends
(
    NATURAL, SURRENDERED, HIGHER, LOWER, DEALER_NATURAL, BOTH_WIN, FIRST_WINS, SECOND_WINS,
    NEITHER_WINS, SPLIT_NATURAL,
) = range(10)  # fmt: skip
ENDS = 10
NETS = np.array([10, -1, 2, -2, -2, 4, 0, 0, -4, -2], np.int64)  # of each end, in half wagers
# How a player plays: by the worth of two cards, or so without splitting, or as the dealer must
BY_WORTH, NO_SPLIT, HOUSE_WAYS = range(3)
FIRST, SECOND = (0, 0, 0, 1, 1, 2), (1, 2, 3, 2, 3, 3)  # two of four; the others are at 5 less it
NUMBERS = 2 * 13 * 13  # of two cards
FIELDS: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST_DECKS * 52,)),
    ("worth", "i4", (64 * 64,)),  # of two cards: how often they beat the dealer, in a million
    ("prefers", "i4", (64 * 64,)),  # the house ways: the highest is kept
    ("plays", "i8"),
    ("spared", "i8"),  # what a split gains as a dealer's natural leaves its wager, likewise
    ("cells", "i8", (ENDS,)),  # rounds by how they end
    ("squares", "i8"),  # of what two rounds with hands exchanged net together, in half wagers
    ("wins", "i8", (NUMBERS,)),  # of two cards, by their number
    ("times", "i8", (NUMBERS,)),
    ("hands", "i8", (2, 4)),
    ("board", "i8", (5,)),
    ("common", "i8"),  # the keys of the board, added up
]

# The sums of up to seven of these numbers are all different; the high ranks are added up apart
RANK_KEYS = (1, 8, 57, 256, 1153, 4181, 14180)
LOW, COUNT = 7, 7  # ranks of the low part, cards of a hand
LOW_BITS, SUITS = 17, 36
LOW_PART, HIGH_PART = (1 << LOW_BITS) - 1, (1 << SUITS - LOW_BITS) - 1
EMPTY, FLUSH = 0x3333 << SUITS, 0x8888 << SUITS


def key_of(card: int) -> int:
    """The key of a card."""
    rank = card & 15
    key = RANK_KEYS[rank] if rank < LOW else RANK_KEYS[rank - LOW] << LOW_BITS
    return key + (1 << SUITS + 4 * (card >> 4))


KEYS = np.array([key_of(card) if card & 15 < 13 else 0 for card in range(64)], np.int64)


def fill_tables() -> tuple[Any, Any, Any]:
    """Where the high ranks of seven cards begin, where among them the low ones are, and the
    strength that stands there."""
    starts = np.zeros(COUNT * RANK_KEYS[12 - LOW] + 1, np.int32)
    places = np.zeros(COUNT * RANK_KEYS[LOW - 1] + 1, np.int32)
    strengths: list[int] = []
    below = {}
    for count in range(COUNT + 1):
        below[count] = list(combinations_with_replacement(range(LOW), count))
        for place, low in enumerate(below[count]):
            places[sum(RANK_KEYS[rank] for rank in low)] = place
    for count in range(COUNT + 1):
        for high in combinations_with_replacement(range(LOW, 13), count):
            starts[sum(RANK_KEYS[rank - LOW] for rank in high)] = len(strengths)
            strengths += [strength_by_ranks(counted([*low, *high])) for low in below[COUNT - count]]
    return starts, places, np.array(strengths, np.int32)


STARTS, PLACES, STRENGTHS = fill_tables()


@kernel
def pair_number(first: int, second: int) -> int:
    """Two cards as a number, by their ranks and by whether they are suited.

    >>> pair_number(12, 16 + 12), pair_number(12, 12)
    (168, 337)
    """
    high, low = max(first & 15, second & 15), min(first & 15, second & 15)
    return (169 if first >> 4 == second >> 4 else 0) + high * 13 + low


@kernel
def strength_with_board(s: Any, first: int, second: int) -> int:
    """The best five of two cards and the board."""
    key = s.common + KEYS[INDEX(first)] + KEYS[INDEX(second)]
    low, high = key & LOW_PART, key >> LOW_BITS & HIGH_PART
    found = int(STRENGTHS[INDEX(STARTS[INDEX(high)] + PLACES[INDEX(low)])])
    flush = key & FLUSH
    if flush:
        suit = 0
        while not flush >> SUITS + 4 * suit & 8:
            suit += 1
        count = NOTHING
        for at in range(5):
            card = s.board[INDEX(at)]
            if card >> 4 == suit:
                count = with_rank(count, card & 15)
        if first >> 4 == suit:
            count = with_rank(count, first & 15)
        if second >> 4 == suit:
            count = with_rank(count, second & 15)
        found = max(found, strength_in_suit(count))
    return found


@kernel
def four_alike(s: Any, hand: int) -> bool:
    """Whether a hand of four cards is a natural."""
    cards = s.hands[INDEX(hand)]
    rank = cards[0] & 15
    return bool(cards[1] & 15 == rank and cards[2] & 15 == rank and cards[3] & 15 == rank)


@kernel
def two_of(s: Any, hand: int, way: int) -> int:
    """The strength of two cards of a hand with the board."""
    cards = s.hands[INDEX(hand)]
    return strength_with_board(s, cards[INDEX(FIRST[way])], cards[INDEX(SECOND[way])])


@kernel
def worth_of(s: Any, hand: int, way: int, by_house: bool) -> int:
    """What two cards of a hand are worth, to a player or by the house ways."""
    cards = s.hands[INDEX(hand)]
    at = INDEX(cards[INDEX(FIRST[way])] << 6 | cards[INDEX(SECOND[way])])
    return int(s.prefers[at] if by_house else s.worth[at])


@kernel
def best_way(s: Any, hand: int, by_house: bool) -> int:
    """The two cards of a hand that are kept, by the house ways or by their worth."""
    best, found = -1, 0
    for way in range(6):
        worth = worth_of(s, hand, way, by_house)
        if worth > best:
            best, found = worth, way
    return found


@kernel
def dealer_strength(s: Any, hand: int) -> int:
    """What a hand comes to that is set by the house ways; -1 for a natural."""
    return -1 if four_alike(s, hand) else two_of(s, hand, best_way(s, hand, True))


@kernel
def play_hand(s: Any, hand: int, dealer: int) -> int:
    """How a round ends for a hand against what the dealer's comes to."""
    if four_alike(s, hand):
        return NATURAL
    way = best_way(s, hand, s.plays == HOUSE_WAYS)
    worth, split = worth_of(s, hand, way, False), -1
    if s.plays == BY_WORTH:
        for first in range(3):  # what two hands net, as the worth of a single one that nets as much
            both = worth_of(s, hand, first, False) + worth_of(s, hand, 5 - first, False)
            both += s.spared - MILLION // 2
            if both > worth:
                worth, split = both, first
    if s.plays != HOUSE_WAYS and 4 * worth < MILLION:
        return SURRENDERED
    if dealer < 0:
        return SPLIT_NATURAL if split >= 0 else DEALER_NATURAL
    if split < 0:
        return HIGHER if two_of(s, hand, way) > dealer else LOWER
    one, two = two_of(s, hand, split) > dealer, two_of(s, hand, 5 - split) > dealer
    if one and two:
        return BOTH_WIN
    return FIRST_WINS if one else SECOND_WINS if two else NEITHER_WINS


@kernel
def deal_hands(s: Any) -> None:
    """Two hands."""
    for at in range(4):
        s.hands[0, INDEX(at)] = draw(s)
        s.hands[1, INDEX(at)] = draw(s)


@kernel
def deal_board(s: Any) -> None:
    """Five community cards."""
    common = EMPTY
    for at in range(5):
        card = draw(s)
        s.board[INDEX(at)] = card
        common += KEYS[INDEX(card)]
    s.common = common


@kernel
def play_both_ways(records: Any, deals: int) -> None:
    """So many deals of a full shoe, each as two rounds: either hand is the player's once."""
    s = records[0]
    for _ in range(deals):
        s.dealt, s.mixed = 0, 0
        deal_hands(s)
        deal_board(s)
        one = play_hand(s, 0, dealer_strength(s, 1))
        two = play_hand(s, 1, dealer_strength(s, 0))
        s.cells[INDEX(one)] += 1
        s.cells[INDEX(two)] += 1
        net = NETS[INDEX(one)] + NETS[INDEX(two)]
        s.squares += net * net


@kernel
def count_wins(records: Any, deals: int) -> None:
    """So many deals of a full shoe: how often any two cards of a hand beat the other hand, set by
    the house ways."""
    s = records[0]
    for _ in range(deals):
        s.dealt, s.mixed = 0, 0
        deal_hands(s)
        deal_board(s)
        for hand in range(2):
            if four_alike(s, hand):
                continue
            dealer = dealer_strength(s, 1 - hand)
            cards = s.hands[INDEX(hand)]
            for way in range(6):
                number = INDEX(pair_number(cards[FIRST[way]], cards[SECOND[way]]))
                s.times[number] += 1
                if dealer >= 0 and two_of(s, hand, way) > dealer:
                    s.wins[number] += 1
