"""Steps of a payout that several casinos share, as entries of a house's chain.

They are found by their keys, which begin with what they are of and end with a number that counts up
and has ten digits, so that the index over keys has them in order whatever the database sorts by.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.books import BANK, Move, meter, person
from houseway.ledger.chain.hash_chain import CAGE
from houseway.rulebook.money import FINE

STEPS, TOLD, JOINED, SETTLED = "steps", "told", "joined", "settled"
ASKED, HEARD = "asked", "heard"  # up to which number questions are used, at a casino and a host
LAST = 10**10 - 1

_FIND = text(
    f"SELECT key, body FROM entries WHERE table_id = {CAGE} AND key BETWEEN :first AND :last"
    " ORDER BY key"
)
_NEWEST = text(
    f"SELECT key, body FROM entries WHERE table_id = {CAGE} AND key BETWEEN :first AND :last"
    " ORDER BY key DESC LIMIT 1"
)

_ONE = text(f"SELECT body FROM entries WHERE table_id = {CAGE} AND key = :key")


def key_of(kind: str, system: str, number: int) -> str:
    """The key of an entry."""
    return f"payout {kind} {sha256(system.encode()).hexdigest()[:24]} {number:010d}"


def entries(
    connection: Connection, kind: str, system: str, first: int = 0
) -> Iterator[dict[str, Any]]:
    """The entries of one kind, from a number on."""
    bounds = {"first": key_of(kind, system, first), "last": key_of(kind, system, LAST)}
    for row in connection.execute(_FIND, bounds):
        yield json.loads(row.body)


def newest(connection: Connection, kind: str, system: str) -> dict[str, Any] | None:
    """The last entry of a kind."""
    bounds = {"first": key_of(kind, system, 0), "last": key_of(kind, system, LAST)}
    row = connection.execute(_NEWEST, bounds).first()
    return json.loads(row.body) if row else None


def has(connection: Connection, key: str) -> bool:
    """Whether there is an entry under a key."""
    return connection.execute(_ONE, {"key": key}).first() is not None


def one(connection: Connection, key: str) -> dict[str, Any]:
    """Return the entry under a key."""
    found: dict[str, Any] = json.loads(connection.execute(_ONE, {"key": key}).scalar_one())["do"]
    return found


def offered(connection: Connection, system: str) -> int:
    """The step of a system by which its payout is offered in this house, or nothing."""
    now = told(connection, system)
    return int(now["number"]) if now.get("operational") else 0


def told(connection: Connection, system: str) -> Mapping[str, Any]:
    """Return a summary of a system as far as this house knows it, or None."""
    found = newest(connection, TOLD, system)
    now: Mapping[str, Any] = found["do"].get("now", {}) if found else {}
    return now


def settled_moves(command: Mapping[str, Any]) -> list[Move]:
    """The money of a confirmed payout in the books of one house: its contributions leave for the
    casino that pays, and what that one pays comes in and goes to its players."""
    fund = meter(command["system"])
    moves = [
        Move("sent", fund, BANK, command["owed"] * FINE),
        Move("received", BANK, fund, sum(command["winners"].values()) * FINE),
    ]
    moves += [
        Move("awarded", fund, person(name), cents * FINE)
        for name, cents in command["winners"].items()
    ]
    return [move for move in moves if move.amount]
