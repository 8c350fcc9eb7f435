"""How long a bet takes while somebody attacks, as a ratio to calm, in one run on this machine.

``python benchmarks/server.py --attack``. A server process of its own; one player puts a bet down
and takes it back, again and again. Between calm stretches come the attacks, each for a bounded
time: 50 who guess passwords from one address and from many, 45 who ask for strategies at once, and
connections that say half a request. Beside the ratio stand the bounds that the house promises.
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
from pathlib import Path

import psutil

from server import LOST, Player, Wire, _memory, seated

CALM, SECONDS = 6.0, 10.0  # of a calm stretch, and of an attack
GUESSERS, ASKERS, SILENT = 50, 45, 500
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


async def measure(host: str, port: int, link: str, server: psutil.Process, folder: Path) -> None:
    """Everything, one attack after another."""
    (player,) = await seated(host, port, link, 1, 1)
    await bets(player, 2.0)  # warm
    attacks: dict[str, Attack] = {
        "50 guessers, one address": lambda: guess(host, port, spread=False),
        "50 guessers, many addresses": lambda: guess(host, port, spread=True),
        "45 strategies at once": lambda: ask_strategies(host, port, player.wire.token),
        "500 half requests": lambda: say_half(host, port),
    }
    print(f"{'':30}{'middle':>9}{'95 of 100':>11}{'ratio':>7}{'memory':>9}")
    worst = 0.0
    for name, attack in attacks.items():
        calm = await bets(player, CALM)
        before, highest = _memory(server), 0.0
        async with under(attack) as told:
            times: list[float] = []
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                times += await bets(player, 0.5)
                highest = max(highest, _memory(server))
        quiet = statistics.median(calm)
        ratio = statistics.median(times) / quiet
        worst = max(worst, ratio)
        print(f"{'calm':30}{1000 * quiet:6.1f} ms{1000 * late(calm):8.1f} ms")
        grown = highest - before
        line = f"{name:30}{1000 * statistics.median(times):6.1f} ms{1000 * late(times):8.1f} ms"
        print(f"{line}{ratio:7.2f}{grown:+6.0f} MB   {told[0] if told else ''}")
    print(f"worst ratio {worst:.2f} (at most {RATIO:.0f}); memory at most +{MEMORY:.0f} MB")


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


async def ask_strategies(host: str, port: int, token: str) -> str:
    """Ask for the strategies of several games, many at once and again when told to come back."""
    answers: dict[int, int] = {}

    async def one(number: int) -> None:
        wire = Wire(host, port)
        while True:
            path = f"/games/{SOLVED[number % len(SOLVED)]}/strategy"
            request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
            with suppress(*LOST):
                status = await say(wire, request.encode())
                answers[status] = answers.get(status, 0) + 1
            await asyncio.sleep(0.5)

    return await together(one, ASKERS, lambda: f"answers {answers}")


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
