"""Surveillance's filters, flags and the day in short."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from house import application
from rounds import deal, play, say, seat

from houseway.client import Client, Problem
from houseway.server.durable import DurableHost
from houseway.server.surveillance.search import Wanted, all_found, search


@pytest.fixture
def app() -> Iterator[FastAPI]:
    with application("durable") as made:
        host: DurableHost = made.state.host
        first = seat(host, "Ann", "Bob")
        play(host, first, "Ann", "Bob")
        deal(host, first, "Ann", "Bob")
        host.enter("Dee", "dealer")
        say(host, first, "Dee", do="report", what="wrong_number_of_cards")
        second = host.open_table("roulette", "nj", {}, by="")
        host.do(second, {"do": "sit", "seat": 1}, by="Bob")
        bets = {"straight@17": 2500, "red": 500}
        host.do(second, {"do": "bet", "seat": 1, "bets": bets}, by="Bob")
        host.do(second, {"do": "ready", "seat": 1}, by="Bob")
        yield made


def client_of(app: FastAPI, name: str, role: str) -> Client:
    if not app.state.host.role(name):
        app.state.host.enter(name, role)
    token = app.state.sessions.start(name, role)
    made = Client("http://testserver")
    made._http = TestClient(app, headers={"Authorization": f"Bearer {token}"})
    return made


@pytest.fixture
def ida(app: FastAPI) -> Client:
    return client_of(app, "Ida", "auditor")


def found(ida: Client, **wanted: object) -> list[tuple[int, int]]:
    return [(one["table"], one["round"]) for one in ida.eye.find(**wanted)["rounds"]]


def test_rounds_are_found_by_amount_wager_ruling_and_person(ida: Client) -> None:
    assert found(ida) == [(2, 1), (1, 2), (1, 1)]
    assert found(ida, wager="straight") == [(2, 1)]
    assert found(ida, wager="Ante") == [(1, 2), (1, 1)]
    assert found(ida, wager="pair_plus") == []
    assert found(ida, ruling="any") == [(1, 2)]
    [ruled] = ida.eye.find(ruling="any")["rounds"][0]["rulings"]
    assert found(ida, ruling=ruled) == [(1, 2)]
    assert found(ida, ruling="earthquake") == []
    assert found(ida, staff="Dee") == [(1, 2)]
    assert found(ida, staff="Ann") == [], "she is a player"
    assert found(ida, player="Ann") == [(1, 2), (1, 1)]
    assert (2, 1) in found(ida, least=3000)
    assert found(ida, least=10**9) == []
    assert found(ida, least=3000, game="roulette") == [(2, 1)]


def test_the_form_takes_the_same(ida: Client) -> None:
    text = ida._http.get("/eye?least=30&wager=straight").text
    assert "table 2, round 1" in text
    assert "table 1, round 1" not in text
    assert "/api/eye/log?wager=straight&amp;least=3000" in text or "least=3000" in text
    wrong = ida._http.get("/eye?least=much")
    assert wrong.status_code == 200
    assert 'role="alert"' in wrong.text


def test_a_round_is_flagged_and_cleared(app: FastAPI, ida: Client) -> None:
    made = ida.eye.flag(1, 1, "The payout was argued about.", kind="dispute")
    assert found(ida, flagged=True) == [(1, 1)]
    shown = ida._http.get("/eye/tables/1/rounds/1").text
    assert "The payout was argued about." in shown
    assert "⚑ dispute" in ida._http.get("/eye").text
    assert "argued" in ida._http.get("/eye/flags").text
    cleared = ida.eye.clear_flag(1, 1, made["entry"], "Paid as the rules say.")
    assert (cleared["cleared"], cleared["answer"]) == ("Ida", "Paid as the rules say.")
    assert [one["cleared"] for one in ida.eye.flags(table=1)] == ["Ida"]
    with pytest.raises(Problem, match="has no round 7"):
        ida.eye.flag(1, 7, "what?")
    ann = client_of(app, "Ann", "player")
    assert ann._http.get("/eye/flags").status_code == 403
    mine = ann._http.get("/eye/mine/tables/1/rounds/1").text
    assert "argued" not in mine, "players see no flags"


def test_flagged_rounds_come_page_by_page(app: FastAPI, ida: Client) -> None:
    for table, round in ((1, 1), (1, 2), (2, 1)):
        ida.eye.flag(table, round, "To look at.")
    house, wanted = app.state.host.house, Wanted(flagged=True)
    pages, before = [], ""
    while True:
        page = search(house, wanted, before, most=2)
        pages.append([(one.table, one.round) for one in page.cards])
        if not page.next:
            break
        before = page.next
    assert pages == [[(2, 1), (1, 2)], [(1, 1)]]
    assert len(all_found(house, wanted)) == 3


def test_the_day_in_short(ida: Client) -> None:
    ida.eye.flag(2, 1, "Late bet?", kind="dispute")
    day = ida.eye.day()
    assert (day["rounds"], day["void"], day["complete"], day["disputes"]) == (3, 1, True, 1)
    assert day["total"]["rounds"] == 3
    assert [one["table"] for one in day["tables"]] == [1, 2]
    assert day["total"]["win"] == sum(one["win"] for one in day["tables"])
    assert sum(day["rulings_by_kind"].values()) == len(day["rulings"]) == 1
    assert all(one["won"] > 0 for one in day["largest_wins"])
    text = ida._http.get("/eye/day").text
    for word in ("All tables", "Late bet?", "Rulings", "3 Card Blitz"):
        assert word in text
    assert ida.eye.day("2001-01-01")["tables"] == []
    assert ida._http.get("/eye/day?day=x").status_code == 409
    paper = ida._http.get("/api/eye/day/report?form=html").text
    assert "Late bet?" in paper
    assert ida._http.get("/api/eye/day/report").content.startswith(b"%PDF")
