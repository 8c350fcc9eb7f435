"""The cage: people, and money that comes in and goes out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger import books
from houseway.ledger.books import BANK, Move, part, person
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.database.database import for_update
from houseway.ledger.database.store import Store
from houseway.ledger.payouts.log import settled_moves
from houseway.ledger.people import people, sign_in_log
from houseway.ledger.people.people import Person
from houseway.referee.events import RACK
from houseway.rulebook.money import FINE, cents, dollars, money
from houseway.rulebook.refusal import Refused


def add_person(
    store: Store, connection: Connection, name: str, role: str, password: str, by: str, key: str
) -> Person:
    """Add a person with a password hash and an account."""
    command = {"do": "add_person", "name": name, "role": role}
    cage = store.lock_cage(connection)
    if store.repeated(connection, CAGE, by, command, key):
        return people.find(connection, name)
    added = people.add(connection, name, role, password)
    books.open_account(connection, person(name))
    store.append_to_cage(connection, cage, command, by, key, [])
    sign_in_log.write(connection, store.database.now, sign_in_log.ADDED, name, by=by, note=role)
    return added


def reset_factor(store: Store, connection: Connection, name: str, by: Person, key: str) -> None:
    """Take a second factor away from somebody who has lost it, and end their sessions. An admin
    does, for somebody else, and the log of the house keeps it."""
    by.must_be("admin", to="reset a second factor")
    if people.find(connection, name).name == by.name:
        raise Refused("only another admin can reset an admin's second factor")
    cage = store.lock_cage(connection)
    command = {"do": "reset_factor", "name": name}
    if store.repeated(connection, CAGE, by.name, command, key):
        return
    connection.execute(
        text("UPDATE people SET factor = '', factor_on = :off, factor_step = 0 WHERE name = :name"),
        {"off": False, "name": name},
    )
    people.end_all(connection, name)
    store.append_to_cage(connection, cage, command, by.name, key, [])
    sign_in_log.write(connection, store.database.now, sign_in_log.RESET, name, by=by.name)


def buy_in(
    store: Store,
    connection: Connection,
    name: str,
    amount: int,
    by: Person,
    key: str,
    table: int | None,
) -> int:
    """Money comes in, at the cage or into a table's drop box against its chips; the entry."""
    _check(amount, "a buy-in")
    by.must_be("floor", "admin", to="buy_in")
    if table is not None:
        store.row(connection, table)
    command = {"do": "buy_in", "name": name, "amount": amount, "table": table}
    return _move(store, connection, command, by, key, {})


@dataclass(frozen=True)
class Seen:
    """The open tables at which somebody has sat and the entry that each stands at, what they have
    there in cents, and below how much in all they get more."""

    tables: Mapping[int, int]
    chips: int
    least: int


def top_up(
    store: Store, connection: Connection, name: str, amount: int, by: Person, key: str, seen: Seen
) -> bool:
    """Fresh chips for somebody who has too few, as their tables were seen; nothing is done (and
    that is told) if one of those tables has gone on since."""
    cage = store.lock_cage(connection)
    if places(store, connection, name) != seen.tables:
        return False
    has = books.balance(connection, person(name)) // FINE + seen.chips
    if has >= seen.least:
        raise Refused(
            f"new chips are available only to players who have less than {money(seen.least)},"
            " including chips on tables"
        )
    command = {"do": "buy_in", "name": name, "amount": amount, "table": None}
    store.append_to_cage(connection, cage, command, by.name, key, cash_moves(command))
    return True


def places(store: Store, connection: Connection, name: str) -> dict[int, int]:
    """Return the open tables at which a person has sat, each with its entry; nobody moves one of
    them until the transaction ends, if it writes."""
    query = text(
        "SELECT id, seq FROM tables WHERE open AND id IN"
        " (SELECT table_id FROM visits WHERE person = :name) ORDER BY id"
        + for_update(store.database)
    )
    return {row.id: row.seq for row in connection.execute(query, {"name": name})}


def cash_out(
    store: Store, connection: Connection, name: str, amount: int, by: Person, key: str
) -> int:
    """Money goes out at the cage; the entry."""
    _check(amount, "a cash-out")
    if name != by.name:
        by.must_be("floor", "admin", to="cash_out")
    command = {"do": "cash_out", "name": name, "amount": amount}
    return _move(store, connection, command, by, key, {person(name): amount * FINE})


def cash_moves(command: Mapping[str, Any]) -> list[Move]:
    """The money that a command at the desk moves; most move none."""
    if command["do"] == "payout_settled":
        return settled_moves(command)
    if command["do"] == "payout":
        return _payout_moves(command)
    if command["do"] not in ("buy_in", "cash_out"):
        return []
    who, cash, table = person(command["name"]), command["amount"] * FINE, command.get("table")
    if command["do"] == "cash_out":
        return [Move("cash_out", who, BANK, cash)]
    if table is None:
        return [Move("buy_in", BANK, who, cash)]
    return [
        Move("dropped", BANK, part(table, books.DROP), cash),
        Move("buy_in", part(table, RACK), who, cash),
    ]


def _payout_moves(command: Mapping[str, Any]) -> list[Move]:
    """Return the moves of money out of an ended payout fund: to another fund, or to players."""
    given = command["given"]
    if command["act"] == "transfer":
        source, target = books.meter(command["fund"]), books.meter(given["to"])
        return [Move("transferred", source, target, dollars(given["amount"]) * FINE)]
    if command["act"] == "pay_out":
        source = books.meter(command["fund"])
        return [
            Move("paid_out", source, person(name), dollars(amount) * FINE)
            for name, amount in given["players"].items()
        ]
    return []


def _check(amount: int, what: str) -> None:
    if not 0 < cents(amount, what) <= books.MOST:
        raise Refused(f"{what} must be more than $0 and at most {money(books.MOST)}")


def _move(
    store: Store,
    connection: Connection,
    command: dict[str, Any],
    by: Person,
    key: str,
    wanted: Mapping[str, int],
) -> int:
    people.find(connection, command["name"])
    cage = store.lock_cage(connection)
    if found := store.repeated(connection, CAGE, by.name, command, key):
        return int(found.seq)
    moves = cash_moves(command)
    return store.append_to_cage(connection, cage, command, by.name, key, moves, wanted)
