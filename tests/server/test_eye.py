"""Surveillance: who may look, what is found, what is seen from where, and what is taken away."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from house import application
from rounds import deal, decide, expose, play, say, seat
from sqlalchemy import text
from typer.testing import Result

from houseway.client import Client, Problem
from houseway.documents.pictures import card_name
from houseway.equipment.cards import NAMES, UNKNOWN
from houseway.games import games
from houseway.ledger.tables.rounds import record
from houseway.rulebook.refusal import Refused
from houseway.server.durable import DEALER, FLOOR, DurableHost
from houseway.server.surveillance.round_seen import look
from houseway.server.surveillance.view import eye_view

ROUND = "/eye/tables/1/rounds/1"


@pytest.fixture
def app() -> Iterator[FastAPI]:
    with application("durable") as made:
        yield made


@pytest.fixture
def host(app: FastAPI) -> DurableHost:
    found: DurableHost = app.state.host
    return found


def come_in(app: FastAPI, name: str, role: str) -> TestClient:
    if not app.state.host.role(name):
        app.state.host.enter(name, role)
    token = app.state.sessions.start(name, role)
    return TestClient(app, headers={"Authorization": f"Bearer {token}"})


def program(app: FastAPI, name: str, role: str) -> Client:
    """A program, through the same interface as one that is elsewhere."""
    made = Client("http://testserver")
    made._http = come_in(app, name, role)
    return made


@pytest.fixture
def ida(app: FastAPI) -> TestClient:
    return come_in(app, "Ida", "auditor")


@pytest.fixture
def eye(app: FastAPI) -> Client:
    return program(app, "Ida", "auditor")


def test_who_may_look(app: FastAPI, host: DurableHost) -> None:
    table = seat(host, "Ann", "Bob")
    deal(host, table, "Ann", "Bob")
    decide(host, table, "Ann", "Bob")
    paths = ["/eye", ROUND, f"{ROUND}/verify", "/api/eye/rounds", "/api/eye/log"]
    paths += [f"/api{ROUND}{part}" for part in ("", "/proof", "/log", "/report")]
    paths += ["/api/eye/tables/1/ledger", f"/api{ROUND}/ledger", "/api/eye/public-key"]
    for name, role in (("Ida", "auditor"), ("Flo", "floor"), ("Adi", "admin")):
        somebody = come_in(app, name, role)
        assert [somebody.get(path).status_code for path in paths] == [200] * len(paths)
        assert 'href="/eye"' in somebody.get("/").text
    for name, role in (("Ann", "player"), ("Dee", "dealer")):
        somebody = come_in(app, name, role)
        assert {somebody.get(path).status_code for path in paths} == {403}
        assert 'href="/eye"' not in somebody.get("/").text
    assert TestClient(app).get("/eye").status_code == 401


def test_a_house_in_memory_says_that_it_keeps_nothing() -> None:
    with application("memory") as app:
        ida = come_in(app, "Ida", "auditor")
        for path in ("/eye", ROUND, f"{ROUND}/verify"):
            answer = ida.get(path)
            assert answer.status_code == 409
            assert "has no record of its rounds" in answer.text
        assert ida.get("/api/eye/rounds").json()["code"] == "refused"


def test_rounds_are_found_by_everything_that_is_asked(host: DurableHost, eye: Client) -> None:
    blitz, other = seat(host, "Ann", "Bob"), seat(host, "Ann")
    wheel = seat(host, "Bob", game="roulette")
    for _ in range(2):
        deal(host, blitz, "Ann", "Bob")
        decide(host, blitz, "Ann", "Bob")
    deal(host, other, "Ann")
    expose(host, other)
    play(host, wheel, "Bob", bets={"red": 500})
    deal(host, blitz, "Ann", "Bob")

    def found(**wanted: object) -> list[tuple[int, int]]:
        return [(one["table"], one["round"]) for one in eye.eye.find(**wanted)["rounds"]]

    everything = [(wheel, 1), (other, 1), (blitz, 2), (blitz, 1)]
    assert found() == everything
    assert found(game="roulette") == [(wheel, 1)]
    assert found(table=blitz) == [(blitz, 2), (blitz, 1)]
    assert found(player="Bob") == [(wheel, 1), (blitz, 2), (blitz, 1)]
    assert found(player="Nobody") == []
    assert found(round=1) == [(wheel, 1), (other, 1), (blitz, 1)]
    assert found(round=1, game="three-card-blitz", player="Bob") == [(blitz, 1)]
    assert found(round=2, table=blitz) == [(blitz, 2)]
    assert found(round=9) == []
    assert found(void=True) == [(other, 1)]
    ended = datetime.fromisoformat(eye.eye.find(table=blitz)["rounds"][0]["ended"])
    assert found(until=ended, table=blitz) == [(blitz, 2), (blitz, 1)]
    assert found(since=ended + timedelta(days=1)) == []
    assert found(round=1, since=ended + timedelta(days=1)) == []
    assert [one["table"] for one in eye.eye.find()["in_progress"]] == [blitz]
    assert eye.eye.find(void=True)["in_progress"] == []
    assert eye.eye.find(player="Nobody")["in_progress"] == []
    pages, before = [], ""
    while True:
        page = eye.eye.find(before=before, most=1)
        pages += [(one["table"], one["round"]) for one in page["rounds"]]
        before = page["next"]
        if not before:
            break
    assert pages == everything
    with pytest.raises(Refused, match="not a page cursor"):
        eye.eye.find(before="yesterday")
    with pytest.raises(Problem, match="no table 99"):
        eye.eye.find(table=99)
    with pytest.raises(Problem, match="no game"):
        eye.eye.find(game="tiddlywinks")


def test_the_page_lists_pages_and_refuses_beside_the_form(
    host: DurableHost, ida: TestClient
) -> None:
    table = seat(host, "Ann")
    for _ in range(27):
        deal(host, table, "Ann")
        decide(host, table, "Ann")
    first = ida.get("/eye")
    assert first.text.count('href="/eye/tables/1/rounds/') == 25
    older = re.search(r'href="(\?[^"]*before=[^"]*)"', first.text)
    assert older
    assert ida.get(f"/eye{older[1]}".replace("&amp;", "&")).text.count("/rounds/") == 2
    for wrong, told in [
        ("table=x", "A table must be a number, not &#39;x&#39;."),
        ("since=soon", "not a time"),
        ("table=77", "There is no table 77."),
        ("until=9999-12-31T23:59-14:00", "not a valid time"),
        ("player=%00", "printable"),
    ]:
        answer = ida.get(f"/eye?{wrong}")
        assert answer.status_code == 200
        assert 'role="alert"' in answer.text
        assert told in answer.text
        assert "<form" in answer.text


def hidden_from_all(host: DurableHost, table: int) -> set[str]:
    """The cards that nobody else may see, as a picture, a list and plain data tell them."""
    with host.house.looking(table) as live:
        hands = live.table.view("house").state.hands
    dealt = [card for cards in hands.values() for card in cards]
    assert dealt
    assert UNKNOWN not in dealt
    return {card_name(card) for card in dealt} | {f'"{NAMES[card]} ' for card in dealt}


def test_a_round_in_progress_keeps_its_secrets(host: DurableHost, ida: TestClient) -> None:
    table = seat(host, "Ann", "Bob")
    deal(host, table, "Ann", "Bob")
    secret = hidden_from_all(host, table)
    for path in ("/eye", f"{ROUND}?step=999", f"{ROUND}?step=999&as=public", f"/api{ROUND}"):
        answer = ida.get(path)
        assert answer.status_code == 200
        assert not [name for name in secret if name in answer.text]
    assert "face down" in ida.get(f"{ROUND}?step=999").text
    seen = ida.get(f"/api{ROUND}").json()
    assert (seen["over"], seen["places"]) == (False, ["public"])
    for place in ("house", "dealer", "1"):
        answer = ida.get(f"/api{ROUND}", params={"as": place})
        assert answer.status_code == 409
        assert "only as the public sees it" in answer.json()["detail"]
    for part in ("/proof", "/log", "/ledger", "/report"):
        assert ida.get(f"/api{ROUND}{part}").status_code == 409
    assert '"kind":"dealt"' not in ida.get("/api/eye/tables/1/ledger").text
    assert ida.get("/api/eye/log").text == ""


def test_each_place_sees_what_it_saw(host: DurableHost, ida: TestClient, eye: Client) -> None:
    table = seat(host, "Ann", "Bob")
    deal(host, table, "Ann", "Bob")
    decide(host, table, "Ann", "Bob")

    def shown(place: object) -> set[str]:
        events = eye.eye.round(table, 1, str(place))["events"]
        dealt = [event for event in events if event["kind"] == "dealt"]
        return {str(event["who"]) for event in dealt if "?" not in event["cards"]}

    assert shown("house") == {"1", "2", "dealer"}
    assert shown("dealer") == set()
    assert shown(1) == {"1"}
    assert shown("public") == set()
    assert eye.eye.round(table, 1)["seen_as"] == "house"
    cards = {
        who: {card_name(card) for card in event.cards}
        for event in record(host.house, table, 1).log.events
        if event.kind == "dealt" and (who := event.who)
    }
    last = ida.get(f"{ROUND}?step=999&as=1").text
    assert all(name in last for name in cards[1])
    assert not [name for name in cards[2] if name in last]
    with pytest.raises(Refused, match="this round has no view from 7"):
        eye.eye.round(table, 1, 7)
    with pytest.raises(Problem, match="no round 9"):
        eye.eye.round(table, 9)


def test_a_step_is_the_fold_of_the_events_before_it(host: DurableHost, ida: TestClient) -> None:
    table = seat(host, "Ann")
    deal(host, table, "Ann")
    decide(host, table, "Ann", what="play")
    seen = look(host.house, table, 1)
    for step in range(1, len(seen.events) + 1):
        page = ida.get(f"{ROUND}?step={step}&as=house", headers={"HX-Request": "true"})
        assert page.text.lstrip().startswith('<div id="round"')
        assert f'data-step="{step}"' in page.text
        assert re.search(rf'<li value="{step}" aria-current="step"', page.text)
        shown = eye_view(seen, step)
        assert shown.event is not None
        assert shown.event.number == step
        view = shown.table.snapshot.view
        assert view is not None
        assert view.events == seen.events[:step]
    assert ida.get(ROUND).text.count('aria-current="step"') == 1
    assert "<!doctype html>" in ida.get(ROUND, headers={"HX-Request": "true",
                                        "HX-History-Restore-Request": "true"}).text  # fmt: skip
    last = ida.get(f"{ROUND}?step=9999").text
    assert "What the round came to" in last
    assert "51.10(" in last
    assert 'role="button"' not in last  # nothing on the felt can be chosen


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_is_stepped_through_from_every_place(host: DurableHost, game: str) -> None:
    table = seat(host, "Ann", "Bob", game=game)
    play(host, table, "Ann", "Bob")
    seen = look(host.house, table, 1)
    for place in seen.places:
        found = look(host.house, table, 1, place)
        for step in {1, 2, len(found.events) // 2, len(found.events) - 1, len(found.events)}:
            shown = eye_view(found, step)
            assert shown.event is not None
            assert shown.event.says
            assert shown.table.felt or shown.table.areas or shown.table.things or place != "house"
        listed = [event.number for part in shown.parts for event in part.events]
        assert listed == list(range(1, len(found.events) + 1))
    assert not seen.differs


def altered(host: DurableHost, seq: int) -> None:
    """Somebody with the database's password and no keys."""
    with host.house.database.transaction() as connection:
        connection.execute(
            text("UPDATE entries SET body = replace(body, 'Ann', 'Eve')"
                 " WHERE table_id = 1 AND seq = :seq"), {"seq": seq}
        )  # fmt: skip


