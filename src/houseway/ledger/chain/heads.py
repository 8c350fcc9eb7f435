"""Signed heads of the whole house: every table and every balance at one moment.

They are the leaves of a transparency log. Each is numbered, the root over all of them so far is
signed, and so none can be taken out, put in or changed. What is not in the database at all, and
what was put back from an older copy, shows when the last head is held against an anchor outside
(``anchor.py``).
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, text

from houseway.ledger.chain.hash_chain import CAGE, GENESIS, canonical, link
from houseway.ledger.chain.merkle import Frontier, leaf_hash
from houseway.ledger.chain.signed_notes import Checkpoint, Note, Verifier, sign
from houseway.ledger.database.database import SQLITE
from houseway.ledger.database.statement import Statement
from houseway.ledger.database.store import Store
from houseway.ledger.errors import Broken

SIGN_EVERY = 100  # most entries of a table without a signature
SIGN_AFTER = 60  # most seconds for which an entry has no signature

_ADD = Statement(
    "INSERT INTO checkpoints (number, at, books, leaf, note)"
    " VALUES (:number, :at, :books, :leaf, :note)"
)
_ADD_HEAD = Statement(
    "INSERT INTO heads (number, table_id, seq, head) VALUES (:number, :table, :seq, :head)"
)
_LEAVES = text("SELECT number, leaf FROM checkpoints WHERE number > :after ORDER BY number")
_CHECKPOINT = text("SELECT number, at, books, leaf, note FROM checkpoints WHERE number = :number")
_LAST = text("SELECT number, at, books, leaf, note FROM checkpoints ORDER BY number DESC LIMIT 1")
_HEADS = text("SELECT table_id, seq, head FROM heads WHERE number = :number ORDER BY table_id")
_LATEST = text(
    "SELECT number, seq, head FROM heads WHERE table_id = :table ORDER BY seq DESC LIMIT 1"
)
_COVERING = text(
    "SELECT number, seq, head FROM heads WHERE table_id = :table AND seq >= :seq"
    " ORDER BY seq LIMIT 1"
)
_BEFORE = text("SELECT MAX(seq) FROM heads WHERE table_id = :table AND seq < :seq")
_NEWEST = Statement("SELECT number, note FROM checkpoints ORDER BY number DESC LIMIT 1")
_PLACES = Statement("SELECT id, seq, head FROM tables ORDER BY id")
_SEALED = ("id", "seq", "head", "settings", "chance", "seal")
_ROW = Statement(f"SELECT {', '.join(_SEALED)} FROM tables WHERE id = :id")
_TAIL = text(
    "SELECT seq, prev, hash, body FROM entries WHERE table_id = :table AND seq > :seq"
    " AND seq <= :to ORDER BY seq"
)
_MOVED = Statement(
    "SELECT source, target, SUM(amount) FROM transfers WHERE table_id = :table AND seq > :seq"
    " AND seq <= :to GROUP BY 1, 2"
)
_BALANCES = Statement("SELECT name, balance FROM accounts")

Places = dict[int, tuple[int, str]]  # table -> entry, and its hash


class Stands(NamedTuple):
    """The current position of a table."""

    id: int
    seq: int
    head: str


class Head(NamedTuple):
    """The house at one moment: the tables that had moved since the head before, and the books."""

    house: str
    number: int
    at: str
    books: str
    places: Mapping[int, tuple[int, str]]

    def to_json(self) -> dict[str, Any]:
        """The head as plain data."""
        heads = {str(table): list(self.places[table]) for table in sorted(self.places)}
        data = {"house": self.house, "number": self.number, "at": self.at, "heads": heads}
        return {**data, "books": self.books}

    def line(self) -> dict[str, Any]:
        """The head as a line of a log, which tells the house once."""
        return {"kind": "head", **{n: v for n, v in self.to_json().items() if n != "house"}}

    @property
    def leaf(self) -> bytes:
        """Its leaf in the log."""
        return leaf_hash(canonical(self.to_json()).encode())


class Signed(NamedTuple):
    """A head that is to be committed, and what follows from it."""

    head: Head
    note: str
    balances: dict[str, int]


class Covering(NamedTuple):
    """The head that covers an entry of a table."""

    number: int
    seq: int
    head: str
    note: str
    before: int  # the last entry that an earlier head covers
    wrong: str  # where its signature does not match; empty if it does


@lru_cache(maxsize=16)
def verifier(house: str, public: str) -> Verifier:
    """Return the verifier of a house's heads; its name is the origin of the log."""
    return Verifier(f"houseway/{quote(house, safe='')}", bytes.fromhex(public))


