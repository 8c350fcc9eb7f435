"""The doors opened: the application on a port, and the link that lets the first person in."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import typer
import uvicorn
from fastapi import FastAPI

from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app, link
from houseway.server.memory import MemoryHost
from houseway.server.sessions import STAFF

LOCAL = ("127.0.0.1", "localhost", "::1")
HIRED = ("floor", *(role for role in STAFF if role != "floor"))  # the first is offered first
GRACE = 2  # seconds that open streams are given when the house closes


class Doors(uvicorn.Server):
    """A server that ends its streams when it is told to stop, and so stops at once."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants it to stop."""
        self.config.app.state.bell.close()  # type: ignore[union-attr]
        super().handle_exit(sig, frame)


def serve(
    host: str,
    port: int,
    workers: int,
    *,
    data: Path | None = None,
    database: str = "",
    memory: bool = False,
) -> None:
    """Serve until told to stop. Port 0 is any that is free."""
    if workers != 1:
        raise Refused("the doors are kept by one worker: streams and links are of one process")
    bound = _bind(host, port)
    if memory:
        _serve(create_app(MemoryHost()), host, bound)
        return
    with _durable(data or data_folder(), database) as app:
        _serve(app, host, bound)


def data_folder() -> Path:
    """Where a house lies if nobody says where: the user's folder for data."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "houseway"


@contextmanager
def _durable(data: Path, database: str) -> Iterator[FastAPI]:
    """The application on a ledger, which is let go of in the end."""
    from houseway.server.durable import DurableHost, open_house
    from houseway.server.house_sessions import HouseSessions
    from houseway.terminal.house import url

    with open_house(url(database or str(data / "house.db")), data / "keys") as house:
        typer.echo(f"The house is kept in {house.database.shown}, its keys in {data / 'keys'}.")
        yield create_app(DurableHost(house), HouseSessions(house))


def _serve(app: FastAPI, host: str, bound: socket.socket) -> None:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    base = f"http://{f'[{shown}]' if ':' in shown else shown}:{bound.getsockname()[1]}"
    typer.echo(f"The doors are open. This link lets one person in, once:\n\n  {link(app, base)}\n")
    typer.echo(f"And this one, somebody who works here:\n\n  {link(app, base, *HIRED)}\n")
    if host not in LOCAL:
        typer.echo("Whoever reaches this port and has a link can come in; put TLS before it.")
    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=GRACE, server_header=False
    )
    Doors(config).run(sockets=[bound])


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen()  # whoever follows the link at once waits instead of being turned away
    except OSError as error:
        made.close()
        raise Refused(f"{host} port {port} cannot be used: {error.strerror}") from None
    return made