def test_a_tampered_database_is_told_by_its_first_altered_entry(
    host: DurableHost, ida: TestClient, eye: Client
) -> None:
    table = seat(host, "Ann")
    for _ in range(3):
        deal(host, table, "Ann")
        decide(host, table, "Ann")
    whole = ida.get("/eye/tables/1/rounds/2/verify").text
    assert "does not hold" not in whole
    assert "No payment differs." in whole
    card = next(one for one in eye.eye.find()["rounds"] if one["round"] == 2)
    altered(host, card["last"])
    for path in ("/verify", ""):  # a round that cannot be shown is verified instead
        told = ida.get(f"/eye/tables/1/rounds/2{path}").text
        assert f"Entry {card['last']} was altered" in told
        assert "It does not hold." in told
    part = ida.get("/eye/tables/1/rounds/3/verify", headers={"HX-Request": "true"}).text
    assert f"Entry {card['last']} was altered" in part
    assert "<html" not in part
    assert ida.get("/eye/tables/1/rounds/1").status_code == 200
    for path in ("", "/log", "/report"):
        answer = ida.get(f"/api/eye/tables/1/rounds/2{path}")
        assert answer.status_code == 409
        assert "was altered" in answer.json()["detail"]
    proof = eye.eye.proof(table, 2)
    assert proof["checks"][0]["state"] == "fails"
    altered(host, card["last"] + 1)  # a row that was altered again does not take the page down
    with host.house.database.transaction() as connection:
        connection.execute(text("UPDATE entries SET body = 'x' WHERE table_id = 1 AND seq > 4"))
    for path in ("/eye", "/eye?table=1", "/eye?round=2", "/eye/tables/1/rounds/2"):
        assert ida.get(path).status_code < 500
    assert "Entry 5 was altered" in ida.get("/eye/tables/1/rounds/2/verify").text


