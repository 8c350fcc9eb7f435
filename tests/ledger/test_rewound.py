"""A table that is put back to where it stood, to be dealt again, is not played on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attacks import Attacker
from sqlalchemy import text

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.books import Accounts, Move
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused

BET = {"do": "bet", "seat": 1, "bets": {"ante": 1000, "blind": 1000}}
COLUMNS = ("seq", "head", "seal", "chance", "boundary", "rules", "data", "pending")


def row(house: House, table: int) -> dict[str, object]:
    with house.database.reading() as connection:
        query = text(f"SELECT {', '.join(COLUMNS)} FROM tables WHERE id = :id")
        return dict(connection.execute(query, {"id": table}).mappings().one())


def put_back(url: str, table: int, kept: dict[str, object]) -> None:
    """Everything as it was then, by somebody who has kept a copy of the row."""
    with Attacker(url) as by:
        by.cut(table, int(str(kept["seq"])))
        values = ", ".join(f"{name} = :{name}" for name in COLUMNS)
        by.do(f"UPDATE tables SET {values} WHERE id = :id", **kept, id=table)


def test_chance_alone_is_put_back(make: Callable[..., House], url: str, keys: Path) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    house.do(table, BET, by="Ann", key="b")
    before = row(house, table)
    house.do(table, {"do": "close"}, by="Dee", key="c")
    with Attacker(url) as by:
        by.do("UPDATE tables SET chance = :c WHERE id = :t", c=before["chance"], t=table)
    house._forget(table)
    with pytest.raises(Broken, match="was not written by this house"):
        house.waiting(table)
    house.close()
    with pytest.raises(Broken, match="was not written by this house"):
        House.open(url, keys)
    found = audit_database(url, keys=house.keys, workers=1).findings
    assert any("was not written by this house" in str(one) for one in found)


def test_a_table_is_put_back_under_a_house_that_runs(make: Callable[..., House], url: str) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    house.do(table, BET, by="Ann", key="bet")
    before = row(house, table)
    house.do(table, {"do": "close"}, by="Dee", key="close")
    put_back(url, table, before)
    for _ in range(3):
        with pytest.raises((Broken, Refused)):
            house.do(table, {"do": "close"}, by="Dee", key="again")
    house._forget(table)
    with pytest.raises(Broken, match="was put back to an earlier entry"):
        house.do(table, {"do": "close"}, by="Dee", key="again")
    house.close()


def test_a_table_that_was_closed_is_not_opened_again(
    make: Callable[..., House], url: str, keys: Path
) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    house.close_table(table, by="Flo", key="shut")
    house.close()
    with Attacker(url) as by:
        by.do("UPDATE tables SET open = :yes WHERE id = :t", yes=True, t=table)
    with House.open(url, keys) as again, pytest.raises(Broken, match="was closed and is open"):
        again.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")


@pytest.mark.parametrize("kind", ["opened", "closed", "paid"])
def test_a_gift_under_any_name_is_found(
    sqlite: House, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that books money that no event moves, whatever it calls it."""
    table = sqlite.open_table("three-card-blitz", by="Flo")
    honest = Accounts.moves
    gift = Move(kind, "bank", "player Ann", 100)
    monkeypatch.setattr(Accounts, "moves", lambda self, events: [*honest(self, events), gift])
    sqlite.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    monkeypatch.undo()
    assert sqlite.reconcile().holds
    sqlite.close()
    report = audit_database(f"sqlite:///{sqlite.database.file}", workers=1)
    assert [str(one) for one in report.findings] == [
        "table 1, entry 2: the money booked is not the money that its events move"
    ]


def test_cash_that_no_command_moves_is_found(
    sqlite: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = [Move("buy_in", "bank", "player Ann", 200 * 10**6)]
    monkeypatch.setattr("houseway.ledger.desk.cash_moves", lambda command: twice)
    sqlite.buy_in("Ann", 100, by="Flo", key="more")
    monkeypatch.undo()
    sqlite.close()
    report = audit_database(f"sqlite:///{sqlite.database.file}", workers=1)
    (found,) = report.findings
    assert found.what == "the money booked is not the money that the command moves"
    assert json.dumps(found.to_json())
