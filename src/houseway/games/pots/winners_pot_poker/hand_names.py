"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.authoring.hand_names import HandNames, Hands, known, poker_strength_name
from houseway.hands.poker import strength
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """What the cards that have been dealt so far make."""
    own = known(hands[place])
    return poker_strength_name(strength(mask(own))) if len(own) > rules.rule("down_cards") else ""


HAND_NAMES = HandNames(name_hand)
