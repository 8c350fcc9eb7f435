"""The house: the one front door to everything that is durable.

A command is done in memory and then written as a whole. Only what has been committed is
acknowledged; when a commit fails, what is in memory is thrown away and the table is brought back
from its entries.
"""

import json
import os
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger import books, commands, desk, listing, owners, people, snapshots
from houseway.ledger.answers import Answer, answer_of, place_of, players_of, seen_by
from houseway.ledger.books import BANK, Reconciliation, person
from houseway.ledger.chain import CAGE, link
from houseway.ledger.database import SQLITE, Database, Wanted
from houseway.ledger.doing import done
from houseway.ledger.errors import Broken, Elsewhere, KeyUsed, Short, Unavailable, Unusable
from houseway.ledger.keys import Keys
from houseway.ledger.listing import Listed
from houseway.ledger.live import Live, waiting_json
from houseway.ledger.notices import announced
from houseway.ledger.opening import Opening, open_table
from houseway.ledger.people import Person
from houseway.ledger.rehearsal import Rehearsal, rehearse
from houseway.ledger.store import LEASE, Store
from houseway.referee.events import Event
from houseway.referee.view import View
from houseway.rulebook.calendar import zone_of
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

_AFTER = text("SELECT body FROM entries WHERE table_id = :table AND seq > :seq ORDER BY seq")
_FROM = text(
    "SELECT seq, prev, hash, body FROM entries WHERE table_id = :table AND seq >= :seq ORDER BY seq"
)


