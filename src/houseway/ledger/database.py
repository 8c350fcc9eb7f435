"""The database behind a house: SQLite in one file, or PostgreSQL.

A transaction either happens whole or not at all; whatever goes wrong inside one comes out as one
plain sentence without values in it.
"""

import contextlib
import fcntl
import os
import re
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from houseway.ledger.errors import Elsewhere, KeyUsed, Short, Unavailable, Unusable
from houseway.ledger.queue import Queue, Work

BUSY = 5  # seconds to wait for somebody else's transaction
WRITERS, READERS = 8, 4  # connections that are kept, to write with and to read with
MORE = {WRITERS: 64, READERS: 12}  # and how many besides when many come at once
SQLITE, POSTGRES = "sqlite", "postgresql"
NOW = {  # milliseconds by the database's own clock
    SQLITE: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    POSTGRES: "CAST(extract(epoch from clock_timestamp()) * 1000 AS BIGINT)",
}
REASONS = {  # what drivers say, and what it means
    "locked": "the database is locked by another program",
    "disk is full": "the disk is full",
    "full": "the disk is full",
    "disk i/o": "the disk cannot be written to",
    "no space left": "the disk is full",
    "file too large": "the disk cannot be written to: a file has reached its limit",
    "database system is": "the database server is starting or stopping",
    "readonly": "the database cannot be written to",
    "unable to open": "the database file cannot be opened",
    "not a database": "the file is not a database",
    "malformed": "the database file is damaged",
    "lock timeout": "the database is busy: somebody holds what is wanted here",
    "deadlock": "two commands waited for each other",
    "connection": "the connection to the database is lost",
    "terminat": "the connection to the database is lost",
    "closed": "the connection to the database is lost",
}
CONSTRAINTS: dict[str, type[Exception]] = {  # as either driver names one, and what it guards
    "NOT NULL constraint failed: entries.table_id": Elsewhere,
    "entries.table_id": Elsewhere,
    "UNIQUE constraint failed: entries.table_id, entries.key": KeyUsed,
    "entries.entries_table_id_key_key": KeyUsed,
    "NOT NULL constraint failed: accounts.balance": Short,
    "accounts.balance": Short,
}


