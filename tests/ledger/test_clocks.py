"""A house whose clock ran an hour ahead and was corrected: the floor sets back the tables that were
played meanwhile, on record."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playing import Playing
from sqlalchemy import text

from houseway.ledger.audit import audit
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.rulebook.calendar import local_time
from houseway.rulebook.refusal import Refused

HOUR = 60


class Clocks:
    """The minutes and the moments of a house, on one clock."""

    def __init__(self) -> None:
        self.minutes = int(datetime.now(UTC).timestamp() // 60) - 10_000

    def __call__(self) -> int:
        return self.minutes

    def wall(self) -> datetime:
        return datetime.fromtimestamp(60 * self.minutes, UTC) + timedelta(seconds=30)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """The clock of the house and of who audits it."""
    made = Clocks()
    monkeypatch.setattr(audit, "now", lambda: made.wall().isoformat())
    return made


@pytest.fixture
def open_again(sqlite: House, keys: Path, now: Clocks) -> Iterator[Callable[[], House]]:
    url, houses = f"sqlite:///{sqlite.database.file}", [sqlite]

    def call() -> House:
        houses[-1].close()
        houses.append(House.open(url, keys, clock=now, wall=now.wall))
        return houses[-1]

    yield call
    houses[-1].close()


def behind(house: House, table: int) -> None:
    with pytest.raises(Refused, match=r"minutes behind the table's: .*set the table's back"):
        house.do(table, {"do": "sit", "seat": 5}, by="Cid", key=f"sit {house.now()}")


@pytest.mark.parametrize("game", ["three-card-blitz", "craps", "keno"])
def test_the_floor_sets_a_table_back(
    open_again: Callable[[], House], now: Clocks, keys: Path, game: str
) -> None:
    house = open_again()
    table, other = house.open_table(game, by="Flo"), house.open_table(game, by="Flo")
    playing = Playing(house, table)
    playing.sit()
    now.minutes += HOUR
    playing.rounds(1)
    now.minutes += 5
    playing.step()  # a round is under way
    house.signing.now()
    now.minutes -= HOUR
    behind(house, table)
    assert house.clocks_ahead() == {table: HOUR}
    house.do(other, {"do": "sit", "seat": 5}, by="Cid", key="sit")  # it was not played meanwhile
    for who in ("Ann", "Dee", "boss"):
        with pytest.raises(Refused, match=f"{who}.* may not set_clock"):
            house.do(table, {"do": "set_clock"}, by=who, key=f"set {who}")
    with house.looking(table) as live:
        before = live.table.data.minutes
        taken = live.table.data.local_time(before)
    answer = house.do(table, {"do": "set_clock"}, by="Flo", key="set")
    assert house.do(table, {"do": "set_clock"}, by="Flo", key="set").repeated
    for table_ in (table, other):
        with pytest.raises(Refused, match="is not ahead"):
            house.do(table_, {"do": "set_clock"}, by="Flo", key="again")
    assert house.clocks_ahead() == {}
    with house.database.reading() as connection:
        query = text("SELECT body FROM entries WHERE table_id = :t AND seq = :s")
        body = json.loads(connection.execute(query, {"t": table, "s": answer.seq}).scalar_one())
    assert (body["by"], body["do"]) == ("Flo", {"do": "set_clock"})
    playing.house = open_again()  # it is replayed from its entries
    playing.rounds(2)
    playing.house.signing.now()
    now.minutes += 7
    playing.rounds(3)
    with playing.house.looking(table) as live:
        data = live.table.data
        assert data.minutes >= before + 7  # it has never run backward
        assert data.local_time(data.minutes) == local_time(
            now.minutes + data.minutes - before - 7, data.zone
        )
        assert taken - data.local_time(before) == timedelta(minutes=HOUR)
        assert playing.house.minutes(live) == before + 7
    report = audit_database(
        f"sqlite:///{playing.house.database.file}", anchor=keys / "anchor", workers=1
    )
    assert report.holds, report.findings


def test_a_log_with_a_clock_that_was_corrected_holds_while_entries_wait_for_a_signature(
    open_again: Callable[[], House], now: Clocks
) -> None:
    house = open_again()
    now.minutes += HOUR
    house.add_person("Eve", "player", "", by="boss")
    house.signing.now()
    now.minutes -= HOUR
    house.add_person("Eva", "player", "", by="boss")
    report = audit_database(f"sqlite:///{house.database.file}", workers=1)
    assert report.unsigned == 1
    assert report.holds, report.findings
