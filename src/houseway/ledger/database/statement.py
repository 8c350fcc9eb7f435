"""SQL that every command says, in the driver's own words, and what drivers complain of."""

import re
import sqlite3
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from houseway.ledger.errors import Elsewhere, KeyUsed, Short, TooMuch, Unavailable

SQLITE, POSTGRES = "sqlite", "postgresql"
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
    "out of range": "an amount is beyond what the books hold",
}
CONSTRAINTS: dict[str, type[Exception]] = {  # as either driver names one, and what it guards
    "NOT NULL constraint failed: entries.table_id": Elsewhere,
    "entries.table_id": Elsewhere,
    "UNIQUE constraint failed: entries.table_id, entries.key": KeyUsed,
    "entries.entries_table_id_key_key": KeyUsed,
    "NOT NULL constraint failed: accounts.balance": Short,
    "accounts.balance": Short,
    "CHECK constraint failed: balance_is_whole": TooMuch,
    "accounts.balance_is_whole": TooMuch,
}
REFUSED = tuple(set(CONSTRAINTS.values()))  # with nothing wrong with the connection


_NAMED = re.compile(r":(\w+)")


class Statement:
    """SQL that every command says, in the driver's own words: it is not compiled and its rows are
    not wrapped, which together take longer than the work itself. Parameters are ``:named``."""

    def __init__(self, sql: str) -> None:
        self._words = {SQLITE: _NAMED.sub("?", sql), POSTGRES: _NAMED.sub(r"%(\1)s", sql)}
        names = _NAMED.findall(sql)  # SQLite takes values by place, which is quicker
        self._placed: Callable[[Any], Any] = (
            itemgetter(*names) if len(names) > 1 else lambda values: [values[n] for n in names]
        )

    def __call__(self, connection: Connection, values: Any) -> Any:
        """Say it as part of a transaction, once or for each of a list; the driver's cursor."""
        raw, kind = raw_connection(connection), connection.dialect.name
        words, many, given = self._words[kind], isinstance(values, list), values
        if kind == SQLITE:
            given = map(self._placed, values) if many else self._placed(values)
        try:
            return raw.cursor().executemany(words, given) if many else raw.execute(words, given)
        except _driver(connection).Error as error:
            raise _complaint(connection, error) from None

    def one(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """The first row that it gives, if any."""
        return self(connection, values).fetchone()

    def all(self, connection: Connection, values: Mapping[str, Any]) -> list[Any]:
        """Every row that it gives."""
        found: list[Any] = self(connection, values).fetchall()
        return found


def raw_connection(connection: Connection) -> Any:
    """The driver's own connection."""
    return connection.connection.dbapi_connection


def _driver(connection: Connection) -> Any:
    return connection.dialect.dbapi


def _complaint(connection: Connection, error: BaseException) -> Exception:
    """Raise the driver's own error; a broken connection is not used again."""
    if not connection.invalidated:
        dialect: Any = connection.dialect
        if dialect.is_disconnect(error, raw_connection(connection), None):
            connection.invalidate(error)
            connection.engine.dispose()  # the others of the pool are as old
    return CONSTRAINTS.get(_constraint(error), Unavailable)(_reason(error))


def _constraint(error: BaseException) -> str:
    """The constraint that an error is of; a server may put it into any language."""
    if (told := getattr(error, "diag", None)) is None:
        return str(error)
    return f"{told.table_name}.{told.column_name or told.constraint_name}"


class plainly:
    """Return a driver's error in one sentence."""

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
