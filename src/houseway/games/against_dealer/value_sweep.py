"""One hand against another from the same deck, for every hand at once, by a sweep through strength.

The other side's hands, which may have more cards than mine, are taken in rising order of strength.
Of those taken so far the sweep keeps how many contain each set of cards. The hands among them that
avoid the cards I hold are then found without dealing any: from all, take away those that contain
one of my cards, give back those that contain two, and so on (inclusion and exclusion). So what
would be a hundred thousand deals is a sum of thirty counts, and where one card of the other side is
shown, the sets are those with that card.

Hands and sets alike are gathered into classes that differ only in the names of suits. A class of
hands is counted in once, at the classes of the sets of cards that one of its hands contains: how
often each set of a class is met follows from how many sets and hands the classes stand for.

When the sweep has taken every hand below ``least``, it asks all of mine how many of those they
leave: hands with which the other side does not qualify. Then each of mine is asked just before and
just after the hands of its own strength are taken. Prices play no part; one sweep serves every
paytable.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.counting.canonical import Hands, Pack, classes
from houseway.hands.kernel import Kernel, kernel, thread_pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Counts = NDArray[np.int32]
    Places = NDArray[np.uint32]
    Bits = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

Bulk = Kernel[[Any, Any], None]  # fills an array with something about each hand

# So few that plain Python is done before a compiler is loaded
FEW = 3_000  # hands to be looked at once
PLAIN = 20_000  # hands to be swept through
THREADS = 2


class Tally(NamedTuple):
    """Deals by what became of them: given up; or seen through, and the other side did not qualify,
    or it did and the hand won, tied or lost."""

    fold: int
    unqualified: int
    win: int
    tie: int
    lose: int


@dataclass(frozen=True, eq=False)
class Standing:
    """How each class of hands stands to what the other side can hold.

    The arrays have a row a class and, where a card of the other side is shown, a column for each
    card of the pack (else one column). ``times`` is for how many shown cards, alike to this hand, a
    cell stands: none if the hand holds that card or another cell stands for it. Of ``opponents``
    hands that the other side can then have, ``unqualified`` are below the least; of the others
    ``below`` are lower than the hand and ``equal`` as strong.
    """

    hands: Hands
    strength: Ints
    opponents: int
    shows: bool
    times: Bits
    unqualified: Counts
    below: Counts
    equal: Counts

    @cached_property
    def masks(self) -> Ints:
        """The hand that stands for each class."""
        return self.hands.masks

    @property
    def deals(self) -> int:
        """How many deals there are: hands, times shown cards, times what may lie behind."""
        pack, size = self.hands.pack, self.hands.size
        return pack.hands(size) * (pack.size - size if self.shows else 1) * self.opponents

    @property
    def above(self) -> Counts:
        """How many qualified hands are higher, by cell."""
        above: Counts = self.opponents - self.unqualified - self.below - self.equal
        return above

    def cell(self, hand: int, shown: int | None = None) -> tuple[int, int]:
        """Where a hand and a shown card stand in the arrays."""
        import numpy as np

        pack = self.hands.pack
        first = pack.first_of_class(hand)
        row = int(self._order[np.searchsorted(self.masks, first, sorter=self._order)])
        if shown is None:
            return row, 0
        together = sorted(
            ((held.bit_count(), held, shown >> 4 == suit)
             for held, suit in zip(pack.suits_of(hand), pack.suits, strict=True)),
            reverse=True,
        )  # fmt: skip
        suit = next(place for place, (_, _, here) in enumerate(together) if here)
        while suit and together[suit][1] == together[suit - 1][1]:
            suit -= 1  # the first of suits alike stands for them
        return row, suit * pack.ranks.bit_count() + pack.rank_list.index(shown & 15)

    @cached_property
    def _order(self) -> Ints:
        import numpy as np

        order: Ints = np.argsort(self.masks)
        return order

    def better(self, kind: Ints, free: int, won: Ints, lost: int, given_up: Ints) -> Flags:
        """Which cells are better seen through than given up: what is won if the other side does not
        qualify, what is won by kind, what is lost, and what giving up costs by kind."""
        import numpy as np

        plays = np.zeros(self.times.shape, np.bool_)
        choose = better_cells.jit if self.times.size > PLAIN else better_cells
        choose(
            kind, self.unqualified, self.below, self.equal, self.opponents, free, won, lost,
            given_up, plays,
        )  # fmt: skip
        return plays

    def tally(self, kind: Ints, plays: Flags) -> list[Tally]:
        """All deals by the kind of the hand (a small number a class) when the cells of which
        ``plays`` is true stay in."""
        import numpy as np

        found = np.zeros((int(kind.max()) + 1, 5), np.int64)
        count = tally_cells.jit if self.times.size > PLAIN else tally_cells
        count(
            kind, self.hands.ways, self.times, self.unqualified, self.below, self.equal,
            self.opponents, plays, found,
        )  # fmt: skip
        return [Tally(*map(int, row)) for row in found]


def measured(rule: Bulk, hands: Hands) -> Ints:
    """Something about the hand that stands for each class, as a bulk rule fills it in."""
    import numpy as np

    if len(hands) > FEW:
        found = np.zeros(len(hands), np.int64)
        rule.jit(hands.masks, found)
        return found
    plain = [0] * len(hands)
    rule.function(hands.masks.tolist(), plain)
    return np.array(plain, np.int64)


def stand(
    pack: Pack,
    size: int,
    strength: Bulk,
    least: int = 0,
    *,
    shows: bool = False,
    other: int | None = None,
) -> Standing:
    """Every hand of ``size`` cards against every hand of ``other`` cards, if not of as many, from
    the same pack.

    ``strength`` fills in what hands are worth; the other side qualifies with ``least``. With
    ``shows`` one of the other side's cards, any of them, is seen.
    """
    import numpy as np

    theirs = size if other is None else other
    if size + theirs > pack.size:
        raise ValueError(
            f"a deck of {pack.size} cards does not give two hands of {size} and {theirs}"
        )
    hands, others = classes(pack, size), classes(pack, theirs)
    worth = measured(strength, hands)
    times = _times(hands) if shows else np.ones((len(hands), 1), np.uint8)
    found = np.zeros((3, *times.shape), np.int32)
    frame = Frame.of(hands, worth, others, measured(strength, others))
    if pack.hands(theirs) < PLAIN:
        number_sets(frame)
        sweep_hands(frame, least, shows, 0, len(hands), *found)
    else:
        number_sets.jit(frame)
        shards = frame.shards(least, THREADS)
        with thread_pool(THREADS) as pool:
            list(
                pool.map(lambda s: sweep_hands.jit(frame.fresh(), least, shows, *s, *found), shards)
            )
    opponents = comb(pack.size - size - shows, theirs - shows)
    return Standing(hands, worth, opponents, shows, times, *found)


def _times(hands: Hands) -> Bits:
    """For how many shown cards each card of the pack stands beside each class of hands."""
    import numpy as np

    suits = hands.suits.astype(np.uint16)
    alike = np.ones(suits.shape, np.uint8)  # how many suits hold the same as the first of them
    for place in range(suits.shape[1] - 2, -1, -1):
        same = suits[:, place] == suits[:, place + 1]
        alike[:, place] += np.where(same, alike[:, place + 1], 0)
        alike[same, place + 1] = 0
    times = np.empty((*suits.shape, hands.pack.ranks.bit_count()), np.uint8)
    for place, rank in enumerate(hands.pack.rank_list):
        times[:, :, place] = np.where(suits & 1 << rank, 0, alike)
    return times.reshape(len(hands), -1)


def suit_places(pack: Pack, size: int) -> Places:
    """The part of each suit in the place of a hand, by the cards in the suits before it. A place is
    a sum of binomials, one a card."""
    import numpy as np

    ranks, before = pack.rank_list, np.arange(size + 1)[:, None]
    found = np.zeros((len(pack.suits), size + 1, pack.ranks + 1), np.uint32)
    held, sizes = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for number, rank in enumerate(ranks):
        lower, held = held, np.concatenate([held, held | 1 << rank])
        for suit in range(len(pack.suits)):
            card = suit * len(ranks) + number
            ways = np.array(
                [comb(card, k) if k <= size else 0 for k in range(size + len(ranks) + 2)]
            )
            found[suit][:, lower | 1 << rank] = found[suit][:, lower] + ways[before + sizes + 1]
        sizes = np.concatenate([sizes, sizes + 1])
    return found


class Frame(NamedTuple):
    """What a sweep works on. Classes stand in rising order of strength; cards are numbers. Counts
    are kept in parts of a hand, as many as there are orders of the suits."""

    numbers: Bits  # the cards of each class of mine, rising
    strength: Ints
    row: Ints  # where its answers go
    other_numbers: Bits  # the same of the other side's classes
    other_suits: Ints  # and their ranks suit by suit
    other_strength: Ints
    other_ways: Ints  # how many hands each class stands for
    set_suits: Ints  # the ranks of each class of sets suit by suit; the smallest sets first
    set_parts: Counts  # how many orders of the suits leave each class of sets as it is
    set_sizes: Bits
    orders: Bits  # every order of the suits: where each suit goes
    sources: Bits  # the same orders: which suit comes to each place
    suit_places: Places  # [suit, cards before it, its ranks]: its part in the place of a hand
    suit_sizes: Bits  # how many cards some ranks are
    binomials: Places  # [k, n]: the ways to choose k of n
    starts: Places  # where the sets of 0, 1, 2, ... cards begin
    sizes: Places  # how many cards each choice among the cards of a hand has,
    highest: Places  # the last of them,
    rest: Places  # and the choice without it
    set_class: Places  # the class of each set of cards
    counts: Counts  # of the hands taken so far, how many contain a set of each class, in parts
    taken: Bits  # which hands have been taken, a bit each
    places: Places  # room to work in
    spots: Places

    @classmethod
    def of(cls, hands: Hands, strength: Ints, others: Hands, other_strength: Ints) -> Frame:
        """A sweep that has taken nothing yet."""
        import numpy as np

        pack, most = hands.pack, max(hands.size, others.size)
        order, other_order = (np.argsort(s, kind="stable") for s in (strength, other_strength))
        chosen = range(1 << most)
        orders = list(permutations(range(len(pack.suits))))
        sources = [[order.index(place) for place in range(len(order))] for order in orders]
        binomials = [[comb(n, k) for n in range(pack.size + 1)] for k in range(most + 1)]
        starts = np.cumsum([0, *(comb(pack.size, k) for k in range(others.size))])
        sets = [classes(pack, cards) for cards in range(1, others.size)]
        none = np.zeros((1, len(pack.suits)), np.int64)  # the set of no cards
        set_ways = np.concatenate([[1], *(some.ways for some in sets)])
        set_sizes = np.repeat(np.arange(others.size), [1, *map(len, sets)])
        return cls(
            numbers=hands.numbers[order].astype(np.uint8),
            strength=strength[order],
            row=order,
            other_numbers=others.numbers[other_order].astype(np.uint8),
            other_suits=others.suits[other_order],
            other_strength=other_strength[other_order],
            other_ways=others.ways[other_order],
            set_suits=np.concatenate([none, *(some.suits for some in sets)]),
            set_parts=(len(orders) // set_ways).astype(np.int32),
            set_sizes=set_sizes.astype(np.uint8),
            orders=np.array(orders, np.uint8),
            sources=np.array(sources, np.uint8),
            suit_places=suit_places(pack, others.size),
            suit_sizes=np.array([held.bit_count() for held in range(pack.ranks + 1)], np.uint8),
            binomials=np.array(binomials, np.uint32),
            starts=starts.astype(np.uint32),
            sizes=np.array([some.bit_count() for some in chosen], np.uint32),
            highest=np.array([max(some.bit_length() - 1, 0) for some in chosen], np.uint32),
            rest=np.array([some ^ 1 << some.bit_length() >> 1 for some in chosen], np.uint32),
            set_class=np.zeros(int(starts[-1]), np.uint32),
            counts=np.zeros(len(set_ways), np.int32),
            taken=np.zeros(pack.hands(others.size) // 8 + 1, np.uint8),
            places=np.zeros(1 << most, np.uint32),
            spots=np.zeros(len(orders), np.uint32),
        )

    def fresh(self) -> Frame:
        """The same sweep before it has taken anything, for another thread."""
        room = ("counts", "taken", "places", "spots")
        return self._replace(**{name: getattr(self, name).copy() for name in room})

    def shards(self, least: int, parts: int) -> list[tuple[int, int]]:
        """Parts of the classes that take about as long: from the least up they are asked thrice."""
        import numpy as np

        work = np.cumsum(np.where(self.strength < least, 1, 3))
        cuts = np.searchsorted(work, [work[-1] * part // parts for part in range(1, parts)])
        ends = [0, *cuts.tolist(), len(work)]
        return list(pairwise(ends))


@kernel
def sweep_hands(
    f: Frame,
    least: int,
    shows: bool,
    first: int,
    last: int,
    unqualified: Counts,
    below: Counts,
    equal: Counts,
) -> None:
    """Take all hands, weakest first, and ask about the classes from ``first`` to ``last``."""
    at = take_below(f, 0, least)
    if at > 0:
        for one in range(first, last):
            ask(f, one, shows, unqualified[f.row[one]])
    one = first
    while one < last and f.strength[one] < least:
        one += 1
    while one < last:
        at = take_below(f, at, f.strength[one])
        end = one
        while end < last and f.strength[end] == f.strength[one]:
            ask(f, end, shows, below[f.row[end]])
            end += 1
        at = take_below(f, at, f.strength[one] + 1)
        for asked in range(one, end):
            here = f.row[asked]
            ask(f, asked, shows, equal[here])
            for card in range(below.shape[1]):
                equal[here, card] -= below[here, card]
                below[here, card] -= unqualified[here, card]
        one = end


@kernel
def take_below(f: Frame, at: int, least: int) -> int:
    """Count in all classes from ``at`` on that are weaker than this: where the others begin."""
    while at < len(f.other_strength) and f.other_strength[at] < least:
        take(f, at)
        at += 1
    return at


@kernel
def spread(f: Frame, held: Ints, one: int) -> int:
    """Write down where the hands of a class stand among all of their size; how many they are."""
    suits, count = held.shape[1], 0
    for order in range(len(f.orders)):
        fresh = True
        for suit in range(1, suits):
            if held[one, suit] == held[one, suit - 1]:
                fresh = fresh and f.orders[order, suit - 1] < f.orders[order, suit]
        if not fresh:
            continue  # equal suits the other way round are the same hand
        place, before = 0, 0
        for at in range(suits):
            ranks = held[one, f.sources[order, at]]
            place += int(f.suit_places[at, before, ranks])
            before += int(f.suit_sizes[ranks])
        f.spots[count] = place
        count += 1
    return count


@kernel
def number_sets(f: Frame) -> None:
    """Note the class of every set of cards."""
    for one in range(len(f.set_suits)):
        for at in range(spread(f, f.set_suits, one)):
            f.set_class[f.starts[f.set_sizes[one]] + f.spots[at]] = one


@kernel
def take(f: Frame, one: int) -> None:
    """Count a class in: all its hands together at every class of sets that they contain, and each
    of them by itself among whole hands."""
    size, ways = f.other_numbers.shape[1], int(f.other_ways[one])
    f.counts[0] += ways * f.set_parts[0]
    for some in range(1, (1 << size) - 1):
        cards = f.sizes[some]
        place = f.places[f.rest[some]] + f.binomials[cards, f.other_numbers[one, f.highest[some]]]
        f.places[some] = place
        kind = f.set_class[f.starts[cards] + place]
        f.counts[kind] += ways * f.set_parts[kind]
    for at in range(spread(f, f.other_suits, one)):
        whole = f.spots[at]
        f.taken[whole >> 3] |= 1 << (whole & 7)


@kernel
def ask(f: Frame, one: int, shows: bool, found: Counts) -> None:
    """How many of the hands taken so far avoid a class's cards."""
    parts = len(f.orders)
    if shows:
        ask_with_each_card(f, one, found)
        for card in range(len(found)):
            found[card] //= parts
        return
    size, whole = f.numbers.shape[1], f.other_numbers.shape[1]
    total = f.counts[0]
    for some in range(1, 1 << size):
        cards = f.sizes[some]
        place = f.places[f.rest[some]] + f.binomials[cards, f.numbers[one, f.highest[some]]]
        f.places[some] = place
        if cards == whole:
            held = parts * int(f.taken[place >> 3] >> (place & 7) & 1)
        elif cards < whole:
            held = f.counts[f.set_class[f.starts[cards] + place]]
        else:
            held = 0
        if cards & 1:
            total -= held
        else:
            total += held
    found[0] = total // parts


