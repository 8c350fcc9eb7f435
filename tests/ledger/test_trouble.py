"""What goes wrong around a house: a clear message, nothing corrupted, and work goes on after."""

import gzip
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from playing import Playing
from sqlalchemy import event, text

from conftest import furnish, new_database
from houseway.ledger import database as database_module
from houseway.ledger.audit import audit_database
from houseway.ledger.backup import backup, restore
from houseway.ledger.database import Database
from houseway.ledger.errors import Unavailable, Unusable
from houseway.ledger.house import House
from houseway.ledger.keys import Keys
from houseway.ledger.schema import metadata

BETS = {"ante": 1000, "blind": 1000}
BET = {"do": "bet", "seat": 1, "bets": BETS}
OLDER = Path(__file__).parent / "older"


def seated(house: House) -> int:
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


def test_a_full_disk(folder: Path, keys: Path) -> None:
    """The file may grow no further; then it may."""
    url = f"sqlite:///{folder / 'house.db'}"
    house = furnish(House.create(url, keys, "boss", "x"))
    table = seated(house)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = folder / "house.db-wal"
    told = 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 60_000, hard))
    try:
        while told < 1000:
            try:
                house.buy_in("Bob", 100, by="Flo", key=f"more {told}")
            except Unavailable as error:
                assert "the disk" in str(error)
                assert "nothing was acknowledged" in str(error)
                break
            told += 1
        assert 0 < told < 1000
        with pytest.raises(Unavailable, match="the disk"):
            house.do(table, BET, by="Ann", key="bet")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert house.balance("Bob") == 1_000_000 + 100 * told
    goes_on(house, table, url)


def test_a_lost_connection_in_mid_round(house: House, url: str) -> None:
    table = seated(house)
    if house.database.kind == "sqlite":
        house.database.engine.dispose()
        goes_on(house, table, url)
        return
    engine = house.database.engine
    with engine.connect() as connection:
        end = text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute(end)
        connection.execute(text("SELECT 1"))
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar()
        connection.rollback()
        killer = Database(url).engine
        with killer.connect() as other:
            other.execute(text(f"SELECT pg_terminate_backend({own})"))
        killer.dispose()
    with pytest.raises(Unavailable, match="connection to the database is lost"):
        house.do(table, BET, by="Ann", key="bet")
    goes_on(house, table, url)


def test_a_commit_that_fails_leaves_nothing_in_memory(house: House, url: str) -> None:
    table = seated(house)

    def fail(connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    event.listen(house.database.engine, "commit", fail)
    with pytest.raises(sqlite3.OperationalError):
        house.do(table, BET, by="Ann", key="bet")
    event.remove(house.database.engine, "commit", fail)
    assert house.balance("Ann") == 1_000_000
    assert house.waiting(table) == {}
    goes_on(house, table, url)


def test_a_newer_schema(house: House, url: str, keys: Path) -> None:
    house.close()
    database = Database(url)
    with database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for doing in (lambda: House.open(url, keys), database.migrate, lambda: audit_database(url)):
        with pytest.raises(Unusable, match="newer houseway"):
            doing()
    with database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
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
    with pytest.raises(Unusable, match=r"older version \(0001, now 0003\)"):
        House.open(url, keys)
    database = Database(url)
    database.migrate()
    database.close()
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


def test_the_migrations_make_the_tables_that_the_code_knows(url: str) -> None:
    database = Database(url)
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()
