"""How long a bet takes during an attack, as a ratio to calm, in one run on this machine.

``python benchmarks/server.py --attack``. One player makes and withdraws a bet, again and again.
Calm stretches alternate with attacks, each for a bounded time: 50 clients guess passwords from one
address and from many, another visitor asks for strategies 45 times at once, follows the player's
table in 100 streams, or reads the lobby on 20 connections, and 500 connections send half a request.
"""

import asyncio
import itertools
import json
import random
import re
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import psutil

from report import figure, progress, section, table
from server import LOST, Player, Wire, _memory, seated

CALM, SECONDS = 4.0, 6.0  # of a calm stretch, and of an attack
SMOKE = 0.3  # of either in a smoke run
GUESSERS, ASKERS, STREAMS, READERS, SILENT = 50, 45, 100, 20, 500
RATIO, MEMORY = 2.0, 300.0  # a bet takes at most so many times as long; megabytes
SOLVED = ("blackjack", "caribbean-stud-poker", "let-it-ride-poker", "three-card-poker", "pai-gow")

Attack = Callable[[], Awaitable[str]]


async def bets(player: Player, seconds: float) -> list[float]:
    """How long each bet took."""
    found: list[float] = []
    end = time.monotonic() + seconds
    for amount in itertools.cycle((1, 0)):
        if time.monotonic() >= end:
            return found
        start = time.perf_counter()
        await player.do("bet", bets={name: amount * chips for name, chips in player.bets.items()})
        found.append(time.perf_counter() - start)
        await asyncio.sleep(0.005)
    return found


ABOUT = f"""\
One player makes and withdraws a bet, again and again, while clients attack the server. The
ratio is the median during the attack to the median in the calm stretch before it. The targets
are a ratio of at most {RATIO:.0f} and at most {MEMORY:.0f} MB more memory."""


async def measure(host: str, port: int, link: str, server: psutil.Process, smoke: bool) -> None:
    """Measure one attack after another."""
    quiet, long, warm = (SMOKE, SMOKE, SMOKE) if smoke else (CALM, SECONDS, 2.0)
    player, visitor = await seated(host, port, link, 2, 2)
    await bets(player, warm)
    attacks: dict[str, Attack] = {
        "50 guess passwords from one address": lambda: guess(host, port, spread=False),
        "50 guess passwords from many addresses": lambda: guess(host, port, spread=True),
        "45 ask for strategies": lambda: ask_strategies(visitor.wire),
        "100 streams of one visitor": lambda: follow(visitor.wire, player.table),
        "20 lobby readers": lambda: read(visitor.wire, "/", READERS),
        "500 send half a request": lambda: say_half(host, port),
    }
    rows = []
    for name, attack in attacks.items():
        calm = await bets(player, quiet)
        before, highest = _memory(server), 0.0
        async with under(attack) as told:
            times: list[float] = []
            end = time.monotonic() + long
            while time.monotonic() < end:
                times += await bets(player, min(0.5, long))
                highest = max(highest, _memory(server))
        ratio = statistics.median(times) / statistics.median(calm)
        progress(f"{name}: ratio {ratio:.2f}; {told[0] if told else ''}")
        cells = [1000 * f(each) for each in (calm, times) for f in (statistics.median, late)]
        grown = f"{highest - before:+.0f}"
        rows.append([name, *(f"{cell:.1f}" for cell in cells), figure(ratio), grown])
    head = ["attack", "calm, ms", "95th percentile", "attacked, ms", "95th percentile"]
    section("Bets during an attack", ABOUT, table([*head, "ratio", "memory, MB"], rows))


def late(times: list[float]) -> float:
    """What 95 of 100 stay below."""
    return sorted(times)[int(len(times) * 0.95)]


@asynccontextmanager
async def under(attack: Attack) -> AsyncIterator[list[str]]:
    """While an attack goes on; what came of it is told in the end."""
    told: list[str] = []
    task = asyncio.ensure_future(attack())
    await asyncio.sleep(0.5)
    yield told
    task.cancel()
    with suppress(asyncio.CancelledError):
        told.append(await task)


