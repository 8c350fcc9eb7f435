"""The round that a guide shows for example."""

import pytest

from houseway.documents.example import hands_picture
from houseway.documents.guide import leaflet
from houseway.documents.html import html
from houseway.games import games
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.example_round import example


@pytest.mark.parametrize("id", games())
def test_every_game_shows_a_round_that_is_won(id: str) -> None:
    game = games()[id]
    for edition in game.editions:
        rules = TableRules(game.rulebook(edition))
        found = example(game, rules)
        assert found is not None
        assert found.nets or any(" is paid $" in line for line in found.told)
        assert sum(net for _, net in found.nets) > 0 or not found.nets
        assert found.hands or found.happened
        if found.hands:
            drawn = hands_picture(found)
            assert all(hand.whose in drawn for hand in found.hands)
        page = html(leaflet(rules, game.handout, game.layout(edition), example=found))
        assert "A Round for Example" in page


def test_dice_wheels_and_tickets_are_told_step_by_step() -> None:
    def told(id: str) -> list[str]:
        found = example(games()[id], TableRules(games()[id].rulebook("nj")))
        assert found is not None
        return found.told

    assert told("craps") == ["You bet $10 on Pass", "The dice show 2 5", "Pass wins $10"]
    assert told("roulette")[1:] == ["The wheel stops at 0", "Straight 0 wins $350"]
    mark, caught, present, wins = told("keno")
    assert mark == "You mark 4 numbers and pay $1"
    assert caught == "3 of them are among the numbers that are drawn"
    card = TableRules(games()["keno"].rulebook("nj")).rate_card
    paid = card.pays(4, 3, 100)
    assert present.endswith(f"are paid {money(paid)}")
    assert wins == f"Ticket wins {money(paid - 100)}"
    assert any("raise" in line or "call" in line for line in told("poker"))


def test_hands_and_what_they_came_to_are_named() -> None:
    game = games()["three-card-poker"]
    found = example(game, TableRules(game.rulebook("nj")))
    assert found is not None
    assert [hand.name for hand in found.hands] == ["pair of fives", "king high"]
    assert found.told == ["Ante wins $10", "Play wins $10"]
