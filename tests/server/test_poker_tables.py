"""Poker at real tables and in practice, without a browser: stakes, company, somebody alone."""

import random
from collections.abc import Iterator
from itertools import count

import pytest
from fastapi.testclient import TestClient
from house import KINDS, PASSWORD, application

from houseway.games import games
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.game_view import table_title
from houseway.server.host import BANK, Host
from houseway.server.practice.tables import Practice
from houseway.server.table.data import table_data
from houseway.server.table.nets import staying
from houseway.server.table.window import BANK as TIME_BANK
from houseway.server.table.window import CLOCK


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
    with pytest.raises(Refused, match="1 to 9 bots"):
        corner.ask_company(table, 10)
    blackjack = corner.open_table("blackjack")
    assert corner.company(blackjack) is None
    with pytest.raises(Refused, match="has no bots"):
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


# -- away from the table ---------------------------------------------------------------------------


def opened(host: Host, options: dict[str, str], *names: str) -> int:
    """A table at which each has $200 down, and the hand that begins there."""
    for name in (*names, "Dee"):
        host.enter(name)
    table = host.open_table("poker", "nj", {"rake_percent": "0", **options}, by=names[0])
    for seat, name in enumerate(names, start=1):
        host.do(table, {"do": "sit", "seat": seat}, by=name)
        host.do(table, {"do": "bet", "seat": seat, "bets": {"stakes": 20_000}}, by=name)
    return table


def hand(host: Host, table: int, *seats: int) -> None:
    """Those who are here are ready, and everybody folds or checks."""
    players = host.look(table, by="Dee").players
    for seat in seats:
        host.do(table, {"do": "ready", "seat": seat}, by=players[seat])
    while (asked := host.look(table, by="Dee").asked_of) is not None:
        ask = host.look(table, by=players[int(asked)]).ask
        assert ask is not None
        host.do(table, {"do": "act", "seat": asked, "what": ask.absent}, by=players[int(asked)])


def blinds_of(host: Host, table: int, seat: int) -> int:
    view = host.look(table, by="Dee").view
    return sum(e.amount for e in view.events if e.who == seat and e.kind == "taken") if view else 0


@pytest.mark.parametrize("how", ["left", "covered", "counted"])
def test_who_is_away_keeps_the_seat_and_posts_no_blinds(host: Host, how: str) -> None:
    table = opened(host, {"absent_stakes": how}, "Ada", "Ben", "Cid")
    hand(host, table, 1, 2, 3)
    host.do(table, {"do": "away", "seat": 2}, by="Ben")
    counted = how == "counted"
    assert host.balance("Ben") == (BANK + 100 if counted else BANK - 20_000)
    for _ in range(3):
        hand(host, table, 1, 3)
        assert blinds_of(host, table, 2) == 0
        found = host.look(table, by="Ben")
        assert (found.away, found.players[2]) == ({2}, "Ben")
    shown = table_data(host.look(table, by="Dee"), balance=0)
    assert shown["substitute_at"] == ([] if how == "left" else [2])
    assert host.look(table, by="Ada").rounds == 4
    host.do(table, {"do": "back", "seat": 2}, by="Ben")
    hand(host, table, 1, 2, 3)
    assert host.look(table, by="Ben").away == frozenset()
    assert host.balance("Ben") == BANK - 20_000


def test_a_substitute_plays_with_chips_of_his_own_and_takes_them_along(host: Host) -> None:
    table = opened(host, {"absent_stakes": "covered"}, "Ada", "Ben", "Cid")
    hand(host, table, 1, 2, 3)
    host.do(table, {"do": "away", "seat": 2}, by="Ben")
    host.do(table, {"do": "sit", "seat": 102}, by="Dee")
    host.do(table, {"do": "bet", "seat": 102, "bets": {"stakes": 5000}}, by="Dee")
    hand(host, table, 1, 3, 102)
    assert blinds_of(host, table, 102) == 100
    assert blinds_of(host, table, 2) == 0
    host.do(table, {"do": "back", "seat": 2}, by="Ben")
    hand(host, table, 1, 2, 3)
    assert host.look(table, by="Dee").own == ()
    assert [host.balance(name) for name in ("Ben", "Dee")] == [BANK - 20_000, BANK - 100]


