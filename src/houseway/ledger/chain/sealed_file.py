"""Files that only the house's master key opens: pieces of ChaCha20-Poly1305, numbered, the last one
marked, so that none can be altered, exchanged, left out or cut off."""

import io
import os
from pathlib import Path
from typing import IO, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from houseway.ledger.chain.keys import Keys
from houseway.ledger.errors import Unusable

MAGIC = b"houseway sealed 1\n"
PIECE = 1 << 16
_SALT, _TAG = 32, 16


def is_sealed(path: Path) -> bool:
    """Whether a file is of this kind."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


class SealingWriter(io.RawIOBase):
    """A writer that encrypts a file."""

    def __init__(self, path: Path, keys: Keys) -> None:
        salt = os.urandom(_SALT)
        self._cipher = ChaCha20Poly1305(bytes.fromhex(keys.secret(f"file {salt.hex()}")))
        self._file, self._count, self._waiting = path.open("wb"), 0, bytearray()
        self._file.write(MAGIC + salt)

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        """More of it."""
        self._waiting += data
        while len(self._waiting) > PIECE:
            self._piece(bytes(self._waiting[:PIECE]), last=False)
            del self._waiting[:PIECE]
        return len(data)

    def _piece(self, data: bytes, last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._count, last), data, None))
        self._count += 1

    def close(self) -> None:
        """The last piece."""
        if not self.closed:
            self._piece(bytes(self._waiting), last=True)
            self._file.close()
            super().close()


class UnsealingReader(io.RawIOBase):
    """A reader that decrypts a file in blocks; only authenticated blocks are returned."""

    def __init__(self, path: Path, keys: Keys) -> None:
        self._path, self._file = path, path.open("rb")
        self._file.read(len(MAGIC))
        salt = self._file.read(_SALT)
        self._cipher = ChaCha20Poly1305(bytes.fromhex(keys.secret(f"file {salt.hex()}")))
        self._count, self._left, self._last = 0, b"", False

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        """The next bytes."""
        if not self._left and not self._last:
            self._left = self._piece()
        given, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(given)] = given
        return len(given)

    def _piece(self) -> bytes:
        data = self._file.read(PIECE + _TAG)
        self._last = len(data) < PIECE + _TAG or not self._file.peek(1)
        try:
            found = self._cipher.decrypt(_nonce(self._count, self._last), data, None)
        except (InvalidTag, ValueError):
            raise Unusable(
                f"{self._path} was altered, is not whole, or was sealed by another house"
            ) from None
        self._count += 1
        return found

    def close(self) -> None:
        """Close the file."""
        if not self.closed:
            self._file.close()
            super().close()


def _nonce(count: int, last: bool) -> bytes:
    return count.to_bytes(11) + bytes([last])


def write_to(path: Path, keys: Keys | None) -> IO[bytes]:
    """A file to write to, sealed if there is a key to seal it with."""
    if keys is None:
        return path.open("wb")
    return io.BufferedWriter(cast(io.RawIOBase, SealingWriter(path, keys)))


def read_from(path: Path, keys: Keys | None) -> IO[bytes]:
    """A file to read from, sealed or not."""
    if not is_sealed(path):
        return path.open("rb")
    if keys is None:
        raise Unusable(f"{path} is sealed: name the house's keys (--keys)")
    return io.BufferedReader(UnsealingReader(path, keys))
