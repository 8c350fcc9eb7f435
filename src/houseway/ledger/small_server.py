"""A door that takes one kind of letter by POST at one path, and nothing else."""

from collections.abc import Callable
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from houseway.ledger.errors import Unavailable

PLAIN = "text/plain; charset=utf-8"
SLOWEST = 10  # seconds that a request may take to arrive


class Reply(NamedTuple):
    """An answer: a status of HTTP, the kind of text, and the text."""

    status: int
    kind: str
    text: str


class SmallServer(ThreadingHTTPServer):
    """Somebody who answers letters at an address, none longer than so many bytes."""

    daemon_threads = True

    def __init__(
        self, address: tuple[str, int], path: str, longest: int, answer: Callable[[bytes], Reply]
    ) -> None:
        self.path, self.longest, self.answer = path, longest, answer
        super().__init__(address, _Door)


class _Door(BaseHTTPRequestHandler):
    """One request."""

    server: SmallServer
    protocol_version = "HTTP/1.1"
    timeout = SLOWEST

    def do_POST(self) -> None:
        """A letter."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > self.server.longest:
            self.close_connection = True
            self._answer(Reply(413, PLAIN, "it is too long\n"))
        elif self.path != self.server.path:
            self.rfile.read(int(length))
            self._answer(Reply(404, PLAIN, f"letters are taken at {self.server.path}\n"))
        else:
            self._answer(self.server.answer(self.rfile.read(int(length))))

    def _answer(self, reply: Reply) -> None:
        body = reply.text.encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told of requests that came."""


def post(url: str, body: bytes, longest: int, patience: float) -> tuple[int, str]:
    """Send a letter: the status, and the text."""
    asked = Request(url, data=body, method="POST")
    try:
        with urlopen(asked, timeout=patience) as answer:
            return answer.status, answer.read(longest).decode(errors="replace")
    except HTTPError as error:
        return error.code, error.read(longest).decode(errors="replace")
    except (URLError, OSError, HTTPException, ValueError):
        raise Unavailable(f"{url} does not answer") from None
