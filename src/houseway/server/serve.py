"""Starts the server: the application on a port, and the first sign-in links."""

import ctypes
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import typer
import uvicorn
from fastapi import FastAPI

from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app, link
from houseway.server.house_settings import house_settings
from houseway.server.http.connections import Crowd, most_connections, patient
from houseway.server.http.request_log import set_up_logs
from houseway.server.memory import MemoryHost
from houseway.server.sign_in.sessions import PLAYER, STAFF, Sessions

if TYPE_CHECKING:
    from houseway.ledger.house import House

LOCAL = ("127.0.0.1", "localhost", "::1")
OWNER = ("floor", *(role for role in STAFF if role != "floor"), PLAYER)  # in order of preference
ARENA_MAX, ARENAS = -8, 2  # M_ARENA_MAX of malloc.h, and its value
BACKLOG = 256  # the accept backlog, and how many failed accepts are retried
SWITCH = 0.0005  # seconds after which a computing thread yields to a waiting one
GRACE = 2  # seconds for open streams when the server closes


class Doors(uvicorn.Server):
    """A server that ends its streams on shutdown, so that it stops at once."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal to stop."""
        self.config.app.state.bell.close()  # type: ignore[union-attr]
        self.config.app.state.heavy.close()  # type: ignore[union-attr]
        super().handle_exit(sig, frame)


def serve(
    host: str,
    port: int,
    workers: int,
    *,
    data: Path | None = None,
    database: str = "",
    memory: bool = False,
    payouts: str = "",
) -> None:
    """Serve until told to stop. Port 0 is any free port. ``payouts`` is the address at which other
    casinos reach a payout system that this house hosts."""
    if memory:
        _alone(workers, "a house in memory is of one process")
        with bind(host, port) as bound:
            settings = house_settings()
            memory_host = MemoryHost(
                tables_each=settings.tables_each, decision_seconds=settings.clock
            )
            app = create_app(memory_host, Sessions(settings.idle), settings)
            _tell(app.state.sessions, host, bound)
            run(app, [bound])
        return
    from houseway.ledger.database.address import url
    from houseway.ledger.database.database import SQLITE
    from houseway.ledger.payouts.systems import kept_going
    from houseway.server.durable import open_house
    from houseway.server.sign_in.house_sessions import HouseSessions

    folder = data or data_folder()
    where, keys = url(database or str(folder / "house.db")), folder / "keys"
    if _kind(where) == SQLITE:
        _alone(workers, "a house kept in SQLite is run by one process, which owns the file")
    with (
        bind(host, port) as bound,
        stopping(),
        open_house(where, keys, idle=house_settings().idle) as house,
        kept_going(house, _address(payouts)) as systems,
    ):
        typer.echo(f"The house is kept in {house.database.shown}, its keys in {keys}.")
        if workers == 1:
            with durable(house) as (app, sockets):
                app.state.payout_systems = systems
                _tell(app.state.sessions, host, bound)
                run(app, [bound, *sockets])
            return
        from houseway.server.workers import supervise

        _tell(HouseSessions(house), host, bound)
        supervise(house, where, keys, bound, workers)


def _address(said: str) -> tuple[str, int] | None:
    """Parse an address and a port, such as 0.0.0.0:8020."""
    if not said:
        return None
    host, colon, port = said.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise Refused(f"{said!r} is not an address and port such as 0.0.0.0:8020")
    return host.strip("[]"), int(port)


def _kind(where: str) -> str:
    from houseway.ledger.database.database import Database

    database = Database(where)
    database.close()
    return database.kind


def _alone(workers: int, why: str) -> None:
    if workers != 1:
        raise Refused(f"{why}; --workers {workers} needs PostgreSQL: --database postgresql://...")


def data_folder() -> Path:
    """Return the default folder of a house: the user's data folder."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "houseway"


@contextmanager
def durable(house: "House") -> Iterator[tuple[FastAPI, list[socket.socket]]]:
    """Return the application on a ledger; with several processes, also a private port at which this
    one answers the others."""
    from houseway.ledger.database.database import SQLITE
    from houseway.ledger.tables.owners import free_gone
    from houseway.server.durable import DurableHost
    from houseway.server.http.forward import Forward, tell_crew
    from houseway.server.sign_in.house_sessions import HouseSessions

    settings = house_settings()
    host = DurableHost(house, tables_each=settings.tables_each, decision_seconds=settings.clock)
    app = create_app(host, HouseSessions(house), house_settings())
    lasting, sockets = app.state.sessions.lasting, []
    if house.database.kind != SQLITE:
        free_gone(house.database)
        private = bind("127.0.0.1", 0)
        address, port = private.getsockname()
        app.add_middleware(Forward, house=house, private=port, bell=app.state.bell, lasting=lasting)
        house.lost = app.state.bell.ring
        house.reached_at(f"{address}:{port}")
        sockets.append(private)
        app.state.tell_crew = lambda: tell_crew(house)
    over = threading.Event()
    for work, given in ((host.keep_tidy, (over,)), (app.state.bell.watch, (lasting, over))):
        threading.Thread(target=work, args=given, daemon=True).start()
    try:
        yield app, sockets
    finally:
        over.set()
        for one in sockets:
            one.close()


def run(app: FastAPI, sockets: list[socket.socket]) -> None:
    """Serve at these sockets until told to stop."""
    _share_memory()
    sys.setswitchinterval(SWITCH)
    settings = house_settings()
    set_up_logs(settings.log_level)
    crowd = Crowd(most_connections(settings.connections, each=len(sockets)))
    app.state.metrics.gauge("houseway_connections", "Connections.", lambda: crowd.here)
    Doors(config_of(app, crowd)).run(sockets=sockets)


def config_of(app: FastAPI, crowd: Crowd) -> uvicorn.Config:
    """Return the server's configuration."""
    return uvicorn.Config(
        app,
        http=patient(crowd),
        log_config=None,
        access_log=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )


def _share_memory() -> None:
    """Limit the number of malloc arenas: with one per thread, as is the default of glibc, the
    process grew longer and larger (docs/performance.md)."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(ARENA_MAX, ARENAS)


@contextmanager
def stopping() -> Iterator[None]:
    """Turn signals to stop into an orderly shutdown."""

    def end(sig: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(sessions: Sessions, host: str, bound: socket.socket) -> None:
    """Print the first sign-in links."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    base = f"http://{f'[{shown}]' if ':' in shown else shown}:{bound.getsockname()[1]}"
    guest, owner = link(sessions, base), link(sessions, base, *OWNER, owner=True)
    typer.echo(f"Server running at {base}\n")
    typer.echo(f"Guest link (works once, creates a new player):\n\n  {guest}\n")
    typer.echo(
        "Owner link (works once; for you who run this machine: it signs in as anybody who has no"
        f" second factor):\n\n  {owner}\n"
    )
    if host not in LOCAL:
        typer.echo("Anybody who reaches this port and has a link can sign in. Put TLS in front.")


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen()  # a client that follows the link at once waits instead of being refused
    except OSError as error:
        made.close()
        raise Refused(f"{host} port {port} cannot be used: {error.strerror}") from None
    return made
