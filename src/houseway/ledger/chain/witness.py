"""Witnesses: somebody else who remembers how far a log has come and signs only what follows from it
(C2SP tlog-witness).

``Witness`` is one: it keeps the last checkpoint of every log it knows in a file, takes a newer one
with the proof that nothing was taken away or altered, and puts its name and the time under it. It
shows the last one to anybody. A house asks for that in ``witnessing.py``.
"""

import logging
import os
import re
import threading
import time
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.ledger.chain.lines import whole
from houseway.ledger.chain.merkle import is_consistent
from houseway.ledger.chain.signed_notes import (
    COSIGNATURE,
    LONGEST,
    Checkpoint,
    Note,
    Verifier,
    cosign,
)
from houseway.ledger.errors import Unusable
from houseway.ledger.message_server import PLAIN, Reply

MOST = 63  # hashes of a proof
LONGEST_REQUEST = LONGEST + 64 * (MOST + 1)
PATH = "/add-checkpoint"
SHOWN = "/checkpoint/"  # the last checkpoint of a log, under the hash of its origin
SIZE = "text/x.tlog.size"
_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")
_log = logging.getLogger("houseway.witness")


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
        for origin in self._logs:
            self._last(origin)

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
        try:
            return self._add(old, proof, note, said)
        except (Unusable, OSError) as error:
            return _failed(error)

    def checkpoint(self, path: str) -> Reply:
        """Return the last checkpoint of a log with the log's signature and this witness's."""
        found = [one for one in self._logs if path == shown_at(one)]
        try:
            with self._turn:
                note = self._note(found[0]) if found else None
        except (Unusable, OSError) as error:
            return _failed(error)
        if note is None:
            return Reply(404, PLAIN, "no checkpoint of this log is known here\n")
        return Reply(200, PLAIN, f"{note}{self._cosigned(note.text)}")

    def _add(self, old: int, proof: Sequence[bytes], note: Note, said: Checkpoint) -> Reply:
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
        return self._folder / f"{_name(origin)}.checkpoint"

    def _note(self, origin: str) -> Note | None:
        path = self._file(origin)
        if not path.exists():
            return None
        try:
            note = Note.parse(path.read_text(encoding="utf-8"))
            right = Checkpoint.parse(note.text).origin == origin and self._logs[origin].signed(note)
        except ValueError:
            right = False
        if not right:
            raise Unusable(
                f"{path} is not a checkpoint of {origin}: bring it back from a copy; without the"
                " file this witness signs whatever it is shown first"
            )
        return note

    def _last(self, origin: str) -> Checkpoint | None:
        note = self._note(origin)
        return Checkpoint.parse(note.text) if note else None


def _failed(error: Exception) -> Reply:
    """Return the answer of a witness that cannot use its own files, and log why."""
    _log.error("%s", error)
    return Reply(500, PLAIN, "this witness cannot use its own files\n")


def _name(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()[:32]


def shown_at(origin: str) -> str:
    """Return the path at which a witness shows the last checkpoint of a log."""
    return f"{SHOWN}{_name(origin)}"


def _own_key(folder: Path) -> bytes:
    """Return the witness's own key; create it if there is none."""
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
        raise ValueError("the request is too long")
    try:
        head, gap, note = body.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise ValueError("the request is not UTF-8 text") from None
    first, *hashes = head.split("\n")
    said = _OLD.fullmatch(first)
    if not gap or said is None:
        raise ValueError("the first line is not 'old' and a size")
    if len(hashes) > MOST:
        raise ValueError("the proof is too long")
    try:
        proof = [b64decode(one, validate=True) for one in hashes]
    except NotBase64:
        raise ValueError("the proof is not base64") from None
    if any(len(one) != 32 for one in proof):
        raise ValueError("the proof is not a list of 32-byte hashes")
    return int(said.group(1)), proof, Note.parse(note)


def request(old: int, proof: Sequence[bytes], note: str) -> bytes:
    """Return the request as it is sent."""
    lines = [f"old {old}", *(b64encode(one).decode() for one in proof)]
    return ("\n".join(lines) + "\n\n" + note).encode()