class House:
    """People, money and tables, kept so that nothing that was acknowledged is lost."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        *,
        clock: Callable[[], int] | None = None,
        zone: str = "",
        **settings: Any,
    ) -> None:
        """``zone`` is the time zone of the house, by which its tables have dates: that of the
        jurisdiction unless told here or by ``HOUSEWAY_TIME_ZONE``. Settings are those of ``Store``:
        lease, sign_every, sign_after."""
        self.database = database
        self.keys = keys
        self.store = Store(database, keys, **settings)
        self._clock = clock or (lambda: int(time.time() // 60))  # minutes
        self._zone = zone or os.environ.get("HOUSEWAY_TIME_ZONE", "")
        zone_of(self._zone)
        self._live: dict[int, Live] = {}
        self._locks: dict[int, threading.Lock] = {}
        self._guard = threading.Lock()
        self._people: dict[str, Person] = {}
        self._rules: dict[str, TableRules] = {}
        self._closing = threading.Event()
        self._address = ""  # where other processes of this house reach this one
        self._beaten = time.monotonic()  # when the leases were known to be this process's
        self.lost: Callable[[int], object] = lambda table: None  # told of a table taken over

    # -- coming and going --------------------------------------------------------------------

    @classmethod
    def create(
        cls, url: str, keys: Path, admin: str, password: str, name: str = "", **settings: Any
    ) -> "House":
        """A new house with its keys and its first admin."""
        people.check_name(admin, "admin")
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
        with database.transaction() as connection:
            connection.execute(
                text(
                    "INSERT INTO house (id, name, public_key, key_check)"
                    " VALUES (1, :name, :public, :check)"
                ),
                {
                    "name": name or uuid.uuid4().hex,
                    "public": made.public,
                    "check": made.seal(b"houseway", "key check"),
                },
            )
            house.store.insert_table(connection, CAGE, "cage", "", {})
            books.open_account(connection, BANK)
            key = uuid.uuid4().hex
            desk.add_person(house.store, connection, admin, "admin", password, admin, key)
        house._start()
        return house

    @classmethod
    def open(cls, url: str, keys: Path | None = None, **settings: Any) -> "House":
        """A house that is there already. Keys come from a folder or from the environment."""
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
        with self.database.reading() as connection:
            row = connection.execute(text("SELECT * FROM house")).one()
        try:
            self.keys.unseal(row.key_check, "key check")
        except Unusable:
            raise Unusable("the master key is not this house's; nothing was changed") from None
        if row.public_key != self.keys.public:
            raise Unusable("the signing key is not this house's; nothing was changed")
        self.store.name = row.name
        if self.database.kind != SQLITE:
            threading.Thread(target=self._beat, daemon=True).start()

    def close(self) -> None:
        """Sign the heads, give the tables back and let go of the database."""
        self._closing.set()
        with suppress(Unavailable):
            for live in list(self._live.values()):
                with self._lock(live.id), self.database.transaction() as connection:
                    self.store.release(connection, live)
            with self.database.transaction() as connection:
                if self._address:
                    owners.withdraw(connection, self.store.me)
                cage = self.store.lock_cage(connection)
                self.store.sign_head(connection, CAGE, cage.seq, cage.head)
        self._live.clear()
        self.database.close()

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _beat(self) -> None:
        """Renew the leases of the tables that this process runs."""
        while not self._closing.wait(self.store.lease / 3000):
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

    # -- people and their money --------------------------------------------------------------

    def add_person(self, name: str, role: str, password: str, *, by: str, key: str = "") -> Person:
        """Somebody new."""
        with self.database.transaction() as connection:
            self._person(connection, by).must_be("admin", to="add people")
            key = key or uuid.uuid4().hex
            return desk.add_person(self.store, connection, name, role, password, by, key)

    def person(self, name: str) -> Person | None:
        """Somebody by name, if the house knows them."""
        with suppress(Refused), self.database.reading() as connection:
            return self._person(connection, name)
        return None

    def people(self) -> list[Person]:
        """Everybody."""
        with self.database.reading() as connection:
            rows = connection.execute(text("SELECT name, role FROM people ORDER BY name"))
            return [Person(name, role) for name, role in rows]

    def log_in(self, name: str, password: str) -> str:
        """A session's token."""
        with self.database.transaction() as connection:
            return people.log_in(connection, name, password, self.database.now)

    def let_in(self, name: str) -> str:
        """A session's token for somebody whom whoever keeps the door knows without a password."""
        with self.database.transaction() as connection:
            people.find(connection, name)  # or nobody is called so
            return people.start_session(connection, name, self.database.now)

    def log_out(self, token: str) -> None:
        """The session is over."""
        with self.database.transaction() as connection:
            people.log_out(connection, token)

    def who(self, token: str) -> Person:
        """Whose session this is."""
        with self.database.reading() as connection:
            return people.who(connection, token, self.database.now)

    def buy_in(self, name: str, amount: int, *, by: str, key: str, table: int | None = None) -> int:
        """Money comes in, at the cage or into a table's drop box against its chips; the entry."""
        with self.database.transaction() as connection:
            giver = self._person(connection, by)
            return desk.buy_in(self.store, connection, name, amount, giver, key, table)

    def cash_out(self, name: str, amount: int, *, by: str, key: str) -> int:
        """Money goes out at the cage; the entry."""
        with self.database.transaction() as connection:
            giver = self._person(connection, by)
            return desk.cash_out(self.store, connection, name, amount, giver, key)

    def balance(self, name: str) -> int:
        """What somebody has, in cents."""
        with self.database.reading() as connection:
            return books.balance(connection, person(name)) // FINE

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
    ) -> int:
        """A new table, and its number. A meter with a ``link`` is shared by all tables that name
        the same; without one it is the table's own."""
        asked_for = Opening(game, edition, options, limits, meters, by_hand, self._zone)
        with self.database.transaction() as connection:
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
            return listing.listed(connection, self.database.kind, self._rules)

    def close_table(self, table: int, *, by: str, key: str) -> Answer:
        """The last round is over: the seats are cleared and the money goes to the bank."""
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
            raise Refused("a command carries a key of its own, of 1 to 200 characters")
        with self._lock(table):
            try:
                return self._done(table, command, by, key, at)
            except (Refused, KeyUsed):  # also of what was done before, and a table has moved on
                if answered := self.answered(table, command, by, key):
                    return answered
                raise

    def _done(
        self, table: int, command: dict[str, Any], by: str, key: str, at: int | None
    ) -> Answer:
        """Do a command whose key is believed to be new: the log has each key once, and says so when
        this one is to be written."""
        live = self._own(table)
        try:
            with Wanted(self.database) as begun:
                giver = self._people.get(by) or self._person(begun.connection(), by)
                if at is not None and live.seq != at:
                    raise Refused("the table has moved on since; look at it again")
                minutes = self.minutes(live)
                answer, step = done(self.store, begun, live, command, giver, key, minutes)
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
        if step.shuts:
            self._forget(table)
        return answer

    def rehearse(self, table: int, what: str, who: int | None = None, *, by: str) -> Rehearsal:
        """What a report would be ruled, tried on a copy that is then thrown away."""
        with self.looking(table), self.database.reading() as connection:
            giver = self._person(connection, by)
            copy = self._load(connection, table)
            found = rehearse(copy, what, who, giver)
            players = copy.table.data.players
            seen = tuple(seen_by(event, giver, players) for event in found.events)
            return replace(found, events=seen)

    def answered(self, table: int, command: Mapping[str, Any], by: str, key: str) -> Answer | None:
        """What a command under this key was answered, if it was given."""
        with self.database.reading() as connection:
            giver = self._person(connection, by)
            found = self.store.repeated(connection, table, by, command, key)
            return answer_of(found, giver, repeated=True) if found else None

    def minutes(self, live: Live) -> int:
        """The time at a table, in minutes since it was opened."""
        opened: int = live.settings["opened"]
        return self._clock() - opened

    # -- seeing ------------------------------------------------------------------------------

    def view(self, table: int, by: str, seat: int | None = None) -> View:
        """The round as somebody may see it; a player with several seats names one."""
        with self.looking(table) as live:
            with self.database.reading() as connection:
                viewer = self._person(connection, by)
            return live.table.view(place_of(viewer, live.table.data.players, seat))

    def waiting(self, table: int) -> dict[str, Any]:
        """What a table waits for."""
        with self.looking(table) as live:
            return waiting_json(live.table.waiting)

    def players(self, table: int) -> dict[int, str]:
        """Who sits where."""
        with self.looking(table) as live:
            return dict(live.table.data.players)

    def events(self, table: int, since: int, by: str) -> list[tuple[int, Event]]:
        """What happened after an entry, as somebody may see it, with the entry's number."""
        with self.database.reading() as connection:
            viewer = self._person(connection, by)
            rows = connection.execute(_AFTER, {"table": table, "seq": since}).scalars()
            return [
                (body["seq"], seen_by(Event.from_json(event), viewer, players_of(body)))
                for body in map(json.loads, rows)
                for event in body["events"]
            ]

    def notices(self, table: int) -> list[dict[str, Any]]:
        """Every change of rules that was announced at a table, with its stamps."""
        with self.database.reading() as connection:
            return announced(connection, table)

    def reconcile(self) -> Reconciliation:
        """Whether all the books hold."""
        with self.database.reading() as connection:
            return books.reconcile(connection)

    @contextmanager
    def looking(self, table: int) -> Iterator[Live]:
        """A table to look at and not to touch: this process's own, or one brought up from what is
        committed. It stands still meanwhile."""
        with self._lock(table):
            live = self._live.get(table)
            if live is None and self.database.kind == SQLITE:
                live = self._own(table)  # nobody else can: it is brought up once
            elif live is None:
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
        """The table in this process's memory; taken over by replay if nobody runs it."""
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
        live = Live(row, lambda hash: snapshots.stored(connection, hash), self.keys.unseal)
        head = ""
        for entry in connection.execute(_FROM, {"table": table, "seq": live.boundary}):
            if link(entry.prev, entry.body) != entry.hash or head not in ("", entry.prev):
                raise Broken(f"entry {entry.seq} of table {table} was altered: run an audit")
            head, body = entry.hash, json.loads(entry.body)
            if entry.seq > live.boundary:
                live.replay(body)
                continue
            live.ruled = entry.seq if "rules" in body else body.get("ruled", 0)
            if _kept(row) != {"data": body["data"], "pending": body["pending"]}:
                raise Broken(f"what table {table} was left as was altered: run an audit")
        if head != live.head:
            raise Broken(f"table {table} does not stand where its entries end: run an audit")
        return live

    def _person(self, connection: Connection, name: str) -> Person:
        if name not in self._people:  # nobody changes name or role
            self._people[name] = people.find(connection, name)
        return self._people[name]


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a table's row says that it was left as."""
    return {"data": json.loads(row["data"]), "pending": json.loads(row["pending"])}


def _stall(settings: Mapping[str, Any]) -> int:
    """A transaction that stands still for as long as a lease is ended by the server."""
    return max(1, int(settings.get("lease", LEASE)))
