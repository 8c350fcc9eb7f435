"""Games of twenty-one dealt from a known shoe, card by card exactly.

A hand is how many cards of each value it has; the shoe is what is left beside it. The best decision
for every hand against every dealer's card is found in floating point; wherever two choices come
closer than rounding could tell them apart they are compared exactly. What the strategy is worth is
then counted in residues (``residues``), so it is a fraction and no estimate.

Splits are exact for the strategy without memory: a split hand is played by its own cards and the
dealer's, like a hand that was dealt so, and a pair is split again as long as that is allowed. Hands
of one split come from one shoe, but each of them by itself is a draw from it whatever the others
hold, and the chance that the others did not pair is taken out by inclusion and exclusion.

The engine knows no game: values, the dealer's rule, who wins, prices and what may be doubled come
as functions (``Terms``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from houseway.odds.composition_kernels import (
    BUST_DOUBLE_NATURAL,
    BUST_NATURAL,
    DOUBLE,
    HIT,
    LOSE,
    LOST,
    LOST_DOUBLE,
    NONE,
    PUSH,
    PUSHED_DOUBLE,
    ROWS,
    SPLIT,
    STAND,
    SURRENDER,
    SURRENDERED,
    VALUES,
    WIN,
    collapse,
    hands_worth,
    play_out,
    reach_hands,
)
from houseway.odds.residues import fraction, needed, primes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Counts = tuple[
    int, ...
]  # how many cards of each value: aces, twos, ... and last those that count ten
Start = tuple[int, ...]  # the dealer's cards that are seen, as places of ``Counts``

ACE, TEN = 0, 9
ACTIONS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SURRENDER: "surrender", SPLIT: "split"}
CLOSE = 1e-9  # far above what rounding does to these sums, far below most differences
SLOTS = 40  # cards that one hand and the dealer's draw after the first, and a few to spare
THREADS = 2


@dataclass(frozen=True)
class Terms:
    """The rules of one table.

    ``prices`` are the odds at which rows win, the plain one first; ``row`` names a hand's.
    ``lucky`` is a hand of three different values that has a row of its own if it is of one suit.
    ``exposed``: both cards of the dealer are seen. ``final``: what a hand over the goal has lost is
    not given back beside a natural of the dealer's. A lone ace that was split gets one card.
    """

    shoe: Counts
    suits: int
    goal: int
    worth: Callable[[Counts], tuple[int, bool]]
    draws: Callable[[int, bool], bool]
    beats: Callable[[int, int, bool, int], int]  # total, cards, after a split, dealer's total
    may_double: Callable[[int], bool]
    row: Callable[[Counts], str]
    prices: tuple[tuple[str, Fraction], ...]
    split_hands: int
    resplit_aces: bool = False
    double_after_split: bool = True
    surrender: bool = False
    exposed: bool = False
    final: bool = False
    lucky: Counts | None = None
    lucky_row: str = ""

    @cached_property
    def cards(self) -> int:
        """How many cards the shoe has."""
        return sum(self.shoe)

    def natural(self, one: int, other: int) -> bool:
        """Whether two cards reach the goal at once."""
        return self.worth(hand_of(one, other))[0] == self.goal

    def naturals(self, start: Start) -> list[int]:
        """Values that would make a natural of the dealer's first card."""
        if len(start) != 1:
            return []
        return [v for v in range(VALUES) if self.natural(start[0], v)]


