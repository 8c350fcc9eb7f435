"""What the hand on the stand is called."""

from houseway.equipment.cards import card, name
from houseway.games.authoring.hand_names import HandNames, Hands, several
from houseway.games.wheels.pokette.hand import completing, same_suit, same_value
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """What the posted cards make: a pair of two of them, any hand of three."""
    stand = [name(one) for one in hands[place]]
    pairs = [a for at, a in enumerate(stand) for b in stand[at + 1 :] if same_value(a, b)]
    if len(pairs) == 3:
        return f"three {several(card(pairs[0]) & 15)}"
    if pairs:
        return f"pair of {several(card(pairs[0]) & 15)}"
    if len(stand) < 3:
        return ""
    first, second, third = stand
    suited = same_suit(first, second) and same_suit(first, third)
    straight = third[0] in completing(rules.rule("straight_order"), first, second)
    named = [word for word, made in (("straight", straight), ("flush", suited)) if made]
    return " ".join(named)


HAND_NAMES = HandNames(name_hand)
