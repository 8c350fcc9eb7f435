"""What hands of 21 are called."""

from collections.abc import Sequence

from houseway.equipment.cards import Card
from houseway.games.authoring.hand_names import Hands, known
from houseway.games.twenty_one.twentyone import GOAL, is_blackjack, worth
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_total(cards: Sequence[Card], points: Sequence[int], split: bool = False) -> str:
    """A hand's total as a dealer calls it; a split hand is no blackjack.

    >>> from houseway.equipment.cards import cards
    >>> points = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
    >>> [name_total(cards(hand), points) for hand in ("Ac 7d", "Ac 7d Td", "Ac Kd", "Tc 6d 8h")]
    ['soft 18', '18', 'blackjack', 'bust with 24']
    >>> name_total(cards("Ac Kd"), points, split=True), name_total([], points)
    ('21', '')
    """
    if not cards:
        return ""
    if not split and is_blackjack(cards, points):
        return "blackjack"
    found = worth(cards, points)
    if found.bust:
        return f"bust with {found.total}"
    return f"soft {found.total}" if found.soft and found.total < GOAL else str(found.total)


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A box's hand, one of several that it was split into, or the dealer's."""
    box = str(place).partition(".")[0]
    split = sum(str(other).partition(".")[0] == box for other in hands) > 1
    return name_total(known(hands[place]), rules.points, split)
