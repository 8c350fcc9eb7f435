"""Connections that say nothing, that say it slowly, and that are too many."""

import logging
import resource
import socket
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from doors import doors
from house import application, serving

from houseway.server.http import connections
from houseway.server.http.connections import Crowd, PatientProtocol
from houseway.server.http.middleware import HEADERS
from houseway.server.http.request_log import OnceASecond
from houseway.server.serve import config_of
from until import LIMIT, until

SOON = LIMIT  # seconds: the machine may be busy


class Waited:
    """What is to be done when patience is at an end."""

    def __init__(self, loop: AbstractEventLoop, seconds: float, what: Callable[[], None]) -> None:
        assert seconds == connections.PATIENCE
        self.loop, self.what, self.canceled = loop, what, False

    def cancel(self) -> None:
        self.canceled = True


class Doors:
    """Doors whose patience is at an end when the test says so."""

    def __init__(self) -> None:
        self.waited: list[Waited] = []
        self.crowd = Crowd(1000, self.timer)
        self.base, self.port = "", 0

    def timer(self, loop: AbstractEventLoop, seconds: float, what: Callable[[], None]) -> Waited:
        self.waited.append(Waited(loop, seconds, what))
        return self.waited[-1]

    def pending(self) -> list[Waited]:
        """Those whom somebody waits for."""
        return [one for one in self.waited if not one.canceled]

    def only(self) -> PatientProtocol:
        """The one connection whose request is not whole, once it is there."""
        until(lambda: self.crowd.waiting, "nobody is waited for")
        (one,) = self.crowd.waiting
        return one

    def lose_patience(self) -> None:
        """The time that a request has is over."""
        for one in self.pending():
            one.loop.call_soon_threadsafe(one.what)


@contextmanager
def open_doors() -> Iterator[Doors]:
    """Doors with room for many."""
    made = Doors()
    with application("memory") as app, serving(config_of(app, made.crowd)) as base:
        made.base, made.port = base, int(base.rpartition(":")[2])
        yield made


def knock(port: int, said: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=SOON)
    made.sendall(said)
    return made


def ended(one: socket.socket) -> bytes:
    """All that comes until the other end is closed."""
    parts = []
    with suppress(ConnectionResetError):
        while part := one.recv(65536):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHo",
    ],
)
def test_half_a_request_is_dropped(said: bytes) -> None:
    with open_doors() as doors, knock(doors.port, said) as one:
        waits = doors.only()
        until(lambda: waits._unfinished or not said, "nothing comes")
        told = b""
        if said.startswith(b"GET /healthz"):  # what was whole is answered
            while b"ok\n" not in told:
                told += one.recv(65536)
            assert b"200 OK" in told
        assert len(doors.pending()) == 1
        doors.lose_patience()
        assert ended(one) == b""


def test_a_request_that_trickles_is_dropped() -> None:
    """One byte every now and then is no reason to wait longer."""
    said = b"GET / HTTP/1.1\r\nX-Long: "
    with open_doors() as doors, knock(doors.port, said) as one:
        waits = doors.only()
        for more in range(1, 10):
            one.sendall(b"a")
            until(lambda more=more: waits._head == len(said) + more, "nothing comes")
        assert len(doors.waited) == 1
        assert not doors.waited[0].canceled
        doors.lose_patience()
        assert ended(one) == b""


def test_headers_without_end_are_turned_away() -> None:
    with open_doors() as doors, knock(doors.port, b"GET / HTTP/1.1\r\nX-Long: ") as one:
        with suppress(OSError):  # it is closed before all of it is sent
            for _ in range(40):
                one.sendall(b"a" * 4096)
        told = ended(one)
    assert told == b"" or told.startswith(b"HTTP/1.1 400")


def test_a_whole_request_may_take_its_time() -> None:
    """A connection that is used is open for longer than patience lasts."""
    with open_doors() as doors, httpx.Client(base_url=doors.base, timeout=SOON) as http:
        for _ in range(3):
            assert http.get("/healthz").status_code == 200
            assert doors.pending() == []
        assert doors.crowd.here == 1


def test_those_who_say_nothing_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", SOON)
    with application("memory") as app, serving(config_of(app, Crowd(20))) as base:
        port = int(base.rpartition(":")[2])
        silent = [knock(port, b"GET / HT") for _ in range(60)]
        assert httpx.get(f"{base}/healthz", timeout=SOON).status_code == 200
        for one in silent:
            one.close()


def test_there_are_fewer_connections_than_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        for limit in (64, 256, 1024):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            assert 0 < connections.most_connections() < limit - 16
            assert 2 * connections.most_connections(each=2) < limit - 16
            assert connections.most_connections(wanted=10) == 10
            assert connections.most_connections(wanted=10**6) == connections.most_connections()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_house_with_few_descriptors_goes_on(tmp_path: Path) -> None:
    """More connections than descriptors: the house answers still, and does not fill its log."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200));"
    code = f"{limit} from houseway.cli import main; main()"
    serve = ["serve", "--port", "0", "--memory"]
    log = (tmp_path / "log").open("w+")
    with doors(command=[sys.executable, "-c", code, *serve], stderr=log) as found:
        port = int(found.base.rpartition(":")[2])
        crowd = [knock(port, b"GET / HT") for _ in range(300)]
        assert httpx.get(f"{found.base}/healthz", timeout=SOON).status_code == 200
        for one in crowd:
            one.close()
    log.seek(0)
    assert log.read().count("\n") < 100


def test_a_complaint_is_logged_once_a_second() -> None:
    told = OnceASecond("socket.accept() out of system resource")
    record = logging.LogRecord(
        "asyncio",
        logging.ERROR,
        "",
        0,
        "socket.accept() out of system resource\nsocket: <...>",
        (),
        None,
    )
    assert [told.filter(record) for _ in range(100)].count(True) == 1
    other = logging.LogRecord("asyncio", logging.ERROR, "", 0, "something else", (), None)
    assert told.filter(other)
    assert told.filter(other)


def test_what_is_no_request_is_answered_as_everything_is() -> None:
    with open_doors() as doors, knock(doors.port, b"\x16\x03\x01 hello\r\n\r\n") as one:
        told = ended(one).lower()
    assert told.startswith(b"http/1.1 400")
    assert all(name.lower().encode() in told for name in HEADERS)
