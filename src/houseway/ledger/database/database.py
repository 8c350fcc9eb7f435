"""The database of a house: SQLite in one file, or PostgreSQL.

A transaction either happens whole or not at all; whatever goes wrong inside one comes out as one
plain sentence without values in it.
"""

import contextlib
import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from houseway.ledger.database.commit_queue import Queue, Work
from houseway.ledger.database.statement import (
    POSTGRES,
    REFUSED,
    SQLITE,
    Statement,
    plainly,
    raw_connection,
)
from houseway.ledger.errors import Unavailable, Unusable
from houseway.rulebook.refusal import Refused

__all__ = ["POSTGRES", "SQLITE", "Database", "Statement", "Wanted"]

BUSY = 5  # seconds to wait for another transaction
WRITERS, READERS = 8, 4  # connections that are kept, to write with and to read with
MORE = {WRITERS: 64, READERS: 12}  # and how many besides when many come at once
NOW = {  # milliseconds by the database's own clock
    SQLITE: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    POSTGRES: "CAST(extract(epoch from clock_timestamp()) * 1000 AS BIGINT)",
}


def body_of(connection: Connection, written: str) -> dict[str, Any]:
    """Return the body of an entry as the reader may read it; a house opens what it has sealed."""
    body: dict[str, Any] = connection.get_execution_options()["houseway_body"](written)
    return body


def begin(connection: Connection) -> None:
    """In SQLite, take the write lock until this transaction ends."""
    raw_connection(connection).execute("BEGIN IMMEDIATE")


def commit(connection: Connection) -> None:
    """SQLite: what was written since is kept."""
    if connection.in_transaction():  # as far as the toolkit knows
        connection.commit()
    else:
        raw_connection(connection).commit()


class _Writing:
    """SQLite's one transaction at a time, whose connection is kept while all goes well. To queue
    here beats polling there."""

    def __init__(self, database: "Database") -> None:
        self._database = database
        self._turn = threading.RLock()
        self.connection: Connection | None = None

    def __enter__(self) -> Connection:
        self._turn.acquire()
        try:
            with plainly():
                if self.connection is None:
                    engine = self._database.engine
                    self.connection = engine.connect().execution_options(houseway_begun=True)
                begin(self.connection)
        except BaseException:
            self.drop()
            self._turn.release()
            raise
        return self.connection

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        kept = False
        try:
            with plainly():
                if error is None and self.connection is not None:
                    commit(self.connection)
                    kept = True
            plainly().__exit__(kind, error, trace)
        finally:
            if not kept:
                self.drop()
            self._turn.release()

    def drop(self) -> None:
        """Begin the next one with another connection."""
        dropped, self.connection = self.connection, None
        if dropped is not None:
            dropped.close()


