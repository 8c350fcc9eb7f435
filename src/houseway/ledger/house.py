"""The house: the only entry to everything durable.

A command is done in memory and then written as a whole. Only what has been committed is
acknowledged; when a commit fails, what is in memory is thrown away and the table is brought back
from its entries.
"""

import json
import os
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger import books, desk
from houseway.ledger.books import BANK
from houseway.ledger.chain.anchor import ANCHOR
from houseway.ledger.chain.hash_chain import CAGE, link
from houseway.ledger.chain.heads import SIGN_AFTER, SIGN_EVERY
from houseway.ledger.chain.keys import Keys
from houseway.ledger.chain.signing import Signing
from houseway.ledger.database.database import SQLITE, Database, Wanted
from houseway.ledger.database.store import LEASE, Store
from houseway.ledger.errors import Broken, Elsewhere, KeyUsed, Short, Unavailable, Unusable
from houseway.ledger.lobby import Lobby
from houseway.ledger.observer import Watch
from houseway.ledger.people import passwords, people
from houseway.ledger.people.people import Person
from houseway.ledger.people.sign_in import Door
from houseway.ledger.tables import commands, listing, owners, snapshots
from houseway.ledger.tables.answers import Answer, answer_of, seen_by
from houseway.ledger.tables.execution import DRIFT, done
from houseway.ledger.tables.listing import Listed
from houseway.ledger.tables.live import Live
from houseway.ledger.tables.opening import Opening, Room, open_table
from houseway.ledger.tables.ruling_preview import Rehearsal, rehearse
from houseway.rulebook.calendar import zone_of
from houseway.rulebook.chapter import chapter
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

_BODY = text("SELECT body FROM entries WHERE table_id = :table AND seq = :seq")
_FROM = text(
    "SELECT seq, prev, hash, body FROM entries WHERE table_id = :table AND seq >= :seq ORDER BY seq"
)


