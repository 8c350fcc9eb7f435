"""The interface for programs, through the typed client, on a server that really runs."""

import re
from collections.abc import Iterator

import httpx
import pytest
from house import KINDS, WAIT, Running, running

from houseway.client import Client, Problem, TableClient
from houseway.rulebook.refusal import Refused
from houseway.server.http.limits import Buckets


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(seed=5, kind=request.param) as found:
        yield found


@pytest.fixture
def ada(house: Running, request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(house.base) as client:
        client.enter(house.app.state.sessions.link(), f"Ada {request.node.name[:30]}")
        yield client


def guest(house: Running, name: str) -> Client:
    client = Client(house.base)
    client.enter(house.app.state.sessions.link(), name)
    return client


def test_a_link_lets_one_person_in_once(house: Running) -> None:
    link = house.app.state.sessions.link()
    with Client(house.base) as first, Client(house.base) as second:
        first.enter(link, "the first")
        with pytest.raises(Refused, match="has been used"):
            second.enter(link, "the second")
        with pytest.raises(Problem) as told:
            _ = second.balance
    assert (told.value.status, told.value.code) == (401, "not_signed_in")


def test_a_refused_name_leaves_the_link_good(house: Running) -> None:
    link = house.app.state.sessions.link()
    with Client(house.base) as client:
        for name in (" ", "x" * 41):
            with pytest.raises(Refused, match="a name has"):
                client.enter(link, name)
        client.enter(link, "at last")
        assert client.balance == 100_000


def test_a_whole_round_and_the_books(ada: Client) -> None:
    table = ada.open_table("three-card-blitz")
    table.sit(1)
    table.bet(1, ante=1000, blind=1000)
    assert ada.balance == 98_000
    table.ready(1)
    seen = table.look()
    assert seen["asks"] == "decision"
    assert [choice["name"] for choice in seen["choices"]] == ["play", "fold"]
    assert seen["hands"]["dealer"] == " ".join(["??"] * 7)
    table.act(1, "play")
    over = table.look()
    assert over["asks"] == ""
    assert "??" not in over["hands"].get("dealer", "")
    assert ada.balance == 100_000 + sum(over["nets"]["1"].values())
    decided = [e for e in over["events"] if e["kind"] in ("paid", "taken", "returned")]
    assert decided
    assert all(event["cite"].startswith("51.") for event in decided)


def test_what_the_rules_do_not_allow_names_the_paragraph_and_changes_nothing(ada: Client) -> None:
    table = ada.open_table("three-card-blitz")
    table.sit(1)
    table.bet(1, ante=1000)
    before = table.look()
    with pytest.raises(Refused) as refusal:
        table.ready(1)
    assert refusal.value.reason == "seat 1 needs Blind to be dealt in"
    assert refusal.value.cite
    with pytest.raises(Refused, match="you have"):
        table.bet(1, ante=99_000, blind=2_000)
    with pytest.raises(Refused, match="Ante wagers run from"):
        table.bet(1, ante=200_000)
    with pytest.raises(Refused, match="is not"):
        table.bet(2, ante=1000)
    with pytest.raises(Refused, match="no wager 'ant'"):
        table.bet(1, {"ant": 1000})
    after = table.look()
    assert after == before
    assert ada.balance == 99_000


def test_a_command_with_a_used_key_is_done_once(ada: Client) -> None:
    table = ada.open_table("three-card-blitz")
    table.sit(1)
    said = {"do": "bet", "seat": 1, "bets": {"ante": 1000}}
    first = table.do(said, key="once")
    again = table.do(said, key="once")
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert again["version"] == first["version"]
    with pytest.raises(Refused, match="used for a different"):
        table.do({**said, "bets": {"ante": 2000}}, key="once")
    assert table.look()["bets"] == {"1": {"ante": 1000}}


def test_a_refusal_under_a_key_stays_a_refusal(ada: Client) -> None:
    table = ada.open_table("three-card-blitz")
    table.sit(1)
    for _ in range(2):
        with pytest.raises(Refused, match="no wager is on the table"):
            table.do({"do": "ready", "seat": 1}, key="early")


def test_nobody_acts_for_another_or_sees_their_cards(house: Running, ada: Client) -> None:
    with guest(house, "Ben") as ben, guest(house, "Cyd") as cyd:
        table = ada.open_table("three-card-blitz")
        table.sit(1)
        bens, cyds = ben.table(table.id), cyd.table(table.id)
        bens.sit(2)
        for seat, at in ((1, table), (2, bens)):
            at.bet(seat, ante=1000, blind=1000)
        with pytest.raises(Refused, match="not Ben's"):
            bens.ready(1)
        table.ready(1)
        assert table.look()["asks"] == "bets", "the house waits for the other who bet"
        bens.ready(2)
        hidden = " ".join(["??"] * 7)
        mine, his, public = table.look(), bens.look(), cyds.look()
        assert (mine["hands"]["2"], his["hands"]["1"]) == (hidden, hidden)
        assert public["hands"] == {"1": hidden, "2": hidden, "dealer": hidden}
        assert "??" not in mine["hands"]["1"]
        assert public["choices"] == his["choices"] == []
        for view in (his, public):
            told = [{**event, "says": ""} for event in view["events"]]  # "As" is a word, too
            assert not {*mine["hands"]["1"].split()} & {*re.findall(r"\w+", str(told))}
        with pytest.raises(Refused, match="not Ben's"):
            bens.act(1, "fold")
        with pytest.raises(Refused, match="is not Ben"):
            bens.look(seat=1)


def test_a_stream_tells_what_the_caller_may_see(house: Running, ada: Client) -> None:
    table = ada.open_table("three-card-blitz")
    table.sit(1)
    with guest(house, "onlooker") as other:
        told = other.table(table.id).stream()
        first = next(told)
        table.bet(1, ante=1000, blind=1000)
        second = next(told)
        table.ready(1)
        third = next(told)
    assert (first["bets"], second["bets"]) == ({}, {"1": {"ante": 1000, "blind": 1000}})
    assert second["version"] < third["version"]
    assert set(third["hands"]["1"].split()) == {"??"}


def test_problems_are_problem_documents(house: Running, ada: Client) -> None:
    token = ada._http.headers["Authorization"]
    with httpx.Client(base_url=house.base, headers={"Authorization": token}, timeout=WAIT) as http:
        answers = [
            http.get("/api/tables/999"),
            http.get("/api/games/whist"),
            http.get("/api/nowhere"),
            http.post("/api/tables", json={"game": "roulette", "color": "red"}),
            http.post("/api/tables", json={"game": "roulette", "edition": "fr"}),
            http.post("/api/tables", content=b"x" * 100_001),
            http.put("/api/tables"),
            httpx.get(f"{house.base}/api/me", timeout=WAIT),
        ]
    assert [one.status_code for one in answers] == [404, 404, 404, 422, 409, 413, 405, 401]
    for one in answers:
        assert one.headers["content-type"] == "application/problem+json"
        assert one.json()["status"] == one.status_code
        assert one.json()["detail"]
        assert "default-src 'none'" in one.headers["content-security-policy"]


def test_a_cookie_alone_changes_nothing(house: Running) -> None:
    with httpx.Client(base_url=house.base, timeout=WAIT) as http:
        http.post("/enter", data={"token": house.app.state.sessions.link(), "name": "by cookie"})
        assert http.get("/api/me").status_code == 200
        forged = http.post("/api/tables", json={"game": "roulette"})
        form = http.post("/games/roulette/play", data={"csrf": "guessed"})
    assert (forged.status_code, forged.json()["code"]) == (403, "not_allowed")
    assert form.status_code == 403


def _hurry(table: TableClient) -> None:
    for _ in range(400):
        table.bet(1, joker=100)


@pytest.fixture
def still(house: Running) -> Iterator[None]:
    """Buckets that are not filled again, however slow the machine is."""
    state = house.app.state
    before, state.buckets = state.buckets, Buckets(clock=lambda: 0.0)
    yield
    state.buckets = before


@pytest.mark.usefixtures("still")
def test_too_many_commands_are_told_to_wait(house: Running) -> None:
    with guest(house, "in a hurry") as client:
        table = client.open_table("big-six")
        table.sit(1)
        with pytest.raises(Problem) as told:
            _hurry(table)
    assert (told.value.status, told.value.code) == (429, "too_many")


def test_every_game_can_be_played_by_a_program(house: Running) -> None:
    """Every game is bet on as usual and played to the end by its last choices; what nobody plays
    alone is played in practice, with company."""
    from houseway.games import game
    from houseway.rulebook.table_rules import TableRules
    from houseway.simulation.policies import usual_bets

    with guest(house, "a program") as client:
        every = [one["id"] for one in client.games()]
    for id in every:
        with guest(house, f"at {id}") as client:  # how often each may ask is limited
            if game(id).has_bots:
                table, own = client.practice_table(id), 6
            else:
                table, own = client.open_table(id), 1
                table.sit(own)
            bets = usual_bets(TableRules(game(id).rulebook()))
            for _ in range(40):
                seen = table.look()
                if seen["rounds"]:
                    break
                if seen["asks"] == "decision":
                    last = seen["choices"][-1]
                    table.act(own, last["name"], last["least"])
                elif seen["asks"] == "tickets":
                    table.buy(1, wager="straight", numbers=[1, 2, 3], rate=100)
                    table.ready(1)
                else:
                    table.bet(own, bets)
                    table.ready(own)
            assert table.look()["rounds"] == 1, id
            assert str(own) in table.look()["nets"], id
