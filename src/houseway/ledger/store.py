"""Entries, heads and leases in the database: what every write of a house goes through."""

import os
import socket
import time
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from houseway.ledger import books
from houseway.ledger.books import Move
from houseway.ledger.chain import CAGE, GENESIS, asked, canonical, head_message, link
from houseway.ledger.database import SQLITE, Database, Statement, for_update
from houseway.ledger.errors import Broken
from houseway.ledger.keys import Keys
from houseway.ledger.live import Live
from houseway.ledger.step import Step
from houseway.rulebook.refusal import Refused

LEASE = 10  # seconds
SIGN_EVERY = 100  # entries
SIGN_AFTER = 60  # seconds

_ENTRY = Statement(
    "INSERT INTO entries (table_id, seq, key, asked, prev, hash, body, answer)"
    " VALUES (:table, :seq, :key, :asked, :prev, :hash, :body, :answer)"
)
_BY_KEY = Statement(
    "SELECT seq, asked, body, answer FROM entries WHERE table_id = :table AND key = :key"
)
_STEP = Statement(  # of a table that this process still runs, or of none
    "INSERT INTO entries (table_id, seq, key, asked, prev, hash, body, answer) VALUES ("
    "(SELECT id FROM tables WHERE id = :table AND seq = :seq AND fence = :fence AND owner = :me),"
    " :seq, :key, :asked, :prev, :head, :body, :answer)"
)
_STEP_AT_ONCE = """
    entered AS (
        INSERT INTO entries (table_id, seq, key, asked, prev, hash, body, answer) VALUES (
            (SELECT id FROM stands), :seq, :key, :asked, :prev, :head, :body, :answer)
    )
"""
_VISIT = Statement(
    "INSERT INTO visits (person, table_id) VALUES (:person, :table) ON CONFLICT DO NOTHING"
)
_SIGNATURE = Statement(
    "INSERT INTO signatures (table_id, seq, head, signature)"
    " VALUES (:table, :seq, :head, :signature) ON CONFLICT DO NOTHING"
)
_SHUT = Statement("UPDATE tables SET open = :no, owner = '' WHERE id = :table")
_TABLE = text("SELECT * FROM tables WHERE id = :id")


class Found(NamedTuple):
    """The entry of a key that has been used."""

    seq: int
    asked: str
    body: str
    answer: str


