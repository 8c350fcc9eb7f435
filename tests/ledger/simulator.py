"""A house on a machine that fails, all of it decided by one seed.

Clients, a clerk, the floor, a surveillance clerk, the threads that sign and ask the witness, and a
second process that tries to open the same file take turns in one thread; which of them goes on is
decided at every statement and at every lock. Statements fail, commits fail before or
after they have happened, answers are lost and sent for again, clients stall, the clock jumps an
hour ahead and back, the witness answers garbage or nothing or claims what is not so, the
process is killed, and the power is cut: then the files are left as a disk may leave them, with any
part of what was not flushed. After each of these the guarantees are checked. The same seed does the
same again, statement by statement.

PYTHONPATH=tests/games python tests/ledger/simulator.py SEED [--trace]
"""

import os
import random
import shutil
import sqlite3
import sys
import tempfile
import types
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import greenlet
from argon2 import PasswordHasher
from furnished import furnish
from kinds import one_of_each_family
from playing import Playing

from houseway.ledger import house as house_module
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.chain import signing as signing_module
from houseway.ledger.chain import witnessing as witnessing_module
from houseway.ledger.chain.witness import Witness
from houseway.ledger.database import commit_queue as queue_module
from houseway.ledger.database import database as database_module
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.people import passwords
from houseway.ledger.tables.answers import Answer
from houseway.rulebook.refusal import Refused

GAMES = one_of_each_family()
SECTOR = 512  # what a disk writes at once, or tears
TURNS = 700  # of the scheduler, in one seed
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
REASONS = ("disk I/O error", "database or disk is full", "database is locked")
START = datetime(2026, 1, 1, tzinfo=UTC)
Image = dict[str, bytes]  # the files of a database


class Wrong(AssertionError):
    """A guarantee that does not hold."""


class Lock:
    """A lock among those who take turns: whoever waits lets the others go on."""

    def __init__(self, world: "World", again: bool = False) -> None:
        self._world, self._again = world, again
        self._owner: Any = None
        self._count = 0

    def acquire(self, blocking: bool = True) -> bool:
        me = greenlet.getcurrent()
        while self._count and not (self._again and self._owner is me):
            if not blocking:
                return False
            self._world.wait()
        self._owner, self._count = me, self._count + 1
        return True

    def release(self) -> None:
        self._count -= 1

    def __enter__(self) -> "Lock":
        self.acquire()
        return self

    def __exit__(self, *error: object) -> None:
        self.release()


