"""Visitors without a link: what the first page tells them, and when they may practice."""

import pytest
from fastapi.testclient import TestClient

from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app
from houseway.server.house_settings import HouseSettings, house_settings
from houseway.server.memory import MemoryHost
from houseway.server.sign_in.sessions import Sessions

HERE = ("127.0.0.1", 50_000)
AWAY = ("192.0.2.7", 50_000)


def visitor(client: tuple[str, int], base: str, **settings: str) -> TestClient:
    app = create_app(MemoryHost(), Sessions(), HouseSettings(**settings))  # type: ignore[arg-type]
    return TestClient(app, base, client=client, follow_redirects=False)


@pytest.mark.parametrize(
    ("client", "base", "settings", "opens"),
    [
        (HERE, "http://127.0.0.1:8000", {}, True),
        (HERE, "http://127.0.0.1:8000", {"practice": "closed"}, False),
        (HERE, "http://127.0.0.1:8000", {"url": "http://127.0.0.1:8000"}, False),  # behind a proxy
        (AWAY, "http://127.0.0.1:8000", {}, False),
        (HERE, "http://192.0.2.1:8000", {}, False),
        (AWAY, "http://192.0.2.1:8000", {"practice": "open"}, True),
    ],
)
def test_a_visitor_practices_where_the_house_is_open_to_it(
    client: tuple[str, int], base: str, settings: dict[str, str], opens: bool
) -> None:
    ada = visitor(client, base, **settings)
    first = ada.get("/enter").text
    assert "Casino tables by the book" in first
    assert ("Try a practice table" in first) is opens
    answer = ada.post("/enter/practice", headers={"Origin": base})
    if opens:
        assert (answer.status_code, answer.headers["location"]) == (303, "/practice")
        assert "Visitor " in ada.get("/practice").text
    else:
        assert answer.status_code == 409
        assert "open a link" in answer.text
        assert ada.get("/practice").status_code == 401


def test_the_setting_is_one_of_two_words() -> None:
    assert house_settings({}).practice == ""
    assert house_settings({"HOUSEWAY_PRACTICE": "Open"}).practice == "open"
    with pytest.raises(Refused, match="open or closed"):
        house_settings({"HOUSEWAY_PRACTICE": "yes"})
