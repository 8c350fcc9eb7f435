"""What two cards and jokers are worth, and the rows they hit (30.5, 30.10(d), 30.11).

Pure rules on integers, shared by the referee and a solver. A hand is a mask with sixteen bits a
suit; jokers have bits that no suit counts. A strength is ``category << 20`` and below it the ranks
that decide within the category, four bits each.
"""

from houseway.equipment.cards import JOKERS, RANKS, mask
from houseway.hands.kernel import kernel
from houseway.hands.poker import category, highest, in_suit, ranks_of

# Lowest first: a straight beats a pair, and a pair beats a flush
HIGH_CARD, FLUSH, PAIR, STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH, TWO_JOKERS = range(7)
TWO_CARD_CATEGORIES = (
    "high_card",
    "flush",
    "pair",
    "straight",
    "straight_flush",
    "royal_flush",
    "two_jokers",
)
JOKER_BITS = mask(JOKERS)
ACE, KING = RANKS.index("A"), RANKS.index("K")
ACE_TWO = 1 << ACE | 1
ACE_THREE = 1 << ACE | 1 << 1


@kernel
def two_card_strength(hand: int, ace_three_lowest: bool) -> int:
    """How strong two cards are; ace and three of one suit may be the lowest flush."""
    jokers, ranks = hand & JOKER_BITS, ranks_of(hand)
    if jokers == JOKER_BITS:
        return TWO_JOKERS << 20
    high = highest(ranks)
    low = ranks ^ 1 << high
    if jokers or low == 0:
        return PAIR << 20 | high << 16
    top = 0 if ranks == ACE_TWO else high if low << 1 == 1 << high else -1
    suited = in_suit(hand)
    if top == ACE and suited:
        return ROYAL_FLUSH << 20
    if top >= 0:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << 20 | top << 16
    if suited and ace_three_lowest and ranks == ACE_THREE:
        return FLUSH << 20
    return (FLUSH if suited else HIGH_CARD) << 20 | high << 16 | highest(low) << 12


@kernel
def least_with(rank: int) -> int:
    """The strength from which on two cards have a high card of this rank, or better."""
    return rank << 16


NOT_QUALIFIED, LOWER, EQUAL, HIGHER = "not_qualified", "lower", "equal", "higher"


def contest(player: int, dealer: int, needed: int) -> str:
    """How a player's strength stands to the dealer's, whose hand counts from ``needed`` on."""
    if dealer < needed:
        return NOT_QUALIFIED
    return HIGHER if player > dealer else LOWER if player < dealer else EQUAL


def two_card_rows(hand: int, ace_three_lowest: bool) -> set[str]:
    """Every row that two cards answer to: call, pair up and super flush."""
    strength = two_card_strength(hand, ace_three_lowest)
    name = TWO_CARD_CATEGORIES[category(strength)]
    rows = {name}
    if name == "two_jokers":
        rows.add("pair")
    if name == "flush" and strength >> 16 & 15 >= KING:
        rows.add("ace_high_flush" if strength >> 16 & 15 == ACE else "king_high_flush")
    return rows
