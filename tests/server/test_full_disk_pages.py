"""On a full disk nothing is played, and everything that is only read is shown."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from house import Running
from test_floor import house, somebody
from test_floor_figures import played

from houseway.ledger.database.database import Database
from houseway.ledger.errors import Unavailable
from houseway.rulebook.refusal import Refused

__all__ = ["house"]  # a fixture
PAGES = {
    "player": (
        "/",
        "/tables/{id}",
        "/account",
        "/api/tables",
        "/api/tables/{id}",
    ),
    "floor": (
        "/floor",
        "/floor/tables/{id}",
        "/floor/meters",
        "/floor/payouts",
        "/api/floor/alerts",
    ),
    "auditor": ("/eye", "/eye/tables/{id}/rounds/1", "/api/eye/rounds"),
}


@contextmanager
def full(house: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No transaction writes anything; tables are brought up from the database again."""

    def fail(*given: object, **named: object) -> object:
        raise Unavailable("the disk is full; nothing was acknowledged")

    with monkeypatch.context() as patched:
        for name in ("transaction", "snapshot", "write"):
            patched.setattr(Database, name, fail)
        house.app.state.host.house._live.clear()
        yield


def test_pages_are_shown_on_a_full_disk(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    host = house.app.state.host
    with somebody(house, "Flo", "floor") as flo:
        table = flo.floor.open_table("three-card-blitz").id
    played(house, table)
    for role, paths in PAGES.items():
        with somebody(house, f"Reader of {role} pages", role) as one:
            host.house.door.idle = 10**9
            every = "houseway.ledger.people.sign_in.TOUCHED"
            monkeypatch.setattr(every, 10**12)  # every request counts
            with full(house, monkeypatch):
                for path in paths:
                    kind = "application/json" if path.startswith("/api") else "text/html"
                    found = one._http.get(path.format(id=table), headers={"Accept": kind})
                    assert found.status_code == 200, (path, found.status_code)
    with full(house, monkeypatch), pytest.raises((Refused, Unavailable)):
        played(house, table)
    played(house, table)
