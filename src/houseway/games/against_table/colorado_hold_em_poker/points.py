"""A way to choose the discard that a person can carry: cards and pairs of cards counted in points.

Four points for a card whose pair wins and two for one whose pair pushes; the two cards that are
kept have two more if they are of one suit and one more if no more than one rank is between them. A
pair is always kept.
"""

from collections.abc import Sequence

WINS, PUSHES, SUITED, CLOSE = 4, 2, 2, 1
ACE = 12


def kept_points(one: int, two: int, least_win: int, least_push: int) -> int:
    """The points of two cards that are kept."""
    low, high = sorted((one & 15, two & 15))
    gap = min(high - low - 1, low) if high == ACE else high - low - 1  # an ace also stands below
    found = sum(WINS if r >= least_win else PUSHES if r >= least_push else 0 for r in (low, high))
    return found + (SUITED if one >> 4 == two >> 4 else 0) + (CLOSE if gap <= 1 else 0)


def discard_by_points(cards: Sequence[int], least_win: int, least_push: int) -> int:
    """Which of three cards to discard; of equal choices the one that keeps the higher ranks.

    >>> from houseway.equipment.cards import cards as read
    >>> [discard_by_points(read(one), 8, 5) for one in ("Kc 7d 2h", "2c 9d 2h", "Kc Qd 4d")]
    [2, 1, 2]
    """
    ranks = [card & 15 for card in cards]

    def worth(away: int) -> tuple[bool, int, int]:
        one, two = (card for at, card in enumerate(cards) if at != away)
        pair = ranks.count(ranks[away]) == 1 and one & 15 == two & 15
        return pair, kept_points(one, two, least_win, least_push), (one & 15) + (two & 15)

    return max(range(len(cards)), key=worth)
