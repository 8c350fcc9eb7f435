"""The ways to play one hand of a split: cards it ends with, in how many orders it comes to them,
and which kind of hand that is.

A card that nobody looks at is any card. So a hand that goes over the goal is "another card" less
the cards that keep it below, and needs no cards of its own.

Where a hand of three cards of one suit has a row of its own, what is known of suits is part of a
hand's kind; the chance of it does not depend on anything else (``suits_chance``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.odds.composition.hands import outcome_lines
from houseway.odds.composition.kernels import DOUBLE, LOSE, NONE, STAND, VALUES, WIN
from houseway.odds.composition.terms import ACE, Counts, Start, hand_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.odds.composition.against import Against, Plan

    Ints = NDArray[np.int64]

Slot = tuple[bool, bool]  # whether the second card may pair the first, whether it is the first hand
Ways = dict[tuple[int, int], int]  # by the hand at the end and its kind: orders


@dataclass(frozen=True)
class Listed:
    """Ways as arrays."""

    drawn: Ints  # cards of each value beside the pair's
    kinds: Ints
    orders: Ints


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


class HandsOfSplit:
    """The hands that a pair becomes against one dealer's start."""

    def __init__(self, here: Against, plan: Plan, value: int) -> None:
        self.here, self.value = here, value
        if "after" not in plan.known:
            plan.known["after"] = here.after_split(plan).tolist()
        self.acts: list[list[int]] = plan.known["after"]
        self.ends = [end for end in here.tree.ends if end <= here.terms.goal]
        self.unit = lcm(*(price.denominator for price in here.prices))
        self.kinds: dict[Kind, int] = {}
        self._rows: list[int] = here.facts_split[4].tolist()
        self._outcomes = outcome_lines(here.terms, here.tree.ends, True)
        self._standing: dict[tuple[tuple[int, ...], int, bool, Suits | None], int] = {}
        self._ways: dict[Slot, Ways] = {}
        self._listed: dict[Slot, Listed] = {}

    def ways(self, slot: Slot) -> Ways:
        """The ways to play one hand."""
        if slot not in self._ways:
            self._ways[slot] = self._play(*slot)
        return self._ways[slot]

    def listed(self, slot: Slot) -> Listed:
        """The same as arrays."""
        import numpy as np

        if slot not in self._listed:
            ways = self.ways(slot)
            keys = np.array([*ways], np.int64).reshape(-1, 2)
            drawn = self.here.hands.counts[keys[:, 0]] - np.array(hand_of(self.value), np.int64)
            orders = np.array([*ways.values()], np.int64)
            self._listed[slot] = Listed(drawn, keys[:, 1].copy(), orders)
        return self._listed[slot]

    def digest(self, slots: Iterable[Slot]) -> bytes:
        """Tells apart whatever hands and kinds of hands these can be."""
        found = hashlib.sha256()
        for slot in sorted(slots):
            one = self.listed(slot)
            for part in (one.drawn, one.kinds, one.orders):
                found.update(f"{slot} {part.shape} ".encode() + part.tobytes())
        found.update(repr((list(self.kinds), self.unit)).encode())
        return found.digest()

    def share(self, kinds: Sequence[Kind]) -> Fraction:
        """The chance of what is known of the suits of some hands."""
        tags = sorted((kind.suits for kind in kinds if kind.suits is not None), key=repr)
        if not tags:
            return Fraction(1)
        terms = self.here.terms
        return suits_chance(terms.shoe, terms.suits, self.here.start, self.value, tuple(tags))

    # Kinds

    def _named(self, kind: Kind) -> int:
        return self.kinds.setdefault(kind, len(self.kinds))

    def _stands(self, index: int, doubled: bool, suits: Suits | None) -> int:
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
            self._standing[key] = self._named(Kind(listed, 1 + doubled, suits))
        return self._standing[key]

    def _over(self, doubled: bool, first: bool, suits: Suits | None) -> int:
        """The kind of a hand over the goal."""
        lost = -(1 + doubled) * self.unit
        taken = lost + first * self.unit if self.here.terms.final else 0
        return self._named(Kind((lost,) * (len(self.ends) + 1) + (taken,), 1 + doubled, suits))

    # Playing

    def _play(self, any_second: bool, first: bool) -> Ways:
        here, value, after = self.here, self.value, self.here.hands.next_hands
        possible = [v for v in range(VALUES) if here.shoe[v]]
        found: Ways = {}

        def add(index: int, kind: int, orders: int) -> None:
            found[index, kind] = found.get((index, kind), 0) + orders

        single = here.hands.at[hand_of(value)]
        level: dict[tuple[int, Suits | None], int] = {
            (after[single][v], None): 1 for v in possible if any_second or v != value
        }
        size = 2
        while level:
            later: dict[tuple[int, Suits | None], int] = {}
            for (index, known), orders in level.items():
                for act, suits in self._decisions(index, size, known):
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
                    if len(below) < len(possible):
                        over = self._over(doubled, first, suits)
                        add(index, over, orders)
                        for _, more in below:
                            add(more, over, -orders)
            level, size = later, size + 1
        return {key: orders for key, orders in found.items() if orders}

    def _decisions(
        self, index: int, size: int, suits: Suits | None
    ) -> list[tuple[int, Suits | None]]:
        """What is done with a hand: one thing, or one for each kind where suits matter."""
        if size == 2 and self.value == ACE:
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
            chance *= Fraction(left, shoe[card] - gone)
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
