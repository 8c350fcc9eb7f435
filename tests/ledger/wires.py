"""Sockets whose other end is a function, on a clock that tests move: no network is needed."""

from collections.abc import Callable, Iterator
from typing import Any

from clocks import Clock
from houseway.ledger.message_server import Deadline

Peer = Callable[[bytes], Iterator[bytes | float]]  # a request; bytes to send, seconds to wait


class Wire:
    """A socket. What is sent on it goes to a peer, whose answer comes back piece by piece."""

    def __init__(self, peer: Peer, clock: Clock) -> None:
        self._peer, self.clock = peer, clock
        self.sent = b""
        self._answer: Iterator[bytes | float] | None = None
        self._left = b""
        self._timeout = 0.0
        self.closed = False

    def settimeout(self, seconds: float) -> None:
        self._timeout = seconds

    def sendall(self, data: bytes) -> None:
        self.sent += bytes(data)

    def recv_into(self, buffer: Any) -> int:
        if self._answer is None:
            self._answer = self._peer(self.sent)
        waited = 0.0
        while not self._left:
            piece = next(self._answer, b"")
            if isinstance(piece, bytes):
                self._left = piece
                if not piece:
                    return 0
                continue
            if waited + piece >= self._timeout:
                self.clock.go(self._timeout - waited)
                raise TimeoutError
            self.clock.go(piece)
            waited += piece
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count

    def close(self) -> None:
        self.closed = True

    # what a server needs besides

    def makefile(self, *how: Any) -> "Wire":
        return self

    def shutdown(self, how: int) -> None:
        self.closed = True

    def setsockopt(self, *given: Any) -> None:
        pass


class Wires:
    """Connections to a peer, as ``exchange`` makes them."""

    def __init__(self, peer: Peer, clock: Clock) -> None:
        self.peer, self.clock = peer, clock
        self.made: list[Wire] = []

    def connect(self, address: tuple[str, int], deadline: Deadline) -> Wire:
        made = Wire(self.peer, self.clock)
        self.made.append(made)
        return made


def http(status: int, body: bytes = b"", *headers: str) -> bytes:
    """An answer as it comes over the wire."""
    lines = [f"HTTP/1.1 {status} -", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def parts(request: bytes) -> tuple[str, str, bytes]:
    """The method, the path and the body of a request."""
    head, _, body = request.partition(b"\r\n\r\n")
    method, path, _ = head.decode().split("\r\n")[0].split(" ")
    return method, path, body
