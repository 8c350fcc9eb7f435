"""The house way of Asia poker: what its lines may ask, and how they set seven cards (31.12(d)).

| a line may ask | of |
|---|---|
| `if: {fours: 1, threes: 0, pairs: 2 or more}` | how many there are, the joker being an ace |
| `if: {group: Q or better}` | the rank of the highest of these |
| `if: {single: A}` | the highest rank of which there is one card |
| `high: straight or better`, `high: pair of Q or better` | the four cards |
| `medium: pair`, `medium: pair of 9 or less`, `medium: A-J or better` | the two cards |
| `low: K or better` | the one card |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from houseway.equipment.cards import Card, names
from houseway.games.set_hands.asia_poker.hand import (
    CATEGORIES,
    FOURS,
    LAST,
    PAIR,
    SECOND,
    SETTINGS,
    arrange,
    hands_won,
    strengths_of_four,
)
from houseway.games.set_hands.house_way import (
    MOST,
    Bounds,
    HouseWay,
    Line,
    Vocabulary,
    choose,
    house_way_of,
    read_class,
)
from houseway.games.set_hands.seven_cards import (
    CARDS,
    FACTS_ASKED,
    facts_of,
    rank_bounds,
    read_rank,
    two_card_bounds,
)
from houseway.rulebook.table_rules import TableRules

FACTS, HANDS = 5, 3
NAMES = ("high", "medium", "low")


def _high(text: str) -> Bounds:
    if text.startswith("pair of "):
        least = PAIR << 20 | read_rank(text.removeprefix("pair of ")) << 16
        return least, least | 0xFFFF
    if (name := text.replace(" ", "_")) not in CATEGORIES:
        known = ", ".join(one.replace("_", " ") for one in CATEGORIES)
        raise ValueError(f"{text!r} is no hand of four cards: it is {known} or pair of Q")
    least = CATEGORIES.index(name) << 20
    return least, least | 0xFFFFF


WORDS = Vocabulary(
    facts=FACTS_ASKED,
    hands={
        "high": lambda value: read_class(value, _high),
        "medium": lambda value: read_class(value, two_card_bounds),
        "low": lambda value: read_class(value, rank_bounds),
    },
)


def _simple(name: str, *first: str) -> HouseWay:
    order = tuple(NAMES.index(hand) for hand in first)
    nothing = (-MOST, MOST)
    line = Line(name, (nothing,) * FACTS, (nothing,) * HANDS, order)
    return HouseWay(name, "", (line,))


SIMPLE = {
    "high_first": _simple("the best high hand, then the best medium hand", "high", "medium", "low"),
    "medium_first": _simple(
        "the best medium hand, then the best low hand", "medium", "low", "high"
    ),
    "low_first": _simple("the best low hand, then the best medium hand", "low", "medium", "high"),
}


@lru_cache(maxsize=256)
def way_of(rules: TableRules) -> HouseWay:
    """The house way of a table."""
    return house_way_of(rules, Path(__file__).parent, WORDS)


def wheel_of(rules: TableRules) -> int:
    """Where ace, two, three, four stands among straights at a table."""
    return SECOND if rules.rule("ace_low_straight") == "second" else LAST


# -- setting ---------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """Seven cards as they are set, and how strong the three hands are."""

    cards: tuple[Card, ...]
    division: int
    strengths: tuple[int, int, int]

    @property
    def high(self) -> tuple[Card, ...]:
        """The four cards."""
        medium, low = DIVISIONS[self.division]
        return tuple(card for at, card in enumerate(self.cards) if at not in (*medium, low))

    @property
    def medium(self) -> tuple[Card, ...]:
        """The two cards."""
        return tuple(self.cards[at] for at in DIVISIONS[self.division][0])

    @property
    def low(self) -> tuple[Card, ...]:
        """The one card."""
        return (self.cards[DIVISIONS[self.division][1]],)

    def beats(self, other: Setting) -> int:
        """How many of the three hands are higher than the dealer's."""
        return hands_won(self.strengths, other.strengths)

    def __str__(self) -> str:
        hands = zip(NAMES, (self.high, self.medium, self.low), strict=True)
        return ", ".join(f"{name} {names(cards)}" for name, cards in hands)


def _divisions() -> list[tuple[tuple[int, int], int]]:
    """The places of the medium and the low hand's cards in each division, as ``arrange`` counts
    them."""
    found = []
    for x in range(CARDS - 2):
        for y in range(x + 1, CARDS - 1):
            for z in range(y + 1, CARDS):
                found += [((y, z), x), ((x, z), y), ((x, y), z)]
    return found


DIVISIONS = _divisions()


def name_of(division: int) -> str:
    """What a division is called: the places of the medium hand's cards, and of the low one's.

    >>> name_of(0), name_of(1)
    ('2+3/1', '1+3/2')
    """
    (first, second), low = DIVISIONS[division]
    return f"{first + 1}+{second + 1}/{low + 1}"


WAYS = tuple(map(name_of, range(len(DIVISIONS))))


@lru_cache(maxsize=64)
def _arranged(cards: tuple[Card, ...], wheel: int) -> tuple[int, list[list[int]], list[int]]:
    fours, division = [0] * FOURS, [0] * SETTINGS
    made = [[0] * HANDS for _ in range(SETTINGS)]
    strengths_of_four(cards, wheel, fours)
    return arrange(cards, fours, made, division), made, division


def settings(cards: Sequence[Card], wheel: int) -> dict[str, Setting]:
    """Every lawful setting of seven cards by its name."""
    seven = tuple(cards)
    count, made, division = _arranged(seven, wheel)
    return {
        WAYS[division[at]]: Setting(seven, division[at], (made[at][0], made[at][1], made[at][2]))
        for at in range(count)
    }


def set_by_house_way(cards: Sequence[Card], way: HouseWay, wheel: int) -> tuple[int, str]:
    """The line of a house way that decides about seven cards, and the name of its setting."""
    count, made, division = _arranged(tuple(cards), wheel)
    facts = [0] * FACTS
    facts_of(cards, facts)
    line, setting = choose(way.rows, facts, made, count, FACTS, HANDS)
    return line, WAYS[division[setting]]
