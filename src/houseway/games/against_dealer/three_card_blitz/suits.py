"""Counting for hands that are scored suit by suit.

Where every suit of a hand is looked at by itself and the best suit is the hand's score, the suits
of a deck meet only in how many cards each of them gives. One polynomial a suit, in which the
coefficient of x to the k counts the ways to take k cards, therefore counts all hands: multiply
the polynomials and read off the coefficient for the size of the hand. No deal is ever dealt.

``count_by_suit`` counts hands by any facts about their suits, in plain integers. ``Contest`` sets
two hands of one deck against each other: ``against`` answers for one hand in plain Python, and
``classes`` for every hand at once, compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from houseway.equipment.cards import SUIT
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]

Fact = TypeVar("Fact", bound=Hashable)
Polynomial = list[int]  # the number at k: the ways to take k cards

INT64 = 2**63


# Plain counting


def subsets(ranks: int) -> Iterator[int]:
    """Every set of cards that one suit can give, the whole suit first and nothing last."""
    subset = ranks
    while subset:
        yield subset
        subset = (subset - 1) & ranks
    yield 0


def suit_polynomials(
    fact: Callable[[int], Fact], size: int, ranks: int = SUIT
) -> dict[Fact, Polynomial]:
    """For each fact, in how many ways one suit gives 0, 1, ... ``size`` cards of which it is true.

    >>> suit_polynomials(lambda suit: suit & 1 == 1, 2, ranks=0b111)
    {False: [1, 2, 1], True: [0, 1, 2]}
    """
    found: dict[Fact, Polynomial] = {}
    for suit in subsets(ranks):
        cards = suit.bit_count()
        if cards <= size:
            found.setdefault(fact(suit), [0] * (size + 1))[cards] += 1
    return found


def product(left: Polynomial, right: Polynomial) -> Polynomial:
    """Cards from both: the product, without the powers beyond the size of a hand."""
    return [sum(left[j] * right[k - j] for j in range(k + 1) if left[j]) for k in range(len(left))]


def count_by_suit(
    fact: Callable[[int], Fact], size: int, ranks: int = SUIT, suits: int = 4
) -> dict[tuple[Fact, ...], int]:
    """How many hands of ``size`` cards show each combination of facts, one fact a suit.

    The facts stand in the order of the suits. A reduced deck has fewer ``ranks`` or ``suits``.

    >>> count_by_suit(int.bit_count, 3, ranks=0b1111, suits=2)
    {(3, 0): 4, (2, 1): 24, (1, 2): 24, (0, 3): 4}
    """
    of_one_suit = suit_polynomials(fact, size, ranks)
    found: dict[tuple[Fact, ...], Polynomial] = {(): [1, *[0] * size]}
    for _ in range(suits):
        longer = {
            (*facts, another): product(ways, more)
            for facts, ways in found.items()
            for another, more in of_one_suit.items()
        }
        found = {facts: ways for facts, ways in longer.items() if any(ways)}
    return {facts: ways[size] for facts, ways in found.items() if ways[size]}


# One hand against another


class Counts(NamedTuple):
    """How many hands of the other side score below, equal to and above a hand."""

    below: int
    equal: int
    above: int


class Kind(NamedTuple):
    """What a hand is worth: its score, its marks, and one hand that has them."""

    score: int
    mark: int
    hand: int


class Tally(NamedTuple):
    """Deals by what became of them: given up, or seen through and won, tied or lost."""

    fold: int
    win: int
    tie: int
    lose: int


@dataclass(frozen=True)
class Contest:
    """Two hands of ``size`` cards from one deck, each worth its best suit.

    ``score`` values one suit. ``mark`` notes what else about a suit matters (say, for a price)
    although the contest does not turn on it; the marks of a hand's suits are added up, so they
    must be small and not negative. Both are plain rules on a thirteen-bit suit.
    """

    score: Callable[[int], int]
    size: int
    mark: Callable[[int], int] | None = None
    ranks: int = SUIT
    suits: int = 4

    def __post_init__(self) -> None:
        if self.size < 1 or 2 * self.size > self.deck:
            raise ValueError(f"a deck of {self.deck} cards does not give two hands of {self.size}")
        if not 2 <= self.suits <= 4:
            raise ValueError(f"a deck has two to four suits, not {self.suits}")

    @property
    def deck(self) -> int:
        """How many cards the deck has."""
        return self.ranks.bit_count() * self.suits

    @property
    def hands(self) -> int:
        """How many hands the first side can hold."""
        return comb(self.deck, self.size)

    @property
    def opponents(self) -> int:
        """How many hands the other side can hold when the first one has been dealt."""
        return comb(self.deck - self.size, self.size)

    def suits_of(self, hand: int) -> list[int]:
        """A hand suit by suit."""
        return [hand >> 16 * suit & SUIT for suit in range(self.suits)]

    def strangers(self, cards: int) -> int:
        """Those of the cards that the deck does not have."""
        return cards & ~sum(self.ranks << 16 * suit for suit in range(self.suits))

    def hand_score(self, hand: int) -> int:
        """The score of a hand: its best suit's."""
        return max(self.scores[suit] for suit in self.suits_of(hand))

    @cached_property
    def scores(self) -> dict[int, int]:
        """The score of everything that one suit can give."""
        return {suit: self.score(suit) for suit in subsets(self.ranks)}

    @cached_property
    def levels(self) -> list[int]:
        """The scores that a suit can have, in rising order."""
        return sorted(set(self.scores.values()))

    @cached_property
    def _rests(self) -> dict[int, dict[int, Polynomial]]:
        return {}

    def _ways(self, rest: int, score: int) -> Polynomial:
        """The ways to take cards from what is left of a suit and score at most ``score``."""
        if rest not in self._rests:
            self._rests[rest] = suit_polynomials(self.scores.__getitem__, self.size, rest)
        low = [ways for reached, ways in self._rests[rest].items() if reached <= score]
        return [sum(column) for column in zip(*low, strict=True)] or [0] * (self.size + 1)

    def _at_most(self, rests: Sequence[int], score: int) -> int:
        ways = [1, *[0] * self.size]
        for rest in rests:
            ways = product(ways, self._ways(rest, score))
        return ways[self.size]

    def against(self, hand: int, seen: int = 0) -> Counts:
        """Hands of the other side below, equal to and above this one, in plain Python.

        ``seen`` are further cards that the other side cannot hold, such as a neighbor's.
        """
        if self.strangers(hand | seen):
            raise ValueError("a card that is not in the deck")
        gone = self.suits_of(hand | seen)
        rests = [self.ranks & ~suit for suit in gone]
        score = self.hand_score(hand)
        below = self._at_most(rests, score - 1)
        not_above = self._at_most(rests, score)
        opponents = comb(sum(rest.bit_count() for rest in rests), self.size)
        return Counts(below, not_above - below, opponents - not_above)

    def classes(self) -> Classes:
        """Every hand against every other, compiled: a fraction of a second for a whole deck."""
        return _classes(self)


