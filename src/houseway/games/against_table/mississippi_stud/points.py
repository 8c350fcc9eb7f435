"""A way to play that a person can carry: cards counted in points.

A card whose pair wins is two points, one whose pair pushes is one, any other nought.
"""

from collections import Counter
from collections.abc import Sequence


def points(cards: Sequence[int], least_win: int, least_push: int) -> int:
    """The points of some cards.

    >>> points([12, 4, 0], 9, 4)
    3
    """
    return sum(
        2 if card & 15 >= least_win else 1 if card & 15 >= least_push else 0 for card in cards
    )


def by_points(cards: Sequence[int], least_win: int, least_push: int) -> int:
    """Three antes on a hand that does not lose any more or lacks one card for a flush; one on a
    low pair, three of a suit, or as many points as cards; else fold."""
    ranks = Counter(card & 15 for card in cards)
    suits = Counter(card >> 4 for card in cards)
    pairs = [rank for rank, count in ranks.items() if count > 1]
    if max(ranks.values()) > 2 or len(pairs) > 1 or any(rank >= least_push for rank in pairs):
        return 3
    if len(cards) == 2 and pairs:
        return 3
    if len(cards) == 4 and max(suits.values()) == 4:
        return 3
    if pairs or (len(cards) == 3 and max(suits.values()) == 3):
        return 1
    return int(points(cards, least_win, least_push) >= len(cards))


def made_hands(cards: Sequence[int], least_win: int, least_push: int) -> int:
    """Three antes on a hand that does not lose any more, one on every other: never fold."""
    ranks = Counter(card & 15 for card in cards)
    safe = [rank for rank, count in ranks.items() if count > 1 and rank >= least_push]
    return 3 if safe or max(ranks.values()) > 2 else 1
