"""Sets of cards that differ only in the names of suits."""

from collections.abc import Iterable


def suit_class(cards: Iterable[int]) -> tuple[int, ...]:
    """Return a canonical form of a set of cards under renaming of suits: each suit's ranks, in
    order."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card >> 4] |= 1 << (card & 15)
    return tuple(sorted(suits))
