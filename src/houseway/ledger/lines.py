"""A ledger as lines of plain data: from the database, into a file, and back out of one.

A file is JSON Lines in the format ``houseway ledger 1``: the house, its rulebooks, then table by
table the entries with the signatures under them, and at the end where every table stands, signed.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.chain import canonical, end_message
from houseway.ledger.database import Database
from houseway.ledger.keys import Keys
from houseway.rulebook.load import BadFile

FORMAT = "houseway ledger 1"
CHUNK = 500  # rows fetched at a time

Line = dict[str, Any]


def streaming(connection: Connection) -> Connection:
    """A connection whose rows come a few at a time."""
    return connection.execution_options(stream_results=True, yield_per=CHUNK)


def of_database(connection: Connection) -> Iterator[Line]:
    """Everything that an audit needs, in the order of a file; no signed end."""
    house = connection.execute(text("SELECT * FROM house")).one()
    yield {
        "kind": "house",
        "format": FORMAT,
        "name": house.name,
        "public_key": house.public_key,
    }
    for row in connection.execute(text("SELECT * FROM rulebooks ORDER BY hash")):
        yield {"kind": "rulebook", "hash": row.hash, "content": row.content}
    heads: dict[str, tuple[int, str]] = {}
    kept: dict[str, dict[str, Any]] = {}
    for table in connection.execute(text("SELECT * FROM tables ORDER BY id")).all():
        heads[str(table.id)] = (table.seq, table.head)
        columns = ("rules", "data", "pending", "settings")
        kept[str(table.id)] = {name: _parsed(getattr(table, name)) for name in columns}
        yield from _entries(connection, table.id)
    yield {"kind": "end", "heads": heads, "kept": kept}


def _entries(connection: Connection, table: int) -> Iterator[Line]:
    query = text("SELECT * FROM signatures WHERE table_id = :table ORDER BY seq")
    signatures = iter(connection.execute(query, {"table": table}))
    signed = next(signatures, None)
    query = text("SELECT * FROM entries WHERE table_id = :table ORDER BY seq")
    for row in connection.execute(query, {"table": table}):
        yield {
            "kind": "entry",
            "table": row.table_id,
            "seq": row.seq,
            "prev": row.prev,
            "hash": row.hash,
            "body": _parsed(row.body),
            "written": row.body,
        }
        while signed is not None and signed.seq <= row.seq:
            yield _signature(signed)
            signed = next(signatures, None)
    while signed is not None:
        yield _signature(signed)
        signed = next(signatures, None)


def _parsed(body: str) -> Any:
    """What an entry says, or nothing if it is not even JSON: its hash will not fit either."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def _signature(row: Any) -> Line:
    return {
        "kind": "signature",
        "table": row.table_id,
        "seq": row.seq,
        "head": row.head,
        "signature": row.signature,
    }


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Another name to write a file under: it gets its own once it is whole, and what lay there
    stays if it does not come to that. A pipe or a device is written to as it is."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        yield path
        return
    made = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield made
        with made.open("rb") as file:
            os.fsync(file.fileno())
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def export(database: Database, keys: Keys, path: Path) -> int:
    """Write everything to a file and sign where it ends; how many entries there are."""
    count, name = 0, ""
    with (
        database.reading() as reader,
        whole(path) as made,
        made.open("w", encoding="utf-8") as file,
    ):
        for line in of_database(streaming(reader)):
            if line["kind"] == "house":
                name = line["name"]
            elif line["kind"] == "entry":
                count += 1
                del line["written"]
            elif line["kind"] == "end":
                del line["kept"]
                line["signature"] = keys.sign(end_message(name, line["heads"]))
            file.write(canonical(line) + "\n")
    return count


def of_file(path: Path) -> Iterator[Line]:
    """The lines of a file, one by one."""
    for number, line in read(path):
        for key in _NEEDS.get(line.get("kind", ""), ("kind",)):
            if key not in line:
                raise BadFile(str(path), [(f"line {number}.{key}", "is missing")])
        if line["kind"] not in _NEEDS:
            raise BadFile(str(path), [(f"line {number}.kind", f"{line['kind']!r} is unknown")])
        if line["kind"] == "entry":
            line["written"] = canonical(line["body"])
        yield line


_NEEDS: Mapping[str, Iterable[str]] = {
    "house": ("name", "public_key"),
    "rulebook": ("hash", "content"),
    "entry": ("table", "seq", "prev", "hash", "body"),
    "signature": ("table", "seq", "head", "signature"),
    "end": ("heads",),
}


def read(path: Path) -> Iterator[tuple[int, Line]]:
    """Numbered lines of JSON."""
    try:
        file = path.open(encoding="utf-8")
    except OSError as error:
        raise BadFile(str(path), [("", error.strerror or "cannot be read")]) from None
    with file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
            except ValueError:
                raise BadFile(str(path), [(f"line {number}", "is not JSON")]) from None
            if not isinstance(line, dict):
                raise BadFile(str(path), [(f"line {number}", "is not an object")])
            yield number, line


def format_of(path: Path) -> str:
    """What a file says that it is."""
    for _, line in read(path):
        return str(line.get("format", ""))
    return ""
