"""What decides ultimate Texas hold 'em (32.5, 32.10(g), 32.10(h)): pure rules for the referee and
for the odds alike. Hands are masks with sixteen bits a suit."""

from collections.abc import Collection

from houseway.hands.poker import CATEGORIES, category, strength

NOT_OPENED, LOWER, EQUAL, HIGHER = "not_opened", "lower", "equal", "higher"


def best_five(own: int, board: int) -> int:
    """The strength of the best five of a place's two cards and the community cards."""
    return strength(own | board)


def row_of(found: int) -> str:
    """The row of the paytables that a hand of some strength answers to."""
    return CATEGORIES[category(found)]


def opening_strength(least: str) -> int:
    """The least strength with which a dealer opens who needs that kind of hand."""
    return CATEGORIES.index(least) << 20


def verdict(
    wager: str, player: int, dealer: int, opens: int, unopened_returns: Collection[str]
) -> str:
    """What becomes of a wager of the contest: the name of the step that settles it.

    Strengths are compared; where the dealer's is below ``opens``, some wagers go back first.
    """
    if dealer < opens and wager in unopened_returns:
        return NOT_OPENED
    if player < dealer:
        return LOWER
    return EQUAL if player == dealer else HIGHER
