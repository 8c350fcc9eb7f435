"""The whole database as one packed file, and back again, into SQLite or PostgreSQL.

A backup is lines of JSON: what it is, every row of every table, and at the end how many there were
and a hash over all of them. Keys are not in it; sessions and links are not either.
"""

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, select

from houseway.ledger.database import Database, plainly
from houseway.ledger.errors import Unusable
from houseway.ledger.lines import streaming, whole

FORMAT = "houseway backup 1"
LEFT_OUT = ("sessions", "links", "workers", "alembic_version")
CHUNK = 500


def backup(database: Database, path: Path) -> int:
    """Write everything as it is at one moment; how many rows there are."""
    with (
        database.reading() as reader,
        whole(path) as made,
        gzip.open(made, "wt", encoding="utf-8") as file,
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


def restore(database: Database, path: Path) -> int:
    """Bring a backup back into an empty database, all of it or nothing; how many rows."""
    if not database.is_empty():
        raise Unusable(
            f"{database.shown} is not empty; a backup is restored into an empty database"
        )
    revision = _check(path)
    with plainly(), database.engine.begin() as connection:
        database.migrate_on(connection, revision)
        found = MetaData()
        found.reflect(connection)
        count, name = 0, ""
        waiting: list[dict[str, Any]] = []
        for line in _lines(path):
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


def _check(path: Path) -> str:
    """The version of a backup that is whole and unaltered."""
    hash, count, revision, last = sha256(), -1, "", ""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for text in file:
                if last:
                    hash.update(last.encode())
                    count += 1
                else:
                    head = json.loads(text)
                    if head.get("format") != FORMAT:
                        raise Unusable(f"{path} is not a backup")
                    revision = head["revision"]
                last = text
        end = json.loads(last)
    except (EOFError, ValueError) as error:
        if isinstance(error, Unusable):
            raise
        raise Unusable(f"{path} is not whole") from None
    except (OSError, AttributeError, KeyError) as error:
        if isinstance(error, FileNotFoundError):
            raise Unusable(f"{path} is not there") from None
        raise Unusable(f"{path} is not a backup") from None
    if not isinstance(end, dict) or "sha256" not in end:
        raise Unusable(f"{path} is not whole")
    if (end["rows"], end["sha256"]) != (count, hash.hexdigest()):
        raise Unusable(f"{path} was altered")
    return revision


def _lines(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for text in file:
            yield json.loads(text)
