"""Rounds that somebody has marked with a note. A flag, and that it was cleared, are entries in the
chain of the whole house, as other things that staff does: nothing is ever taken out.

They are found by their keys, which begin with table and round and are all of one length, so that
the index over keys has them in order whatever the database sorts by.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from sqlalchemy import text

from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.house import House
from houseway.ledger.people import people
from houseway.ledger.tables.rounds import body_at, table_row
from houseway.rulebook.refusal import Refused

ROLES = ("auditor", "floor", "admin")
KINDS = {
    "look": "To look at",
    "dispute": "Dispute",
    "procedure": "Procedure",
    "play": "Unusual play",
}
NOTE = 500  # letters
MOST = 1_000  # that are read at once
LARGEST = 10**10 - 1

_FIND = text(
    f"SELECT seq, body FROM entries WHERE table_id = {CAGE} AND key BETWEEN :first AND :last"
    f" ORDER BY seq DESC LIMIT {2 * MOST}"
)


@dataclass(frozen=True)
class Flag:
    """A round that was marked; ``cleared`` tells by whom it was settled, if it was."""

    entry: int
    table: int
    round: int
    kind: str
    note: str
    by: str
    at: str
    cleared: str = ""  # by whom
    cleared_at: str = ""
    answer: str = ""  # the note with which it was cleared

    @property
    def open(self) -> bool:
        """Return whether the flag has not been cleared."""
        return not self.cleared

    @property
    def label(self) -> str:
        """Return the kind of flag in words."""
        return KINDS.get(self.kind, self.kind)


def flag(house: House, table: int, round: int, kind: str, note: str, *, by: str, key: str) -> Flag:
    """Mark a round, once for a key."""
    if kind not in KINDS:
        raise Refused(f"a flag is one of {', '.join(KINDS)}, not {kind[:40]!r}")
    note = _checked(note)
    with house.database.reading() as connection:
        row = table_row(connection, table)
        if not 1 <= round <= body_at(connection, table, row.seq)["round"]:
            raise Refused(f"table {table} has no round {round}")
    command = {"do": "flag", "table": table, "round": round, "kind": kind, "note": note}
    entry = _tell(house, table, round, command, by, key)
    return _one(house, table, round, entry)


def clear(
    house: House, table: int, round: int, entry: int, note: str, *, by: str, key: str
) -> Flag:
    """Settle a flag, with a note that tells how."""
    note = _checked(note)
    found = _one(house, table, round, entry)
    command = {"do": "clear_flag", "table": table, "round": round, "flag": entry, "note": note}
    if not found.open:
        with house.database.reading() as connection:
            if house.store.repeated(connection, CAGE, by, command, _key(table, round, by, key)):
                return found
        raise Refused(f"{found.cleared} has already cleared this flag")
    _tell(house, table, round, command, by, key)
    return _one(house, table, round, entry)


def flags(
    house: House, table: int | None = None, first: int = 0, last: int = LARGEST
) -> list[Flag]:
    """Flags of a table's rounds, or of all, the newest first."""
    low, high = (0, LARGEST) if table is None else (table, table)
    if table is None:
        first, last = 0, LARGEST
    bounds = {"first": _prefix(low, first) + "0" * 32, "last": _prefix(high, last) + "f" * 32}
    with house.database.reading() as connection:
        rows = connection.execute(_FIND, bounds).all()
    return _read((int(row.seq), json.loads(row.body)) for row in reversed(rows))[:MOST]


def _read(entries: Iterable[tuple[int, dict[str, Any]]]) -> list[Flag]:
    """Parse flags from entries, oldest first."""
    found: dict[int, Flag] = {}
    for seq, body in entries:
        said = body["do"]
        if said["do"] == "flag":
            place = (said["table"], said["round"], said["kind"], said["note"])
            found[seq] = Flag(seq, *place, body["by"], body["at"])
        elif said["do"] == "clear_flag" and (marked := found.get(said["flag"])):
            told = {"cleared": body["by"], "cleared_at": body["at"], "answer": said["note"]}
            found[said["flag"]] = replace(marked, **told)
    return list(found.values())[::-1]


def _one(house: House, table: int, round: int, entry: int) -> Flag:
    for one in flags(house, table, round, round):
        if one.entry == entry:
            return one
    raise Refused(f"round {round} of table {table} has no flag {entry}")


def _tell(house: House, table: int, round: int, command: dict[str, Any], by: str, key: str) -> int:
    whole = _key(table, round, by, key)
    with house.at_the_cage() as connection:
        people.find(connection, by).must_be(*ROLES, to=command["do"].replace("_", " "))
        cage = house.store.lock_cage(connection)
        if found := house.store.repeated(connection, CAGE, by, command, whole):
            return int(found.seq)
        return house.store.append_to_cage(connection, cage, command, by, whole, [])


def _key(table: int, round: int, by: str, key: str) -> str:
    if not key:
        raise Refused("a flag needs an idempotency key")
    return _prefix(table, round) + sha256(f"{by}\n{key}".encode()).hexdigest()[:32]


def _prefix(table: int, round: int) -> str:
    return f"flag {table:010d} {round:010d} "


def _checked(note: str) -> str:
    note = " ".join(note.split())
    if not 0 < len(note) <= NOTE or not note.isprintable():
        raise Refused(f"a note is one to {NOTE} printable characters")
    return note
