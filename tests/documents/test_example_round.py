"""The round that a guide shows for example."""

import pytest

from houseway.documents.example import hands_picture
from houseway.documents.guide import leaflet
from houseway.documents.html import html
from houseway.games import games
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.example_round import example

WITHOUT = {
    "automated-craps", "big-six", "craps", "keno", "mini-craps", "mini-dice", "pokette",
    "roulette", "sic-bo",  # no hands of cards
    "baccarat-chemin-de-fer", "poker",  # not played by one
}  # fmt: skip


@pytest.mark.parametrize("id", games())
def test_every_game_of_hands_shows_one_that_is_won(id: str) -> None:
    game = games()[id]
    for edition in game.editions:
        rules = TableRules(game.rulebook(edition))
        found = example(game, rules)
        assert (found is None) == (id in WITHOUT)
        if found is None:
            continue
        assert sum(net for _, net in found.nets) > 0
        assert found.told[0].count("$") == 1
        drawn = hands_picture(found)
        assert all(hand.whose in drawn for hand in found.hands)
        page = html(leaflet(rules, game.handout, game.layout(edition), example=found))
        assert "A Round for Example" in page


def test_hands_and_what_they_came_to_are_named() -> None:
    game = games()["three-card-poker"]
    found = example(game, TableRules(game.rulebook("nj")))
    assert found is not None
    assert [hand.name for hand in found.hands] == ["pair of fives", "king high"]
    assert found.told == ["Ante wins $10", "Play wins $10"]
