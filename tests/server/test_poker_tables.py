"""Poker at real tables and in practice, without a browser: stakes, company, somebody alone."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from house import KINDS, application

from houseway.games import games
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.game_view import table_title
from houseway.server.host import BANK, Host
from houseway.server.nets import staying
from houseway.server.practice import Practice
from houseway.server.table_data import table_data
from houseway.server.window import BANK as TIME_BANK
from houseway.server.window import CLOCK


@pytest.fixture(params=KINDS)
def host(request: pytest.FixtureRequest) -> Iterator[Host]:
    with application(request.param, seed=3) as app, TestClient(app):
        yield app.state.host


def seated(host: Host, *names: str, stakes: int = BANK) -> int:
    for name in names:
        host.enter(name)
    table = host.open_table("poker", "nj", {}, by=names[0])
    for seat, name in enumerate(names, start=1):
        host.do(table, {"do": "sit", "seat": seat}, by=name)
        while (asked := host.look(table, by=name)).ask is not None:  # the cut
            host.do(table, {"do": "act", "seat": seat, "what": asked.ask.customary}, by=name)
        host.do(table, {"do": "bet", "seat": seat, "bets": {"stakes": stakes}}, by=name)
    return table


def test_somebody_alone_needs_another_player(host: Host) -> None:
    table = seated(host, "Ada")
    with pytest.raises(Refused, match="another player is needed") as refusal:
        host.do(table, {"do": "ready", "seat": 1}, by="Ada")
    assert refusal.value.cite == "14.6(b)"
    found = host.look(table, by="Ada")
    assert (found.rounds, found.asks, list(found.players.values())) == (0, "bets", ["Ada"])
    shown = table_data(found, balance=0)
    assert shown["status"].startswith("Another player is needed: no cards are dealt")
    assert shown["cite"] == "14.6(b)"
    host.do(table, {"do": "bet", "seat": 1, "bets": {"stakes": 0}}, by="Ada")
    host.do(table, {"do": "leave", "seat": 1}, by="Ada")


def test_chips_on_the_table_are_bet_by_somebody_who_has_no_others(host: Host) -> None:
    table = seated(host, "Ada", "Ben")
    for seat, name in ((1, "Ada"), (2, "Ben")):
        host.do(table, {"do": "ready", "seat": seat}, by=name)
    assert host.balance("Ada") == 0
    choices = table_data(host.look(table, by="Ada"), balance=0)["choices"]
    assert not any(one["short"] for one in choices)
    (raises,) = [one for one in choices if one["name"] == "raise"]
    assert raises["amounts"][-1] == ("All in", "1000")
    host.do(table, {"do": "act", "seat": 1, "what": "raise", "amount": BANK}, by="Ada")
    shown = table_data(host.look(table, by="Ben"), balance=0)
    assert shown["put"] == {1: BANK, 2: 200}
    host.do(table, {"do": "act", "seat": 2, "what": "call", "amount": BANK}, by="Ben")
    while (asked := host.look(table, by="Ada").asked_of) is not None:
        name = {1: "Ada", 2: "Ben"}[int(asked)]
        host.do(table, {"do": "act", "seat": asked, "what": "show"}, by=name)
    over = table_data(host.look(table, by="Ada"), balance=0)
    assert "Flop: " in over["told"]
    assert "River: " in over["told"]
    assert " win" in over["told"]


def test_practice_has_company_and_a_real_table_has_none() -> None:
    corner = Practice(seed=4).of("Ada")
    table = corner.open_table("poker", options={"game": "omaha"}, company=3)
    assert corner.company(table) == (3, 9)
    found = corner.look(table)
    assert found.rules.rule("game") == "omaha"
    assert sum(name.endswith("(bot)") for name in found.players.values()) == 3
    assert corner.open_table("poker", options={"game": "omaha"}) == table
    assert corner.open_table("poker") != table, "another game is another table"
    with pytest.raises(Refused, match="1 to 9 players"):
        corner.ask_company(table, 10)
    blackjack = corner.open_table("blackjack")
    assert corner.company(blackjack) is None
    with pytest.raises(Refused, match="nobody keeps company"):
        corner.ask_company(blackjack, 2)


@pytest.mark.parametrize("game", ["holdem", "stud5_high", "triple_draw_27", "omaha_hilo8"])
def test_hands_in_practice_go_on_until_the_person_is_asked(game) -> None:
    corner = Practice(seed=6).of("Ada")
    table = corner.open_table("poker", options={"game": game})
    seat = corner.look(table).seat
    start, brought = corner.balance, 0
    for _ in range(3):
        found = corner.look(table)
        if not brought or (found.view and not staying(found.view, int(seat or 0))):
            corner.do(table, {"do": "bet", "seat": seat, "bets": {"stakes": 20_000}})
            brought += 20_000
        corner.do(table, {"do": "ready", "seat": seat})
        while (found := corner.look(table)).asks:
            assert found.ask is not None, "nobody else is waited for"
            choice = found.ask.choices[0]
            corner.do(
                table, {"do": "act", "seat": seat, "what": choice.name, "amount": choice.least}
            )
    assert corner.look(table).rounds == 3
    assert corner.look(table).clock is None
    assert corner.balance == start - brought, "what is won or lost lies on the table"


def test_a_table_says_which_game_of_the_room_is_played() -> None:
    rules = TableRules(games()["poker"].rulebook(), {"game": "omaha"})
    assert table_title(rules) == "Poker: Omaha"
    assert table_title(TableRules(games()["red-dog"].rulebook())) == "Red Dog"


@pytest.mark.parametrize("kind", KINDS)
def test_a_time_bank_is_used_up_after_the_clock(kind: str) -> None:
    now = [0.0]
    with application(kind, seed=3, clock=lambda: now[0]) as app, TestClient(app):
        host: Host = app.state.host
        table = seated(host, "Ada", "Ben")
        for seat, name in ((1, "Ada"), (2, "Ben")):
            host.do(table, {"do": "ready", "seat": seat}, by=name)
        first = host.look(table, by="Ada")
        slow, other = ("Ada", "Ben") if first.asked_of == 1 else ("Ben", "Ada")
        seats = {"Ada": 1, "Ben": 2}
        assert (first.clock, first.bank) == (CLOCK + TIME_BANK, TIME_BANK)
        now[0] += CLOCK + 20
        found = host.look(table, by=other)
        assert (found.clock, found.bank) == (TIME_BANK - 20, TIME_BANK)
        with pytest.raises(Refused, match=f"{slow} has 40 seconds left"):
            host.do(table, {"do": "hurry", "seat": seats[other]}, by=other)
        host.do(table, {"do": "act", "seat": seats[slow], "what": "call"}, by=slow)
        found = host.look(table, by=slow)
        assert (found.clock, found.bank) == (CLOCK + TIME_BANK, TIME_BANK), (
            "the other has a bank of his own"
        )
        now[0] += CLOCK - 1  # in time: nothing of the bank is used
        check = {"do": "act", "seat": seats[other], "what": "check"}
        host.do(table, check, by=other)
        asked = [host.look(table, by=slow)]
        while asked[-1].asked_of != seats[slow]:
            one = asked[-1].asked_of
            name = slow if one == seats[slow] else other
            host.do(table, {"do": "act", "seat": one, "what": "check"}, by=name)
            asked.append(host.look(table, by=slow))
        assert asked[0].bank in (TIME_BANK, TIME_BANK - 20)
        assert (asked[-1].clock, asked[-1].bank) == (CLOCK + TIME_BANK - 20, TIME_BANK - 20)
        now[0] += CLOCK + TIME_BANK - 20
        host.do(table, {"do": "hurry", "seat": seats[other]}, by=other)
        assert host.look(table, by=other).away == {seats[slow]}


def test_no_other_game_has_a_time_bank() -> None:
    with application("memory", seed=3) as app, TestClient(app):
        host: Host = app.state.host
        table = host.open_table("casino-war", "nj", {}, by=host.enter("Ada"))
        host.do(table, {"do": "sit", "seat": 1}, by="Ada")
        assert host.look(table, by="Ada").bank == 0
