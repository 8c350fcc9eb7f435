"""What two cards at either end are called."""

from houseway.games.authoring.hand_names import HandNames, Hands, known
from houseway.games.shoe_contests.red_dog.hand import CONSECUTIVE, PAIR, spread_of
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules

LEFT, RIGHT = "board_left", "board_right"


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The spread, which is told at the second card."""
    if place != RIGHT or not known(hands.get(LEFT, ())) or not known(hands[RIGHT]):
        return ""
    spread = spread_of(*(rules.points[hands[end][-1] & 15] for end in (LEFT, RIGHT)))
    if spread in (PAIR, CONSECUTIVE):
        return "pair" if spread == PAIR else "consecutive"
    return f"spread {spread}"


HAND_NAMES = HandNames(name_hand)
