"""Guarantees 1 and 2: killed at any moment, the house has lost nothing and made no money."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from busy import Busy
from kinds import one_of_each_family
from playing import Playing
from sqlalchemy import text

from clocks import DatabaseClock
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused
from until import until

MOMENTS = 60 if os.environ.get("HOUSEWAY_SOAK") else 8
ARCHETYPES = one_of_each_family()
LEASE = 30.0  # seconds
PLAYERS = [f"P{n}" for n in range(8)]


def keys_of(house: House, table: int) -> dict[str, int]:
    with house.database.reading() as connection:
        query = text("SELECT key, seq FROM entries WHERE table_id = :table")
        return {row.key: row.seq for row in connection.execute(query, {"table": table})}


def money_of(house: House) -> tuple[int, int]:
    """What all accounts come to, and what people and tables hold of the money that was bought."""
    with house.database.reading() as connection:
        total = connection.execute(text("SELECT SUM(balance) FROM accounts")).scalar_one()
        inside = connection.execute(
            text("SELECT SUM(balance) FROM accounts WHERE name <> 'bank'")
        ).scalar_one()
    return int(total), int(inside)


@pytest.mark.slow
def test_killed_at_random_moments(
    clock: DatabaseClock, make: Callable[..., House], url: str, keys: Path
) -> None:
    house = make(*PLAYERS)
    names = ARCHETYPES
    linked = {"meter_1": {"link": "royal"}}
    tables = {}
    for number, name in enumerate(names):
        meters = linked if name == "three-card-blitz" else None
        table = house.open_table(name, meters=meters, by="Flo")
        tables[table] = [PLAYERS[number % 8], PLAYERS[(number + 1) % 8]]
    before = money_of(house)
    house.close()
    dice, told, unknown = random.Random(5), 0, 0
    for moment in range(MOMENTS):
        child = Busy(url, keys, tables, moment, lease=LEASE)
        # in the middle of play; otherwise while it comes up, or as soon as it has
        child.says(dice.randrange(2, 60) if moment % 4 else moment // 4 % 2)
        acknowledged, sent = child.kill()
        clock.go(2 * LEASE)
        house = House.open(url, keys, lease=LEASE)
        stored = {table: keys_of(house, table) for table in tables}
        for table, key, seq in acknowledged:
            assert stored[table].get(key) == seq, f"moment {moment}: {key} was lost"
        assert money_of(house) == before
        told += len(acknowledged)
        if sent:  # nobody knows whether it was done; sent again, it is done once
            unknown += 1
            _settle(house, sent, stored)
        house.close()
    assert told > MOMENTS
    report = audit_database(url, workers=2)
    assert report.findings == []
    assert report.entries > told


def _settle(house: House, sent: dict, stored: dict[int, dict[str, int]]) -> None:
    def known() -> bool:
        try:
            answer = house.do(sent["table"], sent["command"], by=sent["by"], key=sent["key"])
        except Unavailable:  # a busy machine; whether it was done this time is not known either
            stored[sent["table"]] = keys_of(house, sent["table"])
            return False
        except Refused as refusal:
            assert "another process" not in refusal.reason
            assert sent["key"] not in stored[sent["table"]]
            return True
        assert answer.repeated == (sent["key"] in stored[sent["table"]])
        assert keys_of(house, sent["table"])[sent["key"]] == answer.seq
        return True

    until(known, "the database does not come back")


def test_a_table_comes_back_to_the_very_state_it_had(sqlite: House, keys: Path) -> None:
    """What a process had in memory at its last acknowledgment is what the next one has."""
    url = sqlite.database.engine.url.render_as_string()
    table = sqlite.open_table("blackjack", by="Flo")
    playing = Playing(sqlite, table)
    playing.sit()
    for number in range(30):
        playing.step()
        if number % 5:
            continue
        with sqlite.looking(table) as live:
            had = live.table.data.to_json(), [e.to_json() for e in live.table.events]
        sqlite.database.close()  # as a process that ends without a word
        sqlite._live.clear()
        again = House.open(url, keys)
        with again.looking(table) as live:
            events = [e.to_json() for e in live.table.events] if live.table.started else []
            assert live.table.data.to_json() == had[0]
            assert events == had[1] or live.resting
        again.database.close()
        sqlite.database.own_file()
