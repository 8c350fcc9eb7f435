"""Seven cards as they may be set: every lawful setting by name, and the one of a house way.

A game says in a ``SevenCards`` which hands there are and how its rules arrange them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from houseway.equipment.cards import Card, names
from houseway.games.set_hands.house_way import (
    MOST,
    Bounds,
    HouseWay,
    Line,
    Reader,
    Vocabulary,
    choose,
    house_way_of,
    read_class,
)
from houseway.games.set_hands.seven_cards import hands_won, read_rank
from houseway.rulebook.table_rules import TableRules


class Hands(NamedTuple):
    """Seven cards as they are set, and how strong the hands are, the high one first."""

    by_name: Mapping[str, tuple[Card, ...]]
    division: int
    strengths: tuple[int, ...]

    @property
    def high(self) -> tuple[Card, ...]:
        """The largest hand."""
        return self.by_name["high"]

    @property
    def low(self) -> tuple[Card, ...]:
        """The smallest hand."""
        return self.by_name["low"]

    def against(self, other: Hands) -> int:
        """How many of the hands are higher than the dealer's or the bank's."""
        return hands_won(self.strengths, other.strengths)

    def __str__(self) -> str:
        return ", ".join(f"{name} {names(cards)}" for name, cards in self.by_name.items())


@dataclass(frozen=True, eq=False)
class SevenCards:
    """How a game sets seven cards. A division names the places of the cards of every hand but the
    high one, which has the rest; divisions are in the order of ``arrange``."""

    folder: Path
    wheels: tuple[int, int]  # the place of the lowest straight: second, or last
    words: Vocabulary
    divisions: Sequence[tuple[tuple[int, ...], ...]]
    largest: int  # how many strengths the large hands of seven cards have
    strengths: Callable[[Any, int, Any], None]  # of the large hands, at one place of the wheel
    arrange: Callable[[Any, Any, Any, Any], int]
    facts: Callable[[Any, Any], None]

    def way_of(self, rules: TableRules) -> HouseWay:
        """The house way of a table."""
        return _way_of(self, rules)

    def wheel_of(self, rules: TableRules) -> int:
        """Where the straight with an ace below a two stands among straights at a table."""
        second, last = self.wheels
        return second if rules.rule("ace_low_straight") == "second" else last

    @cached_property
    def ways(self) -> tuple[str, ...]:
        """What each division is called: the places of each hand but the high one."""
        return tuple(
            "/".join("+".join(str(at + 1) for at in places) for places in division)
            for division in self.divisions
        )

    def settings(self, cards: Sequence[Card], wheel: int) -> dict[str, Hands]:
        """Every lawful setting of seven cards by its name."""
        seven, found = tuple(cards), {}
        count, made, division = _arranged(self, seven, wheel)
        for at in range(count):
            found[self.ways[division[at]]] = Hands(
                self._hands(seven, division[at]), division[at], tuple(made[at])
            )
        return found

    def set_by_house_way(self, cards: Sequence[Card], way: HouseWay, wheel: int) -> tuple[int, str]:
        """The line of a house way that decides about seven cards, and the name of its setting."""
        count, made, division = _arranged(self, tuple(cards), wheel)
        asked, hands = len(self.words.facts), len(self.words.hands)
        facts = [0] * asked
        self.facts(cards, facts)
        line, setting = choose(way.rows, facts, made, count, asked, hands)
        return line, self.ways[division[setting]]

    def simple(self, says: str, *first: str) -> HouseWay:
        """A way to set in one line: the best of these hands, one after the other."""
        hands, nothing = list(self.words.hands), (-MOST, MOST)
        order = tuple(hands.index(hand) for hand in first)
        asked = (nothing,) * len(self.words.facts)
        return HouseWay(says, "", (Line(says, asked, (nothing,) * len(hands), order),))

    def _hands(self, cards: tuple[Card, ...], division: int) -> dict[str, tuple[Card, ...]]:
        apart = self.divisions[division]
        small = [tuple(cards[at] for at in places) for places in apart]
        taken = {at for places in apart for at in places}
        high = tuple(card for at, card in enumerate(cards) if at not in taken)
        return dict(zip(self.words.hands, (high, *small), strict=True))


@lru_cache(maxsize=256)
def _way_of(of: SevenCards, rules: TableRules) -> HouseWay:
    return house_way_of(rules, of.folder, of.words)


@lru_cache(maxsize=64)
def _arranged(
    of: SevenCards, cards: tuple[Card, ...], wheel: int
) -> tuple[int, list[list[int]], list[int]]:
    large, division = [0] * of.largest, [0] * len(of.divisions)
    made = [[0] * len(of.words.hands) for _ in of.divisions]
    of.strengths(cards, wheel, large)
    return of.arrange(cards, large, made, division), made, division


def high_reader(categories: Sequence[str], cards: str) -> Reader:
    """How a house way asks for the high hand: by its category, or ``pair of Q``."""
    pair = categories.index("pair")

    def bounds(text: str) -> Bounds:
        if text.startswith("pair of "):
            least = pair << 20 | read_rank(text.removeprefix("pair of ")) << 16
            return least, least | 0xFFFF
        if (name := text.replace(" ", "_")) not in categories:
            known = ", ".join(category.replace("_", " ") for category in categories)
            raise ValueError(f"{text!r} is no hand of {cards} cards: it is {known} or pair of Q")
        category = categories.index(name)
        return category << 20, (category + 1 << 20) - 1

    return lambda value: read_class(value, bounds)
