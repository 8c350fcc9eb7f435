"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.double_cross_poker.hand import AXES
from houseway.games.authoring.hand_names import HandNames, Hands, known, poker_strength_name
from houseway.hands.poker import strength
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """What two cards make on each axis, as far as it is turned over; of the dealer's the better
    one alone."""
    own = known(hands[place])
    if str(place).startswith("board") or len(own) < 2:
        return ""
    found = {}
    for axis in AXES:
        places = rules.rule(f"{axis}_axis")
        cards = [card for one in places for card in known(hands.get(one, ()))]
        found[axis] = strength(mask([*own, *cards]))
    if place == "dealer":
        return poker_strength_name(max(found.values()), kickers)
    called = {axis: poker_strength_name(made, kickers) for axis, made in found.items()}
    if len(set(called.values())) == 1:
        return called[AXES[0]]
    return "; ".join(f"{axis}: {name}" for axis, name in called.items())


HAND_NAMES = HandNames(name_hand)