def hand_of(*values: int) -> Counts:
    """A hand of cards of these values.

    >>> hand_of(0, 9)
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    return tuple(values.count(value) for value in range(VALUES))


def without(shoe: Counts, *values: int) -> Counts:
    """A shoe with some cards gone."""
    gone = hand_of(*values)
    return tuple(has - out for has, out in zip(shoe, gone, strict=True))


def falling(n: int, k: int) -> int:
    """n (n - 1) ... of k factors.

    >>> falling(5, 3), falling(2, 3)
    (60, 0)
    """
    product = 1
    for i in range(k):
        product *= n - i
    return product


def draws_of(cards: int, most: int) -> int:
    """The number of ordered draws of so many cards, or of all there are.

    >>> draws_of(5, 2), draws_of(2, 5)
    (20, 2)
    """
    return falling(cards, min(cards, most))


# -- hands and dealers ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Hands:
    """Every hand that is not over the goal; a card more has a lower number, the last has none."""

    counts: Ints
    after: Ints
    at: Mapping[Counts, int]
    total: Ints
    soft: Ints
    size: Ints

    def __len__(self) -> int:
        return len(self.size)

    def counts_of(self, index: int) -> Counts:
        """The cards of a hand by its number."""
        return tuple(int(n) for n in self.counts[index])


@lru_cache(maxsize=8)
def hands(worth: Callable[[Counts], tuple[int, bool]], goal: int) -> Hands:
    """Every hand of at most the goal."""
    import numpy as np

    found = sorted(_below(goal, VALUES), key=lambda c: -sum((v + 1) * n for v, n in enumerate(c)))
    at = {counts: index for index, counts in enumerate(found)}
    after = np.full((len(found), VALUES), NONE, np.int64)
    for index, counts in enumerate(found):
        for value in range(VALUES):
            more = tuple(n + (v == value) for v, n in enumerate(counts))
            after[index, value] = at.get(more, NONE)
    worths = [worth(counts) for counts in found]
    return Hands(
        np.array(found, np.int64),
        after,
        at,
        np.array([total for total, _ in worths], np.int64),
        np.array([soft for _, soft in worths], np.int64),
        np.array([sum(counts) for counts in found], np.int64),
    )


def _below(most: int, values: int) -> Iterator[Counts]:
    """Every hand of the lowest values whose hard total is at most that."""
    if not values:
        yield ()
        return
    for count in range(most // values + 1):
        for rest in _below(most - count * values, values - 1):
            yield (*rest, count)


@dataclass(frozen=True, eq=False)
class Tree:
    """How a dealer can go on from the cards seen: sets of cards to draw.

    ``sets`` has for each of them the one with a card less, the value of that card and how many of
    it are there before, how many cards it has, in how many orders the dealer draws it to an end
    (0 if it is none), and which end that is.
    """

    sets: Ints
    ends: tuple[int, ...]  # final totals

    @property
    def depths(self) -> int:
        """One more than the most cards that can be drawn."""
        return int(self.sets[:, 3].max()) + 1


@lru_cache(maxsize=200)
def dealer_tree(
    worth: Callable[[Counts], tuple[int, bool]],
    draws: Callable[[int, bool], bool],
    goal: int,
    start: Start,
    naturals: tuple[int, ...],
) -> Tree:
    """All the hands that a dealer draws from these cards, a natural left out."""
    import numpy as np

    none: Counts = (0,) * VALUES
    orders = {none: 1}
    ends: dict[Counts, int] = {}
    seen = hand_of(*start)

    def finished(drawn: Counts) -> int | None:
        total, soft = worth(tuple(a + b for a, b in zip(seen, drawn, strict=True)))
        return None if total <= goal and draws(total, soft) else min(total, goal + 1)

    open_sets = [none]
    if len(start) > 1 and (total := finished(none)) is not None:
        ends[none], open_sets = total, []
    while open_sets:
        found: dict[Counts, int] = {}
        for drawn in open_sets:
            for value in range(VALUES):
                if sum(drawn) + len(start) == 1 and value in naturals:
                    continue
                more = tuple(n + (v == value) for v, n in enumerate(drawn))
                found[more] = found.get(more, 0) + orders[drawn]
        open_sets = []
        for drawn, count in found.items():
            orders[drawn] = count
            total = finished(drawn)
            if total is None:
                open_sets.append(drawn)
            else:
                ends[drawn] = total
    totals = sorted(set(ends.values()))
    at: dict[Counts, int] = {none: 0}
    lines = [
        (0, 0, 0, 0, orders[none] if none in ends else 0, totals.index(ends.get(none, totals[0])))
    ]

    def place(drawn: Counts) -> int:
        if drawn not in at:
            value = max(v for v in range(VALUES) if drawn[v])
            less = tuple(n - (v == value) for v, n in enumerate(drawn))
            parent = place(less)
            at[drawn] = len(lines)
            end = totals.index(ends[drawn]) if drawn in ends else 0
            ways = orders[drawn] if drawn in ends else 0
            lines.append((parent, value, drawn[value] - 1, sum(drawn), ways, end))
        return at[drawn]

    for drawn in ends:
        place(drawn)
    return Tree(np.array(lines, np.int64), tuple(totals))


@dataclass(frozen=True)
class Wood:
    """A tree as the kernels read it: the sums are kept apart by cards of a key value, if any."""

    tree: Any
    before: Ints
    ways: Ints
    keys: int


def wood(tree: Tree, key: int) -> Wood:
    """A tree with every set's slot: by end, number of cards, and number of cards of the key value,
    whose own factors are left out."""
    import numpy as np

    sets = tree.sets
    is_key = sets[:, 1] == key
    held = np.zeros(len(sets), np.int64)
    for i in range(1, len(sets)):
        held[i] = held[sets[i, 0]] + is_key[i]
    keys = int(held.max()) + 1
    slot = (sets[:, 5] * tree.depths + sets[:, 3]) * keys + held
    value = np.where(is_key, VALUES, sets[:, 1])
    before = np.where(is_key, 0, sets[:, 2])
    return Wood(np.array([sets[:, 0], value, slot], np.uint64), before, sets[:, 4].copy(), keys)


@lru_cache(maxsize=200)
def woods(tree: Tree) -> dict[int, Wood]:
    """A tree for every key value, and for none."""
    return {key: wood(tree, key) for key in range(NONE, VALUES)}


# -- decisions ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def facts(terms: Terms, split: bool) -> Ints:
    """What the kernels know of each hand, dealt so or after a split."""
    import numpy as np

    known, rows = hands(terms.worth, terms.goal), [row for row, _ in terms.prices]
    found = np.zeros((6, len(known)), np.int64)
    found[0] = known.size
    found[1] = known.total < terms.goal
    two = known.size == 2
    doubles = {total: terms.may_double(total) for total in set(known.total.tolist())}
    found[2] = two & np.array([doubles[total] for total in known.total.tolist()])
    if split and not terms.double_after_split:
        found[2] = 0
    found[3] = two & terms.surrender & (not split)
    found[4] = [rows.index(terms.row(counts)) for counts in known.at]
    found[5] = NONE
    if terms.lucky is not None:
        parts = [v for v in range(VALUES) if terms.lucky[v]]
        for missing in parts:
            pair = hand_of(*(v for v in parts if v != missing))
            found[5, known.at[pair]] = missing
    return found


@lru_cache(maxsize=200)
def outcomes(terms: Terms, ends: tuple[int, ...], split: bool) -> Ints:
    """Who wins, for every hand against every end of the dealer's."""
    import numpy as np

    known, codes = hands(terms.worth, terms.goal), {-1: LOSE, 0: PUSH, 1: WIN}
    keys = list(zip(known.total.tolist(), (known.size == 2).tolist(), strict=True))
    lines = {
        (total, two): [codes[terms.beats(total, 2 if two else 3, split, end)] for end in ends]
        for total, two in set(keys)
    }
    return np.array([lines[key] for key in keys], np.int64)


