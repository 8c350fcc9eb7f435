"""The house: the one front door to everything that is durable.

One command is one transaction. Only what has been committed is acknowledged; when a commit fails,
what is in memory is thrown away and the table is brought back from its entries.
"""

import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import game as find_game
from houseway.ledger import books, commands, people, snapshots
from houseway.ledger.books import BANK, Accounts, Move, Reconciliation, part, person
from houseway.ledger.chain import GENESIS, asked, canonical, head_message, link
from houseway.ledger.database import SQLITE, Database, for_update
from houseway.ledger.errors import Broken, Elsewhere, Unavailable, Unusable
from houseway.ledger.keys import Keys
from houseway.ledger.live import Live, waiting_json
from houseway.ledger.people import Person
from houseway.referee.events import HOUSE, LAYOUT, RACK, Event, Place
from houseway.referee.table import Table
from houseway.referee.view import View
from houseway.rulebook.money import FINE, cents, money
from houseway.rulebook.price import rate_text
from houseway.rulebook.refusal import Refused

CAGE = 0  # the table whose chain holds what concerns the whole house
LEASE = 10  # seconds
SIGN_EVERY = 100  # entries
SIGN_AFTER = 60  # seconds
SEES = {"auditor": HOUSE, "admin": "admin", "floor": "floor", "dealer": "dealer"}


@dataclass(frozen=True)
class Answer:
    """What came of a command: its place in the log, and what the giver may see of it."""

    table: int
    seq: int
    round: int
    events: tuple[Event, ...]
    waiting: Mapping[str, Any]
    repeated: bool = False  # the key had been used: this is what was answered then


_ENTRY = text(
    "INSERT INTO entries (table_id, seq, key, asked, prev, hash, body, answer)"
    " VALUES (:table, :seq, :key, :asked, :prev, :hash, :body, :answer)"
)
_BY_KEY = text("SELECT * FROM entries WHERE table_id = :table AND key = :key")
_AFTER = text("SELECT body FROM entries WHERE table_id = :table AND seq > :seq ORDER BY seq")
_FROM = text(
    "SELECT seq, prev, hash, body FROM entries WHERE table_id = :table AND seq >= :seq ORDER BY seq"
)
_SIGNATURE = text(
    "INSERT INTO signatures (table_id, seq, head, signature)"
    " VALUES (:table, :seq, :head, :signature)"
)
_TABLE = text("SELECT * FROM tables WHERE id = :id")


