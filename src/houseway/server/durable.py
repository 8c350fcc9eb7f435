"""A house in a database: people, money, tables and rounds survive a restart.

Only the ready marks of seats are lost when the process that runs a table ends.
"""

import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from houseway.ledger.database.database import Database
from houseway.ledger.errors import Elsewhere, NoRoom, Unavailable, Unusable
from houseway.ledger.house import House
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.tables import seating
from houseway.ledger.tables.commands import WORDS
from houseway.ledger.tables.live import Live
from houseway.ledger.tables.opening import Room
from houseway.ledger.tables.rounds import told_before
from houseway.referee.absence import seats_kept
from houseway.referee.events import STANDING, Event
from houseway.referee.requests import AWAY, BACK, MOVE, Bets, Tickets
from houseway.rulebook.refusal import Refused
from houseway.server.host import (
    BANK,
    IDLE,
    LITTLE,
    MOST_TABLES,
    OPENERS,
    Answer,
    Command,
    Snapshot,
    TableCard,
    check_pays,
    proper,
)
from houseway.server.house_settings import HouseSettings
from houseway.server.sign_in.sessions import PLAYER
from houseway.server.table.look import look_at
from houseway.server.table.window import Window, asks_first, bettors, check_own, takes

ADMIN, FLOOR, DEALER = "the house", "the floor", "the dealer"  # the user who acts for the house
STAFF = {FLOOR: "floor", DEALER: "dealer"}
DEALS_BY_HAND = "dealer"
SEATING = ("sit", "leave", MOVE)  # commands that may free a seat for the waiting list
KEPT = 8  # ready answers remembered per seat
STEP = 100  # versions per entry: more than the ready marks possible between two entries
AFRESH = STEP // 2  # where a process begins: above what pages know of one that is gone,
TURNS, TURN = 5, 9  # and higher from one that takes a table over to the next
ROUNDS = 60.0  # seconds between searches for such tables


@dataclass
class _Desk:
    """A table's betting window, its changes since the last entry, and a lock that admits one
    command at a time."""

    window: Window = field(default_factory=Window)
    marks: int = AFRESH
    fence: int = 0  # the fencing number under which this process runs the table
    lock: threading.RLock = field(default_factory=threading.RLock)
    marked: dict[int, deque[tuple[str, Answer]]] = field(default_factory=dict)  # by seat

    def remember(self, seat: int, key: str, answer: Answer) -> Answer:
        """Remember the answer to a ready command, for a repeat with the same key."""
        if key:
            self.marked.setdefault(seat, deque(maxlen=KEPT)).append((key, answer))
        return answer

    def remembered(self, seat: int, key: str) -> Answer | None:
        """Return the answer that was given under this key."""
        return next((told for known, told in self.marked.get(seat, ()) if known == key), None)


def open_house(url: str, keys: Path, **settings: Any) -> House:
    """Open the house in a database, with the staff users that the server needs; create it if there
    is none."""
    database = Database(url)
    try:
        if database.file:
            database.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        empty = database.is_empty()
    finally:
        database.close()
    if empty:
        house = House.create(url, keys, ADMIN, uuid.uuid4().hex, **settings)
    else:
        house = House.open(url, keys, **settings)
    try:
        _hire(house)
    except BaseException:
        house.close()
        raise
    return house


def _hire(house: House) -> None:
    """Create a dealer and a floor supervisor unless they exist."""
    roles = {one.name: one.role for one in house.people()}
    admin = next(name for name, role in roles.items() if role == "admin")
    for name, role in STAFF.items():
        if name not in roles:
            house.add_person(name, role, "", by=admin)
        elif roles[name] != role:
            raise Unusable(f"{name!r} is a {roles[name]} of this house; the doors need a {role}")


