"""Load on the web server: how long an action takes, and that nothing is lost.

python benchmarks/server.py [--players 200] [--tables 40] [--seconds 40] [--smoke]
python benchmarks/server.py --workers 2            on PostgreSQL, started from a package
python benchmarks/server.py --attack               how long a bet takes during an attack

The server is a process of its own. Every player follows a stream of the table, which carries what
has changed, and bets, is ready and decides as soon as the table allows. An action is a
command to a table, from the moment it is sent until it is answered. Then the ledger is opened: it
must have every answered action, every balance must be the sum of what the answers reported, and the
books must balance.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import text

from houseway.games import game
from houseway.ledger.house import House
from houseway.rulebook.table_rules import TableRules
from houseway.server.durable import STEP
from houseway.server.host import BANK, LITTLE
from houseway.simulation.policies import usual_bets
from ledger import postgres
from report import figure, options, progress, section, table

GAMES = ("three-card-blitz", "roulette", "blackjack", "three-card-poker", "big-six")
LINK = re.compile(r"http://([\d.]+):(\d+)/enter\?token=(\S+)")
PARTS = 10  # of the way, after each of which memory is looked at
SHARE = 20  # the most that the slowest hundredth may take, to the middle
LOST = (OSError, asyncio.IncompleteReadError, ValueError)


@dataclass
class Wire:
    """One connection that is kept, and made again when it breaks; as much of HTTP as it takes."""

    host: str
    port: int
    token: str = ""
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    messages: int = 0  # of the stream
    received: int = 0  # their bytes

    async def ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, key: str = ""
    ) -> tuple[int, Any]:
        """The status and what came with it; sent again under its key when the connection breaks."""
        for turn in range(60):
            try:
                return await self._ask(method, path, body, key)
            except LOST:
                self.writer = None
                await asyncio.sleep(0.05 * (turn + 1))
        raise ConnectionError(path)

    async def _ask(
        self, method: str, path: str, body: dict[str, Any] | None, key: str
    ) -> tuple[int, Any]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        assert self.reader is not None
        sent = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(sent)}"]
        lines += ["Content-Type: application/json"] if sent else []
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += [f"Idempotency-Key: {key}"] if key else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        given = await self.reader.readexactly(int(length[1])) if length else b""
        return int(head.split()[1]), json.loads(given) if given else None

    async def changes(
        self, path: str, changed: asyncio.Event, state: dict[str, Any] | None = None
    ) -> None:
        """Follow a stream for ever; whoever waits hears of every message, and the state is kept up
        to date."""
        while True:
            with suppress(*LOST):
                reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
                lines = f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\n"
                writer.write(f"{lines}Authorization: Bearer {self.token}\r\n\r\n".encode())
                while line := await reader.readline():
                    if line.startswith(b"data:"):
                        if state is not None:
                            state.update(json.loads(line[5:]))
                        changed.set()
                        self.messages += 1
                        self.received += len(line)
            await asyncio.sleep(0.2)


@dataclass
class Told:
    """What the players were told."""

    actions: list[float] = field(default_factory=list)  # seconds
    kept: list[tuple[int, str, int]] = field(default_factory=list)  # table, key, entry
    refused: int = 0
    unavailable: int = 0
    rounds: dict[int, int] = field(default_factory=dict)  # by table


@dataclass
class Player:
    """Somebody at a table."""

    name: str
    wire: Wire
    table: int
    seat: int
    bets: dict[str, int]
    told: Told
    everybody: dict[int, "Player"]  # at this table
    money: int = BANK
    answered: dict[str, Any] = field(default_factory=dict)  # the table after the last action
    followed: dict[str, Any] = field(default_factory=dict)  # the table as the stream tells it

    async def do(self, word: str, **more: Any) -> bool:
        """An action; whether it was taken."""
        key, path = uuid.uuid4().hex, f"/api/tables/{self.table}/commands?state=true"
        command = {"do": word, "seat": self.seat, **more}
        start = time.perf_counter()
        status, answer = await self.wire.ask("POST", path, command, key)
        if status >= 500:
            self.told.unavailable += 1
            return False
        self.told.actions.append(time.perf_counter() - start)
        if status != 200:
            self.told.refused += 1
            return False
        events, self.answered = answer["events"], answer["state"]
        if word != "ready":
            self.told.kept.append((self.table, key, answer["version"] // STEP))
        elif events:  # it has closed the window
            closed = f"ready {self.seat} {key} {self.name}"
            self.told.kept.append((self.table, closed, answer["version"] // STEP))
        for event in events:
            for account, sign in ((event.get("target", ""), 1), (event.get("source", ""), -1)):
                kind, _, seat = account.partition(" ")
                if kind == "seat":
                    self.everybody[int(seat)].money += sign * event.get("amount", 0)
        return True

    async def play(self, end: float) -> None:
        """Bet and decide until it is time."""
        changed = asyncio.Event()
        path = f"/api/tables/{self.table}/stream?changes=true"
        stream = asyncio.create_task(self.wire.changes(path, changed, self.followed))
        try:
            while time.monotonic() < end:
                changed.clear()
                if not await self._turn():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), 2)
        finally:
            stream.cancel()

    async def _turn(self) -> bool:
        """Do what may be done now; whether there was anything."""
        versions = [one.get("version", 0) for one in (self.answered, self.followed)]
        seen = self.answered if versions[0] > versions[1] else self.followed
        self.told.rounds[self.table] = max(self.told.rounds.get(self.table, 0), seen["rounds"])
        if seen["asks"] == "decision":
            if seen["asked_of"] != self.seat or not seen["choices"]:
                return False
            return await self.do("act", what=seen["choices"][-1]["name"])
        if self.seat in seen["ready"]:
            return False
        if self.money < LITTLE:
            status, _ = await self.wire.ask("POST", "/api/me/buy-in")
            self.money += BANK if status == 200 else 0
        if str(self.seat) in seen["bets"] and seen["asks"]:
            return await self.do("ready")
        return await self.do("bet", bets=self.bets) and await self.do("ready")


async def seated(host: str, port: int, link: str, players: int, tables: int) -> list[Player]:
    """Everybody comes in, each invited by the one before, and sits down."""
    told, found = Told(), []
    at: list[tuple[int, str, dict[int, Player]]] = []
    for number in range(players):
        wire, name = Wire(host, port), f"player {number}"
        status, signed = await wire.ask("POST", "/api/session", {"link": link, "name": name})
        assert status == 200, signed
        wire.token = signed["token"]
        if number < tables:
            wanted = GAMES[number % len(GAMES)]
            status, opened = await wire.ask("POST", "/api/tables", {"game": wanted})
            assert status == 201, opened
            at.append((opened["id"], wanted, {}))
        table, wanted, everybody = at[number % tables]
        bets = usual_bets(TableRules(game(wanted).rulebook()))
        seat = 1 + number // tables
        player = Player(name, wire, table, seat, bets, told, everybody)
        everybody[seat] = player
        assert await player.do("sit")
        found.append(player)
        _, invited = await wire.ask("POST", "/api/links", {})
        link = invited["link"]
    return found


async def drive(
    host: str, port: int, link: str, given: argparse.Namespace, server: psutil.Process
) -> tuple[list[Player], list[list[str]]]:
    """Run the load; return the players and the rows to report."""
    start = time.monotonic()
    everybody = await seated(host, port, link, given.players, given.tables)
    progress(f"{given.players} players at {given.tables} tables, {time.monotonic() - start:.1f} s")
    told = everybody[0].told
    told.actions.clear()
    before = sum(told.rounds.values())
    memory = [_memory(server)]
    end = time.monotonic() + given.seconds
    busy = _busy(server)
    tasks = [asyncio.create_task(one.play(end)) for one in everybody]
    for _ in range(PARTS):
        await asyncio.sleep(given.seconds / PARTS)
        memory.append(_memory(server))
    await asyncio.gather(*tasks)
    rounds = sum(told.rounds.values()) - before
    times = sorted(told.actions)
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    messages = sum(one.wire.messages for one in everybody)
    received = sum(one.wire.received for one in everybody)
    cpu = _busy(server) - busy
    shares = [f"{memory[at]:.0f}" for at in (0, PARTS // 2, PARTS)]
    rows = [
        ["rounds/s", f"{rounds / given.seconds:.1f}"],
        ["actions/s", f"{len(times) / given.seconds:.1f}"],
        ["actions per second of the server's CPU time", f"{len(times) / cpu:.0f}"],
        ["messages of streams/s", f"{messages / given.seconds:.1f}"],
        ["bytes of a message, mean", f"{received // max(1, messages):,}"],
        ["an action, median, ms", f"{1000 * p50:.0f}"],
        ["an action, 99th percentile, ms", f"{1000 * p99:.0f}"],
        [f"99th percentile to median (target: at most {SHARE})", figure(p99 / p50)],
        ["slowest action to median", figure(times[-1] / p50)],
        ["server CPU, share of one core", f"{cpu / given.seconds:.2f}"],
        ["memory at the start, in the middle, at the end, MB", ", ".join(shares)],
        ["actions refused", str(told.refused)],
        ["answers with a server error", str(told.unavailable)],
    ]
    for one in everybody:  # what is kept must be what was told
        _, me = await one.wire.ask("GET", "/api/me")
        assert me["balance"] == one.money, f"{one.name} has {me['balance']}, was told {one.money}"
    return everybody, rows


def check(house: House, everybody: list[Player]) -> list[str]:
    """Compare the ledger with what the players were told; return the row that says so."""
    kept: dict[tuple[int, str], int] = {}
    with house.database.reading() as connection:
        for table, key, seq in connection.execute(text("SELECT table_id, key, seq FROM entries")):
            kept[table, key] = seq
    told = everybody[0].told.kept
    # whoever sits down first is told of the entry that follows, with which the round begins
    lost = [one for one in told if not 0 <= one[2] - kept.get(one[:2], -STEP) <= 1]
    wrong = [one.name for one in everybody if house.balance(one.name) != one.money]
    assert not lost, f"{len(lost)} actions were answered and are not in the ledger: {lost[:3]}"
    assert len(set(told)) == len(told)
    assert not wrong, f"the balances of {wrong[:3]} are not what they were told"
    assert house.reconcile().holds
    return ["answered actions, all found in the ledger", f"{len(told):,}"]


def _family(server: psutil.Process) -> list[psutil.Process]:
    return [server, *server.children(recursive=True)]


def _memory(server: psutil.Process) -> float:
    return sum(float(one.memory_info().rss) for one in _family(server)) / 2**20


def _busy(server: psutil.Process) -> float:
    return sum(float(one.cpu_times().user + one.cpu_times().system) for one in _family(server))


@contextmanager
def serving(arguments: list[str]) -> Iterator[tuple[psutil.Process, str, int, str]]:
    """A server process; where it listens and the link that it printed."""
    command = [sys.executable, "-m", "houseway", "serve", "--port", "0", *arguments]
    wanted = {**os.environ, "PYTHONUNBUFFERED": "1"}
    wanted.pop("HOUSEWAY_DATABASE_URL", None)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=wanted
    ) as process:
        assert process.stdout
        found = next(found for line in process.stdout if (found := LINK.search(line)))
        try:
            yield psutil.Process(process.pid), found[1], int(found[2]), found[3]
        finally:
            process.terminate()
            process.wait(30)


ABOUT = """\
`houseway serve` in a process of its own, {players} players at {tables} tables of five games for
{seconds:g} s. Each follows a stream that carries what has changed, and bets and decides without
a pause, so the server is always saturated. Nobody asks for a table again. An action is a
command to a table until it is answered with the table as it is then. Afterwards the ledger
must have every answered action, every balance must be the sum of what the answers reported,
and the books must balance; otherwise the benchmark fails."""


def main() -> None:
    """Drive the server and compare the ledger with its answers."""
    parser = options(__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--workers", type=int, default=0, help="PostgreSQL with so many processes")
    parser.add_argument("--folder", type=Path, help="a disk; the temporary one by default")
    parser.add_argument("--attack", action="store_true", help="bets during attacks")
    given = parser.parse_args()
    if given.smoke:
        given.players, given.tables, given.seconds = 6, 5, 1.0
    folder = Path(tempfile.mkdtemp(prefix="houseway-bench-", dir=given.folder))
    try:
        if given.attack:
            from attack import measure

            with serving(["--data", str(folder)]) as (server, host, port, link):
                asyncio.run(measure(host, port, link, server, given.smoke))
            return
        if not given.workers:
            _measure(folder, f"sqlite:///{folder / 'house.db'}", given)
            return
        (folder / "server").mkdir()
        with postgres(folder) as url:
            _measure(folder, url, given)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(folder: Path, url: str, given: argparse.Namespace) -> None:
    arguments = ["--data", str(folder)]
    if given.workers:
        arguments += ["--database", url, "--workers", str(given.workers)]
    with serving(arguments) as (server, host, port, link):
        everybody, rows = asyncio.run(drive(host, port, link, given, server))
    with House.open(url, folder / "keys") as house:
        rows.append(check(house, everybody))
    where = f"PostgreSQL, {given.workers} processes" if given.workers else "SQLite, one process"
    about = ABOUT.format(players=given.players, tables=given.tables, seconds=given.seconds)
    section(f"The web server under load ({where})", about, table(["what", "measured"], rows))


if __name__ == "__main__":
    main()
