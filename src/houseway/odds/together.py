"""The hands of one split together: what a round with a split comes to, outcome by outcome.

Each hand of a split is played by its own cards and the dealer's. So a hand is a list of ways: cards
it ends with, in how many orders it comes to them, and which kind of hand that is (what it nets
against each end of the dealer's). A round is a product of such lists and the dealer's, weighed by
the chance to draw all these cards from one shoe. Only how many cards of each value are gone matters
to the chance and to the dealer, so ways with the same cards are put together before the dealer is;
and the dealer is put beside low and high cards one after the other, not beside every set of them.

A card that nobody looks at is any card. So a hand that goes over the goal is "another card" less
the cards that keep it below, and the dealer over the goal is everything less the other ends; neither
needs to be listed.

Where three or four hands have too many ways together, the round is told by its exact mean and
variance: products of two hands are enough for these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, prod
from typing import TYPE_CHECKING, Any

from houseway.odds.composition import (
    ACE,
    Against,
    Counts,
    Plan,
    Tree,
    draws_of,
    falling,
    hand_of,
    split_sequences,
)
from houseway.odds.composition_kernels import DOUBLE, LOSE, NONE, STAND, VALUES, WIN
from houseway.odds.residues import fraction, needed, primes
from houseway.odds.together_kernels import (
    EMPTY,
    beside,
    contract,
    move,
    multiply,
    number,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

LOW = 4  # values below five are the low ones
MOST_PRODUCTS = 6_000_000  # products of ways that are made for one number of hands
MOST_SLOTS = 1 << 21  # different sets of cards and kinds that are kept of them
WORD = 2.0**62


@dataclass(frozen=True)
class Suits:
    """What is known of the suits of a hand that may become lucky: its second card, the card it
    still wants, which kind it is (``Against.kinds``) and what a third card of that value was."""

    second: int
    missing: int
    kind: int
    third: str = ""  # or "lucky" or "plain"


@dataclass(frozen=True)
class Kind:
    """Hands that are alike in all they can come to. ``nets`` has the dealer's ends in order, then
    the end over the goal, then what is lost beside a natural beyond what it costs anyway."""

    nets: tuple[Fraction, ...]
    action: int
    suits: Suits | None = None


@dataclass(frozen=True)
class SplitLine:
    """One thing that can become of a split: the number of hands, what all of them net, the money at
    risk, and the chance. ``within`` is the variance inside the line if that net is only a mean."""

    hands: int
    net: Fraction
    action: Fraction
    chance: Fraction
    natural: bool = False  # beside a natural of the dealer's
    mean: bool = False
    within: Fraction = Fraction(0)


Value = Callable[[Sequence[Kind], int], Fraction]
Sum = Sequence[tuple[int, int, Fraction]]  # kinds of hands, an end of the dealer's, a part
Slot = tuple[bool, bool]  # whether the second card may pair the first, whether it is the first hand
Product = tuple[int, int, tuple[Slot, ...]]  # factor, cards of the pair's value gone, hands


def split_rounds(here: Against, plan: Plan, value: int) -> tuple[SplitLine, ...]:
    """All that becomes of a pair that is split, as chances given the pair."""
    return Split(here, plan, value).lines()


# -- one hand -------------------------------------------------------------------------------------


@dataclass
class Split:
    """A pair split against one dealer's start."""

    here: Against
    plan: Plan
    value: int

    def __post_init__(self) -> None:
        here, terms = self.here, self.here.terms
        plan = self.plan
        self.acts = here._after_split(plan.acts) if plan.after is None else plan.after
        self.most = 2 if self.value == ACE and not terms.resplit_aces else terms.split_hands
        self.ends = [end for end in here.tree.ends if end <= terms.goal]
        self.kinds: dict[Kind, int] = {}
        self._hands: dict[Slot, dict[tuple[int, int], int]] = {}

    # The kinds of hands

    def _kind(self, kind: Kind) -> int:
        return self.kinds.setdefault(kind, len(self.kinds))

    def _standing(self, index: int, doubled: bool, suits: Suits | None) -> int:
        """The kind of a hand that is compared with the dealer's."""
        here, terms = self.here, self.here.terms
        row = int(here.facts_split[4, index])
        if suits is not None and suits.third == "lucky":
            row = here.rows.index(terms.lucky_row)
        worth = {WIN: here.prices[row] + doubled, LOSE: Fraction(-1 - doubled)}
        codes = here.outcome(split=True)[index].tolist()
        nets = [worth.get(code, Fraction(0)) for code in codes]
        over = nets[-1] if here.tree.ends[-1] > terms.goal else worth[WIN]
        listed = (*nets[: len(self.ends)], over, Fraction(0))
        return self._kind(Kind(listed, 1 + doubled, suits))

    def _over(self, doubled: bool, first: bool, suits: Suits | None) -> int:
        """The kind of a hand over the goal."""
        lost = Fraction(-1 - doubled)
        taken = lost + first if self.here.terms.final else Fraction(0)
        return self._kind(Kind((lost,) * (len(self.ends) + 1) + (taken,), 1 + doubled, suits))

    # The ways of one hand

    def hand(self, slot: Slot) -> dict[tuple[int, int], int]:
        """The ways to play one hand: by its cards at the end and its kind, in how many orders."""
        if not self.here.terms.final:
            slot = slot[0], False  # the first hand is like any other
        if slot not in self._hands:
            self._hands[slot] = self._play(*slot)
        return self._hands[slot]

    def _play(self, any_second: bool, first: bool) -> dict[tuple[int, int], int]:
        here, value = self.here, self.value
        known, acts = here.hands, self.acts.tolist()
        after, possible = _after(here), [v for v in range(VALUES) if here.shoe[v]]
        single = known.at[hand_of(value)]
        found: dict[tuple[int, int], int] = {}

        def add(index: int, kind: int, ways: int) -> None:
            found[index, kind] = found.get((index, kind), 0) + ways

        level: dict[tuple[int, Suits | None], int] = {
            (after[single][v], None): 1 for v in possible if any_second or v != value
        }
        size = 2
        while level:
            later: dict[tuple[int, Suits | None], int] = {}
            for (index, suits), ways in level.items():
                for act, tag in self._decisions(index, size, suits, acts):
                    if act == STAND:
                        add(index, self._standing(index, False, tag), ways)
                        continue
                    doubled = act == DOUBLE
                    kept = [(v, after[index][v]) for v in possible if after[index][v] != NONE]
                    for v, more in kept:
                        for then in _thirds(tag, v):
                            if doubled or (then is not None and then.third == "lucky"):
                                add(more, self._standing(more, doubled, then), ways)
                            else:
                                later[more, then] = later.get((more, then), 0) + ways
                    if len(kept) < len(possible):
                        over = self._over(doubled, first, tag)
                        add(index, over, ways)
                        for _, more in kept:
                            add(more, over, -ways)
            level, size = later, size + 1
        return {key: ways for key, ways in found.items() if ways}

    def _decisions(
        self, index: int, size: int, suits: Suits | None, acts: list[list[int]]
    ) -> list[tuple[int, Suits | None]]:
        """What is done with a hand: one thing, or one for each kind where suits matter."""
        if size == 2 and self.value == ACE:
            return [(STAND, None)]
        if size > 2 or index not in self.here.kinds:
            return [(acts[0][index], suits)]
        counts, missing = self.here.hands.counts_of(index), int(self.here.facts_split[5, index])
        second = next(v for v in range(VALUES) if counts[v] and v != self.value)
        return [
            (acts[kind][index], Suits(second, missing, kind))
            for kind in range(len(self.here.kinds[index]))
        ]

    # Rounds

    def slots(self, others: int, free: int) -> tuple[Slot, ...]:
        """Hands that got another value and hands that got any card; the first is among the former
        if there are any."""
        hands = [False] * others + [True] * free
        return tuple((any_second, at == 0) for at, any_second in enumerate(hands))

    def lines(self) -> tuple[SplitLine, ...]:
        """All that becomes of the split, by the number of hands."""
        by_hands: dict[int, list[Product]] = {}
        for again, others, free, ways in split_sequences(self.most):
            product = ways, again, self.slots(others, free)
            by_hands.setdefault(2 + again, []).append(product)
        found: list[SplitLine] = []
        for hands, products in by_hands.items():
            found += self._lines(hands, products)
        return tuple(line for line in found if line.chance)

    def _lines(self, hands: int, products: list[Product]) -> list[SplitLine]:
        pile = self.pile(products)
        return self._means(hands, products) if pile is None else self._outcomes(hands, pile)

    def _outcomes(self, hands: int, pile: Pile) -> list[SplitLine]:
        """Every outcome of so many hands."""
        natural = len(self.ends) + 1
        lines: dict[tuple[Fraction, Fraction, bool], list[tuple[int, int, Fraction]]] = {}
        for profile, kinds in enumerate(pile.profiles):
            if not pile.used[profile]:
                continue
            share = self.share(kinds)
            action = Fraction(sum(kind.action for kind in kinds))
            for end in range(natural + 1):
                net = sum((kind.nets[end] for kind in kinds), Fraction(0))
                if end == natural:
                    key = net - 1, 1 - net, True
                    if not net:
                        continue  # as any hand beside a natural
                else:
                    key = net, action, False
                lines.setdefault(key, []).append((profile, end, share))
        chances = self.weigh(pile, list(lines.values()))
        return [
            SplitLine(hands, net, action, chance, natural=beside_natural)
            for (net, action, beside_natural), chance in zip(lines, chances, strict=True)
        ]

    def _means(self, hands: int, products: list[Product]) -> list[SplitLine]:
        """So many hands on average: products of two hands give the mean of the square."""
        natural = len(self.ends) + 1
        beside_natural = [False, True] if self.here.terms.final else [False]
        values: list[list[Value]] = [
            [lambda kinds, end: Fraction(1)],
            [
                lambda kinds, end: kinds[0].nets[end],
                lambda kinds, end: kinds[0].nets[end] ** 2,
                lambda kinds, end: Fraction(kinds[0].action),
            ],
            [lambda kinds, end: 2 * kinds[0].nets[end] * kinds[1].nets[end]],
        ]
        found = []
        for looked_at, wanted in zip(self._parts(products), values, strict=True):
            pile = self.pile(looked_at, limit=False)
            assert pile is not None
            sums: list[Sum] = [
                [
                    (profile, end, part * self.share(kinds))
                    for profile, kinds in enumerate(pile.profiles)
                    if pile.used[profile]
                    for end in ([natural] if beside else range(natural))
                    if (part := value(kinds, end))
                ]
                for beside in beside_natural
                for value in wanted
            ]
            found.append(self.weigh(pile, sums))
        lines = []
        for at, beside in enumerate(beside_natural):
            (chance,), (net, squares, action), (crossed,) = (
                parts[at * len(parts) // len(beside_natural) :][: len(wanted)]
                for parts, wanted in zip(found, values, strict=True)
            )
            if chance:
                mean, square = net / chance, (squares + crossed) / chance
                lines.append(
                    SplitLine(
                        hands,
                        mean - beside,
                        1 - mean if beside else action / chance,
                        chance,
                        beside,
                        True,
                        square - mean**2,
                    )  # fmt: skip
                )
        return lines

    def _parts(self, products: list[Product]) -> tuple[list[Product], list[Product], list[Product]]:
        """The same rounds with none, one and two of their hands looked at. A hand that nobody looks
        at asks at the most that its second card be of another value: any card less those."""
        found: tuple[list[Product], list[Product], list[Product]] = ([], [], [])
        for factor, gone, slots in products:
            for count in range(3):
                for seen in combinations(range(len(slots)), count):
                    apart = sum(not slots[at][0] for at in range(len(slots)) if at not in seen)
                    chosen = tuple(slots[at] for at in seen)
                    for paired in range(apart + 1):
                        sign = (-1) ** paired * comb(apart, paired)
                        found[count].append((factor * sign, gone + paired, chosen))
        return found

    # Products of ways

    def pile(self, products: Sequence[Product], limit: bool = True) -> Pile | None:
        """Products of ways by kinds and cards gone; nothing if there are too many."""
        used = {slot: self.hand(slot) for _, _, slots in products for slot in slots}
        return _pile(self, products, used, MOST_PRODUCTS if limit else None)

    def share(self, kinds: Iterable[Kind]) -> Fraction:
        """The chance of what is known of the suits of some hands."""
        tags = tuple(sorted((k.suits for k in kinds if k.suits is not None), key=repr))
        if not tags:
            return Fraction(1)
        terms = self.here.terms
        return _suits_chance(terms.shoe, terms.suits, self.here.start, self.value, tags)

    def weigh(self, pile: Pile, sums: Sequence[Sum]) -> list[Fraction]:
        """Sums of parts of the chances of kinds of hands against ends of the dealer's, exactly."""
        return _weigh(self, pile, sums)


def _thirds(tag: Suits | None, value: int) -> list[Suits | None]:
    """What a third card of some value may be to a hand that may become lucky."""
    if tag is None or tag.third or tag.missing != value or not tag.kind:
        return [tag]
    return [Suits(tag.second, tag.missing, tag.kind, third) for third in ("lucky", "plain")]


@lru_cache(maxsize=8)
def _after_of(key: Any) -> list[list[int]]:
    found: list[list[int]] = key.hands.after.tolist()
    return found


@dataclass(frozen=True)
class _Known:
    """Hands by identity."""

    hands: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and other.hands is self.hands

    def __hash__(self) -> int:
        return id(self.hands)


def _after(here: Against) -> list[list[int]]:
    return _after_of(_Known(here.hands))


@lru_cache(maxsize=4096)
def _suits_chance(
    shoe: Counts, suits: int, start: tuple[int, ...], value: int, tags: tuple[Suits, ...]
) -> Fraction:
    """The chance that the cards of some hands, and of the dealer's, have such suits."""
    wanted = {tag.missing for tag in tags}
    shown = [card for card in start if card in wanted]
    used: dict[tuple[int, int], int] = {}

    def draw(card: int, suit: int) -> Fraction:
        gone = sum(used.get((card, s), 0) for s in range(suits))
        chance = Fraction(shoe[card] // suits - used.get((card, suit), 0), shoe[card] - gone)
        used[card, suit] = used.get((card, suit), 0) + 1
        return chance

    def undo(card: int, suit: int) -> None:
        used[card, suit] -= 1

    def cards_of(tag: Suits, mine: int, other: int, third: int) -> bool:
        if (mine == other) != bool(tag.kind):
            return False
        if (
            tag.kind
            and (seen := [s for c, s in face if c == tag.missing]).count(mine) != tag.kind - 1
        ):
            return not seen and tag.kind == 1
        return not tag.third or (third == mine) == (tag.third == "lucky")

    face: list[tuple[int, int]] = []

    def hands_from(at: int) -> Fraction:
        if at == len(tags):
            return Fraction(1)
        tag, total = tags[at], Fraction(0)
        for mine in range(suits):
            for other in [mine] if tag.kind else [s for s in range(suits) if s != mine]:
                for third in range(suits) if tag.third else [0]:
                    if not cards_of(tag, mine, other, third):
                        continue
                    cards = [(value, mine), (tag.second, other)]
                    cards += [(tag.missing, third)] if tag.third else []
                    chance = Fraction(1)
                    for card in cards:
                        chance *= draw(*card)
                    if chance:
                        total += chance * hands_from(at + 1)
                    for card in cards:
                        undo(*card)
        return total

    def shown_from(at: int) -> Fraction:
        if at == len(shown):
            return hands_from(0)
        total = Fraction(0)
        for suit in range(suits):
            face.append((shown[at], suit))
            chance = draw(shown[at], suit)
            if chance:
                total += chance * shown_from(at + 1)
            undo(shown[at], suit)
            face.pop()
        return total

    return shown_from(0)


# -- products of ways -----------------------------------------------------------------------------

Ways = tuple["Ints", "Ints", "Ints"]  # codes of cards, kinds, numbers of orders


@dataclass(frozen=True)
class Pile:
    """Ways of hands together: which kinds they are, which set of cards is gone, and the sets."""

    profiles: list[tuple[Kind, ...]]
    used: Ints  # how many ways each has
    profile: Ints
    sets: Ints
    ways: Ints
    row: Ints
    column: Ints
    low: Ints
    low_size: Ints
    high: Ints


def _pile(
    split: Split,
    products: Sequence[Product],
    hands: Mapping[Slot, Mapping[tuple[int, int], int]],
    most: int | None,
) -> Pile | None:
    import numpy as np

    first = np.array(hand_of(split.value), np.int64)
    slots = max(len(slots) for _, _, slots in products)
    gone = max(gone for _, gone, _ in products)
    kinds = len(split.kinds)
    lists = {}
    for slot, ways in hands.items():
        ends = np.array([*ways], np.int64).reshape(-1, 2)
        drawn = split.here.hands.counts[ends[:, 0]] - first
        lists[slot] = drawn, ends[:, 1].copy(), np.array([*ways.values()], np.int64)
    top = np.max([0 * first, *(drawn.max(axis=0) for drawn, _, _ in lists.values())], axis=0)
    longest = max([0, *(int(drawn.sum(axis=1).max()) for drawn, _, _ in lists.values())])
    top = top * slots + gone * first
    radix = [int(n) + 1 for n in (*top[LOW:], longest * slots + gone, *top[:LOW])]
    place = [prod(radix[:i]) for i in range(len(radix) + 1)]
    profiles, grown = _grown(kinds, slots)
    size = max(prod(sum(map(abs, hands[slot].values())) for slot in s) for _, _, s in products)
    if place[-1] * len(profiles) > WORD or size * max(abs(f) for f, _, _ in products) > WORD:
        return None

    def code(drawn: Ints) -> Ints:
        sizes = drawn.sum(axis=-1, keepdims=True)
        digits = np.concatenate([drawn[..., LOW:], sizes, drawn[..., :LOW]], axis=-1)
        coded: Ints = digits @ np.array(place[:-1], np.int64)
        return coded

    coded = {slot: (code(drawn), kinds, ways) for slot, (drawn, kinds, ways) in lists.items()}
    nobody = np.zeros(1, np.int64), np.full(1, kinds, np.int64), np.ones(1, np.int64)
    parts: dict[tuple[Slot, ...], Ways] = {(): (nobody[0], 0 * nobody[0], nobody[2])}
    for slot, (codes, kind, ways) in coded.items():
        parts[slot,] = codes, kind + 1, ways
    together: dict[tuple[Slot, ...], list[tuple[int, int]]] = {}
    for factor, shift, chosen in products:
        together.setdefault(chosen, []).append((factor, shift * int(code(first))))
    table, left = _Table(place[-1], grown), most
    for chosen, times in together.items():
        whole = len(chosen) if len(times) == 1 else len(chosen) + 1
        for n in range(2, whole):
            if chosen[:n] not in parts:
                inner = _Table(place[-1], grown)
                alike = n == 2 and hands[chosen[0]] is hands[chosen[1]]
                before, more = parts[chosen[: n - 1]], coded[chosen[n - 1]]
                left = None if left is None else left - len(before[0]) * len(more[0])
                if (left is not None and left < 0) or not inner.add(before, more, alike=alike):
                    return None
                parts[chosen[:n]] = inner.ways()
        if len(times) == 1 and chosen:
            before, more = parts[chosen[:-1]], coded[chosen[-1]]
            alike = len(chosen) == 2 and hands[chosen[0]] is hands[chosen[1]]
            left = None if left is None else left - len(before[0]) * len(more[0])
        else:
            before, more, alike = parts[chosen], nobody, False
        for factor, shift in times:
            if (left is not None and left < 0) or not table.add(before, more, shift, factor, alike):
                return None
    codes, profile, ways = table.ways()
    sets, different = _numbered(codes)
    rows, columns = np.divmod(different, place[VALUES - LOW])
    low_codes, row = np.unique(rows, return_inverse=True)
    high_codes, column = np.unique(columns, return_inverse=True)
    low = _digits(low_codes, radix[VALUES - LOW :])
    named = list(split.kinds)
    return Pile(
        [tuple(named[kind] for kind in one) for one in profiles],
        np.bincount(profile, minlength=len(profiles)), profile, sets, ways,
        row.astype(np.int64), column.astype(np.int64),
        low[:, 1:].copy(), low[:, 0].copy(), _digits(high_codes, radix[: VALUES - LOW]),
    )  # fmt: skip


def _digits(codes: Ints, radix: Sequence[int]) -> Ints:
    import numpy as np

    found = np.zeros((len(codes), len(radix)), np.int64)
    for i, base in enumerate(radix):
        codes, found[:, i] = np.divmod(codes, base)
    return found


def _numbered(codes: Ints) -> tuple[Ints, Ints]:
    """The different codes in order, and which of them each is."""
    import numpy as np

    slots = np.full((1 << (2 * len(codes)).bit_length(), 2), EMPTY, np.int64)
    places, different = np.zeros(len(codes), np.int64), np.zeros(len(codes), np.int64)
    count = int(number.jit(codes, slots, places, different))
    different = different[:count]
    order = np.argsort(different)
    rank = np.zeros(count, np.int64)
    rank[order] = np.arange(count)
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


class _Table:
    """A table of products, larger when it has to be."""

    def __init__(self, whole: int, grown: Ints) -> None:
        import numpy as np

        self.whole, self.grown, self.used = whole, grown, 0
        self.slots = self._empty(1 << 12)
        self.slots[:, 1] = 0
        self.done = np.zeros(2, np.int64)

    def _empty(self, room: int) -> Ints:
        import numpy as np

        slots = np.zeros((room, 2), np.int64)
        slots[:, 0] = EMPTY
        return slots

    def add(
        self, one: Ways, more: Ways, shift: int = 0, factor: int = 1, alike: bool = False
    ) -> bool:
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
            larger = self._empty(4 * len(self.slots))
            move.jit(self.slots, larger)
            self.slots = larger

    def ways(self) -> Ways:
        """What is in it."""
        import numpy as np

        filled = self.slots[self.slots[:, 1] != 0]
        profile, codes = np.divmod(filled[:, 0], self.whole)
        return codes, profile, filled[:, 1].copy()


# -- the dealer beside them -----------------------------------------------------------------------


@dataclass(frozen=True)
class Draws:
    """What a dealer can draw without going over, by low and high cards.

    The ends are the dealer's totals in order, then everything, then a natural.
    """

    low: Ints
    alike: Ints  # how far a list of low cards is like the one before
    low_at: Any
    size: Ints
    ways: Ints
    pair_from: Ints
    pair_high: Ints
    end_from: Ints


@lru_cache(maxsize=200)
def draws(tree: Tree, goal: int, natural: int) -> Draws:
    """A dealer's draws; with them drawing nothing, for everything, and a natural if there is one."""
    import numpy as np

    counts = np.zeros((len(tree.sets), VALUES), np.int64)
    for i, (parent, value, *_) in enumerate(tree.sets.tolist()):
        if i:
            counts[i] = counts[parent]
            counts[i, value] += 1
    within = sum(end <= goal for end in tree.ends)
    kept = (tree.sets[:, 4] > 0) & (tree.sets[:, 5] < within)
    listed = [counts[kept], np.zeros((1, VALUES), np.int64)]
    ends = [*tree.sets[kept, 5].tolist(), within]
    if natural != NONE:
        listed.append(np.array([hand_of(natural)], np.int64))
        ends.append(within + 1)
    drawn = np.concatenate(listed)
    ways = np.ones(len(drawn), np.int64)
    ways[: int(kept.sum())] = tree.sets[kept, 4]
    keys = np.column_stack([ends, drawn[:, LOW:]])
    order = np.lexsort(keys.T[::-1])
    keys, drawn, ways = keys[order], drawn[order], ways[order]
    new = np.ones(len(keys), bool)
    new[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    starts = new.nonzero()[0]
    low, low_at = np.unique(drawn[:, :LOW], axis=0, return_inverse=True)
    same = np.zeros(len(low), np.int64)
    same[1:] = np.minimum.accumulate(low[1:] == low[:-1], axis=1).sum(axis=1)
    return Draws(
        low,
        same,
        low_at.reshape(-1).astype(np.uint64),
        drawn.sum(axis=1),
        ways,
        np.append(starts, len(keys)),
        keys[starts, 1:].copy(),
        np.searchsorted(keys[starts, 0], np.arange(within + 3)),
    )


def _weigh(split: Split, pile: Pile, sums: Sequence[Sum]) -> list[Fraction]:
    import numpy as np

    here, value = split.here, split.value
    listed = draws(here.tree, here.terms.goal, here.natural)
    left = [has - 2 * (v == value) for v, has in enumerate(here.shoe)]
    cards = sum(left)
    gone = int(pile.low_size.max())
    most = gone + int(listed.size.max())
    shares = [share for parts in sums for _, _, share in parts]
    scale = lcm(*(share.denominator for share in shares))
    denominator = draws_of(cards, most) * scale
    wanted = needed(denominator, int(max(map(abs, shares))) + 1)
    target = np.array([at for at, parts in enumerate(sums) for _ in parts], np.int64)
    profile = np.array([p for parts in sums for p, _, _ in parts], np.int64)
    end = np.array([e for parts in sums for _, e, _ in parts], np.int64)
    over, ends = len(split.ends), len(split.ends) + 2
    deepest = 1 + max(
        int(one.max(initial=0)) + int(other.max())
        for one, other in ((pile.low, listed.low), (pile.high, listed.pair_high))
    )
    falls = [[falling(has, n) for n in range(deepest)] for has in left]
    found = []
    for prime in primes(wanted):
        fall = np.array([[n % prime for n in line] for line in falls], np.int64)
        inverse, whole = [], 1
        for n in range(most + 1):
            inverse.append(whole)
            whole = whole * pow(max(cards - n, 1), -1, prime) % prime
        chances = np.array(inverse, np.int64)
        ways = listed.ways * chances[np.arange(gone + 1)[:, None] + listed.size] % prime
        dealer = np.zeros((len(pile.row), ends), np.int64)
        beside.jit(
            pile.row, pile.column, pile.low, pile.low_size, pile.high,
            listed.low, listed.alike, listed.low_at, ways, listed.pair_from,
            listed.pair_high, listed.end_from, fall, prime,
            np.zeros((2, max(len(listed.low), LOW + 1)), np.int64),
            np.zeros(len(listed.pair_high), np.int64),
            np.zeros((len(pile.high), len(listed.pair_high)), np.int64), dealer,
        )  # fmt: skip
        weights = np.zeros((len(pile.profiles), ends), np.int64)
        contract.jit(pile.profile, pile.sets, pile.ways, dealer, prime, weights)
        weights[:, over] += prime * ends - weights.sum(axis=1) + weights[:, over]
        weights[:, over] %= prime
        chosen = weights[profile, end]
        if all(share == 1 for share in shares):
            totals = np.zeros(len(sums), np.int64)
            np.add.at(totals, target, chosen)
            found.append([int(total) % prime for total in totals])
            continue
        summed = [0] * len(sums)
        for at, weight, share in zip(target.tolist(), chosen.tolist(), shares, strict=True):
            summed[at] += weight * share.numerator * pow(share.denominator, -1, prime)
        found.append([total % prime for total in summed])
    return [fraction([line[at] for line in found], denominator) for at in range(len(sums))]
