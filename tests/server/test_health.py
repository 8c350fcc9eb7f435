"""Alive, ready, counted, logged; headers on every answer, also when something breaks."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from doors import doors
from house import WAIT, Running, application, running

from houseway.client import Client
from houseway.ledger.errors import Broken, Unavailable
from houseway.rulebook.refusal import Refused
from houseway.server.house_settings import HouseSettings, house_settings
from houseway.server.http import request_log
from houseway.server.http.metrics import Metrics
from houseway.server.http.middleware import HEADERS, MOST
from houseway.server.http.request_log import JsonLines
from until import until

BETS = {"ante": 1000, "blind": 1000}


@pytest.fixture
def house(where: str) -> Iterator[Running]:
    with running(kind="durable", url=where) as found:
        yield found


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What is logged, as lines of JSON."""
    text, before = io.StringIO(), request_log.log.level
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLines())
    request_log.log.addHandler(handler)
    request_log.log.setLevel("INFO")
    yield text
    request_log.log.removeHandler(handler)
    request_log.log.setLevel(before)


def lines(text: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.getvalue().splitlines()]


def line_of(text: io.StringIO, request: str) -> dict[str, object]:
    """The line of a request, which is written when it has been answered."""

    def found() -> dict[str, object] | None:
        told = (one for one in lines(text) if one.get("request") == request and "status" in one)
        return next(told, None)

    line = until(found, "it is not in the log")
    assert line
    return line


def test_alive_and_ready(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    assert httpx.get(f"{house.base}/healthz", timeout=WAIT).text == "ok\n"
    assert httpx.get(f"{house.base}/readyz", timeout=WAIT).status_code == 200
    ledger = house.app.state.host.house

    def broken() -> None:
        raise Broken("an entry was altered")

    def lost() -> object:
        raise Unavailable("the connection to the database is lost")

    with monkeypatch.context() as patch:
        patch.setattr(ledger.signing, "must_hold", broken)
        answer = httpx.get(f"{house.base}/readyz", timeout=WAIT)
        assert (answer.status_code, "audit" in answer.text) == (503, True)
    with monkeypatch.context() as patch:
        patch.setattr(ledger.database, "reading", lost)
        assert httpx.get(f"{house.base}/readyz", timeout=WAIT).status_code == 503
        assert httpx.get(f"{house.base}/healthz", timeout=WAIT).status_code == 200
    assert httpx.get(f"{house.base}/readyz", timeout=WAIT).status_code == 200


def value(base: str, name: str) -> float:
    return counted(httpx.get(f"{base}/metrics", timeout=WAIT).text, name)


def counted(told: str, name: str) -> float:
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith(name))


def test_what_is_counted_is_what_was_done(house: Running) -> None:
    with Client(house.base) as ada:
        ada.enter(house.app.state.sessions.link(), "Ada")
        table = ada.open_table("three-card-blitz")
        table.sit(1)
        table.bet(1, **BETS)
        with pytest.raises(Refused):
            table.bet(1, ante=1)
        table.ready(1)
        while table.look()["asks"] == "decision":
            table.act(1, "fold")
    count = {
        'houseway_commands_total{word="bet"}': 1.0,
        'houseway_commands_total{word="sit"}': 1.0,
        'houseway_refusals_total{word="bet"}': 0.0,  # refused before the ledger was asked
        "houseway_rounds_total": 1.0,
        "houseway_streams": 0.0,
        "houseway_queue": 0.0,
    }
    assert {name: value(house.base, name) for name in count} == count
    told = httpx.get(f"{house.base}/metrics", timeout=WAIT).text  # both of one moment
    assert counted(told, "houseway_commit_seconds_count") == counted(
        told, "houseway_commands_total"
    )
    assert value(house.base, "process_resident_memory_bytes") > 10**7
    assert value(house.base, 'houseway_requests_total{method="POST"') > 5
    with pytest.raises(Refused):
        house.app.state.host.house.do(1, {"do": "go"}, by="the dealer", key="x")
    assert value(house.base, 'houseway_refusals_total{word="go"}') == 1.0


def test_metrics_are_not_for_everybody() -> None:
    """By the address, or by a token; a proxy's word does not make somebody a neighbor."""
    with application("memory") as app:

        def status(client: str, **headers: str) -> int:
            from fastapi.testclient import TestClient

            with TestClient(app, client=(client, 5000)) as http:
                return http.get("/metrics", headers=headers).status_code

        assert status("127.0.0.1") == 200
        assert status("::1") == 200
        assert status("192.0.2.7") == 403
        assert status("127.0.0.1", **{"X-Forwarded-For": "127.0.0.1"}) == 403
        assert status("testclient") == 403
        app.state.metrics = Metrics("sesame")
        assert status("127.0.0.1") == 403
        assert status("192.0.2.7", Authorization="Bearer sesame") == 200
        assert status("192.0.2.7", Authorization="Bearer open") == 403


def test_settings_are_numbers_within_bounds() -> None:
    assert house_settings({}) == HouseSettings()
    told = {"HOUSEWAY_STAFF_IDLE": "5", "HOUSEWAY_TABLES_PER_PLAYER": "3"}
    assert house_settings(told) == HouseSettings(tables_each=3, staff_idle=5)
    for wrong in ("0", "-1", "x", "1e3", "9" * 50, "٣"):
        with pytest.raises(Refused, match="HOUSEWAY_STAFF_IDLE must be a number"):
            house_settings({"HOUSEWAY_STAFF_IDLE": wrong})


