"""What the hands of this game are called."""

from collections.abc import Mapping, Sequence

from houseway.equipment.cards import Card
from houseway.games.authoring.hand_names import (
    RANKS,
    HandNames,
    strength_name,
)
from houseway.games.set_hands.asia_poker.hand import (
    CATEGORIES,
    LAST,
    SECOND,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from houseway.games.set_hands.asia_poker.way import settings, wheel_of
from houseway.games.set_hands.two_card_name import two_card_name
from houseway.rulebook.table_rules import TableRules


def name_set(parts: Mapping[str, Sequence[Card]], rules: TableRules) -> str:
    """Seven cards as they are set: high, medium and low."""
    cards = [card for part in parts.values() for card in part]
    for setting in settings(cards, wheel_of(rules)).values():
        if all(set(setting.by_name[name]) == set(parts[name]) for name in parts):
            high, medium, low = setting.strengths
            return f"{high_name(high)} / {two_card_name(medium)} / {RANKS[low]}"
    return ""


def high_name(strength: int) -> str:
    """What four cards are called."""
    kind = strength >> 20
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        row = strength >> 12 & 0xFF
        top = 2 if row in (SECOND, LAST) else row // 2
        return strength_name(CATEGORIES[kind], top << 16)
    return strength_name(CATEGORIES[kind], strength)


HAND_NAMES = HandNames(name_set=name_set)
