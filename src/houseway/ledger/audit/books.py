"""What the tables of a database hold besides the chain, held against what the chain says: money,
people, keys and answers, meters, notices, who has sat where."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.audit.adjudicate import Finding
from houseway.ledger.books import PARTS, meter_name, part, reconcile
from houseway.ledger.chain.hash_chain import CAGE, asked, canonical, digest
from houseway.ledger.chain.heads import all_heads
from houseway.ledger.chain.hidden import show
from houseway.ledger.chain.keys import Keys
from houseway.ledger.database.database import Database
from houseway.ledger.database.store import Store
from houseway.ledger.desk import cash_moves
from houseway.ledger.errors import Broken
from houseway.ledger.payouts.funds import wrong_entries
from houseway.ledger.tables import commands

LEAF, SEAL = "leaf", "seal"  # findings about what follows from the rest
REPAIR = "if nothing else is found, `houseway house repair` rewrites it"

_ENTRIES = text(
    "SELECT table_id, seq, key, asked, answer, body FROM entries ORDER BY table_id, seq"
)
_TRANSFERS = text(
    "SELECT table_id, seq, kind, source, target, amount FROM transfers"
    " ORDER BY table_id, seq, number"
)


def check_books(connection: Connection) -> Iterator[Finding]:
    """Everything that differs."""
    for wrong in reconcile(connection).wrong:
        yield Finding("books", CAGE, 0, 0, wrong)
    transfers = _Transfers(connection)
    told = _Told()
    waiting: list[tuple[Any, dict[str, Any]]] = []  # entries of a round that do not open yet
    for row in connection.execute(_ENTRIES):
        if (body := _body(row.body)) is None:
            continue  # the chain has told of it
        yield from transfers.of(row.table_id, row.seq, body["moves"])
        try:
            waiting = waiting if "since" in body or "opens" in body else []
            secret = bytes.fromhex(body.get("opens", ""))
            for kept, hidden in waiting if secret else ():
                for wrong in _wrong_in(kept, show(hidden, secret), secret):
                    yield Finding("books", kept.table_id, kept.seq, 0, wrong)
            waiting = [*waiting, (row, body)] if "sealed" in body else []
            for wrong in (*_wrong_in(row, body), *told.take(row.table_id, body)):
                yield Finding("books", row.table_id, row.seq, 0, wrong)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"it is not an entry of a house ({type(error).__name__})"
            yield Finding("books", row.table_id, row.seq, 0, what)
    yield from transfers.rest()
    yield from told.against(connection)
    yield from _funds(connection)


def _funds(connection: Connection) -> Iterator[Finding]:
    """Recompute every step of the payout funds against the contributions of the tables."""
    try:
        for seq, what in wrong_entries(connection):
            yield Finding("books", CAGE, seq, 0, what)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"what was done with payout funds cannot be read ({type(error).__name__})"
        yield _finding(what)


def _body(written: str) -> dict[str, Any] | None:
    try:
        body: dict[str, Any] = json.loads(written)
        return body if body["do"]["do"] and isinstance(body["moves"], list) else None
    except (ValueError, KeyError, TypeError):
        return None


def _wrong_in(row: Any, body: dict[str, Any], secret: bytes = b"") -> Iterator[str]:
    """In what the columns of an entry are not what its body says; the author of a command is
    reported once a round is over."""
    if secret or "sealed" not in body:
        if row.asked != asked(body["by"], body["do"], secret):
            yield "what is kept of who asked for what is not what was asked"
        if secret:
            return
    if row.key != body["key"]:
        yield "its key is not the one that it was given under"
    if not _answered(row, body):
        yield "the answer that is kept is not the one that was given"


def _answered(row: Any, body: dict[str, Any]) -> bool:
    if "answer" in body:
        return digest(row.answer) == str(body["answer"])
    if row.table_id == CAGE:
        return bool(row.answer == canonical({"table": body["opened"]} if "opened" in body else {}))
    return bool(
        row.seq > 1 or row.answer == canonical({})
    )  # older entries do not tell their answers


class _Transfers:
    """The transfers of a database, beside the entries that made them."""

    def __init__(self, connection: Connection) -> None:
        self._rows = iter(connection.execute(_TRANSFERS))
        self._next = next(self._rows, None)

    def of(self, table: int, seq: int, moves: list[Any]) -> Iterator[Finding]:
        """Those of an entry are its moves, in their order and of their kind."""
        yield from self._nobodys((table, seq))
        stored = []
        while self._next is not None and (self._next[0], self._next[1]) == (table, seq):
            stored.append(list(self._next[2:]))
            self._next = next(self._rows, None)
        if stored != moves:
            yield Finding("books", table, seq, 0, "the transfers are not those of the entry")

    def rest(self) -> Iterator[Finding]:
        """Those after the last entry."""
        yield from self._nobodys(None)

    def _nobodys(self, before: tuple[int, int] | None) -> Iterator[Finding]:
        while (row := self._next) is not None and (before is None or (row[0], row[1]) < before):
            yield Finding("books", row[0], row[1], 0, "a transfer belongs to no entry")
            self._next = next(self._rows, None)


class _Told:
    """What the entries record about people, meters, notices, seats and the money of tables."""

    def __init__(self) -> None:
        self._people: dict[str, str] = {}
        self._meters: dict[str, str] = {}
        self._sat: set[tuple[str, int]] = set()
        self._notices: dict[tuple[int, int], dict[str, Any]] = {}
        self._parts: Counter[str] = Counter()
        self._links: dict[int, dict[str, str]] = {}
        self._closed: dict[int, int] = {}

    def take(self, table: int, body: dict[str, Any]) -> Iterator[str]:
        """Process an entry; report impossible contents."""
        said = body["do"]
        for _, source, target, amount in body["moves"]:
            self._parts[source] -= amount
            self._parts[target] += amount
        if table == CAGE:
            if "role" in said:
                self._people[said["name"]] = said["role"]
            if [list(move) for move in cash_moves(said)] != body["moves"]:
                yield "the money booked is not the money that the command moves"
            return
        if "settings" in body:
            self._links[table] = body["settings"]["linked"]
        for name, terms in body.get("rules", {}).get("meters", {}).items():
            own = meter_name(table, name, self._links.get(table, {}))
            if self._meters.setdefault(own, canonical(terms)) != canonical(terms):
                yield f"the meter {own!r} runs on other terms at another table"
        if said["do"] == "sit":
            self._sat.update((name, table) for name in body["players"].values())
        elif said["do"] == "announce":
            change = commands.change_json(commands.change_of(said))
            told = {"options": change.pop("options"), "limits": change.pop("limits")}
            self._notices[table, body["seq"]] = {**change, "change": canonical(told)}
        elif said["do"] == "close_table":
            self._closed[table] = body["seq"]

    def against(self, connection: Connection) -> Iterator[Finding]:
        """Report what the database holds differently."""
        people = {row.name: row.role for row in connection.execute(_PEOPLE)}
        for name in sorted({*people, *self._people}):
            if people.get(name) != self._people.get(name):
                is_now, was = people.get(name, "nobody"), self._people.get(name, "nobody")
                yield _finding(f"{name} is {is_now}, but the house has made them {was}")
        meters = {row.name: row.terms for row in connection.execute(_METERS)}
        for name in sorted({*meters, *self._meters}):
            if meters.get(name) != self._meters.get(name):
                yield _finding(f"the meter {name!r} is not the one that tables were opened with")
        visits = {tuple(row) for row in connection.execute(_VISITS)}
        for name, table in sorted(self._sat ^ visits):
            yield _finding(f"whether {name} has sat there is told in two ways", table)
        yield from self._check_notices(connection)
        for table, seq in self._closed.items():
            if any(self._parts[part(table, name)] for name in PARTS):
                yield _finding("money was left at a table that was closed", table, seq)

    def _check_notices(self, connection: Connection) -> Iterator[Finding]:
        notices = {
            (row["table_id"], row["seq"]): row for row in connection.execute(_NOTICES).mappings()
        }
        for place in sorted({*notices, *self._notices}):
            kept, told = notices.get(place), self._notices.get(place)
            if kept is None or told is None or not _same(kept, told):
                yield _finding("a notice of new rules is not the one that was given", *place)


def _same(kept: Any, told: dict[str, Any]) -> bool:
    """Whether a notice is as it was given; the change itself may be written in another order."""
    stamps = [name for name in told if name != "change"]
    if any(kept[name] != told[name] for name in stamps):
        return False
    return bool(json.loads(kept["change"]) == json.loads(told["change"]))


_PEOPLE = text("SELECT name, role FROM people")
_METERS = text("SELECT name, terms FROM meters")
_VISITS = text("SELECT person, table_id FROM visits")
_NOTICES = text("SELECT * FROM notices")


def _finding(what: str, table: int = CAGE, seq: int = 0) -> Finding:
    return Finding("books", table, seq, 0, what)


def check_seals(connection: Connection, database: Database, keys: Keys) -> Iterator[Finding]:
    """Rows of tables that this house did not write."""
    store = Store(database, keys)
    store.name = connection.execute(text("SELECT name FROM house")).scalar_one()
    for row in connection.execute(text("SELECT * FROM tables ORDER BY id")).mappings().all():
        try:
            store.check_seal(dict(row))
        except Broken as error:
            what = f"{str(error).partition(':')[0]} ({REPAIR})"
            yield Finding(SEAL, row["id"], row["seq"], 0, what)


def check_leaves(connection: Connection) -> Iterator[Finding]:
    """Leaves of signed heads that are kept otherwise than the heads have them."""
    rows = connection.execute(text("SELECT number, leaf FROM checkpoints"))
    kept = {row.number: row.leaf for row in rows}
    name = connection.execute(text("SELECT name FROM house")).scalar_one()
    for head in all_heads(connection, name):
        if kept.get(head.number) != head.leaf.hex():
            what = f"the leaf that is kept of signed head {head.number} was altered ({REPAIR})"
            yield Finding(LEAF, CAGE, 0, 0, what)
