"""Witnesses: somebody else who remembers how far a log has come and signs only what follows from it
(C2SP tlog-witness).

``Witness`` is one: it keeps the last checkpoint of every log it knows in a file, takes a newer one
with the proof that nothing was taken away or altered, and puts its name and the time under it.
``Witnesses`` asks for that, of ours or of any other that speaks the same protocol.
"""

import os
import re
import threading
import time
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.ledger.errors import Broken, Unavailable, Unusable
from houseway.ledger.lines import whole
from houseway.ledger.merkle import consistency, is_consistent
from houseway.ledger.notes import COSIGNATURE, LONGEST, Checkpoint, Note, Verifier, cosign
from houseway.ledger.small_server import PLAIN, Reply, post

MOST = 63  # hashes of a proof
LONGEST_REQUEST = LONGEST + 64 * (MOST + 1)
PATIENCE = 5.0  # seconds to wait for a witness
PATH = "/add-checkpoint"
SIZE = "text/x.tlog.size"
_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")


class Witness:
    """One witness with its key and its memory in a folder."""

    def __init__(
        self,
        folder: Path,
        name: str,
        logs: Sequence[Verifier],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._clock = folder, clock
        self._logs = {key.name: key for key in logs}
        self._turn = threading.Lock()
        self._signer = Ed25519PrivateKey.from_private_bytes(_own_key(folder))
        public = self._signer.public_key().public_bytes_raw()
        self.key = Verifier(name, public, COSIGNATURE)

    def add_checkpoint(self, body: bytes) -> Reply:
        """Take a newer checkpoint of a log, if it follows from the last one."""
        try:
            old, proof, note = parse_request(body)
            said = Checkpoint.parse(note.text)
        except ValueError as error:
            return Reply(400, PLAIN, f"{error}\n")
        key = self._logs.get(said.origin)
        if key is None:
            return Reply(404, PLAIN, "this log is not known here\n")
        if not key.signed(note):
            return Reply(403, PLAIN, "the checkpoint is not signed by its log\n")
        if old > said.size:
            return Reply(400, PLAIN, "the old size is above the new one\n")
        with self._turn:
            last = self._last(said.origin)
            size = last.size if last else 0
            if old != size:
                return Reply(409, SIZE, f"{size}\n")
            if last is not None and size == said.size and last.root != said.root:
                return Reply(409, SIZE, f"{size}\n")
            before = last.root if last else b""
            if not is_consistent(old, before, said.size, said.root, proof):
                return Reply(422, PLAIN, "it does not follow from what was seen before\n")
            with whole(self._file(said.origin)) as made:
                made.write_text(str(note), encoding="utf-8")
            return Reply(200, PLAIN, self._cosigned(note.text))

    def _cosigned(self, text: str) -> str:
        return cosign(text, self.key, self._signer.sign, int(self._clock()))

    def _file(self, origin: str) -> Path:
        return self._folder / f"{sha256(origin.encode()).hexdigest()[:32]}.checkpoint"

    def _last(self, origin: str) -> Checkpoint | None:
        path = self._file(origin)
        if not path.exists():
            return None
        return Checkpoint.parse(Note.parse(path.read_text(encoding="utf-8")).text)


def _own_key(folder: Path) -> bytes:
    """The witness's own key, made if there is none."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "witness.key"
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(os.urandom(32).hex() + "\n")
    try:
        key = bytes.fromhex(path.read_text().strip())
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Unusable(f"{path} is not a key of 32 bytes in hexadecimal")
    return key


def parse_request(body: bytes) -> tuple[int, list[bytes], Note]:
    """The old size, the proof and the note of a request."""
    if len(body) > LONGEST_REQUEST:
        raise ValueError("it is too long")
    try:
        head, gap, note = body.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise ValueError("it is not text") from None
    first, *hashes = head.split("\n")
    said = _OLD.fullmatch(first)
    if not gap or said is None:
        raise ValueError("it does not begin with an old size")
    if len(hashes) > MOST:
        raise ValueError("the proof is too long")
    try:
        proof = [b64decode(one, validate=True) for one in hashes]
    except NotBase64:
        raise ValueError("the proof is not base64") from None
    if any(len(one) != 32 for one in proof):
        raise ValueError("the proof is not of hashes")
    return int(said.group(1)), proof, Note.parse(note)


def request(old: int, proof: Sequence[bytes], note: str) -> bytes:
    """The same as it is sent."""
    lines = [f"old {old}", *(b64encode(one).decode() for one in proof)]
    return ("\n".join(lines) + "\n\n" + note).encode()


@dataclass
class Asked:
    """A witness that a house asks: where, its key, and how far it is known to have come."""

    url: str
    key: Verifier
    size: int = 0

    @classmethod
    def parse(cls, said: str) -> "Asked":
        """``URL KEY``, as it is configured."""
        url, _, key = said.strip().partition(" ")
        if not url.startswith(("http://", "https://")):
            raise Unusable(f"a witness is a URL and its key, divided by a space, not {said!r}")
        return cls(url.rstrip("/"), Verifier.parse(key))


Send = Callable[[str, bytes], tuple[int, str]]


def show_to(url: str, body: bytes) -> tuple[int, str]:
    """Ask a witness over HTTP: the status, and the text."""
    return post(f"{url}{PATH}", body, LONGEST, PATIENCE)


class Witnesses:
    """Those who are to see every checkpoint of a house."""

    def __init__(self, asked: Sequence[Asked], send: Send = show_to) -> None:
        self._asked, self._send = list(asked), send
        self.silent: list[str] = []  # those who did not answer when they were last asked

    def __bool__(self) -> bool:
        return bool(self._asked)

    def show(self, note: str, leaves: Callable[[], Sequence[bytes]]) -> str:
        """The note with the names of all who have seen it follow. A witness that knows a later
        head, or another one, is ``Broken``: this is not the house that it has seen."""
        found, said = Note.parse(note), Checkpoint.parse(Note.parse(note).text)
        self.silent = []
        for one in self._asked:
            try:
                found = found.with_lines(self._show(one, said, note, leaves), [one.key])
            except Unavailable as error:
                self.silent.append(str(error))
        return str(found)

    def _show(
        self, one: Asked, said: Checkpoint, note: str, leaves: Callable[[], Sequence[bytes]]
    ) -> str:
        old = min(one.size, said.size)
        for _ in range(3):  # it may know another size than is believed here, and tells it
            proof = consistency(old, leaves()[: said.size]) if 0 < old < said.size else []
            status, text = self._send(one.url, request(old, proof, note))
            if status == 200:
                one.size = said.size
                return text
            if status != 409 or not text.strip().isdecimal():
                break
            size = int(text)
            if said.size < size <= len(leaves()):
                return ""  # another process of this house has shown it more
            if size > said.size:
                raise Broken(
                    f"the witness {one.key.name} has seen {size} heads and there are {said.size}:"
                    " an older copy was put back, or the end was cut off"
                )
            if size == old:
                status = 422
                break
            old = size
        if status == 422:
            raise Broken(f"the witness {one.key.name} has seen other heads than there are here")
        raise Unavailable(f"the witness {one.key.name} does not take it ({status})")
