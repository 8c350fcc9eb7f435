"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import (
    RANKS,
    HandNames,
    Hands,
    known,
    several,
    strength_name,
)
from houseway.games.set_hands.asia_poker.hand import (
    CATEGORIES,
    LAST,
    SECOND,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from houseway.games.set_hands.asia_poker.way import set_by_house_way, settings, way_of, wheel_of
from houseway.games.set_hands.seven_cards import CARDS, PAIR_OF_TWO
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """Seven cards as the house way sets them: the dealer's, who must, and what a player is told who
    asks."""
    cards = known(hands[place])
    if len(cards) < CARDS:
        return ""
    wheel = wheel_of(rules)
    setting = settings(cards, wheel)[set_by_house_way(cards, way_of(rules), wheel)[1]]
    high, medium, low = setting.strengths
    two = (
        f"pair of {several(medium >> 4 & 15)}"
        if medium >= PAIR_OF_TWO
        else f"{RANKS[medium >> 4]}-{RANKS[medium & 15]}"
    )
    return f"{high_name(high)} / {two} / {RANKS[low]}"


def high_name(strength: int) -> str:
    """What four cards are called."""
    kind = strength >> 20
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        row = strength >> 12 & 0xFF
        top = 2 if row in (SECOND, LAST) else row // 2
        return strength_name(CATEGORIES[kind], top << 16)
    return strength_name(CATEGORIES[kind], strength)


HAND_NAMES = HandNames(name_hand)