@lru_cache(maxsize=2000)
def inverse_chances(cards: int, gone: tuple[int, ...], prime: int) -> Ints:
    """One over the number of ways to draw 0, 1, ... cards, for each number of cards gone before."""
    import numpy as np

    found = np.zeros((len(gone), SLOTS), np.int64)
    for i, t in enumerate(gone):
        whole = 1
        for n in range(min(SLOTS, cards - t + 1)):
            found[i, n] = whole
            whole = whole * pow(max(cards - t - n, 1), -1, prime) % prime
    return found


@lru_cache(maxsize=2000)
def key_factors(held: int, gone: tuple[int, ...], prime: int) -> Ints:
    """The factors of 0, 1, ... cards of the key value, for each number of them gone before."""
    import numpy as np

    found = np.zeros((len(gone), SLOTS), np.int64)
    for i, t in enumerate(gone):
        for n in range(SLOTS):
            found[i, n] = falling(held - t, n) % prime
    return found


@dataclass
class Plan:
    """What to do against one dealer's start: a decision for every hand (and kind of lucky hand),
    pairs never split; the values of which pairs are split; and what hands do after a split, where
    that is not the same: without it, the best of what they may."""

    acts: Ints
    splits: frozenset[int] = frozenset()
    after: Ints | None = None


@dataclass(frozen=True)
class Means:
    """What becomes of a hand on average: net, money at risk, and outcomes by place."""

    places: Mapping[int, Fraction]

    def __getitem__(self, place: int) -> Fraction:
        return self.places.get(place, Fraction(0))


@dataclass(frozen=True)
class SplitMeans:
    """A split pair: the mean net of all its hands and the mean money at risk, both together with
    the chance that the dealer has no natural."""

    net: Fraction
    action: Fraction