def test_what_is_taken_away_passes_the_audit(
    host: DurableHost, eye: Client, tmp_path: Path, run: Callable[..., Result]
) -> None:
    file = tmp_path / "log.jsonl"
    table, other = seat(host, "Ann"), seat(host, "Bob", game="craps")
    for _ in range(3):
        deal(host, table, "Ann")
        decide(host, table, "Ann", what="play")
    play(host, other, "Bob")
    middle = eye.eye.find(table=table)["rounds"][1]["ended"]
    for content, rounds in [
        (eye.eye.log(table, 2), 1),
        (b"".join(eye.eye.logs(table=table)), 3),
        (b"".join(eye.eye.logs()), 4),
        (b"".join(eye.eye.logs(until=middle)), 2),
        (b"".join(eye.eye.ledger(table)), 3),
        (b"".join(eye.eye.ledger(other)), 1),
    ]:
        file.write_bytes(content)
        audit = run("audit", str(file), "--workers", "1", "--json")
        report = json.loads(audit.output)
        assert report["rounds"] == rounds
        assert report["holds"]
        assert audit.exit_code == (0 if report["signed"] else 3)
        assert report["signed"] == (b'"kind":"end"' in content)
    lines = b"".join(eye.eye.logs(table=table)).splitlines()
    assert [json.loads(line)["start"]["rounds"] for line in lines] == [0, 1, 2]
    record = json.loads(lines[0])
    for event in record["events"]:
        if event["kind"] == "wagered":
            event["amount"] += 100
    file.write_text(json.dumps(record))
    assert run("audit", str(file), "--workers", "1").exit_code != 0


