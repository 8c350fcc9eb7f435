"""What is peculiar to the hands of chemin de fer: two free choices, and hands with a card too many.

Pure rules on integers. The tables come from the rulebook as the law prints them: D to draw, S to
stay, and O where whoever controls the hand may choose.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from houseway.games.shoe_contests.baccarat_hand import NO_CARD, point_count

DRAW, STAY, OPTION = "D", "S", "O"


def banker_letter(table: Sequence[str], banker: int, third: int = NO_CARD) -> str:
    """What Table 3 says of a two-card count beside the value of the player's third card.

    >>> banker_letter(["DDDDDDDDDDD", "DDDDDDDDDDO"], 1, 9)
    'O'
    """
    return table[banker][third + 1]


def highest_count(values: Sequence[int]) -> int:
    """The highest count of two or all of three cards.

    >>> highest_count([4, 5, 9])
    9
    """
    return max(_counts(values, 2, len(values)))


def lowest_count(values: Sequence[int], *, two_only: bool) -> int:
    """The lowest count of two of the cards or, read otherwise, of two or more of them.

    >>> lowest_count([2, 3, 9, 9], two_only=True), lowest_count([2, 3, 5, 9], two_only=False)
    (1, 0)
    """
    return min(_counts(values, 2, 2 if two_only else len(values)))


def _counts(values: Sequence[int], least: int, most: int) -> Iterable[int]:
    sizes = (combinations(values, size) for size in range(least, most + 1))
    return (point_count(sum(some)) for some in chain.from_iterable(sizes))
