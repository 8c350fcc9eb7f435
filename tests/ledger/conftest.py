"""Houses to try things on: in SQLite, and in a PostgreSQL that is started once for all tests."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from furnished import furnish, furnish_and_play
from sqlalchemy import make_url

import postgres
from clocks import DatabaseClock
from houseway.ledger.house import House
from houseway.ledger.people import passwords
from postgres import MEMORY, new_database, on_server


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server for all tests."""
    with postgres.server() as url:
        yield url


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hash with less work."""
    monkeypatch.setattr(
        passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the files of a house lie."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="houseway-", dir=MEMORY) as name:
        yield Path(name)


class Ready:
    """Houses that are made once and copied for each test, since making one takes longer than most
    tests do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: dict[tuple[str, str], str] = {}

    def copy(self, kind: str, name: str, folder: Path, server: str = "") -> str:
        """The URL of a copy; SQLite and the keys are in that folder."""
        made, target = COPIED[name], folder / "house.db"
        if (kind, name) not in self.made:
            own = self.folder / f"{name}.db"
            url = new_database(server) if server else f"sqlite:///{own}"
            self.made[kind, name] = url
            with House.create(url, self._keys(kind, name), "boss", "pw", name="test") as house:
                made(house)
        shutil.copytree(self._keys(kind, name), folder / "keys")
        first = make_url(self.made[kind, name])
        if kind == "sqlite":
            shutil.copy(str(first.database), target)
            return f"sqlite:///{target}"
        return new_database(server, like=str(first.database))

    def _keys(self, kind: str, name: str) -> Path:
        return self.folder / f"{kind} {name} keys"


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ready]:
    """Houses to copy."""
    if not os.access(MEMORY, os.W_OK):
        yield Ready(tmp_path_factory.mktemp("ready"))
        return
    with tempfile.TemporaryDirectory(prefix="houseway-ready-", dir=MEMORY) as folder:
        yield Ready(Path(folder))


COPIED = {"house": furnish, "played": furnish_and_play}


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, folder: Path, ready: Ready) -> Iterator[str]:
    """A database of either kind: empty, or with the house that the test asks for."""
    kind = request.param
    server = request.getfixturevalue("server") if kind == "postgresql" else ""
    wanted = [name for name in COPIED if name in request.fixturenames]
    if wanted:
        made = ready.copy(kind, wanted[0], folder, server)
    else:
        made = new_database(server) if server else f"sqlite:///{folder / 'house.db'}"
    yield made
    if server:
        on_server(server, f"DROP DATABASE {make_url(made).database} WITH (FORCE)")


@pytest.fixture
def keys(folder: Path) -> Path:
    """Where the keys of the house lie."""
    return folder / "keys"


@pytest.fixture
def clock(url: str, monkeypatch: pytest.MonkeyPatch) -> DatabaseClock:
    """The clock of the database, which the test moves on."""
    return DatabaseClock(url, monkeypatch)


@pytest.fixture
def make(url: str, keys: Path) -> Callable[..., House]:
    """Make a house."""

    def call(*players: str, **settings: object) -> House:
        house = House.create(url, keys, "boss", "the boss's password", name="test", **settings)
        return furnish(house, *players)

    return call


@pytest.fixture
def house(url: str, keys: Path) -> Iterator[House]:
    """A house with a few people."""
    made = House.open(url, keys)
    yield made
    made.close()


@pytest.fixture
def played(url: str) -> str:
    """A house in which a few rounds have been played; closed."""
    return url


@pytest.fixture
def sqlite(folder: Path, keys: Path, ready: Ready) -> Iterator[House]:
    """A house with a few people in SQLite alone, for what does not depend on the database."""
    made = House.open(ready.copy("sqlite", "house", folder), keys)
    yield made
    made.close()
