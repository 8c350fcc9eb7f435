"""Middleware: standard headers on every answer, limits on request size, answers for failures."""

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

MOST = 100_000  # maximum bytes of a request body
MOST_HEADERS, HEADER_BYTES = 100, 16_000  # maximum bytes of a request's header names and values
SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
YEAR = 31_536_000  # seconds for which a browser must use TLS (HSTS)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a form's own origin must reach the server
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
BROKEN = "something in the house is broken; it has been noted under this request's id"
TOLD = "houseway.told"  # what the log line of a request contains


class Guard:
    """Middleware that adds standard headers, keeps private answers out of caches, rejects bodies
    that are too large, answers failures, and logs and counts every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics | None = None, url: str = "") -> None:
        """``url`` is the public URL of the server, if it has one."""
        self.app = app
        self._metrics, self._url = metrics, url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
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
                raise  # the answer has started: it can only be cut off
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
    """One answer in progress."""

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
        """Send a part of the answer, with the standard headers."""
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
    """Return whether a body is rejected unread."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    small = length.isdigit() and len(length) < 10 and int(length) <= MOST
    return not small or b"transfer-encoding" in headers


def too_many_headers(scope: Scope) -> bool:
    """Return whether a request has more headers than a browser or a program sends."""
    headers = scope["headers"]
    size = sum(len(name) + len(value) for name, value in headers)
    return len(headers) > MOST_HEADERS or size > HEADER_BYTES


def from_elsewhere(scope: Scope, url: str = "") -> bool:
    """Return whether a state-changing request comes from a page of another origin. A browser sends
    its origin; a program sends none."""
    if scope["method"] in SAFE:
        return False
    headers = dict(scope["headers"])
    if site := headers.get(b"sec-fetch-site"):
        return site not in (b"same-origin", b"none")
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return bool(origin) and origin != url and origin.partition("://")[2] != host


def _broken(scope: Scope) -> Response:
    """Return an error answer that depends on nothing that may have failed."""
    if scope["path"].startswith("/api"):
        return problems.answer(500, BROKEN)
    return HTMLResponse(f'<p class="refusal" role="alert">{escape(BROKEN)}</p>', 500)
