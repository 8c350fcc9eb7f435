"""The commands of a durable house, as a person types them."""

import json
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from furnished import furnish
from playing import Playing
from pokerkit import HandHistory
from sqlalchemy import text

from houseway.ledger.chain.keys import Keys
from houseway.ledger.chain.witness import Witness
from houseway.ledger.chain.witness_server import WitnessServer
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import record


@pytest.fixture
def made(folder: Path, keys: Path) -> str:
    """A house with a few rounds in it; closed."""
    file = folder / "house.db"
    with furnish(House.create(f"sqlite:///{file}", keys, "boss", "pw")) as house:
        house.add_person("Gus", "player", "", by="boss")  # a guest: no password
        Playing(house, house.open_table("three-card-blitz", by="Flo")).rounds(3)
    return str(file)


def test_a_house_is_made_and_gets_people(run, folder: Path) -> None:
    house, keys = str(folder / "new.db"), str(folder / "new keys")
    result = run("house", "init", house, "--keys", keys, "--admin", "eva", typed="pw\npw\n")
    assert result.exit_code == 0, result.output
    assert "its key is" in result.stdout
    add = ["house", "add", house, "Ann", "--by", "eva", "--keys", keys]
    assert run(*add, typed="pw\nan\nan\n").exit_code == 0
    assert run(*add, typed="wrong\nan\nan\n").exit_code == 2
    listed = run("house", "people", house, "--keys", keys)
    assert "Ann" in listed.stdout
    found = json.loads(run("house", "people", house, "--keys", keys, "--json").stdout)
    assert {"name": "Ann", "role": "player", "balance": 0} in found


