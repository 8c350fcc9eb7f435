"""Which rows three cards and six cards hit, and whether the dealer's hand counts (20.3, 20.12A).

Pure rules on integers, shared by the referee and a solver. A suit is sixteen bits of a hand, of
which a deuce is the lowest and an ace the thirteenth.
"""

from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    CATEGORIES,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")
MINI_ROYAL = 0b111 << 10  # queen, king, ace
SIX_ROYAL = 0b111111 << 7  # nine to ace


@kernel
def least_with(rank: int) -> int:
    """The strength from which on three cards have a high card of this rank, or better."""
    return rank << 16


BELOW, HIGHER, LOWER, EQUAL = range(4)
CONTEST = ("below_queen", "higher", "lower", "equal")


@kernel
def contest(player: int, dealer: int, needed: int) -> int:
    """How a player's strength stands to the dealer's, whose hand counts from ``needed`` on."""
    if dealer < needed:
        return BELOW
    return HIGHER if player > dealer else LOWER if player < dealer else EQUAL


@kernel
def suited(hand: int, ranks: int) -> int:
    """The suit in which a hand holds all of these ranks, or -1."""
    for suit in range(4):
        if hand >> 16 * suit & ranks == ranks:
            return suit
    return -1


def three_card_rows(hand: int) -> set[str]:
    """Every row that three cards answer to: pair plus and ante bonus."""
    rows = {THREE_CARD_CATEGORIES[category(three_card_strength(hand))]}
    suit = suited(hand, MINI_ROYAL)
    if suit >= 0:
        rows |= {"mini_royal", f"mini_royal_{SUITS[suit]}"}
    return rows


def six_card_rows(hand: int) -> set[str]:
    """Every row that the best five of a player's and the dealer's six cards answer to."""
    rows = {CATEGORIES[category(strength(hand))]}
    suit = suited(hand, SIX_ROYAL)
    if suit >= 0:
        rows.add(f"six_royal_{SUITS[suit]}")
    return rows
