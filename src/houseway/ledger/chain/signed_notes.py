"""Signed notes and checkpoints, as transparency logs write them (C2SP signed-note, tlog-checkpoint,
tlog-cosignature): short texts with Ed25519 signatures under them, which existing witnesses read.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.ledger.errors import Unusable

DASH = "\u2014"
ED25519, COSIGNATURE = 1, 4  # types of signatures
LONGEST = 16_000  # characters of a note that is read
_NAME = re.compile(r"[^\s+]+")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")

Sign = Callable[[bytes], bytes]


@dataclass(frozen=True)
class Verifier:
    """A name and the public key that signs under it."""

    name: str
    public: bytes
    kind: int = ED25519

    @cached_property
    def id(self) -> bytes:
        """Four bytes by which a signature names its key."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        """Return the verifier key as one line, to be given to those who verify."""
        return f"{self.name}+{self.id.hex()}+{_text(bytes([self.kind]) + self.public)}"

    @classmethod
    def parse(cls, line: str) -> "Verifier":
        """The key that such a line gives."""
        parts = line.strip().split("+", 2)
        try:
            name, id, key = parts
            data = b64decode(key, validate=True)
            found = cls(name, data[1:], data[0])
            right = len(data) == 33 and found.id.hex() == id and _NAME.fullmatch(name)
        except (ValueError, IndexError, NotBase64):
            right = None
        if not right or found.kind not in (ED25519, COSIGNATURE):
            raise Unusable(f"{line.strip()!r} is not a key: name+id+base64")
        return found

    def signed(self, note: "Note") -> bool:
        """Whether this key has signed a note."""
        return any(
            self._holds(note.text, data) for name, data in note.signatures if name == self.name
        )

    def _holds(self, text: str, data: bytes) -> bool:
        if data[:4] != self.id:
            return False
        message, signature = text.encode(), data[4:]
        if self.kind == COSIGNATURE:
            time, signature = int.from_bytes(signature[:8]), signature[8:]
            message = _cosigned(text, time)
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True)
class Note:
    """A text and what stands under it: names, and key ids with signatures."""

    text: str
    signatures: tuple[tuple[str, bytes], ...] = ()

    @classmethod
    def parse(cls, written: str) -> "Note":
        """A note as it was written; anything else is refused."""
        text, gap, below = written.rpartition("\n\n")
        if len(written) > LONGEST or not gap or not below.endswith("\n") or not text:
            raise ValueError("not a signed note")
        if any(ord(character) < 32 and character != "\n" for character in written):
            raise ValueError("a note has no control characters")
        return cls(text + "\n", tuple(_signature(line) for line in below[:-1].split("\n")))

    def __str__(self) -> str:
        """Return the note as text."""
        return self.text + "\n" + "".join(line_of(*one) for one in self.signatures)

    def with_lines(self, lines: str, trusted: Iterable[Verifier]) -> "Note":
        """Return the note with those of the signature lines that verify under trusted keys."""
        more = []
        for line in lines.splitlines():
            one = _signature(line)
            alone = Note(self.text, (one,))
            if one not in self.signatures and any(key.signed(alone) for key in trusted):
                more.append(one)
        return Note(self.text, (*self.signatures, *more))


def _signature(line: str) -> tuple[str, bytes]:
    dash, _, rest = line.partition(" ")
    name, _, data = rest.partition(" ")
    try:
        found = b64decode(data, validate=True)
    except NotBase64:
        found = b""
    if dash != DASH or not _NAME.fullmatch(name) or len(found) < 5:
        raise ValueError("a line under a note is not a signature")
    return name, found


def line_of(name: str, data: bytes) -> str:
    """A signature as the line that it is written as."""
    return f"{DASH} {name} {_text(data)}\n"


def sign(text: str, verifier: Verifier, signer: Sign) -> Note:
    """Return a note: the text with a signature under the verifier's key."""
    return Note(text, ((verifier.name, verifier.id + signer(text.encode())),))


def cosign(text: str, verifier: Verifier, signer: Sign, time: int) -> str:
    """The line of a witness who has seen a checkpoint follow from all before it."""
    data = verifier.id + time.to_bytes(8) + signer(_cosigned(text, time))
    return line_of(verifier.name, data)


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint: the number of leaves of a log, and the root over them."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """Return the signed text."""
        return f"{self.origin}\n{self.size}\n{_text(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> "Checkpoint":
        """Parse the text of a note."""
        lines = text.split("\n")
        try:
            origin, size, root = lines[:3]
            found = b64decode(root, validate=True)
        except (ValueError, NotBase64):
            found = b""
        if not text.endswith("\n") or len(found) != 32 or not origin or not _SIZE.fullmatch(size):
            raise ValueError("not a checkpoint")
        return cls(origin, int(size), found)


def _text(data: bytes) -> str:
    return b64encode(data).decode()
