"""What a hand of 21 is worth, whether its dealer draws, how two hands compare.

Pure rules on integers, shared by the games of this family. ``points`` are the values of the
thirteen ranks with an ace at its higher value; a card's rank is its lowest four bits.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from houseway.equipment.cards import Card
from houseway.hands.kernel import kernel

GOAL = 21
ACE = 12  # the rank of an ace
EIGHT, SEVEN, QUEEN, JACK, TEN, SIX = 6, 5, 10, 9, 8, 4
ACE_DROP = 10  # what an ace gives up when it counts one


@kernel
def best_total(high: int, aces: int) -> int:
    """A hand's total: ``high`` has every ace at eleven, of which as few as need be count one.

    >>> best_total(21, 1), best_total(22, 2), best_total(31, 1)
    (21, 12, 21)
    """
    while high > 21 and aces > 0:
        high -= 10
        aces -= 1
    return high


@kernel
def is_soft(high: int, aces: int) -> bool:
    """Whether an ace still counts eleven."""
    while high > 21 and aces > 0:
        high -= 10
        aces -= 1
    return aces > 0


@kernel
def dealer_draws(total: int, soft: bool, stands: int, stands_soft: int) -> bool:
    """Whether the dealer draws, who stands on these hard and soft totals and on higher ones."""
    return total < (stands_soft if soft else stands)


FATES = (
    "over",
    "lower",
    "even",
    "even_exposed",
    "both_blackjack",
    "blackjack_loses",
    "wins",
    "two_card_21",
    "dealer_over",
)
(
    OVER,
    LOWER,
    EVEN,
    EVEN_EXPOSED,
    BOTH_BLACKJACK,
    BLACKJACK_LOSES,
    WINS,
    TWO_CARD_21,
    DEALER_OVER,
) = range(len(FATES))


@kernel
def fate(
    total: int,
    cards: int,
    blackjack: bool,
    dealer: int,
    dealer_cards: int,
    dealer_blackjack: bool,
    exposed: bool,
    split_21_beats: bool,
) -> int:
    """What becomes of a hand beside the dealer's, which has two cards or more."""
    if dealer_blackjack:
        if not blackjack:
            return BLACKJACK_LOSES
        return WINS if exposed else BOTH_BLACKJACK
    if total > GOAL:
        return OVER
    if dealer > GOAL:
        return DEALER_OVER
    if total != dealer:
        return WINS if total > dealer else LOWER
    if total == GOAL and cards == 2 < dealer_cards and (blackjack or split_21_beats):
        return TWO_CARD_21
    return EVEN_EXPOSED if exposed else EVEN


EXTRA_ROWS = ("win", "suited_678", "three_sevens", "five_card_21")
WIN, SUITED_678, THREE_SEVENS, FIVE_CARD_21 = range(len(EXTRA_ROWS))


@kernel
def extra_row(
    total: int,
    cards: int,
    sixes: int,
    sevens: int,
    eights: int,
    one_suit: bool,
    pays_678: bool,
    pays_777: bool,
    pays_five: bool,
) -> int:
    """The row at which a winning hand that is no blackjack is paid, where the house may pay some
    hands more."""
    if cards == 3:
        if pays_678 and one_suit and sixes == 1 and sevens == 1 and eights == 1:
            return SUITED_678
        if pays_777 and sevens == 3:
            return THREE_SEVENS
    return FIVE_CARD_21 if pays_five and cards == 5 and total == GOAL else WIN


@kernel
def doubles(total: int, split: bool, after_split: bool, totals: int) -> bool:
    """Whether a hand of two cards may be doubled; ``totals`` has a bit for each that may."""
    return (after_split or not split) and totals >> total & 1 == 1


@kernel
def splits(hands: int, most: int, ace: bool, resplit_aces: bool) -> bool:
    """Whether a pair may be split by a player who has formed so many hands."""
    return hands == 1 or (hands < most and (not ace or resplit_aces))


def bits(totals: Iterable[str]) -> int:
    """A bit for each of these totals.

    >>> bits(["9", "10", "11"]) == 0b111 << 9
    True
    """
    return sum(1 << int(total) for total in totals)


def insurable(stake: int, chip: int) -> int:
    """The most that insures a wager: half of it or, where chips cannot make that up, the next
    amount that they can.

    >>> insurable(1500, 100), insurable(1550, 100)
    (800, 800)
    """
    return -(-stake // (2 * chip)) * chip


class Worth(NamedTuple):
    """A hand's total, and whether an ace counts eleven in it."""

    total: int
    soft: bool

    @property
    def bust(self) -> bool:
        """Whether the hand is over."""
        return self.total > GOAL


def worth(cards: Iterable[Card], points: Sequence[int]) -> Worth:
    """What some cards are worth."""
    ranks = [card & 15 for card in cards]
    high, aces = sum(points[rank] for rank in ranks), ranks.count(ACE)
    return Worth(best_total(high, aces), is_soft(high, aces))


def is_blackjack(cards: Sequence[Card], points: Sequence[int]) -> bool:
    """An ace and a ten-value card."""
    return len(cards) == 2 and worth(cards, points).total == GOAL


def same_value(one: Card, other: Card, points: Sequence[int]) -> bool:
    """Whether two cards count the same, so that they may be split."""
    return points[one & 15] == points[other & 15]


def rank(card: Card) -> int:
    """A card's rank, a deuce lowest and an ace highest."""
    return card & 15


def suit(card: Card) -> int:
    """A card's suit."""
    return card >> 4


def is_red(card: Card) -> bool:
    """Whether a card is a diamond or a heart."""
    return suit(card) in (1, 2)