async def guess(host: str, port: int, spread: bool) -> str:
    """Guess passwords without end; from many addresses by the word of a proxy on this machine."""
    answers: dict[int, int] = {}

    async def one(number: int) -> None:
        wire = Wire(host, port)
        while True:
            address = f"10.{random.randrange(256)}.{random.randrange(256)}.{number}"
            said = {"name": f"name {random.random()}", "password": "guess"}
            sent = json.dumps(said).encode()
            head = f"POST /api/session/password HTTP/1.1\r\nHost: x\r\nContent-Length: {len(sent)}"
            head += "\r\nContent-Type: application/json"
            head += f"\r\nX-Forwarded-For: {address}" if spread else ""
            with suppress(*LOST):
                status = await say(wire, head.encode() + b"\r\n\r\n" + sent)
                answers[status] = answers.get(status, 0) + 1
            await asyncio.sleep(0.02)

    return await together(one, GUESSERS, lambda: f"answers {answers}")


async def say(wire: Wire, request: bytes) -> int:
    """A request as it is; the status."""
    if wire.writer is None:
        wire.reader, wire.writer = await asyncio.open_connection(wire.host, wire.port)
    assert wire.reader is not None
    try:
        wire.writer.write(request)
        head = (await wire.reader.readuntil(b"\r\n\r\n")).lower()
        if length := re.search(rb"content-length: (\d+)", head):
            await wire.reader.readexactly(int(length[1]))
    except LOST:
        wire.writer = None
        raise
    return int(head.split()[1])


def get(wire: Wire, path: str) -> bytes:
    """A request for a page."""
    line = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {wire.token}\r\n\r\n"
    return line.encode()


async def ask_strategies(visitor: Wire) -> str:
    """Ask for the strategies of several games, many at once and again when told to come back."""
    answers: dict[int, int] = {}

    async def one(number: int) -> None:
        wire = Wire(visitor.host, visitor.port)
        while True:
            path = f"/games/{SOLVED[number % len(SOLVED)]}/strategy"
            with suppress(*LOST):
                status = await say(wire, get(visitor, path))
                answers[status] = answers.get(status, 0) + 1
            await asyncio.sleep(0.5)

    return await together(one, ASKERS, lambda: f"answers {answers}")


async def follow(visitor: Wire, table: int) -> str:
    """Follow somebody else's table in many streams, and look at it after each change."""
    looks = 0

    async def one(number: int) -> None:
        nonlocal looks
        stream, wire = (Wire(visitor.host, visitor.port, visitor.token) for _ in range(2))
        changed = asyncio.Event()
        task = asyncio.create_task(stream.changes(f"/tables/{table}/stream", changed))
        try:
            while True:
                await changed.wait()
                changed.clear()
                with suppress(*LOST):
                    await say(wire, get(visitor, f"/api/tables/{table}/view"))
                    looks += 1
        finally:
            task.cancel()

    return await together(one, STREAMS, lambda: f"{looks} looks")


async def read(visitor: Wire, path: str, readers: int) -> str:
    """Read a page without end on many connections."""
    answers: dict[int, int] = {}

    async def one(number: int) -> None:
        wire = Wire(visitor.host, visitor.port)
        while True:
            with suppress(*LOST):
                status = await say(wire, get(visitor, path))
                answers[status] = answers.get(status, 0) + 1

    return await together(one, readers, lambda: f"answers {answers}")


async def say_half(host: str, port: int) -> str:
    """Hold connections that say half a request, and make another for each that is dropped."""
    dropped = 0

    async def one(number: int) -> None:
        nonlocal dropped
        while True:
            with suppress(*LOST):
                reader, writer = await asyncio.open_connection(host, port)
                writer.write(b"GET / HTTP/1.1\r\nX-Half: ")
                await reader.read()
                writer.close()
            dropped += 1

    return await together(one, SILENT, lambda: f"{dropped} were dropped")


async def together(
    one: Callable[[int], Awaitable[None]], count: int, told: Callable[[], str]
) -> str:
    """So many at once until they are stopped; then what came of it."""
    tasks = [asyncio.ensure_future(one(number)) for number in range(count)]
    try:
        await asyncio.gather(*tasks)
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return told()
