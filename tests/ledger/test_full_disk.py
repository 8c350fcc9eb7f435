"""A full disk: a clear message, nothing corrupted, and work goes on when there is room again."""

import os
import resource
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from furnished import furnish
from going_on import BET, goes_on, seated
from sqlalchemy import make_url, text

from houseway.ledger.database.backup import backup, restore
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from postgres import new_database, on_server

SMALL = "24m"  # a house takes about half of it


@contextmanager
def files_may_not_grow(limit: int) -> Iterator[None]:
    """No file that this process writes may become longer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def server_files_may_not_grow(limit: int, postmaster: psutil.Process) -> Iterator[None]:
    """The same for the processes that a server starts from now on; said as the user it runs as."""
    user = {"user": postmaster.uids().real} if os.geteuid() == 0 else {}
    say = ["prlimit", f"--pid={postmaster.pid}"]
    try:
        subprocess.run([*say, f"--fsize={limit}:"], check=True, capture_output=True, **user)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the server's files cannot be limited here: {error}")
    try:
        yield
    finally:
        subprocess.run([*say, "--fsize=unlimited:"], check=True, **user)


def until_it_is_full(house: House, table: int) -> int:
    """Money comes in until there is no room; then nothing goes, at any table, and each time the
    reason is told. How often it went."""
    told = 0
    while told < 2000:
        try:
            house.buy_in("Bob", 100, by="Flo", key=f"more {told}")
        except Unavailable as error:
            assert "the disk" in str(error)
            assert "nothing was acknowledged" in str(error)
            break
        told += 1
    assert 0 < told < 2000
    with pytest.raises(Unavailable, match="the disk"):
        come_and_go(house, table)
    assert house.balance("Bob") == 1_000_000 + 100 * told  # reading goes on
    return told


def come_and_go(house: House, table: int) -> None:
    """Entries at a table: what fits into a page that is there already may still go."""
    for number in range(500):
        house.do(table, {"do": "sit", "seat": 2}, by="Bob", key=f"sit {number}")
        house.do(table, {"do": "leave", "seat": 2}, by="Bob", key=f"leave {number}")


def works_again(house: House, table: int, url: str, told: int) -> None:
    """What was told is there, what was refused is not, and the same key goes through."""
    assert house.balance("Bob") == 1_000_000 + 100 * told
    house.buy_in("Bob", 100, by="Flo", key=f"more {told}")
    assert house.balance("Bob") == 1_000_000 + 100 * (told + 1)
    goes_on(house, table, url)


def test_sqlite_has_no_room(folder: Path, keys: Path) -> None:
    url = f"sqlite:///{folder / 'house.db'}"
    house = furnish(House.create(url, keys, "boss", "x"))
    table = seated(house)
    with files_may_not_grow((folder / "house.db-wal").stat().st_size + 60_000):
        told = until_it_is_full(house, table)
    works_again(house, table, url, told)


@contextmanager
def small_file_system() -> Iterator[Path]:
    """A file system of a few megabytes, where this machine lets us mount one."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-small-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)]
    try:
        made = subprocess.run(mount, capture_output=True, text=True, check=False)
    except OSError as error:
        made = subprocess.CompletedProcess(mount, 1, "", str(error))
    if made.returncode:
        folder.rmdir()
        pytest.skip(f"no file system can be mounted here: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


def test_sqlite_on_a_small_file_system(keys: Path) -> None:
    with small_file_system() as small:
        url = f"sqlite:///{small / 'house.db'}"
        house = furnish(House.create(url, keys, "boss", "x"))
        table = seated(house)
        balloon = fill(small, leave=100_000)
        told = until_it_is_full(house, table)
        balloon.unlink()
        works_again(house, table, url, told)


def fill(folder: Path, leave: int) -> Path:
    """A file that takes all the room of a file system but so many bytes."""
    room = os.statvfs(folder)
    balloon = folder / "balloon"
    balloon.write_bytes(bytes(max(0, room.f_bavail * room.f_frsize - leave)))
    return balloon


@pytest.fixture
def postmaster(server: str) -> psutil.Process:
    """The process of a server that these tests have started."""
    if os.environ.get("HOUSEWAY_DATABASE_URL"):
        pytest.skip("the server's disk is not ours to fill: HOUSEWAY_DATABASE_URL names another's")
    (folder,) = on_server(server, "SHOW data_directory")
    return psutil.Process(int((Path(folder) / "postmaster.pid").read_text().split()[0]))


def test_postgresql_on_a_small_file_system(
    server: str, keys: Path, postmaster: psutil.Process
) -> None:
    """The database of the house lies in a tablespace on a disk that fills up."""
    name = f"small_{uuid.uuid4().hex[:12]}"
    with small_file_system() as small:
        space = small / "space"
        space.mkdir(mode=0o700)
        os.chmod(small, 0o755)
        os.chown(space, postmaster.uids().real, postmaster.gids().real)
        on_server(
            server,
            f"CREATE TABLESPACE {name} LOCATION '{space}'",
            f"CREATE DATABASE {name} TABLESPACE {name}",
        )
        try:
            url = make_url(server).set(drivername="postgresql+psycopg", database=name)
            shown = url.render_as_string(hide_password=False)
            house = furnish(House.create(shown, keys, "boss", "x"))
            table = seated(house)
            on_server(server, "CHECKPOINT")
            balloon = fill(small, leave=200_000)
            told = until_it_is_full(house, table)
            balloon.unlink()
            works_again(house, table, shown, told)
        finally:
            on_server(server, f"DROP DATABASE {name} WITH (FORCE)", f"DROP TABLESPACE {name}")


def test_postgresql_may_not_let_its_files_grow(
    server: str, keys: Path, postmaster: psutil.Process
) -> None:
    """Where nothing can be mounted: the server's own processes may not write beyond a size, as
    under a quota. Its log is written in files of 16 MB, so the tables are brought above that."""
    url = new_database(server)
    house = furnish(House.create(url, keys, "boss", "x"))
    table = seated(house)
    with house.database.transaction() as connection:
        for name, columns, values in GROWN:
            connection.execute(text(f"ALTER TABLE {name} SET (autovacuum_enabled = off)"))
            connection.execute(text(f"INSERT INTO {name} ({columns}) SELECT {values}"))
    with house.database.transaction() as connection:  # no row of it stays, but the files do
        connection.execute(text("DELETE FROM transfers WHERE seq > 1000000"))
        connection.execute(text("DELETE FROM entries WHERE seq > 1000000"))
        longest = connection.execute(text("SELECT pg_relation_size('entries')")).scalar_one()
    house.database.engine.dispose()  # new connections, under the limit
    assert longest > 2**24
    with server_files_may_not_grow(longest + 2 * 8192, postmaster):
        told = until_it_is_full(house, table)
        house.database.engine.dispose()
    works_again(house, table, url, told)
    on_server(server, f"DROP DATABASE {make_url(url).database} WITH (FORCE)")


GROWN = [
    (
        "entries",
        "table_id, seq, key, asked, prev, hash, body, answer",
        "0, 1000000 + n, n, '', '', '', repeat(md5(n::text), 60), '' FROM generate_series(1, 8800)"
        " AS n",
    )
]


SIT = {"do": "sit", "seat": 2}  # several statements and a commit; a bet is one of its own


@pytest.mark.parametrize(
    ("statement", "command"),
    [("WITH stands", BET), ("WITH stands", SIT), ("INSERT INTO visits", SIT), ("COMMIT", SIT)],
)
def test_the_driver_says_that_the_disk_is_full(
    server: str,
    keys: Path,
    statement: str,
    command: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault put into the driver, not a full disk: any server, at each place where it may come."""
    url = new_database(server)
    house = furnish(House.create(url, keys, "boss", "x"))
    table = seated(house)
    execute, commit = psycopg.Cursor.execute, psycopg.Connection.commit

    def fail_at(cursor: Any, said: Any, *rest: Any, **more: Any) -> Any:
        if str(said).startswith(statement):
            raise psycopg.errors.DiskFull("could not extend file: No space left on device")
        return execute(cursor, said, *rest, **more)

    def fail(connection: Any) -> None:
        raise psycopg.errors.DiskFull("could not write to file: No space left on device")

    monkeypatch.setattr(psycopg.Cursor, "execute", fail_at)
    monkeypatch.setattr(psycopg.Connection, "commit", fail if statement == "COMMIT" else commit)
    with pytest.raises(Unavailable, match="the disk is full; nothing was acknowledged"):
        house.do(table, command, by="Ann", key=command["do"] + " it")
    monkeypatch.undo()
    assert not house.do(table, SIT, by="Ann", key="sit it").repeated
    goes_on(house, table, url)


def test_a_backup_and_an_export_that_find_no_room(
    make: Callable[..., House], keys: Path, folder: Path
) -> None:
    """What was there before stays, and what was begun is not left as if it were whole."""
    house = make()
    seated(house)
    file = folder / "backup.gz"
    with files_may_not_grow(1000), pytest.raises(OSError, match="too large"):
        backup(house.database, file)
    assert not file.exists()
    assert backup(house.database, file) > 10
    kept = file.read_bytes()
    with files_may_not_grow(1000), pytest.raises(OSError, match="too large"):
        backup(house.database, file)
    assert file.read_bytes() == kept
    assert sorted(each.name for each in folder.iterdir() if "backup" in each.name) == [file.name]
    house.close()
    target = Database(f"sqlite:///{folder / 'again.db'}")
    limit = resource.getpagesize() * 8
    with files_may_not_grow(limit), pytest.raises(Unavailable, match="the disk"):
        restore(target, file)
    target.engine.dispose()
    assert target.is_empty()
    assert restore(target, file) > 10
    target.close()
