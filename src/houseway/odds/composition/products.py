"""Hands of a split multiplied, and the dealer put beside them.

A round is a product of ways to play its hands and of the dealer's, weighed by the chance to draw
all these cards from one shoe. Only how many cards of each value are gone matters to the chance and
to the dealer, so ways with the same cards are put together before the dealer is; and the dealer is
put beside low and high cards one after the other, not beside every set of them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import lcm, prod
from threading import Lock
from typing import TYPE_CHECKING, Any

from houseway.odds.composition.dealer import LOW, dealer_draws
from houseway.odds.composition.kernels import VALUES
from houseway.odds.composition.product_kernels import (
    EMPTY,
    beside,
    contract,
    move,
    multiply,
    number,
)
from houseway.odds.composition.terms import draws_of, falling, hand_of
from houseway.odds.composition.ways import HandsOfSplit, Kind, Slot
from houseway.odds.residues import fraction, needed, primes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    List = tuple[Ints, Ints, Ints]  # codes of cards, kinds, orders

MOST_SLOTS = 1 << 22  # of a table of products
MOST_KEPT = 10_000_000  # ways in all piles that are kept
WORD = 2**62

Product = tuple[int, int, tuple[Slot, ...]]  # factor, cards of the pair's value gone, hands
Sum = Sequence[tuple[int, int, Fraction]]  # kinds of hands, an end of the dealer's, a part


@dataclass(frozen=True)
class Pile:
    """Ways of hands together: which kinds they are, which set of cards is gone, and the sets."""

    profiles: list[tuple[Kind, ...]]
    used: Ints  # how many ways each has
    profile: Ints
    sets: Ints
    orders: Ints
    row: Ints  # of the low cards of a set
    column: Ints  # of the high ones
    low: Ints
    low_size: Ints  # cards of the whole set
    high: Ints


class _Piles:
    """The piles that were made last: tables that differ in their shoes have them in common."""

    def __init__(self) -> None:
        self.made: OrderedDict[Any, Pile | None] = OrderedDict()
        self.guard = Lock()

    def find(self, key: Any, make: Callable[[], Pile | None]) -> Pile | None:
        """The pile of a key, made if it is not at hand."""
        with self.guard:
            if key in self.made:
                self.made.move_to_end(key)
                return self.made[key]
        found = make()
        with self.guard:
            self.made[key] = found
            while sum(map(_size, self.made.values())) > MOST_KEPT:
                self.made.popitem(last=False)
        return found


_piles = _Piles()


def pile(hands: HandsOfSplit, products: Sequence[Product], most: int = WORD) -> Pile | None:
    """Sums of products of hands, by kinds and cards gone; nothing if more than so many ways would
    have to be multiplied."""
    slots = {slot for _, _, chosen in products for slot in chosen}
    key = hands.value, tuple(products), most, hands.digest(slots)
    return _piles.find(key, lambda: _pile(hands, products, most, slots))


def _size(one: Pile | None) -> int:
    return len(one.orders) if one else 0


def _pile(
    hands: HandsOfSplit, products: Sequence[Product], most: int, slots: set[Slot]
) -> Pile | None:
    import numpy as np

    lists = {slot: hands.listed(slot) for slot in slots}
    coder = _coder(hands, products, [one.drawn for one in lists.values()])
    profiles, grown = _grown(len(hands.kinds), max(len(chosen) for _, _, chosen in products))
    largest = max(
        abs(factor) * prod(int(abs(lists[slot].orders).sum()) for slot in chosen)
        for factor, _, chosen in products
    )
    if coder.whole * len(profiles) > WORD or largest > WORD:
        return None
    coded = {s: (coder.code(one.drawn), one.kinds, one.orders) for s, one in lists.items()}
    factory = _Multiplied(coded, grown, coder.whole, most)
    table = factory.all_of(products, int(coder.code(np.array(hand_of(hands.value), np.int64))))
    if table is None:
        return None
    codes, profile, orders = table.ways()
    sets, different = _numbered(codes)
    order = np.argsort(sets)  # so that the dealer's table is read once, in order
    sets, profile, orders = sets[order], profile[order], orders[order]
    rows, columns = np.divmod(different, coder.high)
    low_codes, row = np.unique(rows, return_inverse=True)
    high_codes, column = np.unique(columns, return_inverse=True)
    low = _digits(low_codes, coder.radix[VALUES - LOW :])
    named = list(hands.kinds)
    return Pile(
        [tuple(named[kind] for kind in one) for one in profiles],
        np.bincount(profile, minlength=len(profiles)), profile, sets, orders,
        row.astype(np.int64), column.astype(np.int64),
        low[:, 1:].copy(), low[:, 0].copy(), _digits(high_codes, coder.radix[: VALUES - LOW]),
    )  # fmt: skip


@dataclass(frozen=True)
class _Coder:
    """Sets of cards as numbers that add up as sets do: digits for the high values, the number of
    cards, the low values."""

    radix: list[int]

    @property
    def whole(self) -> int:
        """One more than the largest code."""
        return prod(self.radix)

    @property
    def high(self) -> int:
        """The same for high cards alone."""
        return prod(self.radix[: VALUES - LOW])

    def code(self, drawn: Ints) -> Ints:
        """The code of cards."""
        import numpy as np

        places = np.array([prod(self.radix[:i]) for i in range(len(self.radix))], np.int64)
        sizes = drawn.sum(axis=-1, keepdims=True)
        digits = np.concatenate([drawn[..., LOW:], sizes, drawn[..., :LOW]], axis=-1)
        coded: Ints = digits @ places
        return coded


def _coder(hands: HandsOfSplit, products: Sequence[Product], drawn: Sequence[Ints]) -> _Coder:
    import numpy as np

    slots = max(len(chosen) for _, _, chosen in products)
    gone = max(gone for _, gone, _ in products)
    none = np.zeros(VALUES, np.int64)
    top = np.max([none, *(one.max(axis=0) for one in drawn)], axis=0) * slots
    top[hands.value] += gone
    longest = max([0, *(int(one.sum(axis=1).max()) for one in drawn)]) * slots + gone
    return _Coder([int(n) + 1 for n in (*top[LOW:], longest, *top[:LOW])])


def _digits(codes: Ints, radix: Sequence[int]) -> Ints:
    import numpy as np

    found = np.zeros((len(codes), len(radix)), np.int64)
    for i, base in enumerate(radix):
        codes, found[:, i] = np.divmod(codes, base)
    return found


def _numbered(codes: Ints) -> tuple[Ints, Ints]:
    """Which of the different codes each is, and these in order."""
    import numpy as np

    slots = _empty(1 << (2 * len(codes)).bit_length())
    places, different = np.zeros(len(codes), np.int64), np.zeros(len(codes), np.int64)
    different = different[: int(number.jit(codes, slots, places, different))]
    order = np.argsort(different)
    rank = np.zeros(len(different), np.int64)
    rank[order] = np.arange(len(different))
    return rank[places], different[order]


@lru_cache(maxsize=200)
def _grown(kinds: int, hands: int) -> tuple[list[tuple[int, ...]], Ints]:
    """Kinds of up to so many hands together, and which come of one hand more; the last column is
    for no hand more."""
    import numpy as np

    profiles: list[tuple[int, ...]] = []
    for count in range(hands + 1):
        profiles += combinations_with_replacement(range(kinds), count)
    at = {profile: i for i, profile in enumerate(profiles)}
    grown = np.zeros((len(profiles), kinds + 1), np.int64)
    for profile, i in at.items():
        grown[i, kinds] = i
        if len(profile) < hands:
            grown[i, :kinds] = [at[tuple(sorted((*profile, k)))] for k in range(kinds)]
    return profiles, grown


def _empty(room: int) -> Ints:
    import numpy as np

    slots = np.zeros((room, 2), np.int64)
    slots[:, 0] = EMPTY
    return slots


class _Table:
    """A table of products, larger when it has to be."""

    def __init__(self, whole: int, grown: Ints) -> None:
        import numpy as np

        self.whole, self.grown = whole, grown
        self.slots, self.done = _empty(1 << 12), np.zeros(2, np.int64)

    def add(self, one: List, more: List, shift: int, factor: int, alike: bool) -> bool:
        """Add all products of two lists; whether there was room for them."""
        self.done[1] = 0
        while True:
            multiply.jit(
                *one, *more, self.grown, self.whole, shift, factor, int(alike),
                self.slots, self.done,
            )  # fmt: skip
            if self.done[1] == len(one[0]):
                return True
            if len(self.slots) >= MOST_SLOTS:
                return False
            larger = _empty(4 * len(self.slots))
            move.jit(self.slots, larger)
            self.slots = larger

    def ways(self) -> List:
        """What is in it."""
        import numpy as np

        filled = self.slots[self.slots[:, 1] != 0]
        profile, codes = np.divmod(filled[:, 0], self.whole)
        return codes, profile, filled[:, 1].copy()


class _Multiplied:
    """Products of the ways of hands, as long as they are not too many."""

    def __init__(self, hands: dict[Slot, List], grown: Ints, whole: int, most: int) -> None:
        import numpy as np

        self.hands, self.grown, self.whole, self.left = hands, grown, whole, most
        zero, one = np.zeros(1, np.int64), np.ones(1, np.int64)
        self.nobody = zero, np.full(1, grown.shape[1] - 1, np.int64), one
        self.parts: dict[tuple[Slot, ...], List] = {(): (zero, zero, one)}
        for slot, (codes, kinds, orders) in hands.items():
            self.parts[slot,] = codes, kinds + 1, orders  # one hand's kinds come after none

    def all_of(self, products: Sequence[Product], card: int) -> _Table | None:
        """The sum of products; ``card`` is the code of one more card of the pair's value."""
        times: dict[tuple[Slot, ...], list[tuple[int, int]]] = {}
        for factor, gone, chosen in products:
            times.setdefault(chosen, []).append((factor, gone * card))
        table = _Table(self.whole, self.grown)
        for chosen, every in times.items():
            if chosen and len(every) == 1:
                added = self._into(table, chosen, *every[0])
            else:
                before = self._part(chosen)
                added = before is not None and all(
                    table.add(before, self.nobody, shift, factor, False) for factor, shift in every
                )
            if not added:
                return None
        return table

    def _part(self, chosen: tuple[Slot, ...]) -> List | None:
        if chosen not in self.parts:
            inner = _Table(self.whole, self.grown)
            if not self._into(inner, chosen, 1, 0):
                return None
            self.parts[chosen] = inner.ways()
        return self.parts[chosen]

    def _into(self, table: _Table, chosen: tuple[Slot, ...], factor: int, shift: int) -> bool:
        before, more = self._part(chosen[:-1]), self.hands[chosen[-1]]
        if before is None:
            return False
        alike = len(chosen) == 2 and chosen[0] == chosen[1]
        self.left -= len(before[0]) * len(more[0]) // (1 + alike)
        return self.left >= 0 and table.add(before, more, shift, factor, alike)


