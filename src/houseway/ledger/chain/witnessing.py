"""How a house asks its witnesses to sign its checkpoints, and what it knows of them.

Whatever a witness answers, the house goes on: a witness that does not sign leaves it unwitnessed,
with the moment since when and the reason. Only a checkpoint that carries the signatures of this
house and of the witness, and that the log here contradicts, stops the house.
"""

import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from houseway.ledger.chain.lines import whole
from houseway.ledger.chain.merkle import Frontier, consistency
from houseway.ledger.chain.signed_notes import LONGEST, Checkpoint, Note, Verifier
from houseway.ledger.chain.witness import PATH, request, shown_at
from houseway.ledger.errors import Broken, Unavailable, Unusable
from houseway.ledger.message_server import Clock, Deadline, exchange

PATIENCE = 5.0  # seconds within which a witness must have answered all requests of one attempt
KEPT = ".witnesses"  # what is known of witnesses, in a file beside the anchor
TRIES = 3  # requests, as a witness may know another size than is believed here
_SIZE = re.compile(r"(0|[1-9][0-9]{0,18})\n?")
_log = logging.getLogger("houseway.witnesses")

Send = Callable[[str, bytes | None, float], tuple[int, str]]


@dataclass
class Standing:
    """What a witness has signed; if it does not sign, since when and why."""

    name: str
    size: int = 0  # heads of the house that it has signed
    at: str = ""  # when it signed last
    since: str = ""  # since when it has not signed what it was shown; nothing if it has
    why: str = ""

    def __str__(self) -> str:
        """One sentence for people."""
        at = in_words(self.at) if self.at else "never"
        if not self.since:
            return f"Witnessed by {self.name}: {self.size:,} heads signed, last {at}"
        last = (
            f"it last signed {at}, head {self.size:,}" if self.at else "it has signed nothing yet"
        )
        return f"Not witnessed by {self.name} since {in_words(self.since)}: {self.why}; {last}"


@dataclass
class Asked:
    """A configured witness: URL, key and status."""

    url: str
    key: Verifier
    size: int = 0  # heads that it is believed to know
    stands: Standing = field(init=False)

    def __post_init__(self) -> None:
        self.stands = Standing(self.key.name)

    @classmethod
    def parse(cls, said: str) -> "Asked":
        """Return the witness that ``URL KEY`` names, as it is configured."""
        url, _, key = said.strip().partition(" ")
        if not url.startswith(("http://", "https://")):
            raise Unusable(f"a witness is a URL and its key, divided by a space, not {said!r}")
        return cls(url.rstrip("/"), Verifier.parse(key))


@dataclass(frozen=True)
class Log:
    """The log of a house as witnesses are shown it: its key, its last checkpoint, all leaves."""

    key: Verifier
    note: str
    leaves: Sequence[bytes]

    @property
    def said(self) -> Checkpoint:
        """Return the text of the checkpoint."""
        return Checkpoint.parse(Note.parse(self.note).text)


def send(url: str, body: bytes | None, seconds: float) -> tuple[int, str]:
    """Ask a witness over HTTP; return the status and the text."""
    return exchange(url, body, LONGEST, seconds)


