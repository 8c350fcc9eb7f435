"""What is done to a house that is closed: bringing it to this version, taking it as it is."""

import uuid
from pathlib import Path
from typing import Any

from houseway.ledger import heads
from houseway.ledger.anchor import Anchor
from houseway.ledger.audit import audit_database
from houseway.ledger.database import Database
from houseway.ledger.errors import Broken, Unusable
from houseway.ledger.house import House, outside
from houseway.ledger.keys import Keys
from houseway.ledger.people import find


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
