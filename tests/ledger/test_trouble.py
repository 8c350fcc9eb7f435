"""What goes wrong around a house: a clear message, nothing corrupted, and work goes on after."""

import gzip
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from furnished import furnish
from going_on import BET, goes_on, seated
from playing import Playing
from sqlalchemy import Connection, Engine, event, text

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.chain.keys import Keys
from houseway.ledger.database import database as database_module
from houseway.ledger.database import upkeep
from houseway.ledger.database.backup import backup, restore
from houseway.ledger.database.database import Database, Statement
from houseway.ledger.database.schema import metadata
from houseway.ledger.errors import Broken, Unavailable, Unusable
from houseway.ledger.house import House
from postgres import new_database
from until import until

OLDER = Path(__file__).parent / "older"


def test_a_locked_database(folder: Path, keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY", 0.2)
    url = f"sqlite:///{folder / 'house.db'}"
    house = furnish(House.create(url, keys, "boss", "x"))
    table = seated(house)
    other = sqlite3.connect(folder / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked by another program; nothing was acknowledged"):
        house.do(table, BET, by="Ann", key="bet")
    other.execute("ROLLBACK")
    other.close()
    goes_on(house, table, url)


def test_a_locked_row_or_table(server: str, keys: Path) -> None:
    """PostgreSQL: another program holds what a command needs, a row of it or a whole table."""
    url = new_database(server)
    house = furnish(House.create(url, keys, "boss", "x"))
    table = seated(house)
    house.database.engine.dispose()
    event.listen(house.database.engine, "connect", impatient)
    other = Database(url)
    for statement in (
        f"SELECT * FROM tables WHERE id = {table} FOR UPDATE",
        "LOCK TABLE entries IN SHARE MODE",
        "LOCK TABLE transfers IN ACCESS EXCLUSIVE MODE",
        "SELECT * FROM accounts WHERE name = 'player Ann' FOR UPDATE",
    ):
        with other.engine.begin() as connection:
            connection.execute(text(statement))
            with pytest.raises(Unavailable, match=r"is busy: .*; nothing was acknowledged"):
                house.do(table, BET, by="Ann", key="bet")
    other.close()
    goes_on(house, table, url)


def impatient(connection: Any, record: object) -> None:
    """Not to wait as long as a house does."""
    connection.execute("SET lock_timeout = '100ms'")
    connection.commit()


class Cut:
    """Cuts the connection of a house at its next so many-th statement, commits among them."""

    def __init__(self, house: House, killer: Engine | None, at: int) -> None:
        self.at, self.count, self.cut = at, 0, False
        self.engine, self.killer = house.database.engine, killer
        self.patch = pytest.MonkeyPatch()

    def __enter__(self) -> "Cut":
        event.listen(self.engine, "before_cursor_execute", self._statement)
        plain, commit, noted = Statement.__call__, database_module.commit, self._statement

        def say(statement: Statement, connection: Connection, values: Any) -> Any:
            noted(connection)
            return plain(statement, connection, values)

        def keep(connection: Connection) -> None:
            noted(connection)
            commit(connection)

        self.patch.setattr(Statement, "__call__", say)
        self.patch.setattr(database_module, "commit", keep)  # SQLite's
        return self

    def __exit__(self, *error: object) -> None:
        self.patch.undo()
        event.remove(self.engine, "before_cursor_execute", self._statement)

    def _statement(self, connection: Connection, *rest: object) -> None:
        if connection.engine.pool is not self.engine.pool:
            return  # of a house that another test has left open, which signs in its own time
        self.count += 1
        if self.count == self.at:
            cut_off(connection.connection.dbapi_connection, self.killer)
            self.cut = True


def cut_off(raw: Any, killer: Engine | None) -> None:
    """The server ends a connection; SQLite: its file is closed."""
    if killer is None:
        raw.close()
        return
    own = {"pid": raw.info.backend_pid}
    with killer.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid)"), own)
        other.rollback()
        while other.execute(text("SELECT 1 FROM pg_stat_activity WHERE pid = :pid"), own).first():
            other.rollback()


@pytest.fixture
def killer(house: House, url: str) -> Iterator[Engine | None]:
    """Another way to the server, to end connections from; SQLite needs none."""
    engine = Database(url).engine if house.database.kind != "sqlite" else None
    yield engine
    if engine is not None:
        engine.dispose()


def test_a_connection_lost_at_every_single_statement_of_a_round(
    house: House, url: str, killer: Engine | None
) -> None:
    """Before each statement of each command, and before each commit; the same key then goes
    through, and nothing was done twice."""
    table, cuts = seated(house), 0
    for command, by, key in (
        (BET, "Ann", "bet"),
        ({"do": "close"}, "Dee", "close"),
        ({"do": "act", "who": 1, "what": "fold"}, "Ann", "fold"),
    ):
        for at in range(1, 40):
            with Cut(house, killer, at) as cut:
                try:
                    answer = house.do(table, command, by=by, key=key)
                except Unavailable as error:
                    assert "connection to the database is lost; nothing was ack" in str(error)
                    assert cut.cut
                    cuts += 1
                    continue
                assert not cut.cut
                assert not answer.repeated
                break
        else:
            raise AssertionError("the command never went through")
    assert cuts >= 15
    assert house.balance("Ann") == 1_000_000 - 2000
    assert house.reconcile().holds
    house.close()
    assert audit_database(url, workers=1).findings == []


def test_a_connection_lost_after_the_commit_and_before_the_answer(
    house: House, url: str, killer: Engine | None
) -> None:
    """It was done, and nobody could be told: the same key tells."""
    table = seated(house)
    lost = pytest.MonkeyPatch()
    commit, execute = database_module.commit, psycopg.Connection.execute

    def commit_and_lose(connection: Connection) -> None:
        commit(connection)
        cut_off(connection.connection.dbapi_connection, killer)
        raise sqlite3.OperationalError("the connection is closed")

    def execute_and_lose(raw: Any, said: Any, *rest: Any) -> Any:
        execute(raw, said, *rest)  # a transaction of its own
        cut_off(raw, killer)
        raw.close()
        raise psycopg.OperationalError("the connection is lost")

    lost.setattr(database_module, "commit", commit_and_lose)  # SQLite's
    lost.setattr(psycopg.Connection, "execute", execute_and_lose)
    with pytest.raises(Unavailable, match="the same key can be sent again"):
        house.do(table, BET, by="Ann", key="bet")
    lost.undo()
    assert house.do(table, BET, by="Ann", key="bet").repeated
    assert house.balance("Ann") == 1_000_000 - 2000
    goes_on(house, table, url)


def test_every_connection_lost_at_once(house: House, url: str, killer: Engine | None) -> None:
    """As when a server is started anew between two commands of a round."""
    table = seated(house)
    house.do(table, BET, by="Ann", key="bet")
    if killer is None:
        house.database.engine.dispose()
    else:
        with killer.connect() as other:
            end = text(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            assert other.execute(end).all()
        with pytest.raises(Unavailable, match="connection to the database is lost"):
            house.do(table, {"do": "close"}, by="Dee", key="close")
    goes_on(house, table, url)


def test_a_commit_that_fails_leaves_nothing_in_memory(
    sqlite: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, url = seated(sqlite), f"sqlite:///{sqlite.database.file}"

    def fail(connection: Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(database_module, "commit", fail)
    with pytest.raises(Unavailable, match="the disk cannot be written to; nothing was ack"):
        sqlite.do(table, BET, by="Ann", key="bet")
    monkeypatch.undo()
    assert sqlite.balance("Ann") == 1_000_000
    assert sqlite.waiting(table) == {}
    goes_on(sqlite, table, url)


def test_a_newer_schema(house: House, url: str, keys: Path) -> None:
    house.close()
    database = Database(url)
    with database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for doing in (lambda: House.open(url, keys), database.migrate, lambda: audit_database(url)):
        with pytest.raises(Unusable, match="newer houseway"):
            doing()
    with database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
    database.close()
    House.open(url, keys).close()


def test_wrong_keys(house: House, url: str, keys: Path, folder: Path) -> None:
    table = seated(house)
    house.do(table, BET, by="Ann", key="bet")
    house.close()
    other = folder / "other keys"
    Keys.make(other)
    with pytest.raises(Unusable, match="master key is not this house's; nothing was changed"):
        House.open(url, other)
    shutil.copy(keys / "master.key", other / "master.key")
    with pytest.raises(Unusable, match="signing key is not this house's; nothing was changed"):
        House.open(url, other)
    with pytest.raises(Unusable, match="needs its keys"):
        House.open(url, folder / "nowhere")
    (other / "master.key").write_text("not a key\n")
    with pytest.raises(Unusable, match="not a key of 32 bytes"):
        House.open(url, other)
    with pytest.raises(Unusable, match="never overwritten"):
        Keys.make(keys)
    assert oct(os.stat(keys / "master.key").st_mode)[-3:] == "600"
    house = House.open(url, keys)
    goes_on(house, table, url)


def test_keys_from_the_environment(
    house: House, url: str, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.close()
    with pytest.raises(Unusable, match="HOUSEWAY_MASTER_KEY"):
        House.open(url)
    monkeypatch.setenv("HOUSEWAY_MASTER_KEY", (keys / "master.key").read_text())
    monkeypatch.setenv("HOUSEWAY_SIGNING_KEY", (keys / "signing.key").read_text())
    House.open(url).close()


def test_a_backup_is_restored_into_either_kind(
    make: Callable[..., House], url: str, keys: Path, folder: Path, server: str
) -> None:
    house = make()
    table = seated(house)
    house.do(table, BET, by="Ann", key="bet")
    file = folder / "backup.gz"
    assert backup(house.database, file) > 10
    house.close()
    for target in (f"sqlite:///{folder / 'again.db'}", new_database(server)):
        database = Database(target)
        restore(database, file)
        with pytest.raises(Unusable, match="not empty"):
            restore(database, file)
        database.close()
        with pytest.raises(Broken, match="an older copy was put back"):
            House.open(target, keys)
        upkeep.accept(target, keys, by="boss", password="the boss's password")
        with House.open(target, keys) as again:
            assert again.do(table, BET, by="Ann", key="bet").repeated
            again.do(table, {"do": "close"}, by="Dee", key="close")
            assert again.reconcile().holds
        assert audit_database(target, workers=1).findings == []


def test_a_damaged_backup_is_refused(sqlite: House, folder: Path) -> None:
    file, target = folder / "backup.gz", Database(f"sqlite:///{folder / 'again.db'}")
    backup(sqlite.database, file)
    whole = gzip.decompress(file.read_bytes())
    for damaged, message in [
        (gzip.compress(whole.replace(b"Ann", b"Eve")), "was altered"),
        (gzip.compress(whole[: len(whole) // 2]), "is not whole"),
        (gzip.compress(b"".join(whole.splitlines(keepends=True)[:-1])), "is not whole"),
        (b"nonsense", "is not a backup"),
        (file.read_bytes()[:-50], "is not a backup|is not whole"),
    ]:
        file.write_bytes(damaged)
        with pytest.raises(Unusable, match=message):
            restore(target, file)
        assert target.is_empty()


def test_an_older_file_is_brought_up(folder: Path, keys: Path) -> None:
    """A house of the first version, with a change of rules that has been announced in it."""
    with gzip.open(OLDER / "house.db.gz") as packed:
        (folder / "house.db").write_bytes(packed.read())
    shutil.copytree(OLDER / "keys", keys)
    url = f"sqlite:///{folder / 'house.db'}"
    with pytest.raises(Unusable, match=r"older version \(0001, now 0007\)"):
        House.open(url, keys)
    upkeep.migrate(url, keys)
    with House.open(url, keys) as house:
        (table,) = (each["id"] for each in house.tables())
        first, second = house.notices(table)
        assert first["change"] == {"options": {}, "limits": {"insignia_1": [200, 100_000]}}
        assert [first[n] for n in ("posted_at", "announced_at", "effective_at")] == [0, 0, 30]
        assert first["in_effect"] is not None
        assert second["in_effect"] is None
        Playing(house, table, ["Ann"], seed="again").rounds(6)
        assert house.reconcile().holds
    report = audit_database(url, workers=1)
    assert report.findings == []
    assert report.rounds >= 6


def test_an_older_backup_is_brought_up_in_postgresql(folder: Path, keys: Path, server: str) -> None:
    """The same house as a backup of its own version, restored and then brought up there."""
    with gzip.open(OLDER / "house.db.gz") as packed:
        (folder / "house.db").write_bytes(packed.read())
    shutil.copytree(OLDER / "keys", keys)
    old, url = Database(f"sqlite:///{folder / 'house.db'}"), new_database(server)
    backup(old, folder / "older.gz")
    old.close()
    database = Database(url)
    restore(database, folder / "older.gz")
    with pytest.raises(Unusable, match=r"older version \(0001, now 0007\)"):
        House.open(url, keys)
    with pytest.raises(Unusable, match="older version"):
        audit_database(url)
    database.close()
    upkeep.migrate(url, keys)
    with House.open(url, keys) as house:
        (table,) = (each["id"] for each in house.tables())
        first, second = house.notices(table)
        assert [first[n] for n in ("posted_at", "announced_at", "effective_at")] == [0, 0, 30]
        assert first["in_effect"] is not None
        assert second["in_effect"] is None
        Playing(house, table, ["Ann"], seed="again").rounds(6)
        assert house.reconcile().holds
    assert audit_database(url, workers=1).findings == []


def test_the_migrations_make_the_tables_that_the_code_knows(url: str) -> None:
    database = Database(url)
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_a_reader_may_take_its_time(server: str, keys: Path) -> None:
    """A server ends a transaction that stands still for as long as a lease, but not a reading."""
    url = new_database(server)
    house = furnish(House.create(url, keys, "boss", "x", lease=1))
    table = seated(house)
    with house.database.reading() as connection:
        before = connection.execute(text("SELECT COUNT(*) FROM entries")).scalar_one()
        house.do(table, BET, by="Ann", key="bet")
        with pytest.raises(Unavailable, match="connection to the database is lost"):
            stand_still(house)  # it stands still for less long than the reader
        assert connection.execute(text("SELECT COUNT(*) FROM entries")).scalar_one() == before
    goes_on(house, table, url)


def stand_still(house: House) -> None:
    """A transaction in which nothing happens for too long."""
    with house.database.transaction() as connection:
        mine = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        until(lambda: not _is_there(house, mine), "the server does not end it")
        connection.execute(text("SELECT 1"))


def _is_there(house: House, process: int) -> bool:
    """Whether the server has a process still."""
    with house.database.reading() as connection:
        query = text("SELECT COUNT(*) FROM pg_stat_activity WHERE pid = :pid")
        return bool(connection.execute(query, {"pid": process}).scalar_one())
