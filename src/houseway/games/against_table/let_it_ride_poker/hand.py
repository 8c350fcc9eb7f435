"""Which paytable rows a hand of let it ride poker answers to (18.3, 18.11).

Pure rules on integers: a hand is a mask with sixteen bits a suit.
"""

from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    CATEGORIES,
    PAIR,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)

HIGH_PAIR = "high_pair"
MINI_ROYAL = "mini_royal"
ACE_HIGH_STRAIGHT_FLUSH = (THREE_CARD_CATEGORIES.index("straight_flush") << 20) | 12 << 16


@kernel
def is_mini_royal(cards: int) -> bool:
    """Ace, king and queen of one suit."""
    return three_card_strength(cards) == ACE_HIGH_STRAIGHT_FLUSH


@kernel
def pair_rank(found: int) -> int:
    """The rank of the only pair of a hand of that strength, a deuce being nought, or -1 if the hand
    is anything else."""
    return found >> 16 & 0xF if category(found) == PAIR else -1


def five_card_row(found: int, least_pair: int) -> str:
    """The row of bets 1 to 3 and of the let it ride bonus for a hand of that strength; a pair below
    the least has none of bets 1 to 3."""
    return HIGH_PAIR if pair_rank(found) >= least_pair else CATEGORIES[category(found)]


def five_card_rows(hand: int, least_pair: int) -> set[str]:
    """The rows of bets 1 to 3 and of the let it ride bonus for five cards."""
    return {five_card_row(strength(hand), least_pair)}


def three_card_rows(cards: int, unlisted_mini_royal: str) -> set[str]:
    """The rows of the three-card bonus. A mini-royal has its own, and beside it the row it counts
    as where it has no price of its own."""
    if is_mini_royal(cards):
        return {MINI_ROYAL, unlisted_mini_royal}
    return {THREE_CARD_CATEGORIES[category(three_card_strength(cards))]}
