"""An audit: is the log whole and unaltered, and was every payment the one that was due?

The chain is followed line by line; what lies between two rests of a table is dealt again by
workers. However long the log is, only what is on its way is in memory.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text

from houseway.ledger.audit.adjudicate import Finding, Segment, Shuffled
from houseway.ledger.audit.books import check_books, check_leaves, check_seals
from houseway.ledger.audit.work import NO_LINE, Report, Workers
from houseway.ledger.chain import lines
from houseway.ledger.chain.anchor import Anchor, notes_in
from houseway.ledger.chain.hash_chain import CAGE, GENESIS, end_message, head_message, link
from houseway.ledger.chain.heads import SIGN_AFTER, SIGN_EVERY, Head, signed_size, verifier
from houseway.ledger.chain.hidden import round_key, show
from houseway.ledger.chain.keys import Keys, is_signed
from houseway.ledger.chain.lines import Line
from houseway.ledger.chain.merkle import Frontier, is_included
from houseway.ledger.chain.signed_notes import Checkpoint, Note, Verifier
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Broken
from houseway.ledger.tables.chance import follows
from houseway.referee.log import FORMAT as ROUNDS
from houseway.rulebook.load import BadFile
from houseway.rulebook.refusal import Refused

MANY = 2 * SIGN_EVERY  # entries after the last head that an honest house never has
LATE = 2 * SIGN_AFTER  # and seconds; both with room for a house that has trouble with its disk
NOT_SIGNED = "nothing of it is signed: the signed heads were removed"

Progress = Callable[[int], object]


@dataclass
class _Table:
    """The state of the audit of one table's chain."""

    seq: int = 0
    head: str = GENESIS
    signed: int = 0
    broken: bool = False
    due: deque[tuple[int, str]] = field(default_factory=deque)  # signed: entries and their hashes
    since: str = ""  # when the first entry was made that is not signed
    segment: Segment | None = None
    rested: int = 0  # the last entry between two rounds
    closed: bool = False
    sealed: bool = False  # whether a round is on whose entries do not open yet
    ruled: int = 0  # the last entry that tells rules
    chance: list[dict[str, Any]] = field(default_factory=list)
    live: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by commitment
    current: str = ""


