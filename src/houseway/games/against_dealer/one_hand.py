"""How one hand stands to what the other side can hold, in plain Python: advice at a table.

The other side's hands are counted by their ranks alone, in how many ways the cards left give them,
and apart from that by suits where all their cards can be of one suit. That is right for any
strength that depends on the ranks of a hand and on whether it is all of one suit, as the strengths
of poker hands do that use every card.
"""

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from houseway.counting.canonical import Pack

Strength = Callable[[int], int]


class Stand(NamedTuple):
    """Hands of the other side: not qualified; or qualified and below, equal to or above mine."""

    unqualified: int
    below: int
    equal: int
    above: int


def against(
    strength: Strength,
    hand: int,
    pack: Pack,
    *,
    least: int = 0,
    shown: int | None = None,
    seen: int = 0,
) -> Stand:
    """Hands as large as mine that the other side can hold, by how they compare with it.

    One of its cards may be ``shown``; ``seen`` are cards known to be elsewhere. The other side
    qualifies with a strength of ``least``.
    """
    up = 0 if shown is None else 1 << shown
    if pack.strangers(hand | seen | up):
        raise ValueError("a card that is not in the deck")
    if hand & (seen | up) or seen & up:
        raise ValueError("a card that is in two places")
    mine = strength(hand)
    found = [0, 0, 0, 0]
    size = hand.bit_count()
    for held, ways in _hands(pack, pack.suits_of(hand | seen), size, shown):
        its = strength(held)
        place = 0 if its < least else 1 if its < mine else 2 if its == mine else 3
        found[place] += ways
    return Stand(*found)


def _hands(
    pack: Pack, gone: Sequence[int], size: int, shown: int | None
) -> Iterator[tuple[int, int]]:
    """A hand of each strength that can be, with the ways in which the cards left give one."""
    left = [pack.ranks & ~held for held in gone]
    copies = [sum(suit >> rank & 1 for suit in left) for rank in range(13)]
    base = [0] * 13
    if shown is not None:
        base[shown & 15] = 1
        copies[shown & 15] -= 1
        own = pack.suits.index(shown >> 4)
        left = [suit if place == own else 0 for place, suit in enumerate(left)]
    for times, ways in _times(copies, size - sum(base)):
        counts = [more + held for more, held in zip(times, base, strict=True)]
        ranks = [rank for rank in range(13) if counts[rank]]
        flushes = 0
        if len(ranks) == size:
            together = sum(1 << rank for rank in ranks)
            flushes = sum(suit & together == together for suit in left)
            if flushes:
                yield together, flushes
        if ways > flushes:
            yield _of_mixed_suits(counts, size), ways - flushes


def _times(copies: Sequence[int], size: int, rank: int = 0) -> Iterator[tuple[list[int], int]]:
    """How often each rank can be among so many cards, with the ways to take them."""
    if rank == len(copies):
        if not size:
            yield [], 1
        return
    if not size:
        yield [0] * (len(copies) - rank), 1
        return
    for times in range(min(copies[rank], size) + 1):
        for others, ways in _times(copies, size - times, rank + 1):
            yield [times, *others], ways * comb(copies[rank], times)


def _of_mixed_suits(counts: Sequence[int], size: int) -> int:
    """A hand with so many cards of each rank that is not all of one suit."""
    hand, placed = 0, 0
    for rank, times in enumerate(counts):
        for copy in range(times):
            suit = copy if times > 1 else 1 if placed == size - 1 else 0
            hand |= 1 << 16 * suit + rank
            placed += 1
    return hand