class House(Lobby):
    """People, money and tables, kept so that nothing that was acknowledged is lost."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        *,
        clock: Callable[[], int] | None = None,
        zone: str = "",
        lease: float = LEASE,
        sign_every: int = SIGN_EVERY,
        sign_after: float = SIGN_AFTER,
        anchor: Path | None = None,
        witnesses: Sequence[str] = (),
        idle: int = people.IDLE,
        wall: Callable[[], datetime] | None = None,
    ) -> None:
        """``zone`` is the time zone of the house, by which its tables have dates: that of the
        jurisdiction unless told here or by ``HOUSEWAY_TIME_ZONE``. ``anchor`` is the file outside
        the database that every checkpoint is added to, ``witnesses`` (``URL KEY``) are shown it;
        ``idle`` is for how many milliseconds a session of staff lasts when nothing is done;
        ``wall`` is what entries tell as their time, if not this machine's; ``clock`` is the minutes
        that tables go by."""
        self.database = database
        self.keys = keys
        self.store = Store(database, keys, lease=lease, wall=wall)
        database.read_body = self.store.read
        self.door = Door(database, keys, idle)
        self.signing = Signing(self.store, sign_every, sign_after, anchor, witnesses)
        self._clock = clock or (lambda: int(time.time() // 60))  # minutes
        self._zone = zone or os.environ.get("HOUSEWAY_TIME_ZONE", "")
        zone_of(self._zone)
        self._live: dict[int, Live] = {}
        self._locks: dict[int, threading.Lock] = {}
        self._guard = threading.Lock()
        self._stood: dict[int, int] = {}  # how far this process knows its tables to have come
        self._people: dict[str, Person] = {}
        self._rules: dict[str, TableRules] = {}
        self._closing = threading.Event()
        self._address = ""  # where other processes of this house reach this one
        self._beaten = time.monotonic()  # when the leases were known to be this process's
        self.watch = Watch()
        self.lost: Callable[[int], object] = lambda table: None  # told of a table taken over

    @property
    def zone(self) -> str:
        """The time zone by which the house has days: its own, or that of the jurisdiction."""
        return self._zone or chapter("nj").zone

    # -- coming and going --------------------------------------------------------------------

    @classmethod
    def create(
        cls, url: str, keys: Path, admin: str, password: str, name: str = "", **settings: Any
    ) -> "House":
        """A new house with its keys and its first admin."""
        people.check_name(admin, "admin")
        kept = passwords.hashed(password)
        settings = outside(keys, settings)
        database = Database(url, stall=_stall(settings))
        try:
            database.own_file()
            if not database.is_empty():
                raise Unusable(f"{database.shown} holds a house already")
            made = Keys.make(keys)
            database.migrate()
        except BaseException:
            database.close()
            raise
        house = cls(database, made, **settings)
        house.store.name = name or uuid.uuid4().hex
        with database.transaction() as connection:
            connection.execute(
                text(
                    "INSERT INTO house (id, name, public_key, key_check)"
                    " VALUES (1, :name, :public, :check)"
                ),
                {
                    "name": house.store.name,
                    "public": made.public,
                    "check": made.seal(b"houseway", "key check"),
                },
            )
            house.store.insert_table(connection, CAGE, "cage", "", {})
            books.open_account(connection, BANK)
            key = uuid.uuid4().hex
            desk.add_person(house.store, connection, admin, "admin", kept, admin, key)
            house.signing.heads.sign(connection)
        try:
            house._start()
        except BaseException:
            database.close()
            raise
        return house

    @classmethod
    def open(cls, url: str, keys: Path | None = None, **settings: Any) -> "House":
        """A house that is there already. Keys come from a folder or from the environment. One that
        is not as it was signed, or that is older than its anchor knows it, is not opened."""
        return cls.open_with(url, keys, outside(keys, settings))

    @classmethod
    def open_with(cls, url: str, keys: Path | None, settings: Mapping[str, Any]) -> "House":
        """Open a house, given what lies outside its database."""
        database = Database(url, stall=_stall(settings))
        try:
            loaded = Keys.load(keys)
            database.own_file()
            database.check_shape()
            house = cls(database, loaded, **settings)
            house._start()
        except BaseException:
            database.close()
            raise
        return house

    def _start(self) -> None:
        self.check_keys()
        self.signing.open()
        self.signing.start(self._closing)
        if self.database.kind != SQLITE:
            threading.Thread(target=self._keep_beating, daemon=True).start()

    def check_keys(self) -> None:
        """Refuse keys that are not this house's."""
        with self.database.reading() as connection:
            row = connection.execute(text("SELECT * FROM house")).one()
        try:
            self.keys.unseal(row.key_check, "key check")
        except Unusable:
            raise Unusable("the master key is not this house's; nothing was changed") from None
        if row.public_key != self.keys.public:
            raise Unusable("the signing key is not this house's; nothing was changed")
        self.store.name = row.name

    def close(self) -> None:
        """Sign the heads, release the tables and close the database."""
        self._closing.set()
        self.signing.stop()
        with suppress(Unavailable):
            for live in list(self._live.values()):
                with self._lock(live.id), self.database.transaction() as connection:
                    self.store.release(connection, live)
            with self.database.transaction() as connection:
                if self._address:
                    owners.withdraw(connection, self.store.me)
        self.signing.now()
        self.signing.show()
        self._live.clear()
        self.database.close()

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _keep_beating(self) -> None:
        while not self._closing.wait(self.store.lease / 3000):
            self.beat()

    def beat(self) -> None:
        """Renew the leases of the tables that this process runs."""
        began, failed = time.monotonic(), False
        for live in list(self._live.values()):
            try:
                with self.database.transaction() as connection:
                    mine = self.store.renew(connection, live)
            except Unavailable:
                failed = True
                continue
            if not mine and self._live.get(live.id) is live:
                self._lose(live.id)
        if self._address:
            with suppress(Unavailable), self.database.transaction() as connection:
                self._announce(connection)
        if not failed:
            self._beaten = began

    # -- which process runs a table ----------------------------------------------------------

    def reached_at(self, address: str) -> None:
        """Tell the other processes of this house where this one is reached."""
        self._address = address
        with self.database.transaction() as connection:
            self._announce(connection)

    def _announce(self, connection: Connection) -> None:
        me, lease = self.store.me, 3 * self.store.lease
        owners.announce(connection, me, self._address, lease, self.database.now)

    def runs(self, table: int) -> bool:
        """Whether this process has the table in memory and knows that it still owns it."""
        late = time.monotonic() - self._beaten > self.store.lease / 1000
        return table in self._live and (self.database.kind == SQLITE or not late)

    def owner(self, table: int) -> owners.Owner | None:
        """Who runs a table; none if there is no such table, or it is closed. What this process
        believed of a table that is not its own any more is forgotten."""
        with self.database.reading() as connection:
            found = owners.owner(connection, table, self.database.now)
        if found and found.name != self.store.me and table in self._live:
            self._lose(table)
        return found

    def crew(self) -> list[owners.Owner]:
        """The processes of this house that can be reached from here."""
        with self.database.reading() as connection:
            return owners.crew(connection, self.database.now)

    def own(self, table: int) -> None:
        """Run a table in this process, unless another does."""
        with self._lock(table):
            self._own(table)

    def fence(self, table: int) -> int:
        """The fencing number under which this process runs a table; 0 if it does not."""
        live = self._live.get(table)
        return live.fence if live else 0

    def _lose(self, table: int) -> None:
        self._forget(table)
        self.lost(table)

    # -- tables ------------------------------------------------------------------------------

    def open_table(
        self,
        game: str,
        edition: str = "nj",
        *,
        options: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        meters: Mapping[str, Mapping[str, Any]] | None = None,
        by_hand: Collection[str] = (),
        by: str,
        key: str = "",
        room: Room | None = None,
    ) -> int:
        """A new table, and its number. A meter with a ``link`` is shared by all tables that name
        the same; without one it is the table's own. ``room`` says for whom it is opened and how
        many there may be."""
        asked_for = Opening(game, edition, options, limits, meters, by_hand, self._zone, room)
        with self.at_the_cage() as connection:
            self._person(connection, by).must_be("floor", "admin", to="open tables")
            key = key or uuid.uuid4().hex
            return open_table(self.store, connection, asked_for, by, key, self._clock())

    def tables(self) -> list[dict[str, Any]]:
        """Every open table."""
        with self.database.reading() as connection:
            return listing.rows(connection)

    def listed(self) -> list[Listed]:
        """Every open table with its rules and players, without bringing any of them up."""
        with self.database.reading() as connection:
            return self.listed_in(connection)

    def listed_in(self, connection: Connection) -> list[Listed]:
        """The same for whoever reads or writes something else at that moment."""
        return listing.listed(connection, self.database.kind, self._rules)

    def empty_tables(self, player: str) -> list[int]:
        """Return the empty tables that were opened for players."""
        with self.database.reading() as connection:
            return listing.empty(connection, self.database.kind, player)

    def close_table(self, table: int, *, by: str, key: str) -> Answer:
        """Close a table after its last round: clear the seats and move its money to the bank."""
        return self._do(table, {"do": "close_table"}, by, key)

    # -- one command -------------------------------------------------------------------------

    def do(
        self, table: int, command: Mapping[str, Any], *, by: str, key: str, at: int | None = None
    ) -> Answer:
        """Tell a table something. The answer comes when it is committed, and the same key never
        does it twice. ``at`` is the entry after which it was meant: at a table that has moved on
        it is refused."""
        commands.check(command)
        return self._do(table, dict(command), by, key, at)

    def _do(
        self, table: int, command: dict[str, Any], by: str, key: str, at: int | None = None
    ) -> Answer:
        if not key or len(key) > 200:
            raise Refused("a command needs an idempotency key of 1 to 200 characters")
        self.signing.must_hold()
        with self._lock(table):
            try:
                answer = self._done(table, command, by, key, at)
            except (Refused, KeyUsed):  # also of what was done before, and a table has moved on
                if answered := self.answered(table, command, by, key):
                    return answered
                self.watch.refused(command["do"])
                raise
        self.watch.done(command["do"])
        self.signing.added(table, answer.seq, command["do"] == "close_table")
        return answer

    def _done(
        self, table: int, command: dict[str, Any], by: str, key: str, at: int | None
    ) -> Answer:
        """Do a command whose key is believed to be new: the log has each key once, and says so when
        this one is to be written."""
        live = self._own(table)
        rounds = live.table.data.rounds
        try:
            with Wanted(self.database) as begun:
                giver = self._people.get(by) or self._person(begun.connection(), by)
                if at is not None and live.seq != at:
                    raise Refused("the table has changed since; look at it again")
                minutes = self.minutes(live)
                answer, step = done(self.store, begun, live, command, giver, key, minutes)
                start = time.perf_counter()
                begun.write(lambda connection: self.store.write(connection, step), step.plain)
        except Elsewhere:
            self._forget(table)
            raise Elsewhere(f"another process has taken over table {table}; ask there") from None
        except Short:
            self._forget(table)
            with self.database.reading() as connection:
                books.check(connection, step.wanted)
            raise
        except Refused:
            if (kept := self._live.get(table)) and (kept.heard or kept.chance.log):
                self._forget(table)  # it was refused after something had changed in memory
            raise
        except BaseException:
            self._forget(table)
            raise
        live.stands(step)
        self.watch.committed(time.perf_counter() - start)
        if live.table.data.rounds > rounds:
            self.watch.round_ended()
        self._stood[table] = live.seq
        if step.shuts:
            self._forget(table)
        return answer

    def rehearse(self, table: int, what: str, who: int | None = None, *, by: str) -> Rehearsal:
        """Return the ruling on a report, tried on a copy of the table."""
        with self.looking(table), self.database.reading() as connection:
            giver = self._person(connection, by)
            copy = self._load(connection, table)
            found = rehearse(copy, what, who, giver)
            players = copy.table.data.players
            seen = tuple(seen_by(event, giver, players) for event in found.events)
            return replace(found, events=seen)

    def answered(self, table: int, command: Mapping[str, Any], by: str, key: str) -> Answer | None:
        """Return the answer to the command with this key, if there was one."""
        with self.database.reading() as connection:
            giver = self._person(connection, by)
            found = self.store.repeated(connection, table, by, command, key)
            if found is None:
                return None
            return answer_of(*self.store.read_answer(found), giver, repeated=True)

    def now(self) -> int:
        """The house's clock, in minutes."""
        return self._clock()

    def minutes(self, live: Live) -> int:
        """The time at a table, in minutes of its clock."""
        return self.now() - live.began

    def clocks_ahead(self) -> dict[int, int]:
        """Return the open tables that take no commands because their clock is ahead of the house's,
        and by how many minutes."""
        found = {}
        for row in self.tables():
            with self.looking(row["id"]) as live:
                ahead = live.table.data.minutes - self.minutes(live)
            if ahead > DRIFT:
                found[row["id"]] = ahead
        return found

    @contextmanager
    def looking(self, table: int) -> Iterator[Live]:
        """A table to look at and not to touch: this process's own, or one brought up from what is
        committed. It stands still meanwhile."""
        with self._lock(table):
            live = self._live.get(table)
            if live is None and self.database.kind == SQLITE:
                with suppress(Unavailable):  # as on a full disk
                    live = self._own(table)  # locked, so the table is replayed only once
            if live is None:
                with self.database.reading() as connection:
                    live = self._load(connection, table)
            yield live

    # -- in memory ---------------------------------------------------------------------------

    def _lock(self, table: int) -> threading.Lock:
        if found := self._locks.get(table):
            return found
        with self._guard:
            return self._locks.setdefault(table, threading.Lock())

    def _forget(self, table: int) -> None:
        self._live.pop(table, None)

    def _own(self, table: int) -> Live:
        """Return the table in this process's memory; replay it and take it over if no process runs
        it."""
        if live := self._live.get(table):
            return live
        with self.database.transaction() as connection:
            row = self.store.row(connection, table)
            if not self.store.take(connection, table):
                raise Elsewhere(f"table {table} is run by another process ({row['owner']})")
            live = self._load(connection, table)
        self._live[table] = live
        return live

    def _load(self, connection: Connection, table: int) -> Live:
        row = self.store.row(connection, table)
        self.store.check_seal(row)
        if row["seq"] < self._stood.get(table, 0):  # its chance would be dealt from once more
            raise Broken(f"table {table} was put back to an earlier entry: run an audit")
        live = Live(row, lambda hash: snapshots.stored(connection, hash), self.keys.unseal)
        head, body = "", dict[str, Any](do={"do": ""})
        for entry in connection.execute(_FROM, {"table": table, "seq": live.boundary}):
            if link(entry.prev, entry.body) != entry.hash or head not in ("", entry.prev):
                raise Broken(f"entry {entry.seq} of table {table} was altered: run an audit")
            head, body = entry.hash, self.store.read(entry.body)
            if entry.seq > live.boundary:
                live.replay(body)
                continue
            live.ruled = entry.seq if "rules" in body else body.get("ruled", 0)
            left = {name: body[name] for name in ("data", "pending")}
            if live.ruled:
                told = connection.execute(_BODY, {"table": table, "seq": live.ruled}).scalar()
                left["rules"] = json.loads(told or "{}").get("rules")
            if any(json.loads(row[name]) != value for name, value in left.items()):
                raise Broken(f"what table {table} was left as was altered: run an audit")
        if body["do"]["do"] == "close_table":
            raise Broken(f"table {table} was closed and is open again: run an audit")
        if head != live.head:
            raise Broken(f"table {table} does not stand where its entries end: run an audit")
        return live


def outside(keys: Path | None, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with what lies outside the database: the anchor, beside the keys unless told, and
    the witnesses."""
    anchor = settings.get("anchor") or os.environ.get("HOUSEWAY_ANCHOR")
    told = [one for one in os.environ.get("HOUSEWAY_WITNESSES", "").split(";") if one.strip()]
    found = Path(anchor) if anchor else keys / ANCHOR if keys else None
    return {**settings, "anchor": found, "witnesses": settings.get("witnesses", told)}


def _stall(settings: Mapping[str, Any]) -> int:
    """A transaction that stands still for as long as a lease is ended by the server."""
    return max(1, int(settings.get("lease", LEASE)))