class Store:
    """One process's way to write to a database, with the keys of the house."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        *,
        lease: float = LEASE,
        sign_every: int = SIGN_EVERY,
        sign_after: float = SIGN_AFTER,
    ) -> None:
        self.database = database
        self.keys = keys
        self.name = ""  # of the house, part of every signature
        self.me = f"{socket.gethostname()} {os.getpid()} {uuid.uuid4().hex[:8]}"
        self.lease = int(lease * 1000)
        self._sign_every = sign_every
        self._sign_after = int(sign_after * 1000)
        self._prepare()

    def _prepare(self) -> None:
        """The statements that every command uses."""
        now = self.database.now
        place = (
            "seq = :seq, head = :head, chance = :chance, signed = :signed, signed_at = :signed_at"
        )
        mine = "WHERE id = :table AND seq = :old AND fence = :fence AND owner = :me"
        lease = f"lease_until = {now} + :lease"
        rest = "boundary = :seq, rules = :rules, data = :data, pending = :pending"
        step = f"UPDATE tables SET {place}, {lease} {mine}"
        rest = f"UPDATE tables SET {place}, {lease}, {rest} {mine}"
        self._step, self._rest = Statement(step), Statement(rest)
        self._at_once = {
            (rests, bool(money)): Statement(
                f"WITH stands AS ({update} RETURNING id), {_STEP_AT_ONCE}{money} SELECT 1"
            )
            for rests, update in ((False, step), (True, rest))
            for money in ("", f", {books.AT_ONCE}")
        }
        free = (
            ""
            if self.database.kind == SQLITE
            else f" AND (owner = '' OR owner = :me OR lease_until < {now})"
        )
        self._take = text(
            f"UPDATE tables SET owner = :me, fence = fence + 1, {lease} WHERE id = :id{free}"
        )
        self._renew = text(
            f"UPDATE tables SET {lease} WHERE id = :id AND owner = :me AND fence = :fence"
        )
        self._lock_cage = text(
            f"SELECT seq, head FROM tables WHERE id = {CAGE}{for_update(self.database)}"
        )
        self._lock_meter = Statement(
            f"SELECT balance FROM accounts WHERE name = :name{for_update(self.database)}"
        )

    # -- whose table it is -------------------------------------------------------------------

    def take(self, connection: Connection, table: int) -> bool:
        """Take a table that nobody runs, under a new fencing number."""
        values = {"id": table, "me": self.me, "lease": self.lease}
        return bool(connection.execute(self._take, values).rowcount)

    def renew(self, connection: Connection, live: Live) -> bool:
        """Go on running a table, if it is still this process's."""
        values = {"id": live.id, "me": self.me, "fence": live.fence, "lease": self.lease}
        return bool(connection.execute(self._renew, values).rowcount)

    def release(self, connection: Connection, live: Live) -> None:
        """Give a table back, its head signed."""
        self.sign_head(connection, live.id, live.seq, live.head)
        connection.execute(
            text(
                "UPDATE tables SET owner = '', signed = :seq"
                " WHERE id = :id AND owner = :me AND fence = :fence AND seq = :seq"
            ),
            {"id": live.id, "me": self.me, "fence": live.fence, "seq": live.seq},
        )

    def meter(self, connection: Connection, name: str) -> int:
        """What a meter stands at; it stays so until the transaction ends."""
        (balance,) = self._lock_meter.one(connection, {"name": books.meter(name)})
        return int(balance)

    # -- tables ------------------------------------------------------------------------------

    def row(self, connection: Connection, table: int) -> Mapping[str, Any]:
        row = connection.execute(_TABLE, {"id": table}).mappings().first()
        if row is None or table == CAGE:
            raise Refused(f"there is no table {table}")
        if not row["open"]:
            raise Refused(f"table {table} is closed")
        return dict(row)

    def insert_table(
        self,
        connection: Connection,
        id: int,
        game: str,
        edition: str,
        settings: Mapping[str, Any],
    ) -> None:
        """A table with nothing in its chain yet."""
        connection.execute(
            text(
                "INSERT INTO tables (id, game, edition, settings, open, seq, head, signed,"
                " signed_at, boundary, rules, data, pending, chance, owner, fence, lease_until)"
                " VALUES (:id, :game, :edition, :settings, :open, 0, :head, 0,"
                " 0, 0, '{}', '{}', '[]', '{}', '', 0, 0)"
            ),
            {
                "id": id,
                "game": game,
                "edition": edition,
                "settings": canonical(settings),
                "open": True,
                "head": GENESIS,
            },
        )

    def signing(self, live: Live, seq: int) -> tuple[int, int]:
        """The last entry whose head is signed when a table comes to this one, and when it was."""
        now = int(time.time() * 1000)
        due = seq - live.signed >= self._sign_every or now - live.signed_at >= self._sign_after
        return (seq, now) if due else (live.signed, live.signed_at)

    def write(self, connection: Connection, step: Step) -> None:
        """A table stands one entry further, if nobody else has moved it meanwhile (``Elsewhere``),
        if the key is new (``KeyUsed``) and if everybody has what they bet (``Short``)."""
        values: dict[str, Any] = {
            "table": step.table,
            "old": step.seq - 1,
            "seq": step.seq,
            "fence": step.fence,
            "me": self.me,
            "lease": self.lease,
            "prev": step.prev,
            "head": step.head,
            "key": step.key,
            "asked": step.asked,
            "body": step.body,
            "answer": step.answer,
            "chance": step.chance,
            "signed": step.signed,
            "signed_at": step.signed_at,
            **(step.rest or {}),
        }
        rests = step.rest is not None
        if self.database.kind == SQLITE:
            (self._rest if rests else self._step)(connection, values)
            _STEP(connection, values)
            books.write(connection, step.table, step.seq, step.moves, step.wanted)
        else:
            if step.moves:
                values["changes"] = canonical(books.changes(step.moves, step.wanted))
                values["moves"] = canonical(books.rows(step.moves))
            self._at_once[rests, bool(step.moves)](connection, values)
        if step.signs or step.shuts:
            self.sign_head(connection, step.table, step.seq, step.head)
        if step.sits:
            _VISIT(connection, {"person": step.sits, "table": step.table})
        if step.shuts:
            _SHUT(connection, {"table": step.table, "no": False})
        for statement, more in step.also:
            statement(connection, more)

    # -- entries -----------------------------------------------------------------------------

    def lock_cage(self, connection: Connection) -> Any:
        """Where the chain of the house stands; it stays there until the transaction ends."""
        return connection.execute(self._lock_cage).one()

    def repeated(
        self, connection: Connection, table: int, by: str, command: Mapping[str, Any], key: str
    ) -> Found | None:
        """The entry of a key that has been used, if it was used for the same."""
        row = _BY_KEY.one(connection, {"table": table, "key": key})
        if row is None:
            return None
        found = Found(*row)
        if found.asked != asked(by, command):
            raise Refused("this key has been used for another command")
        return found

    def insert_entry(
        self,
        connection: Connection,
        body: Mapping[str, Any],
        written: str,
        prev: str,
        head: str,
        asked: str,
        answer: Mapping[str, Any],
    ) -> None:
        values = {
            "table": body["table"],
            "seq": body["seq"],
            "key": body["key"],
            "asked": asked,
            "prev": prev,
            "hash": head,
            "body": written,
            "answer": canonical(answer),
        }
        _ENTRY(connection, values)

    def append_to_cage(
        self,
        connection: Connection,
        cage: Any,
        command: Mapping[str, Any],
        by: str,
        key: str,
        moves: Sequence[Move],
        wanted: Mapping[str, int] | None = None,
        answer: Mapping[str, Any] | None = None,
    ) -> int:
        """An entry in the chain of the whole house, whose row is locked."""
        seq = int(cage.seq) + 1
        body = {
            "table": CAGE,
            "seq": seq,
            "at": moment(),
            "by": by,
            "key": key,
            "do": command,
            "moves": moves,
            **({"opened": answer["table"]} if answer else {}),
        }
        written = canonical(body)
        head, hashed = link(cage.head, written), asked(by, command)
        self.insert_entry(connection, body, written, cage.head, head, hashed, answer or {})
        if wanted:
            books.check(connection, wanted)
        books.write(connection, CAGE, seq, moves, wanted)
        moved = connection.execute(
            text(f"UPDATE tables SET seq = :seq, head = :head WHERE id = {CAGE} AND seq = :old"),
            {"seq": seq, "head": head, "old": cage.seq},
        )
        if moved.rowcount != 1:
            raise Broken("the chain of the house has moved meanwhile")
        if seq % self._sign_every == 0:
            self.sign_head(connection, CAGE, seq, head)
        return seq

    def sign_head(self, connection: Connection, table: int, seq: int, head: str) -> None:
        signature = self.keys.sign(head_message(self.name, table, seq, head))
        values = {"table": table, "seq": seq, "head": head, "signature": signature}
        _SIGNATURE(connection, values)


def moment() -> str:
    """Now, as an entry tells it; nothing is decided by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
