"""A co-bank that nobody bets against gives up the bank (10.8(e), 11.10(e), 34.13(e))."""

import pytest

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import game
from houseway.referee.requests import Ask, Bets, Next
from houseway.referee.table import Table

GAMES = ("pai-gow", "pai-gow-poker", "supreme-pai-gow")


def go_on(table: Table) -> list[str]:
    """Carry the round on until wagers are wanted or it is over; return what seat 1 was asked.
    Seat 1 takes the co-bank when it can."""
    asked = []
    while not isinstance(table.waiting, Bets | None):
        if isinstance(table.waiting, Next):
            table.go()
            continue
        assert isinstance(table.waiting, Ask)
        names = [choice.name for choice in table.waiting.choices]
        asked += names if table.waiting.who == 1 else []
        choice = table.waiting.choices[names.index("co_bank") if "co_bank" in names else 0]
        table.act(table.waiting.who, choice.name, choice.least)
    return asked


@pytest.mark.parametrize("id", GAMES)
def test_a_lone_co_bank_plays_against_the_house(id) -> None:
    found = game(id)
    options = {"player_bank": True, "co_bank": True}
    table = Table(found.play, found.rulebook("nj"), options=options, chance=Shoe(Philox(1)))
    main = next(iter(table.rules.wagers))
    table.sit(1)
    asked = []
    for _ in range(2):
        table.begin()
        asked = go_on(table)
        if "co_bank" in asked:
            break
        table.bet(1, {main: 10_000})
        table.close()
        go_on(table)
    assert "co_bank" in asked
    table.close()
    assert any(event.what == "unopposed" for event in table.round.events)
    assert "co_bank" not in go_on(table)
    table.bet(1, {main: 10_000})
    table.close()
    go_on(table)
    assert table.waiting is None
