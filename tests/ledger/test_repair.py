"""What follows from the rest of a house (leaves of signed heads, seals of tables) and was altered:
house and audit agree that it was, and an admin has it rewritten."""

import json
import shutil
from pathlib import Path

import pytest
from attacks import Attacker
from playing import Playing
from sqlalchemy import text

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.audit.work import Report
from houseway.ledger.chain.keys import Keys
from houseway.ledger.database.database import Database
from houseway.ledger.database.upkeep import repair
from houseway.ledger.errors import Broken, Unusable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused

SET = {  # and what the house says of it
    "UPDATE checkpoints SET leaf = 'ab' WHERE number = 2": "signed",
    "UPDATE checkpoints SET leaf = (SELECT leaf FROM checkpoints WHERE number = 1)": "signed",
    "UPDATE tables SET seal = 'ab' WHERE id = 1": "the row of table 1 was not written",
    "UPDATE tables SET seal = (SELECT seal FROM tables WHERE id = 1)": "was not written",
    "UPDATE tables SET seal = '' WHERE id = 0": "the row of the chain of the house was not written",
}


def audited(url: str, keys: Path) -> Report:
    loaded = Keys.load(keys)
    anchor = keys / "anchor"
    return audit_database(url, public_key=loaded.public, anchor=anchor, keys=loaded, workers=1)


def repaired(url: str, keys: Path) -> list[str]:
    return repair(url, keys, by="boss", password="pw")


@pytest.mark.parametrize("altered", SET)
def test_house_and_audit_agree_and_it_is_written_anew(
    sqlite: House, keys: Path, altered: str
) -> None:
    url = f"sqlite:///{sqlite.database.file}"
    table = sqlite.open_table("three-card-blitz", by="Flo")
    Playing(sqlite, table).rounds(1)
    sqlite.close()
    assert audited(url, keys).holds
    with Attacker(url) as by:
        by.do(altered)
    with pytest.raises(Broken, match=SET[altered]):
        House.open(url, keys)
    report = audited(url, keys)
    assert report.findings
    assert all("`houseway house repair` rewrites it" in one.what for one in report.findings)
    for who in ("Flo", "Ann"):
        with pytest.raises(Refused, match="may not repair"):
            repair(url, keys, by=who, password=f"{who}'s password")
    told = repaired(url, keys)
    assert len(told) == len(report.findings)
    with House.open(url, keys) as house:
        with house.database.reading() as connection:
            query = "SELECT body FROM entries WHERE table_id = 0 ORDER BY seq DESC LIMIT 1"
            body = json.loads(connection.execute(text(query)).scalar_one())
        assert (body["by"], body["do"]["do"]) == ("boss", "repair")
        Playing(house, table, seed="more").rounds(1)
    assert audited(url, keys).holds
    with pytest.raises(Unusable, match="nothing to repair"):
        repaired(url, keys)


def test_nothing_else_is_repaired(sqlite: House, keys: Path, folder: Path) -> None:
    url, kept = f"sqlite:///{sqlite.database.file}", folder / "kept.db"
    table = sqlite.open_table("three-card-blitz", by="Flo")
    Playing(sqlite, table).rounds(1)
    sqlite.close()
    shutil.copy(str(sqlite.database.file), kept)
    more = (
        "UPDATE accounts SET balance = balance + 1 WHERE name = 'player Ann'",
        "UPDATE checkpoints SET books = 'ab' WHERE number = 1",
        "UPDATE tables SET settings = '{}' WHERE id = 1",
        "UPDATE heads SET seq = seq + 1 WHERE number = 1",
    )
    for one in more:
        shutil.copy(kept, str(sqlite.database.file))
        with Attacker(url) as by:
            by.do("UPDATE checkpoints SET leaf = 'ab' WHERE number = 2", one)
        with pytest.raises(Broken, match="cannot be repaired, so restore a backup: "):
            repaired(url, keys)
        with Database(url).engine.connect() as plain:
            query = text("SELECT leaf FROM checkpoints WHERE number = 2")
            assert plain.execute(query).scalar_one() == "ab"


def test_a_table_that_deals_from_a_shuffle_is_not_sealed_anew(sqlite: House, keys: Path) -> None:
    """Whoever altered its row may have turned the shoe back."""
    url = f"sqlite:///{sqlite.database.file}"
    table = sqlite.open_table("three-card-blitz", by="Flo")
    playing = Playing(sqlite, table)
    playing.sit()
    playing.step()
    sqlite.close()
    with Attacker(url) as by:
        by.do("UPDATE tables SET seal = 'ab' WHERE id = 1")
    with pytest.raises(Broken, match="deals from a shuffle whose place only its seal tells"):
        repaired(url, keys)
