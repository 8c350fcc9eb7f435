"""What every answer carries, what is turned away at once, and what is said when a thing breaks."""

import logging
import secrets
import time
from html import escape
from typing import Any

from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.server.http import problems
from houseway.server.http.metrics import Metrics
from houseway.server.http.request_log import HEADER, REQUEST, log, told

MOST = 100_000  # bytes of a request's body
MOST_HEADERS, HEADER_BYTES = 100, 16_000  # of a request, names and values together
SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
YEAR = 31_536_000  # seconds for which a browser that came over TLS asks for nothing else
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a form's own origin must reach the house
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
BROKEN = "something in the house is broken; it has been noted under this request's id"
TOLD = "houseway.told"  # what is known of a request, for its line in the log


class Guard:
    """Adds the headers that every answer carries, keeps what is personal out of caches, turns
    away bodies that are too large, answers what breaks, and logs and counts every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics | None = None, url: str = "") -> None:
        """``url`` is the public address of the house, if it has one."""
        self.app = app
        self._metrics, self._url = metrics, url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Guarded(scope, send)
        mark = REQUEST.set(answer.id)
        try:
            if too_large(scope):
                refusal = f"a request has at most {MOST:,} bytes, of known length"
                await problems.answer(413, refusal)(scope, receive, answer.send)
            elif too_many_headers(scope):
                refusal = f"a request has at most {MOST_HEADERS} headers of {HEADER_BYTES:,} bytes"
                await problems.answer(431, refusal)(scope, receive, answer.send)
            elif from_elsewhere(scope, self._url):
                refusal = "this was sent by a page of another site; if it was not, set HOUSEWAY_URL"
                await problems.answer(403, refusal)(scope, receive, answer.send)
            else:
                await self.app(scope, receive, answer.send)
        except Exception:
            log.exception("%s", BROKEN)
            if answer.status:
                raise  # it has begun: all that is left is to break it off
            await _broken(scope)(scope, receive, answer.send)
        finally:
            REQUEST.reset(mark)
            self._note(answer)

    def _note(self, answer: "_Guarded") -> None:
        seconds, status = time.perf_counter() - answer.began, answer.status
        if self._metrics:
            self._metrics.answered(answer.scope["method"], status, seconds, answer.stream)
        if not answer.static or status >= 400:
            level = logging.ERROR if status >= 500 and status != 503 else logging.INFO
            what = {"method": answer.scope["method"], "path": answer.scope["path"]}
            ms = round(1000 * seconds, 1)
            told(answer.id, level, **what, status=status, ms=ms, **answer.scope[TOLD])


class _Guarded:
    """One answer on its way."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = secrets.token_hex(8)
        self.scope = scope
        self.began = time.perf_counter()
        self.status = 0
        self.stream = False
        self.static = scope["path"].startswith("/static/")
        self._send = send
        address: dict[str, Any] = {"from": scope["client"][0]} if scope.get("client") else {}
        scope[TOLD] = address

    async def send(self, message: Message) -> None:
        """A part of it, with the headers that every answer carries."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            found = [*message.get("headers", ())]
            known = dict(found)
            self.stream = known.get(b"content-type", b"").startswith(b"text/event-stream")
            found += RAW_HEADERS
            if self.scope.get("scheme") == "https":
                found.append((b"strict-transport-security", f"max-age={YEAR}".encode()))
            found.append((HEADER.lower().encode(), self.id.encode()))
            if b"cache-control" not in known:
                found.append((b"cache-control", b"max-age=3600" if self.static else b"no-store"))
            message = {**message, "headers": found}
        await self._send(message)


def too_large(scope: Scope) -> bool:
    """Whether a body is turned away unread."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    small = length.isdigit() and len(length) < 10 and int(length) <= MOST
    return not small or b"transfer-encoding" in headers


def too_many_headers(scope: Scope) -> bool:
    """Whether a request has more headers than a browser or a program sends."""
    headers = scope["headers"]
    size = sum(len(name) + len(value) for name, value in headers)
    return len(headers) > MOST_HEADERS or size > HEADER_BYTES


def from_elsewhere(scope: Scope, url: str = "") -> bool:
    """Whether a request that changes something comes from a page of another origin. A browser says
    where it comes from; a program, which says nothing, is nobody's browser."""
    if scope["method"] in SAFE:
        return False
    headers = dict(scope["headers"])
    if site := headers.get(b"sec-fetch-site"):
        return site not in (b"same-origin", b"none")
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return bool(origin) and origin != url and origin.partition("://")[2] != host


def _broken(scope: Scope) -> Response:
    """An answer that needs nothing that may be broken."""
    if scope["path"].startswith("/api"):
        return problems.answer(500, BROKEN)
    return HTMLResponse(f'<p class="refusal" role="alert">{escape(BROKEN)}</p>', 500)