@dataclass(frozen=True, eq=False)
class Classes:
    """All hands of a contest, gathered into classes that the deck cannot tell apart.

    Each array has one entry a class: its ``kind`` (a key of ``kinds``), one ``hand`` of it, the
    ``ways`` to be dealt such a hand, and how many hands of the other side score ``below`` and
    ``equal``. What is neither is above. Prices play no part, so one set serves every paytable.
    """

    opponents: int
    kinds: dict[int, Kind]
    kind: Ints
    hand: Ints
    ways: Ints
    below: Ints
    equal: Ints

    def __len__(self) -> int:
        return len(self.kind)

    @cached_property
    def score(self) -> Ints:
        """The score of each class."""
        return self.per_kind({key: kind.score for key, kind in self.kinds.items()})[self.kind]

    @cached_property
    def above(self) -> Ints:
        """How many hands of the other side score above each class."""
        above: Ints = self.opponents - self.below - self.equal
        return above

    def per_kind(self, values: dict[int, int]) -> Ints:
        """One number a kind as an array, to be looked up by ``kind``."""
        import numpy as np

        table = np.zeros(max(self.kinds) + 1, np.int64)
        for key, value in values.items():
            table[key] = value
        return table

    def tally(self, stays: Flags) -> dict[Kind, Tally]:
        """Count all deals by kind of hand when the classes of which ``stays`` is true stay in."""
        import numpy as np

        found = np.zeros((max(self.kinds) + 1, 4), np.int64)
        tally_deals.jit(self.kind, self.ways, self.below, self.equal, self.opponents, stays, found)
        return {kind: Tally(*map(int, found[key])) for key, kind in self.kinds.items()}


def interchangeable(scores: dict[int, int], ranks: int) -> list[int]:
    """The ranks in groups, as masks, within which any two may swap places without a trace.

    That is asked of the rule itself: no set of cards changes its score by the swap.

    >>> interchangeable({suit: (suit & 6).bit_count() for suit in subsets(7)}, 7)
    [1, 6]
    """
    groups: list[int] = []
    for rank in (1 << place for place in range(13) if ranks >> place & 1):
        for position, group in enumerate(groups):
            both = rank | group & -group
            if all(scores[suit] == scores[suit ^ both] for suit in scores if suit & both == rank):
                groups[position] |= rank
                break
        else:
            groups.append(rank)
    return groups


