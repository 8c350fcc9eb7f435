"""An audit: is the log whole and unaltered, and was every payment the one that was due?

The chain is followed line by line; what lies between two rests of a table is dealt again by
workers. However long the log is, only what is on its way is in memory.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger import lines
from houseway.ledger.adjudicate import (
    Finding,
    Segment,
    Shuffled,
    adjudicate,
    check_record,
    check_shuffle,
)
from houseway.ledger.books import reconcile
from houseway.ledger.chain import CAGE, GENESIS, end_message, head_message, link
from houseway.ledger.database import Database
from houseway.ledger.errors import Broken
from houseway.ledger.keys import is_signed
from houseway.ledger.lines import Line
from houseway.referee.log import FORMAT as ROUNDS
from houseway.rulebook.load import BadFile
from houseway.rulebook.refusal import Refused

BATCH = 100  # segments or records that a worker is handed at a time
AHEAD = 3  # batches on their way for each worker
MOST = 1000  # findings that are kept; all are counted

Progress = Callable[[int], object]
Task = Segment | Shuffled | tuple[int, dict[str, Any]]


@dataclass
class Report:
    """What an audit came to."""

    entries: int = 0
    rounds: int = 0
    tables: int = 0
    signatures: int = 0
    shuffles: int = 0  # revealed and checked
    secret: int = 0  # committed to and not revealed yet
    unsigned: int = 0  # entries after the last signature
    count: int = 0  # of findings
    findings: list[Finding] = field(default_factory=list)
    public_key: str = ""

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
        return {**data, "holds": self.holds, "findings": [f.to_json() for f in self.findings]}


class _Workers:
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
        """Leave everything as it is."""
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
        if isinstance(task, Segment):
            found += adjudicate(task, find)
        elif isinstance(task, Shuffled):
            found += check_shuffle(task)
        else:
            found += check_record(*task)
    return found


@dataclass
class _Table:
    """How far a table's chain has been followed."""

    seq: int = 0
    head: str = GENESIS
    signed: int = 0
    broken: bool = False
    segment: Segment | None = None
    ruled: int = 0  # the last entry that tells rules
    chance: list[dict[str, Any]] = field(default_factory=list)
    live: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by commitment
    current: str = ""