class _Kept:
    """PostgreSQL's connections for single statements, kept while all goes well: to take one from
    the pool and give it back takes as long as the statement."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._idle: list[Connection] = []
        self._age = 0
        event.listen(engine, "engine_disposed", lambda engine: self.drop())

    def write(self, work: Work) -> None:
        """A statement that is a transaction by itself."""
        age = self._age
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._engine.connect()
        good = False
        try:
            work(connection)
            good = True
        except REFUSED:
            good = True
            raise
        finally:
            if good and age == self._age:
                self._idle.append(connection)
            else:
                _end(connection)

    def spare(self) -> None:
        """Return a connection to the pool, for statements that are not in a transaction."""
        with contextlib.suppress(IndexError):
            self._idle.pop().close()

    def drop(self) -> None:
        """Drop all connections; new ones are opened."""
        self._age += 1
        with contextlib.suppress(IndexError):
            while True:
                _end(self._idle.pop())


def _end(connection: Connection) -> None:
    """A connection that is not used again."""
    connection.invalidate()
    connection.close()


class Database:
    """One database, opened for one process."""

    def __init__(self, url: str, stall: int = BUSY, reads_only: bool = False) -> None:
        """``reads_only`` opens a file that nothing is to be written to, on any medium. ``stall`` is
        for how many seconds a transaction of this process may stand still before
        the server ends it, so that a process that hangs does not keep others waiting. Reading keeps
        nobody waiting and may stand still; those who only read say 0, for never."""
        try:
            parsed = make_url(url)
        except (SQLAlchemyError, ValueError):
            raise Unusable(f"{url!r} is not the address of a database") from None
        self.kind = parsed.get_backend_name()
        if self.kind not in NOW:
            raise Unusable(f"a house is kept in SQLite or PostgreSQL, not in {self.kind}")
        self.shown = parsed.render_as_string(hide_password=True)
        self.read_body: Callable[[str], dict[str, Any]] = json.loads  # or as a house opens entries
        self._lock: IO[str] | None = None
        self._writing = _Writing(self)
        self._queue = Queue(self.transaction)
        self._slots = threading.Semaphore(WRITERS)  # more at a time would only hinder each other
        self.file: Path | None = None
        if self.kind == SQLITE:
            if not parsed.database or parsed.database == ":memory:":
                raise Unusable("a house that loses nothing is kept in a file")
            self.file = Path(parsed.database)
            if reads_only and not self.file.is_file():
                raise Unusable(f"{self.file} is not there: it holds no house")
            self.engine = self._readers = _sqlite(parsed, self.file if reads_only else None)
        else:
            self.engine = _postgres(parsed, stall, WRITERS)
            self._readers = _postgres(parsed, 0, READERS)
            self._kept = _Kept(self.engine)

    @property
    def now(self) -> str:
        """The database's clock, as SQL."""
        return NOW[self.kind]

    @property
    def queued(self) -> int:
        """Return the number of commands being written or waiting."""
        if self.kind == SQLITE:
            return self._queue.length
        return int(WRITERS - self._slots._value)

    def answers(self) -> bool:
        """Whether it answers."""
        try:
            with self.reading() as connection:
                return bool(connection.execute(text("SELECT 1")).scalar() == 1)
        except Unavailable:
            return False

    def own_file(self) -> None:
        """SQLite: no other process may run this house while this one does."""
        if self.file is None or self._lock is not None:
            return
        real = self.file.resolve()  # a link to the file is the same file
        path = real.with_name(real.name + ".lock")
        lock = path.open("a+")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            lock.close()
            raise Unavailable(
                f"{self.file} is open in process {owner}; one process runs a house kept in SQLite "
                "(PostgreSQL takes several)"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        self._lock = lock

    def transaction(self) -> contextlib.AbstractContextManager[Connection]:
        """Everything in it is committed when it ends, or nothing if it does not end well."""
        return self._writing if self.kind == SQLITE else self._transaction()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with plainly(), self._begun(self.engine) as connection:
            yield connection

    def _begun(self, engine: Engine) -> contextlib.AbstractContextManager[Connection]:
        self._kept.spare()
        return engine.begin()

    def snapshot(self) -> contextlib.AbstractContextManager[Connection]:
        """A transaction that sees the database at one moment, and may add rows."""
        return self._writing if self.kind == SQLITE else self._snapshot()

    @contextlib.contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        engine = self.engine.execution_options(isolation_level="REPEATABLE READ")
        with plainly(), self._begun(engine) as connection:
            yield connection

    def write(self, work: Work, single: bool) -> None:
        """A transaction that reads nothing first. A single statement is its own transaction."""
        if self.kind == SQLITE:
            self._queue.write(work)
            return
        with self._slots, plainly():
            if single:
                self._kept.write(work)
                return
            with self._begun(self.engine) as connection:
                work(connection)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read transaction that sees one moment and does not block writers."""
        with plainly(), self._readers.connect() as connection:
            reader = connection.execution_options(houseway_reads=True, houseway_body=self.read_body)
            if self.kind == POSTGRES:  # a table's row and its entries must be of the same moment
                reader = reader.execution_options(isolation_level="REPEATABLE READ")
            yield reader

    def close(self) -> None:
        """Close all connections."""
        self._writing.drop()
        self.engine.dispose()
        self._readers.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -- its shape ---------------------------------------------------------------------------

    def migrate(self, to: str = "head") -> None:
        """Bring the tables to the shape that this version knows."""
        with plainly(), self.engine.begin() as connection:
            self.migrate_on(connection, to)

    def migrate_on(self, connection: Connection, to: str = "head") -> None:
        """The same as part of a transaction."""
        self._check_known(connection)
        if self.kind == POSTGRES:  # a long log may take a while between two statements
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, to)

    def check_shape(self) -> None:
        """Refuse a database of another version."""
        with plainly(), self.engine.connect() as connection:
            found, newest = self._check_known(connection), known_versions()[0]
        if found is None:
            raise Unusable(f"{self.shown} holds no house: make one with `houseway house init`")
        if found != newest:
            raise Unusable(
                f"{self.shown} is of an older version ({found}, now {newest}): "
                "back it up, then run `houseway house migrate`"
            )

    def is_empty(self) -> bool:
        """Whether there is no house in it."""
        with plainly(), self.engine.connect() as connection:
            return _revision(connection) is None

    def _check_known(self, connection: Connection) -> str | None:
        found = _revision(connection)
        if found is not None and found not in known_versions():
            raise Unusable(
                f"{self.shown} was written by a newer houseway (its tables are {found}); "
                "nothing was changed"
            )
        return found


class Wanted:
    """A transaction that begins when its connection is first asked for: what is done before keeps
    nobody waiting."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._opened: contextlib.AbstractContextManager[Connection] | None = None
        self._begun: Connection | None = None

    def __enter__(self) -> "Wanted":
        return self

    def __exit__(self, *error: Any) -> bool | None:
        return self._opened.__exit__(*error) if self._opened is not None else None

    def connection(self) -> Connection:
        """A transaction that reads rows which nobody else may change until it ends."""
        if self._begun is None:
            opened = self._database.transaction()
            self._begun, self._opened = opened.__enter__(), opened
        return self._begun

    def write(self, work: Work, single: bool) -> None:
        """The last thing in it."""
        if self._begun is None:
            self._database.write(work, single)
        else:
            work(self._begun)


def _read_only(file: Path) -> sqlite3.Connection:
    """A file that is only read. Where not even SQLite's own notes on who reads can be written, as
    on a medium that is read only, it is taken as it lies there, if nothing waits in its log."""
    address = f"file:{quote(str(file.resolve()))}?mode=ro"
    log = file.with_name(file.name + "-wal")
    waits = log.exists() and log.stat().st_size > 0
    if not waits and not os.access(file.parent, os.W_OK):
        address += "&immutable=1"
    return sqlite3.connect(address, uri=True, timeout=BUSY, check_same_thread=False)


def _sqlite(url: Any, reads_only: Path | None = None) -> Engine:
    given: dict[str, Any] = {"connect_args": {"timeout": BUSY}}
    if reads_only is not None:
        given = {"creator": lambda: _read_only(reads_only)}
    engine = create_engine(url, hide_parameters=True, **given)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say
        if reads_only is not None:
            return
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("houseway_begun"):
            reads = reads_only is not None or options.get("houseway_reads")
            connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _postgres(url: Any, stall: int, pool: int) -> Engine:
    if url.drivername == POSTGRES:
        url = url.set(drivername="postgresql+psycopg")
    timeouts = {
        "idle_in_transaction_session_timeout": f"{stall}s",
        "lock_timeout": f"{2 * stall + BUSY}s",
        "synchronous_commit": "on",
    }
    options = " ".join(f"-c {name}={value}" for name, value in timeouts.items())
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_size=pool,
        max_overflow=MORE[pool],
        pool_pre_ping=pool == READERS,  # who reads is not told of a connection lost meanwhile
        connect_args={"options": options, "connect_timeout": BUSY},
    )

    @event.listens_for(engine, "handle_error")
    def refuse(context: Any) -> None:
        """PostgreSQL keeps no NUL in a text; what people write may have one."""
        error = context.original_exception
        if type(error).__name__ == "DataError" and "NUL" in str(error):
            raise Refused("a text may not contain the character NUL")

    return engine


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


@lru_cache(maxsize=1)
def known_versions() -> tuple[str, ...]:
    """The versions that this one knows, the newest first: they are files, and read once."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(script.revision for script in scripts.walk_revisions())


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def for_update(database: Database) -> str:
    """Rows that are read are to be kept until the transaction ends."""
    return "" if database.kind == SQLITE else " FOR UPDATE"


def inside(kind: str, column: str, name: str) -> str:
    """Return SQL for the text under a name in a JSON column."""
    if kind == SQLITE:
        return f"json_extract({column}, '$.{name}')"
    return f"CAST(CAST({column} AS json) -> '{name}' AS text)"