# All hands at once, compiled

EXAMPLE, CARDS, LEVEL, MARK, WAYS = range(5)  # the rows of a table of types


def _types(contest: Contest) -> Ints:
    """What one suit of a hand can be, up to interchangeable ranks: fewest cards first.

    One column a type: an example, its cards, score and mark, and how many suits are like it.
    """
    import numpy as np

    scores = contest.scores
    suits = [suit for suit in scores if suit.bit_count() <= contest.size]
    example = np.array(suits, np.int64)
    cards = np.array([suit.bit_count() for suit in suits], np.int64)
    marks = np.array([contest.mark(suit) if contest.mark else 0 for suit in suits], np.int64)
    lowest = np.zeros_like(example)  # each group's cards moved down to its lowest ranks
    for group in interchangeable(scores, contest.ranks):
        held = [(suit & group).bit_count() for suit in suits]
        lowest |= np.array(_lowest_of(group), np.int64)[held]
    key = (cards << 48) | (lowest << 32) | marks
    _, first, ways = np.unique(key, return_index=True, return_counts=True)
    level = np.searchsorted(contest.levels, [scores[suits[i]] for i in first])
    return np.stack([example[first], cards[first], level, marks[first], ways]).astype(np.int64)


def _lowest_of(group: int) -> list[int]:
    """The lowest 0, 1, 2, ... ranks of a group."""
    found = [0]
    while group:
        found.append(found[-1] | group & -group)
        group &= group - 1
    return found


def _polynomials(contest: Contest, types: Ints) -> Ints:
    """For each type and level, the ways to score below that with the rest of the suit."""
    import numpy as np

    level = np.zeros(SUIT + 1, np.int64)
    cards = np.zeros(SUIT + 1, np.int64)
    suits = list(contest.scores)
    level[suits] = np.searchsorted(contest.levels, list(contest.scores.values()))
    cards[suits] = [suit.bit_count() for suit in suits]
    found = np.zeros((types.shape[1], len(contest.levels) + 1, contest.size + 1), np.int64)
    fill_polynomials.jit(contest.ranks & ~types[EXAMPLE], level, cards, found)
    return found


def number_of_classes(types_by_cards: Sequence[int], suits: int, size: int) -> int:
    """In how many ways ``suits`` types, order aside, have ``size`` cards together.

    >>> number_of_classes([1, 1, 1], suits=2, size=2)  # 0 and 2 cards, or 1 and 1
    2
    """
    ways = {(0, 0): 1}  # (suits, cards) so far
    for cards, types in enumerate(types_by_cards):
        more: dict[tuple[int, int], int] = {}
        for (taken, held), count in ways.items():
            for times in range(suits - taken + 1):
                state = taken + times, held + times * cards
                choices = comb(types + times - 1, times) if times else 1
                if state[1] <= size:
                    more[state] = more.get(state, 0) + count * choices
        ways = more
    return ways.get((suits, size), 0)


