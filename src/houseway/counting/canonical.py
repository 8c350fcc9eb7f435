"""Hands that differ only in the names of their suits, gathered into classes.

No suit stands above another, so a hand is worth what it is worth whichever suit is called hearts.
Of all hands that renaming makes of one, the class keeps the hand whose suits stand in falling order
(most cards first, then the highest cards), with the number of hands it stands for. The classes are
written down directly, suit by suit; the hands themselves are never gone through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, permutations
from math import comb
from typing import TYPE_CHECKING

from houseway.equipment.cards import SUIT, Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Pack:
    """A deck whose suits all have the same ranks; a reduced one has fewer ranks or suits.

    >>> Pack(ranks=0b111, suits=(0, 3)).cards
    [0, 1, 2, 48, 49, 50]
    """

    ranks: int = SUIT
    suits: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def cards(self) -> list[Card]:
        """Its cards, suit by suit from the lowest rank up: a card's place here is its number."""
        return [16 * suit + rank for suit in self.suits for rank in self.rank_list]

    @property
    def rank_list(self) -> list[int]:
        """The ranks of a suit, the lowest first."""
        return [rank for rank in range(13) if self.ranks >> rank & 1]

    @property
    def size(self) -> int:
        """Return the number of cards in the deck."""
        return self.ranks.bit_count() * len(self.suits)

    def hands(self, size: int) -> int:
        """Return the number of hands of a given size."""
        return comb(self.size, size)

    def hand(self, suits: tuple[int, ...]) -> int:
        """Return the hand with these ranks of the first suit, these of the second, and so on."""
        return sum(held << 16 * suit for held, suit in zip(suits, self.suits, strict=True))

    def suits_of(self, hand: int) -> tuple[int, ...]:
        """A hand suit by suit."""
        return tuple(hand >> 16 * suit & SUIT for suit in self.suits)

    def first_of_class(self, hand: int) -> int:
        """Return the representative of all hands that differ from this one only in the names of
        suits."""
        return self.hand(tuple(sorted(self.suits_of(hand), key=_falling, reverse=True)))

    def same_but_for_suits(self, hand: int) -> list[int]:
        """Every hand that renaming suits makes of this one.

        >>> len(Pack().same_but_for_suits(0b111))
        4
        """
        return [self.hand(suits) for suits in sorted(set(permutations(self.suits_of(hand))))]

    def strangers(self, hand: int) -> int:
        """Those cards of a hand that the deck does not have."""
        return hand & ~self.hand((self.ranks,) * len(self.suits))


def _falling(suit: int) -> tuple[int, int]:
    return suit.bit_count(), suit


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of one size as classes: ``suits`` has a row a class with its ranks suit by suit,
    ``ways`` how many hands the class stands for."""

    pack: Pack
    size: int
    suits: Ints
    ways: Ints

    def __len__(self) -> int:
        return len(self.ways)

    @property
    def masks(self) -> Ints:
        """Return the representative hand of each class."""
        import numpy as np

        shifts = 16 * np.array(self.pack.suits, np.int64)
        masks: Ints = (self.suits << shifts).sum(axis=1)
        return masks

    @property
    def numbers(self) -> Ints:
        """The cards of each class by their numbers in the pack, rising."""
        import numpy as np

        ranks = np.array(self.pack.rank_list, np.uint16)
        held = (self.suits.astype(np.uint16)[:, :, None] >> ranks & 1).reshape(len(self), -1)
        numbers: Ints = held.nonzero()[1].reshape(len(self), self.size)
        return numbers


@lru_cache(maxsize=8)
def classes(pack: Pack, size: int) -> Hands:
    """Return the classes of all hands of a given size."""
    import numpy as np

    if not 1 <= size <= pack.size:
        raise ValueError(f"a deck of {pack.size} cards gives no hand of {size}")
    by_cards = _suits_by_cards(pack.ranks)
    found = [
        _with_parts(parts, by_cards) for parts in partitions(size, len(pack.suits), len(by_cards))
    ]
    suits = np.concatenate(found)
    ways = _orders(suits)
    if int(ways.sum()) != pack.hands(size):
        raise AssertionError(f"{ways.sum()} hands of {pack.hands(size)}")
    return Hands(pack, size, suits, ways)


def partitions(cards: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
    """How cards can be spread over suits, most cards first; no suit has ``most`` or more.

    >>> list(partitions(3, 2, 14))
    [(3, 0), (2, 1)]
    """
    if suits == 0:
        if cards == 0:
            yield ()
        return
    for first in range(min(cards, most - 1), -1, -1):
        for others in partitions(cards - first, suits - 1, first + 1):
            yield (first, *others)


def _suits_by_cards(ranks: int) -> list[Ints]:
    """What one suit can hold, by the number of its cards, rising."""
    import numpy as np

    held: list[list[int]] = [[] for _ in range(ranks.bit_count() + 1)]
    for suit in range(ranks + 1):
        if not suit & ~ranks:
            held[suit.bit_count()].append(suit)
    return [np.array(suits, np.int64) for suits in held]


def _with_parts(parts: tuple[int, ...], by_cards: list[Ints]) -> Ints:
    """All classes with so many cards in the first suit, the second, and so on."""
    import numpy as np

    found = np.zeros((1, 0), np.int64)
    for cards, alike in groupby(parts):
        more = _falling_rows(by_cards[cards], len(list(alike)))
        found = np.hstack(
            [np.repeat(found, len(more), axis=0), np.tile(more, (len(found), 1))]
        )  # every beginning with every end
    return found


def _falling_rows(values: Ints, length: int) -> Ints:
    """Rows of values of which none is above the one before it; the values come rising."""
    import numpy as np

    places = np.arange(len(values))[:, None]
    for _ in range(length - 1):
        following = places[:, -1] + 1  # so many values are not above the last
        ends = np.cumsum(following)
        next_places = np.arange(ends[-1]) - np.repeat(ends - following, following)
        places = np.hstack([np.repeat(places, following, axis=0), next_places[:, None]])
    return values[places]


def _orders(suits: Ints) -> Ints:
    """In how many different orders the suits of each row can stand; equal ones are neighbors."""
    import numpy as np

    orders = np.ones(len(suits), np.int64)
    repeats = np.ones(len(suits), np.int64)
    for place in range(1, suits.shape[1]):
        repeats = np.where(suits[:, place] == suits[:, place - 1], repeats + 1, 1)
        orders = orders * (place + 1) // repeats
    return orders
