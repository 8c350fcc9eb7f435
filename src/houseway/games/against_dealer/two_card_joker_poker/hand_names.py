"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.two_card_joker_poker.hand import (
    TWO_CARD_CATEGORIES,
    two_card_strength,
)
from houseway.games.authoring.hand_names import HandNames, Hands, known, strength_name
from houseway.hands.poker import category
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A hand of two cards."""
    cards = known(hands[place])
    if len(cards) != 2:
        return ""
    found = two_card_strength(mask(cards), rules.rule("ace_three_lowest"))
    return strength_name(TWO_CARD_CATEGORIES[category(found)], found, len(cards) if kickers else 0)


HAND_NAMES = HandNames(name_hand)
