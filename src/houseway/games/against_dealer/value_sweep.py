"""One hand against another from the same deck, for every hand at once, by a sweep through strength.

The other side's hands are taken in rising order of strength. Of those taken so far the sweep keeps
how many contain each set of cards. The hands among them that avoid the cards I hold are then found
without dealing any: from all, take away those that contain one of my cards, give back those that
contain two, and so on (inclusion and exclusion). So what would be a hundred thousand deals is a sum
of thirty counts, and where one card of the other side is shown, the sets are those with that card.

My hands are asked about as classes that differ only in the names of suits. When the sweep has taken
every hand below ``least``, it asks all of mine how many of those they leave: hands with which the
other side does not qualify. Then each of mine is asked just before the hands of its own strength
are taken. Those, being few, are looked at one by one. Prices play no part; one sweep serves every
paytable.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.hands.kernel import Kernel, kernel
from houseway.odds.canonical import Hands, Pack, classes

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
    pack: Pack, size: int, strength: Bulk, least: int = 0, *, shows: bool = False
) -> Standing:
    """Every hand of ``size`` cards against every other from the same pack.

    ``strength`` fills in what hands are worth; the other side qualifies with ``least``. With
    ``shows`` one of the other side's cards, any of them, is seen.
    """
    import numpy as np

    if 2 * size > pack.size:
        raise ValueError(f"a deck of {pack.size} cards does not give two hands of {size}")
    hands = classes(pack, size)
    worth = measured(strength, hands)
    times = _times(hands) if shows else np.ones((len(hands), 1), np.uint8)
    found = np.zeros((3, *times.shape), np.int32)
    frame = Frame.of(hands, worth)
    if pack.hands(size) < PLAIN:
        sweep_hands(frame, least, shows, 0, len(hands), *found)
    else:
        shards = frame.shards(least, THREADS)
        with ThreadPoolExecutor(THREADS) as pool:
            list(
                pool.map(lambda s: sweep_hands.jit(frame.fresh(), least, shows, *s, *found), shards)
            )
    opponents = comb(pack.size - size - shows, size - shows)
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


class Frame(NamedTuple):
    """What a sweep works on. Classes stand in rising order of strength; cards are numbers."""

    numbers: Bits  # the cards of each class, rising
    suits: Ints  # its ranks suit by suit
    strength: Ints
    row: Ints  # where its answers go
    orders: Bits  # every order of the suits: where each suit goes
    sources: Bits  # the same orders: which suit comes to each place
    binomials: Places  # [k, n]: the ways to choose k of n
    starts: Places  # where the counts of sets of 0, 1, 2, ... cards begin
    sizes: Places  # how many cards each choice among the cards of a hand has,
    highest: Places  # the last of them,
    others: Places  # and the choice without it
    counts: Counts  # of the hands taken so far, how many contain each set of cards
    taken: Bits  # which hands have been taken, a bit each
    equals: Ints  # the hands of one strength, as masks of card numbers,
    equal_cards: Bits  # and their cards
    cards: Places  # room to work in
    places: Places
    begins: Places

    @classmethod
    def of(cls, hands: Hands, strength: Ints) -> Frame:
        """A sweep that has taken nothing yet."""
        import numpy as np

        pack, size = hands.pack, hands.size
        order = np.argsort(strength, kind="stable")
        chosen = range(1 << size)
        orders = list(permutations(range(len(pack.suits))))
        sources = [[order.index(place) for place in range(len(order))] for order in orders]
        levels = np.flatnonzero(np.diff(strength[order], prepend=-1))
        most = int(np.add.reduceat(hands.ways[order], levels).max())  # hands of one strength
        binomials = [[comb(n, k) for n in range(pack.size + 1)] for k in range(size + 1)]
        starts = np.cumsum([0, *(comb(pack.size, k) for k in range(size))])
        return cls(
            numbers=hands.numbers[order].astype(np.uint8),
            suits=hands.suits[order],
            strength=strength[order],
            row=order,
            orders=np.array(orders, np.uint8),
            sources=np.array(sources, np.uint8),
            binomials=np.array(binomials, np.uint32),
            starts=starts.astype(np.uint32),
            sizes=np.array([some.bit_count() for some in chosen], np.uint32),
            highest=np.array([max(some.bit_length() - 1, 0) for some in chosen], np.uint32),
            others=np.array([some ^ 1 << some.bit_length() >> 1 for some in chosen], np.uint32),
            counts=np.zeros(int(starts[-1]), np.int32),
            taken=np.zeros(pack.hands(size) // 8 + 1, np.uint8),
            equals=np.zeros(most + 1, np.int64),
            equal_cards=np.zeros((most + 1, size), np.uint8),
            cards=np.zeros(size, np.uint32),
            places=np.zeros(1 << size, np.uint32),
            begins=np.zeros(len(pack.suits) + 1, np.uint32),
        )

    def fresh(self) -> Frame:
        """The same sweep before it has taken anything, for another thread."""
        room = ("counts", "taken", "equals", "equal_cards", "cards", "places", "begins")
        return self._replace(**{name: getattr(self, name).copy() for name in room})

    def shards(self, least: int, parts: int) -> list[tuple[int, int]]:
        """Parts of the classes that take about as long: from the least up they are asked twice."""
        import numpy as np

        work = np.cumsum(np.where(self.strength < least, 1, 2))
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
    at = 0
    while at < len(f.strength) and f.strength[at] < least:
        take(f, at, 0, 0)
        at += 1
    if at > 0:
        for one in range(first, last):
            ask(f, one, shows, unqualified[f.row[one]])
    one = max(first, at)
    while one < last:
        while f.strength[at] < f.strength[one]:
            take(f, at, 0, 0)
            at += 1
        end = one
        while end < last and f.strength[end] == f.strength[one]:
            here = f.row[end]
            ask(f, end, shows, below[here])
            for card in range(below.shape[1]):
                below[here, card] -= unqualified[here, card]
            end += 1
        alike = 0
        while at < len(f.strength) and f.strength[at] == f.strength[one]:
            alike = take(f, at, alike, 1)
            at += 1
        for asked in range(one, end):
            compare(f, asked, alike, shows, equal[f.row[asked]])
        one = end


@kernel
def take(f: Frame, one: int, alike: int, keep: int) -> int:
    """Count a class in: every hand of it, at every set of cards that the hand contains. With
    ``keep`` 1 they are written down after ``alike`` others; how many that makes is returned.

    The place of a set among those of its size is a sum of binomials, one a card.
    """
    suits, size = f.suits.shape[1], f.numbers.shape[1]
    ranks = (f.binomials.shape[1] - 1) // suits
    everything = (1 << size) - 1
    f.begins[suits] = size
    for suit in range(suits - 1, -1, -1):
        f.begins[suit] = f.begins[suit + 1]
        while f.begins[suit] > 0 and f.numbers[one, f.begins[suit] - 1] >= suit * ranks:
            f.begins[suit] -= 1
    for order in range(len(f.orders)):
        fresh = True
        for suit in range(1, suits):
            if f.suits[one, suit] == f.suits[one, suit - 1]:
                fresh = fresh and f.orders[order, suit - 1] < f.orders[order, suit]
        if not fresh:
            continue  # equal suits the other way round are the same hand
        held, hand = 0, 0
        for place in range(suits):
            suit = f.sources[order, place]
            for i in range(f.begins[suit], f.begins[suit + 1]):
                card = int(f.numbers[one, i]) + ranks * (place - int(suit))
                f.cards[held] = card
                f.equal_cards[alike, held] = card
                hand |= 1 << card
                held += 1
        f.equals[alike] = hand
        alike += keep
        f.counts[0] += 1
        for some in range(1, everything):
            cards = f.sizes[some]
            place = f.places[f.others[some]] + f.binomials[cards, f.cards[f.highest[some]]]
            f.places[some] = place
            f.counts[f.starts[cards] + place] += 1
        whole = f.places[everything >> 1] + f.binomials[size, f.cards[size - 1]]
        f.taken[whole >> 3] |= 1 << (whole & 7)
    return alike


@kernel
def compare(f: Frame, one: int, alike: int, shows: bool, found: Counts) -> None:
    """How many of the hands written down avoid a class's cards, for each card that they contain."""
    mine = 0
    for i in range(f.numbers.shape[1]):
        mine |= 1 << int(f.numbers[one, i])
    for other in range(alike):
        if f.equals[other] & mine == 0:
            if shows:
                for i in range(f.numbers.shape[1]):
                    found[f.equal_cards[other, i]] += 1
            else:
                found[0] += 1


