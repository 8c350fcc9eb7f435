"""A small HTTP server that takes one kind of message by POST at one path, and the client for it.

A witness and the host of a payout system are such servers. Both ends keep a deadline for a whole
exchange, so that a peer that sends one byte a second holds up nobody.
"""

import io
import logging
import socket
import ssl
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from houseway.ledger.errors import Unavailable

PLAIN = "text/plain; charset=utf-8"
SLOWEST = 10.0  # seconds in which a request must have arrived whole
MOST, EACH = 64, 24  # connections at a time: of everybody, and from one address
DIGITS = 9  # of a Content-Length
BUSY = b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
PORTS = {"http": 80, "https": 443}
_log = logging.getLogger("houseway.small_server")

Clock = Callable[[], float]


class Reply(NamedTuple):
    """An answer: a status of HTTP, the kind of text, and the text."""

    status: int
    kind: str
    text: str


class Deadline:
    """The moment by which an exchange must be over."""

    def __init__(self, seconds: float, clock: Clock = time.monotonic) -> None:
        self._clock, self._end = clock, clock() + seconds

    def left(self) -> float:
        """Return the seconds that are left; raise ``TimeoutError`` when there are none."""
        left = self._end - self._clock()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class _Incoming(io.RawIOBase):
    """The bytes that a socket receives before a deadline."""

    def __init__(self, sock: Any, left: Callable[[], float]) -> None:
        self._sock, self._left = sock, left

    def readable(self) -> bool:
        """Return True: this is the receiving side."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Receive what is there, or wait for as long as is left."""
        self._sock.settimeout(self._left())
        return int(self._sock.recv_into(buffer))


