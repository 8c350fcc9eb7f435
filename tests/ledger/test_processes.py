"""More than one process on one PostgreSQL: a table has one owner, and a late write is refused."""

import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from busy import Busy
from furnished import furnish
from sqlalchemy import Connection, text
from test_torture import keys_of, money_of

from clocks import DatabaseClock
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.database import store as store_module
from houseway.ledger.database.database import Database
from houseway.ledger.database.statement import raw_connection
from houseway.ledger.errors import Elsewhere, Unavailable
from houseway.ledger.house import House
from houseway.ledger.tables import execution
from postgres import new_database
from until import until

BETS = {"ante": 1000, "blind": 1000}
BET = {"do": "bet", "seat": 1, "bets": BETS}
LEASE = 30.0  # seconds by the test's clock, except that a transaction may stand still so long
SHORT = 1.0  # for processes that are to be stopped within a transaction


@pytest.fixture
def shared(server: str) -> str:
    """An empty database that several processes may open."""
    return new_database(server)


@pytest.fixture
def clock(shared: str, monkeypatch: pytest.MonkeyPatch) -> DatabaseClock:
    """The clock of the database, which the test moves on."""
    return DatabaseClock(shared, monkeypatch)


@pytest.fixture
def two(shared: str, keys: Path, clock: DatabaseClock) -> Iterator[tuple[House, House, int]]:
    """Two processes' worth of one house, the first of which runs a table."""
    one = furnish(House.create(shared, keys, "boss", "x", name="test", lease=LEASE))
    other = House.open(shared, keys, lease=LEASE)
    table = one.open_table("three-card-blitz", by="Flo")
    one.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    yield one, other, table
    one.close()
    other.close()


def test_a_table_has_one_owner(two: tuple[House, House, int], clock: DatabaseClock) -> None:
    one, other, table = two
    bet = {"do": "bet", "seat": 1, "bets": BETS}
    for _ in range(3):  # the lease is renewed meanwhile
        clock.go(LEASE * 0.9)
        one.beat()
    with pytest.raises(Elsewhere, match="run by another process"):
        other.do(table, bet, by="Ann", key="bet")
    one.do(table, bet, by="Ann", key="bet")
    assert other.view(table, "Ann").to_json() == one.view(table, "Ann").to_json()
    assert other.waiting(table)["for"] == "bets"


def test_a_lease_is_renewed_without_being_asked(
    shared: str, keys: Path, clock: DatabaseClock
) -> None:
    with furnish(House.create(shared, keys, "boss", "x", name="test", lease=SHORT)) as house:
        table = house.open_table("three-card-blitz", by="Flo")
        house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
        before = lease_of(house, table)
        clock.go(SHORT / 2)
        until(lambda: lease_of(house, table) > before, "the lease is not renewed")


def lease_of(house: House, table: int) -> int:
    """Until when a table is a process's, in milliseconds."""
    with house.database.reading() as connection:
        query = text("SELECT lease_until FROM tables WHERE id = :id")
        return int(connection.execute(query, {"id": table}).scalar_one())


def test_a_stalled_owner_is_replaced_and_its_late_write_is_refused(
    two: tuple[House, House, int], clock: DatabaseClock
) -> None:
    one, other, table = two
    one._closing.set()  # its heart stands still
    clock.go(2 * LEASE)
    other.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    seq = other._live[table].seq
    with pytest.raises(Elsewhere, match="taken over"):
        one.do(table, {"do": "sit", "seat": 2}, by="Bob", key="late")
    assert "late" not in keys_of(other, table)
    assert other._live[table].seq == seq
    other.do(table, {"do": "close"}, by="Dee", key="close")
    assert other.reconcile().holds