class _Audit:
    """Follows the chains of all tables, one line after another."""

    def __init__(self, public_key: str, workers: int, progress: Progress | None) -> None:
        self.report = Report(public_key=public_key)
        self._trusted = public_key
        self._books: dict[str, str] = {}
        self._work = _Workers(self.report, self._books, workers)
        self._progress = progress or (lambda count: None)
        self._tables: dict[int, _Table] = {}
        self._opened: set[int] = set()
        self.only: set[int] | None = None  # the tables that are looked at, if not all
        self._extract = False  # whether the log says so itself
        self._name = ""
        self._ended = False

    def run(self, source: Iterable[Line]) -> Report:
        """All of it."""
        try:
            for line in source:
                getattr(self, f"_{line['kind']}")(line)
            self._finish()
        except BaseException:
            self._work.drop()
            raise
        self._work.finish()
        self.report.findings.sort(key=lambda f: (f.table, f.seq))
        return self.report

    def _house(self, line: Line) -> None:
        self._name = line["name"]
        if isinstance(only := line.get("only"), list):
            self.only = {number for number in only if isinstance(number, int)}
            self._extract = True
        if self._trusted and line["public_key"] != self._trusted:
            self._wrong(CAGE, 0, "the log names another public key than the one given")
        self.report.public_key = self._trusted = self._trusted or line["public_key"]

    def _rulebook(self, line: Line) -> None:
        self._books[line["hash"]] = line["content"]

    def _wrong(self, table: int, seq: int, what: str, round: int = 0) -> None:
        self.report.add([Finding("chain", table, seq, round, what)])

    # -- the chain ---------------------------------------------------------------------------

    def _entry(self, line: Line) -> None:
        self.report.entries += 1
        self._progress(1)
        number, seq, body = line["table"], line["seq"], line["body"]
        table = self._tables.setdefault(number, _Table())
        if table.broken:
            return
        if wrong := _link_error(table, line):
            at, what = wrong
            self._wrong(number, at, what)
            table.broken = True
            return
        table.seq, table.head = seq, line["hash"]
        if number == CAGE:
            if "opened" in body:
                self._opened.add(body["opened"])
            return
        try:
            self._follow(table, body)
        except (KeyError, TypeError, ValueError) as error:
            self._wrong(number, seq, f"it is not an entry of a table ({type(error).__name__})")
            table.broken = True

    def _follow(self, table: _Table, body: dict[str, Any]) -> None:
        """Gather what lies between two rests, and what comes of each key."""
        number, seq = body["table"], body["seq"]
        if "rules" in body:
            table.ruled = seq
        if body.get("ruled", table.ruled) != table.ruled:
            self._wrong(number, seq, "its rules are not told where it says", body["round"])
        if seq == 1:
            table.segment = Segment(
                number, body["rules"], body["data"], body["pending"], body["settings"]
            )
            return
        segment = table.segment
        if segment is None:
            raise KeyError("settings")
        segment.bodies.append(body)
        self._gather_chance(table, body)
        if "data" in body:
            self.report.rounds += any(
                given["do"] == "begin" for b in segment.bodies for given in b["inputs"]
            )
            self._work.give(segment)
            rules = segment.rules
            for each in segment.bodies:
                rules = each.get("rules", rules)
            table.segment = Segment(number, rules, body["data"], body["pending"], segment.settings)

    def _gather_chance(self, table: _Table, body: dict[str, Any]) -> None:
        for step in body["chance"]:
            if "commit" in step:
                table.current = step["commit"]
                table.live[table.current] = [step]
            elif "reveal" in step:
                log = table.live.pop(step["reveal"], None)
                if log is None:
                    what = "a key is revealed that was not committed to"
                    self.report.add(
                        [Finding("shuffle", body["table"], body["seq"], body["round"], what)]
                    )
                    continue
                self.report.shuffles += 1
                shuffled = Shuffled(body["table"], body["seq"], body["round"], step["key"], log)
                self._work.give(shuffled)
            elif table.current not in table.live:
                what = "chance was used before anything was committed to"
                self.report.add(
                    [Finding("shuffle", body["table"], body["seq"], body["round"], what)]
                )
            else:
                table.live[table.current].append(step)

    def _signature(self, line: Line) -> None:
        number, seq = line["table"], line["seq"]
        table = self._tables.setdefault(number, _Table())
        if table.broken:
            return
        self.report.signatures += 1
        message = head_message(self._name, number, seq, line["head"])
        if not is_signed(message, line["signature"], self._trusted):
            self._wrong(number, seq, f"the signature under entry {seq} is not the house's")
        elif seq > table.seq:
            self._wrong(
                number,
                table.seq + 1,
                f"entries {table.seq + 1} to {seq} are missing: {seq} was signed",
            )
        elif seq < table.seq:
            self._wrong(number, seq, "a signature stands under the wrong entry")
        elif line["head"] != table.head:
            self._wrong(
                number,
                table.signed + 1,
                f"an entry from {table.signed + 1} to {seq} was altered: "
                f"its hash is not the one that was signed at {seq}",
            )
        else:
            table.signed = seq
            return
        table.broken = True

    def _end(self, line: Line) -> None:
        self._ended = True
        heads = {str(table): (seq, head) for table, (seq, head) in line["heads"].items()}
        if self._extract and "signature" not in line:
            self._wrong(CAGE, 0, "the end of an extract is signed, and this one is not")
        if "signature" in line:
            message = end_message(self._name, heads)
            if not is_signed(message, line["signature"], self._trusted):
                self._wrong(CAGE, 0, "the end of the log is not signed by the house")
        for number, (seq, head) in heads.items():
            table = self._tables.setdefault(int(number), _Table())
            if table.broken:
                continue
            if table.seq < seq:
                missing = f"entries {table.seq + 1} to {seq} are missing at the end"
                self._wrong(int(number), table.seq + 1, missing)
            elif (table.seq, table.head) != (seq, head):
                what = "the chain does not end where the table stands"
                self._wrong(int(number), table.seq, what)
            elif table.segment and number in line.get("kept", {}):
                segment = table.segment
                due = {n: getattr(segment, n) for n in ("rules", "data", "pending", "settings")}
                for name, kept in line["kept"][number].items():
                    if kept != due[name]:
                        what = f"the {name} that the table goes on from is not what the log left"
                        self._wrong(int(number), table.seq, what)

    def _finish(self) -> None:
        if not self._ended:
            self._wrong(CAGE, 0, "the log breaks off: its end is missing")
        opened = self._opened if self.only is None else self.only
        for number in sorted(opened - set(self._tables)):
            self._wrong(number, 1, "the table was opened, but none of its entries is there")
        for number in sorted(set(self._tables) - opened - {CAGE}):
            if not self._tables[CAGE].broken if CAGE in self._tables else True:
                self._wrong(number, 1, "the house never opened this table")
        for table in self._tables.values():
            self.report.secret += len(table.live)
            self.report.unsigned += table.seq - table.signed
            if table.segment and table.segment.bodies:  # a round in progress
                self._work.give(table.segment)
        self.report.tables = len(self._tables) - (CAGE in self._tables)


