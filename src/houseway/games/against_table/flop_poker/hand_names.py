"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.against_table.flop_poker.hand import best_strength
from houseway.games.authoring.hand_names import (
    HandNames,
    Hands,
    board,
    known,
    poker_strength_name,
    three_card_name,
)
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """Three cards of a player's own and two of the community's; before the flop, the three."""
    own, common = known(hands[place]), [1 << card for card in board(hands)]
    if str(place).startswith("board") or len(own) != 3:
        return ""
    used = rules.rule("board_used")
    if len(common) < used:
        return three_card_name(own)
    return poker_strength_name(best_strength(mask(own), common, used), kickers)


HAND_NAMES = HandNames(name_hand)
