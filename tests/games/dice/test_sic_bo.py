"""Sic bo counted in plain Python, by the words of 9.2, against the figures from the round."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from houseway.games import game, open_table
from houseway.rulebook.table_rules import TableRules

ROLLS = [Counter(roll) for roll in product(range(1, 7), repeat=3)]
TOTALS = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6}


def edge(net) -> Fraction:
    """What a wager of one loses on average."""
    return -Fraction(sum(net(roll) for roll in ROLLS), len(ROLLS))


def total(roll: Counter[int]) -> int:
    return sum(roll.elements())


def expected() -> dict[str, Fraction]:
    found = {
        "three_of_a_kind": edge(lambda roll: 150 if roll[4] == 3 else -1),
        "two_of_a_kind": edge(lambda roll: 8 if roll[4] >= 2 else -1),
        "any_three_of_a_kind": edge(lambda roll: 24 if len(roll) == 1 else -1),
        "combination": edge(lambda roll: 5 if roll[2] and roll[5] else -1),
        "small": edge(lambda roll: 1 if 4 <= total(roll) <= 10 and len(roll) > 1 else -1),
        "big": edge(lambda roll: 1 if 11 <= total(roll) <= 17 and len(roll) > 1 else -1),
        "one_of_a_kind": edge(lambda roll: roll[3] or -1),
    }
    for low, pays in TOTALS.items():
        for number in (low, 21 - low):
            found[f"total@{number}"] = edge(
                lambda roll, number=number, pays=pays: pays if total(roll) == number else -1
            )
    return found


def test_every_figure_is_that_of_plain_counting() -> None:
    found = game("sic-bo")
    results = found.odds.results(TableRules(found.rulebook()))
    assert {one.wager: one.outcomes.house_advantage for one in results} == expected()


def test_two_of_a_kind_alone_is_three_eighths() -> None:
    found = game("sic-bo")
    rules = TableRules(found.rulebook(), {"two_in_three": False})
    (result,) = found.odds.results(rules, wager="two_of_a_kind")
    assert result.outcomes.house_advantage == Fraction(3, 8)


def test_the_layout_has_every_pair_of_numbers() -> None:
    spots = game("sic-bo").rulebook().wagers["combination"].spots
    assert list(spots) == [f"{a}-{b}" for a, b in combinations(range(1, 7), 2)]


@pytest.mark.parametrize("shaker", ["manual", "automated_shaker"])
def test_what_is_not_in_order_keeps_the_table_closed(shaker: str) -> None:
    table = open_table("sic-bo", options={"shaker": shaker}, by_hand=["floor"])
    table.sit(1)
    table.begin()
    table.act("floor", "out_of_order")
    assert table.waiting is None
    assert "not_opened" in [event.what for event in table.round.events]
    assert not table.round.state.placed
