"""What decides Boston 5 stud poker (24.5, 24.10(f), 24.11): pure rules for the referee and for the
odds alike. Hands are masks with sixteen bits a suit."""

from houseway.hands.poker import (
    CATEGORIES,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)


def five_card_rows(hand: int) -> set[str]:
    """The row of the ante bonus that five cards answer to."""
    return {CATEGORIES[category(strength(hand))]}


def three_card_rows(hand: int) -> set[str]:
    """The row of the optional bonus that three cards answer to."""
    return {THREE_CARD_CATEGORIES[category(three_card_strength(hand))]}