@kernel
def ask(f: Frame, one: int, shows: bool, found: Counts) -> None:
    """How many of the hands taken so far avoid a class's cards."""
    if shows:
        ask_with_each_card(f, one, found)
        return
    size = f.numbers.shape[1]
    total = f.counts[0]
    for some in range(1, 1 << size):
        cards = f.sizes[some]
        place = f.places[f.others[some]] + f.binomials[cards, f.numbers[one, f.highest[some]]]
        f.places[some] = place
        if cards == size:
            held = f.taken[place >> 3] >> (place & 7) & 1
        else:
            held = f.counts[f.starts[cards] + place]
        if cards & 1:
            total -= held
        else:
            total += held
    found[0] = total


@kernel
def ask_with_each_card(f: Frame, one: int, found: Counts) -> None:
    """How many of the hands taken so far avoid a class's cards and contain a card, for each card.

    Wherever that card lies between the same two of the class's cards, it has the same place in
    every set of them; so the other cards' part of the sum is made once for the whole gap.
    """
    size = f.numbers.shape[1]
    low = 0
    for gap in range(size + 1):
        high = int(f.numbers[one, gap]) if gap < size else f.binomials.shape[1] - 1
        if low < high:
            for card in range(low, high):
                found[card] = f.counts[1 + card]
            for some in range(1, (1 << size) - 1):
                last, cards = f.highest[some], f.sizes[some]
                ahead = 1 if last >= gap else 0  # the card stands before the last of these
                place = (
                    f.places[some ^ 1 << last] + f.binomials[cards + ahead, f.numbers[one, last]]
                )
                f.places[some] = place
                add = f.binomials[f.sizes[some & (1 << gap) - 1] + 1]
                if cards + 1 == size:
                    sign = 1 if size & 1 else -1
                    for card in range(low, high):
                        whole = place + add[card]
                        found[card] += sign * int(f.taken[whole >> 3] >> (whole & 7) & 1)
                else:
                    start = f.starts[cards + 1] + place
                    if cards & 1:
                        for card in range(low, high):
                            found[card] -= f.counts[start + add[card]]
                    else:
                        for card in range(low, high):
                            found[card] += f.counts[start + add[card]]
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
