"""Sets of cards that differ only in the names of suits."""

from collections.abc import Iterable


def suit_class(cards: Iterable[int]) -> tuple[int, ...]:
    """What is left of a set of cards when suits lose their names: each suit's ranks, in order.

    >>> suit_class([0, 17]) == suit_class([48, 33]) != suit_class([0, 1])
    True
    """
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card >> 4] |= 1 << (card & 15)
    return tuple(sorted(suits))
