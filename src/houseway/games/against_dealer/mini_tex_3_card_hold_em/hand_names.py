"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import best_three
from houseway.games.authoring.hand_names import (
    HandNames,
    Hands,
    board,
    known,
    poker_name,
    three_card_strength_name,
)
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The best three cards with one of a hand's own at least; before the flop, its own two."""
    own, common = known(hands[place]), board(hands)
    if str(place).startswith("board"):
        return ""
    if len(own) < 2 or len(common) < 2:
        return poker_name(own)
    return three_card_strength_name(best_three(mask(own), mask(common)), kickers)


HAND_NAMES = HandNames(name_hand)
