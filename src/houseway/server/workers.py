"""Several processes that serve one house.

The parent owns the port and starts the workers. A worker that dies is replaced, and its tables can
be taken over at once.
"""

import multiprocessing
import socket
import sys
import time
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.tables.owners import free_gone
from houseway.server.children import watch_parent
from houseway.server.house_settings import house_settings
from houseway.server.serve import GRACE, durable, run, stopping

PAUSE = 1.0  # seconds between two starts of a worker, so that a failing server does not loop


def supervise(house: House, url: str, keys: Path, bound: socket.socket, count: int) -> None:
    """Keep this many workers running until told to stop."""
    crew = [_start(url, keys, bound) for _ in range(count)]
    try:
        while True:
            wait([one.sentinel for one in crew])
            for place, one in enumerate(crew):
                if one.exitcode is None:
                    continue
                one.close()
                _free(house)
                print("A process of the house ended; another takes its place.", file=sys.stderr)
                time.sleep(PAUSE)
                crew[place] = _start(url, keys, bound)
    finally:
        _stop(crew)
        _free(house)


def _start(url: str, keys: Path, bound: socket.socket) -> SpawnProcess:
    made = multiprocessing.get_context("spawn").Process(target=work, args=(url, keys, bound))
    made.start()
    return made


def _free(house: House) -> None:
    with suppress(Unavailable):  # then their leases expire
        free_gone(house.database)


def _stop(crew: list[SpawnProcess]) -> None:
    for one in crew:
        with suppress(ValueError):
            one.terminate()
    end = time.monotonic() + 3 * GRACE
    for one in crew:
        with suppress(ValueError):
            one.join(max(0.1, end - time.monotonic()))
            if one.exitcode is None:
                one.kill()
                one.join()


def work(url: str, keys: Path, bound: socket.socket) -> None:
    """Run one worker."""
    watch_parent()
    with (
        stopping(),
        suppress(KeyboardInterrupt),
        House.open(url, keys, idle=house_settings().idle) as house,
        durable(house) as (app, sockets),
    ):
        run(app, [bound, *sockets])
