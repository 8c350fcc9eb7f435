"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import RANKS, HandNames, Hands, known, several
from houseway.games.set_hands.supreme_pai_gow.hand import (
    CARDS,
    CLASS,
    FACES,
    JOKER_PAIR,
    PAIRS,
    VALUE,
)
from houseway.games.set_hands.supreme_pai_gow.way import Hands as Set
from houseway.games.set_hands.supreme_pai_gow.way import set_by_house_way, way_of
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules

UNLIKE = {21: "king-queen", 20: "king-jack", 19: "queen-jack"}


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """Four cards as the house way sets them: the dealer's, who must, and what a player is told who
    asks."""
    cards = known(hands[place])
    if len(cards) < CARDS:
        return ""
    found = Set.of(cards, set_by_house_way(cards, way_of(rules))[1])
    return " / ".join(two_card_name(strength) for strength in found.strengths)


def two_card_name(strength: int) -> str:
    """What two cards are called."""
    kind, value = strength // CLASS, strength % CLASS // VALUE
    if kind == PAIRS:
        return "two jokers" if value == JOKER_PAIR else f"pair of {several(value - 1)}"
    if kind == FACES:
        return UNLIKE[value]
    return f"{value} points, {RANKS[12 if strength % VALUE == 0 else strength % VALUE - 1]} high"


HAND_NAMES = HandNames(name_hand)
