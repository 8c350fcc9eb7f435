"""Files, addresses and amounts that are not what they must be: one line each, nothing changes."""

import gzip
import json
import os
import random
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from furnished import furnish
from playing import Playing
from sqlalchemy import text

from houseway.ledger.audit.audit import audit_database, audit_file
from houseway.ledger.books import MOST
from houseway.ledger.chain.keys import Keys
from houseway.ledger.chain.lines import export
from houseway.ledger.chain.sealed_file import PIECE, read_from, write_to
from houseway.ledger.database.backup import FORMAT, backup, restore
from houseway.ledger.database.database import Database
from houseway.ledger.errors import TooMuch, Unusable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused


@pytest.fixture
def log(sqlite: House, folder: Path) -> Path:
    Playing(sqlite, sqlite.open_table("three-card-blitz", by="Flo")).rounds(1)
    sqlite.close()
    export(sqlite.database, sqlite.keys, folder / "log.jsonl")
    return folder / "log.jsonl"


OTHER = (None, True, -1, 2**70, "x", "", [], [[]], {}, {"a": 1}, 1.5)


def test_every_value_of_every_line_may_be_of_another_kind(log: Path) -> None:
    """Each is refused in one line or found; none ends in a traceback."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    dice = random.Random(7)
    for number, line in enumerate(lines):
        inner = [("body", key) for key in line.get("body", {})]
        for path in [(key,) for key in line] + inner:
            changed = json.loads(json.dumps(line))
            place = changed["body"] if len(path) == 2 else changed
            place[path[-1]] = dice.choice([one for one in OTHER if one != place[path[-1]]])
            told = [*lines[:number], changed, *lines[number + 1 :]]
            log.write_text("".join(json.dumps(one) + "\n" for one in told))
            try:
                report = audit_file(log, workers=1)
            except ValueError as error:
                assert "\n" not in str(error), path
                continue
            assert not report.holds or path[-1] in ("format", "kind"), (number, path)


@pytest.mark.parametrize(
    "written", [b"\xff\xfe", b"", b"{", b"[" * 10**5, b"[]\n", b'{"format":' + b"9" * 5000 + b"}"]
)
def test_what_is_no_log(folder: Path, written: bytes) -> None:
    (folder / "x").write_bytes(written)
    with pytest.raises(ValueError):
        audit_file(folder / "x")


@pytest.mark.parametrize("address", ["://", "://x", "nonsense://", "sqlite://", "a b://c"])
def test_what_is_no_address(address: str, refused) -> None:
    refused("audit", address)


def lines_of(*rows: object) -> bytes:
    """A backup as somebody would write it who knows how."""
    head = {"format": FORMAT, "revision": "0007"}
    told = [json.dumps(one).encode() + b"\n" for one in (head, *rows)]
    end = {"rows": len(rows), "sha256": sha256(b"".join(told)).hexdigest()}
    return b"".join(told) + json.dumps(end).encode() + b"\n"


@pytest.mark.parametrize(
    ("unpacked", "why"),
    [
        (lines_of(["nowhere", {"a": 1}]), "does not fit"),
        (lines_of(["people", {"nothing": 1}]), "does not fit"),
        (lines_of(["accounts", {"name": "x", "balance": 2**63}]), "does not fit"),
        (lines_of(["accounts", {"name": "x", "balance": 1.5}]), "does not fit|nothing was"),
        (lines_of(["people"]), "is not a row"),
        (lines_of(["people", 5]), "is not a row"),
        (lines_of(5), "is not a row"),
        (lines_of().replace(b"0007", b"9999"), "was altered|another version"),
        (b"5\n", "is not a backup"),
        (b"", "is not whole"),
        (b"[" * 10**5, "is not whole"),
        (b"0" * (1 << 28), "unpacks to too much"),
        ((b"0" * 1000 + b"\n") * (1 << 18), "is not whole"),
    ],
)
def test_a_backup_that_is_none(folder: Path, unpacked: bytes, why: str) -> None:
    (folder / "b.gz").write_bytes(gzip.compress(unpacked))
    target = Database(f"sqlite:///{folder / 'n.db'}")
    with pytest.raises(Unusable, match=why):
        restore(target, folder / "b.gz")
    assert target.is_empty()
    target.close()


def test_amounts_beyond_what_the_books_hold(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    for amount in (2**63, 2**63 // 10**6, 10**30, MOST + 1, -(10**30)):
        with pytest.raises(Refused):
            house.do(table, {"do": "bet", "seat": 1, "bets": {"ante": amount}}, by="Ann", key="bet")
        with pytest.raises(Refused):
            house.do(table, {"do": "sit", "seat": amount}, by="Bob", key="seat")
        with pytest.raises(Refused):
            house.buy_in("Ann", amount, by="Flo", key="in")
        if amount > 0:
            meters = {"meter_1": {"reset": amount}}
            with pytest.raises(Refused):
                house.open_table("three-card-blitz", meters=meters, by="Flo")
    assert house.reconcile().holds


def test_a_balance_stays_a_whole_number(house: House) -> None:
    """Where a sum would be too large SQLite makes a fraction of it, and nobody is told."""
    for number in range(200):
        try:
            house.buy_in("Ann", MOST, by="Flo", key=f"in {number}")
        except TooMuch:
            break
    else:
        raise AssertionError("it was never too much")
    assert 80 < number < 100
    assert house.reconcile().holds
    assert house.balance("Ann") == 1_000_000 + number * MOST
    for wrong in ("1.5", "'x'", "9.3e18"):
        if house.database.kind == "sqlite" or wrong != "1.5":
            with pytest.raises(Exception, match=r"(?i)balance_is_whole|failed|beyond|check"):
                change(house, f"UPDATE accounts SET balance = {wrong} WHERE name = 'player Ann'")


def change(house: House, statement: str) -> None:
    with house.database.transaction() as connection:
        connection.execute(text(statement))


# -- files that are nobody else's ----------------------------------------------------------------


def test_backups_and_exports_are_sealed_and_nobody_elses(
    run, sqlite: House, keys: Path, folder: Path
) -> None:
    file = str(sqlite.database.file)
    sqlite.close()
    made, log = folder / "b", folder / "l"
    assert run("backup", file, "-o", str(made), "--keys", str(keys)).exit_code == 0
    assert run("export", file, "-o", str(log), "--keys", str(keys)).exit_code == 0
    for path in (made, log):
        assert oct(path.stat().st_mode)[-3:] == "600"
        assert path.read_bytes().startswith(b"houseway sealed 1\n")
        assert b"Ann" not in path.read_bytes()
    assert "sealed" in run("restore", str(folder / "n.db"), str(made)).stderr
    assert "sealed" in run("audit", str(log)).stderr
    assert run("audit", str(log), "--keys", str(keys), "--workers", "1").exit_code == 0
    assert run("restore", str(folder / "n.db"), str(made), "--keys", str(keys)).exit_code == 0
    assert audit_database(f"sqlite:///{folder / 'n.db'}", workers=1).holds
    Keys.make(folder / "other")
    again = run("restore", str(folder / "m.db"), str(made), "--keys", str(folder / "other"))
    assert "another house" in again.stderr
    assert run("backup", file, "-o", str(made), "--plain").exit_code == 0
    assert made.read_bytes()[:2] == b"\x1f\x8b"
    assert oct(made.stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
def test_a_sealed_file_is_whole_or_refused(folder: Path, size: int) -> None:
    keys, path = Keys.make(folder / "k"), folder / "x"
    data = random.Random(size).randbytes(size)
    with write_to(path, keys) as file:
        file.write(data)
    with read_from(path, keys) as file:
        assert file.read() == data
    whole = path.read_bytes()
    cut, turned = whole[: len(whole) // 2], bytearray(whole)
    turned[-1] ^= 1
    missing = whole[:50] + whole[50 + PIECE + 16 :]
    for damaged in (cut, bytes(turned), whole + b"x", missing, whole[:-1]):
        path.write_bytes(damaged)
        with pytest.raises(Unusable, match="was altered"), read_from(path, keys) as file:
            file.read()


def test_a_house_on_a_medium_that_is_read_only(run, folder: Path) -> None:
    place = folder / "medium"
    place.mkdir()
    if (
        os.geteuid()
        or subprocess.run(
            ["mount", "-t", "tmpfs", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("nothing can be mounted here")
    try:
        keys, file = folder / "k", place / "house.db"
        with furnish(House.create(f"sqlite:///{file}", keys, "boss", "x")) as house:
            Playing(house, house.open_table("three-card-blitz", by="Flo")).rounds(1)
        for kept in place.glob("house.db-*"):
            kept.unlink()
        (place / "house.db.lock").unlink()
        shutil.copy(file, folder / "copy.db")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        assert run("audit", str(file), "--workers", "1").exit_code == 0
        assert run("house", "books", str(file)).exit_code == 0
        for command in ("export", "backup"):
            out = str(folder / command)
            made = run(command, str(file), "-o", out, "--keys", str(keys))
            assert made.exit_code == 0, made.output
        database = Database(f"sqlite:///{file}", reads_only=True)
        assert backup(database, folder / "again") > 10
        database.close()
    finally:
        subprocess.run(["umount", str(place)], check=True)
