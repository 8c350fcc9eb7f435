"""Work cut into shards: played anywhere, added up in order, taken up again after a break.

A job decides its result to the last digit. It fixes how many shards there are and what each of
them plays; chance comes from the seed, the game and the number of the shard. So one process, two
or a cluster give the same whole numbers, and a job that was broken off goes on where it stopped.

An executor is anything with the ``submit`` of ``concurrent.futures``: a pool of processes or
threads, or ``dask.distributed``'s ``Client.get_executor()``.
"""

import hashlib
import json
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar

from houseway.hands.kernel import thread_pool
from houseway.rulebook.refusal import Refused

AHEAD = 16  # shards under way at a time


class Found(Protocol):
    """The results of shards: integers that add up."""

    def to_json(self) -> dict[str, Any]:
        """As plain data."""


F = TypeVar("F", bound=Found)
F_co = TypeVar("F_co", bound=Found, covariant=True)


class Job(Protocol[F_co]):
    """Work that can be cut into shards."""

    @property
    def shards(self) -> int:
        """Return the number of shards."""

    def play(self, shard: int) -> F_co:
        """Return the result of one shard."""

    def read(self, data: dict[str, Any]) -> F_co:
        """The same, read back from plain data."""

    def to_json(self) -> dict[str, Any]:
        """Return all that determines the result, as plain data."""


def seed_of(seed: int, game: str) -> int:
    """The seed of a game's own streams: two games never share their chance.

    >>> seed_of(7, "craps") != seed_of(7, "roulette")
    True
    """
    digest = hashlib.sha256(f"{seed} {game}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def play_all(
    job: Job[F], executor: Executor | None = None, journal: Path | None = None
) -> Iterator[F]:
    """What every shard comes to, in order. A journal keeps what is finished; one that was begun
    for the same job is gone on with."""
    done = _begin(job, journal)
    yield from (job.read(found) for found in done)
    rest = range(len(done), job.shards)
    for shard, found in zip(rest, _played(job, rest, executor), strict=True):
        if journal:
            with journal.open("a", encoding="utf-8") as file:
                file.write(_line({"shard": shard, "found": found.to_json()}))
        yield found


def _played(job: Job[F], shards: range, executor: Executor | None) -> Iterator[F]:
    if executor is None:
        yield from (job.play(shard) for shard in shards)
        return
    waiting: deque[Future[F]] = deque()
    try:
        for shard in shards:
            waiting.append(executor.submit(job.play, shard))
            if len(waiting) >= AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def local(workers: int, *, threads: bool = False) -> Iterator[Executor | None]:
    """An executor on this machine; none for a single worker. Threads are for compiled work, which
    lets others run beside it."""
    if workers <= 1:
        yield None
    elif threads:
        with thread_pool(workers) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            yield pool


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor on a cluster: the scheduler at that address."""
    from distributed import Client

    try:
        client = Client(address, timeout="10s")
    except (OSError, TimeoutError, ValueError) as error:
        raise Refused(f"no cluster answers at {address}: {error}") from None
    with client, client.get_executor(pure=False) as executor:
        yield executor


# What is finished, kept in a file


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


def _begin(job: Job[F], journal: Path | None) -> list[dict[str, Any]]:
    """The shards that a journal has already; the file is there when this returns."""
    if journal is None:
        return []
    head = _line({"job": job.to_json()})
    if not journal.exists() or not journal.read_text(encoding="utf-8"):
        journal.write_text(head, encoding="utf-8")
        return []
    text = journal.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]  # a line that was cut off is played again
    first, *lines = whole.splitlines(keepends=True) or [""]
    if first != head:
        raise Refused(f"{journal} is the journal of a different job")
    try:
        entries = [json.loads(line) for line in lines]
        done = [entry["found"] for entry in entries]
        sound = [entry["shard"] for entry in entries] == list(range(len(entries)))
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound or len(done) > job.shards:
        raise Refused(f"{journal} is damaged: delete it to start again")
    if whole != text:
        journal.write_text(whole, encoding="utf-8")
    return done
