"""How far a house is signed, anchored and witnessed, read beside the process that runs it."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from houseway.ledger.chain.anchor import Anchor
from houseway.ledger.chain.heads import verifier
from houseway.ledger.chain.witnessing import Standing, in_words, kept_beside, read_standings
from houseway.ledger.database.database import Database
from houseway.ledger.house import outside

_HOUSE = text("SELECT name, public_key FROM house")
_SIGNED = text("SELECT number, at FROM checkpoints ORDER BY number DESC LIMIT 1")
_UNSIGNED = text(
    "SELECT SUM(seq - COALESCE((SELECT MAX(heads.seq) FROM heads WHERE table_id = id), 0))"
    " FROM tables"
)


@dataclass(frozen=True)
class Status:
    """The signing status of a house's log."""

    house: str
    heads: int
    at: str  # when the last head was signed
    unsigned: int  # entries after the last head
    anchor: str  # the file outside the database
    anchored: int | None  # heads that it has; none where there is no such file
    witnesses: tuple[Standing, ...]

    def lines(self) -> list[str]:
        """Return a line about each, for people."""
        signed = f", last {in_words(self.at)}" if self.at else ""
        found = [f"House {self.house}: {self.heads:,} heads signed{signed}"]
        if self.unsigned:
            found.append(f"Not signed yet: {self.unsigned:,} entries")
        if self.anchored is None:
            found.append("No anchor outside the database is known")
        else:
            found.append(f"Anchor {self.anchor}: {self.anchored:,} heads")
        found += map(str, self.witnesses)
        if not self.witnesses:
            found.append("Not witnessed: no witness has been asked")
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the same as plain data."""
        return asdict(self)


def status(url: str, keys: Path | None) -> Status:
    """Return how far a house is signed; nothing is locked, asked or changed."""
    database = Database(url, stall=0, reads_only=True)
    try:
        database.check_shape()
        with database.reading() as connection:
            house = connection.execute(_HOUSE).one()
            signed = connection.execute(_SIGNED).first()
            unsigned = int(connection.execute(_UNSIGNED).scalar() or 0)
    finally:
        database.close()
    path = outside(keys, {})["anchor"]
    last = Anchor(path, verifier(house.name, house.public_key)).last() if path else None
    return Status(
        house.name,
        signed.number if signed else 0,
        signed.at if signed else "",
        unsigned,
        str(path or ""),
        last.size if last else None,
        tuple(read_standings(kept_beside(path))) if path else (),
    )
