"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import (
    HandNames,
    Hands,
    known,
    name_of_five,
    three_card_name,
)
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The first three cards as the optional bonus ranks them; then all five."""
    return three_card_name(known(hands[place])) or name_of_five(hands, place, rules, kickers)


HAND_NAMES = HandNames(name_hand)
