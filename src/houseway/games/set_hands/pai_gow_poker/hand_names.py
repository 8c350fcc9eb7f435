"""What the hands of this game are called."""

from collections.abc import Mapping, Sequence

from houseway.equipment.cards import Card
from houseway.games.authoring.hand_names import (
    HandNames,
    strength_name,
)
from houseway.games.set_hands.pai_gow_poker.hand import (
    CATEGORIES,
    LAST,
    SECOND,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from houseway.games.set_hands.pai_gow_poker.way import settings, wheel_of
from houseway.games.set_hands.two_card_name import two_card_name
from houseway.rulebook.table_rules import TableRules

FIVE = 3  # the rank of a five, which is on top of ace to five


def name_set(parts: Mapping[str, Sequence[Card]], rules: TableRules) -> str:
    """Seven cards as they are set: high and low."""
    cards = [*parts["high"], *parts["low"]]
    for found in settings(cards, wheel_of(rules)).values():
        if set(found.low) == set(parts["low"]):
            high, low = found.strengths
            return f"{high_name(high)} / {two_card_name(low)}"
    return ""


def high_name(strength: int) -> str:
    """What five cards are called."""
    kind = strength >> 20
    if CATEGORIES[kind] == "five_aces":
        return "five aces"
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        row = strength >> 12 & 0xFF
        top = FIVE if row in (SECOND, LAST) else row // 2
        return strength_name(CATEGORIES[kind], top << 16)
    return strength_name(CATEGORIES[kind], strength)


HAND_NAMES = HandNames(name_set=name_set)