def test_audit_export_and_books(run, made: str, keys: Path, folder: Path) -> None:
    result = run("audit", made, "--workers", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("It holds.\n")
    log = str(folder / "log.jsonl")
    assert run("export", made, "-o", log, "--plain", "--keys", str(keys)).exit_code == 0
    checked = run("audit", log, "--key", str(keys / "public.key"), "--json")
    assert json.loads(checked.stdout)["holds"]
    assert run("house", "books", made).exit_code == 0
    lines = Path(log).read_text().replace('"by":"Ann"', '"by":"Eve"', 1)
    Path(log).write_text(lines)
    result = run("audit", log, "--workers", "1")
    assert result.exit_code == 1
    assert "was altered" in result.stdout
    assert "It does not hold" in result.stdout


def test_a_log_without_signatures_is_not_approved(run, refused, made: str, keys: Path) -> None:
    public = (keys / "public.key").read_text().strip()
    rounds = keys.parent / "rounds.jsonl"
    with House.open(f"sqlite:///{made}", keys) as house:
        line = record(house, 1, 1).log.to_json()
        log_key = str(house.signing.heads.key)
    rounds.write_text(json.dumps(line) + "\n")
    audit = ["audit", str(rounds), "--workers", "1"]
    told = run(*audit)
    assert told.exit_code == 3
    assert told.stdout.endswith("Payments follow from these cards; the log is not signed.\n")
    assert "It holds" not in told.stdout
    assert not json.loads(run(*audit, "--json").stdout)["signed"]
    for key in (public, log_key, str(keys / "public.key")):
        told = run(*audit, "--key", key)
        assert told.exit_code == 1
        assert "the log has no signature to check" in told.stdout
        assert run("audit", made, "--workers", "1", "--key", key).exit_code == 0
    other = "ab" * 32
    assert run("audit", made, "--workers", "1", "--key", other).exit_code == 1
    assert "only the fingerprint" in refused(*audit, "--key", public[:16])
    assert "is not a key" in refused(*audit, "--key", "nowhere.key")


def test_an_audit_asks_for_the_signature_of_a_witness(run, refused, folder: Path) -> None:
    file, keys = folder / "house.db", folder / "keys"
    House.create(f"sqlite:///{file}", keys, "boss", "pw").close()
    with House.open(f"sqlite:///{file}", keys) as house:
        one = Witness(folder / "w", "example.com/w", [house.signing.heads.key])
        stranger = Witness(folder / "v", "example.com/v", [])
    with WitnessServer(("127.0.0.1", 0), one) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        shown = f"http://127.0.0.1:{server.server_address[1]} {one.key}"
        with furnish(House.open(f"sqlite:///{file}", keys, witnesses=[shown])) as house:
            Playing(house, house.open_table("three-card-blitz", by="Flo")).rounds(1)
        server.shutdown()
    audit = ["audit", str(file), "--workers", "1", "--anchor", str(keys / "anchor")]
    told = run(*audit, "--witness", str(one.key))
    assert told.exit_code == 0, told.output
    assert "The witness example.com/w has signed" in told.stdout
    told = run(*audit, "--witness", str(stranger.key))
    assert told.exit_code == 1
    assert "the witness example.com/v has signed no checkpoint here" in told.stdout
    assert "--witness requires --anchor" in refused("audit", str(file), "--witness", str(one.key))


def test_wrong_books_are_told(run, made: str) -> None:
    database = Database(f"sqlite:///{made}")
    with database.transaction() as connection:
        connection.execute(text("UPDATE accounts SET balance = balance + 7 WHERE name = 'bank'"))
    database.close()
    result = run("house", "books", made, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["total"] == 7


def test_backup_and_restore(run, made: str, folder: Path) -> None:
    file, again = str(folder / "b.gz"), str(folder / "again.db")
    assert run("backup", made, "-o", file, "--plain").exit_code == 0
    assert run("restore", again, file).exit_code == 0
    assert run("audit", again, "--workers", "1").exit_code == 0
    assert run("restore", again, file).exit_code == 2


def test_what_is_no_house_is_refused_in_one_line(run, refused, folder: Path) -> None:
    (folder / "text").write_text("hello\n")
    assert "is not JSON" in refused("audit", str(folder / "text"))
    assert "No such file" in refused("audit", str(folder / "nowhere"))
    migrate = ("house", "migrate", str(folder / "text"))
    assert "no keys" in refused(*migrate)
    Keys.make(folder / "k")
    assert "not a database" in refused(*migrate, "--keys", str(folder / "k"))
    assert "holds no house" in refused(
        "backup", str(folder / "e.db"), "--plain", "-o", str(folder / "x")
    )


def test_hands_of_poker_are_written_from_a_house(run, folder: Path, keys: Path) -> None:
    file = folder / "house.db"
    with furnish(House.create(f"sqlite:///{file}", keys, "boss", "pw")) as house:
        Playing(house, house.open_table("three-card-blitz", by="Flo")).rounds(1)
        table = house.open_table("poker", options={"rake_percent": 0}, by="Flo")
        for seat, name in ((1, "Ann"), (2, "Bob")):
            house.do(table, {"do": "sit", "seat": seat}, by=name, key=f"sit {seat}")
            bet = {"do": "bet", "seat": seat, "bets": {"stakes": 10_000}}
            house.do(table, bet, by=name, key=f"bet {seat}")
        for round in ("1", "2"):
            if round == "2":
                house.do(table, {"do": "begin"}, by="Dee", key="begin 2")
            house.do(table, {"do": "close"}, by="Dee", key=f"close {round}")
            first = house.waiting(table)["who"]
            fold = {"do": "act", "who": first, "what": "fold"}
            house.do(table, fold, by={1: "Ann", 2: "Bob"}[first], key=f"fold {round}")
    out = folder / "out.phhs"
    export = ["hands", "export", str(file), "--keys", str(keys), "--out", str(out)]
    result = run(*export, "--table", str(table))
    assert result.exit_code == 0, result.output
    assert "2 hands are in" in result.stdout
    hands = list(HandHistory.load_all(out.open("rb")))
    assert [hand.hand for hand in hands] == [f"{table}-1", f"{table}-2"]
    assert hands[0].starting_stacks == [100, 100]
    assert hands[1].starting_stacks != [100, 100]
    every = run(*export)
    assert every.exit_code == 1  # a round of another game is named, and the others are written
    assert "no common format" in every.stderr
    log = folder / "log.jsonl"
    log.write_text("")
    assert run("hands", "export", str(log), "--table", "1").exit_code == 2


def test_payout_funds_from_the_command_line(run, made: str, keys: Path, folder: Path) -> None:
    def paper(**fields: object) -> str:
        path = folder / "paper.yaml"
        path.write_text(json.dumps(fields))
        return str(path)

    own = ["--keys", str(keys)]
    report = run("house", "payouts", "report", made, *own)
    assert report.exit_code == 0, report.output
    assert "poker (nj) bad_beat: nothing is filed, it may not be offered." in report.stdout
    plan = {"submitted": "2026-11-02", "contributions": "at the notice", "patrons": "a drawing",
            "method": "box", "place": "cage"}  # fmt: skip
    file = ["house", "payouts", "file", made, "bad_beat", paper(**plan), "--game", "poker"]
    as_flo = ["--by", "Flo", *own]
    result = run(*file, *as_flo, typed="Flo's password\n")
    assert result.exit_code == 0, result.output
    result = run(*file, "--by", "Ann", *own, typed="Ann's password\n")
    assert (result.exit_code, "may not" in result.stderr) == (2, True)
    with House.open(f"sqlite:///{made}", keys) as house:
        meters = {"bad_beat": {"link": "Bad Beat"}}
        house.open_table("poker", options={"jackpot": "bad_beat"}, meters=meters, by="Flo")
    report = run("house", "payouts", "report", made, *own)
    assert report.exit_code == 1, "the display is to be adjusted"
    assert "due: the display is to be adjusted from $0 to $0" in report.stdout
    adjust = {"display": 0, "seen": 0, "adjusted_by": {"name": "Abe", "position": "accounting"},
              "watched_by": {"name": "Sam", "position": "poker_supervisor"}}  # fmt: skip
    do = ["house", "payouts", "do", made, "Bad Beat", "adjust"]
    result = run(*do, paper(**{**adjust, "display": 5}), *as_flo, typed="Flo's password\n")
    assert result.exit_code == 2
    assert "the record shows $0, not $5 [14.19(k), 14.19(k)1]" in result.stderr
    result = run(*do, paper(**adjust), *as_flo, typed="Flo's password\n")
    assert result.exit_code == 0, result.output
    found = json.loads(run("house", "payouts", "report", made, *own, "--json").stdout)
    assert [(one["fund"], one["due"], one["display"]) for one in found] == [("Bad Beat", [], 0)]
    form = folder / "form.html"
    printed = run("house", "payouts", "form", "101", "-o", str(form), "--game", "poker")
    assert printed.exit_code == 0, printed.output
    text = form.read_text()
    assert text.count("No. 101") == 2
    assert all(word in text for word in ("Original", "Duplicate", "drop box", "accounting box"))
    assert run("audit", made, "--workers", "1").exit_code == 0


def person(house: str, query: str) -> Any:
    database = Database(f"sqlite:///{house}", reads_only=True)
    try:
        with database.reading() as connection:
            return connection.execute(text(query)).scalar()
    finally:
        database.close()


def test_a_link_for_one_person(run, made: str) -> None:
    shown = run("house", "link", made, "Gus", "--at", "https://house.example/")
    assert shown.exit_code == 0, shown.output
    assert "Link for Gus (player; works once, for seven days):" in shown.stdout
    assert re.search(r"https://house\.example/enter\?token=\S{32}\n", shown.stdout)
    assert person(made, "SELECT person FROM links") == "Gus"
    assert run("house", "link", made, "Nobody").stderr == "houseway: there is no user 'Nobody'\n"


def test_a_forgotten_password_is_taken_away_on_record(run, made: str) -> None:
    refused = run("house", "link", made, "boss")
    assert refused.exit_code == 2
    assert "boss signs in with a password; remove it with --forget-password first" in refused.stderr
    assert person(made, "SELECT count(*) FROM links") == 0
    assert run("house", "link", made, "boss", "--forget-password").exit_code == 0
    assert person(made, "SELECT password FROM people WHERE name = 'boss'") == ""
    taken = "SELECT giver FROM door_log WHERE person = 'boss' AND note = 'taken away'"
    assert person(made, taken) == "the operator"


def test_a_link_is_made_while_the_house_is_open(run, made: str, keys: Path) -> None:
    with House.open(f"sqlite:///{made}", keys):
        assert run("house", "link", made, "Gus").exit_code == 0


def test_a_symbolic_link_to_the_file_is_the_same_house(made: str, keys: Path, folder: Path) -> None:
    (folder / "other").mkdir()
    other = folder / "other" / "house.db"
    other.symlink_to(made)
    with (
        House.open(f"sqlite:///{made}", keys),
        pytest.raises(Unavailable, match="one process runs a house kept in SQLite"),
    ):
        House.open(f"sqlite:///{other}", keys)


def test_status_says_how_far_a_house_is_signed_and_witnessed(
    run, made: str, keys: Path, folder: Path
) -> None:
    status = ["house", "status", made, "--keys", str(keys)]
    told = run(*status).stdout
    assert re.search(r"^House \w+: \d+ heads signed, last 20.* UTC$", told, re.M)
    assert "Not witnessed: no witness has been asked" in told
    with House.open(f"sqlite:///{made}", keys) as house:
        key = house.signing.heads.key
        one = Witness(folder / "w", "example.com/w", [key])
        dead = [f"http://127.0.0.1:1 {one.key}"]
    with House.open(f"sqlite:///{made}", keys, witnesses=dead) as house:
        house.add_person("Eve", "player", "", by="boss")
        lines = run(*status).stdout.splitlines()  # beside the process that runs it
        assert "Not signed yet: 1 entries" in lines
        assert lines[-1].startswith("Not witnessed by example.com/w since 20")
        assert lines[-1].endswith(" does not answer; it has signed nothing yet")
    found = json.loads(run(*status, "--json").stdout)
    assert found["heads"] == found["anchored"]
    assert found["unsigned"] == 0
    assert found["witnesses"][0]["why"].endswith("does not answer")


def test_a_witness_with_garbage_in_its_files_says_so_in_one_line(
    refused, made: str, keys: Path, folder: Path
) -> None:
    with House.open(f"sqlite:///{made}", keys) as house:
        key = house.signing.heads.key
        one = Witness(folder / "w", "example.com/w", [key])
        one._file(key.name).write_bytes(b"\xff garbage")
    said = refused("witness", str(folder / "w"), "--log", str(key), "--port", "0")
    assert "is not a checkpoint of" in said


def test_clocks_that_are_ahead_are_listed_and_set_back(run, made: str, keys: Path) -> None:
    ahead = int(time.time() // 60) + 60
    with House.open(f"sqlite:///{made}", keys, clock=lambda: ahead) as house:
        table = house.open_table("big-six", by="Flo")
        house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
        later = ahead + 5
        house._clock = lambda: later
        house.do(table, {"do": "leave", "seat": 1}, by="Ann", key="leave")
    clock = ["house", "clock", made, "--keys", str(keys)]
    told = run(*clock).stdout
    assert re.fullmatch(rf"Table {table}: 6\d minutes ahead of the house's clock\.\n", told)
    assert run(*clock, "--by", "Ann", typed="Ann's password\n").exit_code == 2
    told = run(*clock, "--by", "Flo", typed="Flo's password\n").stdout
    assert told.endswith(f"Table {table}: set back.\n"), told
    assert run(*clock).stdout == "No table's clock is ahead of the house's.\n"
