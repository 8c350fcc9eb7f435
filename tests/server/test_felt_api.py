"""The felt through the interface: drawn once, asked for again only where it has changed."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from house import KINDS, application

from houseway.documents.layout import felt
from houseway.games import games
from houseway.rulebook.table_rules import TableRules
from houseway.server.table.felt_api import ASK_AGAIN, FOREVER, FeltOut

GAMES = list(games())


@pytest.fixture(params=KINDS)
def ada(request: pytest.FixtureRequest) -> Iterator[TestClient]:
    with application(request.param, seed=5) as app, TestClient(app) as client:
        told = client.post(
            "/api/session", json={"link": app.state.sessions.link(), "name": "Ada"}
        ).json()
        client.headers["Authorization"] = f"Bearer {told['token']}"
        yield client


@pytest.mark.parametrize("where", ["/api/tables", "/api/practice/tables"])
def test_a_felt_is_answered_and_kept(ada: TestClient, where: str) -> None:
    for game in GAMES[:3]:
        id = ada.post(where, json={"game": game}).json()["id"]
        for shape in ("wide", "phone"):
            found = ada.get(f"{where}/{id}/felt", params={"shape": shape})
            assert found.status_code == 200
            told = found.json()
            FeltOut.model_validate(told)
            own = games()[game]
            edition = own.editions[0]
            made = felt(TableRules(own.rulebook(edition)), own.layout(edition), shape)  # type: ignore[arg-type]
            assert told["svg"] == made.svg
            assert set(told["areas"]) == set(made.areas)
            assert found.headers["ETag"] == f'"{told["version"]}"'
            assert found.headers["Cache-Control"] == ASK_AGAIN
            again = ada.get(
                f"{where}/{id}/felt",
                params={"shape": shape},
                headers={"If-None-Match": found.headers["ETag"]},
            )
            assert (again.status_code, again.content) == (304, b"")
            kept = ada.get(
                f"{where}/{id}/felt", params={"shape": shape, "version": told["version"]}
            )
            assert kept.headers["Cache-Control"] == FOREVER


def test_what_is_no_shape_or_no_table_is_told(ada: TestClient) -> None:
    id = ada.post("/api/tables", json={"game": GAMES[0]}).json()["id"]
    assert ada.get(f"/api/tables/{id}/felt", params={"shape": "round"}).status_code == 422
    assert ada.get("/api/tables/99/felt").status_code == 404
    assert ada.get("/api/practice/tables/99/felt").status_code == 404
    ada.headers.pop("Authorization")
    assert ada.get(f"/api/tables/{id}/felt").status_code == 401


def test_a_pot_and_the_button_are_shown(ada: TestClient) -> None:
    """What lies in the middle grows as it is put there, and is gone when it is paid."""
    at = f"/api/tables/{ada.post('/api/tables', json={'game': 'winners-pot-poker'}).json()['id']}"
    ada.post(f"{at}/press", json={"do": "sit", "seat": 2})
    ada.post(f"{at}/press", json={"do": "again"})
    seen = ada.post(f"{at}/press", json={"do": "ready"}).json()
    assert (seen["things"]["pot"], seen["things"]["button"]) == (4_000, "dealer")  # the dealer's
    while seen["choices"]:
        seen = ada.post(f"{at}/press", json={"do": "act", "what": "fold"}).json()
    assert "pot" not in seen["things"]
