"""Connection limits: a deadline for each request, and a maximum number of connections.

A request that is not whole after a few seconds is dropped, however slowly it goes on. When there
are as many connections as there may be, the one that has said nothing for longest makes room; if
all of them are in use, whoever comes is turned away.
"""

import asyncio
import logging
import resource
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from houseway.server.http.middleware import RAW_HEADERS

PATIENCE = 5.0  # seconds within which a request must be complete
HEAD = 64 * 1024  # bytes of a request's headers
KEPT_BACK = 128  # descriptors reserved for the database, the log, other processes
_log = logging.getLogger("houseway")


class Timed(Protocol):
    """A scheduled call that can be canceled."""

    def cancel(self) -> None:
        """Cancel the call."""


Timer = Callable[[asyncio.AbstractEventLoop, float, Callable[[], None]], Timed]


def most_connections(wanted: int = 0, each: int = 1) -> int:
    """Return the maximum number of connections: the setting, or fewer if descriptors are short. A
    connection takes ``each`` descriptors (two if it is forwarded to another process)."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    left = max(soft - KEPT_BACK - soft // 10, soft // 2) if soft > 0 else 10_000
    most = max(1, left // each)
    return min(wanted, most) if wanted else most


def call_later(
    loop: asyncio.AbstractEventLoop, seconds: float, what: Callable[[], None]
) -> asyncio.TimerHandle:
    """Schedule a call after a number of seconds."""
    return loop.call_later(seconds, what)


class Crowd:
    """The connections of one server."""

    def __init__(self, most: int, timer: Timer = call_later) -> None:
        self.most = most
        self.timer = timer  # ordered by deadline
        self.here = 0
        self.waiting: OrderedDict[PatientProtocol, None] = OrderedDict()  # no complete request yet
        self._told = 0.0
        self._dropped = 0

    def full(self) -> bool:
        """Return whether there is no room for another connection, even after closing the idlest."""
        if self.here < self.most:
            return False
        self._complain()
        if not self.waiting:
            return True
        next(iter(self.waiting)).drop()
        return False

    def _complain(self) -> None:
        """Log a warning, at most once a second."""
        self._dropped += 1
        if time.monotonic() - self._told >= 1.0:
            self._told = time.monotonic()
            _log.warning("all %d connections are taken; %d sent away", self.most, self._dropped)
            self._dropped = 0


class PatientProtocol(HttpToolsProtocol):
    """The HTTP protocol with deadlines."""

    def __init__(self, crowd: Crowd, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.crowd = crowd
        self._deadline: Timed | None = None
        self._made = self._counted = False
        self._unfinished = False  # part of a request has arrived
        self._head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client connected; start its deadline."""
        if self.crowd.full():
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self.crowd.here += 1
        self._made = self._counted = True
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._stop_waiting()
        self._uncount()
        if self._made:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive part of a request; this does not extend the deadline, and the size is limited."""
        self._head += len(data)
        super().data_received(data)
        if self._unfinished and self._head > HEAD:
            self.send_400_response("A request begins with fewer bytes than that.")
        if self._unfinished:
            self._wait()
        else:
            self._stop_waiting()

    def on_message_begin(self) -> None:
        """The first byte of a request arrived."""
        self._unfinished = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The headers are complete."""
        self._head = 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._unfinished, self._head = False, 0
        super().on_message_complete()

    def _wait(self) -> None:
        if self._deadline is None and not self.transport.is_closing():
            self._deadline = self.crowd.timer(self.loop, PATIENCE, self.drop)
            self.crowd.waiting[self] = None

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self.crowd.waiting.pop(self, None)

    def drop(self) -> None:
        """Close the connection: its deadline has passed."""
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.abort()
        self._uncount()  # close now instead of in the next iteration of the loop

    def _uncount(self) -> None:
        self.crowd.here -= self._counted
        self._counted = False

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request with the headers that every answer has."""
        self._stop_waiting()
        self._unfinished = False
        said = msg.encode("ascii")
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(said)).encode()),
            (b"connection", b"close"),
            *RAW_HEADERS,
        ]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n%s\r\n%s" % (lines, said))
        self.transport.close()


def patient(crowd: Crowd) -> type[PatientProtocol]:
    """Return the protocol class for one server, with its connection limits."""

    class Patient(PatientProtocol):
        """The protocol of one server."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(crowd, *given, **named)

    return Patient
