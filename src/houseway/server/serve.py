"""The doors opened: the application on a port, and the link that lets the first person in."""

import socket
from types import FrameType

import typer
import uvicorn

from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app, link
from houseway.server.memory import MemoryHost

LOCAL = ("127.0.0.1", "localhost", "::1")
GRACE = 2  # seconds that open streams are given when the house closes


class Doors(uvicorn.Server):
    """A server that ends its streams when it is told to stop, and so stops at once."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants it to stop."""
        self.config.app.state.bell.close()  # type: ignore[union-attr]
        super().handle_exit(sig, frame)


def serve(host: str, port: int, workers: int) -> None:
    """Serve until told to stop. Port 0 is any that is free."""
    if workers != 1:
        raise Refused(
            "tables that are kept in memory are run by one worker; more need a ledger that the"
            " workers share"
        )
    app = create_app(MemoryHost())
    bound = _bind(host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    base = f"http://{f'[{shown}]' if ':' in shown else shown}:{bound.getsockname()[1]}"
    typer.echo(f"The doors are open. This link lets one person in, once:\n\n  {link(app, base)}\n")
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
    except OSError as error:
        made.close()
        raise Refused(f"{host} port {port} cannot be used: {error.strerror}") from None
    return made