class DurableHost:
    """A ledger's house with the interface that the pages need."""

    def __init__(
        self,
        house: House,
        *,
        clock: Callable[[], float] = time.monotonic,
        tables_each: int = HouseSettings.tables_each,
        decision_seconds: int = HouseSettings.clock,
    ) -> None:
        self.house = house
        self._seconds = decision_seconds
        self._tables_each = tables_each
        self._clock = clock
        self._admin = next(one.name for one in house.people() if one.role == "admin")
        self._desks: dict[int, _Desk] = {}
        self._guard = threading.Lock()
        self._empty: dict[int, tuple[int, float]] = {}  # empty tables: entry, and since when

    # -- people ------------------------------------------------------------------------------

    def enter(self, name: str, role: str = PLAYER) -> str:
        """Register a new user with this name. A player gets chips."""
        name = proper(name)
        if self.house.person(name):
            raise Refused(f"the name {name} is taken")
        self.house.add_person(name, role, "", by=self._admin)
        if role == PLAYER:
            self.house.buy_in(name, BANK, by=FLOOR, key=_new())
        return name

    def role(self, name: str) -> str:
        """Return the user's role; empty if there is no such user."""
        found = self.house.person(name)
        return found.role if found else ""

    def balance(self, name: str) -> int:
        """Return the user's balance in cents, without bets."""
        return self.house.balance(name)

    def buy_in(self, name: str) -> int:
        """Give new chips to a player with a low balance; return the balance."""
        self.house.top_up(name, BANK, by=FLOOR, below=LITTLE)
        return self.balance(name)

    # -- tables ------------------------------------------------------------------------------

    def tables(self) -> list[TableCard]:
        """Return every table."""
        return [
            TableCard(one.id, one.rules, one.players, one.rounds) for one in self.house.listed()
        ]

    def open_table(
        self, game: str, edition: str, options: Mapping[str, Any], *, by: str, **terms: Any
    ) -> int:
        """Open a table and return its number. Staff open it in their own name; for a player the
        house opens it."""
        runs = self.role(by) in OPENERS
        room = Room("" if runs else by, self._tables_each, MOST_TABLES)
        how = {"options": dict(options), "by": by if runs else FLOOR, "room": room, **terms}
        try:
            return self.house.open_table(game, edition, **how)
        except NoRoom:
            if runs or not self._close_own(by):
                raise
            return self.house.open_table(game, edition, **how)

    def _close_own(self, player: str) -> bool:
        """Close one of a player's empty tables; return whether there was one."""
        return any(self._close(table) for table in self.house.empty_tables(player))

    def look(self, table: int, *, by: str, seat: int | None = None, role: str = "") -> Snapshot:
        """Return a table as one person may see it."""
        role = role or self.role(by) or PLAYER
        with self._at(table) as desk, self.house.looking(table) as live:
            return self._seen(live, desk, by, role, seat)

    def looks(self, table: int, viewers: Mapping[str, str]) -> dict[str, Snapshot]:
        """Return a table as each of these people may see it, all at the same entry."""
        with self._at(table) as desk, self.house.looking(table) as live:
            return {by: self._seen(live, desk, by, role) for by, role in viewers.items()}

    def _seen(
        self, live: Live, desk: _Desk, by: str, role: str, seat: int | None = None
    ) -> Snapshot:
        now, version, at = self._clock(), _version(live, desk), self.house.minutes(live)
        window, seconds = desk.window, self._seconds
        seen = look_at(live.id, live.table, window, now, version, by, seat, role, seconds, at)
        return self._with_shared(live, seen) if live.settings.get("shared") else seen

    def _with_shared(self, live: Live, seen: Snapshot) -> Snapshot:
        """Add the meters that casinos share, as their system displays them."""
        meters, notes = dict(seen.meters), {}
        with self.house.database.reading() as connection:
            for name in live.settings["shared"]:
                told = payout_log.told(connection, live.linked[name])
                meters[name] = told.get("displayed", 0)
                if told.get("pending"):
                    notes[name] = "payout pending"
                elif not told.get("operational"):
                    notes[name] = "not offered now"
        return replace(seen, meters=meters, meter_notes=notes)

    def version(self, table: int) -> int:
        """Return a number that grows with every change of a table; the process that runs the table
        knows it."""
        with suppress(Unavailable):  # only reading, so it works on a full disk
            self.house.own(table)
        with self._at(table) as desk, self.house.looking(table) as live:
            return _version(live, desk)

    @contextmanager
    def _at(self, table: int) -> Iterator[_Desk]:
        """Hold a table's lock while this process runs it; raise if another process does. State from
        before the table changed hands is dropped."""
        with suppress(
            Elsewhere, Unavailable
        ):  # then the caller sees the table as its entries have it
            self.house.own(table)
        with self._guard:
            desk = self._desks.setdefault(table, _Desk())
        with desk.lock:
            if (fence := self.house.fence(table)) > desk.fence:
                if (
                    fence > desk.fence + 1 or not desk.fence
                ):  # another process ran the table in between
                    desk.window, desk.marks = self._window(table), AFRESH + TURN * (fence % TURNS)
                desk.fence = fence
            yield desk

    def _window(self, table: int) -> Window:
        """Return the window of a table that this process has not run before, with the recent rounds
        that other processes ran."""
        found = Window()
        with self.house.looking(table) as live:
            rounds = live.table.data.rounds  # that have ended
            found.recall(live.table, told_before(self.house, table, rounds))
        return found

    def close_empty(self) -> list[int]:
        """Close the tables that have been empty for a while, to make room for others; return them.
        A table with wagers or outstanding tickets stays open."""
        now, empty, closed, listed = self._clock(), {}, [], self.house.listed()
        for one in listed:
            if one.players:
                continue
            seq, since = self._empty.get(one.id, (one.seq, now))
            empty[one.id] = (one.seq, since if seq == one.seq else now)
            if seq == one.seq and now - since >= IDLE and self._close(one.id):
                closed.append(one.id)
                del empty[one.id]
        self._empty = empty
        with self._guard:
            for gone in set(self._desks) - {one.id for one in listed}:
                del self._desks[gone]
        return closed

    def _close(self, table: int) -> bool:
        """Close a table, unless another process runs it, a player has taken a seat or the rules
        forbid it."""
        try:
            with self._at(table):
                with self.house.looking(table) as live:
                    data = live.table.data
                    if data.players or data.tickets or any(data.standing.values()):
                        return False
                self.house.close_table(table, by=FLOOR, key=_new())
        except (Refused, Unavailable):
            return False
        return True

    def keep_tidy(self, until: threading.Event) -> None:
        """Close empty tables periodically."""
        while not until.wait(ROUNDS):
            with suppress(Unavailable):
                self.close_empty()
                self.waiting()

    # -- commands ----------------------------------------------------------------------------

    def do(self, table: int, command: Command, *, by: str, role: str = "", key: str = "") -> Answer:
        """Execute a command at a table. A repeated key returns the first answer and executes
        nothing."""
        role = role or self.role(by)
        with self._at(table) as desk:
            if role not in ("", PLAYER):
                return self.say(table, _said(command), by=by, key=key)
            if command["do"] == "ready":
                return self._ready(table, desk, command, by, key)
            if command["do"] == "change_seat":
                return self._change_seat(table, desk, command, by, key)
            with self.house.looking(table) as live:
                kept = seats_kept(live.table.rules)
            if command["do"] == "hurry" or (command["do"] in (AWAY, BACK) and not kept):
                return self._wait_no_longer(table, desk, command, by)
            return self._do(table, desk, command, by, key)

    def say(
        self, table: int, said: Command, *, by: str, key: str = "", at: int | None = None
    ) -> Answer:
        """Execute a staff command; the ledger checks who may give it. ``at`` is the entry that the
        caller saw."""
        with self._at(table) as desk:
            done = self.house.do(table, said, by=by, key=key or _new(), at=at)
            desk.marks = 0
            if said["do"] in SEATING:
                seating.serve(self.house, by=FLOOR)
            with self.house.looking(table) as live:
                if live.resting:
                    desk.window.ready.clear()
        return Answer(table, done.seq * STEP, done.events, done.repeated)

    def _do(self, table: int, desk: _Desk, command: Command, by: str, key: str) -> Answer:
        said = _said(command)
        try:
            with self.house.looking(table) as live:
                check_own(live.table, command, by)
                cents, started = takes(live.table, command), live.table.started
                desk.window.go_away(command["seat"], False)
            if cents > 0:
                check_pays(cents, self.balance(by))
        except Refused:  # also if the same key was used before
            if key and (found := self.house.answered(table, said, by, key)):
                return Answer(table, found.seq * STEP, found.events, repeated=True)
            raise
        done = self.house.do(table, said, by=by, key=key or _new())
        if done.repeated:
            return Answer(table, done.seq * STEP, done.events, repeated=True)
        desk.marks = 0
        if command["do"] in SEATING:
            seating.serve(self.house, by=FLOOR)
        seq, events = done.seq, done.events
        if command["do"] == "sit":
            desk.window.regulars.add(command["seat"])
            if not started:
                seq = self._deal(table, desk, {"do": "begin"})
                events += self._told(table, done.seq, seq, by)
        elif command["do"] == "leave":
            desk.window.left(command["seat"])
        return Answer(table, seq * STEP, events)

    def _wait_no_longer(self, table: int, desk: _Desk, command: Command, by: str) -> Answer:
        """Mark a player away or back, or stop waiting for a player whose time is up."""
        with self.house.looking(table) as live:
            check_own(live.table, command, by)
            if command["do"] != "hurry":
                desk.window.go_away(command["seat"], command["do"] == "away")
                desk.marks += 1
                return Answer(table, _version(live, desk), ())
            now, first = self._clock(), live.seq
            passed = desk.window.pass_over(live.table, by, now, self._seconds)
            goes = seats_kept(live.table.rules) and passed not in live.table.data.absent
        seq = self._deal(table, desk, {"do": "absent", "seat": passed})
        if goes and passed < STANDING:  # and is not dealt in until back
            desk.window.go_away(passed, False)
            seq = self._deal(table, desk, {"do": AWAY, "seat": passed}, by=FLOOR)
        return Answer(table, seq * STEP, self._told(table, first, seq, by))

    def _change_seat(self, table: int, desk: _Desk, command: Command, by: str, key: str) -> Answer:
        """Move a player to another seat, or request that seat if it is not free now."""
        said = {"do": MOVE, "seat": command["seat"], "to": command["to"]}
        try:
            return self._do(table, desk, said, by, key)
        except Refused:
            with self.house.looking(table) as live:
                check_own(live.table, command, by)
                data = live.table.data
                if not seats_kept(live.table.rules) or command["seat"] in data.absent:
                    raise
            asked = {"table": table, "seat": command["to"]}
            seating.ask(self.house, by, by=by, key=key or _new(), **asked)
            desk.marks += 1
            with self.house.looking(table) as live:
                return Answer(table, _version(live, desk), ())

    # -- the waiting list --------------------------------------------------------------------

    def waiting(self) -> list[seating.Request]:
        """Return the waiting list in order, after offering the free seats."""
        try:
            return seating.serve(self.house, by=FLOOR)
        except Unavailable:  # no offer can be written now, for example on a full disk
            return seating.waiting(self.house)

    def _deal(self, table: int, desk: _Desk, said: Command, key: str = "", by: str = DEALER) -> int:
        """Execute a command of the house itself; return the entry."""
        done = self.house.do(table, said, by=by, key=key or _new())
        desk.marks = 0
        return done.seq

    def _told(self, table: int, after: int, to: int, by: str) -> tuple[Event, ...]:
        """Return the events of some entries as one person may see them."""
        found = self.house.events(table, after, by)
        return tuple(event for seq, event in found if seq <= to)

    def _ready(self, table: int, desk: _Desk, command: Command, by: str, key: str) -> Answer:
        """Mark a seat ready; when the last awaited seat is ready, close betting. The close carries
        the key, so that a repeat is recognized after a restart."""
        seat = command["seat"]
        key = f"ready {seat} {key} {by}" if key else ""
        if key and (found := self.house.answered(table, {"do": "close"}, DEALER, key)):
            events = self._told(table, found.seq - 1, found.seq, by)
            return Answer(table, found.seq * STEP, events, repeated=True)
        if key and (before := desk.remembered(seat, key)):
            return replace(before, repeated=True)
        with self.house.looking(table) as live:
            check_own(live.table, command, by)
            stands = bool(live.table.data.standing.get(seat))
            begins = live.resting and (stands or asks_first(live.table))
        if begins:
            begun = self._deal(table, desk, {"do": "begin"})
            with self.house.looking(table) as live:
                if not isinstance(live.table.waiting, Bets):
                    events = self._told(table, begun - 1, begun, by)
                    return desk.remember(seat, key, Answer(table, _version(live, desk), events))
        with self.house.looking(table) as live:
            waiting, first = live.table.waiting, live.seq
            closes = desk.window.closes(live.table, seat, self._clock())
            if not closes or DEALS_BY_HAND in live.table.by_hand:  # then the dealer closes it
                desk.marks += seat not in desk.window.ready
                desk.window.mark(seat, self._clock())
                return desk.remember(seat, key, Answer(table, _version(live, desk), ()))
            acts = waiting.acts() if isinstance(waiting, Tickets) else []
            in_round = bettors(live.table)
        for who, what in acts:  # requirements that must be met before betting closes
            self._deal(table, desk, {"do": "act", "who": who, "what": what}, by=FLOOR)
        # if the close is refused, the seat is not marked ready
        seq = self._deal(table, desk, {"do": "close"}, key)
        desk.window.closed(in_round)
        return Answer(table, seq * STEP, self._told(table, first, seq, by))


def _said(command: Command) -> dict[str, Any]:
    """Return a command in the form that the ledger takes."""
    said = dict(command)
    if said["do"] == "act":
        said["who"] = said.pop("seat")
    fields = WORDS[said["do"]].fields if said["do"] in WORDS else said
    return {name: value for name, value in said.items() if name == "do" or name in fields}


def _version(live: Live, desk: _Desk) -> int:
    return live.seq * STEP + min(desk.marks, STEP - 1)


def _new() -> str:
    return uuid.uuid4().hex