class Witnesses:
    """The witnesses that are shown every checkpoint of a house."""

    def __init__(
        self,
        asked: Sequence[Asked],
        send: Send = send,
        moment: Callable[[], str] = lambda: datetime.now(UTC).isoformat(timespec="seconds"),
        clock: Clock = time.monotonic,
    ) -> None:
        self._asked, self._send, self._moment, self._clock = list(asked), send, moment, clock

    def __bool__(self) -> bool:
        return bool(self._asked)

    @property
    def standings(self) -> list[Standing]:
        """Return the status of each witness."""
        return [one.stands for one in self._asked]

    @property
    def unwitnessed(self) -> list[Standing]:
        """The witnesses that have not signed what they were last shown."""
        return [one for one in self.standings if one.since]

    def seen(self, size: int) -> bool:
        """Return whether every witness has signed this many heads."""
        return all(one.size >= size and not one.stands.since for one in self._asked)

    def show(self, read: Callable[[], Log]) -> list[str]:
        """Show the last checkpoint to all; return it with the signatures that it got. ``Broken``
        if a witness proves that this is not the log that it has seen."""
        log = read()
        found = {log.note: Note.parse(log.note)}
        for one in self._asked:
            deadline = Deadline(PATIENCE, self._clock)
            try:
                known = self._ask(one, log, deadline)
                if isinstance(known, int):  # another process of this house may have shown it more
                    log = read()
                    known = self._ask(one, log, deadline)
                if isinstance(known, int):
                    self._prove(one, log, f"it says that it has seen {known} heads", deadline)
                note = found.setdefault(log.note, Note.parse(log.note))
                found[log.note] = note.with_lines(known, [one.key])
                self._signs(one, log.said.size)
            except Broken:
                raise
            except TimeoutError:
                self._fails(one, "it does not answer in time")
            except Unavailable as error:
                self._fails(one, str(error))
            except Exception as error:  # the house continues after any failure
                self._fails(one, f"its answer could not be used ({type(error).__name__})")
        return [str(note) for note in found.values() if len(note.signatures) > 1]

    # -- one witness -------------------------------------------------------------------------

    def _ask(self, one: Asked, log: Log, deadline: Deadline) -> str | int:
        """Return the witness's line under the checkpoint, or how many heads it says that it has
        seen if they are more than are shown."""
        said, old = log.said, min(one.size, log.said.size)
        for _ in range(TRIES):
            proof = consistency(old, log.leaves[: said.size]) if 0 < old < said.size else []
            body = request(old, proof, log.note)
            status, text = self._send(f"{one.url}{PATH}", body, deadline.left())
            if status == 200:
                return self._line(one, log.note, text)
            if status == 422:
                self._prove(one, log, "it says that it has seen other heads", deadline)
            if status != 409 or not (known := _SIZE.fullmatch(text)):
                raise Unavailable(f"it does not take the checkpoint ({status})")
            size = int(known.group(1))
            if size > said.size:
                return size
            if size == old:
                self._prove(one, log, f"it says that it has seen another head {size}", deadline)
            old = size
        raise Unavailable("it names another size each time that it is asked")

    def _line(self, one: Asked, note: str, text: str) -> str:
        """Return the first line of an answer that is the witness's signature."""
        bare = Note.parse(note)
        for line in text.split("\n"):
            with suppress(ValueError):
                if len(bare.with_lines(line, [one.key]).signatures) > len(bare.signatures):
                    return line
        raise Unavailable("its answer does not hold its signature")

    def _prove(self, one: Asked, log: Log, claim: str, deadline: Deadline) -> NoReturn:
        """Raise ``Broken`` if the witness shows a checkpoint that both have signed and that is not
        of this log; else ``Unavailable``, as anybody can claim anything."""
        if said := self._signed_by_both(one, log, deadline):
            self._compare(one, log, said)
        raise Unavailable(f"{claim}, and shows no signed checkpoint that contradicts this log")

    def _signed_by_both(self, one: Asked, log: Log, deadline: Deadline) -> Checkpoint | None:
        """Return the last checkpoint that the witness shows, if this house has signed it too."""
        with suppress(ValueError):
            url = f"{one.url}{shown_at(log.key.name)}"
            status, text = self._send(url, None, deadline.left())
            note = Note.parse(text if status == 200 else "")
            said = Checkpoint.parse(note.text)
            if said.origin == log.key.name and log.key.signed(note) and one.key.signed(note):
                return said
        return None

    def _compare(self, one: Asked, log: Log, said: Checkpoint) -> None:
        here = len(log.leaves)
        if said.size > here:
            raise Broken(
                f"the witness {one.key.name} has seen {said.size} heads and there are {here}:"
                " an older copy was put back, or the end was cut off"
            )
        if Frontier(log.leaves[: said.size]).root() != said.root:
            raise Broken(f"the witness {one.key.name} has seen other heads than there are here")

    # -- what is known -----------------------------------------------------------------------

    def _signs(self, one: Asked, size: int) -> None:
        one.size = size
        if one.stands.since:
            _log.warning("witnessed again by %s", one.key.name)
        one.stands = Standing(one.key.name, size, self._moment())

    def _fails(self, one: Asked, why: str) -> None:
        known = one.stands
        since = known.since or self._moment()
        one.stands = Standing(one.key.name, known.size, known.at, since, why)
        if (known.since, known.why) != (since, why):
            _log.warning("%s", one.stands)

    def remember(self, path: Path) -> None:
        """Take up what was known of these witnesses when it was last kept."""
        kept = {one.name: one for one in read_standings(path)}
        for one in self._asked:
            one.stands = kept.get(one.key.name, one.stands)

    def keep(self, path: Path) -> None:
        """Write down what is known, for the next process and for who only looks."""
        with suppress(OSError), whole(path) as made:
            made.write_text(json.dumps([asdict(one) for one in self.standings]), encoding="utf-8")


def in_words(moment: str) -> str:
    """Return a moment as people read it.

    >>> in_words("2026-01-02T03:04:05.678+00:00")
    '2026-01-02 03:04:05 UTC'
    """
    return f"{datetime.fromisoformat(moment).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def kept_beside(anchor: Path) -> Path:
    """Return the file in which a house keeps what it knows of its witnesses."""
    return anchor.with_name(anchor.name + KEPT)


def read_standings(path: Path) -> list[Standing]:
    """Return what was kept of witnesses; nothing where there is no such file."""
    try:
        told: Any = json.loads(path.read_text(encoding="utf-8"))
        found = [Standing(**one) for one in told]
        right = all(isinstance(one.size, int) and str(one) for one in found)
    except (OSError, ValueError, TypeError):
        return []
    return found if right else []