@kernel
def ask_with_each_card(f: Frame, one: int, found: Counts) -> None:
    """How many of the hands taken so far avoid a class's cards and contain a card, for each card
    and in parts of a hand.

    Wherever that card lies between the same two of the class's cards, it has the same place in
    every set of them; so the other cards' part of the sum is made once for the whole gap.
    """
    size, whole_size, parts = f.numbers.shape[1], f.other_numbers.shape[1], len(f.orders)
    low = 0
    for gap in range(size + 1):
        high = int(f.numbers[one, gap]) if gap < size else f.binomials.shape[1] - 1
        if low < high:
            for card in range(low, high):
                found[card] = f.counts[f.set_class[1 + card]]
            for some in range(1, 1 << size):
                last, cards = f.highest[some], f.sizes[some]
                if cards + 1 > whole_size:
                    continue
                ahead = 1 if last >= gap else 0  # the card stands before the last of these
                place = (
                    f.places[some ^ 1 << last] + f.binomials[cards + ahead, f.numbers[one, last]]
                )
                f.places[some] = place
                add = f.binomials[f.sizes[some & (1 << gap) - 1] + 1]
                if cards + 1 == whole_size:
                    sign = parts if whole_size & 1 else -parts
                    for card in range(low, high):
                        whole = place + add[card]
                        found[card] += sign * int(f.taken[whole >> 3] >> (whole & 7) & 1)
                else:
                    start = f.starts[cards + 1] + place
                    if cards & 1:
                        for card in range(low, high):
                            found[card] -= f.counts[f.set_class[start + add[card]]]
                    else:
                        for card in range(low, high):
                            found[card] += f.counts[f.set_class[start + add[card]]]
        low = high + 1


