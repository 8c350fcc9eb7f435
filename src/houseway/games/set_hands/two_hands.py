"""Counting for games in which both sides set what they are dealt as two hands, high and low.

A deck holds some cards more than once, or cards that the rules cannot tell apart. So what one side
is dealt is a *set* of kinds, of which there are far fewer than deals; each set can be set in
several ways, and each way is two strengths. The side that decides picks a way for each of its
sets; the other side follows a fixed way. Of every pair of sets it is known in how many deals they
meet: the cards of the one are not there for the other.

The engine knows no game. It is told which cards are alike, the ways to set a hand, the other
side's way, and what comes of two hands against two; the last is a rule that takes arrays as it
takes numbers. Everything is a whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

Hand = tuple[int, ...]
Strengths = tuple[int, int]  # of the high hand and of the low hand
Way = int  # one of the ways to set a hand, by number
Ways = Callable[[Hand], Sequence[Strengths]]
Compare = Callable[[Any, Any, Any, Any], Any]

BOTH = 2  # how many of the two hands are the better ones: both win, one pushes, none loses


class Tally(NamedTuple):
    """Deals by what came of them for the side that decides."""

    win: int
    push: int
    lose: int

    def __add__(self, other: object) -> Tally:
        assert isinstance(other, Tally)
        return Tally(self.win + other.win, self.push + other.push, self.lose + other.lose)


class Opposed(NamedTuple):
    """The pairs of strengths that the other side makes, and the sets sorted by them."""

    high: Ints
    low: Ints
    order: Ints  # sets of one pair stand together
    starts: Ints  # where each pair begins


class Removal(NamedTuple):
    """The sets that hold a kind, with how often its cards come in them: of what is left, and
    of the whole."""

    rows: Ints
    left: Ints
    ways: Ints


@dataclass(frozen=True)
class Kinds:
    """A deck sorted into kinds of cards that are alike."""

    cards: tuple[Hand, ...]  # the cards of each kind

    @classmethod
    def of(cls, deck: Sequence[int], alike: Callable[[int], Hashable]) -> Kinds:
        """Sort a deck: cards of which ``alike`` says the same are of one kind.

        >>> Kinds.of(range(5), lambda card: card // 2).cards
        ((0, 1), (2, 3), (4,))
        """
        found: dict[Hashable, list[int]] = {}
        for card in deck:
            found.setdefault(alike(card), []).append(card)
        return cls(tuple(map(tuple, found.values())))

    def sets(self, size: int) -> Iterator[tuple[int, ...]]:
        """Every set of so many cards, as the number of each kind in it.

        >>> len(list(Kinds(((0, 1), (2, 3), (4,))).sets(4)))
        3
        """
        for chosen in combinations_with_replacement(range(len(self.cards)), size):
            held = tuple(chosen.count(kind) for kind in range(len(self.cards)))
            if all(count <= len(cards) for count, cards in zip(held, self.cards, strict=True)):
                yield held

    def hand(self, held: Sequence[int]) -> Hand:
        """One of the hands of a set."""
        pairs = zip(held, self.cards, strict=True)
        return tuple(card for count, cards in pairs for card in cards[:count])

    def held(self, cards: Sequence[int]) -> tuple[int, ...]:
        """How many of each kind are among some cards; all of them must be in the deck."""
        found = tuple(sum(card in kind for card in cards) for kind in self.cards)
        if sum(found) != len(cards) or len(set(cards)) != len(cards):
            raise ValueError(f"these are not {len(cards)} different cards of the deck")
        return found

    def ways(self, held: Sequence[int]) -> int:
        """In how many ways a set can be dealt."""
        return prod(comb(len(cards), count) for count, cards in zip(held, self.cards, strict=True))


@dataclass(frozen=True, eq=False)
class Contest:
    """Two hands against two of one deck: one side decides how to set, the other has a fixed way.

    ``compare`` is told the player's high and low strength and then the bank's, and answers with how
    many of the player's hands are the better ones. ``banks`` says that the side that decides is the
    bank, so that the other one is the player.
    """

    kinds: Kinds
    size: int
    ways: Ways
    fixed: Callable[[Hand], Way]
    compare: Compare
    banks: bool = False

    @cached_property
    def held(self) -> Ints:
        """Every set, a row each, by the number of each kind."""
        import numpy as np

        return np.array(list(self.kinds.sets(self.size)), np.int64)

    @cached_property
    def hands(self) -> list[Hand]:
        """One hand of each set."""
        return [self.kinds.hand(row) for row in self.held.tolist()]

    @cached_property
    def dealt(self) -> Ints:
        """In how many ways each set is dealt to the side that decides."""
        import numpy as np

        return np.array([self.kinds.ways(row) for row in self.held.tolist()], np.int64)

    @cached_property
    def strengths(self) -> list[list[Strengths]]:
        """The strengths that each way gives each set."""
        return [list(self.ways(hand)) for hand in self.hands]

    @cached_property
    def followed(self) -> list[Way]:
        """The way in which the other side sets each set."""
        return [self.fixed(hand) for hand in self.hands]

    @cached_property
    def opposed(self) -> Opposed:
        """What the other side makes of its sets."""
        import numpy as np

        found = [ways[way] for ways, way in zip(self.strengths, self.followed, strict=True)]
        pairs, group = np.unique(
            np.array(found, np.int64).reshape(-1, 2), axis=0, return_inverse=True
        )
        order = np.argsort(group.ravel(), kind="stable")
        starts = np.searchsorted(group.ravel()[order], np.arange(len(pairs)))
        return Opposed(pairs[:, 0], pairs[:, 1], order, starts)

    @cached_property
    def _removal(self) -> dict[tuple[int, int], Removal]:
        """For each kind and number of its cards, what becomes of the sets that hold the kind."""
        import numpy as np

        found = {}
        for kind, cards in enumerate(self.kinds.cards):
            whole = len(cards)
            rows = np.flatnonzero(self.held[:, kind])
            column = self.held[rows, kind]
            ways = np.array([comb(whole, held) for held in range(whole + 1)])[column]
            for count in range(1, whole + 1):
                left = [comb(whole - count, held) for held in range(whole + 1)]
                found[kind, count] = Removal(rows, np.array(left)[column], ways)
        return found

    @cached_property
    def _better(self) -> dict[Strengths, tuple[Ints, Ints]]:
        return {}  # where a way wins and where it loses, by its strengths

    @property
    def opponents(self) -> int:
        """How many hands the other side can have against one hand."""
        return comb(sum(map(len, self.kinds.cards)) - self.size, self.size)

    @property
    def deals(self) -> int:
        """How many deals there are to both sides."""
        return int(self.dealt.sum()) * self.opponents

    def met(self, gone: Sequence[int]) -> Ints:
        """How often the other side makes each pair of strengths when so many of each kind are
        gone from the deck."""
        import numpy as np

        found = self.dealt.copy()
        for kind, count in enumerate(gone):
            if count:
                rows, left, ways = self._removal[kind, count]
                found[rows] = found[rows] * left // ways
        grouped: Ints = np.add.reduceat(found[self.opposed.order], self.opposed.starts)
        return grouped

    def tally(self, strengths: Strengths, met: Ints) -> Tally:
        """What comes of one way to set a hand against the strengths that are met so often."""
        if strengths not in self._better:
            import numpy as np

            high, low = self.opposed.high, self.opposed.low
            sides = (high, low, *strengths) if self.banks else (*strengths, high, low)
            better = np.asarray(self.compare(*sides))
            none, both = (better == 0).astype(np.int64), (better == BOTH).astype(np.int64)
            self._better[strengths] = (none, both) if self.banks else (both, none)
        wins, loses = self._better[strengths]
        won, lost = int(wins @ met), int(loses @ met)
        return Tally(won, int(met.sum()) - won - lost, lost)

    def of_hand(self, hand: Hand, seen: Sequence[int] = ()) -> list[Tally]:
        """What comes of each way to set one hand; ``seen`` are cards known to be elsewhere."""
        if len(hand) != self.size:
            raise ValueError(f"a hand is {self.size} cards")
        met = self.met(self.kinds.held((*hand, *seen)))
        return [self.tally(strengths, met) for strengths in self.ways(hand)]

    @cached_property
    def tallies(self) -> list[list[Tally]]:
        """What comes of each way to set each set, over the other side's hands.

        Ways that give the same strengths are counted once.
        """
        found = []
        for gone, ways in zip(self.held.tolist(), self.strengths, strict=True):
            met = self.met(gone)
            known = {strengths: self.tally(strengths, met) for strengths in dict.fromkeys(ways)}
            found.append([known[strengths] for strengths in ways])
        return found

    def follow(self, chosen: Sequence[Way]) -> Tally:
        """What comes of all deals when each set is set in the way chosen for it."""
        total = Tally(0, 0, 0)
        for times, ways, way in zip(self.dealt.tolist(), self.tallies, chosen, strict=True):
            won, push, lost = ways[way]
            total += Tally(times * won, times * push, times * lost)
        return total

    def share(self, wanted: Sequence[bool]) -> tuple[int, int]:
        """How many hands are of the sets wanted, and how many there are."""
        times = self.dealt.tolist()
        return sum(t for t, one in zip(times, wanted, strict=True) if one), sum(times)
