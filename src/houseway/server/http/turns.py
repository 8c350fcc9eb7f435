"""A turn for each visitor: of what one visitor reads, one thing is answered at a time, so that
whoever asks for much waits in a line of their own and nobody else waits behind them.

A visitor is a person who has signed in or, before that, an address. What may take long (the lab,
strategies, practice) has a second line, so that a table can be read meanwhile. Whoever asks too
often is answered late, because a refusal that costs nothing is asked for without end.
"""

import asyncio
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.server.http import problems
from houseway.server.http.limits import VISITOR, Visitors
from houseway.server.sign_in.caller import session_key

HOLD = 1.0  # seconds before a refusal for asking too often is answered
WAITING = 60  # requests of one visitor that wait in a line
READS = ("GET", "HEAD")
FREE = ("/static/", "/pictures/", "/healthz", "/readyz", "/metrics")
LONG = ("/lab", "/api/lab", "/practice", "/api/practice")
TOO_MANY = 429


@dataclass
class _Line:
    """The requests of a visitor that wait for their turn."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    here: int = 0


class Turns:
    """Answers one read of a visitor at a time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._lines: dict[tuple[str, bool], _Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its visitor's turn."""
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
    """An answer that is given late when it says that somebody asks too often."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._kept: list[Message] = []
        self._late = False

    async def __call__(self, message: Message) -> None:
        """A part of the answer."""
        self._late |= message.get("status") == TOO_MANY
        if self._late:
            self._kept.append(message)
        else:
            await self._send(message)

    async def give(self) -> None:
        """Send what was kept back: its visitor's turn is over meanwhile."""
        if self._late:
            await asyncio.sleep(HOLD)
        for message in self._kept:
            await self._send(message)


def takes_long(path: str) -> bool:
    """Return whether a page may wait for something that is being worked out."""
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
