"""What each choice of a seat is worth: the family's advice, and that on a third seven."""

from fractions import Fraction

from houseway.equipment.cards import UNKNOWN
from houseway.games.twenty_one import advice
from houseway.games.twenty_one.blackjack.side_rows import seven_rows
from houseway.games.twenty_one.table_numbers import DEALER, numbers, prices
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see."""
    asked = view.asked
    if asked and isinstance(view.who, int) and asked.choices[0].name == "third_card":
        return _third_card(view, rules)
    return advice.advise(view, rules)


def _third_card(view: View, rules: TableRules) -> dict[str, Fraction]:
    """A third card for a pair of sevens beside a dealer's blackjack."""
    seat = view.who
    assert isinstance(seat, int)
    cards = list(view.state.hands[seat])
    stake, pays = view.state.stakes(seat)["sevens"], prices(rules, "sevens")
    left = list(numbers(rules).cards)
    for gone in [*cards, *(c for c in view.state.hands[DEALER] if c != UNKNOWN)]:
        left.remove(gone)
    wins = [pays[next(seven_rows([*cards, third]))] for third in left]
    return {
        "third_card": sum(wins, Fraction(0)) * stake / len(wins),
        "no_card": pays[next(seven_rows(cards))] * stake,
    }
