"""What three cards of Colorado hold 'em poker are worth by themselves (23.3(c)): pure rules."""

from houseway.hands.kernel import kernel
from houseway.hands.poker import THREE_CARD_CATEGORIES, category, three_card_strength

INSTANT_STRAIGHT_FLUSH, INSTANT_THREE = "instant_straight_flush", "instant_three"
INSTANT = ("", INSTANT_STRAIGHT_FLUSH, INSTANT_THREE)
STRAIGHT_FLUSH = THREE_CARD_CATEGORIES.index("straight_flush")
THREE = THREE_CARD_CATEGORIES.index("three_of_a_kind")


@kernel
def instant(cards: int) -> int:
    """Whether three cards are an instant winner, by its place in ``INSTANT``."""
    found = category(three_card_strength(cards))
    return 1 if found == STRAIGHT_FLUSH else 2 if found == THREE else 0


def instant_row(cards: int) -> str:
    """The row of an instant winner, or nothing."""
    return INSTANT[instant(cards)]