@dataclass
class Against:
    """Everything about one dealer's start at one table."""

    terms: Terms
    start: Start
    _exact: dict[Any, Any] = field(default_factory=dict)

    # What the kernels read

    @cached_property
    def shoe(self) -> Counts:
        """What is left beside the dealer's cards."""
        return without(self.terms.shoe, *self.start)

    @cached_property
    def cards(self) -> int:
        """How many cards are left beside the dealer's."""
        return sum(self.shoe)

    @cached_property
    def hands(self) -> Hands:
        """Every hand."""
        return hands(self.terms.worth, self.terms.goal)

    @cached_property
    def tree(self) -> Tree:
        """How the dealer goes on."""
        terms = self.terms
        naturals = tuple(terms.naturals(self.start))
        return dealer_tree(terms.worth, terms.draws, terms.goal, self.start, naturals)

    @cached_property
    def woods(self) -> dict[int, Wood]:
        """The tree for every key value, and for none."""
        return woods(self.tree)

    @cached_property
    def natural(self) -> int:
        """The value that would make a natural of the dealer's card, or -1."""
        found = self.terms.naturals(self.start)
        return found[0] if found else NONE

    @cached_property
    def rows(self) -> list[str]:
        """The rows of the paytable, the plain one first."""
        return [row for row, _ in self.terms.prices]

    @cached_property
    def prices(self) -> list[Fraction]:
        """What the rows pay."""
        return [price for _, price in self.terms.prices]

    @cached_property
    def facts_dealt(self) -> Ints:
        """The facts of hands as they are dealt."""
        return facts(self.terms, False)

    @cached_property
    def facts_split(self) -> Ints:
        """The facts of hands after a split."""
        return facts(self.terms, True)

    def outcome(self, split: bool) -> Ints:
        """Who wins, for every hand against every end of the dealer's."""
        return outcomes(self.terms, self.tree.ends, split)

    @cached_property
    def naturals(self) -> Ints:
        """Which hands are naturals when they are dealt so; after a split none is."""
        known = self.hands
        found: Ints = ((known.size == 2) & (known.total == self.terms.goal)).astype("int64")
        return found

    @cached_property
    def kinds(self) -> dict[int, list[tuple[Fraction, Fraction]]]:
        """For hands that may become lucky: each kind of them by the share it has, with the part of
        the cards still wanted that would make it so. The first kind is not of one suit."""
        terms = self.terms
        found = {}
        for index in (self.facts_dealt[5] >= 0).nonzero()[0].tolist():
            missing = int(self.facts_dealt[5, index])
            suited = Fraction(1, terms.suits)
            whole, seen = terms.shoe[missing], self.start.count(missing)
            each = whole // terms.suits
            kinds = [(1 - suited, Fraction(0))]
            for gone in range(seen + 1):
                ways = comb(each, gone) * comb(whole - each, seen - gone)
                if ways and whole > seen:
                    share = suited * Fraction(ways, comb(whole, seen))
                    kinds.append((share, Fraction(each - gone, whole - seen)))
            found[index] = kinds
        return found

    def kind_table(self, line: int, convert: Callable[[Fraction], float]) -> list[list[float]]:
        """Shares (line 0) or parts (line 1) of every kind of every hand, as numbers."""
        most = max((len(kinds) for kinds in self.kinds.values()), default=1)
        table = [[convert(Fraction(v == 0 and line == 0))] * len(self.hands) for v in range(most)]
        for index, kinds in self.kinds.items():
            for v in range(most):
                table[v][index] = convert(kinds[v][line] if v < len(kinds) else Fraction(0))
        return table

    def free(self, hand: Counts) -> Fraction:
        """The chance that the dealer has no natural beside a hand."""
        if self.natural == NONE:
            return Fraction(1)
        left = self.shoe[self.natural] - hand[self.natural]
        return 1 - Fraction(left, self.cards - sum(hand))

    # The best decisions in floating point

    @cached_property
    def _floats(self) -> dict[str, Any]:
        import numpy as np

        simple = self.woods[NONE]
        prices = np.array([float(price) for price in self.prices])
        bonus = 0.0
        if self.terms.lucky is not None:
            bonus = float(dict(self.terms.prices)[self.terms.lucky_row] - self.prices[0])
        return {
            "share": np.array(self.kind_table(0, float), np.float64),
            "chance": np.array(self.kind_table(1, float), np.float64),
            "prices": prices,
            "bonus": bonus,
            "ways": simple.ways.astype(np.float64),
        }

    def worths(self, acts: Ints | None = None, split: bool = False) -> tuple[Floats, Ints, Floats]:
        """What every hand is worth by the decisions given or by the best ones, which come with it,
        and how much better these are than the next."""
        import numpy as np

        known, tables, simple = self.hands, self._floats, self.woods[NONE]
        worth = np.zeros((6, len(known)))
        found = np.zeros(tables["share"].shape, np.int64)
        margin = np.full(len(known), 9.0)
        ends = len(self.tree.ends)
        hands_worth.jit(
            np.array(self.shoe, np.int64), known.counts, known.after,
            self.facts_split if split else self.facts_dealt, self.outcome(split), tables["prices"],
            simple.tree, simple.before, tables["ways"], self.tree.depths, self.natural,
            int(self.terms.final), tables["share"], tables["chance"], tables["bonus"],
            found if acts is None else acts, int(acts is not None),
            np.zeros(VALUES + 1), np.zeros(len(simple.before)), np.zeros(ends * self.tree.depths),
            worth, found, margin,
        )  # fmt: skip
        return worth, found if acts is None else acts, margin

    def reach(self, acts: Ints) -> Floats:
        """The chance to come to each hand by these decisions."""
        import numpy as np

        known = self.hands
        found = np.zeros(len(known))
        reach_hands.jit(
            np.array(self.shoe, np.int64), known.counts, known.after, known.size,
            self._floats["share"], acts, found,
        )  # fmt: skip
        return found

    @cached_property
    def best(self) -> Plan:
        """The best decision for every hand."""
        worth, acts, margin = self.worths()
        for index in (margin < CLOSE).nonzero()[0].tolist():
            self._decide_exactly(acts, index)
        plan = Plan(acts)
        self._exact["best"] = acts
        splits = set()
        for value in range(VALUES):
            if self.shoe[value] >= 2:
                pair = self.hands.at[hand_of(value, value)]
                split, keep = self.split(plan, value).net, worth[3, pair]
                better = float(split) > keep
                if abs(float(split) - keep) < CLOSE:
                    better = split > self.net(self.play(acts, pair, int(acts[0, pair])))
                if better:
                    splits.add(value)
        return Plan(acts, frozenset(splits))

    def _decide_exactly(self, acts: Ints, index: int) -> None:
        """Choices too close for floating point; of equal ones the one that risks less."""
        facts = self.facts_dealt[:, index]
        allowed = [STAND, *([HIT] if facts[1] else [])]
        allowed += [DOUBLE] if facts[1] and facts[2] else []
        allowed += [SURRENDER] if facts[3] else []
        if facts[0] < 2 or sum(self.hands.counts[index] > self.shoe):
            return
        for kind in range(len(acts)):
            worth = {act: self.net(self.play(acts, index, act, kind=kind)) for act in allowed}
            acts[kind, index] = max(allowed, key=lambda act: (worth[act], -act))

    # The same in exact numbers

    def net_of(self, place: int, *, extra: int = 0) -> Fraction:
        """What an outcome nets beyond what a natural of the dealer's costs anyway.

        ``extra`` is 1 for a hand that a split has added: beside a natural it costs nothing unless
        what is over is lost for good.
        """
        rows = len(self.prices)
        if place >= ROWS:
            price, doubled = self.prices[(place - ROWS) % rows], (place - ROWS) >= rows
            return price + doubled
        return {
            SURRENDERED: Fraction(-1, 2), LOST: Fraction(-1), LOST_DOUBLE: Fraction(-2),
            BUST_NATURAL: Fraction(-extra), BUST_DOUBLE_NATURAL: Fraction(-1 - extra),
        }.get(place, Fraction(0))  # fmt: skip

    def action_of(self, place: int) -> int:
        """The money at risk in an outcome."""
        if place in (BUST_NATURAL, BUST_DOUBLE_NATURAL):
            return 0
        doubled = place in (LOST_DOUBLE, PUSHED_DOUBLE) or place >= ROWS + len(self.prices)
        return 2 if doubled else 1

    @property
    def places(self) -> int:
        """How many outcomes are told apart."""
        return ROWS + 2 * len(self.prices)

    def net(self, means: Means) -> Fraction:
        """The mean net of outcomes."""
        return sum((self.net_of(place) * p for place, p in means.places.items()), Fraction(0))

    def _shares(self, prime: int) -> tuple[Ints, Ints]:
        import numpy as np

        def residue(part: Fraction) -> int:
            return part.numerator * pow(part.denominator, -1, prime) % prime

        key = "shares", prime
        if key not in self._exact:
            lines = [np.array(self.kind_table(line, residue), np.int64) for line in (0, 1)]
            self._exact[key] = lines[0], lines[1]
        found: tuple[Ints, Ints] = self._exact[key]
        return found

    def _sums(
        self, prime: int, acts: Ints, start: int, *,
        first: int = NONE, skipped: int = NONE, one_card: bool = False, key: int = NONE,
        split: bool = False, kind: int = NONE,
    ) -> Ints:  # fmt: skip
        """Weights of all outcomes from a hand on, in residues."""
        import numpy as np

        terms, known, timber = self.terms, self.hands, self.woods[key]
        left = [
            has - (0 if value == key else int(known.counts[start, value]))
            for value, has in enumerate(self.shoe)
        ]
        share, chance = self._shares(prime)
        if kind != NONE and start in self.kinds:
            share = share.copy()
            share[:, start] = 0
            share[kind, start] = 1
        sums = np.zeros((self.places, SLOTS if key != NONE else 1 + 1, SLOTS), np.int64)
        ends, depths = len(self.tree.ends), self.tree.depths
        lucky_row = self.rows.index(terms.lucky_row) if terms.lucky is not None else 0
        play_out.jit(
            start, first, skipped, int(one_card), key, len(self.prices), int(terms.final),
            np.array(left, np.int64), known.counts, known.after,
            self.facts_split if split else self.facts_dealt, self.outcome(split),
            self.naturals * (not split),
            timber.tree, timber.before, timber.ways, depths, timber.keys, self.natural,
            acts, share, chance, lucky_row, prime,
            np.zeros((4, len(known)), np.int64), np.zeros(VALUES + 1, np.int64),
            np.zeros(len(timber.ways), np.int64), np.zeros(ends * depths * timber.keys, np.int64),
            sums,
        )  # fmt: skip
        return sums

    def _collapsed(
        self, prime: int, sums: Ints, lines: Ints, cards: int, key_cards: int, gone: tuple[int, ...]
    ) -> list[list[int]]:
        """Means of some lines of weights, for numbers of cards of the key value that are gone."""
        import numpy as np

        fall = key_factors(key_cards, gone, prime)
        inverse = inverse_chances(cards, gone, prime)
        found = np.zeros((len(lines), len(gone)), np.int64)
        collapse.jit(sums, lines, fall, inverse, prime, found)
        return [[int(x) for x in line] for line in found]

    def play(self, acts: Ints, start: int, first: int = NONE, kind: int = NONE) -> Means:
        """All that comes of a hand, exactly: the first decision if one is forced, then those given.
        Chances are together with that of no natural of the dealer's."""
        import numpy as np

        cards = self.cards - int(self.hands.size[start])
        lines = np.eye(self.places, dtype=np.int64)
        most, wanted, found = 0, 1, []
        number = 0
        while number < wanted:
            prime = primes(number + 1)[-1]
            sums = self._sums(prime, acts, start, first=first, kind=kind)
            if not number:
                most = longest(sums)
                denominator = draws_of(cards, most) * self._scale
                wanted = needed(denominator, 1)
            found.append([line[0] for line in self._collapsed(prime, sums, lines, cards, 0, (0,))])
            number += 1
        places = {
            place: fraction([line[place] for line in found], denominator)
            for place in range(self.places)
            if any(line[place] for line in found)
        }
        return Means(places)

    @cached_property
    def _scale(self) -> int:
        """What shares of lucky hands add to a denominator."""
        parts = [part for kinds in self.kinds.values() for kind in kinds for part in kind]
        return lcm(*(part.denominator for part in parts)) ** 3

    def split(self, plan: Plan, value: int) -> SplitMeans:
        """A split pair, exactly, by these decisions: its net and what it puts at risk."""
        if plan.acts is not self._exact.get("best"):
            return self._split(plan, value)
        key = "split", value
        if key not in self._exact:
            self._exact[key] = self._split(plan, value)
        found: SplitMeans = self._exact[key]
        return found

    def _split(self, plan: Plan, value: int) -> SplitMeans:
        terms = self.terms
        most = 2 if value == ACE and not terms.resplit_aces else terms.split_hands
        acts = self._after_split(plan.acts) if plan.after is None else plan.after
        single = self.hands.at[hand_of(value)]
        pair = self.hands.at[hand_of(value, value)]
        cards, held = self.cards, self.shoe[value]
        scale = lcm(2, *(price.denominator for price in self.prices))
        nets = [[int(self.net_of(p, extra=e) * scale) for p in range(self.places)] for e in (0, 1)]
        action = [self.action_of(p) * scale for p in range(self.places)]
        sequences = split_sequences(most)
        last = 2 + max(k + n for k, n, _, _ in sequences)
        gone = tuple(range(2, last + 2))
        found: list[list[int]] = []
        wanted, number, denominator = 1, 0, 1
        while number < wanted:
            prime = primes(number + 1)[-1]
            lines = _lines([*nets, action], prime)
            options: dict[str, Any] = {"key": value, "split": True, "one_card": value == ACE}
            other = self._sums(prime, acts, single, skipped=value, **options)
            first = STAND if value == ACE else int(acts[0, pair])
            paired = self._sums(prime, acts, pair, first=first, **options)
            if not number:
                most_cards = max(longest(other), longest(paired))
                denominator = draws_of(cards - 2, most_cards + last) * scale * self._scale
                wanted = needed(denominator, 4 * most)
            apart = self._collapsed(prime, other, lines, cards, held, gone)
            alike = self._collapsed(prime, paired, lines, cards, held, gone)
            found.append(_split_mean(sequences, apart, alike, cards, held, prime))
            number += 1
        net, risk = (fraction([one[i] for one in found], denominator) / scale for i in (0, 1))
        return SplitMeans(net, risk)

    def _after_split(self, acts: Ints) -> Ints:
        """The decisions without what a split hand may not do."""
        import numpy as np

        if self.terms.double_after_split and not self.terms.surrender:
            return acts
        known, found = self._exact.get("after", (None, acts))
        if known is not acts:
            _, plain, _ = self.worths(acts=None, split=True)
            barred = (acts == SURRENDER) | ((acts == DOUBLE) & (not self.terms.double_after_split))
            found = np.where(barred, plain, acts)
            self._exact["after"] = acts, found
        after: Ints = found
        return after


