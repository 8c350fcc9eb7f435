"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.four_card_poker.hand import (
    CARDS,
    FOUR_CARD_CATEGORIES,
    four_card_strength,
)
from houseway.games.authoring.hand_names import HandNames, Hands, known, strength_name
from houseway.hands.poker import category
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The best four cards of a hand."""
    cards = known(hands[place])
    if len(cards) < CARDS:
        return ""
    found = four_card_strength(mask(cards))
    return strength_name(FOUR_CARD_CATEGORIES[category(found)], found, CARDS if kickers else 0)


HAND_NAMES = HandNames(name_hand)
