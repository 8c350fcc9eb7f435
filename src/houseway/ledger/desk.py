"""The desk of a house: people, and money that comes in and goes out."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from houseway.ledger import books, people
from houseway.ledger.books import BANK, Move, part, person
from houseway.ledger.chain import CAGE
from houseway.ledger.people import Person
from houseway.ledger.store import Store
from houseway.referee.events import RACK
from houseway.rulebook.money import FINE, cents, money
from houseway.rulebook.refusal import Refused


def add_person(
    store: Store, connection: Connection, name: str, role: str, password: str, by: str, key: str
) -> Person:
    """Somebody new, with an account."""
    command = {"do": "add_person", "name": name, "role": role}
    cage = store.lock_cage(connection)
    if store.repeated(connection, CAGE, by, command, key):
        return people.find(connection, name)
    added = people.add(connection, name, role, password)
    books.open_account(connection, person(name))
    store.append_to_cage(connection, cage, command, by, key, [])
    return added


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
    cash = _amount(amount, "a buy-in")
    by.must_be("floor", "admin", to="buy_in")
    if table is None:
        moves = [Move("buy_in", BANK, person(name), cash)]
    else:
        store.row(connection, table)
        moves = [
            Move("dropped", BANK, part(table, books.DROP), cash),
            Move("buy_in", part(table, RACK), person(name), cash),
        ]
    command = {"do": "buy_in", "name": name, "amount": amount, "table": table}
    return _move(store, connection, command, by, key, moves, {})


def cash_out(
    store: Store, connection: Connection, name: str, amount: int, by: Person, key: str
) -> int:
    """Money goes out at the cage; the entry."""
    cash = _amount(amount, "a cash-out")
    if name != by.name:
        by.must_be("floor", "admin", to="cash_out")
    moves = [Move("cash_out", person(name), BANK, cash)]
    command = {"do": "cash_out", "name": name, "amount": amount}
    return _move(store, connection, command, by, key, moves, {person(name): cash})


def _amount(amount: int, what: str) -> int:
    if not 0 < cents(amount, what) <= books.MOST:
        raise Refused(f"{what} is more than nothing, to {money(books.MOST)}")
    return amount * FINE


def _move(
    store: Store,
    connection: Connection,
    command: dict[str, Any],
    by: Person,
    key: str,
    moves: list[Move],
    wanted: Mapping[str, int],
) -> int:
    people.find(connection, command["name"])
    cage = store.lock_cage(connection)
    if found := store.repeated(connection, CAGE, by.name, command, key):
        return int(found.seq)
    return store.append_to_cage(connection, cage, command, by.name, key, moves, wanted)
