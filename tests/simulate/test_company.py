"""Company for somebody who plays alone: who sits down, with what, and what a table refuses."""

import pytest

from houseway.games import games, open_table
from houseway.referee.requests import Ask, Bets
from houseway.rulebook.refusal import Refused
from houseway.simulation.company import Company, ask_for, company_for, most_of


def seated(name: str = "holdem", wanted: int | None = None):
    table = open_table("poker", seed=2, options={"game": name}, practice=True)
    table.sit(6, "Ada")
    company = company_for(table, wanted, seed=3)
    assert company is not None
    company.arrange(table)
    return table, company


def test_company_sits_apart_with_chips_and_plays_until_somebody_else_is_asked() -> None:
    table, company = seated()
    assert len(company.seats) == 4
    assert not company.seats & {5, 6, 7}, "nobody sits elbow to elbow as long as there is room"
    assert all(name == "Ada" or name.endswith("(bot)") for name in table.data.players.values())
    table.bet(6, stakes=10_000)
    company.put_down(table)
    table.close()
    company.answer(table)
    while isinstance(asked := table.waiting, Ask):
        assert asked.who == 6
        table.act(6, asked.absent)
        company.answer(table)
    assert table.data.rounds == 1


def test_fewer_take_up_their_chips_and_leave_when_wagers_are_taken() -> None:
    table, company = seated(wanted=5)
    table.bet(6, stakes=10_000)
    company.put_down(table)
    table.close()
    company.answer(table)
    while isinstance(asked := table.waiting, Ask):
        table.act(6, asked.absent)
        company.answer(table)
    ask_for(company, table, 2)
    company.arrange(table)
    assert len(company.seats) == 5, "their chips lie on the table"
    table.begin()
    assert isinstance(table.waiting, Bets)
    company.arrange(table)
    assert len(company.seats) == 2
    assert len(table.data.players) == 3


@pytest.mark.parametrize(("name", "most"), [("holdem", 10), ("triple_draw_27", 6), ("badugi", 8)])
def test_no_more_than_the_law_lets_play(name, most) -> None:
    table, company = seated(name)
    assert most_of(table) == most
    with pytest.raises(Refused, match=f"1 to {most} bots") as refusal:
        ask_for(company, table, most + 1)
    assert "14.6(b)" in refusal.value.cite
    ask_for(company, table, most)
    company.arrange(table)
    assert len(table.data.players) == most + 1


def test_nobody_keeps_company_against_the_house() -> None:
    alone = [id for id, found in games().items() if not found.has_bots]
    assert "blackjack" in alone
    assert company_for(open_table("blackjack")) is None


def test_somebody_alone_is_told_that_another_player_is_needed() -> None:
    table = open_table("poker", seed=2)
    table.sit(1, "Ada")
    table.bet(1, stakes=10_000)
    with pytest.raises(Refused, match="another player is needed") as refusal:
        table.close()
    assert refusal.value.cite == "14.6(b)"
    assert table.data.rounds == 0
    assert not any(event.kind == "dealt" for event in table.events)
    table.sit(2, "Ben")
    table.bet(2, stakes=10_000)
    table.close()
    assert any(event.kind == "dealt" for event in table.events)


def test_company_is_as_usual_unless_somebody_says_otherwise() -> None:
    assert Company().wanted == 4