def books_hash(balances: Mapping[str, int]) -> str:
    """Return one hash of all balances."""
    told = sorted([name, balance] for name, balance in balances.items() if balance)
    return sha256(canonical(told).encode()).hexdigest()


def head_at(connection: Connection, house: str, row: Any) -> Head:
    """A head with the tables that it names."""
    found = connection.execute(_HEADS, {"number": row.number})
    places = {one.table_id: (one.seq, one.head) for one in found}
    return Head(house, row.number, row.at, row.books, places)


def all_heads(connection: Connection, house: str) -> Iterator[Head]:
    """Return every head, in order. Rows of ``heads`` that belong to no head are reported by the
    audit."""
    rows = connection.execute(text("SELECT number, at, books FROM checkpoints ORDER BY number"))
    for row in rows.all():
        yield head_at(connection, house, row)


def last_note(connection: Connection) -> str:
    """Return the last signed checkpoint, if any."""
    row = connection.execute(_LAST).first()
    return row.note if row else ""


def leaves(connection: Connection, after: int = 0) -> list[bytes]:
    """The leaves of the log, in order and without a gap."""
    found = []
    for expected, row in enumerate(connection.execute(_LEAVES, {"after": after}), after + 1):
        if row.number != expected:
            raise Broken(f"signed head {expected} is missing: run an audit")
        found.append(_bytes(row.leaf))
    return found


def count(connection: Connection) -> int:
    """Return the number of heads."""
    return int(connection.execute(text("SELECT MAX(number) FROM checkpoints")).scalar() or 0)


def signed_size(note: str, key: Verifier) -> tuple[int, bytes]:
    """Return the number of heads and the root that a note states, if the house signed it."""
    try:
        found = Note.parse(note)
        said = Checkpoint.parse(found.text)
    except ValueError as error:
        raise Broken(f"a checkpoint cannot be read: {error}") from None
    if said.origin != key.name or not key.signed(found):
        raise Broken("a checkpoint is not signed by this house")
    return said.size, said.root


def covering(
    connection: Connection, house: str, public: str, table: int, seq: int
) -> Covering | None:
    """The first head at or after an entry, and whether it is what the house has signed."""
    row = connection.execute(_COVERING, {"table": table, "seq": seq}).first()
    if row is None:
        return None
    signed = connection.execute(_CHECKPOINT, {"number": row.number}).first()
    before = int(connection.execute(_BEFORE, {"table": table, "seq": row.seq}).scalar() or 0)
    if signed is None:
        return Covering(row.number, row.seq, row.head, "", before, "its checkpoint is missing")
    wrong = ""
    try:
        size, root = signed_size(signed.note, verifier(house, public))
        own = leaves(connection)[: row.number]
        if head_at(connection, house, signed).leaf != own[-1]:
            wrong = "its heads are not those that were signed"
        elif size != row.number or Frontier(own).root() != root:
            wrong = "it is not the root that was signed"
    except Broken as error:
        wrong = str(error)
    return Covering(row.number, row.seq, row.head, signed.note, before, wrong)