class NoThread:
    """What a house would do beside is a part of its own here."""

    def __init__(self, **given: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def join(self) -> None:
        pass


class Cursor(sqlite3.Cursor):
    def execute(self, *given: Any) -> Any:
        self.connection.world.statement(self.connection, given[0])
        return super().execute(*given)

    def executemany(self, *given: Any) -> Any:
        self.connection.world.statement(self.connection, given[0])
        return super().executemany(*given)


class Connection(sqlite3.Connection):
    """A connection at which anything may go wrong."""

    world: "World"
    life: int

    def cursor(self, *given: Any) -> Any:
        return super().cursor(Cursor)

    def execute(self, *given: Any) -> Any:
        return self.cursor().execute(*given)

    def commit(self) -> None:
        if self.in_transaction:
            self.world.commit(self, super().commit)

    def close(self) -> None:
        super().close()
        if self.life == self.world.life and not self.world.over:
            self.world.synced = self.world.image()  # the last one out flushes the database


class World:
    """Everything around a house, from one seed."""

    def __init__(self, seed: object, folder: Path, told: Callable[[str], object] = len) -> None:
        self.seed, self._folder, self._told = seed, folder, told
        self.dice, self._bytes = random.Random(f"world {seed}"), random.Random(f"bytes {seed}")
        self._digest = sha256()
        self.seen: Counter[str] = Counter()
        self.life, self.calm, self.over = 0, False, False
        self.minutes, self.seconds = 1000, 0
        self.witness: Witness | None = None
        self.file = folder / "0" / "house.db"
        self.synced: Image = {}
        self.left: Image | None = None  # what a crash has left of the files
        self.main = greenlet.getcurrent()
        self.acknowledged: dict[tuple[int, str], tuple[int, Any]] = {}
        self.refused: set[tuple[int, str]] = set()
        # how much goes wrong here; a seed may have much of one thing and none of another
        self.rates = {
            name: self.dice.choice((0.0, most / 4, most))
            for name, most in (
                ("error", 0.03), ("commit fails", 0.1), ("commit unheard", 0.1), ("killed", 0.004),
                ("power cut", 0.006), ("power cut in a commit", 0.05), ("answer lost", 0.2),
                ("sent twice", 0.2), ("stall", 0.1), ("clock", 0.1), ("witness", 0.5),
            )
        }  # fmt: skip

    # -- what is random ----------------------------------------------------------------------

    def bytes(self, count: int) -> bytes:
        return self._bytes.randbytes(count)

    def wall(self) -> datetime:
        self.seconds += 1
        return START + timedelta(milliseconds=self.seconds)

    def happens(self, what: str) -> bool:
        """Whether something goes wrong now."""
        if self.calm or self.dice.random() >= self.rates[what]:
            return False
        self.seen[what] += 1
        self.note(what)
        return True

    def note(self, what: str) -> None:
        self._digest.update(f"{what}\n".encode())
        self._told(what)

    @property
    def trace(self) -> str:
        """All that has happened, in short."""
        return self._digest.hexdigest()

    # -- taking turns ------------------------------------------------------------------------

    def wait(self) -> None:
        """Let somebody else go on; after a crash nobody does."""
        if self.over:
            raise greenlet.GreenletExit
        if greenlet.getcurrent() is self.main:
            raise Wrong("everybody waits for everybody")
        self.main.switch()
        if self.over:
            raise greenlet.GreenletExit

    def crash(self, left: Image) -> None:
        """Nothing more happens in this life."""
        self.left = left
        self.over = True
        if greenlet.getcurrent() is self.main:
            raise Wrong("a crash while nobody acts")
        self.main.switch()
        raise greenlet.GreenletExit

    # -- the database ------------------------------------------------------------------------

    def connect(self, *given: Any, **named: Any) -> Connection:
        made: Connection = self._connect(*given, **{**named, "factory": Connection})
        made.world, made.life = self, self.life
        sqlite3.Connection.execute(made, "PRAGMA wal_autocheckpoint=20")
        return made

    _connect = staticmethod(sqlite3.connect)

    def _acts(self, connection: Connection) -> bool:
        acts = connection.life == self.life and not self.over
        return acts and greenlet.getcurrent() is not self.main

    def statement(self, connection: Connection, sql: str) -> None:
        if not self._acts(connection) or sql.startswith("PRAGMA"):
            return
        self.note(sql[:60])
        if self.dice.random() < 0.15:
            self.wait()
        if self.happens("error"):
            raise sqlite3.OperationalError(self.dice.choice(REASONS))
        if self.happens("killed"):
            self.crash(self.image())
        if self.happens("power cut"):
            self.crash(self.torn(self.synced, self.image()))

    def commit(self, connection: Connection, commit: Callable[[], None]) -> None:
        if not self._acts(connection):
            commit()
            return
        self.note("COMMIT")
        if self.happens("commit fails"):
            sqlite3.Connection.rollback(connection)
            raise sqlite3.OperationalError("disk I/O error")
        before = self.synced
        commit()
        self.synced = self.image()
        if self.happens("power cut in a commit"):
            self.crash(self.torn(before, self.synced))
        if self.happens("commit unheard"):
            raise sqlite3.OperationalError("disk I/O error")

    def image(self) -> Image:
        names = ("house.db", "house.db-wal")
        paths = ((name, self.file.with_name(name)) for name in names)
        return {name: path.read_bytes() if path.exists() else b"" for name, path in paths}

    def torn(self, before: Image, after: Image) -> Image:
        """The files as a power cut leaves them: what had been flushed, and any of what was written
        since. The log is flushed before pages go to the database, its head before its frames."""
        db, log = "house.db", "house.db-wal"
        if before[db] != after[db] and self.dice.random() < 0.5:
            return {db: self._mixed(before[db], after[db]), log: after[log] or before[log]}
        if before[log][:32] != after[log][:32]:
            if self.dice.random() < 0.5:
                return dict(before)
            mixed = after[log][:32] + self._mixed(before[log][32:], after[log][32:])
            return {db: before[db], log: mixed}
        return {db: before[db], log: self._mixed(before[log], after[log])}

    def _mixed(self, before: bytes, after: bytes) -> bytes:
        """Some sectors as they were, some as they should be, and one or another torn."""
        length = max(len(before), len(after))
        length = self.dice.choice((length, self.dice.randint(min(len(before), len(after)), length)))
        made = bytearray(length)
        for at in range(0, length, SECTOR):
            old, new = before[at : at + SECTOR], after[at : at + SECTOR]
            if old == new:
                made[at : at + len(new)] = new
                continue
            fate = self.dice.random()
            cut = self.dice.randrange(SECTOR) if fate < 0.2 else SECTOR if fate < 0.7 else 0
            mixed = (new[:cut] + old[cut:].ljust(SECTOR - cut, b"\0"))[: length - at]
            made[at : at + len(mixed)] = mixed
        return bytes(made)

    # -- one life after the other ------------------------------------------------------------

    def open(self) -> House:
        settings: dict[str, Any] = {"clock": lambda: self.minutes, "wall": self.wall}
        if self.witness:
            settings["witnesses"] = [f"http://w.example {self.witness.key}"]
        url, keys = f"sqlite:///{self.file}", self._folder / "keys"
        return House.open(url, keys, sign_every=7, **settings)

    def exchange(self, url: str, body: Any, *rest: object) -> tuple[int, str]:
        """What the witness answers: what it should, or anything else, or nothing."""
        if self.happens("witness"):
            kind = self.dice.randrange(6)
            if kind == 0:
                raise Unavailable(f"{url} does not answer")
            said = (
                (500, ""),
                (200, "\x00 \u2014 garbage\n"),
                (409, "999999\n"),
                (422, ""),
                (409, "1\n"),
            )
            return said[kind - 1]
        assert self.witness is not None
        path = url.removeprefix("http://w.example")
        one = self.witness
        reply = one.checkpoint(path) if body is None else one.add_checkpoint(body)
        return reply.status, reply.text

    def live(self, clients: "list[Client]", turns: int) -> int:
        """Until something crashes, or for so many turns; how many are left."""
        self.over, self.left, self.synced = False, None, self.image()
        held: list[House] = []

        def begin() -> None:
            while not held:
                with suppress(Unavailable):
                    held.append(self.open())

        actors: dict[str, Any] = {"open": greenlet.greenlet(begin)}
        asleep: Counter[str] = Counter()
        while turns and self.left is None:
            turns -= 1
            if held and len(actors) == 1 and actors["open"].dead:
                actors = self._actors(held[0], clients)
            name = self.dice.choice(sorted(actors))
            if asleep[name]:
                asleep[name] -= 1
                continue
            if self.happens("stall"):
                asleep[name] = self.dice.randint(5, 40)
            if self.happens("clock"):
                self.minutes += self.dice.choice((1, 1, 7, 90, -1, -3, 60, -60))
            self.note(name)
            actors[name].switch()
            if actors[name].dead and name != "open":
                raise Wrong(f"{name} has stopped")
        self._end(actors, held)
        return turns

    def _actors(self, house: House, clients: "list[Client]") -> dict[str, Any]:
        made = {f"table {one.table}": greenlet.greenlet(one.run) for one in clients}
        for one in clients:
            one.house = house
        made["clerk"] = greenlet.greenlet(lambda: self._clerk(house))
        made["signer"] = greenlet.greenlet(lambda: self._forever(house.signing.now))
        made["witness"] = greenlet.greenlet(lambda: self._forever(house.signing.show))
        made["floor"] = greenlet.greenlet(lambda: self._floor(house))
        made["second"] = greenlet.greenlet(lambda: self._forever(self._second))
        made["eye"] = greenlet.greenlet(lambda: self._forever(lambda: self._look(house)))
        return made

    def _end(self, actors: dict[str, Any], held: list[House]) -> None:
        """Whoever is in the middle of something is gone; the files are what the crash has left, or
        what a process that is killed leaves."""
        left = self.left or self.image()
        self.over = True
        for one in actors.values():
            if not one.dead:
                one.throw(greenlet.GreenletExit)
        self.life += 1
        for house in held:
            house.database.close()
        target = self._folder / str(self.life)
        target.mkdir()
        for name, content in left.items():
            if content:
                (target / name).write_bytes(content)
        shutil.rmtree(self.file.parent)
        self.file = target / "house.db"

    def _forever(self, work: Callable[[], object]) -> None:
        while True:
            with suppress(Unavailable):
                work()
            self.wait()

    def _look(self, house: House) -> None:
        found = house.reconcile()
        if not found.holds:
            raise Wrong(f"the books do not hold: {found.wrong}")
        if house.signing.fault:
            raise Wrong(f"the house takes itself for altered: {house.signing.fault}")

    def _second(self) -> None:
        """Another process does not open the file of a house that is open."""
        try:
            self.open()
        except Unavailable as error:
            if "is open in process" not in str(error):
                raise Wrong(f"a second process was refused for another reason: {error}") from None
            self.seen["second process"] += 1
        else:
            raise Wrong("two processes run one house")

    def _floor(self, house: House) -> None:
        """Somebody of the floor sets tables back that were played while the clock ran ahead."""
        while True:
            self.wait()
            with suppress(Unavailable, Refused):
                for table in house.clocks_ahead():
                    key = f"clock {self.life} {len(self.acknowledged)} {self.dice.random()}"
                    answer = house.do(table, {"do": "set_clock"}, by="Flo", key=key)
                    self.acknowledge(table, key, answer.seq, "set")
                    self.seen["set back"] += 1

    def _clerk(self, house: House) -> None:
        """Cash comes in and goes out, each time once."""
        while True:
            name, amount = self.dice.choice(("Ann", "Bob", "Cid")), self.dice.randint(1, 500)
            key = f"cash {self.life} {len(self.acknowledged)} {self.dice.random()}"
            how = self.dice.choice((house.buy_in, house.cash_out))
            while True:
                self.wait()
                try:
                    seq = how(name, amount, by="Flo", key=key)
                except Unavailable:
                    continue
                except Refused:
                    self.refused.add((0, key))
                    break
                self.acknowledge(0, key, seq, None)
                if not self.happens("answer lost"):
                    break

    def acknowledge(self, table: int, key: str, seq: int, said: Any) -> None:
        """Whoever asks under the same key is told the same."""
        if self.acknowledged.setdefault((table, key), (seq, said)) != (seq, said):
            raise Wrong(f"key {key!r} of table {table} was answered in two ways")

    # -- what must hold ----------------------------------------------------------------------

    def check(self) -> None:
        """What was acknowledged is there, once, at its place; what was refused is not; money is
        conserved; and the whole log is what the referee makes of it."""
        with sqlite3.connect(self.file) as plain:
            rows = plain.execute("SELECT table_id, key, seq FROM entries").fetchall()
        plain.close()
        kept = {(table, key): seq for table, key, seq in rows}
        for place, (seq, _) in self.acknowledged.items():
            if kept.get(place) != seq:
                raise Wrong(f"acknowledged {place} at {seq}, kept at {kept.get(place)}")
        if both := self.refused & set(kept):
            raise Wrong(f"refused and kept: {sorted(both)}")
        anchor = self._folder / "keys" / "anchor"
        report = audit_database(f"sqlite:///{self.file}", anchor=anchor, workers=1)
        if not report.holds:
            raise Wrong(f"the audit: {report.findings[0]}")

    def run(self) -> None:
        """All of it."""
        clients = [
            Client(self, number, self.seed)
            for number in sorted(self.dice.sample(range(1, len(GAMES) + 1), 2))
        ]
        turns = TURNS
        while turns > 0:
            turns = self.live(clients, turns)
            self.seen["lives"] += 1
        self.calm = True
        with self.open() as house:
            for one in clients:  # a client that was not answered asks until it is
                one.house, one.quiet = house, True
                if one.pending:
                    with suppress(Refused):
                        one.send()
            self._look(house)
            house.signing.now()
            house.signing.show()
            if house.signing.notices():
                raise Wrong(f"with a witness that answers: {house.signing.notices()}")
        self.check()


class Client(Playing):
    """Somebody who plays at a table and asks again under the same key until they are answered."""

    def __init__(self, world: World, table: int, seed: object) -> None:
        super().__init__(None, table, ["Ann", "Bob"], seed)  # type: ignore[arg-type]
        self.world, self.quiet = world, False
        self.pending: tuple[dict[str, Any], str, str] | None = None

    def say(self, command: dict[str, Any], by: str) -> Answer:
        self.count += 1
        self.pending = (command, by, f"{self.prefix} {self.count}")
        return self.send()

    def send(self) -> Answer:
        assert self.pending is not None
        command, by, key = self.pending
        while True:
            if not self.quiet:
                self.world.wait()
            try:
                answer = self.house.do(self.table, command, by=by, key=key)
            except Unavailable as error:
                if self.quiet:  # nothing goes wrong any more
                    raise Wrong(f"key {key!r} is not answered: {error}") from None
                continue
            except Refused:
                self.world.refused.add((self.table, key))
                self.pending = None
                raise
            events = [event.to_json() for event in answer.events]
            self.world.acknowledge(self.table, key, answer.seq, (events, answer.waiting))
            if not self.world.happens("answer lost") and not self.world.happens("sent twice"):
                self.pending = None
                return answer

    def run(self) -> None:
        while True:
            with suppress(Unavailable, Refused):
                if self.pending:
                    self.send()
                self.sit()
                self.step()
            self.world.wait()


def threads(world: World) -> types.SimpleNamespace:
    """What the modules of a ledger know of threads."""
    import threading

    return types.SimpleNamespace(
        Lock=lambda: Lock(world), RLock=lambda: Lock(world, again=True), Thread=NoThread,
        Event=threading.Event, Semaphore=threading.Semaphore,
    )  # fmt: skip


@contextmanager
def machine(world: World) -> Iterator[None]:
    """The ledger's randomness, threads and files are the world's."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(os, "urandom", world.bytes))
        stack.enter_context(patch.object(sqlite3.dbapi2, "connect", world.connect))
        stack.enter_context(patch.object(passwords, "_HASHER", QUICK))
        stack.enter_context(patch.object(witnessing_module, "exchange", world.exchange))
        for module in (house_module, queue_module, database_module, signing_module):
            stack.enter_context(patch.object(module, "threading", threads(world)))
        yield


def make_base(folder: Path) -> Path:
    """A house with a table of every family of games, the same whenever it is made."""
    world = World("base", folder)
    world.calm = True
    (folder / "0").mkdir(parents=True)
    with machine(world):
        settings: dict[str, Any] = {"clock": lambda: world.minutes, "wall": world.wall}
        url = f"sqlite:///{world.file}"
        with House.create(url, folder / "keys", "boss", "pw", name="test", **settings) as house:
            furnish(house)
            for game in GAMES:
                house.open_table(game, by="Flo")
    return folder


def simulate(seed: object, base: Path, told: Callable[[str], object] = len) -> World:
    """One seed, from a house that was made before; what does not hold is raised."""
    with tempfile.TemporaryDirectory(prefix="houseway-sim-", dir=base.parent) as name:
        folder = Path(name) / "world"
        shutil.copytree(base, folder)
        world = World(seed, folder, told)
        try:
            with machine(world):
                world.calm = True
                with world.open() as house:
                    key = house.signing.heads.key
                world.witness, world.calm = Witness(folder / "w", "example.com/w", [key]), False
                world.run()
        except Exception as error:
            raise Wrong(f"seed {seed}: {error}; python tests/ledger/simulator.py {seed}") from error
    return world


def main() -> None:
    """Run one seed and tell what happened."""
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    told = print if "--trace" in sys.argv else len
    with tempfile.TemporaryDirectory(dir=shared) as name:
        world = simulate(int(sys.argv[1]), make_base(Path(name) / "base"), told)
    print(dict(world.seen), len(world.acknowledged), "acknowledged", world.trace)


if __name__ == "__main__":
    main()
