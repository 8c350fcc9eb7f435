"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import HandNames, Hands
from houseway.games.twenty_one import hand_names
from houseway.games.twenty_one.switch_hands_blackjack.pairs import is_hidden
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A hand as a dealer calls it; a pair that lies face down or was discarded has no name."""
    if is_hidden(place):
        return ""
    played = {one: cards for one, cards in hands.items() if not is_hidden(one)}
    return hand_names.name_hand(played, place, rules)


HAND_NAMES = HandNames(name_hand)