@kernel
def better_cells(
    kind: Ints,
    unqualified: Counts,
    below: Counts,
    equal: Counts,
    opponents: int,
    free: int,
    won: Ints,
    lost: int,
    given_up: Ints,
    plays: Flags,
) -> None:
    """Compare seeing through and giving up in every cell; of equals, give up."""
    for one in range(len(kind)):
        gain, floor = won[kind[one]], -opponents * given_up[kind[one]]
        for card in range(plays.shape[1]):
            unmet, low = int(unqualified[one, card]), int(below[one, card])
            high = opponents - unmet - low - int(equal[one, card])
            plays[one, card] = free * unmet + gain * low - lost * high > floor


@kernel
def tally_cells(
    kind: Ints,
    ways: Ints,
    times: Bits,
    unqualified: Counts,
    below: Counts,
    equal: Counts,
    opponents: int,
    plays: Flags,
    found: Ints,
) -> None:
    """Add up all deals by kind: given up, not qualified, won, tied, lost."""
    for one in range(len(kind)):
        fold, free, win, tie, lose = 0, 0, 0, 0, 0
        for card in range(times.shape[1]):
            many = int(times[one, card])
            if plays[one, card]:
                free += many * int(unqualified[one, card])
                win += many * int(below[one, card])
                tie += many * int(equal[one, card])
                lose += many * int(
                    opponents - unqualified[one, card] - below[one, card] - equal[one, card]
                )
            else:
                fold += many * opponents
        row = kind[one]
        found[row, 0] += ways[one] * fold
        found[row, 1] += ways[one] * free
        found[row, 2] += ways[one] * win
        found[row, 3] += ways[one] * tie
        found[row, 4] += ways[one] * lose
