"""What the hands of this game are called."""

from collections.abc import Mapping, Sequence

from houseway.equipment.cards import Card
from houseway.games.authoring.hand_names import RANKS, HandNames, several
from houseway.games.set_hands.supreme_pai_gow.hand import (
    CLASS,
    FACES,
    JOKER_PAIR,
    PAIRS,
    VALUE,
    two_card_strength,
)
from houseway.rulebook.table_rules import TableRules

UNLIKE = {21: "king-queen", 20: "king-jack", 19: "queen-jack"}


def name_set(parts: Mapping[str, Sequence[Card]], rules: TableRules) -> str:
    """Four cards as they are set: high and low."""
    high, low = parts["high"], parts["low"]
    strengths = two_card_strength(*high), two_card_strength(*low)
    return " / ".join(two_card_name(strength) for strength in strengths)


def two_card_name(strength: int) -> str:
    """What two cards are called."""
    kind, value = strength // CLASS, strength % CLASS // VALUE
    if kind == PAIRS:
        return "two jokers" if value == JOKER_PAIR else f"pair of {several(value - 1)}"
    if kind == FACES:
        return UNLIKE[value]
    return f"{value} points, {RANKS[12 if strength % VALUE == 0 else strength % VALUE - 1]} high"


HAND_NAMES = HandNames(name_set=name_set)