def break_a_route(house: Running) -> None:
    def broken() -> None:
        raise RuntimeError("nobody thought of this: the-secret")

    house.app.router.add_api_route("/api/broken", broken)
    house.app.router.add_api_route("/broken", broken)


def test_every_answer_carries_its_headers_and_its_id(house: Running, logged: io.StringIO) -> None:
    break_a_route(house)
    wanted = [
        ("GET", "/enter", 401, b""),
        ("GET", "/", 401, b""),
        ("GET", "/nowhere", 404, b""),
        ("GET", "/api/nowhere", 404, b""),
        ("PUT", "/api/me", 405, b""),
        ("GET", "/static/house.css", 200, b""),
        ("GET", "/static/none.css", 404, b""),
        ("GET", "/api/broken", 500, b""),
        ("GET", "/broken", 500, b""),
        ("POST", "/api/session", 422, b"{}"),
        ("POST", "/api/session", 422, b"[" * 50_000),
        ("POST", "/api/session", 413, b"x" * (MOST + 1)),
        ("GET", "/healthz", 200, b""),
        ("GET", "/metrics", 200, b""),
    ]
    ids = set()
    for method, path, status, body in wanted:
        answer = httpx.request(method, f"{house.base}{path}", content=body, timeout=60)
        assert answer.status_code == status, (path, answer.text[:200])
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
        assert answer.headers["Cache-Control"], path
        ids.add(answer.headers["X-Request-ID"])
        assert "the-secret" not in answer.text
        assert "Traceback" not in answer.text
        if not path.startswith("/static/house"):
            told = line_of(logged, answer.headers["X-Request-ID"])
            assert (told["path"], told["status"]) == (path, status)
    assert len(ids) == len(wanted)
    broken = [one for one in lines(logged) if "error" in one]
    assert len(broken) == 2
    assert all("the-secret" in str(one["error"]) and one["request"] in ids for one in broken)


def test_no_secret_is_in_the_log(house: Running, logged: io.StringIO) -> None:
    link = house.app.state.sessions.link()
    httpx.get(f"{house.base}/enter?token={link}", timeout=WAIT)
    with Client(house.base) as ada:
        token = ada.enter(link, "Ada")
        ada.me()
        ada._http.post("/api/session/password", json={"name": "Ada", "password": "my-password"})
    text = logged.getvalue()
    assert '"who": "Ada"' in text
    assert '"from": "127.0.0.1"' in text
    assert not [one for one in (link, token, "my-password") if one in text]


def test_a_process_logs_lines_of_json(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+") as log:
        with doors("--data", str(tmp_path), stderr=log) as found:
            id = httpx.get(f"{found.base}/healthz", timeout=WAIT).headers["X-Request-ID"]
        log.seek(0)
        told = [json.loads(line) for line in log.read().splitlines()]
    (mine,) = [one for one in told if one.get("request") == id]
    assert (mine["path"], mine["status"], mine["level"]) == ("/healthz", 200, "info")


DEEP = [50, 150, 500, 5_000, 40_000]


@pytest.mark.parametrize("depth", DEEP)
def test_bottomless_bodies_and_numbers_break_nothing(house: Running, depth: int) -> None:
    """Nested within what a route takes, as keys, as numbers that no book holds."""
    host = house.app.state.host
    host.enter("Ada")
    host.enter("Flo", "floor")
    table = host.open_table("keno", "nj", {}, by="Ada")
    host.do(table, {"do": "sit", "seat": 1}, by="Ada")
    nested = "[" * depth + "]" * depth
    tables = '{"a":' * depth + "1" + "}" * depth
    huge = "9" * min(depth, 5_000)
    said = f"/api/tables/{table}/commands"
    bodies = [
        (said, f'{{"do": "buy", "seat": 1, "form": {{"wager": {nested}}}}}'),
        (said, f'{{"do": "buy", "seat": 1, "form": {tables}}}'),
        (said, f'{{"do": "buy", "seat": 1, "form": {{"wager": "straight", "rate": {huge}}}}}'),
        (said, f'{{"do": "buy", "seat": 1, "form": {{"wager": "straight", "numbers": [{huge}]}}}}'),
        (said, f'{{"do": "bet", "seat": 1, "bets": {{"straight": {huge}}}}}'),
        (said, f'{{"do": "bet", "seat": {huge}, "bets": {{}}}}'),
        ("/api/tables", f'{{"game": "keno", "options": {{"rate_card": {nested}}}}}'),
        ("/api/floor/tables", f'{{"game": "keno", "limits": {{"straight": {nested}}}}}'),
        ("/api/floor/tables", f'{{"game": "keno", "meters": {tables}}}'),
        ("/api/floor/check", f'{{"game": "keno", "options": {{"rate_card": {nested}}}}}'),
        ("/api/practice/tables", f'{{"game": {nested}}}'),
        ("/api/session", tables),
        ("/api/session", nested),
    ]
    for name, role in (("Ada", "player"), ("Flo", "floor")):
        token = house.app.state.sessions.start(name, role)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        with httpx.Client(base_url=house.base, headers=headers, timeout=60) as http:
            for path, body in bodies:
                status = http.post(path, content=body).status_code
                assert status < 500, (path, body[:80], status)
    assert host.house.reconcile().holds