def test_who_does_not_answer_in_time_is_away_from_the_next_hand_on() -> None:
    for kind in KINDS:
        now = [0.0]
        with application(kind, seed=3, clock=lambda now=now: now[0]) as app, TestClient(app):
            host: Host = app.state.host
            table = opened(host, {}, "Ada", "Ben", "Cid")
            for seat, name in ((1, "Ada"), (2, "Ben"), (3, "Cid")):
                host.do(table, {"do": "ready", "seat": seat}, by=name)
            assert host.look(table, by="Ada").asked_of == 3
            now[0] += CLOCK + TIME_BANK
            host.do(table, {"do": "hurry", "seat": 1}, by="Ada")
            hand(host, table)
            hand(host, table, 1, 2)
            assert blinds_of(host, table, 3) == 0
            assert host.look(table, by="Ada").players[3] == "Cid"


def test_somebody_who_gets_up_before_the_deal_takes_the_chips_along(host: Host) -> None:
    table = opened(host, {}, "Ada", "Ben", "Cid")
    hand(host, table, 1, 2, 3)
    host.do(table, {"do": "bet", "seat": 3, "bets": {"stakes": 0}}, by="Cid")
    host.do(table, {"do": "leave", "seat": 3}, by="Cid")
    host.do(table, {"do": "sit", "seat": 3}, by="Dee")
    host.do(table, {"do": "bet", "seat": 3, "bets": {"stakes": 5000}}, by="Dee")
    hand(host, table, 1, 2, 3)
    assert host.balance("Cid") == BANK
    assert host.balance("Dee") == BANK - 5000


def test_at_other_games_nobody_is_waited_for_who_is_away(host: Host) -> None:
    table = host.open_table("casino-war", "nj", {}, by=host.enter("Ada"))
    host.do(table, {"do": "sit", "seat": 1}, by="Ada")
    host.do(table, {"do": "away", "seat": 1}, by="Ada")
    assert host.look(table, by="Ada").away == {1}
    host.do(table, {"do": "back", "seat": 1}, by="Ada")
    assert host.look(table, by="Ada").away == frozenset()
    with pytest.raises(Refused, match="does not hold the seat"):
        host.do(table, {"do": "change_seat", "seat": 1, "to": 2}, by="Ada")


def test_a_player_changes_seats_with_all_that_lies_there(host: Host) -> None:
    table = opened(host, {}, "Ada", "Ben", "Cid")
    hand(host, table, 1, 2, 3)
    host.do(table, {"do": "change_seat", "seat": 2, "to": 7}, by="Ben")
    hand(host, table, 1, 3, 7)
    found = host.look(table, by="Ben")
    assert (found.own, host.balance("Ben")) == ((7,), BANK - 20_000)


# -- the waiting list ------------------------------------------------------------------------------


