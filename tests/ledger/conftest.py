"""Houses to try things on: in SQLite, and in a PostgreSQL that is started once for all tests."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

import postgres
from houseway.ledger import people
from houseway.ledger.house import House
from postgres import MEMORY, new_database, on_server

__all__ = ["furnish", "new_database", "on_server"]
PEOPLE = {"Flo": "floor", "Dee": "dealer", "Aud": "auditor"}


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server for all tests."""
    with postgres.server() as url:
        yield url


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hash with less work."""
    monkeypatch.setattr(
        people, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the files of a house lie."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="houseway-", dir=MEMORY) as name:
        yield Path(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'house.db'}"
        return
    with postgres.database(request.getfixturevalue("server")) as made:
        yield made


@pytest.fixture
def keys(folder: Path) -> Path:
    """Where the keys of the house lie."""
    return folder / "keys"


def furnish(house: House, *players: str) -> House:
    """Staff and players, each with $10,000."""
    for name, role in PEOPLE.items():
        house.add_person(name, role, f"{name}'s password", by="boss")
    for name in players or ("Ann", "Bob", "Cid"):
        house.add_person(name, "player", f"{name}'s password", by="boss")
        house.buy_in(name, 1_000_000, by="Flo", key=f"buy-in {name}")
    return house


@pytest.fixture
def make(url: str, keys: Path) -> Callable[..., House]:
    """Make a house."""

    def call(*players: str, **settings: object) -> House:
        house = House.create(url, keys, "boss", "the boss's password", name="test", **settings)
        return furnish(house, *players)

    return call


@pytest.fixture
def house(make: Callable[..., House]) -> Iterator[House]:
    """A house with a few people."""
    made = make()
    yield made
    made.close()


@pytest.fixture
def sqlite(folder: Path, keys: Path) -> Iterator[House]:
    """The same in SQLite alone, for what does not depend on the database."""
    url = f"sqlite:///{folder / 'house.db'}"
    made = furnish(House.create(url, keys, "boss", "the boss's password", name="test"))
    yield made
    made.close()
