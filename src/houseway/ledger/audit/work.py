"""What an audit came to, and the part of it that takes long: rounds dealt again, here or in other
processes."""

from collections import deque
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from houseway.ledger.audit.adjudicate import (
    Finding,
    Segment,
    Shuffled,
    adjudicate,
    check_record,
    check_shuffle,
)
from houseway.ledger.errors import Broken

BATCH = 100  # segments or records that a worker is handed at a time
AHEAD = 3  # batches on their way for each worker
MOST = 1000  # findings that are listed; all are counted
NO_LINE = (AttributeError, IndexError, KeyError, TypeError, RecursionError, AssertionError)

Task = Segment | Shuffled | tuple[int, dict[str, Any]]


@dataclass
class Report:
    """The result of an audit."""

    entries: int = 0
    rounds: int = 0
    tables: int = 0
    signatures: int = 0  # signed heads
    shuffles: int = 0  # revealed and checked
    secret: int = 0  # committed to and not revealed yet
    unsigned: int = 0  # entries after the last signature
    count: int = 0  # of findings
    findings: list[Finding] = field(default_factory=list)
    public_key: str = ""
    ended: bool = False  # whether the end of a file is signed
    cosigned: dict[str, int] = field(default_factory=dict)  # signed heads that each witness saw

    @property
    def signed(self) -> bool:
        """Whether the house has signed anything of it; an empty log needs no signature."""
        return bool(self.signatures or self.ended or not self.entries)

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.count

    def add(self, found: Iterable[Finding]) -> None:
        """More findings."""
        for finding in found:
            self.count += 1
            if len(self.findings) < MOST:
                self.findings.append(finding)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        data = {key: value for key, value in vars(self).items() if key != "findings"}
        return {
            **data,
            "signed": self.signed,
            "holds": self.holds,
            "findings": [f.to_json() for f in self.findings],
        }


class Workers:
    """Deals segments again, here or in other processes, a few batches ahead."""

    def __init__(self, report: Report, books: Mapping[str, str], workers: int) -> None:
        self._report, self._books, self._workers = report, books, workers
        self._batch: list[Task] = []
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: deque[Future[list[Finding]]] = deque()

    def give(self, task: Task) -> None:
        """One more thing to check."""
        self._batch.append(task)
        if len(self._batch) >= BATCH:
            self._send()

    def _send(self) -> None:
        if self._workers < 2:
            self._report.add(check_batch(self._batch, self._books))
        else:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._workers, initializer=_know, initargs=(dict(self._books),)
                )
            self._waiting.append(self._pool.submit(_check_known, self._batch))
            while len(self._waiting) > AHEAD * self._workers:
                self._report.add(self._waiting.popleft().result())
        self._batch = []

    def finish(self) -> None:
        """Wait for everything; a log that fits into one batch is checked here."""
        if self._pool is None:
            self._report.add(check_batch(self._batch, self._books))
            return
        self._send()
        while self._waiting:
            self._report.add(self._waiting.popleft().result())
        self._pool.shutdown()

    def drop(self) -> None:
        """No-op: the caller keeps the work."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


_KNOWN: dict[str, str] = {}


def _know(books: Mapping[str, str]) -> None:
    _KNOWN.update(books)


def _check_known(batch: list[Task]) -> list[Finding]:
    return check_batch(batch, _KNOWN)


def check_batch(batch: Iterable[Task], books: Mapping[str, str]) -> list[Finding]:
    """Check segments, shuffles and records, in their order."""

    def find(hash: str) -> str:
        if hash not in books:
            raise Broken(f"the rulebook {hash[:12]} is not stored")
        return books[hash]

    found: list[Finding] = []
    for task in batch:
        try:
            if isinstance(task, Segment):
                found += adjudicate(task, find)
            elif isinstance(task, Shuffled):
                found += check_shuffle(task)
            else:
                found += check_record(*task)
        except NO_LINE as error:
            table, seq = (-1, task[0]) if isinstance(task, tuple) else _place(task)
            what = f"what is recorded there cannot be read ({type(error).__name__})"
            found.append(Finding("round", table, seq, 0, what))
    return found


def _place(task: Segment | Shuffled) -> tuple[int, int]:
    return (task.table, task.seq if isinstance(task, Shuffled) else task.bodies[-1]["seq"])
