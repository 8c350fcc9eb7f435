"""Guarantee 5 against somebody who can write to the database: what they rewrite, strip, cut off or
put back is found by the audit, and the house neither opens it nor pays it out nor signs it."""

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from attacks import Attacker, richer
from playing import Playing, other
from sqlalchemy import text

from houseway.ledger.audit import audit as audit_module
from houseway.ledger.audit.audit import audit_database, audit_file
from houseway.ledger.chain import heads as heads_module
from houseway.ledger.chain.anchor import Anchor
from houseway.ledger.chain.hash_chain import CAGE, canonical
from houseway.ledger.chain.lines import export
from houseway.ledger.chain.merkle import consistency
from houseway.ledger.chain.signed_notes import Checkpoint, Note, Verifier, sign
from houseway.ledger.chain.witness import Witness, request
from houseway.ledger.chain.witness_server import WitnessServer
from houseway.ledger.chain.witnessing import Asked, Log, Witnesses
from houseway.ledger.database.backup import backup, restore
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Broken, Unusable
from houseway.ledger.house import House
from until import until

BET = {"do": "bet", "seat": 1, "bets": {"ante": 1000, "blind": 1000}}


ATTACKS: dict[str, tuple[Callable[[Attacker, str], object], str, str]] = {
    "rewrite the books and strip every signature": (
        lambda by, url: (by.rewrite(CAGE, richer("Ann")), by.strip()),
        "nothing of it is signed",
        "nothing of this house is signed",
    ),
    "rewrite the books and leave the signatures": (
        lambda by, url: by.rewrite(CAGE, richer("Ann")),
        "its hash is not the one that was signed",
        "was not written by this house",
    ),
    "rewrite the books after the first signature, and strip all others": (
        lambda by, url: (by.rewrite(CAGE, richer("Ann")), by.strip(after=1)),
        "the anchor knows . heads, here are 1",
        "was not written by this house",
    ),
    "cut off rounds below a signed head": (
        lambda by, url: by.cut(1, 9),
        "are missing: .* was signed",
        "was not written by this house",
    ),
    "cut off rounds and the heads of that table": (
        lambda by, url: (by.cut(1, 9), by.do("DELETE FROM heads WHERE table_id = 1")),
        "the signed heads are not those that the house has signed",
        "signed head . was altered",
    ),
    "remove a table": (
        lambda by, url: by.remove_table(2),
        "the signed heads are not those that the house has signed",
        "signed head . was altered",
    ),
    "remove a table and strip every signature": (
        lambda by, url: (by.remove_table(2), by.strip()),
        "nothing of it is signed",
        "nothing of this house is signed",
    ),
    "take out a head in the middle": (
        lambda by, url: by.do(
            "DELETE FROM heads WHERE number = 2", "DELETE FROM checkpoints WHERE number = 2"
        ),
        "signed head 2 is missing",
        "signed head 2 is missing",
    ),
    "alter a head": (
        lambda by, url: by.do(f"UPDATE heads SET head = {other('head')} WHERE table_id = 1"),
        "the signed heads are not those that the house has signed",
        "signed head . was altered",
    ),
    "alter what a head says of the books": (
        lambda by, url: by.do(f"UPDATE checkpoints SET books = {other('books')}"),
        "the signed heads are not those that the house has signed",
        "signed head . was altered",
    ),
    "raise a balance": (
        lambda by, url: by.do(
            "UPDATE accounts SET balance = balance + 5 WHERE name = 'player Ann'",
            "UPDATE accounts SET balance = balance - 5 WHERE name = 'bank'",
        ),
        "player Ann stands at",
        "the balances are not those that were signed",
    ),
    "raise a balance with a transfer": (
        lambda by, url: (
            by.do("INSERT INTO transfers VALUES (1, 3, 9, 'paid', 'bank', 'player Ann', 5)"),
            by.rebalance(),
        ),
        "the transfers are not those of the entry",
        "the balances are not those that were signed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_rewritten_is_found_and_not_opened(played: str, keys: Path, attack: str) -> None:
    done, found, refused = ATTACKS[attack]
    with Attacker(played) as by:
        done(by, played)
    public = (keys / "public.key").read_text().strip()
    report = audit_database(played, public_key=public, anchor=keys / "anchor", workers=1)
    said = "\n".join(str(finding) for finding in report.findings)
    assert not report.holds
    assert re.search(found, said), said
    before = (keys / "anchor").read_text()
    with pytest.raises(Broken, match=refused):
        House.open(played, keys)
    assert (keys / "anchor").read_text() == before  # and nothing was signed


def test_an_old_copy_that_is_put_back_is_found_by_the_anchor(
    make: Callable[..., House], url: str, keys: Path, folder: Path
) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table).rounds(2)
    house.close()
    old = Database(url)
    backup(old, folder / "old.gz")
    old.close()
    with House.open(url, keys) as again:
        Playing(again, table, seed="more").rounds(4)
    target = f"sqlite:///{folder / 'back.db'}"
    database = Database(target)
    restore(database, folder / "old.gz")
    database.close()
    anchor, public = keys / "anchor", (keys / "public.key").read_text().strip()
    assert audit_database(target, public_key=public, workers=1).holds  # by itself it is whole
    report = audit_database(target, public_key=public, anchor=anchor, workers=1)
    assert "an older copy was put back" in str(report.findings[0])
    with pytest.raises(Broken, match="an older copy was put back"):
        House.open(target, keys)
    honest = audit_database(url, public_key=public, anchor=anchor, workers=1)
    assert honest.findings == []


def test_a_tail_that_is_cut_off_to_an_earlier_head_is_found_by_the_anchor(
    played: str, keys: Path
) -> None:
    """Entries, heads and all: what is left was signed once, and is not what is."""
    with Attacker(played) as by:
        number = by.connection.execute(text("SELECT MAX(number) FROM checkpoints")).scalar_one()
        last = by.connection.execute(
            text("SELECT table_id, seq FROM heads WHERE number < :n ORDER BY number"), {"n": number}
        )
        stood = dict(last.all())
        by.strip(after=number - 1)
        for table, seq in stood.items():
            by.cut(table, seq)
    public = (keys / "public.key").read_text().strip()
    report = audit_database(played, public_key=public, anchor=keys / "anchor", workers=1)
    assert any("the anchor knows" in str(one) for one in report.findings)
    with pytest.raises(Broken):
        House.open(played, keys)


@pytest.fixture
def log(sqlite: House, folder: Path) -> Path:
    Playing(sqlite, sqlite.open_table("three-card-blitz", by="Flo")).rounds(3)
    sqlite.close()
    export(sqlite.database, sqlite.keys, folder / "log.jsonl")
    return folder / "log.jsonl"


@pytest.mark.parametrize(
    ("without", "found"),
    [
        ({"head", "checkpoint"}, "nothing of it is signed"),
        ({"checkpoint"}, "nothing of it is signed"),
        ({"head"}, "the signed heads are not those that the house has signed"),
    ],
)
def test_a_file_without_its_signatures_does_not_hold(
    log: Path, keys: Path, without: set[str], found: str
) -> None:
    public = (keys / "public.key").read_text().strip()
    assert audit_file(log, public_key=public, anchor=keys / "anchor", workers=1).holds
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    kept = [line for line in lines if line["kind"] not in without]
    for older in (False, True):
        if older:  # the format of houses that signed every table by itself
            kept[0]["format"] = "houseway ledger 1"
        log.write_text("".join(canonical(line) + "\n" for line in kept))
        report = audit_file(log, public_key=public, workers=1)
        assert any(found in str(one) for one in report.findings) or (older and not report.holds)


def test_entries_that_should_have_been_signed_are_found(
    sqlite: House, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house whose signing was switched off: too many entries, or too old ones."""
    monkeypatch.setattr(heads_module.Heads, "sign", lambda self, connection: None)
    monkeypatch.setattr(audit_module, "now", lambda: "2100")
    table = sqlite.open_table("big-six", by="Flo")
    sqlite.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    url = f"sqlite:///{sqlite.database.file}"
    assert audit_database(url, workers=1).holds  # a few, made just now
    moment = "2026-01-02T03:04:05.000+00:00"
    monkeypatch.setattr(sqlite.store, "moment", lambda: "2099" + moment[4:])
    bet = {"do": "bet", "seat": 1, "bets": {"insignia_1": 100}}
    sqlite.do(table, bet, by="Ann", key="late")
    (found,) = (one for one in audit_database(url, workers=1).findings if one.table == table)
    assert "are not signed, and are due" in found.what
    monkeypatch.setattr(sqlite.store, "moment", lambda: moment)
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    for number in range(110):
        sqlite.do(table, bet, by="Ann", key=f"bet {number}")
        sqlite.do(table, {"do": "close"}, by="Dee", key=f"close {number}")
    found = [one for one in audit_database(url, workers=1).findings if one.table == table]
    assert any("are not signed, and are due" in one.what for one in found)


def test_signing_happens_in_time_though_nothing_more_is_done(make: Callable[..., House]) -> None:
    """A table and the house's own chain, and no command that would bring it about."""
    house = make(sign_after=0.2)
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    house.add_person("Eve", "player", "", by="boss")
    with house.database.reading() as connection:
        due = dict(connection.execute(text("SELECT id, seq FROM tables")).all())

    def signed() -> dict[int, int]:
        with house.database.reading() as connection:
            query = text("SELECT table_id, MAX(seq) FROM heads GROUP BY table_id")
            return dict(connection.execute(query).all())

    until(lambda: signed() == due, "not signed")
    house.close()


def test_a_house_signs_as_often_as_it_says(sqlite: House) -> None:
    for setting in ({"sign_every": 101}, {"sign_after": 61}, {"sign_every": 0}):
        with pytest.raises(Unusable, match="a house signs at least"):
            House(sqlite.database, sqlite.keys, **setting)


def test_what_is_altered_while_the_house_is_open_is_not_signed(
    make: Callable[..., House], url: str
) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    house.signing.now()
    signed = house.signing.heads.size
    with house.database.transaction() as connection:
        connection.execute(
            text("UPDATE accounts SET balance = balance + 1 WHERE name = 'player Ann'")
        )
    house.do(table, BET, by="Ann", key="bet")
    house.signing.now()
    assert house.signing.heads.size == signed
    with pytest.raises(Broken, match="the balance of player Ann does not follow"):
        house.do(table, {"do": "close"}, by="Dee", key="close")
    with pytest.raises(Broken, match="the balance of player Ann does not follow"):
        house.cash_out("Ann", 100, by="Flo", key="out")
    house.close()


# -- the anchor ----------------------------------------------------------------------------------


def test_an_anchor_that_a_power_cut_has_torn_goes_on(sqlite: House, keys: Path) -> None:
    path, key = keys / "anchor", sqlite.signing.heads.key
    whole = path.read_text()
    url = f"sqlite:///{sqlite.database.file}"
    sqlite.close()
    for torn in range(1, 60, 7):
        path.write_text(whole + "houseway/test\n99\nabc"[:torn])
        with House.open(url, keys) as house:
            house.add_person(f"P {torn}", "player", "", by="boss")
        last = Anchor(path, key).last()
        assert last is not None
        assert [one.size for one in Anchor(path, key).all()][-1] == last.size
        whole = path.read_text()


def test_another_houses_anchor_is_refused(sqlite: House, keys: Path, folder: Path) -> None:
    url = f"sqlite:///{sqlite.database.file}"
    sqlite.close()
    with House.create(f"sqlite:///{folder / 'b.db'}", folder / "k", "boss", "pw", name="b"):
        pass
    for wrong, why in ((folder / "k" / "anchor", "another house"), (keys / "public.key", "not an")):
        with pytest.raises(Unusable, match=why):
            House.open(url, keys, anchor=wrong)


# -- witnesses -----------------------------------------------------------------------------------


@pytest.fixture
def witness(sqlite: House, folder: Path) -> Iterator[tuple[Witness, str]]:
    one = Witness(folder / "w", "example.com/w", [sqlite.signing.heads.key])
    with WitnessServer(("127.0.0.1", 0), one) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield one, f"http://127.0.0.1:{server.server_address[1]} {one.key}"
        server.shutdown()


def test_a_witness_sees_a_rollback_although_the_anchor_is_gone(
    sqlite: House, keys: Path, folder: Path, witness: tuple[Witness, str]
) -> None:
    told = witness[1]
    url, file = f"sqlite:///{sqlite.database.file}", folder / "house.db"
    table = sqlite.open_table("three-card-blitz", by="Flo")
    sqlite.close()
    with House.open(url, keys, witnesses=[told]) as house:
        assert house.signing.witnesses.unwitnessed == []
        Playing(house, table).rounds(2)
    shutil.copy(file, folder / "old.db")
    with House.open(url, keys, witnesses=[told]) as house:
        Playing(house, table, seed="more").rounds(4)
    with House.open(url, keys, witnesses=[told]):
        pass
    cosigned = [line for line in (keys / "anchor").read_text().splitlines() if "com/w " in line]
    assert cosigned
    shutil.copy(folder / "old.db", file)
    (keys / "anchor").unlink()
    with pytest.raises(Broken, match=r"example.com/w has seen \d+ heads and there are \d+"):
        House.open(url, keys, witnesses=[told])
    with House.open(url, keys, witnesses=["http://127.0.0.1:1 " + told.split(" ")[1]]) as house:
        assert "does not answer" in house.signing.witnesses.unwitnessed[0].why


def test_a_witness_takes_only_what_follows(sqlite: House, folder: Path) -> None:
    key = sqlite.signing.heads.key
    one = Witness(folder / "w", "example.com/w", [key], clock=lambda: 1_700_000_000)
    notes, leaves = [], []
    for name in "abcde":
        sqlite.add_person(name, "player", "", by="boss")
        sqlite.signing.now()
        notes.append(sqlite.signing.heads.note)
    with sqlite.database.reading() as connection:
        leaves = heads_module.leaves(connection)
    sizes = [Checkpoint.parse(Note.parse(note).text).size for note in notes]
    first, second, third = sizes[:3]

    def ask(old: int, size: int, note: str) -> tuple[int, str]:
        proof = consistency(old, leaves[:size]) if 0 < old <= size else []
        reply = one.add_checkpoint(request(old, proof, note))
        return reply.status, reply.text

    status, text_ = ask(0, first, notes[0])
    assert status == 200
    cosigned = Note.parse(notes[0]).with_lines(text_, [one.key])
    assert one.key.signed(cosigned)
    assert len(cosigned.signatures) == 2
    assert ask(0, second, notes[1]) == (409, f"{first}\n")
    assert ask(first, second, notes[1])[0] == 200
    assert ask(second, second, notes[1])[0] == 200  # the same again
    assert ask(first, first, notes[0]) == (409, f"{second}\n")  # an older one
    assert ask(second, third, notes[1])[0] == 422  # another's proof
    bad = notes[2].replace("\n\n", "\nextension\n\n")
    assert ask(second, third, bad)[0] == 403
    assert ask(third, second, notes[1])[0] == 400
    assert one.add_checkpoint(b"\xff")[0] == 400
    assert one.add_checkpoint(b"new 1\n\nx")[0] == 400
    stranger = Witness(folder / "v", "example.com/v", [])
    assert stranger.add_checkpoint(request(0, [], notes[0]))[0] == 404
    again = Witness(folder / "w", "example.com/w", [key])  # it remembers
    assert again.add_checkpoint(request(0, [], notes[2])).text == f"{second}\n"
    assert again.key == one.key


def log_of(house: House) -> Log:
    with house.database.reading() as connection:
        leaves = heads_module.leaves(connection)
    return Log(house.signing.heads.key, house.signing.heads.note, leaves)


def test_a_fork_is_not_witnessed(sqlite: House, folder: Path) -> None:
    """A house that signs two histories is found out by whoever has seen the first."""
    key = sqlite.signing.heads.key
    one = Witness(folder / "w", "example.com/w", [key])
    asked = Asked("http://w", one.key)

    def send(url: str, body: bytes | None, seconds: float) -> tuple[int, str]:
        path = url.removeprefix("http://w")
        reply = one.checkpoint(path) if body is None else one.add_checkpoint(body)
        return reply.status, reply.text

    shutil.copy(str(sqlite.database.file), folder / "fork.db")
    fork = Database(f"sqlite:///{folder / 'fork.db'}")
    fork.close()
    url, keys = f"sqlite:///{folder / 'fork.db'}", folder / "keys"
    sqlite.add_person("Eve", "player", "", by="boss")
    sqlite.signing.now()
    (shown,) = Witnesses([asked], send).show(lambda: log_of(sqlite))
    assert "example.com/w" in shown
    with House.open(url, keys, anchor=folder / "other anchor") as house:
        house.add_person("Eva", "player", "", by="boss")
        house.signing.now()
        with pytest.raises(Broken, match="has seen other heads"):
            Witnesses([asked], send).show(lambda: log_of(house))


def test_the_witness_at_its_door(witness: tuple[Witness, str], sqlite: House) -> None:
    url = witness[1].split(" ")[0]
    with pytest.raises(OSError, match="HTTP Error 404"):
        urlopen(f"{url}/other", data=b"x")
    with pytest.raises(OSError, match="HTTP Error 413"):
        urlopen(f"{url}/add-checkpoint", data=b"x" * 100_000)
    with pytest.raises(OSError, match="HTTP Error 400"):
        urlopen(f"{url}/add-checkpoint", data=b"x")
    with pytest.raises(OSError, match="HTTP Error 404"):
        urlopen(f"{url}/add-checkpoint")
    with pytest.raises(Unusable, match="a URL and its key"):
        Asked.parse("example.com")
    stranger = Verifier("houseway/x", bytes(32))
    note = sign(Checkpoint("houseway/x", 1, bytes(32)).text, stranger, sqlite.keys.sign_bytes)
    asked = Witnesses([Asked.parse(witness[1])])
    assert asked.show(lambda: Log(stranger, str(note), [b""])) == []
    assert "does not take the checkpoint (404)" in asked.unwitnessed[0].why