class Statement:
    """SQL that every command says, in the driver's own words: it is not compiled and its rows are
    not wrapped, which together take longer than the work itself. Parameters are ``:named``."""

    def __init__(self, sql: str) -> None:
        self._words = {SQLITE: sql, POSTGRES: re.sub(r":(\w+)", r"%(\1)s", sql)}

    def __call__(
        self, connection: Connection, values: Mapping[str, Any] | list[dict[str, Any]]
    ) -> Any:
        """Say it as part of a transaction, once or for each of a list; the driver's cursor."""
        raw, driver = _raw(connection), _driver(connection)
        words = self._words[connection.dialect.name]
        try:
            if isinstance(values, list):
                return raw.cursor().executemany(words, values)
            return raw.execute(words, values)
        except driver.Error as error:
            raise _complaint(connection, error) from None

    def one(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """The first row that it gives, if any."""
        return self(connection, values).fetchone()


def _raw(connection: Connection) -> Any:
    """The driver's own connection."""
    return connection.connection.dbapi_connection


def _driver(connection: Connection) -> Any:
    return connection.dialect.dbapi


def _complaint(connection: Connection, error: BaseException) -> Exception:
    """What the driver itself complains of; a connection that is gone is not used again."""
    if not connection.invalidated:
        dialect: Any = connection.dialect
        if dialect.is_disconnect(error, _raw(connection), None):
            connection.invalidate(error)
            connection.engine.dispose()  # the others of the pool are as old
    return CONSTRAINTS.get(_constraint(error), Unavailable)(_reason(error))


def _constraint(error: BaseException) -> str:
    """The constraint that an error is of; a server may put it into any language."""
    if (told := getattr(error, "diag", None)) is None:
        return str(error)
    return f"{told.table_name}.{told.column_name or told.constraint_name}"


def begin(connection: Connection) -> None:
    """SQLite: nobody else writes until this transaction ends."""
    _raw(connection).execute("BEGIN IMMEDIATE")


def commit(connection: Connection) -> None:
    """SQLite: what was written since is kept."""
    if connection.in_transaction():  # as far as the toolkit knows
        connection.commit()
    else:
        _raw(connection).commit()


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


class Database:
    """One database, opened for one process."""

    def __init__(self, url: str, stall: int = BUSY) -> None:
        """``stall`` is for how many seconds a transaction of this process may stand still before
        the server ends it, so that a process that hangs does not keep others waiting. Reading keeps
        nobody waiting and may stand still; those who only read say 0, for never."""
        parsed = make_url(url)
        self.kind = parsed.get_backend_name()
        if self.kind not in NOW:
            raise Unusable(f"a house is kept in SQLite or PostgreSQL, not in {self.kind}")
        self.shown = parsed.render_as_string(hide_password=True)
        self._lock: IO[str] | None = None
        self._writing = _Writing(self)
        self._queue = Queue(self.transaction)
        self._slots = threading.Semaphore(WRITERS)  # more at a time would only hinder each other
        self.file: Path | None = None
        if self.kind == SQLITE:
            if not parsed.database or parsed.database == ":memory:":
                raise Unusable("a house that loses nothing is kept in a file")
            self.file = Path(parsed.database)
            self.engine = self._readers = _sqlite(parsed)
        else:
            self.engine = _postgres(parsed, stall, WRITERS)
            self._readers = _postgres(parsed, 0, READERS)
        self._at_once = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def now(self) -> str:
        """The database's clock, as SQL."""
        return NOW[self.kind]

    def own_file(self) -> None:
        """SQLite: no other process may run this house while this one does."""
        if self.file is None or self._lock is not None:
            return
        path = self.file.with_name(self.file.name + ".lock")
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
        with plainly(), self.engine.begin() as connection:
            yield connection

    def write(self, work: Work, single: bool) -> None:
        """A transaction that asks for nothing. A single statement is one by itself."""
        if self.kind == SQLITE:
            self._queue.write(work)
            return
        begun = self._at_once.connect if single else self.engine.begin
        with self._slots, plainly(), begun() as connection:
            work(connection)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """What is committed at one moment, without keeping anybody from writing."""
        with plainly(), self._readers.connect() as connection:
            reader = connection.execution_options(houseway_reads=True)
            if self.kind == POSTGRES:  # a table's row and its entries must be of the same moment
                reader = reader.execution_options(isolation_level="REPEATABLE READ")
            yield reader

    def close(self) -> None:
        """Let go of everything."""
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
            found, newest = self._check_known(connection), _scripts().get_current_head()
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
        if found is not None and found not in {s.revision for s in _scripts().walk_revisions()}:
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
        """Begin, to see what nobody changes until the end."""
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


class plainly:
    """What a driver complains of, in one sentence."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DBAPIError):
            raise Unavailable(_reason(error.orig)) from None
        if isinstance(error, sqlite3.Error):
            raise Unavailable(_reason(error)) from None
        if isinstance(error, SQLAlchemyError):
            raise Unavailable(f"the database failed ({type(error).__name__})") from None


def _reason(error: BaseException | None) -> str:
    said = str(error).lower()
    why = next((reason for words, reason in REASONS.items() if words in said), "")
    why = why or f"the database failed ({type(error).__name__})"
    return f"{why}; nothing was acknowledged, and the same key can be sent again"


def _sqlite(url: Any) -> Engine:
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("houseway_begun"):
            reads = options.get("houseway_reads")
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
    return engine


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def for_update(database: Database) -> str:
    """Rows that are read are to be kept until the transaction ends."""
    return "" if database.kind == SQLITE else " FOR UPDATE"


def inside(kind: str, column: str, name: str) -> str:
    """What a column of JSON holds under a name, as SQL that gives text."""
    if kind == SQLITE:
        return f"json_extract({column}, '$.{name}')"
    return f"CAST(CAST({column} AS json) -> '{name}' AS text)"
