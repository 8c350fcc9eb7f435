"""What a Caribbean stud hand counts for (16.1, 16.5, 16.12): its row, and whether it qualifies.

The order of hands itself is that of ``hands/poker.py``. A hand is a mask with sixteen bits a suit.
"""

from houseway.hands.kernel import kernel
from houseway.hands.poker import CATEGORIES, best_ranks, category, strength
from houseway.rulebook.table_rules import RANKS


@kernel
def qualifies(hand: int, least: int) -> bool:
    """Whether the dealer's hand is at least as strong as the lowest that qualifies."""
    return strength(hand) >= least


def strength_of_ranks(ranks: str) -> int:
    """How strong cards of these ranks are that make neither a pair, a straight nor a flush.

    >>> strength_of_ranks("AK432") > strength_of_ranks("AQJT9")
    True
    """
    return best_ranks(sum(1 << RANKS.index(rank) for rank in ranks), len(ranks))


def rows_hit(hand: int) -> set[str]:
    """The paytable row that a hand of five cards answers to, by the name of its category."""
    return {CATEGORIES[category(strength(hand))]}
