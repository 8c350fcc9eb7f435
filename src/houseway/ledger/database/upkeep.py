"""What is done to a house that is closed: bringing it to this version, taking it as it is, writing
altered leaves and seals anew."""

import json
import uuid
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.audit.books import LEAF, SEAL
from houseway.ledger.chain import heads
from houseway.ledger.chain.anchor import Anchor
from houseway.ledger.chain.keys import Keys
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Broken, Unusable
from houseway.ledger.house import House, outside
from houseway.ledger.people.people import find


def migrate(url: str, keys: Path | None = None, **settings: Any) -> None:
    """Bring a house of an older version to this one. Where nothing has been signed as a whole yet,
    it is audited first, and then sealed and signed as it is."""
    loaded = Keys.load(keys)
    database = Database(url, stall=0)
    try:
        database.own_file()
        database.migrate()
        house = House(database, loaded, **outside(keys, settings))
        house.check_keys()
        with database.reading() as connection:
            if heads.count(connection):
                return
        if house.signing.anchor and house.signing.anchor.last():
            raise Broken("the anchor knows signed heads and here are none: they were removed")
        report = audit_database(url, public_key=loaded.public, older=True, workers=1)
        if not report.holds:
            raise Broken(f"it is not signed as it is: {report.findings[0]}")
        with database.transaction() as connection:
            house.store.seal_all(connection)
            house.signing.heads.sign(connection)
    finally:
        database.close()


def accept(url: str, keys: Path | None, *, by: str, password: str, **settings: Any) -> None:
    """Take a house that is older than its anchor knows it, as a backup that was restored is. An
    admin says so and the log keeps it; the anchor that was is kept beside the new one."""
    settings = outside(keys, settings)
    if settings["anchor"] is None:
        raise Unusable("the house has no anchor: there is nothing to accept")
    with House.open_with(url, keys, {**settings, "anchor": None}) as house:
        house.log_out(house.log_in(by, password))
        own = Anchor(settings["anchor"], house.signing.heads.key)
        known, here = own.last(), house.signing.heads.size
        with house.at_the_cage() as connection:
            find(connection, by).must_be("admin", to="accept an older house")
            command = {"do": "accept", "heads": here, "anchor": known.size if known else 0}
            cage, key = house.store.lock_cage(connection), uuid.uuid4().hex
            house.store.append_to_cage(connection, cage, command, by, key, [])
        own.set_aside()
    House.open(url, keys, **settings).close()


def repair(url: str, keys: Path | None, *, by: str, password: str, **settings: Any) -> list[str]:
    """Rewrite leaves of signed heads and seals of tables where they were altered; return a line
    about each. Both follow from the rest, so an audit must find nothing else wrong. An admin says
    so and the log keeps it."""
    loaded, settings = Keys.load(keys), outside(keys, settings)
    anchor = settings["anchor"]
    database = Database(url, stall=0)
    try:
        database.own_file()
        database.check_shape()
        house = House(database, loaded, **settings)
        house.check_keys()
        house.log_out(house.log_in(by, password))
        known = anchor if anchor and anchor.exists() else None
        report = audit_database(url, public_key=loaded.public, keys=loaded, anchor=known, workers=1)
        others = [one for one in report.findings if one.kind not in (LEAF, SEAL)]
        if report.holds:
            raise Unusable("there is nothing to repair: the audit finds nothing wrong")
        if others or report.count > len(report.findings):
            found = others[0] if others else report.findings[0]
            raise Broken(f"this cannot be repaired, so restore a backup: {found}")
        seals = [one.table for one in report.findings if one.kind == SEAL]
        with database.transaction() as connection:
            find(connection, by).must_be("admin", to="repair a house")
            leaves = _write_leaves(connection, house.store.name)
            _write_seals(connection, house, seals)
            command = {"do": "repair", "leaves": leaves, "seals": seals}
            cage, key = house.store.lock_cage(connection), uuid.uuid4().hex
            house.store.append_to_cage(connection, cage, command, by, key, [])
    finally:
        database.close()
    House.open_with(url, keys, settings).close()
    return [
        *(f"The leaf of signed head {number} is rewritten." for number in leaves),
        *(f"The seal of table {table} is rewritten." for table in seals),
    ]


def _write_leaves(connection: Connection, house: str) -> list[int]:
    written = []
    for head in heads.all_heads(connection, house):
        values = {"leaf": head.leaf.hex(), "number": head.number}
        query = "UPDATE checkpoints SET leaf = :leaf WHERE number = :number AND leaf <> :leaf"
        if connection.execute(text(query), values).rowcount:
            written.append(head.number)
    return written


def _write_seals(connection: Connection, house: House, tables: list[int]) -> None:
    """Seal rows as they stand. How far a key of chance has been used only the seal tells: a table
    that is dealt from such a key cannot be sealed again."""
    for table in tables:
        values = {"id": table}
        row = connection.execute(text("SELECT * FROM tables WHERE id = :id"), values).one()
        if json.loads(row.chance).get("live"):
            raise Broken(
                f"table {table} deals from a shuffle whose place only its seal tells, so restore"
                " a backup"
            )
        said = house.store.seal(table, row.seq, row.head, row.settings, row.chance)
        query = text("UPDATE tables SET seal = :seal WHERE id = :id")
        connection.execute(query, {"seal": said, **values})