class SmallServer(ThreadingHTTPServer):
    """A server for messages of limited size that answers a limited number at a time."""

    daemon_threads = True

    def __init__(
        self,
        address: tuple[str, int],
        path: str,
        longest: int,
        answer: Callable[[bytes], Reply],
        page: Callable[[str], Reply] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """``page`` answers a GET of a path; without it every GET is refused."""
        self.path, self.longest, self.answer, self.page = path, longest, answer, page
        self.clock = clock
        self._turn = threading.Lock()
        self._taken: Counter[str] = Counter()
        super().__init__(address, _Door)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a separate thread, or refuse at once if too many are being answered."""
        if not self._take(client_address[0]):
            with suppress(OSError):
                request.settimeout(0)  # it fits into the empty buffer of a new connection
                request.sendall(BUSY)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._give_back(client_address[0])
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one connection, then make room for another."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._give_back(client_address[0])

    def _take(self, host: str) -> bool:
        with self._turn:
            if self._taken.total() >= MOST or self._taken[host] >= EACH:
                return False
            self._taken[host] += 1
            return True

    def _give_back(self, host: str) -> None:
        with self._turn:
            self._taken[host] -= 1
            if not self._taken[host]:
                del self._taken[host]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log in one line what went wrong with a connection."""
        error = sys.exception()
        if not isinstance(error, ConnectionError | TimeoutError):
            _log.error("%s from %s: %s", type(error).__name__, client_address[0], error)


class _Door(BaseHTTPRequestHandler):
    """One connection; each request on it has a deadline."""

    server: SmallServer
    protocol_version = "HTTP/1.1"
    timeout = SLOWEST

    def setup(self) -> None:
        """Read through the deadline of the request."""
        super().setup()
        self._deadline = Deadline(SLOWEST, self.server.clock)
        self.rfile = io.BufferedReader(_Incoming(self.connection, self._left))

    def _left(self) -> float:
        return self._deadline.left()

    def handle_one_request(self) -> None:
        """Answer one request that arrives whole in time, or close the connection."""
        self._deadline = Deadline(SLOWEST, self.server.clock)
        super().handle_one_request()

    def do_POST(self) -> None:
        """Answer a message."""
        length = self.headers.get("Content-Length", "")
        short = length.isdecimal() and len(length) <= DIGITS
        if not short or int(length) > self.server.longest:
            self.close_connection = True
            self._answer(Reply(413, PLAIN, "it is too long\n"))
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
        elif self.path != self.server.path:
            self._answer(Reply(404, PLAIN, f"messages are taken at {self.server.path}\n"))
        else:
            self._answer(self._made(lambda: self.server.answer(body)))

    def do_GET(self) -> None:
        """Answer a request for a page."""
        page = self.server.page
        if page is None:
            self.close_connection = True
            self._answer(Reply(501, PLAIN, f"messages are taken at {self.server.path}\n"))
        else:
            self._answer(self._made(lambda: page(self.path)))

    def _made(self, answer: Callable[[], Reply]) -> Reply:
        """Return the answer; 500 and one line in the log if making it failed."""
        try:
            return answer()
        except Exception as error:  # whatever it is, the next request is answered
            where = self.client_address[0]
            _log.error("no answer for %s: %s: %s", where, type(error).__name__, error)
            return Reply(500, PLAIN, "this server failed; its log says why\n")

    def _answer(self, reply: Reply) -> None:
        body = reply.text.encode()
        self.connection.settimeout(SLOWEST)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing of requests that came."""


class _Outgoing:
    """A socket as the HTTP client needs it, with a deadline for all that is sent and received."""

    def __init__(self, sock: Any, deadline: Deadline) -> None:
        self._sock, self._deadline = sock, deadline

    def makefile(self, *how: Any) -> io.BufferedReader:
        """Return the receiving side."""
        return io.BufferedReader(_Incoming(self._sock, self._deadline.left))

    def sendall(self, data: Any) -> None:
        """Send everything in the time that is left."""
        self._sock.settimeout(self._deadline.left())
        self._sock.sendall(data)

    def close(self) -> None:
        """No-op: the owner of the socket closes it after reading the answer."""


Connect = Callable[[tuple[str, int], Deadline], Any]


def connect(address: tuple[str, int], deadline: Deadline) -> socket.socket:
    """Return a connection to the first address of a host that takes one in time. Looking up the
    name has no timeout of its own and so happens in a thread that may be left behind."""
    found: list[Any] = []

    def look_up() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(socket.getaddrinfo(*address, type=socket.SOCK_STREAM))

    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(deadline.left())
    for family, kind, protocol, _, place in list(found):
        made = socket.socket(family, kind, protocol)
        try:
            made.settimeout(deadline.left())
            made.connect(place)
        except OSError:
            made.close()
            deadline.left()
            continue
        return made
    raise ConnectionError("none of its addresses accepts a connection")


def exchange(
    url: str,
    body: bytes | None,
    longest: int,
    patience: float,
    clock: Clock = time.monotonic,
    connect: Connect = connect,
) -> tuple[int, str]:
    """Send a message (a GET where there is none); return the status and the text of the answer.

    ``Unavailable`` unless all of it is over in so many seconds. Redirects are not followed."""
    deadline = Deadline(patience, clock)
    try:
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path + (f"?{parts.query}" if parts.query else "")
        port = parts.port or PORTS[parts.scheme]
        with closing(connect((host, port), deadline)) as plain:
            sock = plain
            if parts.scheme == "https":
                plain.settimeout(deadline.left())
                sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
            with closing(sock):
                spoken = HTTPConnection(host, port)
                spoken.sock = _Outgoing(sock, deadline)
                method = "GET" if body is None else "POST"
                spoken.request(method, path or "/", body, {"Connection": "close"})
                with spoken.getresponse() as answer:
                    return answer.status, answer.read(longest).decode(errors="replace")
    except TimeoutError:
        raise Unavailable(f"{url} does not answer in time") from None
    except (OSError, HTTPException, ValueError, KeyError):
        raise Unavailable(f"{url} does not answer") from None


def post(url: str, body: bytes, longest: int, patience: float) -> tuple[int, str]:
    """Send a message and return the status and the text of the answer."""
    return exchange(url, body, longest, patience)
