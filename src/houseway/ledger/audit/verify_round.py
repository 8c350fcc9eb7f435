"""One round verified from the ground up, in four checks that can be told to anybody.

The chain is followed from the table's first entry, so that the first one that was altered is named
whether or not the round itself can still be read.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection

from houseway.ledger.audit.adjudicate import Finding, Segment, adjudicate
from houseway.ledger.chain.hash_chain import GENESIS, link
from houseway.ledger.chain.heads import Covering, covering
from houseway.ledger.chain.keys import fingerprint
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.ledger.tables import snapshots
from houseway.ledger.tables.rounds import (
    KeyProof,
    bodies_of,
    body_at,
    entries_from,
    proof,
    rules_at,
    table_row,
)
from houseway.rulebook.refusal import Refused

HOLDS, FAILS, OPEN = "holds", "fails", "open"  # open: it cannot be told yet
PROVES = {
    "chain": "No entry of this table, from its opening to this round, has been altered, removed,"
    " moved or put in since it was written.",
    "signature": "The house has put its name to that chain. It cannot write it anew without"
    " contradicting its own signature.",
    "chance": "The cards, dice and numbers were decided before the bets by a key that was committed"
    " to then and shown afterwards; nobody arranged them in between.",
    "payments": "Dealt again by the referee under the rulebook that was in force, every wager and"
    " every meter comes to what was booked.",
}
_TAMPERED = (Broken, Refused, ValueError, KeyError, TypeError)


@dataclass(frozen=True)
class Check:
    """One check: what it would prove, whether it passed, and what was found."""

    name: str
    proves: str
    state: str
    found: tuple[str, ...]


@dataclass(frozen=True)
class Verified:
    """A round and all its checks."""

    table: int
    round: int
    checks: tuple[Check, ...]
    public_key: str

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return all(check.state != FAILS for check in self.checks)

    @property
    def complete(self) -> bool:
        """Whether nothing is wrong and nothing is left to be told later."""
        return all(check.state == HOLDS for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {**asdict(self), "holds": self.holds, "complete": self.complete}


@dataclass(frozen=True)
class _Chain:
    """A chain followed to an entry, or to the first that is wrong."""

    wrong: str
    end: int
    heads: Mapping[int, str]  # entry -> hash, as they are


def verify(house: House, table: int, round: int) -> Verified:
    """Check a finished round: chain, signature, chance and payments."""
    with house.database.reading() as connection:
        row = table_row(connection, table)
        refusal: Exception | None = None
        try:
            _, bodies = bodies_of(connection, table, round)
            last = int(bodies[-1]["seq"])
        except _TAMPERED as error:
            refusal, bodies, last = error, [], int(row.seq)
        cover = covering(connection, house.store.name, house.keys.public, table, last)
        end = int(cover.seq) if cover is not None else int(row.seq)
        chain = _follow(connection, table, end)
        if isinstance(refusal, Refused) and not chain.wrong:
            raise refusal
        checks = [
            _chain_check(chain, last, row, cover),
            _signature_check(house, chain, cover),
            _chance_check(house, table, round),
            _payments_check(connection, row, bodies, refusal),
        ]
    return Verified(table, round, tuple(checks), house.keys.public)


def _check(name: str, state: str, *found: str) -> Check:
    return Check(name, PROVES[name], state, found)


# -- the chain -----------------------------------------------------------------------------------


def _follow(connection: Connection, table: int, end: int) -> _Chain:
    """From the first entry to one, or to the first that does not fit."""
    head, heads = GENESIS, dict[int, str]()
    expected = 1
    for entry in entries_from(connection, table, 1):
        if entry.seq > end:
            break
        if entry.seq != expected:
            return _Chain(f"entry {expected} is missing", expected - 1, heads)
        if link(entry.prev, entry.body) != entry.hash:
            wrong = f"entry {entry.seq} was altered: its content does not have its hash"
            return _Chain(wrong, expected - 1, heads)
        if entry.prev != head:
            wrong = (
                f"entry {entry.seq} does not follow entry {entry.seq - 1}: one of them was put"
                " in its place"
            )
            return _Chain(wrong, expected - 1, heads)
        head = heads[expected] = entry.hash
        expected += 1
    if expected <= end:
        return _Chain(f"entry {expected} is missing", expected - 1, heads)
    return _Chain("", end, heads)


def _chain_check(chain: _Chain, last: int, row: Any, cover: Any) -> Check:
    if chain.wrong:
        return _check("chain", FAILS, f"{chain.wrong[:1].upper()}{chain.wrong[1:]}.")
    if cover is None and chain.heads.get(row.seq) != row.head:
        said = f"The table's own row does not stand where its {row.seq} entries lead."
        return _check("chain", FAILS, said)
    return _check(
        "chain",
        HOLDS,
        f"Entries 1 to {chain.end} follow one another. This round ends with entry {last}.",
        f"Its hash is {chain.heads[last]}.",
    )


def _signature_check(house: House, chain: _Chain, cover: Covering | None) -> Check:
    if chain.wrong:
        said = f"What was signed cannot be reached: the chain breaks after entry {chain.end}."
        return _check("signature", FAILS, said)
    if cover is None:
        said = (
            "Not signed yet. The house signs every 100 entries, after a minute, and when a table"
            " is closed."
        )
        return _check("signature", OPEN, said)
    if cover.wrong:
        said = f"The signature under entry {cover.seq} does not hold: {cover.wrong}."
        return _check("signature", FAILS, said)
    if cover.head != chain.heads[cover.seq]:
        said = (
            f"An entry from {cover.before + 1} to {cover.seq} was altered: its hash is not the one"
            f" that was signed at {cover.seq}."
        )
        return _check("signature", FAILS, said)
    return _check(
        "signature",
        HOLDS,
        f"Signed at entry {cover.seq} in head {cover.number} of the house with the key"
        f" {fingerprint(house.keys.public)}.",
    )


# -- chance --------------------------------------------------------------------------------------


def _chance_check(house: House, table: int, round: int) -> Check:
    try:
        found = proof(house, table, round)
    except _TAMPERED as error:
        return _check("chance", FAILS, f"It cannot be checked: {error}.")
    early = [
        f"{wrong[:1].upper()}{wrong[1:]}." for wrong in found.wrong if wrong.startswith("chance")
    ]
    if early or any(key.wrong for key in found.keys):
        return _check("chance", FAILS, *early, *_told(found.keys))
    if not found.keys:
        return _check("chance", HOLDS, "Nothing in this round was left to the house's chance.")
    state = HOLDS if all(key.revealed for key in found.keys) else OPEN
    return _check("chance", state, *_told(found.keys))


def _told(keys: tuple[KeyProof, ...]) -> Iterator[str]:
    for key in keys:
        said = f"The hash {key.commitment} was committed to at entry {key.committed}"
        if key.wrong:
            yield f"{said}, but {key.wrong}."
        elif key.revealed is None:
            yield f"{said}. Its key is secret while cards of that shoe may still come."
        else:
            yield (
                f"{said}; its key {key.key} was shown at entry {key.revealed}, and all that"
                " came follows from it."
            )


# -- payments ------------------------------------------------------------------------------------


def _payments_check(
    connection: Connection, row: Any, bodies: list[dict[str, Any]], refusal: Exception | None
) -> Check:
    if not bodies:
        return _check("payments", FAILS, f"The round cannot be read: {refusal}.")
    try:
        rest = body_at(connection, row.id, bodies[0]["seq"] - 1)
        rules = rules_at(connection, row.id, rest)
        settings = json.loads(row.settings)
        segment = Segment(row.id, rules, rest["data"], rest["pending"], settings, bodies)
        found = adjudicate(segment, lambda hash: snapshots.stored(connection, hash))
    except _TAMPERED as error:
        return _check("payments", FAILS, f"The round cannot be dealt again: {error}.")
    if found:
        return _check("payments", FAILS, *(_difference(one) for one in found))
    under = f"{rules['game']}, edition {rules['edition']}, rulebook {rules['content'][:16]}"
    return _check("payments", HOLDS, f"No payment differs. Dealt again under {under}.")


def _difference(found: Finding) -> str:
    cite = f" [{found.cite}]" if found.cite else ""
    return f"Entry {found.seq}: {found.what}{cite}."
