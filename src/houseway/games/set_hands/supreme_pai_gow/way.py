"""The house way of supreme pai gow: what its lines may ask, and how four cards are set (34.12(d)).

| a line may ask | of |
|---|---|
| `if: {jokers: 1}`, `if: {pairs: 2}` | how many jokers, and pairs (two jokers are one), there are |
| `high: pair`, `high: pair of 9 or better`, `high: faces`, `high: 7 or better` | the high hand |
| `low: ...` | the low hand |

A number stands for points; faces rank above nine points, and pairs above those.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from houseway.equipment.cards import RANKS, Card, names
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
from houseway.games.set_hands.supreme_pai_gow.hand import (
    CARDS,
    CLASS,
    FACES,
    PAIRS,
    VALUE,
    hands_won,
    is_joker,
    two_card_strength,
)
from houseway.rulebook.table_rules import TableRules

WAYS = ("1+2", "1+3", "1+4")  # which card goes with the first
HAND_NAMES = ("high", "low")
FACTS, HANDS = 2, 2


def _hand(text: str) -> Bounds:
    if text == "pair":
        return PAIRS * CLASS, PAIRS * CLASS + CLASS - 1
    if text == "faces":
        return FACES * CLASS, FACES * CLASS + CLASS - 1
    if text.startswith("pair of ") and text[8:] in RANKS:
        least = PAIRS * CLASS + (RANKS.index(text[8:]) + 1) * VALUE
        return least, least
    if len(text) == 1 and text.isdecimal():
        return int(text) * VALUE, int(text) * VALUE + VALUE - 1
    raise ValueError(f"{text!r} is no hand of two cards: write pair, pair of 9, faces or 7")


WORDS = Vocabulary(
    facts={"jokers": read_count, "pairs": read_count},
    hands={name: lambda value: read_class(value, _hand) for name in HAND_NAMES},
)


def _simple(name: str, *first: str) -> HouseWay:
    order = tuple(HAND_NAMES.index(hand) for hand in first)
    nothing = (-MOST, MOST)
    return HouseWay(name, "", (Line(name, (nothing,) * FACTS, (nothing,) * HANDS, order),))


SIMPLE = {
    "high_first": _simple("the best high hand", "high", "low"),
    "low_first": _simple("the best low hand", "low", "high"),
}


@lru_cache(maxsize=256)
def way_of(rules: TableRules) -> HouseWay:
    """The house way of a table."""
    return house_way_of(rules, Path(__file__).parent, WORDS)


class Hands(NamedTuple):
    """Four cards as they are set."""

    high: tuple[Card, Card]
    low: tuple[Card, Card]

    @classmethod
    def of(cls, cards: Sequence[Card], way: int) -> Hands:
        """The hands that one way to divide four cards makes; the better is the high one."""
        first = cards[0], cards[way + 1]
        a, b = (card for at, card in enumerate(cards) if at not in (0, way + 1))
        if two_card_strength(*first) >= two_card_strength(a, b):
            return cls(first, (a, b))
        return cls((a, b), first)

    @property
    def strengths(self) -> tuple[int, int]:
        """How strong the two hands are."""
        return two_card_strength(*self.high), two_card_strength(*self.low)

    def against(self, bank: Hands) -> int:
        """How many of the two hands beat the bank's."""
        return int(hands_won(*self.strengths, *bank.strengths))

    def __str__(self) -> str:
        return f"high {names(self.high)}, low {names(self.low)}"


def strengths_of(cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """What each of the three ways makes of four cards."""
    return tuple(Hands.of(cards, way).strengths for way in range(len(WAYS)))


def facts_of(cards: Sequence[Card]) -> tuple[int, int]:
    """What house ways ask of four cards: jokers, and pairs."""
    jokers = sum(is_joker(card) for card in cards)
    ranks = [card & 15 for card in cards if not is_joker(card)]
    pairs = sum(ranks.count(rank) >= CARDS // 2 for rank in set(ranks)) + jokers // 2
    return jokers, pairs + sum(ranks.count(rank) == CARDS for rank in set(ranks))


def set_by_house_way(cards: Sequence[Card], way: HouseWay) -> tuple[int, int]:
    """The line of a house way that decides about four cards, and the way in which it sets them."""
    made = strengths_of(cards)
    return choose(way.rows, facts_of(cards), made, len(made), FACTS, HANDS)