def _classes(contest: Contest) -> Classes:
    import numpy as np

    if contest.hands * contest.opponents >= INT64:
        raise ValueError("more deals than a 64-bit count can hold")
    size, levels = contest.size, contest.levels
    types = _types(contest)
    marks = contest.suits * int(types[MARK].max()) + 1
    start = np.searchsorted(types[CARDS], np.arange(size + 2))
    length = number_of_classes(np.diff(start).tolist(), contest.suits, size)

    found = np.zeros((5, length), np.int64)
    example = np.full(len(levels) * marks, -1, np.int64)
    filled = fill_classes.jit(
        types,
        start,
        _polynomials(contest, types),
        contest.suits,
        marks,
        np.zeros((2, contest.suits - 1), np.int64),
        np.zeros((len(levels) + 1, size + 1), np.int64),
        np.zeros((2, size + 1), np.int64),
        np.zeros(len(levels) + 1, np.int64),
        found,
        example,
    )
    hands = int(found[2].sum())
    if filled != length or hands != contest.hands:
        raise AssertionError(f"{filled} of {length} classes, {hands} of {contest.hands} hands")
    kinds = {
        key: Kind(levels[key // marks], key % marks, hand)
        for key, hand in enumerate(example.tolist())
        if hand >= 0
    }
    return Classes(contest.opponents, kinds, *found)


@kernel
def fill_polynomials(rests: Ints, level: Ints, cards: Ints, found: Ints) -> None:
    """``found[i, t, k]``: the ways to take k cards from ``rests[i]`` and score below level t."""
    levels, most = found.shape[1], found.shape[2] - 1
    for i in range(len(rests)):
        rest = rests[i]
        suit = rest
        while suit >= 0:
            if cards[suit] <= most:
                found[i, level[suit] + 1, cards[suit]] += 1
            suit = (suit - 1) & rest if suit > 0 else -1
        for t in range(1, levels):
            for k in range(most + 1):
                found[i, t, k] += found[i, t - 1, k]


@kernel
def fill_classes(
    types: Ints,
    start: Ints,
    polynomials: Ints,
    suits: int,
    marks: int,
    stack: Ints,
    products: Ints,
    work: Ints,
    made: Ints,
    found: Ints,
    example: Ints,
) -> int:
    """Walk through all classes (types in rising order, one a suit) and return how many there are.

    A class is a beginning, all suits but the last, and a type that completes it. A beginning's
    product of polynomials at a level is made once, when first needed: ``made`` remembers for
    which beginning it was. Each completion then costs two sums of products.
    """
    suit, cards, level = types[EXAMPLE], types[CARDS], types[LEVEL]
    mark, ways = types[MARK], types[WAYS]
    chosen = stack[0]
    last = suits - 1
    size = products.shape[1] - 1
    chosen[last - 1] = -1
    beginning = 0
    filled = 0
    while next_beginning(stack, cards, suits, size):
        beginning += 1
        best, held, marked, hand, dealt, orders, repeats = 0, 0, 0, 0, 1, 1, 0
        for i in range(last):
            one = chosen[i]
            best = max(best, level[one])
            held += cards[one]
            marked += mark[one]
            hand |= suit[one] << 16 * i
            dealt *= ways[one]
            repeats = repeats + 1 if i > 0 and chosen[i - 1] == one else 1
            orders = orders * (i + 1) // repeats
        highest = chosen[last - 1]
        for other in range(max(highest, start[size - held]), start[size - held + 1]):
            t = max(best, level[other]) + 1  # ``below t`` is ``not above this hand``
            for need in range(t - 1, t + 1):
                if made[need] != beginning:
                    multiply(chosen, need, polynomials, work, products)
                    made[need] = beginning
            below = 0
            not_above = 0
            for k in range(size + 1):
                below += products[t - 1, k] * polynomials[other, t - 1, size - k]
                not_above += products[t, k] * polynomials[other, t, size - k]
            kind = (t - 1) * marks + marked + mark[other]
            again = repeats + 1 if other == highest else 1
            found[0, filled] = kind
            found[1, filled] = hand | suit[other] << 16 * last
            found[2, filled] = dealt * ways[other] * (orders * suits // again)
            found[3, filled] = below
            found[4, filled] = not_above - below
            example[kind] = found[1, filled]
            filled += 1
    return filled


@kernel
def next_beginning(stack: Ints, cards: Ints, suits: int, size: int) -> bool:
    """Move on to the next types for all suits but the last, like the digits of a counter.

    No type is lower than the one before it, so none has fewer cards either: a digit has run out
    when that many cards in each suit still to come would be too many.
    """
    chosen, held = stack[0], stack[1]
    place = suits - 2
    while place >= 0:
        chosen[place] += 1
        this = chosen[place]
        if this == len(cards) or held[place] + (suits - place) * cards[this] > size:
            place -= 1
        elif place < suits - 2:
            place += 1
            held[place] = held[place - 1] + cards[this]
            chosen[place] = this - 1
        else:
            return True
    return False


@kernel
def multiply(chosen: Ints, t: int, polynomials: Ints, work: Ints, found: Ints) -> None:
    """``found[t]``: the product of the chosen types' polynomials at level t."""
    size = found.shape[1]
    now = 0
    for k in range(size):
        work[0, k] = polynomials[chosen[0], t, k]
    for i in range(1, len(chosen)):
        for k in range(size):
            total = 0
            for j in range(k + 1):
                total += work[now, j] * polynomials[chosen[i], t, k - j]
            work[1 - now, k] = total
        now = 1 - now
    for k in range(size):
        found[t, k] = work[now, k]


@kernel
def tally_deals(
    kind: Ints, ways: Ints, below: Ints, equal: Ints, opponents: int, stays: Flags, found: Ints
) -> None:
    """Add up all deals by kind: given up, won, tied, lost."""
    for i in range(len(kind)):
        row = kind[i]
        if stays[i]:
            found[row, 1] += ways[i] * below[i]
            found[row, 2] += ways[i] * equal[i]
            found[row, 3] += ways[i] * (opponents - below[i] - equal[i])
        else:
            found[row, 0] += ways[i] * opponents
