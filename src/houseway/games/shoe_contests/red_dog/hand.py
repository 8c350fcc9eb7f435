"""How far two cards are apart, and whether a third falls between them.

Pure rules on the values of cards, which the rulebook gives.
"""

from houseway.hands.kernel import kernel

PAIR, CONSECUTIVE = -1, 0  # spreads that are none


@kernel
def spread_of(first: int, second: int) -> int:
    """How many values fall between two: none if they are consecutive, one less for a pair.

    >>> spread_of(4, 7), spread_of(13, 9), spread_of(13, 14), spread_of(8, 8), spread_of(14, 2)
    (2, 3, 0, -1, 11)
    """
    return abs(first - second) - 1


@kernel
def is_between(third: int, first: int, second: int) -> bool:
    """Whether a value falls between two others and is none of them.

    >>> is_between(5, 4, 7), is_between(5, 7, 4), is_between(7, 4, 7), is_between(8, 4, 7)
    (True, True, False, False)
    """
    return min(first, second) < third < max(first, second)
