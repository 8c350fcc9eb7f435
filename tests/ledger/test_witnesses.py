"""Whatever a witness answers, the house plays, signs, opens and closes, and says that it is
unwitnessed, since when and why. Only a contradiction that both have signed stops it."""

import logging
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playing import Playing
from wires import Peer, Wires, http, parts

from clocks import Clock
from houseway.ledger.chain import witnessing
from houseway.ledger.chain.heads import Heads
from houseway.ledger.chain.signed_notes import (
    COSIGNATURE,
    LONGEST,
    Checkpoint,
    Note,
    Verifier,
    cosign,
)
from houseway.ledger.chain.witness import PATH, Witness
from houseway.ledger.chain.witnessing import PATIENCE, in_words, kept_beside, read_standings
from houseway.ledger.errors import Broken, Unavailable, Unusable
from houseway.ledger.house import House
from houseway.ledger.message_server import exchange

NAME = "example.com/w"
Honest = Callable[[bytes], tuple[int, bytes]]


def saying(*pieces: bytes | float) -> Callable[[Honest], Peer]:
    """A peer that says this, whatever it is asked."""

    def peer(honest: Honest) -> Peer:
        return lambda request: iter(pieces)

    return peer


def slow(honest: Honest) -> Peer:
    """The right answer, one byte a second."""

    def peer(request: bytes) -> Iterator[bytes | float]:
        for one in http(*honest(request)):
            yield 1.0
            yield bytes([one])

    return peer


def forever(honest: Honest) -> Peer:
    """Go on, it says, and never comes to an end."""

    def peer(request: bytes) -> Iterator[bytes | float]:
        while True:
            yield 0.01
            yield b"HTTP/1.1 100 Continue\r\n\r\n"

    return peer


def bottomless(honest: Honest) -> Peer:
    def peer(request: bytes) -> Iterator[bytes | float]:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"
        while True:
            yield b"\xe2\x80\x94 " * 100

    return peer


def refusing(honest: Honest) -> Peer:
    def peer(request: bytes) -> Iterator[bytes | float]:
        raise ConnectionRefusedError

    return peer


def another_size(honest: Honest) -> Peer:
    """Always one head less than it is told."""

    def peer(request: bytes) -> Iterator[bytes | float]:
        old = int(parts(request)[2].split(b"\n")[0].split()[1] or 0)
        yield http(409, f"{old ^ 1}\n".encode())

    return peer


def anothers_key(honest: Honest) -> Peer:
    """A signature that is not by the key that the house knows."""

    def peer(request: bytes) -> Iterator[bytes | float]:
        note = Note.parse(parts(request)[2].decode().partition("\n\n")[2])
        stranger = Verifier(NAME, bytes(32), COSIGNATURE)
        yield http(200, cosign(note.text, stranger, lambda text: bytes(64), 1).encode())

    return peer


def unsigned_claim(honest: Honest) -> Peer:
    """More heads than there are, and a checkpoint that the house has never signed."""

    def peer(request: bytes) -> Iterator[bytes | float]:
        if parts(request)[0] == "POST":
            yield http(409, b"12345\n")
        else:
            text = Checkpoint("houseway/test", 12345, bytes(32)).text
            stranger = Verifier(NAME, bytes(32), COSIGNATURE)
            line = cosign(text, stranger, lambda text: bytes(64), 1)
            yield http(200, f"{text}\n{line}".encode())

    return peer


HOSTILE: dict[str, tuple[Callable[[Honest], Peer], str]] = {
    "an error": (saying(http(500, b"sorry")), r"does not take the checkpoint \(500\)"),
    "an unknown log": (saying(http(404)), r"\(404\)"),
    "a redirect": (saying(http(301, b"", "Location: http://127.0.0.1/")), r"\(301\)"),
    "a larger size": (saying(http(409, b"99999\n")), "has seen 99999 heads, and shows no signed"),
    "a size without end": (saying(http(409, b"9" * 9000)), r"\(409\)"),
    "a size that is none": (saying(http(409, "²\n".encode())), r"\(409\)"),
    "another size each time": (another_size, "another"),
    "other heads": (saying(http(422)), "has seen other heads, and shows no signed"),
    "an unsigned claim": (unsigned_claim, "shows no signed checkpoint"),
    "nothing in it": (saying(http(200)), "does not hold its signature"),
    "garbage": (saying(http(200, b"\xff\x00 garbage \n\n\xe2\x80\x94")), "not hold its signature"),
    "a note of dashes": (saying(http(200, "\u2014 a b\n".encode() * 500)), "not hold its sign"),
    "another's key": (anothers_key, "does not hold its signature"),
    "no HTTP": (saying(b"\x16\x03\x01\x00" * 50), "does not answer"),
    "half an answer": (saying(http(200, b"x" * 100)[:-50]), "not hold its signature"),
    "the line goes dead": (saying(), "does not answer"),
    "no connection": (refusing, "does not answer"),
    "one byte a second": (slow, "does not answer in time"),
    "nothing": (saying(1e9), "does not answer in time"),
    "go on": (forever, "does not answer in time"),
    "an answer without end": (bottomless, "does not hold its signature"),
    "many headers": (saying(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500), "does not answer"),
}