def test_a_report_has_every_event_and_every_cite(host: DurableHost, eye: Client) -> None:
    table = seat(host, "Ann", "Bob")
    deal(host, table, "Ann", "Bob")
    expose(host, table)
    page = eye.eye.report(table, 1, "html").decode()
    seen = look(host.house, table, 1)
    for event in seen.events:
        assert event.cite in page
    assert page.count("<tr>") > len(seen.events)
    for words in ("void", "Chain: holds", "Payments: holds", "Ann", "Bob", "51.12(b)"):
        assert words in page
    assert eye.eye.report(table, 1).startswith(b"%PDF")
    with pytest.raises(Problem, match="form"):
        eye.eye.report(table, 1, "docx")


def test_a_card_that_waits_face_down_is_not_shown(host: DurableHost, ida: TestClient) -> None:
    """At baccarat a card drawn in error begins the next hand."""
    table = host.house.open_table("mini-baccarat", by_hand=["dealer"], by=FLOOR)
    host.enter("Ann")
    host.house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    reported = False
    say(host, table, DEALER, do="begin")
    while waiting := host.house.waiting(table):
        if waiting["for"] == "bets":
            host.house.do(
                table, {"do": "bet", "seat": 1, "bets": {"player": 1000}}, by="Ann", key="bet"
            )
            say(host, table, DEALER, do="close")
            say(host, table, DEALER, do="report", what="card_drawn_in_error")
            reported = True
        elif waiting["for"] == "next":
            say(host, table, DEALER, do="go")
        else:
            said = {"do": "act", "who": waiting["who"], "what": waiting["choices"][0]["name"],
                    "amount": waiting["choices"][0]["least"]}  # fmt: skip
            by = "Ann" if waiting["who"] == 1 else FLOOR
            host.house.do(table, said, by=by, key=f"{waiting}")
    assert reported
    events = ida.get(f"/api{ROUND}").json()["events"]
    (aside,) = (event for event in events if event["kind"] == "set_aside")
    assert aside["cards"] == "??"
    assert "waits for the next hand" in ida.get(ROUND).text
    assert ida.get(f"/api{ROUND}/log").status_code == 409
    assert ida.get(f"/api{ROUND}/ledger").status_code == 409
    assert ida.get("/api/eye/log").text == ""
    assert "set_aside" not in ida.get("/api/eye/tables/1/ledger").text


