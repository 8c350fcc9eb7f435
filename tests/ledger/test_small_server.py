"""The small server of witnesses and hosts: it answers a bounded number at a time, each request has
a deadline, and whatever goes wrong is one line."""

import logging
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from socket import create_connection

import pytest
from wires import Wire

from clocks import Clock
from houseway.ledger import message_server as small_server
from houseway.ledger.errors import Unavailable
from houseway.ledger.message_server import PLAIN, SLOWEST, Reply, SmallServer, _Door, exchange, post
from until import until


def echo(body: bytes) -> Reply:
    return Reply(200, PLAIN, body.decode())


@pytest.fixture
def server() -> Iterator[SmallServer]:
    with SmallServer(("127.0.0.1", 0), "/here", 1000, echo) as made:
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        yield made
        made.shutdown()


def at(server: SmallServer, path: str = "/here") -> str:
    return f"http://127.0.0.1:{server.server_address[1]}{path}"


def test_messages_are_answered_also_several_on_a_connection(server: SmallServer) -> None:
    assert post(at(server), b"hello", 100, 60) == (200, "hello")
    assert post(at(server), b"hello", 3, 60) == (200, "hel")
    assert exchange(at(server), None, 100, 60)[0] == 501
    assert post(at(server, "/there"), b"hello", 100, 60)[0] == 404
    assert post(at(server), b"x" * 1001, 100, 60)[0] == 413
    line = HTTPConnection("127.0.0.1", server.server_address[1])
    for word in (b"a", b"b"):
        line.request("POST", "/here", word)
        assert line.getresponse().read() == word
    line.close()


def served(server: SmallServer, *pieces: bytes | float, clock: Clock) -> Wire:
    """A connection on which this arrives, answered to its end."""
    wire = Wire(lambda sent: iter(pieces), clock)
    server.clock = clock
    _Door(wire, ("192.0.2.1", 1), server)
    return wire


def test_a_request_that_trickles_is_dropped_after_its_deadline(server: SmallServer) -> None:
    whole = b"POST /here HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello"
    assert served(server, whole, clock=Clock()).sent.endswith(b"hello")
    for cut in (10, len(whole) - 2):  # in its head, in its body
        clock = Clock()
        begun = clock()
        slow: list[bytes | float] = []
        for byte in whole[cut:]:
            slow += [1.0, bytes([byte])]
        wire = served(server, whole[:cut], *slow[: -2 if cut > 30 else None], 1e9, clock=clock)
        assert clock() - begun == SLOWEST
        assert wire.sent == b""


def test_a_message_that_breaks_off_is_not_taken(server: SmallServer) -> None:
    server.answer = lambda body: pytest.fail("half a message was taken")
    broken = b"POST /here HTTP/1.1\r\nContent-Length: 50\r\n\r\nhello"
    assert served(server, broken, clock=Clock()).sent == b""
    for length in (b"9" * 5000, "²".encode(), b"-1", b""):
        head = b"POST /here HTTP/1.1\r\nContent-Length: " + length + b"\r\n\r\n"
        assert b" 413 " in served(server, head, clock=Clock()).sent


def turned_away(server: SmallServer) -> bool:
    """Whether a connection is closed unread; its peer may see the reason or only the end."""
    with create_connection(server.server_address) as line:
        try:
            said = line.recv(100)
        except ConnectionError:
            return True
    return said.startswith(b"HTTP/1.1 503 ")


def test_connections_are_bounded_for_all_and_for_each_address(
    server: SmallServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small_server, "EACH", 3)
    held = [create_connection(server.server_address) for _ in range(3)]
    until(lambda: server._taken.total() == 3)
    assert turned_away(server)
    monkeypatch.setattr(small_server, "EACH", 4)
    assert post(at(server), b"hello", 100, 60)[0] == 200
    monkeypatch.setattr(small_server, "MOST", 3)
    until(lambda: server._taken.total() == 3)
    assert turned_away(server)
    for one in held:
        one.close()
    until(lambda: server._taken.total() == 0)
    assert server._taken == {}
    assert post(at(server), b"hello", 100, 60)[0] == 200


def test_a_failing_answer_is_one_line_and_the_next_is_given(
    server: SmallServer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(body: bytes) -> Reply:
        raise RecursionError("too deep")

    server.answer = fail
    status, text = post(at(server), b"hello", 100, 60)
    assert (status, text) == (500, "this server failed; its log says why\n")
    (line,) = (one for one in caplog.records if one.name == "houseway.small_server")
    assert line.getMessage() == "no answer for 127.0.0.1: RecursionError: too deep"
    assert line.exc_info is None
    server.answer = echo
    assert post(at(server), b"hello", 100, 60)[0] == 200
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        for garbage in (
            b"\x16\x03\x01\x02\x00",
            b"\x00" * 70_000,
            b"POST\r\n\r\n",
            b"A B HTTP/9\r\n",
        ):
            with create_connection(server.server_address) as line_:
                line_.sendall(garbage)
        until(lambda: server._taken.total() == 0)
    try:
        raise ValueError("something else")
    except ValueError:
        server.handle_error(None, ("192.0.2.1", 1))
    logged = [one.getMessage() for one in caplog.records if one.name == "houseway.small_server"]
    assert logged == ["ValueError from 192.0.2.1: something else"]
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "http:///", "http://x:99999/", "ftp://x/", "http://[/", "x", ""]
)
def test_an_address_where_nobody_is_does_not_answer(url: str) -> None:
    with pytest.raises(Unavailable, match="does not answer"):
        post(url, b"hello", 100, 60)