class Outside:
    """A witness at the other end of a wire, honest until it is told otherwise."""

    def __init__(self, house: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.witness = Witness(folder / "w", NAME, [house.signing.heads.key])
        self.clock = Clock()
        self.wires = Wires(self._peer, self.clock)
        self.peer: Peer | None = None
        self.told = f"http://w.example {self.witness.key}"
        wired = partial(exchange, clock=self.clock, connect=self.wires.connect)
        monkeypatch.setattr(witnessing, "exchange", wired)

    def honest(self, request: bytes) -> tuple[int, bytes]:
        method, path, body = parts(request)
        one = self.witness
        reply = one.add_checkpoint(body) if method == "POST" else one.checkpoint(path)
        return reply.status, reply.text.encode()

    def _peer(self, request: bytes) -> Iterator[bytes | float]:
        if self.peer is not None:
            yield from self.peer(request)
        else:
            yield http(*self.honest(request))


@pytest.fixture
def outside(sqlite: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Outside:
    return Outside(sqlite, folder, monkeypatch)


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_house_goes_on_whatever_a_witness_answers(
    sqlite: House,
    keys: Path,
    outside: Outside,
    kind: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answers, why = HOSTILE[kind]
    url = f"sqlite:///{sqlite.database.file}"
    sqlite.close()
    outside.peer = answers(outside.honest)
    start = outside.clock()
    with caplog.at_level(logging.WARNING), House.open(url, keys, witnesses=[outside.told]) as house:
        (stands,) = house.signing.witnesses.unwitnessed
        assert outside.clock() - start <= PATIENCE
        since = stands.since
        told = f"Not witnessed by {NAME} since {in_words(since)}: "
        assert told in str(stands)
        Playing(house, house.open_table("big-six", by="Flo")).rounds(1)
        size = house.signing.heads.size
        house.signing.now()
        assert house.signing.heads.size == size + 1
        house.signing.show()
        (notice,) = house.signing.notices()
        assert told in notice
    logged = [one for one in caplog.records if one.name == "houseway.witnesses"]
    assert len(logged) == 1  # once, and not each time that it is asked
    assert told in logged[0].getMessage()
    assert all(wire.closed for wire in outside.wires.made)
    (kept,) = read_standings(kept_beside(keys / "anchor"))
    assert kept.since == since
    outside.peer = None
    with House.open(url, keys, witnesses=[outside.told]) as house:
        assert house.signing.notices() == []
    assert re.search(why, kept.why), kept.why


def test_an_unwitnessed_house_says_since_when_also_after_it_was_closed(
    sqlite: House, keys: Path, outside: Outside, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{sqlite.database.file}"
    sqlite.close()
    with House.open(url, keys, witnesses=[outside.told]) as house:
        signed = house.signing.heads.size
        outside.peer = saying(http(500))(outside.honest)
    (first,) = read_standings(kept_beside(keys / "anchor"))
    assert first.since == ""  # nothing was signed that it has not seen
    with House.open(url, keys, witnesses=[outside.told]) as house:
        house.add_person("Eve", "player", "", by="boss")
    (second,) = read_standings(kept_beside(keys / "anchor"))
    with House.open(url, keys, witnesses=[outside.told]) as house:
        (third,) = house.signing.witnesses.unwitnessed
        assert third.since == second.since != ""
        assert third.size == signed
        outside.peer = None
        house.signing.show()
        assert house.signing.notices() == []
        assert f"witnessed again by {NAME}" in caplog.messages
    kept_beside(keys / "anchor").write_text("[{\x00garbage")
    with House.open(url, keys, witnesses=[outside.told]) as house:
        assert house.signing.notices() == []


def test_the_head_signed_at_closing_is_shown_to_the_witnesses(
    sqlite: House, keys: Path, outside: Outside
) -> None:
    url = f"sqlite:///{sqlite.database.file}"
    sqlite.close()
    with House.open(url, keys, witnesses=[outside.told]) as house:
        before = house.signing.heads.size
        house.add_person("Eve", "player", "", by="boss")
    (stands,) = read_standings(kept_beside(keys / "anchor"))
    assert stands.size == house.signing.heads.size == before + 1
    assert f"{before + 1}\n" in next((keys.parent / "w").glob("*.checkpoint")).read_text()


def test_only_the_first_signature_of_an_answer_is_taken(
    sqlite: House, keys: Path, outside: Outside
) -> None:
    """Else the anchor's last note could become longer than notes may be."""
    url = f"sqlite:///{sqlite.database.file}"
    sqlite.close()

    def peer(request: bytes) -> Iterator[bytes | float]:
        note = Note.parse(parts(request)[2].decode().partition("\n\n")[2])
        signer = outside.witness._signer.sign
        lines = [cosign(note.text, outside.witness.key, signer, time) for time in range(150)]
        yield http(200, "".join(lines).encode())

    outside.peer = peer
    with House.open(url, keys, witnesses=[outside.told]) as house:
        assert house.signing.notices() == []
    assert len((keys / "anchor").read_text().rpartition("\n\nhouse")[2]) < LONGEST
    with House.open(url, keys, witnesses=[outside.told]):
        pass


def test_a_contradiction_that_both_have_signed_stops_the_house(
    sqlite: House, keys: Path, folder: Path, outside: Outside
) -> None:
    """Another copy of the house has shown the witness more than there is here."""
    url, copy = f"sqlite:///{sqlite.database.file}", folder / "copy.db"
    sqlite.close()
    shutil.copy(str(sqlite.database.file), copy)
    with House.open(f"sqlite:///{copy}", keys, anchor=folder / "b", witnesses=[outside.told]) as it:
        for name in ("Eve", "Eva"):
            it.add_person(name, "player", "", by="boss")
            it.signing.now()
    outside.peer = saying(http(500))(outside.honest)
    with House.open(url, keys, witnesses=[outside.told]) as house:
        house.add_person("Ede", "player", "", by="boss")
        outside.peer = None
        house.signing.show()
        assert "has seen" in house.signing.notices()[0]
        with pytest.raises(Broken, match="an older copy was put back"):
            house.add_person("Edo", "player", "", by="boss")
    with pytest.raises(Broken, match="an older copy was put back"):
        House.open(url, keys, witnesses=[outside.told])


def test_signing_that_fails_is_logged_shown_and_tried_again(
    sqlite: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Closing(threading.Event):
        """Three turns, then it closes."""

        turns = 3

        def wait(self, timeout: float | None = None) -> bool:
            self.turns -= 1
            return self.turns < 0

    def fail(self: Heads, connection: object) -> None:
        raise ZeroDivisionError("no such thing")

    signing = sqlite.signing
    with monkeypatch.context() as patched:
        patched.setattr(Heads, "sign", fail)
        sqlite.add_person("Eve", "player", "", by="boss")
        signing._keep_on(signing._sign_in_time, Closing())
        (notice,) = signing.notices()
        assert notice.startswith("Signing has failed since 20")
        assert "(ZeroDivisionError: no such thing)" in notice
        logged = [one for one in map(logging.LogRecord.getMessage, caplog.records) if "Zero" in one]
        assert logged == [f"{notice}; it is tried again"]
    size = signing.heads.size
    signing._keep_on(signing._sign_in_time, Closing())
    assert signing.heads.size == size + 1
    assert signing.notices() == []


def test_garbage_in_the_witness_own_files_is_one_line(
    sqlite: House, folder: Path, outside: Outside, caplog: pytest.LogCaptureFixture
) -> None:
    key, where = sqlite.signing.heads.key, folder / "w"
    known = witnessing.Witnesses([witnessing.Asked.parse(outside.told)])
    known.show(sqlite.signing._read)
    (memory,) = where.glob("*.checkpoint")
    kept = memory.read_bytes()
    for garbage in (b"", b"garbage", b"\xff\xfe", kept[:-9], kept.replace(b"test", b"tent")):
        memory.write_bytes(garbage)
        caplog.clear()
        known.show(sqlite.signing._read)
        assert "does not take the checkpoint (500)" in known.unwitnessed[0].why
        (line,) = (one for one in caplog.records if one.name == "houseway.witness")
        assert "is not a checkpoint of houseway/test" in line.getMessage()
        assert line.exc_info is None
        with pytest.raises(Unusable, match="is not a checkpoint of houseway/test"):
            Witness(where, NAME, [key])
        assert memory.read_bytes() == garbage
    memory.write_bytes(kept)
    known.show(sqlite.signing._read)
    assert known.unwitnessed == []
    (where / "witness.key").write_bytes(b"\xff")
    with pytest.raises(Unusable, match="not a key of 32 bytes"):
        Witness(where, NAME, [key])


def test_a_witness_shows_its_last_checkpoint(sqlite: House, outside: Outside) -> None:
    known = witnessing.Witnesses([witnessing.Asked.parse(outside.told)])
    key = sqlite.signing.heads.key
    path = witnessing.shown_at(key.name)
    assert outside.witness.checkpoint(path).status == 404
    known.show(sqlite.signing._read)
    shown = Note.parse(outside.witness.checkpoint(path).text)
    assert key.signed(shown)
    assert outside.witness.key.signed(shown)
    assert outside.witness.checkpoint(PATH).status == 404


def test_a_deadline_is_for_the_whole_exchange() -> None:
    clock = Clock()
    begun = clock()
    wires = Wires(slow(lambda request: (200, b"x" * 100)), clock)
    with pytest.raises(Unavailable, match="does not answer in time"):
        exchange("http://w.example/a", b"x", 1000, 7, clock, wires.connect)
    assert clock() - begun == 7
