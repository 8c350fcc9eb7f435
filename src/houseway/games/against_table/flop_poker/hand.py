"""What flop poker hands are worth (29.1, 29.5): pure rules on integers."""

from itertools import combinations

from houseway.games.authoring.pair_rows import HIGH_PAIR, row_of
from houseway.hands.poker import (
    PAIR,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)

HIGH_PAIR_UP = "high_pair_up"  # the only row of the ante
ROYAL_3 = "royal_3"
ACE_HIGH_STRAIGHT_FLUSH = (THREE_CARD_CATEGORIES.index("straight_flush") << 20) | 12 << 16


def best_strength(own: int, board: list[int], used: int) -> int:
    """The strength of three cards with so many of the board, the best choice of them; each card of
    the board is a mask."""
    return max(strength(own | sum(chosen)) for chosen in combinations(board, used))


def row_won(found: int, least_win: int) -> str:
    """The row of the flop wager for a hand of that strength, or nothing if it loses."""
    row = row_of(found, least_win, least_win)
    return row if row == HIGH_PAIR or category(found) > PAIR else ""


def rows_hit(found: int, least_win: int) -> set[str]:
    """The rows of ante and flop for a hand of that strength."""
    row = row_won(found, least_win)
    return {HIGH_PAIR_UP, row} if row else set()


def three_card_row(own: int) -> str:
    """The row of the three-card bonus, which a hand without one has not in its table."""
    found = three_card_strength(own)
    if found == ACE_HIGH_STRAIGHT_FLUSH:
        return ROYAL_3
    return THREE_CARD_CATEGORIES[category(found)]
