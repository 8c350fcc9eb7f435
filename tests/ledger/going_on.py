"""A table in the middle of something, and whether work goes on when the trouble is over."""

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House

BETS = {"ante": 1000, "blind": 1000}
BET = {"do": "bet", "seat": 1, "bets": BETS}


def seated(house: House) -> int:
    """A table where Ann sits."""
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    return table


def goes_on(house: House, table: int, url: str) -> None:
    """The same key is accepted, the round ends, and the log holds."""
    house.do(table, BET, by="Ann", key="bet")
    house.do(table, {"do": "close"}, by="Dee", key="close")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    assert house.balance("Ann") == 1_000_000 - 2000
    assert house.reconcile().holds
    house.close()
    assert audit_database(url, workers=1).findings == []
