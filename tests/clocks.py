"""Clocks that stand still until a test moves them on."""

import time

import pytest
from sqlalchemy import create_engine, make_url, text

from houseway.ledger.database import database


class DatabaseClock:
    """The clock of an empty database, by which leases, sessions and waits for passwords end. The
    time is kept in the database, so that every process of a house sees the same."""

    def __init__(self, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._url = make_url(url)
        now = int(time.time() * 1000)
        self._do("CREATE TABLE test_clock (at BIGINT)", f"INSERT INTO test_clock VALUES ({now})")
        for kind in database.NOW:
            monkeypatch.setitem(database.NOW, kind, "(SELECT at FROM test_clock)")

    def go(self, seconds: float) -> None:
        """Let time pass."""
        self._do(f"UPDATE test_clock SET at = at + {round(seconds * 1000)}")

    def _do(self, *statements: str) -> None:
        engine = create_engine(self._url)
        with engine.begin() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()


class Clock:
    """Seconds of a clock in this process."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def go(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds
