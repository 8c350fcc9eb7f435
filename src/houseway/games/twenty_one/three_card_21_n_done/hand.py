"""What three cards win and when they may be split three ways: pure rules on integers (2C.2, 2C.5).

Referee, solver and kernel call these. A rank is 0 for a deuce and 12 for an ace; suits are numbered
as cards have them.
"""

from collections.abc import Sequence

from houseway.equipment.cards import SUITS, Card
from houseway.games.twenty_one.twentyone import ACE, GOAL, QUEEN, rank, same_value, suit
from houseway.hands.kernel import kernel

BONUS_ROWS = (
    "royal_diamonds",
    "royal",
    "straight_flush",
    "three_of_a_kind",
    "straight",
    "flush",
    "pair",
    "twenty_one",
)
(
    ROYAL_DIAMONDS,
    ROYAL,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    PAIR,
    TWENTY_ONE,
    NO_ROW,
) = range(len(BONUS_ROWS) + 1)
DIAMONDS = SUITS.index("d")
DEUCE, TREY = 0, 1


@kernel
def is_run(low: int, middle: int, high: int) -> bool:
    """Whether three ranks from the lowest up are in sequence; an ace is high or below a deuce."""
    if low + 1 == middle and middle + 1 == high:
        return True
    return low == DEUCE and middle == TREY and high == ACE


@kernel
def bonus_row(a: int, b: int, c: int, one_suit: bool, diamonds: bool, total: int) -> int:
    """The highest row of the bonus that three ranks hit, of one suit or not, with their total."""
    low = min(a, b, c)
    high = max(a, b, c)
    middle = a + b + c - low - high
    run = is_run(low, middle, high)
    if run and one_suit:
        if low == QUEEN:
            return ROYAL_DIAMONDS if diamonds else ROYAL
        return STRAIGHT_FLUSH
    if low == high:
        return THREE_OF_A_KIND
    if run:
        return STRAIGHT
    if one_suit:
        return FLUSH
    if middle in (low, high):
        return PAIR
    return TWENTY_ONE if total == GOAL else NO_ROW


def bonus_of(cards: Sequence[Card], total: int) -> str:
    """The row of the bonus that a hand's first three cards hit, or nothing.

    >>> from houseway.equipment.cards import cards
    >>> [bonus_of(cards(hand), 0) for hand in ("Ad Kd Qd", "As 2s 3s", "Kc Ad 2h", "7d 7d 7d")]
    ['royal_diamonds', 'straight_flush', '', 'three_of_a_kind']
    """
    suits = {suit(card) for card in cards}
    a, b, c = (rank(card) for card in cards)
    found = bonus_row(a, b, c, len(suits) == 1, suits == {DIAMONDS}, total)
    return "" if found == NO_ROW else BONUS_ROWS[found]


NO_SPLIT, OVER, HIGH_ACE, PAIRED = range(4)  # why three cards may be split


@kernel
def split_for(total: int, high: int, aces: int, pair: bool) -> int:
    """Why three cards may be split three ways, if they may: ``high`` is their count with every ace
    at eleven."""
    if total == GOAL:
        return NO_SPLIT
    if total > GOAL:
        return OVER
    if pair:
        return PAIRED
    return HIGH_ACE if aces > 0 and high > GOAL else NO_SPLIT


def has_pair(cards: Sequence[Card], points: Sequence[int]) -> bool:
    """Whether two of three cards count the same."""
    one, two, three = cards
    return any(same_value(a, b, points) for a, b in ((one, two), (one, three), (two, three)))