def longest(sums: Ints) -> int:
    """The most cards that any outcome has drawn."""
    used: list[bool] = (sums != 0).any(axis=(0, 1)).tolist()
    return max((drawn for drawn, found in enumerate(used) if found), default=0)


def _lines(rows: list[list[int]], prime: int) -> Ints:
    import numpy as np

    return np.array([[x % prime for x in row] for row in rows], np.int64)


def split_sequences(most: int) -> list[tuple[int, int, int, int]]:
    """How a split can go: pairs split again, hands that got another value, hands that got any card
    because no more could be formed, and the number of such sequences.

    >>> split_sequences(2), split_sequences(3)
    ([(0, 0, 2, 1)], [(0, 2, 0, 1), (1, 0, 3, 1), (1, 1, 2, 1)])
    """
    found: dict[tuple[int, int, int], int] = {}

    def go(formed: int, waiting: int, again: int, apart: int) -> None:
        if formed == most or not waiting:
            key = again, apart, waiting if formed == most else 0
            found[key] = found.get(key, 0) + 1
            return
        go(formed, waiting - 1, again, apart + 1)
        go(formed + 1, waiting + 1, again + 1, apart)

    go(2, 2, 0, 0)
    return [(*key, ways) for key, ways in sorted(found.items())]


def _split_mean(
    sequences: list[tuple[int, int, int, int]],
    apart: list[list[int]],
    alike: list[list[int]],
    cards: int,
    held: int,
    prime: int,
) -> list[int]:
    """Mean net and action of all hands of a split, in residues.

    ``apart[line][i]`` is a hand's mean together with the chance that its second card is of another
    value when i + 2 cards of the pair's value are gone; ``alike`` the mean of a hand whose second
    card is of that value. Lines: net of the first hand, net of any other, action.
    """
    size = len(apart[0]) - 1
    chance = [
        max(held - 2 - i, 0) * pow(max(cards - 2 - i, 1), -1, prime) % prime for i in range(size)
    ]
    any_card = [
        [(line[i] + chance[i] * other[i + 1]) % prime for i in range(size)]
        for line, other in zip(apart, alike, strict=True)
    ]

    def tables(first: list[list[int]]) -> list[list[list[int]]]:
        """The same together with the chance that so many other hands got another value."""
        found = [[line[:size] for line in first]]
        for _ in range(1, size):
            before = found[-1]
            found.append([
                [(line[i] - chance[i] * line[i + 1]) % prime for i in range(len(line) - 1)]
                for line in before
            ])  # fmt: skip
        return found

    other_value, any_value = tables(apart), tables(any_card)
    net = action = 0
    for again, others, free, ways in sequences:
        weight = ways
        for i in range(again):
            weight = weight * chance[i] % prime
        parts = []  # of the first hand, of the others, of the action
        for line in range(3):
            mine = other_value[others - 1][line][again] if others else 0
            its = any_value[others][line][again] if free else 0
            parts.append((mine, its))
        if others:
            total = parts[0][0] + (others - 1) * parts[1][0] + free * parts[1][1]
        else:
            total = parts[0][1] + (free - 1) * parts[1][1]
        net += weight * total
        action += weight * (others * parts[2][0] + free * parts[2][1])
    return [net % prime, action % prime]


