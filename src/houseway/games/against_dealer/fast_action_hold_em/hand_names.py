"""What the hands of this game are called."""

from houseway.games.against_dealer.fast_action_hold_em.hand import (
    CATEGORIES,
    FLUSH_PAIR,
    best_five,
    is_natural,
)
from houseway.games.authoring.hand_names import (
    HandNames,
    Hands,
    board,
    known,
    poker_name,
    several,
    strength_name,
)
from houseway.hands.poker import category
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The best five with the community cards; before they are out a natural, or the two cards that
    are kept."""
    own, common = known(hands[place]), board(hands)
    if str(place).startswith("board"):
        return ""
    if len(own) == 2 and len(common) == int(rules.rule("community_cards")):
        return five_card_name(best_five([*own, *common]), kickers)
    if is_natural(own):
        return f"natural, {several(own[0] & 15)}"
    if len(own) == 2:
        return "suited pair" if own[0] == own[1] else poker_name(own)
    return ""


def five_card_name(found: int, kickers: bool = False) -> str:
    """A strength in the ranking of several decks.

    >>> from houseway.equipment.cards import cards
    >>> five_card_name(best_five(cards("9s 9s 9s 9s 9s 2c 3d")))
    'flush with five of a kind, nines'
    """
    kind, rank, cards = CATEGORIES[category(found)], found >> 16 & 15, 5 if kickers else 0
    if kind == "five_of_a_kind":
        return f"five {several(rank)}"
    if kind == "two_pairs":
        return strength_name("two_pair", found, cards)
    if category(found) >= FLUSH_PAIR and kind not in ("straight_flush", "royal_flush"):
        return f"{kind.replace('_', ' ')}, {several(rank)}"
    return strength_name(kind, found, cards)


HAND_NAMES = HandNames(name_hand)
