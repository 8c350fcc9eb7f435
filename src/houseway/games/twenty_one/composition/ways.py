"""The ways to play one hand of a split: cards it ends with, in how many orders it comes to them,
and which kind of hand that is.

Against one end of the dealer's only what a hand nets and puts at risk matters (``Letter``), and
hands that are alike against one end may be alike against another as well. And as every hand becomes
something, those of one letter are all hands less the others and need no cards of
their own: hands that lose, if any go over the goal, as they would have the most. A hand of another
letter is then counted as what it is, less one of those.

Where a hand of three cards of one suit has a row of its own, what is known of suits is part of a
hand's kind; the chance of it does not depend on anything else (``suits_chance``).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import TYPE_CHECKING

from houseway.games.twenty_one.composition.hands import outcome_lines
from houseway.games.twenty_one.composition.kernels import DOUBLE, LOSE, NONE, STAND, VALUES, WIN
from houseway.games.twenty_one.composition.terms import ACE, Counts, Start, draws_of, hand_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.twenty_one.composition.against import Against, Plan

    Ints = NDArray[np.int64]

Slot = tuple[bool, bool]  # whether the second card pairs the first, whether it is the first hand
Worth = tuple[int, int]  # what a hand nets, in parts of the wager, and puts at risk
Worths = tuple[Worth, ...]  # the same against each of some ends of the dealer's

MOST_ENDS = 3  # of the dealer's that are told by the same letters


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
    """Hands that are alike in all they can come to.

    ``nets`` has the dealer's ends in order, then the end over the goal, then what is lost beside a
    natural beyond what it costs anyway; in parts of the wager (``HandsOfSplit.unit``).
    """

    nets: tuple[int, ...]
    action: int
    suits: Suits | None = None

    @property
    def plain(self) -> bool:
        """Whether such a hand was not doubled and nothing is known of its suits."""
        return self.action == 1 and self.suits is None

    def worths(self, ends: Sequence[int]) -> Worths:
        """What it nets and puts at risk; beside a natural only what it nets matters."""
        last = len(self.nets) - 1
        return tuple((self.nets[end], 1 if end == last else self.action) for end in ends)


@dataclass(frozen=True)
class Played:
    """How one hand can be played: ways by the number of a kind and the hand at the end; all plain
    hands, by the cards that make them plain; and whether any of these goes over the goal, for which
    there are no ways."""

    kinds: tuple[Kind, ...]
    kind: Ints
    index: Ints
    orders: Ints
    plain: dict[int, int]
    goes_over: bool


@dataclass(frozen=True)
class Letter:
    """Hands that are alike against some ends of the dealer's, and what such a hand would be if it
    were not what it is, as it is taken out of those."""

    worths: Worths
    suits: Suits | None = None
    instead: Worths | None = None


@dataclass(frozen=True)
class Listed:
    """Ways of one hand as arrays."""

    letters: Ints
    drawn: Ints  # cards of each value beside the pair's
    orders: Ints


class HandsOfSplit:
    """The hands that a pair becomes against one dealer's start."""

    def __init__(self, here: Against, plan: Plan, value: int) -> None:
        self.here, self.value = here, value
        if "after" not in plan.known:
            plan.known["after"] = here.after_split(plan).tolist()
        self.acts: list[list[int]] = plan.known["after"]
        self.ends = [end for end in here.tree.ends if end <= here.terms.goal]
        self.unit = lcm(*(price.denominator for price in here.prices))
        self._rows: list[int] = here.facts_split[4].tolist()
        self._outcomes = outcome_lines(here.terms, here.tree.ends, True)
        self._standing: dict[tuple[tuple[int, ...], int, bool, Suits | None], Kind] = {}
        self._played: dict[Slot, Played] = {}
        self._digests: dict[tuple[Slot, ...], bytes] = {}

    def played(self, slot: Slot) -> Played:
        """The ways to play one hand."""
        if slot not in self._played:
            self._played[slot] = self._play(*slot)
        return self._played[slot]

    def groups(self, slots: Sequence[Slot], ends: int) -> list[tuple[int, ...]]:
        """Ends of the dealer's, the first so many, together where hands that are alike against one
        are so against the others: whoever hits until 17 has hands that are over, or stand."""
        every = [(slot[1], kind) for slot in slots for kind in self.played(slot).kinds]
        names, rests = [], []
        for end in range(ends):
            rest = {first: self._rest(first, (end,)) for _, first in slots}
            worths = [kind.worths((end,)) for _, kind in every]
            names.append(worths)
            rests.append(
                [
                    kind.plain and worth == rest[first]
                    for (first, kind), worth in zip(every, worths, strict=True)
                ]
            )
        groups: list[tuple[int, ...]] = []
        for end in range(ends):
            for at, group in enumerate(groups):
                if len(group) < MOST_ENDS and rests[end] == rests[group[0]]:
                    so_far = [*zip(*(names[one] for one in group), strict=True)]
                    if len({*zip(so_far, names[end], strict=True)}) == len({*so_far}):
                        groups[at] = (*group, end)
                        break
            else:
                groups.append((end,))
        return groups

    def listed(
        self, slots: Sequence[Slot], ends: Sequence[int]
    ) -> tuple[tuple[Letter, ...], tuple[Listed, ...]]:
        """The same against some ends of the dealer's: letters, and the ways of each slot."""
        import numpy as np

        letters: dict[Letter, int] = {}
        found = []
        hands, single = len(self.here.hands), np.array(hand_of(self.value), np.int64)
        for slot in slots:
            played, rest = self.played(slot), self._rest(slot[1], ends)
            named = []
            for kind in played.kinds:
                plain, worths = kind.plain, kind.worths(ends)
                letter = Letter(worths, kind.suits, rest if plain else None)
                among = plain and worths == rest
                named.append(NONE if among else letters.setdefault(letter, len(letters)))
            letter_of = np.array(named, np.int64)[played.kind]
            counted = letter_of != NONE
            keys = letter_of[counted] * hands + played.index[counted]
            orders = played.orders[counted]
            if rest is not None:
                base = letters.setdefault(Letter(rest), len(letters)) * hands
                keys = np.append(keys, [base + index for index in played.plain])
                orders = np.append(orders, [*played.plain.values()])
            keys, at = np.unique(keys, return_inverse=True)
            sums = np.zeros(len(keys), np.int64)
            np.add.at(sums, at, orders)
            keys, sums = keys[sums != 0], sums[sums != 0]
            drawn = self.here.hands.counts[keys % hands] - single
            found.append(Listed(keys // hands, drawn, sums))
        return tuple(letters), tuple(found)

    def longest(self, slots: Sequence[Slot]) -> int:
        """The most cards that one hand draws."""
        sizes = self.here.hands.size
        return max(int(sizes[self.played(slot).index].max(initial=2)) for slot in slots) - 1

    def most(self, slots: Sequence[Slot]) -> list[int]:
        """The most cards of each value that one hand draws, or has."""
        counts = self.here.hands.counts
        every = [counts[self.played(slot).index].max(axis=0, initial=0) for slot in slots]
        return [max(map(int, value)) for value in zip(*every, strict=True)]

    def digest(self, slots: Sequence[Slot]) -> bytes:
        """Tells apart whatever hands and kinds of hands these can be."""
        key = tuple(slots)
        if key not in self._digests:
            found = hashlib.sha256(repr(self.unit).encode())
            for slot in slots:
                one = self.played(slot)
                found.update(repr((slot, one.kinds, one.plain, one.goes_over)).encode())
                for part in (one.kind, one.index, one.orders):
                    found.update(f"{part.shape} ".encode() + part.tobytes())
            self._digests[key] = found.digest()
        return self._digests[key]

    def share(self, letters: Iterable[Letter]) -> Fraction:
        """The chance of what is known of the suits of some hands."""
        tags = sorted((one.suits for one in letters if one.suits is not None), key=repr)
        if not tags:
            return Fraction(1)
        terms = self.here.terms
        return suits_chance(terms.shoe, terms.suits, self.here.start, self.value, tuple(tags))

    def suits_denominator(self, hands: int) -> int:
        """What the chances of the suits of so many hands have for a denominator, or more."""
        terms, lucky = self.here.terms, self.here.terms.lucky
        values = [has for has, wanted in zip(terms.shoe, lucky or (), strict=False) if wanted]
        return prod(draws_of(has, 1 + 3 * hands) for has in values)

    # Kinds

    def _stands(self, index: int, doubled: bool, suits: Suits | None) -> Kind:
        """The kind of a hand that is compared with the dealer's."""
        row, codes = self._rows[index], self._outcomes[index]
        if suits is not None and suits.third == "lucky":
            row = self.here.rows.index(self.here.terms.lucky_row)
        key = codes, row, doubled, suits
        if key not in self._standing:
            won = int((self.here.prices[row] + doubled) * self.unit)
            worth = {WIN: won, LOSE: -(1 + doubled) * self.unit}
            nets = [worth.get(code, 0) for code in codes]
            over = (
                nets[len(self.ends) :] if self.here.tree.ends[-1] > self.here.terms.goal else [won]
            )
            listed = (*nets[: len(self.ends)], *over, 0)
            self._standing[key] = Kind(listed, 1 + doubled, suits)
        return self._standing[key]

    def _over(self, doubled: bool, first: bool, suits: Suits | None) -> Kind:
        """The kind of a hand over the goal."""
        lost = -(1 + doubled) * self.unit
        taken = lost + first * self.unit if self.here.terms.final else 0
        return Kind((lost,) * (len(self.ends) + 1) + (taken,), 1 + doubled, suits)

    # Playing

    def _rest(self, first: bool, ends: Sequence[int]) -> Worths | None:
        """What all plain hands are that are nothing else: those over the goal and their like, or if
        none goes over the worth with the most ways; nothing if no hand is plain."""
        played = self.played((False, first))
        if played.goes_over:
            return self._over(False, first, None).worths(ends)
        sizes: Counter[Worths] = Counter()
        for number, kind in enumerate(played.kinds):
            if kind.plain:
                sizes[kind.worths(ends)] += int((played.kind == number).sum())
        return max(sizes, key=sizes.__getitem__, default=None)

    def _play(self, paired: bool, first: bool) -> Played:
        import numpy as np

        here, after = self.here, self.here.hands.next_hands
        possible = [v for v in range(VALUES) if here.shoe[v]]
        found: dict[tuple[int, Kind], int] = {}

        def add(index: int, kind: Kind, orders: int) -> None:
            found[index, kind] = found.get((index, kind), 0) + orders

        single = here.hands.at[hand_of(self.value)]
        seconds = [after[single][v] for v in ([self.value] if paired else possible)]
        plain = {seconds[0] if paired else single: 1}  # any card at all is every second card
        goes_over = False
        level: dict[tuple[int, Suits | None], int] = {(index, None): 1 for index in seconds}
        size = 2
        while level:
            later: dict[tuple[int, Suits | None], int] = {}
            for (index, known), orders in level.items():
                decisions = self._decisions(index, size, known)
                if size == 2 and any(a == DOUBLE or tag is not None for a, tag in decisions):
                    plain[index] = plain.get(index, 0) - 1
                for act, suits in decisions:
                    if act == STAND:
                        add(index, self._stands(index, False, suits), orders)
                        continue
                    doubled = act == DOUBLE
                    below = [(v, after[index][v]) for v in possible if after[index][v] != NONE]
                    for v, more in below:
                        for then in _thirds(suits, v):
                            if doubled or (then is not None and then.third == "lucky"):
                                add(more, self._stands(more, doubled, then), orders)
                            else:
                                later[more, then] = later.get((more, then), 0) + orders
                    if len(below) == len(possible):
                        continue
                    if not doubled and suits is None:
                        goes_over = True
                        continue
                    over = self._over(doubled, first, suits)  # another card, but none of those
                    add(index, over, orders)
                    for _, more in below:
                        add(more, over, -orders)
            level, size = later, size + 1
        kinds = {kind: at for at, kind in enumerate(dict.fromkeys(kind for _, kind in found))}
        ways = [(kinds[kind], index, n) for (index, kind), n in found.items() if n]
        numbers, ends, times = np.array(ways, np.int64).reshape(-1, 3).T
        return Played(tuple(kinds), numbers, ends, times, plain, goes_over)

    def _decisions(
        self, index: int, size: int, suits: Suits | None
    ) -> list[tuple[int, Suits | None]]:
        """What is done with a hand: one thing, or one for each kind where suits matter."""
        if size == 2 and self.value == ACE and not self.here.terms.aces_play:
            return [(STAND, None)]
        if size > 2 or index not in self.here.kinds:
            return [(self.acts[0][index], suits)]
        counts, missing = self.here.hands.counts_of(index), int(self.here.facts_split[5, index])
        second = next(v for v in range(VALUES) if counts[v] and v != self.value)
        return [
            (self.acts[kind][index], Suits(second, missing, kind))
            for kind in range(len(self.here.kinds[index]))
        ]


def _thirds(suits: Suits | None, value: int) -> list[Suits | None]:
    """What a third card of some value may be to a hand that may become lucky."""
    if suits is None or suits.third or suits.missing != value or not suits.kind:
        return [suits]
    return [Suits(suits.second, value, suits.kind, third) for third in ("lucky", "plain")]


@lru_cache(maxsize=4096)
def suits_chance(
    shoe: Counts, suits: int, start: Start, value: int, tags: tuple[Suits, ...]
) -> Fraction:
    """The chance that hands of a split pair, and the dealer's cards, have such suits."""
    wanted = {tag.missing for tag in tags}
    shown = [card for card in start if card in wanted]
    used: dict[tuple[int, int], int] = {}

    def drawn(cards: list[tuple[int, int]]) -> Fraction:
        """The chance of the suits of some more cards, which then are gone."""
        chance = Fraction(1)
        for card, suit in cards:
            gone = sum(used.get((card, other), 0) for other in range(suits))
            left = shoe[card] // suits - used.get((card, suit), 0)
            chance *= Fraction(left, shoe[card] - gone) if gone < shoe[card] else 0
            used[card, suit] = used.get((card, suit), 0) + 1
        return chance

    def back(cards: list[tuple[int, int]]) -> None:
        for card in cards:
            used[card] -= 1

    def hands_from(at: int, face: list[tuple[int, int]]) -> Fraction:
        if at == len(tags):
            return Fraction(1)
        total = Fraction(0)
        for cards in _suited(tags[at], value, suits, face):
            chance = drawn(cards)
            if chance:
                total += chance * hands_from(at + 1, face)
            back(cards)
        return total

    def shown_from(face: list[tuple[int, int]]) -> Fraction:
        if len(face) == len(shown):
            return hands_from(0, face)
        total = Fraction(0)
        for suit in range(suits):
            card = shown[len(face)], suit
            chance = drawn([card])
            if chance:
                total += chance * shown_from([*face, card])
            back([card])
        return total

    return shown_from([])


def _suited(
    tag: Suits, value: int, suits: int, face: list[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """The cards, with their suits, that a hand of a kind can have beside the dealer's."""
    found = []
    for mine in range(suits):
        seen = sum(card == (tag.missing, mine) for card in face)
        if tag.kind and seen != tag.kind - 1:
            continue
        for other in [mine] if tag.kind else [s for s in range(suits) if s != mine]:
            cards = [(value, mine), (tag.second, other)]
            thirds = {"": [], "lucky": [mine], "plain": [s for s in range(suits) if s != mine]}
            if not tag.third:
                found.append(cards)
            found += [[*cards, (tag.missing, third)] for third in thirds[tag.third]]
    return found
