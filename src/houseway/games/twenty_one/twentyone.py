"""What a hand of 21 is worth, whether its dealer draws, how two hands compare.

Pure rules on integers, shared by the games of this family. ``points`` are the values of the
thirteen ranks with an ace at its higher value; a card's rank is its lowest four bits.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from houseway.equipment.cards import SUITS, Card
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
    "dealer_pushes",
    "wins",
    "always_wins",
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
    DEALER_PUSHES,
    WINS,
    ALWAYS_WINS,
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
    bust_is_final: bool,
    blackjack_wins: bool,
    wins_21: int,
    least_cards_win: int,
    push_total: int,
    two_card_21_ties: bool = False,
    blackjack_ties_21: bool = False,
) -> int:
    """What becomes of a hand beside the dealer's, which has two cards or more. ``wins_21``: any 21
    wins, unless the dealer has a blackjack (1) or always (2). ``least_cards_win`` or more that are
    not over always win. Beside a ``push_total`` of the dealer's what is no blackjack goes back.
    ``two_card_21_ties``: 21 in two cards that is no blackjack is even beside the dealer's.
    ``blackjack_ties_21``: a blackjack is even beside 21 in more cards."""
    if bust_is_final and total > GOAL:
        return OVER
    if total <= GOAL and (
        (wins_21 == 2 and total == GOAL) or (least_cards_win > 0 and cards >= least_cards_win)
    ):
        return ALWAYS_WINS
    if dealer_blackjack:
        if not blackjack:
            ties = two_card_21_ties and total == GOAL and cards == 2
            return EVEN if ties else BLACKJACK_LOSES
        if blackjack_wins:
            return TWO_CARD_21
        return WINS if exposed else BOTH_BLACKJACK
    if total > GOAL:
        return OVER
    if wins_21 > 0 and total == GOAL:
        return ALWAYS_WINS
    if push_total > 0 and dealer == push_total and not blackjack:
        return DEALER_PUSHES
    if dealer > GOAL:
        return DEALER_OVER
    if total != dealer:
        return WINS if total > dealer else LOWER
    beats = split_21_beats or (blackjack and not blackjack_ties_21)
    if total == GOAL and cards == 2 < dealer_cards and beats:
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


BONUS_21_ROWS = (
    "win",
    "mixed_678",
    "suited_678",
    "spades_678",
    "mixed_777",
    "suited_777",
    "spades_777",
    "five_card_21",
    "six_card_21",
    "seven_card_21",
)
MIXED_678, MIXED_777, FIVE_CARDS = 1, 4, 7  # rows by suits follow, and those of more cards
FEWEST, MANY = 5, 7  # cards of a 21 that has a row by their number; more of them change nothing


@kernel
def bonus_21_row(
    total: int, cards: int, sixes: int, sevens: int, eights: int, one_suit: bool, spades: bool
) -> int:
    """The row at which a winning hand that is no blackjack is paid, where 6-7-8, 7-7-7 and 21 in
    many cards are paid more."""
    if total != GOAL:
        return 0
    suits = 0
    if one_suit:
        suits = 2 if spades else 1
    if cards == 3 and sevens == 3:
        return MIXED_777 + suits
    if cards == 3 and sixes == 1 and sevens == 1 and eights == 1:
        return MIXED_678 + suits
    return FIVE_CARDS + min(cards, MANY) - FEWEST if cards >= FEWEST else 0


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
    high, aces = sum([points[rank] for rank in ranks]), ranks.count(ACE)
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


def is_spade(card: Card) -> bool:
    """Whether a card is a spade."""
    return suit(card) == SUITS.index("s")


def is_red(card: Card) -> bool:
    """Whether a card is a diamond or a heart."""
    return suit(card) in (1, 2)
