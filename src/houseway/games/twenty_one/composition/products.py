"""Hands of a split multiplied, and the dealer put beside them.

A round is a product of ways to play its hands and of the dealer's, weighed by the chance to draw
all these cards from one shoe. Only how many cards of each value are gone matters to the chance and
to the dealer, so ways with the same cards are put together. Hands are multiplied in the order of
their letters, those with many ways first, so that every set of letters (a profile) comes once;
which slot of the round a hand has is settled as it comes. The last hand is not put together with
the others but weighed with them, as there would be too many of these.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from threading import Lock
from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one.composition.dealer import LOW, Draws
from houseway.games.twenty_one.composition.kernels import VALUES, WORD
from houseway.games.twenty_one.composition.product_kernels import (
    grow_rows,
    orders_after,
    orders_beside,
    sort_rows,
    weigh,
)
from houseway.games.twenty_one.composition.terms import draws_of, falling
from houseway.games.twenty_one.composition.ways import MOST_ENDS, Letter, Listed
from houseway.games.twenty_one.residues import BITS, needed, primes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

FEWEST = 6  # primes: with less, telling rows apart by these costs more than it saves
MARGIN = 2**20  # no sum over some rows is as large, as ways are no more than a few
MOST_SUMMED = 2 ** (62 - BITS)  # residues, each perhaps twice a prime, that a word can sum up
MOST_KEPT = 4_000_000  # ways in all rounds that are kept

Slots = tuple[int, ...]  # of the hands of a round, as numbers
Products = dict[Slots, int]  # how many times a round with hands in these slots


@lru_cache(maxsize=200)
def profiles(letters: int, hands: int) -> list[tuple[int, ...]]:
    """Letters of so many hands together, by the last of them, then by the one before.

    >>> profiles(3, 2)
    [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    """
    every = combinations_with_replacement(range(letters), hands)
    return sorted(every, key=lambda one: one[::-1])


def _profiles_below(letter: int, hands: int) -> int:
    """How many profiles of so many hands have only letters before that one."""
    return comb(letter + hands - 1, hands) if hands else 1


@dataclass(frozen=True)
class Single:
    """The ways of one hand by their low cards: letter, high cards, and orders, which have a column
    for every slot. Cards are codes that add up."""

    letters: int
    radix: Ints  # of the codes
    limits: Ints  # how many cards of each value there can be
    low: Ints
    low_from: Ints
    letter: Ints
    high: Ints
    highs: Ints
    orders: Ints


@dataclass(frozen=True)
class Multiplied:
    """The ways of some hands together by their low cards: profile, high cards, and orders, which
    have a line for all that is still to come."""

    hands: int
    to_come: list[Slots]
    low: Ints
    low_from: Ints
    profile: Ints
    high: Ints
    highs: Ints
    orders: Ints


@dataclass(frozen=True)
class Rows:
    """One hand more beside some hands: the low cards that they make together, which of theirs make
    them, and what high cards make together."""

    low: Ints
    row_from: Ints
    one: Ints
    other: Ints
    upto: Ints
    highs: Ints  # by what they count together
    high_sum: Any

    def most(self, one: Multiplied, other: Single) -> int:
        """The most products that a row can have."""
        import numpy as np

        lengths = np.diff(one.low_from)[self.one] * np.diff(other.low_from)[self.other]
        return int(np.add.reduceat(lengths, self.row_from[:-1]).max())


@dataclass(frozen=True)
class Together:
    """All hands of a round but the last, the last, and what these make."""

    hands: int
    letters: tuple[Letter, ...]  # those with many ways first
    before: Multiplied
    last: Single
    rows: Rows
    halves: list[Ints]  # lists of the lower low cards, and of the upper
    half: Ints  # which of both a row has
    size: Ints  # how many low cards it has
    most: Ints  # how many cards it has at the most
    high: Ints  # high cards
    layout: Layout
    columns: tuple[Ints, Ints]
    most_in_row: int


class Kept:
    """The rounds that were put together last, against every end of the dealer's: tables that differ
    in their shoes share them."""

    def __init__(self) -> None:
        self.made: OrderedDict[Any, list[Together]] = OrderedDict()
        self.guard, self.size = Lock(), 0

    def find(self, key: Any, make: Callable[[], list[Together]]) -> list[Together]:
        """The rounds of a key, made if they are not at hand."""
        with self.guard:
            if key in self.made:
                self.made.move_to_end(key)
                return self.made[key]
        found = make()
        with self.guard:
            if key not in self.made:
                self.made[key] = found
                self.size += self._size(found)
            while self.size > MOST_KEPT:
                _, oldest = self.made.popitem(last=False)
                self.size -= self._size(oldest)
        return found

    def _size(self, rounds: list[Together]) -> int:
        return sum(len(one.before.profile) for one in rounds)


def together(
    letters: tuple[Letter, ...], lists: Sequence[Listed], products: Products, shoe: Sequence[int]
) -> Together:
    """Every way to play all hands of a round; ``lists`` has the ways of a hand in each slot. Of
    ways that want more cards than a shoe has, only some are left out."""
    import numpy as np

    count = len(next(iter(products)))
    drawn = np.concatenate([one.drawn for one in lists])
    letter = np.concatenate([one.letters for one in lists])
    by_size = np.argsort(-np.bincount(letter, minlength=len(letters)), kind="stable")
    letter = np.argsort(by_size)[letter]
    radix = drawn.max(axis=0) * count + 1
    if prod(radix.tolist()) > WORD:
        raise OverflowError("hands of a split have more cards than a word can tell apart")
    low, high = _code(drawn[:, :LOW], radix[:LOW]), _code(drawn[:, LOW:], radix[LOW:])
    highs, high = _different(high)
    keys, at = np.unique((low * len(letters) + letter) * len(highs) + high, return_inverse=True)
    orders = np.zeros((len(keys), len(lists)), np.int64)
    slots = np.repeat(np.arange(len(lists)), [len(one.orders) for one in lists])
    orders[at.reshape(-1), slots] = np.concatenate([one.orders for one in lists])
    low, high = np.divmod(keys, len(highs))
    low, letter = np.divmod(low, len(letters))
    lows, low_from = np.unique(low, return_index=True)
    limits = np.minimum(radix - 1, np.array(shoe, np.int64))
    single = Single(
        len(letters), radix, limits, lows, np.append(low_from, len(keys)), letter, high, highs,
        orders,
    )  # fmt: skip
    zero = np.zeros(1, np.int64)
    orders = np.array([*products.values()], np.int64)[:, None]
    grown = Multiplied(0, [*products], zero, np.array([0, 1]), zero, zero, zero, orders)
    for _ in range(count - 1):
        grown = _multiplied(grown, single)
    rows = _rows(grown, single)
    layout = Layout(len(rows.highs), len(letters), count)
    column, often = _columns(grown.to_come, [()], len(lists))
    _check(grown, single, often)
    size = _digits(rows.low, radix[:LOW]).sum(axis=1)
    middle = prod(radix[: LOW // 2].tolist())
    (upper, upper_at), (lower, lower_at) = map(_different, np.divmod(rows.low, middle))
    return Together(
        count, tuple(letters[at] for at in by_size.tolist()), grown, single, rows,
        [_digits(lower, radix[: LOW // 2]), _digits(upper, radix[LOW // 2 : LOW])],
        np.array([lower_at, upper_at]), size, size + _most_highs(grown, single, rows),
        _digits(rows.highs, radix[LOW:]), layout, (column[0], often[0]),
        min(layout.places, rows.most(grown, single)),
    )  # fmt: skip


def _code(drawn: Ints, radix: Ints) -> Ints:
    import numpy as np

    found: Ints = drawn @ np.cumprod([1, *radix[:-1].tolist()])
    return found


def _digits(codes: Ints, radix: Ints) -> Ints:
    import numpy as np

    found = np.zeros((len(codes), len(radix)), np.int64)
    for i, base in enumerate(radix.tolist()):
        codes, found[:, i] = np.divmod(codes, base)
    return found


def _at_most(digits: Ints, limits: Ints) -> Any:
    return (digits <= limits).all(axis=1)


def _rows(one: Multiplied, other: Single) -> Rows:
    import numpy as np

    low, row = _different(one.low[:, None] + other.low)
    there_are = _at_most(_digits(low, other.radix[:LOW]), other.limits[:LOW])
    pairs = there_are[row].reshape(-1).nonzero()[0]
    low, row = low[there_are], (np.cumsum(there_are) - 1)[row.reshape(-1)[pairs]]
    row_from, order = np.zeros(len(low) + 2, np.int64), np.zeros(len(row), np.int64)
    sort_rows.jit(row, row_from, order)
    row_one, row_other = np.divmod(pairs[order], len(other.low))
    highs, high_sum = _different(other.highs[:, None] + one.highs)
    worth = _digits(highs, other.radix[LOW:]) @ np.arange(LOW + 1, VALUES + 1)
    order = np.argsort(worth, kind="stable")  # as those of a profile count much the same
    highs, high_sum = highs[order], np.argsort(order)[high_sum]
    most = _profiles_below(other.letters, one.hands)
    lows = np.repeat(np.arange(len(one.low)), np.diff(one.low_from))
    ends = np.array([_profiles_below(k + 1, one.hands) for k in range(other.letters)])
    wanted = np.arange(len(one.low))[:, None] * most + ends
    upto = np.searchsorted(lows * most + one.profile, wanted)
    return Rows(low, row_from[:-1], row_one, row_other, upto, highs, high_sum.astype(np.uint32))


def _most_highs(one: Multiplied, other: Single, rows: Rows) -> Ints:
    """How many high cards come with the low ones of each row, at the most."""
    import numpy as np

    def of(some: Multiplied | Single) -> Ints:
        sizes = _digits(some.highs, other.radix[LOW:]).sum(axis=1)[some.high]
        found: Ints = np.maximum.reduceat(sizes, some.low_from[:-1])
        return found

    both = of(one)[rows.one] + of(other)[rows.other]
    found: Ints = np.maximum.reduceat(both, rows.row_from[:-1])
    return found


def _different(codes: Ints) -> tuple[Ints, Ints]:
    """The different codes in order, and the number of each: what ``unique`` gives, but the codes
    are small."""
    import numpy as np

    used = np.zeros(int(codes.max()) + 1, np.bool_)
    used[codes] = True
    number = np.cumsum(used) - 1
    return used.nonzero()[0], number[codes]


def _columns(to_come: list[Slots], after: list[Slots], slots: int) -> tuple[Ints, Ints]:
    """Which line of what is to come there is before a hand takes a slot, by what is to come after
    it, and in how many ways that hand can take it."""
    import numpy as np

    column = np.zeros((len(after), slots), np.int64)
    often = np.zeros((len(after), slots), np.int64)
    for at, rest in enumerate(after):
        for slot in range(slots):
            before = tuple(sorted((*rest, slot)))
            if before in to_come:
                column[at, slot], often[at, slot] = to_come.index(before), before.count(slot)
    return column, often


def _check(one: Multiplied, other: Single, often: Ints) -> None:
    """No sum of products may be larger than a word."""
    largest = int(abs(one.orders).max(initial=0)) * int(often.sum(axis=1).max())
    for letter in range(other.letters):
        if largest * int(abs(other.orders[other.letter == letter]).sum()) > WORD:
            raise OverflowError("hands of a split have more ways than a word can count")


class Layout:
    """Where profiles of so many hands are with their high cards: a place each. Numbers of places
    have no sign."""

    def __init__(self, highs: int, letters: int, hands: int) -> None:
        self.bits = highs.bit_length()
        self.base = [_profiles_below(k, hands) << self.bits for k in range(letters)]
        self.places = _profiles_below(letters, hands) << self.bits
        if self.places > 2**32:
            raise OverflowError("hands of a split have more profiles than there is room for")

    def of(self, hands: Multiplied) -> Any:
        """The places of some hands, but before another letter has come."""
        import numpy as np

        return ((hands.profile << self.bits) + hands.high).astype(np.uint32)

    def summed(self, rows: Rows) -> tuple[Any, Any, int, Any]:
        """What the places of one hand more depend on."""
        import numpy as np

        mask = np.uint64((1 << self.bits) - 1)
        return np.array(self.base, np.uint64), rows.high_sum, self.bits, mask


def _multiplied(one: Multiplied, other: Single) -> Multiplied:
    """One hand more."""
    import numpy as np

    hands, rows = one.hands + 1, _rows(one, other)
    after = sorted({slots[:i] + slots[i + 1 :] for slots in one.to_come for i in range(len(slots))})
    column, often = _columns(one.to_come, after, other.orders.shape[1])
    _check(one, other, often)
    layout = Layout(len(rows.highs), other.letters, hands)
    repeated = np.array([one.count(one[-1]) for one in profiles(other.letters, hands)])
    made_from, row = np.zeros(len(rows.low) + 1, np.int64), 0
    places, made = np.zeros(0, np.int64), np.zeros((len(after), 0), np.int64)
    ways = np.zeros((len(after), layout.places), np.int64)
    seen = np.zeros(layout.places, np.bool_)
    touched = np.zeros(min(layout.places, len(after) * rows.most(one, other)), np.uint32)
    while row < len(rows.low):
        room = 2 * len(places) + len(touched)
        places, made = (
            np.concatenate([old, np.zeros((*old.shape[:-1], room - old.shape[-1]), np.int64)], -1)
            for old in (places, made)
        )
        row = grow_rows.jit(
            rows.row_from, rows.one, rows.other,
            one.low_from, layout.of(one), one.orders, rows.upto,
            other.low_from, other.letter, other.high, other.orders,
            *layout.summed(rows), column, often, repeated,
            ways, seen, touched, made_from, places, made, row,
        )  # fmt: skip
    profile, high = np.divmod(places[: made_from[-1]], 1 << layout.bits)
    there_are = _at_most(_digits(rows.highs, other.radix[LOW:]), other.limits[LOW:])[high]
    low = np.repeat(np.arange(len(rows.low)), np.diff(made_from))[there_are]
    lows, low_from = np.unique(low, return_index=True)
    return Multiplied(
        hands, after, rows.low[lows], np.append(low_from, len(low)), profile[there_are],
        high[there_are], rows.highs, np.ascontiguousarray(made[:, : len(high)][:, there_are]),
    )  # fmt: skip


# -- the dealer beside them -----------------------------------------------------------------------


@dataclass(frozen=True)
class Shoe:
    """The cards left beside hands and dealer, and numbers modulo primes that depend on them.

    The more cards are drawn, the more primes tell the chances of these apart.
    """

    counts: Sequence[int]
    moduli: tuple[int, ...]
    primes_for: Ints  # how many primes so many cards want
    denominators: dict[int, int]  # of chances told by so many primes
    fall: Ints
    chances: Ints

    @classmethod
    def of(cls, counts: Sequence[int], most: int, denominator: int) -> Shoe:
        """A shoe of which at most so many cards are drawn, if all else has a denominator."""
        import numpy as np

        cards = sum(counts)
        wanted = [denominator * draws_of(cards, n) for n in range(most + 1)]
        whole = needed(wanted[-1], 1)
        primes_for = [max(needed(one, MARGIN), FEWEST) for one in wanted]
        if whole <= FEWEST:
            primes_for = [whole] * (most + 1)
        moduli = primes(primes_for[-1])
        falls = [[falling(has, n) for n in range(most + 1)] for has in counts]
        fall = np.array([[[n % p for n in line] for line in falls] for p in moduli], np.int64)
        chances = np.array([_chances(cards, most, prime) for prime in moduli], np.int64)
        denominators = dict(zip(primes_for, wanted, strict=True))  # the last of each
        return cls(counts, moduli, np.array(primes_for), denominators, fall, chances)


def _chances(cards: int, most: int, prime: int) -> list[int]:
    """The chance of any cards in their order, by their number."""
    found = [1]
    for n in range(most):
        found.append(found[-1] * pow(max(cards - n, 1), -1, prime) % prime)
    return found


def weights(played: Together, dealers: Sequence[Draws], shoe: Shoe) -> list[Ints]:
    """The weight of every profile against some ends of the dealer's: modulo every prime, by how
    many of these tell it."""
    import numpy as np

    before, last, rows = played.before, played.last, played.rows
    highs, moduli = len(played.high), np.array(shoe.moduli, np.int64)
    layout, in_row = played.layout, played.most_in_row
    profile_count = layout.places >> layout.bits

    def empty(*shape: int, kind: Any = np.int64) -> Any:
        return np.zeros(shape, kind)

    def beside(gone: Ints, drawn: Ints, first: int) -> Ints:
        orders: Ints = empty(len(moduli), len(gone), len(drawn))
        fall = np.ascontiguousarray(shoe.fall[:, first : first + gone.shape[1]])
        orders_beside.jit(gone, drawn, fall, moduli, orders)
        return orders

    def dealer(draws: Draws) -> tuple[Any, ...]:
        if int(np.add.reduceat(abs(draws.ways), draws.cell_from[:-1]).max()) > MOST_SUMMED:
            raise OverflowError("a dealer has more draws than a word can count")
        more: Ints = empty(highs, len(draws.high))
        orders_after.jit(played.high, draws.high, np.array(shoe.counts[LOW:], np.int64), more)
        return (
            shoe.primes_for[played.most + draws.longest],
            beside(played.halves[0], draws.halves[0], 0),
            beside(played.halves[1], draws.halves[1], LOW // 2),
            draws.low, draws.low_at, draws.ways, draws.cell_from, draws.cell_high, draws.cell_size,
            more, int(abs(more).sum(axis=1).max()) < MOST_SUMMED,
            empty(draws.low.shape[1]), empty(draws.longest + 1, len(draws.high)),
            empty(len(draws.high)), empty(len(draws.high) * highs),
            empty(len(moduli), len(moduli) + 1, profile_count),
        )  # fmt: skip

    every = [dealer(draws) for draws in dealers]
    sizes = played.high.sum(axis=1)
    orders = beside(played.high, np.zeros((1, VALUES - LOW), np.int64), LOW)[:, :, 0].copy()
    weigh.jit(
        rows.row_from, rows.one, rows.other,
        before.low_from, layout.of(before), before.orders, rows.upto,
        last.low_from, last.letter, last.high, last.orders,
        *layout.summed(rows), *played.columns,
        len(every), tuple((every + every[:1] * MOST_ENDS)[:MOST_ENDS]),
        played.size, played.half, sizes, orders, shoe.chances, moduli,
        empty(layout.places), empty(layout.places, kind=np.bool_), empty(in_row, kind=np.uint32),
        empty(profile_count + 2), empty(highs) - 1, empty(profile_count + 1), empty(profile_count),
        empty(highs, kind=np.uint32), empty(sizes.max() + 3), empty(in_row, kind=np.uint32),
        empty(in_row), empty(highs),
    )  # fmt: skip
    return [one[-1] % moduli[:, None, None] for one in every]
