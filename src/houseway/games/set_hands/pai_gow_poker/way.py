"""The house way of pai gow poker: what its lines may ask, and how they set seven cards (11.9(d)).

| a line may ask | of |
|---|---|
| `if: {fives: 1}` | five aces |
| `if: {fours: 1, threes: 0, pairs: 2 or more}` | how many there are, the joker being an ace |
| `if: {group: Q or better}` | the rank of the highest of these |
| `if: {single: A}` | the highest rank of which there is one card |
| `high: straight or better`, `high: pair of Q or better` | the five cards |
| `low: pair`, `low: pair of 9 or less`, `low: A-J or better` | the two cards |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from houseway.equipment.cards import Card, names
from houseway.games.set_hands.house_way import (
    MOST,
    Bounds,
    HouseWay,
    Line,
    Vocabulary,
    choose,
    house_way_of,
    read_class,
    read_count,
)
from houseway.games.set_hands.pai_gow_poker.hand import (
    CATEGORIES,
    LAST,
    PAIR,
    SECOND,
    SETTINGS,
    arrange,
    hands_won,
    strengths_of_five,
)
from houseway.games.set_hands.seven_cards import (
    ACE,
    CARDS,
    FACTS_ASKED,
    facts_of,
    rank_of,
    read_rank,
    two_card_bounds,
)
from houseway.hands.kernel import kernel
from houseway.rulebook.table_rules import TableRules

NAMES = ("high", "low")
FACTS, HANDS = len(FACTS_ASKED) + 1, len(NAMES)
DIVISIONS = tuple((x, y) for x in range(CARDS - 1) for y in range(x + 1, CARDS))
WAYS = tuple(f"{x + 1}+{y + 1}" for x, y in DIVISIONS)  # the two cards of the low hand


def _high(text: str) -> Bounds:
    if text.startswith("pair of "):
        least = PAIR << 20 | read_rank(text.removeprefix("pair of ")) << 16
        return least, least | 0xFFFF
    if (name := text.replace(" ", "_")) not in CATEGORIES:
        known = ", ".join(one.replace("_", " ") for one in CATEGORIES)
        raise ValueError(f"{text!r} is no hand of five cards: it is {known} or pair of Q")
    least = CATEGORIES.index(name) << 20
    return least, least | 0xFFFFF


WORDS = Vocabulary(
    facts={**FACTS_ASKED, "fives": read_count},
    hands={
        "high": lambda value: read_class(value, _high),
        "low": lambda value: read_class(value, two_card_bounds),
    },
)


def _simple(name: str, *first: str) -> HouseWay:
    order = tuple(NAMES.index(hand) for hand in first)
    nothing = (-MOST, MOST)
    return HouseWay(name, "", (Line(name, (nothing,) * FACTS, (nothing,) * HANDS, order),))


SIMPLE = {
    "high_first": _simple("the best high hand, then the best low hand", "high", "low"),
    "low_first": _simple("the best low hand, then the best high hand", "low", "high"),
}


@lru_cache(maxsize=256)
def way_of(rules: TableRules) -> HouseWay:
    """The house way of a table."""
    return house_way_of(rules, Path(__file__).parent, WORDS)


def wheel_of(rules: TableRules) -> int:
    """Where ace to five stands among straights at a table."""
    return SECOND if rules.rule("ace_low_straight") == "second" else LAST


# -- setting ---------------------------------------------------------------------------------------


class Hands(NamedTuple):
    """Seven cards as they are set, and how strong the two hands are."""

    cards: tuple[Card, ...]
    division: int
    strengths: tuple[int, int]

    @property
    def high(self) -> tuple[Card, ...]:
        """The five cards."""
        low = DIVISIONS[self.division]
        return tuple(card for at, card in enumerate(self.cards) if at not in low)

    @property
    def low(self) -> tuple[Card, ...]:
        """The two cards."""
        return tuple(self.cards[at] for at in DIVISIONS[self.division])

    def against(self, bank: Hands) -> int:
        """How many of the two hands are higher than the dealer's or the bank's."""
        return int(hands_won(*self.strengths, *bank.strengths))

    def __str__(self) -> str:
        return f"high {names(self.high)}, low {names(self.low)}"


@kernel
def all_facts(cards: Any, facts: Any) -> None:
    """Fill in what house ways ask of seven cards."""
    facts_of(cards, facts)
    aces = 0
    for at in range(CARDS):
        aces += int(rank_of(int(cards[at])) == ACE)
    facts[5] = int(aces == 5)


@lru_cache(maxsize=64)
def _arranged(cards: tuple[Card, ...], wheel: int) -> tuple[int, list[list[int]], list[int]]:
    fives, division = [0] * SETTINGS, [0] * SETTINGS
    made = [[0] * HANDS for _ in range(SETTINGS)]
    strengths_of_five(cards, wheel, fives)
    return arrange(cards, fives, made, division), made, division


def settings(cards: Sequence[Card], wheel: int) -> dict[str, Hands]:
    """Every lawful setting of seven cards by its name."""
    seven = tuple(cards)
    count, made, division = _arranged(seven, wheel)
    return {
        WAYS[division[at]]: Hands(seven, division[at], (made[at][0], made[at][1]))
        for at in range(count)
    }


def set_by_house_way(cards: Sequence[Card], way: HouseWay, wheel: int) -> tuple[int, str]:
    """The line of a house way that decides about seven cards, and the name of its setting."""
    count, made, division = _arranged(tuple(cards), wheel)
    facts = [0] * FACTS
    all_facts(cards, facts)
    line, setting = choose(way.rows, facts, made, count, FACTS, HANDS)
    return line, WAYS[division[setting]]