class _Audit:
    """Follows the chains of all tables, one line after another."""

    def __init__(
        self,
        public_key: str,
        workers: int,
        progress: Progress | None,
        anchor: Path | None = None,
        older: bool = False,
        keys: Keys | None = None,
        witnesses: Sequence[Verifier] = (),
    ) -> None:
        """``older`` is a house from before there were checkpoints; ``keys`` open rounds that are
        still on; ``witnesses`` must have signed a checkpoint of the anchor."""
        self._keys = keys
        self.report = Report(public_key=public_key)
        self._trusted = public_key
        self._books: dict[str, str] = {}
        self._work = Workers(self.report, self._books, workers)
        self._progress = progress or (lambda count: None)
        self._tables: dict[int, _Table] = {}
        self._opened: set[int] = set()
        self.only: set[int] | None = None  # the tables that are looked at, if not all
        self._extract = False  # whether the log itself contains it
        self._name = ""
        self._ended = False
        self._older = older
        self._anchor, self._anchored = anchor, dict[int, bytes]()
        self._witnesses = witnesses
        self._tree = Frontier()  # of the signed heads
        self._signed: tuple[int, bytes] | None = None  # the checkpoint's statement about them
        self._latest = ""  # when the last entry of all was made
        self._now = now()  # no later entry exists, although its clock said so

    def run(self, source: Iterable[Line]) -> Report:
        """Run the whole audit."""
        try:
            for line in source:
                try:
                    getattr(self, f"_{line['kind']}")(line)
                except NO_LINE as error:
                    what = f"what is recorded there cannot be read ({type(error).__name__})"
                    self._wrong(line.get("table", CAGE), line.get("seq", 0), what)
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
        self._older |= line.get("format") == lines.OLDER
        if self._anchor:
            known = Anchor(self._anchor, self._key)
            self._anchored = {one.size: one.root for one in known.all()}
            for witness in self._witnesses:
                self._check_witness(witness)

    def _check_witness(self, witness: Verifier) -> None:
        """A witness has signed a checkpoint of the anchor. The checkpoints themselves are compared
        with the heads of the log."""
        assert self._anchor is not None
        notes = (Note.parse(written[:-1]) for _, written in notes_in(self._anchor))
        sizes = [Checkpoint.parse(note.text).size for note in notes if witness.signed(note)]
        if sizes:
            self.report.cosigned[witness.name] = max(sizes)
        else:
            self._wrong(CAGE, 0, f"the witness {witness.name} has signed no checkpoint here")

    @property
    def _key(self) -> Verifier:
        return verifier(self._name, self._trusted)

    def _rulebook(self, line: Line) -> None:
        self._books[line["hash"]] = line["content"]

    def _wrong(self, table: int, seq: int, what: str, round: int = 0) -> None:
        self.report.add([Finding("chain", table, seq, round, what)])

    # -- what was signed ---------------------------------------------------------------------

    def _checkpoint(self, line: Line) -> None:
        if self._older and not line["note"]:
            return
        try:
            self._signed = signed_size(line["note"], self._key)
        except Broken as error:
            self._wrong(CAGE, 0, str(error) if line["note"] else NOT_SIGNED)

    def _head(self, line: Line) -> None:
        places = {int(table): (seq, head) for table, (seq, head) in line["heads"].items()}
        head = Head(self._name, line["number"], line["at"], line["books"], places)
        self.report.signatures += 1
        if self._extract:
            proof = [bytes.fromhex(one) for one in line.get("proof", ())]
            size, root = self._signed or (0, b"")
            if not is_included(head.number - 1, size, head.leaf, proof, root):
                self._wrong(CAGE, 0, f"head {head.number} is not one that the house has signed")
                return
        else:
            self._tree.append(head.leaf)
            if head.number != self._tree.size:
                self._wrong(CAGE, 0, f"signed head {self._tree.size} is missing")
            if self._anchored.get(head.number, root := self._tree.root()) != root:
                self._wrong(CAGE, 0, f"the anchor knows another head {head.number}")
        for number, place in places.items():
            wanted = self.only is None or number in self.only
            if wanted or (number == CAGE and not self._extract):
                self._tables.setdefault(number, _Table()).due.append(place)

    def _check_signed(self) -> None:
        """Check that every head is signed by the house, and that none is missing where one was
        due."""
        size, root = self._signed or (0, b"")
        if (
            self._signed
            and not self._extract
            and (size, root) != (self._tree.size, self._tree.root())
        ):
            self._wrong(CAGE, 0, "the signed heads are not those that the house has signed")
        old = self._older and self.report.signatures and not self._tree.size
        if not self._signed and not old:
            self._wrong(CAGE, 0, NOT_SIGNED)
        if self._anchored:
            known = max(self._anchored)
            if known > size:
                what = "an older copy was put back, or the end was cut off"
                self._wrong(CAGE, 0, f"the anchor knows {known} heads, here are {size}: {what}")
            if self._extract and self._anchored.get(size, root) != root:
                self._wrong(CAGE, 0, f"the anchor knows another head {size}")
        for number, table in self._tables.items():
            after = table.seq - table.signed
            late = not self._older and after and _apart(table.since, self._latest) > LATE
            if not table.broken and (after > MANY or late):
                what = f"entries {table.signed + 1} to {table.seq} are not signed, and are due"
                self._wrong(number, table.signed + 1, what)

    def _check_due(self, number: int, table: _Table) -> None:
        """An entry that was signed is the one that was signed."""
        if not table.due:
            return
        seq, head = table.due[0]
        if seq > table.seq:
            return
        table.due.popleft()
        if (seq, head) == (table.seq, table.head):
            table.signed = seq
            return
        self._wrong(
            number,
            table.signed + 1,
            f"an entry from {table.signed + 1} to {seq} was altered: "
            f"its hash is not the one that was signed at {seq}",
        )
        table.broken = True

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
        if isinstance(at := body.get("at"), str):
            self._latest = max(self._latest, min(at, self._now))
            if not table.due and not table.since:
                table.since = at
        self._check_due(number, table)
        if table.broken:
            return
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
        table.closed = body["do"]["do"] == "close_table"
        if "data" in body:
            table.rested = seq
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
        table.sealed = (table.sealed or "sealed" in body) and not {"data", "opens"} & set(body)
        if "opens" in body:
            self._open(table, segment, body["opens"])
        elif not table.sealed:
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

    def _open(self, table: _Table, segment: Segment, key: str) -> None:
        """Reveal what the entries of a finished round kept hidden."""
        try:
            segment.bodies = [show(body, bytes.fromhex(key)) for body in segment.bodies]
        except Broken as error:
            raise ValueError(str(error)) from None
        for body in segment.bodies:
            self._gather_chance(table, body)

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
            self.report.ended = True
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
                self._check_kept(int(number), table, table.segment, line["kept"][number])

    def _check_kept(self, number: int, table: _Table, segment: Segment, kept: Line) -> None:
        """Check that the stored state of a table equals the state after its log."""
        due = {name: getattr(segment, name) for name in ("rules", "data", "pending", "settings")}
        due |= {name: segment.rules[name] for name in ("game", "edition")}
        due |= {"boundary": table.rested, "open": not table.closed}
        wrong = [name for name, value in due.items() if kept[name] != value]
        live, current = dict(table.live), table.current
        hidden = segment.bodies if table.sealed else []
        for commit in (one for body in hidden for one in body.get("commits", ())):
            live, current = {**live, commit: []}, commit
        if not follows(kept["chance"], live, current):
            wrong.append("chance")
        for name in wrong:
            what = f"the {name} that the table goes on from is not what the log left"
            self._wrong(number, table.seq, what)

    def _finish(self) -> None:
        if not self._ended:
            self._wrong(CAGE, 0, "the log breaks off: its end is missing")
        opened = self._opened if self.only is None else self.only
        there = {number for number, table in self._tables.items() if table.seq or table.broken}
        for number in sorted(opened - there):
            self._wrong(number, 1, "the table was opened, but none of its entries is there")
            self._tables.setdefault(number, _Table()).broken = True
        for number in sorted(there - opened - {CAGE}):
            if not self._tables[CAGE].broken if CAGE in self._tables else True:
                self._wrong(number, 1, "the house never opened this table")
        self._check_signed()
        for number, table in self._tables.items():
            if table.sealed and table.segment and self._keys and not table.broken:
                key = round_key(self._keys, self._name, number, table.rested)
                try:
                    self._open(table, table.segment, key.hex())
                    table.sealed = False
                except (ValueError, *NO_LINE) as error:
                    self._wrong(number, table.seq, str(error))
            if table.due and not table.broken:
                seq, missing = table.due[-1][0], table.seq + 1
                what = f"entries {missing} to {seq} are missing: {seq} was signed"
                self._wrong(number, missing, what)
            self.report.secret += len(table.live)
            self.report.unsigned += table.seq - table.signed
            if table.segment and table.segment.bodies and not table.sealed:  # a round in progress
                self._work.give(table.segment)
        self.report.tables = len(there - {CAGE})