class House:
    """People, money and tables, kept so that nothing that was acknowledged is lost."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        *,
        clock: Callable[[], int] | None = None,
        lease: float = LEASE,
        sign_every: int = SIGN_EVERY,
        sign_after: float = SIGN_AFTER,
    ) -> None:
        self.database = database
        self.keys = keys
        self.name = ""
        self.me = f"{socket.gethostname()} {os.getpid()} {uuid.uuid4().hex[:8]}"
        self._clock = clock or (lambda: int(time.time() // 60))  # minutes
        self._lease = int(lease * 1000)
        self._sign_every = sign_every
        self._sign_after = int(sign_after * 1000)
        self._live: dict[int, Live] = {}
        self._locks: dict[int, threading.Lock] = {}
        self._guard = threading.Lock()
        self._people: dict[str, Person] = {}
        self._closing = threading.Event()
        self._prepare_sql()

    def _prepare_sql(self) -> None:
        now = self.database.now
        place = (
            "seq = :seq, head = :head, chance = :chance, signed = :signed, signed_at = :signed_at"
        )
        mine = "WHERE id = :id AND seq = :old AND fence = :fence AND owner = :me"
        lease = f"lease_until = {now} + :lease"
        rest = "boundary = :seq, rules = :rules, data = :data, pending = :pending"
        self._step = text(f"UPDATE tables SET {place}, {lease} {mine}")
        self._rest = text(f"UPDATE tables SET {place}, {lease}, {rest} {mine}")
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
        self._lock_meter = text(
            f"SELECT balance FROM accounts WHERE name = :name{for_update(self.database)}"
        )

    # -- coming and going --------------------------------------------------------------------

    @classmethod
    def create(
        cls, url: str, keys: Path, admin: str, password: str, name: str = "", **settings: Any
    ) -> "House":
        """A new house with its keys and its first admin."""
        people.check_name(admin, "admin")
        database = Database(url, stall=_stall(settings))
        database.own_file()
        if not database.is_empty():
            database.close()
            raise Unusable(f"{database.shown} holds a house already")
        made = Keys.make(keys)
        database.migrate()
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
            house._insert_table(connection, CAGE, "cage", "", {}, open=True)
            books.open_account(connection, BANK)
            house._add_person(connection, admin, "admin", password, admin, uuid.uuid4().hex)
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
        self.name = row.name
        if self.database.kind != SQLITE:
            threading.Thread(target=self._beat, daemon=True).start()

    def close(self) -> None:
        """Sign the heads, give the tables back and let go of the database."""
        self._closing.set()
        with suppress(Unavailable):
            for live in list(self._live.values()):
                with self._lock(live.id), self.database.transaction() as connection:
                    self._sign_head(connection, live.id, live.seq, live.head)
                    connection.execute(
                        text(
                            "UPDATE tables SET owner = '', signed = :seq"
                            " WHERE id = :id AND owner = :me AND fence = :fence AND seq = :seq"
                        ),
                        {"id": live.id, "me": self.me, "fence": live.fence, "seq": live.seq},
                    )
            with self.database.transaction() as connection:
                cage = connection.execute(self._lock_cage).one()
                self._sign_head(connection, CAGE, cage.seq, cage.head)
        self._live.clear()
        self.database.close()

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _beat(self) -> None:
        """Renew the leases of the tables that this process runs."""
        while not self._closing.wait(self._lease / 3000):
            for live in list(self._live.values()):
                with suppress(Unavailable), self.database.transaction() as connection:
                    values = {"id": live.id, "me": self.me, "fence": live.fence}
                    renewed = connection.execute(self._renew, {**values, "lease": self._lease})
                    if not renewed.rowcount and self._live.get(live.id) is live:
                        del self._live[live.id]

    # -- people and their money --------------------------------------------------------------

    def add_person(self, name: str, role: str, password: str, *, by: str, key: str = "") -> Person:
        """Somebody new."""
        with self.database.transaction() as connection:
            self._person(connection, by).must_be("admin", to="add people")
            return self._add_person(connection, name, role, password, by, key or uuid.uuid4().hex)

    def _add_person(
        self, connection: Connection, name: str, role: str, password: str, by: str, key: str
    ) -> Person:
        command = {"do": "add_person", "name": name, "role": role}
        cage = connection.execute(self._lock_cage).one()
        if self._repeated(connection, CAGE, by, command, key):
            return people.find(connection, name)
        added = people.add(connection, name, role, password)
        books.open_account(connection, person(name))
        self._cage(connection, cage, command, by, key, [])
        return added

    def people(self) -> list[Person]:
        """Everybody."""
        with self.database.reading() as connection:
            rows = connection.execute(text("SELECT name, role FROM people ORDER BY name"))
            return [Person(name, role) for name, role in rows]

    def log_in(self, name: str, password: str) -> str:
        """A session's token."""
        with self.database.transaction() as connection:
            return people.log_in(connection, name, password, self.database.now)

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
        cash = cents(amount, "a buy-in") * FINE
        if table is None:
            moves = [Move("buy_in", BANK, person(name), cash)]
        else:
            moves = [
                Move("dropped", BANK, part(table, books.DROP), cash),
                Move("buy_in", part(table, RACK), person(name), cash),
            ]
        command = {"do": "buy_in", "name": name, "amount": amount, "table": table}
        return self._cash(command, by, key, moves, {})

    def cash_out(self, name: str, amount: int, *, by: str, key: str) -> int:
        """Money goes out at the cage; the entry."""
        cash = cents(amount, "a cash-out") * FINE
        moves = [Move("cash_out", person(name), BANK, cash)]
        command = {"do": "cash_out", "name": name, "amount": amount}
        return self._cash(command, by, key, moves, {person(name): cash})

    def _cash(
        self,
        command: dict[str, Any],
        by: str,
        key: str,
        moves: list[Move],
        wanted: Mapping[str, int],
    ) -> int:
        with self.database.transaction() as connection:
            giver = self._person(connection, by)
            if not (command["do"] == "cash_out" and command["name"] == by):
                giver.must_be("floor", "admin", to=command["do"])
            people.find(connection, command["name"])
            if not 0 < command["amount"] <= books.MOST:
                raise Refused(
                    f"what comes in or goes out is more than nothing, to {money(books.MOST)}"
                )
            if command.get("table") is not None:
                self._row(connection, command["table"])
            cage = connection.execute(self._lock_cage).one()
            if found := self._repeated(connection, CAGE, by, command, key):
                return int(found.seq)
            return self._cage(connection, cage, command, by, key, moves, wanted)

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
        found = find_game(game)
        links = {n: str(m["link"]) for n, m in (meters or {}).items() if "link" in m}
        terms = {n: {k: v for k, v in m.items() if k != "link"} for n, m in (meters or {}).items()}
        table = Table(
            found.play,
            found.rulebook(edition),
            options=options,
            limits=limits,
            meters=terms,
            by_hand=by_hand,
            keep_log=False,
        )
        rules = snapshots.header(table.rules)
        command = {"do": "open_table", "rules": rules, "linked": links, "by_hand": sorted(by_hand)}
        key = key or uuid.uuid4().hex
        with self.database.transaction() as connection:
            self._person(connection, by).must_be("floor", "admin", to="open tables")
            cage = connection.execute(self._lock_cage).one()
            if again := self._repeated(connection, CAGE, by, command, key):
                return int(json.loads(again.answer)["table"])
            id = 1 + int(connection.execute(text("SELECT MAX(id) FROM tables")).scalar() or 0)
            snapshots.remember(connection, table.rules)
            settings = {"by_hand": sorted(by_hand), "linked": links, "opened": self._clock()}
            moves = self._open_meters(connection, id, table, links)
            self._insert_table(connection, id, game, edition, settings, open=True)
            body = {
                "table": id,
                "seq": 1,
                "at": _now(),
                "by": by,
                "key": key,
                "do": command,
                "round": 0,
                "settings": settings,
                "rules": rules,
                "data": table.data.to_json(),
                "pending": [],
                "inputs": [],
                "chance": [],
                "events": [],
                "moves": moves,
                "players": {},
            }
            written = canonical(body)
            head = link(GENESIS, written)
            self._insert_entry(connection, body, written, GENESIS, head, asked(by, command), {})
            books.book(connection, id, 1, moves)
            connection.execute(
                text(
                    "UPDATE tables SET seq = 1, head = :head, boundary = 1, rules = :rules,"
                    " data = :data WHERE id = :id"
                ),
                {
                    "id": id,
                    "head": head,
                    "rules": canonical(rules),
                    "data": json.dumps(table.data.to_json()),
                },
            )
            self._cage(connection, cage, command, by, key, [], answer={"table": id})
        return id

    def _open_meters(
        self, connection: Connection, id: int, table: Table, links: Mapping[str, str]
    ) -> list[Move]:
        """Accounts for the meters of a table; those that are linked stand where they stand."""
        for name in links:
            if name not in table.rules.meters:
                known = ", ".join(table.rules.meters) or "none"
                raise Refused(f"this table has no meter {name!r} to link: {known}")
        moves = []
        for name, terms in table.rules.meters.items():
            own = links.get(name) or f"{id} {name}"
            told = canonical({"reset": terms.reset, "rate": rate_text(terms.rate)})
            stored = connection.execute(
                text("SELECT terms FROM meters WHERE name = :name"), {"name": own}
            ).scalar()
            if stored is None:
                insert = text("INSERT INTO meters (name, terms) VALUES (:name, :terms)")
                connection.execute(insert, {"name": own, "terms": told})
                books.open_account(connection, books.meter(own))
                if terms.reset:
                    moves.append(Move("opened", BANK, books.meter(own), terms.reset * FINE))
            elif stored != told:
                raise Refused(f"the meter {own!r} runs on other terms: {stored}")
            else:
                table.data.meters[name] = books.balance(connection, books.meter(own))
        return moves

    def _insert_table(
        self,
        connection: Connection,
        id: int,
        game: str,
        edition: str,
        settings: Mapping[str, Any],
        open: bool,
    ) -> None:
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
                "open": open,
                "head": GENESIS,
            },
        )

    def tables(self) -> list[dict[str, Any]]:
        """Every open table."""
        with self.database.reading() as connection:
            rows = connection.execute(
                text(
                    "SELECT id, game, edition, seq, owner, data FROM tables"
                    f" WHERE open AND id <> {CAGE} ORDER BY id"
                )
            )
            return [
                {
                    "id": row.id,
                    "game": row.game,
                    "edition": row.edition,
                    "seq": row.seq,
                    "owner": row.owner,
                    "rounds": json.loads(row.data)["rounds"],
                }
                for row in rows
            ]

    def close_table(self, table: int, *, by: str, key: str) -> Answer:
        """The last round is over: the seats are cleared and the money goes to the bank."""
        return self._do(table, {"do": "close_table"}, by, key)

    # -- one command -------------------------------------------------------------------------

    def do(self, table: int, command: Mapping[str, Any], *, by: str, key: str) -> Answer:
        """Tell a table something. The answer comes when it is committed, and the same key never
        does it twice."""
        commands.check(command)
        return self._do(table, dict(command), by, key)

    def _do(self, table: int, command: dict[str, Any], by: str, key: str) -> Answer:
        if not key or len(key) > 200:
            raise Refused("a command carries a key of its own, of 1 to 200 characters")
        with self._lock(table):
            try:
                live = self._own(table)
            except Refused:  # it is closed or elsewhere, but the key may have been answered
                if answered := self._answered(table, command, by, key):
                    return answered
                raise
            try:
                with self.database.transaction() as connection:
                    giver = self._person(connection, by)
                    if found := self._repeated(connection, table, by, command, key):
                        return _answer(found, giver, repeated=True)
                    answer = self._run(connection, live, command, giver, key)
            except Elsewhere:
                self._forget(table)
                raise
            except Refused:
                if (kept := self._live.get(table)) and (kept.heard or kept.chance.log):
                    self._forget(table)  # it was refused after something had changed in memory
                raise
            except BaseException:
                self._forget(table)
                raise
            live.heard.clear()
            live.chance.log.clear()
            if command["do"] == "close_table":
                self._forget(table)
            return answer

    def _answered(self, table: int, command: Mapping[str, Any], by: str, key: str) -> Answer | None:
        with self.database.reading() as connection:
            giver = self._person(connection, by)
            found = self._repeated(connection, table, by, command, key)
            return _answer(found, giver, repeated=True) if found else None

    def _run(
        self, connection: Connection, live: Live, command: dict[str, Any], giver: Person, key: str
    ) -> Answer:
        table = live.table
        self._show(connection, live)
        mark = live.mark()
        pending = len(table.announced)
        moves: list[Move] = []
        if command["do"] == "close_table":
            giver.must_be("floor", "admin", to="close tables")
            moves = self._clear(connection, live)
        else:
            word = commands.check(command)
            commands.authorise(word, command, giver, table.data.players)
            self._check_person(connection, command)
            commands.run(table, command, giver, live.heard.append)
        if live.resting:
            live.rest()
        if command["do"] == "close_table":
            live.chance.rest(shoe_goes_on=False, cards_wait=False)
        events = live.since(mark)
        moves += self._open_new_meters(connection, live)
        accounts = Accounts(live.id, table.data.players, live.meters)
        moves += accounts.moves(events)
        seq = live.seq + 1
        body: dict[str, Any] = {
            "table": live.id,
            "seq": seq,
            "at": _now(),
            "by": giver.name,
            "key": key,
            "do": command,
            "round": live.round,
            "inputs": live.heard,
            "chance": live.chance.log,
            "events": [event.to_json() for event in events],
            "moves": moves,
            "players": table.data.players,
        }
        header = snapshots.header(table.rules)
        if header != live.header:
            body["rules"] = header
        if live.resting:
            body["data"] = table.data.to_json()
            body["pending"] = [commands.change_json(change) for change in table.announced]
        answer = {"waiting": waiting_json(table.waiting)}
        hashed = asked(giver.name, command)
        prev, written = live.head, canonical(body)
        head = link(prev, written)
        self._move_on(connection, live, seq, head, body)  # first, so that a stranger stops here
        self._insert_entry(connection, body, written, prev, head, hashed, answer)
        books.book(connection, live.id, seq, moves, accounts.wanted(events))
        self._note_changes(connection, live, command, seq, pending)
        if command["do"] == "close_table":
            self._sign_head(connection, live.id, seq, head)
            shut = text("UPDATE tables SET open = :no, owner = '' WHERE id = :id")
            connection.execute(shut, {"id": live.id, "no": False})
        live.header = header
        seen = tuple(_seen(event, giver, table.data.players) for event in events)
        return Answer(live.id, seq, live.round, seen, answer["waiting"])

    def _show(self, connection: Connection, live: Live) -> None:
        """Tell the table the time and what its linked meters stand at; these rows stay locked."""
        amounts = {}
        for name, own in sorted(live.linked.items(), key=lambda pair: pair[1]):
            found = connection.execute(self._lock_meter, {"name": books.meter(own)})
            amounts[name] = int(found.scalar_one())
        if amounts:
            live.table.show_meters(amounts)
        minutes = self._clock() - live.settings["opened"]
        if live.resting and minutes > live.table.data.minutes:
            live.table.at(minutes)

    def _check_person(self, connection: Connection, command: Mapping[str, Any]) -> None:
        """Only people whom the house knows take a seat."""
        if command["do"] == "sit" and command.get("player"):
            people.find(connection, command["player"]).must_be("player", to="take a seat")

    def _clear(self, connection: Connection, live: Live) -> list[Move]:
        """Everybody leaves, and what the table holds goes to the bank."""
        table = live.table
        if not live.resting:
            raise Refused("a round is in progress; a table is closed between rounds")
        for seat in list(table.data.players):
            table.leave(seat)
        moves = []
        for name in (RACK, books.FEES, books.DROP, books.BETS, LAYOUT):
            account = part(live.id, name)
            with suppress(Refused):
                amount = books.balance(connection, account)
                if amount > 0:
                    moves.append(Move("closed", account, BANK, amount))
                elif amount:
                    moves.append(Move("closed", BANK, account, -amount))
        return moves

    def _open_new_meters(self, connection: Connection, live: Live) -> list[Move]:
        """Accounts for meters that a change of rules has brought."""
        known = live.header["meters"]
        if all(name in known for name in live.table.rules.meters):
            return []
        return self._open_meters(connection, live.id, live.table, live.linked)

    def _note_changes(
        self,
        connection: Connection,
        live: Live,
        command: Mapping[str, Any],
        seq: int,
        pending: int,
    ) -> None:
        """Keep what was announced, with its stamps, and since when it holds."""
        if command["do"] == "announce":
            change = commands.change_of(command)
            connection.execute(
                text(
                    "INSERT INTO notices (table_id, seq, change, posted_at, announced_at,"
                    " division_notified_at, effective_at) VALUES (:table, :seq, :change,"
                    " :posted_at, :announced_at, :division_notified_at, :effective_at)"
                ),
                {
                    **commands.change_json(change),
                    "table": live.id,
                    "seq": seq,
                    "change": canonical({"options": change.options, "limits": change.limits}),
                },
            )
        elif len(live.table.announced) < pending:
            connection.execute(
                text(
                    "UPDATE notices SET in_effect = :seq WHERE table_id = :table"
                    " AND in_effect IS NULL AND effective_at <= :minutes"
                ),
                {"table": live.id, "seq": seq, "minutes": live.table.data.minutes},
            )

    def _move_on(
        self, connection: Connection, live: Live, seq: int, head: str, body: Mapping[str, Any]
    ) -> None:
        """The table stands one entry further, if nobody else has moved it meanwhile."""
        now = int(time.time() * 1000)
        due = seq - live.signed >= self._sign_every or now - live.signed_at >= self._sign_after
        if due:
            self._sign_head(connection, live.id, seq, head)
        chance = canonical(live.chance.to_json(self.keys.seal))
        values: dict[str, Any] = {
            "id": live.id,
            "old": live.seq,
            "seq": seq,
            "head": head,
            "fence": live.fence,
            "me": self.me,
            "lease": self._lease,
            "signed": seq if due else live.signed,
            "signed_at": now if due else live.signed_at,
            "chance": chance,
        }
        if live.resting:
            values["rules"] = canonical(snapshots.header(live.table.rules))
            values["data"] = json.dumps(body["data"], separators=(",", ":"))
            values["pending"] = canonical(body["pending"])
        statement = self._rest if live.resting else self._step
        if connection.execute(statement, values).rowcount != 1:
            raise Elsewhere(f"another process has taken over table {live.id}; ask there")
        live.seq, live.head = seq, head
        live.signed, live.signed_at = values["signed"], values["signed_at"]

    # -- seeing ------------------------------------------------------------------------------

    def view(self, table: int, by: str, seat: int | None = None) -> View:
        """The round as somebody may see it; a player with several seats names one."""
        with self._looking(table) as live:
            with self.database.reading() as connection:
                viewer = self._person(connection, by)
            return live.table.view(_place(viewer, live.table.data.players, seat))

    def waiting(self, table: int) -> dict[str, Any]:
        """What a table waits for."""
        with self._looking(table) as live:
            return waiting_json(live.table.waiting)

    def players(self, table: int) -> dict[int, str]:
        """Who sits where."""
        with self._looking(table) as live:
            return dict(live.table.data.players)

    def events(self, table: int, since: int, by: str) -> list[tuple[int, Event]]:
        """What happened after an entry, as somebody may see it, with the entry's number."""
        with self.database.reading() as connection:
            viewer = self._person(connection, by)
            rows = connection.execute(_AFTER, {"table": table, "seq": since}).scalars()
            return [
                (body["seq"], _seen(Event.from_json(event), viewer, _players(body)))
                for body in map(json.loads, rows)
                for event in body["events"]
            ]

    def notices(self, table: int) -> list[dict[str, Any]]:
        """Every change of rules that was announced at a table, with its stamps."""
        with self.database.reading() as connection:
            query = text("SELECT * FROM notices WHERE table_id = :table ORDER BY seq")
            rows = connection.execute(query, {"table": table}).mappings()
            return [{**row, "change": json.loads(row["change"])} for row in rows]

    def reconcile(self) -> Reconciliation:
        """Whether all the books hold."""
        with self.database.reading() as connection:
            return books.reconcile(connection)

    @contextmanager
    def _looking(self, table: int) -> Iterator[Live]:
        """A table to look at: this process's own, or one brought up from what is committed."""
        with self._lock(table):
            live = self._live.get(table)
            if live is None:
                with self.database.reading() as connection:
                    live = self._load(connection, table)
            yield live

    # -- in memory ---------------------------------------------------------------------------

    def _lock(self, table: int) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(table, threading.Lock())

    def _forget(self, table: int) -> None:
        self._live.pop(table, None)

    def _own(self, table: int) -> Live:
        """The table in this process's memory; taken over by replay if nobody runs it."""
        if live := self._live.get(table):
            return live
        with self.database.transaction() as connection:
            row = self._row(connection, table)
            values = {"id": table, "me": self.me, "lease": self._lease}
            if not connection.execute(self._take, values).rowcount:
                raise Elsewhere(f"table {table} is run by another process ({row['owner']})")
            live = self._load(connection, table)
        self._live[table] = live
        return live

    def _row(self, connection: Connection, table: int) -> Mapping[str, Any]:
        row = connection.execute(_TABLE, {"id": table}).mappings().first()
        if row is None or table == CAGE:
            raise Refused(f"there is no table {table}")
        if not row["open"]:
            raise Refused(f"table {table} is closed")
        return dict(row)

    def _load(self, connection: Connection, table: int) -> Live:
        row = self._row(connection, table)
        live = Live(row, lambda hash: snapshots.stored(connection, hash), self.keys.unseal)
        head = ""
        for entry in connection.execute(_FROM, {"table": table, "seq": live.boundary}):
            if link(entry.prev, entry.body) != entry.hash or head not in ("", entry.prev):
                raise Broken(f"entry {entry.seq} of table {table} was altered: run an audit")
            head, body = entry.hash, json.loads(entry.body)
            if entry.seq > live.boundary:
                live.replay(body)
            elif _kept(row) != {"data": body["data"], "pending": body["pending"]}:
                raise Broken(f"what table {table} was left as was altered: run an audit")
        if head != live.head:
            raise Broken(f"table {table} does not stand where its entries end: run an audit")
        return live

    def _person(self, connection: Connection, name: str) -> Person:
        if name not in self._people:  # nobody changes name or role
            self._people[name] = people.find(connection, name)
        return self._people[name]

    # -- entries -----------------------------------------------------------------------------

    def _repeated(
        self, connection: Connection, table: int, by: str, command: Mapping[str, Any], key: str
    ) -> Any:
        """The entry of a key that has been used, if it was used for the same."""
        found = connection.execute(_BY_KEY, {"table": table, "key": key}).first()
        if found is not None and found.asked != asked(by, command):
            raise Refused("this key has been used for another command")
        return found

    def _insert_entry(
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
        connection.execute(_ENTRY, values)

    def _cage(
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
            "at": _now(),
            "by": by,
            "key": key,
            "do": command,
            "moves": moves,
            **({"opened": answer["table"]} if answer else {}),
        }
        written = canonical(body)
        head, hashed = link(cage.head, written), asked(by, command)
        self._insert_entry(connection, body, written, cage.head, head, hashed, answer or {})
        books.book(connection, CAGE, seq, moves, wanted)
        moved = connection.execute(
            text(f"UPDATE tables SET seq = :seq, head = :head WHERE id = {CAGE} AND seq = :old"),
            {"seq": seq, "head": head, "old": cage.seq},
        )
        if moved.rowcount != 1:
            raise Broken("the chain of the house has moved meanwhile")
        if seq % self._sign_every == 0:
            self._sign_head(connection, CAGE, seq, head)
        return seq

    def _sign_head(self, connection: Connection, table: int, seq: int, head: str) -> None:
        query = text("SELECT 1 FROM signatures WHERE table_id = :table AND seq = :seq")
        if connection.execute(query, {"table": table, "seq": seq}).first() is None:
            signature = self.keys.sign(head_message(self.name, table, seq, head))
            values = {"table": table, "seq": seq, "head": head, "signature": signature}
            connection.execute(_SIGNATURE, values)


def _answer(found: Any, giver: Person, repeated: bool) -> Answer:
    body = json.loads(found.body)
    players = _players(body)
    events = tuple(_seen(Event.from_json(event), giver, players) for event in body["events"])
    waiting = json.loads(found.answer)["waiting"]
    return Answer(body["table"], body["seq"], body["round"], events, waiting, repeated)


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a table's row says that it was left as."""
    return {"data": json.loads(row["data"]), "pending": json.loads(row["pending"])}


def _players(body: Mapping[str, Any]) -> dict[int, str]:
    return {int(seat): name for seat, name in body["players"].items()}


def _seen(event: Event, viewer: Person, players: Mapping[int, str]) -> Event:
    """An event as somebody may see it who sits where they sat then."""
    if isinstance(event.sees, int) and players.get(event.sees) == viewer.name:
        return event
    return event.seen_by(SEES.get(viewer.role, "public"))


def _place(viewer: Person, players: Mapping[int, str], seat: int | None) -> Place:
    """From where somebody looks."""
    if viewer.role in SEES:
        return SEES[viewer.role]
    own = [number for number, name in players.items() if name == viewer.name]
    if seat is not None:
        if seat not in own:
            raise Refused(f"seat {seat} is not {viewer.name}'s")
        return seat
    return own[0] if own else "public"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _stall(settings: Mapping[str, Any]) -> int:
    """A transaction that stands still for as long as a lease is ended by the server."""
    return max(1, int(settings.get("lease", LEASE)))
