"""Mini-dice: its figures by plain arithmetic, and a shaker that keeps the table closed."""

from fractions import Fraction

import pytest

from houseway.games import game, open_table
from houseway.rulebook.table_rules import TableRules

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}


def result(wager: str):
    found = game("mini-dice")
    (one,) = found.odds.results(TableRules(found.rulebook()), wager=wager)
    return one.outcomes.house_advantage


@pytest.mark.parametrize("number", [4, 5, 6, 8, 9, 10])
def test_a_place_bet_is_its_number_against_a_seven(number: int) -> None:
    wins = Fraction(WAYS[number], WAYS[number] + WAYS[7])
    pays = PLACE[min(number, 14 - number)]
    assert result(f"place_win@{number}") == 1 - wins - wins * pays


def test_what_one_shake_decides() -> None:
    def edge(pays) -> Fraction:
        return -sum(Fraction(ways * pays(total), 36) for total, ways in WAYS.items())

    assert result("field") == edge(
        lambda total: 2 if total in (2, 12) else 1 if total in (3, 4, 9, 10, 11) else -1
    )
    assert result("any_seven") == edge(lambda total: 4 if total == 7 else -1)
    assert result("over_7") == result("under_7") == edge(lambda total: 1 if total > 7 else -1)


def test_a_shaker_that_is_out_of_order_keeps_the_table_closed() -> None:
    table = open_table("mini-dice", by_hand=["floor"])
    table.sit(1)
    table.begin()
    table.act("floor", "out_of_order")
    assert table.waiting is None
    assert "not_opened" in [event.what for event in table.round.events]
