"""A turn for each visitor: of what one visitor reads, one thing is answered at a time, so that
whoever asks for much waits in a line of their own and nobody else waits behind them.

A visitor is a signed-in user, or else an address. Slow pages (the lab, strategies, practice) have a
second queue, so that tables stay readable. Refusals for too many requests are delayed, to slow down
clients that retry at once.
"""

import asyncio
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.server.http import problems
from houseway.server.http.limits import VISITOR, Visitors
from houseway.server.sign_in.caller import session_key

HOLD = 1.0  # seconds before a refusal for too many requests is sent
WAITING = 60  # waiting requests per visitor in a queue
READS = ("GET", "HEAD")
FREE = ("/static/", "/pictures/", "/healthz", "/readyz", "/metrics")
LONG = ("/lab", "/api/lab", "/practice", "/api/practice")
TOO_MANY = 429


@dataclass
class _Line:
    """A visitor's waiting requests."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    here: int = 0


class Turns:
    """Middleware that answers a visitor's reads one at a time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._lines: dict[tuple[str, bool], _Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is first in its queue."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, who = scope["path"], _visitor(scope)
        VISITOR.set(who)
        answer = _Held(send)
        if scope["method"] not in READS or path.startswith(FREE) or path.endswith("/stream"):
            await self._app(scope, receive, answer)
        else:
            await self._in_turn((who, takes_long(path)), scope, receive, answer)
        await answer.give()

    async def _in_turn(
        self, key: tuple[str, bool], scope: Scope, receive: Receive, answer: "_Held"
    ) -> None:
        line = self._lines.setdefault(key, _Line())
        if line.here > WAITING:
            await _refusal(scope)(scope, receive, answer)
            return
        line.here += 1
        try:
            async with line.turn:
                await self._app(scope, receive, answer)
        finally:
            line.here -= 1
            if not line.here:
                self._lines.pop(key, None)


class _Held:
    """An answer that is delayed if it refuses too many requests."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._kept: list[Message] = []
        self._late = False

    async def __call__(self, message: Message) -> None:
        """Relay or hold back a part of the answer."""
        self._late |= message.get("status") == TOO_MANY
        if self._late:
            self._kept.append(message)
        else:
            await self._send(message)

    async def give(self) -> None:
        """Send the held-back parts; the visitor's next request may start."""
        if self._late:
            await asyncio.sleep(HOLD)
        for message in self._kept:
            await self._send(message)


def takes_long(path: str) -> bool:
    """Return whether a page may wait for a computation."""
    return path.startswith(LONG) or path.endswith("/strategy")


def _visitor(scope: Scope) -> str:
    asked = HTTPConnection(scope)
    visitors: Visitors = asked.app.state.visitors
    if name := visitors.of(session_key(asked)):
        return f"person {name}"
    return f"address {asked.client.host if asked.client else ''}"


def _refusal(scope: Scope) -> Response:
    reason = f"{WAITING} of your requests wait already: ask again in a moment"
    if scope["path"].startswith("/api"):
        return problems.answer(TOO_MANY, reason)
    return HTMLResponse(f'<p class="refusal" role="alert">{reason}</p>', TOO_MANY)