class Heads:
    """The heads of a house as one process knows them. ``sign`` adds one, ``check`` holds the
    database against them; whatever this house did not write is ``Broken``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.tree = Frontier()
        self.places: Places = {}
        self.note = ""
        self._sure = ""  # a note that this process has signed itself, or checked
        self._balances: dict[str, int] = {}

    @property
    def key(self) -> Verifier:
        """Return the key with which the heads are verified."""
        return verifier(self._store.name, self._store.keys.public)

    @property
    def size(self) -> int:
        """Return the number of heads."""
        return self.tree.size

    def unsigned(self, table: int, seq: int) -> int:
        """Return the number of entries of a table after its last head."""
        return seq - self.places.get(table, (0, ""))[0]

    # -- opening -----------------------------------------------------------------------------

    def check(self, connection: Connection) -> None:
        """Hold the database against its last head and against what is sealed after it. What lies
        before is the audit's."""
        self.tree, self.places = Frontier(leaves(connection)), {}
        if not self.tree.size:
            raise Broken("nothing of this house is signed: its signed heads were removed")
        last = connection.execute(_LAST).one()
        if signed_size(last.note, self.key) != (self.tree.size, self.tree.root()):
            raise Broken("the signed heads are not those that the house has signed: run an audit")
        stands = _stands(connection)
        numbers = {last.number}
        for row in stands:
            if latest := connection.execute(_LATEST, {"table": row.id}).first():
                self.places[row.id] = (latest.seq, latest.head)
                numbers.add(latest.number)
        for number in sorted(numbers):
            self._check_leaf(connection, number)
        self._check_places(connection, stands)
        self.note, self._balances = last.note, self._check_books(connection, stands, last.books)

    def _check_leaf(self, connection: Connection, number: int) -> None:
        row = connection.execute(_CHECKPOINT, {"number": number}).first()
        if row is None or head_at(connection, self._store.name, row).leaf != _bytes(row.leaf):
            raise Broken(f"signed head {number} was altered: run an audit")

    def _check_places(self, connection: Connection, stands: list[Stands]) -> None:
        """Every table that was signed is there, and stands where its seal says, at the end of
        entries that follow from the last head."""
        known = {row.id for row in stands}
        told = connection.execute(text("SELECT MAX(table_id) FROM heads")).scalar() or CAGE
        for gone in sorted(set(range(max(told, *known) + 1)) - known):
            raise Broken(f"table {gone} is missing: run an audit")
        for row in stands:
            self._check_seal(connection, row.id)
            seq, head = self.places.get(row.id, (0, GENESIS))
            if row.seq < seq:
                raise Broken(f"entries of table {row.id} are missing: {seq} was signed")
            for entry in connection.execute(_TAIL, {"table": row.id, "seq": seq, "to": row.seq}):
                if entry.seq != seq + 1 or entry.prev != head:
                    raise Broken(f"entry {seq + 1} of table {row.id} is missing: run an audit")
                if link(entry.prev, entry.body) != entry.hash:
                    raise Broken(f"entry {entry.seq} of table {row.id} was altered: run an audit")
                seq, head = entry.seq, entry.hash
            if (seq, head) != (row.seq, row.head):
                raise Broken(f"table {row.id} does not stand where its entries end: run an audit")

    def _check_seal(self, connection: Connection, table: int) -> None:
        row = _ROW.one(connection, {"id": table})
        self._store.check_seal(dict(zip(_SEALED, row, strict=True)))

    def _check_books(
        self, connection: Connection, stands: list[Stands], due: str
    ) -> dict[str, int]:
        """Take back what the entries since the last head have moved: what is left was signed."""
        now = _balances(connection)
        before = dict(now)
        for row in stands:
            after = {"table": row.id, "seq": self.places.get(row.id, (0, ""))[0], "to": row.seq}
            for entry in connection.execute(_TAIL, after):
                for _, source, target, amount in json.loads(entry.body)["moves"]:
                    before[source] = before.get(source, 0) + amount
                    before[target] = before.get(target, 0) - amount
        before = _not_nothing(before)
        if books_hash(before) != due:
            raise Broken("the balances are not those that were signed: run an audit")
        return before

    # -- signing -----------------------------------------------------------------------------

    def sign(self, connection: Connection) -> Signed | None:
        """One head more, over every table that has moved; nothing if none has. It is to be told
        (``take``) once it is committed."""
        if self._store.database.kind != SQLITE:  # before anything is read: one process at a time
            connection.execute(text("LOCK TABLE checkpoints IN EXCLUSIVE MODE"))
        self._catch_up(connection)
        moved: Places = {}
        for row in _stands(connection):
            if self.places.get(row.id) != (row.seq, row.head):
                moved[row.id] = (row.seq, row.head)
        if not moved:
            return None
        for table, (seq, _) in moved.items():
            self._check_seal(connection, table)
            if self.unsigned(table, seq) <= 0:
                raise Broken(f"entries of table {table} are missing: run an audit")
        balances = self._follow(connection, moved)
        made = Head(
            self._store.name, self.size + 1, self._store.moment(), books_hash(balances), moved
        )
        tree = self.tree.copy()
        tree.append(made.leaf)
        said = Checkpoint(self.key.name, tree.size, tree.root())
        note = self._sure = str(sign(said.text, self.key, self._store.keys.sign_bytes))
        _ADD(
            connection,
            {
                "number": made.number,
                "at": made.at,
                "books": made.books,
                "leaf": made.leaf.hex(),
                "note": note,
            },
        )
        _ADD_HEAD(
            connection,
            [
                {"number": made.number, "table": table, "seq": seq, "head": head}
                for table, (seq, head) in sorted(moved.items())
            ],
        )
        return Signed(made, note, balances)

    def take(self, signed: Signed) -> None:
        """A head is committed."""
        self.tree.append(signed.head.leaf)
        self.places.update(signed.head.places)
        self.note, self._balances = signed.note, signed.balances

    def _catch_up(self, connection: Connection) -> None:
        """Heads that other processes have signed meanwhile."""
        number, note = _NEWEST.one(connection, {}) or (0, "")
        if not number or number < self.size:
            if self.size:
                raise Broken("signed heads were removed: run an audit")
            return
        if (number, note) == (self.size, self._sure):
            return
        for missing in range(self.size + 1, number + 1):
            row = connection.execute(_CHECKPOINT, {"number": missing}).first()
            if row is None:
                raise Broken(f"signed head {missing} is missing: run an audit")
            head = head_at(connection, self._store.name, row)
            if head.leaf != _bytes(row.leaf):
                raise Broken(f"signed head {missing} was altered: run an audit")
            self.take(Signed(head, row.note, self._moved(connection, head.places)))
        if signed_size(note, self.key) != (self.size, self.tree.root()):
            raise Broken("the signed heads are not those that the house has signed: run an audit")
        self._sure = note

    def _moved(
        self, connection: Connection, places: Mapping[int, tuple[int, str]]
    ) -> dict[str, int]:
        """The balances that follow from the last head when tables come there."""
        due: defaultdict[str, int] = defaultdict(int, self._balances)
        for table, (seq, _) in places.items():
            span = {"table": table, "seq": self.places.get(table, (0, ""))[0], "to": seq}
            for source, target, amount in _MOVED.all(connection, span):
                due[source] -= int(amount)
                due[target] += int(amount)
        return _not_nothing(due)

    def _follow(self, connection: Connection, moved: Places) -> dict[str, int]:
        """The balances as they are, which must be those that follow: nobody's money is signed that
        no transfer has moved."""
        found, due = _not_nothing(_balances(connection)), self._moved(connection, moved)
        for name in sorted({*found, *due}):
            if found.get(name, 0) != due.get(name, 0):
                what = f"the balance of {name} does not follow from its transfers"
                raise Broken(f"{what}: run an audit")
        return found


def _stands(connection: Connection) -> list[Stands]:
    return [Stands(*row) for row in _PLACES.all(connection, {})]


def _balances(connection: Connection) -> dict[str, int]:
    return dict(_BALANCES.all(connection, {}))


def _not_nothing(balances: Mapping[str, int]) -> dict[str, int]:
    """Return the accounts with a nonzero balance."""
    return {name: balance for name, balance in balances.items() if balance}


def _bytes(written: str) -> bytes:
    try:
        return bytes.fromhex(written)
    except ValueError:
        return b""
