"""The helpers of these tests lie beside them; every file has a browser of its own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from playwright.sync_api import Browser, expect, sync_playwright

import postgres
from houseway.ledger.people import passwords
from houseway.server.http import turns

sys.path.insert(0, str(Path(__file__).parent))

from house import ARGUMENTS, CHROMIUM, DATABASES, SLOW

turns.HOLD = 0.0  # tests/server/test_turns.py sets another


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server for all tests."""
    with postgres.server() as url:
        yield url


@pytest.fixture(params=DATABASES)
def where(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of either kind; an empty address is a new SQLite file."""
    if request.param == "sqlite":
        yield ""
        return
    with postgres.database(request.getfixturevalue("server")) as url:
        yield url


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hash with less work."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", quick)
    monkeypatch.setattr(passwords, "_NOBODY", quick.hash("nobody"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium of the system; where there is none the tests fail rather than pass unseen."""
    assert CHROMIUM, "no Chromium: apt-get install -y chromium"
    expect.set_options(timeout=SLOW)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()
