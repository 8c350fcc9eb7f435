"""The sign-in log: who signed in and how, who was refused, who signed out, whose role changed.

It is for auditors. It is no part of the chain: whoever can write to the database can alter it.
"""

import time
import uuid
from dataclasses import dataclass

from sqlalchemy import Connection, text

SIGNED_IN, FAILED, LOCKED, SIGNED_OUT = "signed in", "failed", "locked", "signed out"
ADDED, INVITED = "added", "invited"
PASSWORD, ENROLLED, CONFIRMED, RESET = "password", "enrolled", "confirmed", "reset"
KEPT = 180 * 24 * 60 * 60_000  # milliseconds
LONGEST = 100  # characters of an attempted name

_WRITE = (
    "INSERT INTO door_log (id, at, what, person, address, giver, note)"
    " VALUES (:id, {now}, :what, :person, :address, :by, :note)"
)


@dataclass(frozen=True)
class Line:
    """One event of the sign-in log."""

    at: int  # milliseconds since 1970
    what: str
    person: str
    address: str = ""
    by: str = ""
    note: str = ""


def write(
    connection: Connection,
    now: str,
    what: str,
    person: str,
    address: str = "",
    by: str = "",
    note: str = "",
) -> None:
    """Add a line; what is older than half a year is forgotten."""
    told = {"what": what, "person": person[:LONGEST], "address": address[:LONGEST]}
    values = {"id": _new_id(), **told, "by": by or person[:LONGEST], "note": note}
    connection.execute(text(_WRITE.format(now=now)), values)
    if what in (ADDED, INVITED):  # sometimes, but never during password guessing
        connection.execute(text(f"DELETE FROM door_log WHERE at < {now} - :kept"), {"kept": KEPT})


def _new_id() -> str:
    """An id by which lines of one moment stay in their order."""
    return f"{time.time_ns():016x}{uuid.uuid4().hex[:16]}"


def read(
    connection: Connection, *, person: str = "", before: int = 0, most: int = 100
) -> list[Line]:
    """The last lines, the newest first; of one person, or before a moment."""
    query = text(
        "SELECT at, what, person, address, giver, note FROM door_log"
        " WHERE (:person = '' OR person = :person) AND (:before = 0 OR at < :before)"
        " ORDER BY at DESC, id DESC LIMIT :most"
    )
    values = {"person": person, "before": before, "most": most}
    return [Line(*row) for row in connection.execute(query, values)]
