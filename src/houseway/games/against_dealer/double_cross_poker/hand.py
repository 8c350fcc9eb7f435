"""What decides double cross poker (25.1, 25.5, 25.10, 25.11): pure rules for the referee and for
the odds alike. Hands are masks with sixteen bits a suit."""

from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    CATEGORIES,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)

VERTICAL, HORIZONTAL = "vertical", "horizontal"
AXES = (VERTICAL, HORIZONTAL)


@kernel
def better_axis(own: int, vertical: int, horizontal: int) -> int:
    """The strength of two cards with the axis that makes the higher hand, as the dealer plays."""
    return max(strength(own | vertical), strength(own | horizontal))


def five_card_rows(made: int) -> set[str]:
    """The row of the raise wagers that a strength of five cards answers to."""
    return {CATEGORIES[category(made)]}


def three_card_rows(hand: int) -> set[str]:
    """The row of the three-card wager that three cards answer to."""
    return {THREE_CARD_CATEGORIES[category(three_card_strength(hand))]}
