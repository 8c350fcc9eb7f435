"""What is turned away before the house looks at it, and what every answer says of its address."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from house import DATABASES, application

import postgres
from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app
from houseway.server.house_settings import HouseSettings, house_settings
from houseway.server.http.middleware import HEADER_BYTES, MOST_HEADERS
from houseway.server.memory import MemoryHost
from houseway.server.sign_in.sessions import Sessions


@pytest.fixture
def app() -> Iterator[FastAPI]:
    with application("memory") as made:
        yield made


def status(app: FastAPI, **headers: str) -> int:
    """What a sign-in with a wrong password comes to."""
    said = {"name": "Ada", "password": "wrong"}
    http = TestClient(app, base_url=headers.pop("base", "http://testserver"))
    return http.post("/api/session/password", json=said, headers=headers).status_code


ELSEWHERE = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://testserver:81"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"},
]
HERE: list[dict[str, str]] = [
    {},
    {"Origin": "http://testserver"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_a_sign_in_from_another_origin_is_refused(app: FastAPI, headers: dict[str, str]) -> None:
    assert status(app, **headers) == 403
    http = TestClient(app, headers=headers)
    for path in ("/enter", "/password", "/invite", "/api/session"):
        assert http.post(path).status_code == 403
    assert http.get("/enter").status_code == TestClient(app).get("/enter").status_code != 403


@pytest.mark.parametrize("headers", HERE, ids=str)
def test_a_sign_in_from_here_is_looked_at(app: FastAPI, headers: dict[str, str]) -> None:
    assert status(app, **headers) == 409


def with_url(url: str) -> FastAPI:
    return create_app(MemoryHost(), Sessions(), HouseSettings(url=url))


def test_the_public_address_is_one_of_the_house() -> None:
    headers = {"Origin": "https://casino.example", "Host": "10.0.0.7"}
    assert status(with_url("https://casino.example"), **headers) == 409
    assert status(with_url(""), **headers) == 403


@pytest.mark.parametrize(
    ("url", "base"), [("", "http://testserver"), ("https://casino.example",) * 2]
)
def test_an_invitation_does_not_believe_the_host_header(url: str, base: str) -> None:
    app = with_url(url)
    app.state.host.enter("Flo", "floor")
    token = app.state.sessions.start("Flo", "floor")
    http = TestClient(app, headers={"Host": "evil.example"}, cookies={"houseway": token})
    (csrf,) = set(re.findall('name="csrf" value="([^"]+)"', http.get("/").text))
    found = http.post("/invite", data={"role": "player", "csrf": csrf})
    assert found.status_code == 200, found.text
    assert "evil.example" not in found.text
    assert f"{base}/enter?token=" in found.text


def test_a_browser_that_came_over_tls_is_told_to_stay(app: FastAPI) -> None:
    name = "strict-transport-security"
    assert name not in TestClient(app).get("/healthz").headers
    secure = TestClient(app, base_url="https://testserver")
    assert secure.get("/healthz").headers[name] == "max-age=31536000"


def test_headers_are_limited(app: FastAPI) -> None:
    http = TestClient(app)
    many = {f"X-{number}": "1" for number in range(MOST_HEADERS - 10)}
    assert http.get("/healthz", headers=many).status_code == 200
    many |= {f"Y-{number}": "1" for number in range(11)}
    assert http.get("/healthz", headers=many).status_code == 431
    assert http.get("/healthz", headers={"X-A": "a" * (HEADER_BYTES // 2)}).status_code == 200
    assert http.get("/healthz", headers={"X-A": "a" * HEADER_BYTES}).status_code == 431


def test_the_public_address_is_checked_when_it_is_set() -> None:
    assert house_settings({"HOUSEWAY_URL": "https://Casino.example/"}).url == (
        "https://casino.example"
    )
    for wrong in ("casino.example", "https://casino.example/lobby", "ftp://a", "https://a b"):
        with pytest.raises(Refused, match="HOUSEWAY_URL must be a URL"):
            house_settings({"HOUSEWAY_URL": wrong})


@pytest.fixture(params=DATABASES)
def durable(request: pytest.FixtureRequest) -> Iterator[FastAPI]:
    if request.param == "sqlite":
        with application("durable") as made:
            yield made
        return
    with (
        postgres.database(request.getfixturevalue("server")) as url,
        application("durable", url=url) as made,
    ):
        yield made


def test_a_name_with_nul_breaks_nothing(durable: FastAPI) -> None:
    http = TestClient(durable, raise_server_exceptions=False)
    said = {"name": "A\0da", "password": "a\0b"}
    assert 400 <= http.post("/api/session/password", json=said).status_code < 500
    link = durable.state.sessions.link("player")
    said = {"link": link, "name": "A\0da"}
    assert 400 <= http.post("/api/session", json=said).status_code < 500
    said = {"link": "A\0da", "name": "Ada"}
    assert 400 <= http.post("/api/session", json=said).status_code < 500
    assert 400 <= http.post("/enter", data={"token": "\0", "name": "\0"}).status_code < 500
    assert http.post("/api/session", json={"link": link, "name": "Ada"}).status_code < 300