def now() -> str:
    """Return the moment of an audit."""
    return datetime.now(UTC).isoformat()


def _apart(first: str, last: str) -> float:
    """Seconds from one moment to another, as entries tell them."""
    try:
        return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()
    except (ValueError, TypeError):
        return 0


def _link_error(table: _Table, line: Line) -> tuple[int, str] | None:
    """Return where and how an entry does not continue the previous one."""
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
    anchor: Path | None = None,
    keys: Keys | None = None,
    witnesses: Sequence[Verifier] = (),
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Audit a file: an exported ledger, sealed or not, or a log of rounds from any source."""
    workers = os.cpu_count() or 1 if workers is None else workers
    found = lines.format_of(path, keys)
    if found == ROUNDS:
        report = _audit_rounds(path, workers, progress)
        if public_key or witnesses or anchor:
            report.add([Finding("chain", CAGE, 0, 0, "the log has no signature to check")])
        return report
    if found not in (lines.FORMAT, lines.OLDER):
        known = f"{lines.FORMAT!r} or {ROUNDS!r}"
        raise BadFile(str(path), [("", f"is neither {known}: its first line says {found!r}")])
    audit = _Audit(public_key, workers, progress, anchor, keys=keys, witnesses=witnesses)
    return audit.run(lines.of_file(path, keys))


def _audit_rounds(path: Path, workers: int, progress: Progress | None) -> Report:
    report = Report()
    work = Workers(report, {}, workers)
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
    anchor: Path | None = None,
    older: bool = False,
    keys: Keys | None = None,
    witnesses: Sequence[Verifier] = (),
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """The database itself: its chains, and that its money and its tables say the same. With the
    house's keys also what only they open: rounds that are on, and the seal of every table."""
    database = Database(url, stall=0, reads_only=True)
    workers = os.cpu_count() or 1 if workers is None else workers
    try:
        database.check_shape()
        with database.reading() as reader:
            connection = lines.streaming(reader)
            audit = _Audit(public_key, workers, progress, anchor, older, keys, witnesses)
            report = audit.run(lines.of_database(connection))
            report.add(check_books(connection))
            report.add(check_leaves(connection))
            report.add(check_seals(connection, database, keys) if keys else ())
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