@pytest.mark.parametrize(
    ("module", "where", "command", "by"),
    [
        (execution, "Accounts", BET, "Ann"),  # before it writes
        (store_module, "_VISIT", {"do": "sit", "seat": 2}, "Bob"),  # while its transaction is open
    ],
    ids=["before", "inside"],
)
def test_an_owner_that_stalls_inside_a_command_is_replaced(
    two: tuple[House, House, int],
    clock: DatabaseClock,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    where: str,
    command: dict[str, Any],
    by: str,
) -> None:
    """Somebody else plays on; its write must fail."""
    one, other, table = two
    one._closing.set()
    plain, stalled = getattr(module, where), []

    def stall(*arguments: Any) -> Any:
        if not stalled:
            stalled.append(True)
            clock.go(2 * LEASE)
            if isinstance(arguments[0], Connection):  # the server ends the transaction, and soon
                soon = "SET LOCAL idle_in_transaction_session_timeout = '1ms'"
                raw_connection(arguments[0]).execute(soon)
            other.do(table, {"do": "sit", "seat": 3}, by="Cid", key="meanwhile")
        return plain(*arguments)

    monkeypatch.setattr(module, where, stall)
    with pytest.raises((Elsewhere, Unavailable)):
        one.do(table, command, by=by, key="late")
    assert stalled
    assert "late" not in keys_of(other, table)
    assert "meanwhile" in keys_of(other, table)
    assert other.balance("Ann") == 1_000_000
    assert other.reconcile().holds


def play_on(url: str, more: int, children: Sequence[Busy]) -> None:
    """Wait until so many commands have been committed, by whomever."""
    database = Database(url)
    entries = text("SELECT COUNT(*) FROM entries")

    def count() -> int:
        for child in children:
            child.check()
        with database.engine.connect() as connection:
            return int(connection.execute(entries).scalar_one())

    enough = count() + more
    until(lambda: count() >= enough, "nothing is played")
    database.close()


def owned_by(url: str, child: Busy) -> int:
    """How many tables a process owns as far as the database knows."""
    database = Database(url)
    with database.engine.connect() as connection:
        query = text("SELECT COUNT(*) FROM tables WHERE owner LIKE :who")
        found = connection.execute(query, {"who": f"% {child.process.pid} %"}).scalar_one()
    database.close()
    return int(found)


@pytest.mark.slow
def test_three_processes_killed_and_paused(shared: str, keys: Path, clock: DatabaseClock) -> None:
    """Owners are killed with -9 and stopped past their lease; no round is lost or played twice."""
    players = [f"P{n}" for n in range(6)]
    house = furnish(House.create(shared, keys, "boss", "x", name="test", lease=SHORT), *players)
    tables = {}
    blitz = "three-card-blitz"  # two tables with one meter
    for number, game in enumerate([blitz, blitz, "blackjack", "craps", "roulette"]):
        table = house.open_table(game, by="Flo", meters=_link(game))
        tables[table] = [players[number], players[number + 1]]
    before = money_of(house)
    house.close()
    children = [Busy(shared, keys, tables, seed, lease=SHORT) for seed in range(3)]
    acknowledged, unknown = [], 0
    for turn in range(6):
        play_on(shared, 30, children)
        child = children[turn % 3]
        if turn % 2:
            child.send(signal.SIGSTOP)
            clock.go(2 * SHORT)
            until(lambda child=child: not owned_by(shared, child), "nobody takes its tables")
            child.send(signal.SIGCONT)
        else:
            told, sent = child.kill()
            acknowledged += told
            unknown += sent is not None
            clock.go(2 * SHORT)
            children[turn % 3] = Busy(shared, keys, tables, 10 + turn, lease=SHORT)
    play_on(shared, 30, children)
    for child in children:
        told, sent = child.kill()
        acknowledged += told
        unknown += sent is not None
    house = House.open(shared, keys, lease=SHORT)
    stored = {table: keys_of(house, table) for table in tables}
    for table, key, seq in acknowledged:
        assert stored[table].get(key) == seq
    assert len({(table, seq) for table, _, seq in acknowledged}) == len(acknowledged)
    with house.database.reading() as connection:
        entries = connection.execute(
            text("SELECT COUNT(*) FROM entries WHERE table_id > 0 AND seq > 1")
        ).scalar_one()
        owners = connection.execute(text("SELECT MAX(fence) FROM tables")).scalar_one()
    assert 0 <= entries - len(acknowledged) <= unknown  # nothing but what nobody could be told of
    assert owners >= 3
    assert money_of(house) == before
    assert house.reconcile().holds
    house.close()
    report = audit_database(shared, workers=2)
    assert report.findings == []
    assert report.rounds > 3


def _link(game: str) -> dict | None:
    return {"meter_1": {"link": "royal"}} if game == "three-card-blitz" else None