def test_the_waiting_list_over_http_and_on_pages() -> None:
    with application("durable", seed=3) as app, TestClient(app) as asks:
        host: Host = app.state.host
        names = [f"Player {n}" for n in range(1, 8)]
        table = opened(host, {"game": "triple_draw_27"}, *names)
        host.enter("Eve")

        def at(name: str, role: str = "player") -> dict[str, str]:
            link = app.state.sessions.link(role, owner=True)
            said = {"link": link, "name": name, "role": role}
            said |= {"password": PASSWORD} if role != "player" else {}
            made = asks.post("/api/session", json=said).json()
            return {"Authorization": f"Bearer {made['token']}"}

        dee, eve, flo = at("Dee"), at("Eve"), at("Flo", "floor")
        lobby = asks.get("/", headers=dee).text
        assert "No limit; minimum bet $2" in lobby
        assert "no free seats" in lobby
        assert "Join the waiting list" in lobby
        made = asks.post("/api/seats", json={"table": table}, headers=dee)
        assert (made.status_code, made.json()["place"]) == (201, 1)
        other = asks.post("/api/seats", json={"table": table}, headers=eve).json()
        assert other["place"] == 2
        assert "number 2 on the waiting list" in asks.get("/", headers=eve).text
        assert [one["player"] for one in asks.get("/api/seats", headers=eve).json()] == ["", "Eve"]
        floor = asks.get("/floor", headers=flo).text
        assert floor.index("<b>Dee</b>") < floor.index("<b>Eve</b>")
        refused = asks.post("/api/seats", json={"table": table}, headers=dee)
        assert (refused.status_code, refused.json()["code"]) == (409, "refused")
        host.do(table, {"do": "bet", "seat": 4, "bets": {"stakes": 0}}, by=names[3])
        host.do(table, {"do": "leave", "seat": 4}, by=names[3])
        view = asks.get(f"/api/tables/{table}/view", headers=eve).json()
        assert (view["free"], view["waiting"]["count"], view["waiting"]["offered"]) == ([], 2, 0)
        view = asks.get(f"/api/tables/{table}/view", headers=dee).json()
        assert (view["free"][:1], view["waiting"]["offered"]) == ([4], 4)
        assert "Take the seat" in asks.get("/", headers=dee).text
        sits = {"do": "sit", "seat": 4}
        assert asks.post(f"/api/tables/{table}/commands", json=sits, headers=eve).status_code == 409
        assert asks.post(f"/api/tables/{table}/commands", json=sits, headers=dee).status_code == 200
        gone = asks.post(f"/api/seats/{other['entry']}/end", headers=flo).json()
        assert (gone["player"], gone["ended"]) == ("Eve", "dropped")
        assert asks.get("/api/seats", headers=flo).json() == []
        wants = {"do": "change_seat", "seat": 1, "to": 2}
        first = at(names[0])
        assert asks.post(f"/api/tables/{table}/press", json=wants, headers=first).status_code == 200
        view = asks.get(f"/api/tables/{table}/view", headers=first).json()
        assert view["waiting"]["wants"] == 2


def test_a_house_in_memory_keeps_no_list() -> None:
    with application("memory") as app, TestClient(app) as asks:
        said = {"link": app.state.sessions.link("player"), "name": "Ada"}
        token = asks.post("/api/session", json=said).json()["token"]
        found = asks.get("/api/seats", headers={"Authorization": f"Bearer {token}"})
        assert (found.status_code, "has no waiting list" in found.text) == (409, True)


def test_no_other_game_has_a_time_bank() -> None:
    with application("memory", seed=3) as app, TestClient(app):
        host: Host = app.state.host
        table = host.open_table("casino-war", "nj", {}, by=host.enter("Ada"))
        host.do(table, {"do": "sit", "seat": 1}, by="Ada")
        assert host.look(table, by="Ada").bank == 0


@pytest.mark.parametrize("played", games()["poker"].rulebook().choices["game"].choices or [])
def test_every_decision_of_every_game_is_drawn(played: str) -> None:
    """Pineapple has a decision in which nothing but cards can be chosen."""
    dice, corner = random.Random(played), Practice(seed=6).of("Ada")
    table = corner.open_table("poker", options={"game": played}, company=2)
    drawn, keys = 0, count()
    for _ in range(120):
        found = corner.look(table)
        shown = table_data(found, balance=corner.balance)
        assert shown["status"]
        drawn += bool(shown["choices"])
        if found.rounds >= 3:
            break
        if found.ask is not None:
            choice = dice.choice(found.ask.choices)
            said = {"do": "act", "seat": found.seat, "what": choice.name, "amount": choice.least}
        elif found.asks == "bets" and not found.ready:
            stakes = {} if shown["bets"].get(found.seat) else {"stakes": 20_000}
            said = {"do": "bet" if stakes else "ready", "seat": found.seat, "bets": stakes}
        else:
            said = {"do": "ready", "seat": found.seat}
        corner.do(table, said, key=f"press {next(keys)}")
    assert drawn >= 3
