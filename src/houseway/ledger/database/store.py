"""Entries, heads and leases in the database: every write of a house goes through here."""

import json
import os
import socket
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from houseway.ledger import books
from houseway.ledger.books import Move
from houseway.ledger.chain.hash_chain import CAGE, GENESIS, asked, canonical, link
from houseway.ledger.chain.hidden import round_key, show, show_answer
from houseway.ledger.chain.keys import Keys
from houseway.ledger.database.database import SQLITE, Database, for_update
from houseway.ledger.database.statement import Statement
from houseway.ledger.errors import Broken
from houseway.ledger.tables.live import Live
from houseway.ledger.tables.step import Step
from houseway.rulebook.refusal import Refused

LEASE = 10  # seconds
NOTHING = "{}"  # the settings of the house's own chain, and chance that has not begun

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
        wall: Callable[[], datetime] | None = None,
    ) -> None:
        self.database = database
        self.keys = keys
        self.name = ""  # of the house, part of every signature
        self.me = f"{socket.gethostname()} {os.getpid()} {uuid.uuid4().hex[:8]}"
        self.lease = int(lease * 1000)
        self._wall = wall
        self._round_keys: dict[int, tuple[int, bytes]] = {}  # of each table the last
        self._prepare()

    def _prepare(self) -> None:
        """The statements that every command uses."""
        now = self.database.now
        place = "seq = :seq, head = :head, chance = :chance, seal = :seal"
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
        """Take over a table that no process runs, under a new fencing number."""
        values = {"id": table, "me": self.me, "lease": self.lease}
        return bool(connection.execute(self._take, values).rowcount)

    def renew(self, connection: Connection, live: Live) -> bool:
        """Extend the lease of a table, if this process still holds it."""
        values = {"id": live.id, "me": self.me, "fence": live.fence, "lease": self.lease}
        return bool(connection.execute(self._renew, values).rowcount)

    def release(self, connection: Connection, live: Live) -> None:
        """Give a table back."""
        connection.execute(
            text("UPDATE tables SET owner = '' WHERE id = :id AND owner = :me AND fence = :fence"),
            {"id": live.id, "me": self.me, "fence": live.fence},
        )

    def meter(self, connection: Connection, name: str) -> int:
        """Return the amount of a meter; it is locked until the transaction ends."""
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

    def moment(self) -> str:
        """Now, as an entry tells it; nothing is decided by it."""
        if self._wall is not None:
            return self._wall().isoformat(timespec="milliseconds")
        seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
        return f"{_second(seconds)}.{milliseconds:03d}+00:00"

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
                "INSERT INTO tables (id, game, edition, settings, open, seq, head, seal,"
                " boundary, rules, data, pending, chance, owner, fence, lease_until)"
                " VALUES (:id, :game, :edition, :settings, :open, 0, :head, :seal,"
                " 0, '{}', '{}', '[]', '{}', '', 0, 0)"
            ),
            {
                "id": id,
                "game": game,
                "edition": edition,
                "settings": canonical(settings),
                "open": True,
                "head": GENESIS,
                "seal": self.seal(id, 0, GENESIS, canonical(settings)),
            },
        )

    def seal(
        self, table: int, seq: int, head: str, settings: str = NOTHING, chance: str = NOTHING
    ) -> str:
        """Only who has the master key can say that a table stands there, with this chance."""
        return self.keys.tag(_standing(self.name, table, seq, head, settings, chance))

    def seal_all(self, connection: Connection) -> None:
        """Seal every table as it stands, in a house that was not sealed before."""
        for row in connection.execute(text("SELECT * FROM tables")).mappings().all():
            said = self.seal(row["id"], row["seq"], row["head"], row["settings"], row["chance"])
            connection.execute(
                text("UPDATE tables SET seal = :seal WHERE id = :id"),
                {"seal": said, "id": row["id"]},
            )

    def check_seal(self, row: Mapping[str, Any]) -> None:
        """Refuse a table's row that this house did not write."""
        names = ("id", "seq", "head", "settings", "chance")
        said = _standing(self.name, *(row[name] for name in names))
        if not self.keys.tagged(said, row["seal"]):
            where = f"table {row['id']}" if row["id"] != CAGE else "the chain of the house"
            raise Broken(
                f"the row of {where} was not written by this house: run an audit with --keys"
            )

    def write(self, connection: Connection, step: Step) -> None:
        """Advance a table by one entry, unless another process has advanced it (``Elsewhere``), if
        the key is new (``KeyUsed``) and if everybody has what they bet (``Short``)."""
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
            "seal": step.seal,
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
        if step.sits:
            _VISIT(connection, {"person": step.sits, "table": step.table})
        if step.shuts:
            _SHUT(connection, {"table": step.table, "no": False})
        for statement, more in step.also:
            statement(connection, more)

    # -- entries -----------------------------------------------------------------------------

    def lock_cage(self, connection: Connection) -> Any:
        """Return the position of the house's chain; it is locked until the transaction ends."""
        return connection.execute(self._lock_cage).one()

    def repeated(
        self, connection: Connection, table: int, by: str, command: Mapping[str, Any], key: str
    ) -> Found | None:
        """The entry of a key that has been used, if it was used for the same."""
        row = _BY_KEY.one(connection, {"table": table, "key": key})
        if row is None:
            return None
        found = Found(*row)
        secret = b""
        if table != CAGE and "since" in (body := json.loads(found.body)):
            secret = self.round_key(table, body["since"])
        if found.asked != asked(by, command, secret):
            raise Refused("this idempotency key was used for a different command")
        return found

    def round_key(self, table: int, since: int) -> bytes:
        """Return the key that hides the entries of a round in progress, since the last pause."""
        kept = self._round_keys.get(table)
        if kept is None or kept[0] != since:
            kept = self._round_keys[table] = since, round_key(self.keys, self.name, table, since)
        return kept[1]

    def read(self, written: str) -> dict[str, Any]:
        """An entry, with what it hides."""
        body: dict[str, Any] = json.loads(written)
        if "sealed" not in body:
            return body
        return show(body, self.round_key(body["table"], body["since"]))

    def read_answer(self, found: Found) -> tuple[dict[str, Any], dict[str, Any]]:
        """An entry and the answer that was given, both with what they hide."""
        body = self.read(found.body)
        key = self.round_key(body["table"], body.get("since", 0))
        return body, show_answer(found.answer, key, body["table"], body["seq"])

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
            "at": self.moment(),
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
            text(
                "UPDATE tables SET seq = :seq, head = :head, seal = :seal"
                f" WHERE id = {CAGE} AND seq = :old"
            ),
            {"seq": seq, "head": head, "old": cage.seq, "seal": self.seal(CAGE, seq, head)},
        )
        if moved.rowcount != 1:
            raise Broken("the chain of the house has moved meanwhile")
        return seq


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """A second in UTC; many entries are of the same."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().removesuffix("+00:00")


def _standing(house: str, table: int, seq: int, head: str, settings: str, chance: str) -> str:
    """Return a table's position as the text that is sealed; no part has a line feed."""
    return f"houseway table 1\n{house}\n{table}\n{seq}\n{head}\n{settings}\n{chance}"