# -- the dealer beside them -----------------------------------------------------------------------


def weigh(hands: HandsOfSplit, pile: Pile, sums: Sequence[Sum]) -> list[Fraction]:
    """Sums of parts of the chances of kinds of hands against ends of the dealer's, exactly."""
    import numpy as np

    here, value = hands.here, hands.value
    listed = dealer_draws(here.tree, here.terms.goal, here.natural)
    shoe = [has - 2 * (v == value) for v, has in enumerate(here.shoe)]
    cards, gone = sum(shoe), int(pile.low_size.max())
    most = gone + int(listed.size.max())
    shares = [share for parts in sums for _, _, share in parts]
    denominator = draws_of(cards, most) * lcm(*(share.denominator for share in shares))
    target = np.array([at for at, parts in enumerate(sums) for _ in parts], np.int64)
    profile, end = np.array([one[:2] for parts in sums for one in parts], np.int64).T
    plain, over, ends = set(shares) == {1}, len(hands.ends), len(hands.ends) + 2
    deepest = 1 + max(
        int(one.max()) + int(other.max())
        for one, other in ((pile.low, listed.low), (pile.high, listed.pair_high))
    )
    falls = [[falling(has, n) for n in range(deepest)] for has in shoe]
    found = []
    for prime in primes(needed(denominator, int(max(map(abs, shares))) + 1)):
        fall = np.array([[n % prime for n in line] for line in falls], np.int64)
        chances, whole = np.zeros(most + 1, np.int64), 1
        for n in range(most + 1):
            chances[n] = whole
            whole = whole * pow(max(cards - n, 1), -1, prime) % prime
        orders = listed.ways * chances[np.arange(gone + 1)[:, None] + listed.size] % prime
        dealer = np.zeros((len(pile.row), ends), np.int64)
        beside.jit(
            pile.row, pile.column, pile.low, pile.low_size, pile.high,
            listed.low, listed.alike, listed.low_at, orders, listed.pair_from,
            listed.pair_high, listed.end_from, fall, prime,
            np.zeros((2, max(len(listed.low), LOW + 1)), np.int64),
            np.zeros(len(listed.pair_high), np.int64),
            np.zeros((len(pile.high), len(listed.pair_high)), np.int64), dealer,
        )  # fmt: skip
        weights = np.zeros((len(pile.profiles), ends), np.int64)
        contract.jit(pile.profile, pile.sets, pile.orders, dealer, prime, weights)
        # Everything less the other ends is the end over the goal
        weights[:, over] = (2 * weights[:, over] - weights.sum(axis=1)) % prime
        chosen = weights[profile, end]
        totals = [0] * len(sums)
        if plain:
            added = np.zeros(len(sums), np.int64)
            np.add.at(added, target, chosen)
            totals = added.tolist()
        else:
            for at, weight, share in zip(target.tolist(), chosen.tolist(), shares, strict=True):
                totals[at] += weight * share.numerator * pow(share.denominator, -1, prime)
        found.append([total % prime for total in totals])
    return [fraction([line[at] for line in found], denominator) for at in range(len(sums))]
