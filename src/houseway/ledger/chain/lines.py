"""A ledger as lines of plain data: from the database, into a file, and back out of one.

A file is JSON Lines in the format ``houseway ledger 2``: the house, its rulebooks, its last
checkpoint and all signed heads under it, then table by table the entries, and at the end where
every table stands, signed. Format 1, of houses before there were checkpoints, has signatures under
its entries.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.chain.hash_chain import CAGE, canonical, end_message
from houseway.ledger.chain.heads import all_heads, last_note
from houseway.ledger.chain.keys import Keys
from houseway.ledger.chain.sealed_file import read_from, write_to
from houseway.ledger.database.database import Database
from houseway.rulebook.load import BadFile

FORMAT, OLDER = "houseway ledger 2", "houseway ledger 1"
CHUNK = 500  # rows fetched at a time

Line = dict[str, Any]


def streaming(connection: Connection) -> Connection:
    """A connection whose rows come a few at a time."""
    return connection.execution_options(stream_results=True, yield_per=CHUNK)


def of_database(connection: Connection, only: int | None = None) -> Iterator[Line]:
    """Everything that an audit needs, in the order of a file; no signed end. Of one table only, it
    is that table and the house itself."""
    house = connection.execute(text("SELECT * FROM house")).one()
    yield {
        "kind": "house",
        "format": FORMAT,
        "name": house.name,
        "public_key": house.public_key,
    }
    for row in connection.execute(text("SELECT * FROM rulebooks ORDER BY hash")):
        yield {"kind": "rulebook", "hash": row.hash, "content": row.content}
    yield {"kind": "checkpoint", "note": last_note(connection)}
    for head in all_heads(connection, house.name):
        yield head.line()
    heads: dict[str, tuple[int, str]] = {}
    kept: dict[str, dict[str, Any]] = {}
    for table in connection.execute(text("SELECT * FROM tables ORDER BY id")).all():
        if only not in (None, table.id) and table.id != CAGE:
            continue
        heads[str(table.id)] = (table.seq, table.head)
        columns = ("rules", "data", "pending", "settings", "chance")
        kept[str(table.id)] = {
            **{name: _parsed(getattr(table, name)) for name in columns},
            **{name: getattr(table, name) for name in ("game", "edition", "boundary")},
            "open": bool(table.open),
        }
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
    """Parse an entry; return None for invalid JSON, whose hash cannot match either."""
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
        os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))  # nobody else's
        yield made
        with made.open("rb") as file:
            os.fsync(file.fileno())
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def export(database: Database, keys: Keys, path: Path, sealed: bool = False) -> int:
    """Write everything to a file and sign where it ends; how many entries there are."""
    count, name = 0, ""
    with (
        database.reading() as reader,
        whole(path) as made,
        write_to(made, keys if sealed else None) as file,
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
            file.write(canonical(line).encode() + b"\n")
    return count


def of_file(path: Path, keys: Keys | None = None) -> Iterator[Line]:
    """The lines of a file, one by one."""
    for number, line in read(path, keys):
        kind = line.get("kind")
        if not isinstance(kind, str) or kind not in _NEEDS:
            raise BadFile(str(path), [(f"line {number}.kind", f"{kind!r} is unknown")])
        for key, right in _NEEDS[kind].items():
            if key not in line:
                raise BadFile(str(path), [(f"line {number}.{key}", "is missing")])
            if not right(line[key]):
                raise BadFile(str(path), [(f"line {number}.{key}", "is not what it must be")])
        if line["kind"] == "entry":
            line["written"] = canonical(line["body"])
        yield line


def _whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _places(value: Any) -> bool:
    """Tables by number, each with an entry and its hash."""
    return isinstance(value, dict) and all(
        table.isdecimal()
        and isinstance(place, list)
        and len(place) == 2
        and _whole_number(place[0])
        and _text(place[1])
        for table, place in value.items()
    )


_NEEDS: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    "house": {"name": _text, "public_key": _hex},
    "rulebook": {"hash": _text, "content": _text},
    "checkpoint": {"note": _text},
    "head": {"number": _whole_number, "at": _text, "heads": _places, "books": _text},
    "entry": {
        "table": _whole_number,
        "seq": _whole_number,
        "prev": _text,
        "hash": _text,
        "body": lambda value: isinstance(value, dict),
    },
    "signature": {"table": _whole_number, "seq": _whole_number, "head": _text, "signature": _text},
    "end": {"heads": _places},
}


def read(path: Path, keys: Keys | None = None) -> Iterator[tuple[int, Line]]:
    """Numbered lines of JSON."""
    try:
        file = read_from(path, keys)
    except OSError as error:
        raise BadFile(str(path), [("", error.strerror or "cannot be read")]) from None
    with file:
        for number, written in enumerate(file, 1):
            try:
                line = json.loads(written)
            except (ValueError, RecursionError):
                raise BadFile(str(path), [(f"line {number}", "is not JSON")]) from None
            if not isinstance(line, dict):
                raise BadFile(str(path), [(f"line {number}", "is not an object")])
            yield number, line


def format_of(path: Path, keys: Keys | None = None) -> str:
    """Return the format that a file declares."""
    for _, line in read(path, keys):
        return str(line.get("format", ""))
    return ""
