"""An anchor outside the database: a file to which every checkpoint is added and from which nothing
is ever taken. Whoever can write to the database and not here cannot put back an older house.

The file is signed notes, one after the other, each with a blank line after it.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from pathlib import Path

from houseway.ledger.chain.signed_notes import LONGEST, Checkpoint, Note, Verifier
from houseway.ledger.errors import Broken, Unusable

ANCHOR = "anchor"  # its name beside the keys
_NOTE = re.compile("(?:.+\n)+\n(?:\u2014 .+\n)+\n")


class Anchor:
    """The checkpoints of one house in a file."""

    def __init__(self, path: Path, key: Verifier) -> None:
        self.path, self._key = path, key

    def last(self) -> Checkpoint | None:
        """The last checkpoint, if there is any."""
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - 2 * LONGEST))
                end = file.read().decode(errors="replace")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unusable(f"the anchor {self.path} cannot be read: {error.strerror}") from None
        found = None
        for one in _NOTE.finditer(end):
            found = one
        if found is None:
            if end and not f"{self._key.name}\n".startswith(end[: len(self._key.name) + 1]):
                raise Unusable(f"{self.path} is not an anchor")
            return None
        return self._read(found.group(), self.path.name)

    def all(self) -> Iterator[Checkpoint]:
        """Every checkpoint, in order."""
        return (self._read(note, where) for where, note in notes_in(self.path))

    def set_aside(self) -> None:
        """Start a new anchor file; keep the old one under another name."""
        if self.path.exists():
            taken = sum(1 for _ in self.path.parent.glob(f"{self.path.name}.before-*"))
            self.path.rename(self.path.with_name(f"{self.path.name}.before-{taken + 1}"))

    def _read(self, written: str, where: str) -> Checkpoint:
        """A checkpoint of this house; cosignatures of witnesses stand under it as well."""
        note = Note.parse(written[:-1])
        found = Checkpoint.parse(note.text)
        if found.origin != self._key.name:
            raise Unusable(f"{where} is the anchor of another house ({found.origin})")
        if not self._key.signed(note):
            raise Unusable(f"a checkpoint in {where} is not signed by the house")
        return found

    def add(self, note: str, after: str = "") -> None:
        """One more at the end, unless another process has brought it there already; the last one
        once more when witnesses have put their names under it. A note that a power cut has torn is
        written anew. Where the file ends with ``after``, an earlier note that this process has
        added itself, nobody has come in between."""
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not (after and _ends_with(file.fileno(), after)):
                if self._has(note):
                    return
                file.truncate(_whole(file.fileno()))
            file.write(f"{note}\n".encode())
            file.flush()
            os.fsync(file.fileno())

    def _has(self, note: str) -> bool:
        """Whether the file has this note already, or a later one."""
        found = Note.parse(note)
        said, last = Checkpoint.parse(found.text), self.last()
        if last is None or last.size < said.size:
            return False
        if last.size == said.size and last.root != said.root:
            raise Broken("the anchor has another head under this number: run an audit")
        return last.size > said.size or len(found.signatures) == 1


def notes_in(path: Path) -> Iterator[tuple[str, str]]:
    """The notes of an anchor as they are written, each with where it stands."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"the anchor {path} cannot be read: {error}") from None
    at = 0
    for number, found in enumerate(_NOTE.finditer(text), 1):
        if found.start() != at:
            break
        at = found.end()
        yield f"{path.name}, checkpoint {number}", found.group()
    if _NOTE.search(text, at):
        raise Unusable(
            f"{path} was damaged: what stands at byte {len(text[:at].encode())} is no note"
        )


def _ends_with(handle: int, note: str) -> bool:
    """Whether this is the last note of a file."""
    written = f"{note}\n".encode()
    start = os.fstat(handle).st_size - len(written)
    return start >= 0 and os.pread(handle, len(written), start) == written


def _whole(handle: int) -> int:
    """Return the end of the last complete note in a file."""
    size = os.fstat(handle).st_size
    start = max(0, size - 2 * LONGEST)
    end = os.pread(handle, 2 * LONGEST, start)
    found = [one.end() for one in _NOTE_BYTES.finditer(end)]
    return start + found[-1] if found else 0


_NOTE_BYTES = re.compile(b"(?:.+\n)+\n(?:\xe2\x80\x94 .+\n)+\n")
