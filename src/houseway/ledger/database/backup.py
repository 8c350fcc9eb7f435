"""The whole database as one packed file, and back again, into SQLite or PostgreSQL.

A backup is lines of JSON: what it is, every row of every table, and at the end how many there were
and a hash over all of them, packed, and sealed with the house's master key unless told otherwise.
Keys are not in it; sessions and links are not either.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, select
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    ProgrammingError,
    SQLAlchemyError,
)

from houseway.ledger.chain.keys import Keys
from houseway.ledger.chain.lines import streaming, whole
from houseway.ledger.chain.sealed_file import read_from, write_to
from houseway.ledger.database.database import Database, known_versions
from houseway.ledger.database.statement import plainly
from houseway.ledger.errors import Unusable

FORMAT = "houseway backup 1"
LEFT_OUT = ("sessions", "links", "workers", "attempts", "alembic_version")
CHUNK = 500
LONGEST_LINE = 1 << 26  # bytes; an entry has a few thousand, a rulebook some hundred thousand
PACKED = 200  # highest compression ratio of a backup


def backup(database: Database, path: Path, keys: Keys | None = None) -> int:
    """Write a consistent copy of every row; return the number of rows."""
    with (
        database.reading() as reader,
        whole(path) as made,
        write_to(made, keys) as under,
        gzip.open(under, "wt", encoding="utf-8") as file,
    ):
        connection = streaming(reader)
        hash, count = sha256(), 0
        for line in _rows(connection):
            text = json.dumps(line, ensure_ascii=False) + "\n"
            hash.update(text.encode())
            file.write(text)
            count += 1
        file.write(json.dumps({"rows": count - 1, "sha256": hash.hexdigest()}) + "\n")
    return count - 1


def _rows(connection: Connection) -> Iterator[Any]:
    revision = MigrationContext.configure(connection).get_current_revision()
    yield {"format": FORMAT, "revision": revision}
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name not in LEFT_OUT:
            for row in connection.execute(select(table)).mappings():
                yield [table.name, dict(row)]


def restore(database: Database, path: Path, keys: Keys | None = None) -> int:
    """Bring a backup back into an empty database, all of it or nothing; how many rows."""
    if not database.is_empty():
        raise Unusable(
            f"{database.shown} is not empty; a backup is restored into an empty database"
        )
    revision = _check(path, keys)
    with plainly():
        try:
            with database.engine.begin() as connection:
                database.migrate_on(connection, revision)
                return _fill(connection, _lines(path, keys))
        except (SQLAlchemyError, KeyError, TypeError, OverflowError) as error:
            rows = (IntegrityError, DataError, ProgrammingError)
            if isinstance(error, DBAPIError) and not isinstance(error, rows):
                raise  # it is not the backup that is wrong
            what = f"{path} does not fit the database ({type(error).__name__})"
            raise Unusable(f"{what}; nothing was restored") from None


def _fill(connection: Connection, lines: Iterator[Any]) -> int:
    found = MetaData()
    found.reflect(connection)
    count, name = 0, ""
    waiting: list[dict[str, Any]] = []
    for line in lines:
        if not isinstance(line, list):
            continue
        if waiting and (line[0] != name or len(waiting) >= CHUNK):
            connection.execute(found.tables[name].insert(), waiting)
            waiting = []
        name, row = line
        if name == "tables":
            row = {**row, "owner": "", "lease_until": 0}
        waiting.append(row)
        count += 1
    if waiting:
        connection.execute(found.tables[name].insert(), waiting)
    return count


def _check(path: Path, keys: Keys | None) -> str:
    """The version of a backup that is whole, unaltered and of rows."""
    hash, count, head, last, line = sha256(), -1, None, b"", None
    for written, line in _read(path, keys):
        if head is None:
            head = line
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise Unusable(f"{path} is not a backup")
        else:
            hash.update(last)
            count += 1
            row = isinstance(line, list) and len(line) == 2 and isinstance(line[1], dict)
            if not (row and isinstance(line[0], str)) and not isinstance(line, dict):
                raise Unusable(f"{path} is not a backup: line {count + 2} is not a row")
        last = written
    if head is None or not isinstance(line, dict) or not {"rows", "sha256"} <= set(line):
        raise Unusable(f"{path} is not whole")
    if (line["rows"], line["sha256"]) != (count, hash.hexdigest()):
        raise Unusable(f"{path} was altered")
    if (revision := head.get("revision")) not in known_versions():
        raise Unusable(f"{path} is of another version of houseway ({revision})")
    return str(revision)


def _lines(path: Path, keys: Keys | None) -> Iterator[Any]:
    return (line for _, line in _read(path, keys))


def _read(path: Path, keys: Keys | None) -> Iterator[tuple[bytes, Any]]:
    """The lines of a backup. However small a file is, it may unpack to anything: what is longer
    than any backup could be is refused before it is in memory."""
    try:
        most, total = path.stat().st_size * PACKED + LONGEST_LINE, 0
        with read_from(path, keys) as under, gzip.open(under, "rb") as file:
            while written := file.readline(LONGEST_LINE + 1):
                total += len(written)
                if len(written) > LONGEST_LINE or total > most:
                    raise Unusable(f"{path} is not a backup: it unpacks to too much")
                yield written, json.loads(written)
    except FileNotFoundError:
        raise Unusable(f"{path} is not there") from None
    except (EOFError, ValueError, RecursionError) as error:
        if isinstance(error, Unusable):
            raise
        raise Unusable(f"{path} is not whole") from None
    except (OSError, zlib.error):
        raise Unusable(f"{path} is not a backup") from None
