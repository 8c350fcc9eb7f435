"""Hands of two cards that may become one of one suit: their kinds, as far as suits matter."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from houseway.games.twenty_one.composition.terms import Counts, Start, Terms, falling

Cards = list[tuple[int, int]]  # values with suits


@dataclass(frozen=True)
class SuitKinds:
    """The kinds of a hand of two cards: each by the share it has and the part of the cards still
    wanted that would make it one of one suit; whether that is the last suit; and how many of those
    cards the dealer shows. The first kind is of two suits."""

    kinds: list[tuple[Fraction, Fraction]]
    last: list[bool]
    shown: list[int]

    def kind(self, one_suit: bool, last: bool, shown: int) -> int:
        """Which kind a hand is."""
        if not one_suit:
            return 0
        found = zip(self.last[1:], self.shown[1:], strict=True)
        return 1 + [*found].index((last, shown))


def suit_chance(terms: Terms, cards: Cards) -> Fraction:
    """The chance that cards of these values have these suits."""
    ways = []
    for value in {value for value, _ in cards}:
        each = terms.shoe[value] // terms.suits
        suits = [suit for one, suit in cards if one == value]
        if len(suits) > terms.shoe[value]:
            return Fraction(0)
        ways += [Fraction(1, falling(terms.shoe[value], len(suits)))]
        ways += [Fraction(falling(each, suits.count(suit))) for suit in set(suits)]
    return prod(ways, start=Fraction(1))


def suit_kinds(terms: Terms, start: Start, hand: Counts, missing: int) -> SuitKinds:
    """The kinds of a hand of two cards against a dealer's start, where one card is missing."""
    values = [value for value, count in enumerate(hand) for _ in range(count)]
    shares: dict[tuple[bool, int], Fraction] = {}
    other = Fraction(0)
    seen = [value for value in start if value == missing or value in values]
    each, whole = terms.shoe[missing] // terms.suits, terms.shoe[missing]
    for suits in product(range(terms.suits), repeat=2 + len(seen)):
        cards = [*zip([*values, *seen], suits, strict=True)]
        chance = suit_chance(terms, cards)
        if suits[0] != suits[1]:
            other += chance
        elif chance:
            last = terms.last_suit and suits[0] == terms.suits - 1
            shown = cards[2:].count((missing, suits[0]))
            shares[last, shown] = shares.get((last, shown), Fraction(0)) + chance
    kinds, keys = [(other, Fraction(0))], sorted(shares)
    own = values.count(missing)
    left = whole - own - seen.count(missing)
    for last, shown in keys:
        part = Fraction(max(each - own - shown, 0), left) if left > 0 else Fraction(0)
        kinds.append((shares[last, shown], part))
    return SuitKinds(kinds, [False, *(key[0] for key in keys)], [0, *(key[1] for key in keys)])