# -- the whole game -------------------------------------------------------------------------------


def starts(terms: Terms) -> list[tuple[Start, Fraction]]:
    """The dealer's cards that can be seen, each with its chance."""
    found: list[tuple[Start, Fraction]] = []
    for one in range(VALUES):
        if not terms.exposed:
            found.append(((one,), Fraction(terms.shoe[one], terms.cards)))
            continue
        for other in range(one, VALUES):
            ways = terms.shoe[one] * (terms.shoe[other] - (one == other)) * (1 + (one != other))
            found.append(((one, other), Fraction(ways, terms.cards * (terms.cards - 1))))
    return [(start, chance) for start, chance in found if chance]


Strategy = Callable[[Against], Plan]


def best_plan(against: Against) -> Plan:
    """The best strategy."""
    return against.best


@dataclass(frozen=True)
class Dealt:
    """All deals of one dealer's start under one strategy, as chances among all deals."""

    start: Start
    chance: Fraction
    places: Mapping[int, Fraction]  # what is decided without a natural of the dealer's or a split
    both: Fraction  # naturals on both sides
    beaten: Fraction  # a natural of the dealer's alone
    splits: Mapping[int, tuple[Fraction, SplitMeans]]  # the chance of the pair, the means given it
    plan: Plan | None = None