def _link_error(table: _Table, line: Line) -> tuple[int, str] | None:
    """Where and how an entry does not follow the one before it."""
    seq, body = line["seq"], line["body"]
    expected = table.seq + 1
    if seq > expected:
        return expected, f"entry {expected} is missing: {seq} comes after {table.seq}"
    if seq < expected:
        return seq, f"entry {seq} comes after {table.seq}: it was inserted or moved"
    if not isinstance(body, dict) or (body.get("table"), body.get("seq")) != (line["table"], seq):
        return seq, f"entry {seq} was altered: it says that it is another"
    if link(line["prev"], line["written"]) != line["hash"]:
        return seq, f"entry {seq} was altered: its content does not have its hash"
    if line["prev"] != table.head:
        return (
            seq,
            f"entry {seq} does not follow entry {table.seq}: one of them was put in its place",
        )
    return None


def audit_file(
    path: Path,
    *,
    public_key: str = "",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """A file: an exported ledger, or a log of rounds, whoever wrote it."""
    workers = os.cpu_count() or 1 if workers is None else workers
    found = lines.format_of(path)
    if found == ROUNDS:
        return _audit_rounds(path, workers, progress)
    if found != lines.FORMAT:
        known = f"{lines.FORMAT!r} or {ROUNDS!r}"
        raise BadFile(str(path), [("", f"is neither {known}: its first line says {found!r}")])
    return _Audit(public_key, workers, progress).run(lines.of_file(path))


def _audit_rounds(path: Path, workers: int, progress: Progress | None) -> Report:
    report = Report()
    work = _Workers(report, {}, workers)
    for number, record in lines.read(path):
        report.entries += 1
        report.rounds += 1
        work.give((number, record))
        if progress:
            progress(1)
    work.finish()
    report.findings.sort(key=lambda finding: finding.seq)
    return report


def audit_database(
    url: str,
    *,
    public_key: str = "",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """The database itself: its chains, and that its money and its tables say the same."""
    database = Database(url, stall=0)
    workers = os.cpu_count() or 1 if workers is None else workers
    try:
        database.check_shape()
        with database.reading() as reader:
            connection = lines.streaming(reader)
            report = _Audit(public_key, workers, progress).run(lines.of_database(connection))
            report.add(_books(connection))
    finally:
        database.close()
    return report


def audit_table(database: Database, table: int, *, workers: int = 1) -> Report:
    """One table of a database that is in use: its chain, its chance and its payments, and the
    chain of the house itself. The books as a whole are ``audit_database``'s."""
    audit = _Audit("", workers, None)
    audit.only = {table}
    with database.reading() as reader:
        connection = lines.streaming(reader)
        found = text(f"SELECT 1 FROM tables WHERE id = :id AND id <> {CAGE}")
        if connection.execute(found, {"id": table}).first() is None:
            raise Refused(f"there is no table {table}")
        return audit.run(lines.of_database(connection, only=table))


def _books(connection: Connection) -> Iterator[Finding]:
    """What the tables of the database hold besides the chain must be what the chain says."""
    for wrong in reconcile(connection).wrong:
        yield Finding("books", CAGE, 0, 0, wrong)
    rows = _transfers(connection)
    row = next(rows, None)
    query = text("SELECT table_id, seq, body FROM entries ORDER BY table_id, seq")
    sat: set[tuple[str, int]] = set()
    for table, seq, body in _read(connection.execute(query)):
        stored, moves = [], body["moves"]
        if body["do"]["do"] == "sit":
            sat.update((name, table) for name in body["players"].values())
        while row is not None and (row[0], row[1]) < (table, seq):
            yield Finding("books", row[0], row[1], 0, "a transfer belongs to no entry")
            row = next(rows, None)
        while row is not None and (row[0], row[1]) == (table, seq):
            stored.append(list(row[2:]))
            row = next(rows, None)
        if stored != moves:
            yield Finding("books", table, seq, 0, "the transfers are not those of the entry")
    while row is not None:
        yield Finding("books", row[0], row[1], 0, "a transfer belongs to no entry")
        row = next(rows, None)
    kept = {tuple(row) for row in connection.execute(text("SELECT person, table_id FROM visits"))}
    for name, table in sorted(sat ^ kept):
        yield Finding("books", table, 0, 0, f"whether {name} has sat there is told in two ways")


def _read(rows: Iterable[Any]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for row in rows:
        try:
            body = json.loads(row.body)
            if body["do"]["do"] and isinstance(body["moves"], list):
                yield row.table_id, row.seq, body
        except (ValueError, KeyError, TypeError):
            continue  # the chain has told of it


def _transfers(connection: Connection) -> Iterator[tuple[Any, ...]]:
    query = text(
        "SELECT table_id, seq, kind, source, target, amount FROM transfers"
        " ORDER BY table_id, seq, number"
    )
    for row in connection.execute(query):
        yield tuple(row)
