"""All hands of a deck with a joker, gathered so that what a fixed way of setting makes of them can
be counted against any cards that are gone.

Where no suit has enough cards for a flush, a hand is worth what its ranks are worth. Where one suit
has, it is that suit's cards and the ranks of the others that count; a joker may leave two such
suits. So there are under a million classes, and in how many ways each is dealt from what is left
is a product of a few small numbers:

* *plain*: by the number of cards of each rank. Of all hands with these ranks, those with a flush
  are taken off again.
* *flush*: by the cards of the suit, and the ranks of the rest, which are of the three other suits.
* *double*: a joker and two suits that lack one card each for a flush.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import JOKERS, SUIT
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

RANKS, SUITS, JOKER = 13, 4, JOKERS[0]
NONE = RANKS  # no card, where a rank is asked for


@dataclass(frozen=True)
class Deck:
    """The classes of all hands of so many cards, of which so many of a suit make a flush."""

    size: int
    flush: int

    @cached_property
    def plain(self) -> list[tuple[int, tuple[int, ...]]]:
        """Jokers and ranks of each plain class."""
        return [
            (joker, ranks)
            for joker in (0, 1)
            for ranks in combinations_with_replacement(range(RANKS), self.size - joker)
            if all(ranks.count(rank) <= SUITS for rank in set(ranks))
        ]

    @cached_property
    def suited(self) -> list[tuple[int, int, int]]:
        """Jokers, the ranks of one suit as a mask, and how many other cards there are."""
        return [
            (joker, sum(1 << rank for rank in held), self.size - joker - count)
            for joker in (0, 1)
            for count in range(self.flush - joker, self.size - joker + 1)
            for held in combinations(range(RANKS), count)
        ]

    @cached_property
    def rests(self) -> dict[int, list[tuple[int, ...]]]:
        """The ranks of cards of three suits, by how many they are."""
        most = self.size - self.flush
        return {
            count: [
                ranks
                for ranks in combinations_with_replacement(range(RANKS), count)
                if all(ranks.count(rank) < SUITS for rank in set(ranks))
            ]
            for count in range(most + 1)
        }

    @property
    def lacks_one(self) -> int:
        """How many cards of a suit a joker makes a flush."""
        return self.flush - 1

    @property
    def has_doubles(self) -> bool:
        """Whether a joker can leave two suits that it might complete."""
        return 2 * self.lacks_one <= self.size - 1

    @cached_property
    def threes(self) -> list[int]:
        """The masks of suits that lack one card for a flush, if there are doubles."""
        if not self.has_doubles:
            return []
        assert 2 * self.lacks_one == self.size - 1
        return [sum(1 << r for r in held) for held in combinations(range(RANKS), self.lacks_one)]

    @cached_property
    def hands(self) -> Ints:
        """One hand of each class, a row each: plain ones, flushes, doubles. Suits follow one
        another, so that cards of one rank differ and no suit has more cards than it must."""
        import numpy as np

        plain = [
            (*(16 * (at % SUITS) + rank for at, rank in enumerate(ranks)), *[JOKER] * joker)
            for joker, ranks in self.plain
        ]
        parts = [np.array(plain, np.int64)]
        others = {
            count: np.array(
                [
                    [16 * (1 + at % (SUITS - 1)) + rank for at, rank in enumerate(ranks)]
                    for ranks in found
                ],
                np.int64,
            ).reshape(len(found), count)
            for count, found in self.rests.items()
        }
        for joker, held, rest in self.suited:
            own = [*(rank for rank in range(RANKS) if held >> rank & 1), *[JOKER] * joker]
            besides = others[rest]
            same = np.tile(np.array(own, np.int64), (len(besides), 1))
            parts.append(np.hstack([same, besides]))
        for one in self.threes:
            first = [rank for rank in range(RANKS) if one >> rank & 1]
            double = [
                (*first, *(16 + rank for rank in range(RANKS) if other >> rank & 1), JOKER)
                for other in self.threes
            ]
            parts.append(np.array(double, np.int64))
        return np.vstack(parts)

    @cached_property
    def tables(self) -> Tables:
        """The classes as arrays for a kernel."""
        return _tables(self)


@dataclass(frozen=True, eq=False)
class Tables:
    """Arrays by class. ``of_rest`` is where the rests of so many cards begin among all rests;
    ``plain_of`` the plain class of each flush; ``first_flush`` where the flushes of each suited
    mask begin."""

    plain: Ints  # a joker, then how many of each rank
    suited: Ints  # joker, mask, rests
    rest: Ints  # ranks, NONE where there are fewer
    of_rest: Ints
    first_flush: Ints
    plain_of: Ints
    threes: Ints
    double_flush: Ints  # by two masks: the flush of the first with the second's ranks besides
    double_plain: Ints


@lru_cache(maxsize=4)
def _tables(deck: Deck) -> Tables:
    import numpy as np

    plain_number = {key: at for at, key in enumerate(deck.plain)}
    plain = np.zeros((len(deck.plain), 1 + RANKS), np.int64)
    for at, (joker, ranks) in enumerate(deck.plain):
        plain[at, 0] = joker
        for rank in ranks:
            plain[at, 1 + rank] += 1
    rests = [ranks for count in sorted(deck.rests) for ranks in deck.rests[count]]
    width = max(1, deck.size - deck.flush)
    rest = np.full((len(rests), width), NONE, np.int64)
    for at, ranks in enumerate(rests):
        rest[at, : len(ranks)] = ranks
    of_rest = np.cumsum([0, *(len(deck.rests[count]) for count in sorted(deck.rests))])
    first: list[int] = []
    plain_of: list[int] = []
    where: dict[tuple[int, int], int] = {}
    for joker, held, others in deck.suited:
        first.append(len(plain_of))
        where[joker, held] = len(plain_of)
        own = [rank for rank in range(RANKS) if held >> rank & 1]
        for ranks in deck.rests[others]:
            plain_of.append(plain_number[joker, tuple(sorted((*own, *ranks)))])
    rest_number = {ranks: at for found in deck.rests.values() for at, ranks in enumerate(found)}
    count = len(deck.threes)
    double_flush = np.zeros((count, count), np.int64)
    for i, one in enumerate(deck.threes):
        for j, other in enumerate(deck.threes):
            ranks = tuple(rank for rank in range(RANKS) if other >> rank & 1)
            double_flush[i, j] = where[1, one] + rest_number[ranks]
    flushes = np.array(plain_of, np.int64)
    return Tables(
        plain, np.array(deck.suited, np.int64), rest, of_rest.astype(np.int64),
        np.array(first, np.int64), flushes, np.array(deck.threes, np.int64), double_flush,
        flushes[double_flush] if count else double_flush,
    )  # fmt: skip


# -- counting --------------------------------------------------------------------------------------

CHOOSE = tuple(tuple(comb(n, k) for k in range(SUITS + 1)) for n in range(SUITS + 1))


@kernel
def count_classes(
    gone: int, plain: Any, suited: Any, rest: Any, of_rest: Any, first_flush: Any, plain_of: Any,
    threes: Any, double_flush: Any, double_plain: Any, found: Any, ways: Any,
) -> None:  # fmt: skip
    """Fill in how often each class is dealt when these cards are gone. ``ways`` is room for the
    rests of a suit."""
    plains, flushes = len(plain), len(plain_of)
    joker_gone = gone >> JOKER & 1
    for at in range(plains):
        times = 1 - (plain[at, 0] & joker_gone)
        for rank in range(RANKS):
            wanted = plain[at, 1 + rank]
            if wanted:
                left = 4
                for suit in range(SUITS):
                    left -= gone >> (16 * suit + rank) & 1
                times *= CHOOSE[left][wanted]
        found[at] = times
    for at in range(plains, len(found)):
        found[at] = 0
    for suit in range(SUITS):
        own = gone >> 16 * suit & SUIT
        for at in range(len(rest)):
            times = 1
            k = 0
            while k < rest.shape[1] and rest[at, k] < NONE:
                rank, wanted = rest[at, k], 0
                while k < rest.shape[1] and rest[at, k] == rank:
                    wanted += 1
                    k += 1
                left = 3
                for other in range(SUITS):
                    if other != suit:
                        left -= gone >> (16 * other + rank) & 1
                times *= CHOOSE[left][wanted]
            ways[at] = times
        for at in range(len(suited)):
            if suited[at, 1] & own or suited[at, 0] & joker_gone:
                continue
            begin, end = of_rest[suited[at, 2]], of_rest[suited[at, 2] + 1]
            number = first_flush[at]
            for k in range(begin, end):
                found[plains + number] += ways[k]
                found[plain_of[number]] -= ways[k]
                number += 1
    if joker_gone:
        return
    count = len(threes)
    for one in range(SUITS - 1):
        for other in range(one + 1, SUITS):
            for i in range(count):
                if threes[i] & gone >> 16 * one:
                    continue
                for j in range(count):
                    if threes[j] & gone >> 16 * other:
                        continue
                    found[plains + flushes + i * count + j] += 1
                    found[plains + double_flush[i, j]] -= 1
                    found[plains + double_flush[j, i]] -= 1
                    found[double_plain[i, j]] += 1


def class_counts(deck: Deck, gone: int) -> Ints:
    """In how many ways each class is dealt when the cards of this mask are gone."""
    import numpy as np

    tables = deck.tables
    doubles = len(tables.threes) ** 2
    found = np.zeros(len(tables.plain) + len(tables.plain_of) + doubles, np.int64)
    count_classes.jit(
        gone, tables.plain, tables.suited, tables.rest, tables.of_rest, tables.first_flush,
        tables.plain_of, tables.threes, tables.double_flush, tables.double_plain, found,
        np.zeros(len(tables.rest), np.int64),
    )  # fmt: skip
    return found
