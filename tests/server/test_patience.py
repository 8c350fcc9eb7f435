"""Connections that say nothing, that say it slowly, and that are too many."""

import logging
import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from doors import doors
from house import application, serving

from houseway.server import patience
from houseway.server.guard import HEADERS
from houseway.server.patience import Crowd
from houseway.server.request_log import OnceASecond
from houseway.server.serve import config_of

SOON = 60.0  # seconds: the machine may be busy
SHORT = 0.6  # seconds of patience, for a test


@contextmanager
def open_doors(monkeypatch: pytest.MonkeyPatch, most: int = 1000) -> Iterator[tuple[str, int]]:
    """Doors with little patience and room for so many."""
    monkeypatch.setattr(patience, "PATIENCE", SHORT)
    with application("memory") as app, serving(config_of(app, Crowd(most))) as base:
        yield base, int(base.rpartition(":")[2])


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
def test_half_a_request_is_dropped(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    with open_doors(monkeypatch) as (_, port), knock(port, said) as one:
        told = ended(one)
        assert (b"200 OK" in told) == said.startswith(b"GET /healthz"), "what was whole is answered"


def test_a_request_that_trickles_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte every now and then is no reason to wait longer."""
    with open_doors(monkeypatch) as (_, port), knock(port, b"GET / HTTP/1.1\r\nX-Long: ") as one:
        end = time.monotonic() + SOON
        with pytest.raises(OSError):  # noqa: PT012
            while time.monotonic() < end:
                one.sendall(b"a")
                time.sleep(SHORT / 10)
        assert time.monotonic() < end


def test_headers_without_end_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_doors(monkeypatch) as (_, port), knock(port, b"GET / HTTP/1.1\r\nX-Long: ") as one:
        with suppress(OSError):  # it is closed before all of it is sent
            for _ in range(40):
                one.sendall(b"a" * 4096)
        told = ended(one)
    assert told == b"" or told.startswith(b"HTTP/1.1 400")


def test_a_whole_request_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream is open for longer than patience lasts, and so is a connection that is used."""
    with open_doors(monkeypatch) as (base, _), httpx.Client(base_url=base, timeout=SOON) as http:
        for _ in range(8):
            assert http.get("/healthz").status_code == 200
            time.sleep(SHORT / 4)


def test_those_who_say_nothing_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", SOON)
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
            assert 0 < patience.most_connections() < limit - 16
            assert 2 * patience.most_connections(each=2) < limit - 16
            assert patience.most_connections(wanted=10) == 10
            assert patience.most_connections(wanted=10**6) == patience.most_connections()
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


def test_what_is_no_request_is_answered_as_everything_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_doors(monkeypatch) as (_, port), knock(port, b"\x16\x03\x01 hello\r\n\r\n") as one:
        told = ended(one).lower()
    assert told.startswith(b"http/1.1 400")
    assert all(name.lower().encode() in told for name in HEADERS)