def test_players_look_back_from_their_own_seats(app: FastAPI, host: DurableHost) -> None:
    table, other = seat(host, "Ann", "Bob"), seat(host, "Bob")
    deal(host, table, "Ann", "Bob")
    decide(host, table, "Ann", "Bob")
    deal(host, other, "Bob")
    decide(host, other, "Bob")
    ann, bob, cyd = (program(app, name, "player") for name in ("Ann", "Bob", "Cyd"))
    assert [one["table"] for one in ann.my_rounds()["rounds"]] == [table]
    assert [one["table"] for one in bob.my_rounds()["rounds"]] == [other, table]
    assert cyd.my_rounds()["rounds"] == []
    seen = ann.my_round(table, 1)
    assert (seen["seen_as"], seen["places"]) == ("1", ["1"])
    dealt = {
        str(event["who"]): event["cards"] for event in seen["events"] if event["kind"] == "dealt"
    }
    assert "?" not in dealt["1"]
    assert set(dealt["2"]) == set(dealt["dealer"]) == {"?", " "}
    for wrong in (lambda: cyd.my_round(table, 1), lambda: ann.my_round(other, 1)):
        with pytest.raises(Refused, match="you had no seat"):
            wrong()
    with pytest.raises(Refused, match="this round has no view from 2"):
        ann.my_round(table, 1, seat=2)
    page = come_in(app, "Ann", "player")
    assert "/eye/mine/tables/1/rounds/1" in page.get("/eye/mine").text
    own = page.get("/eye/mine/tables/1/rounds/1?step=999").text
    hidden = [
        card_name(card)
        for event in record(host.house, table, 1).log.events
        if event.kind == "dealt" and event.who == 2
        for card in event.cards
    ]
    assert hidden
    assert not [name for name in hidden if name in own]
    assert "Verify" not in own
    assert page.get("/eye/mine/tables/1/rounds/1?as=house").status_code == 409
    assert page.get("/eye/mine/tables/1/rounds/1?as=2").status_code == 409
    assert come_in(app, "Ida", "auditor").get("/eye/mine").status_code == 403


def test_a_seat_is_looked_back_from_by_who_played_it(app: FastAPI, host: DurableHost) -> None:
    """Ann gets up before she has bet, and Cyd plays the round from her seat."""
    table = seat(host, "Ann", "Bob")
    host.enter("Cyd")
    host.do(table, {"do": "leave", "seat": 1}, by="Ann")
    host.do(table, {"do": "sit", "seat": 1}, by="Cyd")
    deal(host, table, "Cyd", "Bob")
    host.do(table, {"do": "act", "seat": 1, "what": "fold"}, by="Cyd")
    with pytest.raises(Refused, match="stays until they are settled"):
        host.do(table, {"do": "leave", "seat": 1}, by="Cyd")
    host.do(table, {"do": "act", "seat": 2, "what": "fold"}, by="Bob")
    assert program(app, "Cyd", "player").my_round(table, 1)["places"] == ["1"]
    with pytest.raises(Refused, match="you had no seat"):
        program(app, "Ann", "player").my_round(table, 1)


def test_what_the_verify_page_says_works_as_printed(
    host: DurableHost,
    eye: Client,
    ida: TestClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., Result],
) -> None:
    table = seat(host, "Ann")
    for _ in range(2):
        deal(host, table, "Ann")
        decide(host, table, "Ann", what="play")
        host.house.signing.now()
    deal(host, table, "Ann")
    page = ida.get(f"{ROUND}/verify").text
    monkeypatch.chdir(tmp_path)
    links = re.findall(r'<a href="([^"]+)" download(?:="[^"]*")? id="(?:public-key|signed)"', page)
    assert len(links) == 2
    for link in links:
        found = ida.get(link)
        (name,) = re.findall(r'filename="?([^";]+)', found.headers["content-disposition"])
        (tmp_path / name).write_bytes(found.content)
    (command,) = re.findall(r'<code id="audit">houseway ([^<]+)</code>', page)
    audit = run(*command.split(), "--workers", "1")
    assert audit.exit_code == 0, audit.output
    assert "1 rounds" in audit.output
    assert audit.output.endswith("It holds.\n")
    signed = Path("table-1-round-1-signed.jsonl")
    assert signed.read_bytes() == eye.eye.signed(table, 1)
    assert b'"proof":' in signed.read_bytes()
    assert Path("house-public.key").read_text().strip() == eye.eye.public_key()
    altered = signed.read_text().replace('"by":"Ann"', '"by":"Eve"', 1)
    signed.write_text(altered)
    assert run(*command.split(), "--workers", "1").exit_code == 1