@lru_cache(maxsize=130)
def against(terms: Terms, start: Start) -> Against:
    """One dealer's start at one table, with all that has been found about it."""
    return Against(terms, start)


def deal_all(terms: Terms, strategy: Strategy = best_plan) -> list[Dealt]:
    """Every dealer's start, played out."""
    every = starts(terms)
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(lambda one: _deal(terms, one[0], one[1], strategy), every))


def _deal(terms: Terms, start: Start, chance: Fraction, strategy: Strategy) -> Dealt:
    here = against(terms, start)
    if terms.exposed and terms.natural(*start):
        mine = _natural_chance(terms, here.shoe)
        return Dealt(start, chance, {}, chance * mine, chance * (1 - mine), {})
    plan = strategy(here)
    acts = plan.acts.copy()
    cards, shoe = here.cards, here.shoe
    splits = {}
    for value in sorted(plan.splits):
        if shoe[value] < 2:
            continue
        acts[:, here.hands.at[hand_of(value, value)]] = SPLIT
        ways = Fraction(falling(shoe[value], 2), falling(cards, 2))
        splits[value] = chance * ways, here.split(plan, value)
    played = here.play(acts, len(here.hands) - 1)
    places = {place: chance * p for place, p in played.places.items()}
    both = beaten = Fraction(0)
    if here.natural != NONE:
        hole = Fraction(shoe[here.natural], cards)
        mine = _natural_chance(terms, without(shoe, here.natural)) if hole else Fraction(0)
        both, beaten = chance * hole * mine, chance * hole * (1 - mine)
    return Dealt(start, chance, places, both, beaten, splits, plan)


def _natural_chance(terms: Terms, shoe: Counts) -> Fraction:
    """The chance that two cards are a natural."""
    ways = sum(
        2 * shoe[one] * shoe[other]
        for one in range(VALUES)
        for other in range(one + 1, VALUES)
        if terms.natural(one, other)
    )
    return Fraction(ways, falling(sum(shoe), 2))
