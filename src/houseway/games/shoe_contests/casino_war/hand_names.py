"""What the cards of this game are called."""

from houseway.games.authoring.hand_names import RANKS, HandNames, Hands, known
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The card that decides: the last one, as a war has a card of its own."""
    cards = known(hands[place])
    return RANKS[cards[-1] & 15] if cards else ""


HAND_NAMES = HandNames(name_hand)
