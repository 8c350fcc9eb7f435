"""A request about a table is answered by the process that runs the table.

Every process of a house accepts requests at the house's port. A request about a table of another
process is forwarded to that process, at a port that is open only on this machine and requires a
secret, so a request is forwarded at most once. A table that no process runs is taken over. A stream
continues from the next process if its process ends.

What is a person's own and in no ledger (practice) is always asked of the same process, which the
person's name chooses among those that are there.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from hashlib import sha256

import httpx
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.ledger.errors import Elsewhere, Unavailable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused
from houseway.server.http import problems
from houseway.server.http.middleware import Guard, too_large
from houseway.server.http.notifications import Bell
from houseway.server.sign_in.caller import secret_of

FORWARDED = b"x-houseway-forwarded"  # the secret between processes
MOVED = b"x-houseway-moved"  # the status with which a process says that it does not run the table
PAUSE = 0.1  # seconds before retrying a table that has just lost its process
KNOWN = 1.0  # seconds for which the owner of a table is cached
KEEP = 2.0  # seconds for which a connection is kept: fewer than the other end keeps it
CONNECT, READ = 2.0, 30.0  # seconds
GRACE = 5.0  # seconds beyond a lease for which a table's owner is searched
_TABLE = re.compile(r"/tables/([1-9]\d{0,8})(?:/|$)")
_LAST = re.compile(rb"^id: (\d+)\r?$", re.MULTILINE)
_ONE_HOP = {b"connection", b"keep-alive", b"transfer-encoding", b"te", b"upgrade", b"date"}
_OWN = re.compile(r"^/(?:api/)?practice(?:/|$)")  # sessions in one process's memory
ENDED = "/-/ended"  # message between processes: sessions have ended
HERE = ""

Find = Callable[[], Awaitable[str | None]]
Lasting = Callable[[], Collection[str]]  # the sessions that are still valid


class Forward:
    """Middleware that forwards a request about a table to the process that runs it."""

    def __init__(
        self, app: ASGIApp, house: House, private: int, bell: Bell, lasting: Lasting
    ) -> None:
        self.app = app
        self._house = house
        self._private = private
        self._bell = bell
        self._lasting = lasting
        self._secret = house.keys.secret("forwarding").encode()
        self._wait = house.store.lease / 1000 + GRACE
        self._known: dict[int, tuple[str, float]] = {}
        # streams have their own pool, so that short requests find a connection
        limits = httpx.Limits(
            max_connections=None, max_keepalive_connections=100, keepalive_expiry=KEEP
        )
        self._short = httpx.AsyncHTTPTransport(limits=limits)
        self._streams = httpx.AsyncHTTPTransport(limits=limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(FORWARDED, b"")
        scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != FORWARDED]}
        own = _OWN.match(scope["path"]) is not None
        found = None if own else _TABLE.search(scope["path"])
        table = int(found[1]) if found else 0
        if (scope.get("server") or ("", 0))[1] == self._private:
            if not secrets.compare_digest(given, self._secret):
                await _say(scope, receive, send, 403, "this port is for processes of the house")
            elif scope["path"] == ENDED:
                await run_in_threadpool(lambda: self._bell.end_all_but(self._lasting()))
                await Response(status_code=204)(scope, receive, send)
            elif not table or await run_in_threadpool(self._mine, table):
                await self.app(scope, receive, send)
            else:
                moved = Response(status_code=503, headers={MOVED.decode(): "1", "Retry-After": "1"})
                await moved(scope, receive, send)
        elif not (table or own) or too_large(scope):
            await self.app(scope, receive, send)
        else:
            find = partial(self._corner, scope) if own else partial(self._find, table)
            await self._look_for(find, table, scope, receive, send)

    # -- whose table it is -------------------------------------------------------------------

    def _mine(self, table: int) -> bool:
        """Return whether this process should answer; also true if there is no such table."""
        try:
            self._house.own(table)
        except Elsewhere:
            return False
        except (Refused, Unavailable):
            return True
        return True

    def _place(self, table: int) -> str | None:
        """Return where a table runs: here, at an address, or None if it cannot be reached."""
        found = self._house.owner(table)
        if found is None or found.name == self._house.store.me:
            return HERE
        if found.alive:
            return found.address if found.near and found.address else None
        return HERE if self._mine(table) else None

    async def _find(self, table: int) -> str | None:
        if self._house.runs(table):
            return HERE
        address, until = self._known.get(table, (HERE, 0.0))
        if time.monotonic() < until:
            return address
        try:
            found = await run_in_threadpool(self._place, table)
        except Unavailable:
            return HERE  # the pages report the error
        if found:
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[table] = (found, time.monotonic() + KNOWN)
        return found

    # -- whose corner it is ------------------------------------------------------------------

    async def _corner(self, scope: Scope) -> str | None:
        """Return the process that holds a user's practice session."""
        try:
            return await run_in_threadpool(self.place_of, secret_of(HTTPConnection(scope)))
        except Unavailable:
            return HERE  # the pages report the error

    def place_of(self, secret: str) -> str:
        """Return the process that holds the practice session of this sign-in session."""
        try:
            name = self._house.who(secret).name
        except Refused:
            return HERE  # the pages ask for sign-in
        crew = {one.name: one.address for one in self._house.crew()}
        chosen = max(crew, key=lambda one: sha256(f"{name}\n{one}".encode()).digest(), default="")
        return HERE if chosen == self._house.store.me else crew.get(chosen, HERE)

    # -- one request -------------------------------------------------------------------------

    async def _look_for(
        self, find: Find, table: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Forward to the owner of the table; retry while ownership changes."""
        body = await _body(receive)
        if body is None:
            return
        answer = _Answer(send)
        end = time.monotonic() + self._wait
        while not answer.done and time.monotonic() < end:
            address = await find()
            answer.moved = False
            before = answer.last
            if address == HERE:
                await self.app(_from(scope, answer), _again(body, receive, answer), answer)
            elif address is not None:
                try:
                    await self._hand_on(address, scope, body, receive, answer)
                except httpx.TransportError as error:
                    if not answer.begun and not _harmless(scope, error):
                        break  # the command may have been executed: the client must look
            if self._bell.closed:
                break
            if not answer.done:
                if answer.last != before:
                    end = time.monotonic() + self._wait  # the owner was found and lost again
                self._known.pop(table, None)
                await asyncio.sleep(PAUSE)
        if answer.done:
            return
        if answer.begun:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        reason = "this is changing hands; look again and, if it was not done, send it again"
        await _say(scope, receive, send, 503, reason)

    async def _hand_on(
        self, address: str, scope: Scope, body: bytes, receive: Receive, answer: "_Answer"
    ) -> None:
        """Forward a request unchanged and relay its answer."""
        work = asyncio.ensure_future(self._exchange(address, scope, body, answer))
        others = [asyncio.ensure_future(one) for one in (_gone(receive), self._bell.closing())]
        try:
            await asyncio.wait([work, *others], return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
            else:
                answer.done = others[0].done()  # the client has gone
        finally:
            for one in (work, *others):
                one.cancel()
            await asyncio.gather(work, *others, return_exceptions=True)

    async def _exchange(self, address: str, scope: Scope, body: bytes, answer: "_Answer") -> None:
        stream = scope["path"].endswith("/stream")
        headers = [pair for pair in _from(scope, answer)["headers"] if pair[0] not in _ONE_HOP]
        path = scope.get("raw_path") or scope["path"].encode()
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        read = None if stream else READ
        request = httpx.Request(
            scope["method"],
            httpx.URL(f"http://{address}").copy_with(raw_path=path + query),
            headers=[*headers, (FORWARDED, self._secret)],
            content=body or None,
            extensions={"timeout": {"connect": CONNECT, "read": read, "write": READ, "pool": READ}},
        )
        transport = self._streams if stream else self._short
        response = await transport.handle_async_request(request)
        try:
            found = [(k.lower(), v) for k, v in response.headers.raw if k.lower() not in _ONE_HOP]
            start = {"type": "http.response.start", "status": response.status_code}
            await answer({**start, "headers": found})
            assert isinstance(response.stream, httpx.AsyncByteStream)
            async for chunk in response.stream:
                await answer({"type": "http.response.body", "body": chunk, "more_body": True})
            await answer({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            await response.aclose()


def tell_crew(house: House) -> None:
    """Notify the other processes that sessions have ended, so that their streams end. A process
    that cannot be reached notices by itself within a moment."""
    secret = house.keys.secret("forwarding")
    with suppress(Unavailable):
        for one in house.crew():
            if one.name != house.store.me:
                with suppress(httpx.HTTPError):
                    headers = {FORWARDED.decode(): secret}
                    httpx.post(f"http://{one.address}{ENDED}", headers=headers, timeout=CONNECT)


class _Answer:
    """One answer, possibly relayed from several processes: its headers are sent once, and a stream
    ends when the client leaves, not when a process ends."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False
        self.done = False
        self.moved = False  # the process does not run the table
        self.last = b""  # id of the last message of a stream
        self._stream = False

    async def __call__(self, message: Message) -> None:
        """Relay a part of the answer."""
        if message["type"] == "http.response.start":
            headers = dict(message.get("headers", ()))
            self.moved = MOVED in headers
            if self.moved:
                return
            kind = headers.get(b"content-type", b"")
            if self.begun:
                self.done = not kind.startswith(b"text/event-stream")
                if self.done:  # the table has been closed
                    await self._send(
                        {"type": "http.response.body", "body": b"", "more_body": False}
                    )
                return
            self.begun, self._stream = True, kind.startswith(b"text/event-stream")
            await self._send(message)
        elif message["type"] == "http.response.body" and not self.moved and not self.done:
            more = message.get("more_body", False)
            if self._stream:
                if numbers := _LAST.findall(message.get("body", b"")):
                    self.last = numbers[-1]
                if more:
                    await self._send(message)
                return
            await self._send(message)
            self.done = not more


def _from(scope: Scope, answer: _Answer) -> Scope:
    """Return the request to send; for a stream, one that continues after the last message."""
    if not answer.last:
        return scope
    others = [pair for pair in scope["headers"] if pair[0] != b"last-event-id"]
    return {**scope, "headers": [*others, (b"last-event-id", answer.last)]}


def _harmless(scope: Scope, error: httpx.TransportError) -> bool:
    """Return whether an unanswered request is safe to repeat."""
    unsent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
    keyed = any(name == b"idempotency-key" and value for name, value in scope["headers"])
    return unsent or keyed or scope["method"] in ("GET", "HEAD")


async def _body(receive: Receive) -> bytes | None:
    """Return the whole request body; None if the client has gone."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _again(body: bytes, receive: Receive, answer: _Answer) -> Receive:
    """Replay the request body."""
    given = False

    async def call() -> Message:
        nonlocal given
        if given:
            message = await receive()
            answer.done |= message["type"] == "http.disconnect"  # the client has gone
            return message
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return call


async def _gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _say(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    """Send an answer of this process, with the standard headers."""
    made: Response
    if scope["path"].startswith("/api"):
        made = problems.answer(status, reason)
    else:
        made = HTMLResponse(f'<p class="refusal" role="alert">{reason}</p>', status)
    if status == 503:
        made.headers["Retry-After"] = "1"
    await Guard(made)(scope, receive, send)
