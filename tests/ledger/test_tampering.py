"""Guarantee 5: whatever is altered, removed, moved or put in, the audit names it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from kinds import one_of_each_family
from playing import Playing, other
from sqlalchemy import text

from houseway.games import open_table
from houseway.ledger.audit.audit import audit_database, audit_file
from houseway.ledger.audit.work import Report
from houseway.ledger.books import Accounts, Move
from houseway.ledger.chain.hash_chain import canonical, link
from houseway.ledger.chain.lines import export
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.referee.events import Event
from houseway.rulebook.money import FINE

ARCHETYPES = one_of_each_family()


@pytest.fixture
def exported(sqlite: House, folder: Path) -> Path:
    """A few rounds as a file."""
    Playing(sqlite, sqlite.open_table("three-card-blitz", by="Flo")).rounds(2)
    sqlite.close()
    path = folder / "log.jsonl"
    export(sqlite.database, sqlite.keys, path)
    return path


def change(url: str, *statements: str) -> None:
    """Somebody with the database's password and no keys."""
    database = Database(url)
    with database.engine.connect() as connection:
        if database.kind == "sqlite":
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        for statement in statements:
            connection.execute(text(statement))
        connection.commit()
    database.close()


def first(report: Report) -> str:
    assert not report.holds
    return str(report.findings[0])


@pytest.mark.parametrize("game", ARCHETYPES)
def test_an_honest_log_holds(sqlite: House, game: str, folder: Path) -> None:
    table = sqlite.open_table(game, by="Flo")
    Playing(sqlite, table).rounds(5)
    sqlite.close()
    report = audit_database(sqlite.database.engine.url.render_as_string(), workers=1)
    assert report.findings == []
    assert report.rounds >= 5
    assert report.shuffles >= 1 or report.secret == 1
    assert report.unsigned == 0
    export(sqlite.database, sqlite.keys, folder / "log.jsonl")
    again = audit_file(folder / "log.jsonl", workers=1, public_key=sqlite.keys.public)
    assert again.ended  # a file says where it ends
    assert {**again.to_json(), "ended": False} == report.to_json()


def test_an_honest_database_holds(played: str) -> None:
    report = audit_database(played, workers=2)
    assert report.findings == []
    assert report.tables == 2


SOME = "table_id = 1 AND seq = 6"
TAMPERINGS = {
    "an altered body": (
        [f"UPDATE entries SET body = replace(body, 'Ann', 'Eve') WHERE {SOME}"],
        "table 1, entry 6: entry 6 was altered",
    ),
    "a body that is no JSON": (
        [f"UPDATE entries SET body = 'x' WHERE {SOME}"],
        "table 1, entry 6: entry 6 was altered",
    ),
    "an altered hash": (
        [f"UPDATE entries SET hash = prev WHERE {SOME}"],
        "table 1, entry 6: entry 6 was altered",
    ),
    "a missing entry": (
        [
            "DELETE FROM transfers WHERE table_id = 1 AND seq = 6",
            f"DELETE FROM entries WHERE {SOME}",
        ],
        "table 1, entry 6: entry 6 is missing",
    ),
    "two entries exchanged": (
        [
            f"UPDATE entries SET seq = -1 WHERE {SOME}",
            "UPDATE entries SET seq = 6 WHERE table_id = 1 AND seq = 7",
            "UPDATE entries SET seq = 7 WHERE table_id = 1 AND seq = -1",
        ],
        "table 1, entry 6: entry 6 was altered: it says that it is another",
    ),
    "an entry put in before the first": (
        [
            "INSERT INTO entries SELECT table_id, 0, 'new', asked, prev, hash, body, answer"
            f" FROM entries WHERE {SOME}"
        ],
        "table 1, entry 0: entry 0 comes after 0: it was inserted or moved",
    ),
    "the end cut off": (
        [
            "DELETE FROM transfers WHERE table_id = 1 AND seq > 8",
            "DELETE FROM entries WHERE table_id = 1 AND seq > 8",
        ],
        "table 1, entry 9: entries 9 to",
    ),
    "a whole table removed": (
        [f"DELETE FROM {name} WHERE table_id = 1" for name in ("heads", "transfers", "entries")]
        + ["DELETE FROM tables WHERE id = 1"],
        "table 1, entry 1: the table was opened, but none of its entries is there",
    ),
    "a signature removed and the end cut off": (
        [
            "DELETE FROM heads WHERE table_id = 1 AND seq > 8",
            "DELETE FROM transfers WHERE table_id = 1 AND seq > 8",
            "DELETE FROM entries WHERE table_id = 1 AND seq > 8",
        ],
        "table 1, entry 9: entries 9 to",
    ),
    "a forged signature": (
        ["UPDATE checkpoints SET note = replace(note, 'houseway/test', 'houseway/text')"],
        "a checkpoint is not signed by this house",
    ),
    "a balance": (
        ["UPDATE accounts SET balance = balance + 1 WHERE name = 'player Ann'"],
        "player Ann stands at",
    ),
    "a transfer": (
        ["UPDATE transfers SET amount = amount + 100 WHERE table_id = 1 AND kind = 'wagered'"],
        "the transfers are not those of the entry",
    ),
    "where somebody has sat": (
        ["DELETE FROM visits WHERE person = 'Ann'"],
        "whether Ann has sat there is told in two ways",
    ),
    "a transfer of no entry": (
        ["INSERT INTO transfers VALUES (7, 7, 0, 'gift', 'bank', 'player Ann', 5)"],
        "a transfer belongs to no entry",
    ),
    "somebody's role": (
        ["UPDATE people SET role = 'admin' WHERE name = 'Ann'"],
        "Ann is admin, but the house has made them player",
    ),
    "somebody whom nobody has let in": (
        ["INSERT INTO people (name, role, password) VALUES ('Eve', 'floor', '')"],
        "Eve is floor, but the house has made them nobody",
    ),
    "somebody who is gone": (
        ["UPDATE people SET name = 'Bo' WHERE name = 'Cid'"],
        "Cid is nobody, but the house has made them player",
    ),
    "a key of a command": (
        [f"UPDATE entries SET key = 'another' WHERE {SOME}"],
        "table 1, entry 6: its key is not the one that it was given under",
    ),
    "a key of a command at the cage": (
        ["UPDATE entries SET key = 'another' WHERE table_id = 0 AND seq = 6"],
        "table 0, entry 6: its key is not the one that it was given under",
    ),
    "who asked for what": (
        [f"UPDATE entries SET asked = {other('asked')} WHERE {SOME}"],
        "table 1, entry 6: what is kept of who asked for what is not what was asked",
    ),
    "an answer": (
        [f"""UPDATE entries SET answer = '{{"waiting"\\:{{}} }}' WHERE {SOME}"""],
        "the answer that is kept is not the one that was given",
    ),
    "the answer to who opened a table": (
        ["UPDATE entries SET answer = replace(answer, '1', '2') WHERE table_id = 0"],
        "the answer that is kept is not the one that was given",
    ),
    "a kind of transfer": (
        ["UPDATE transfers SET kind = 'fee' WHERE table_id = 1 AND seq = 6 AND number = 0"],
        "table 1, entry 6: the transfers are not those of the entry",
    ),
    "a kind of transfer at the cage": (
        ["UPDATE transfers SET kind = 'gift' WHERE table_id = 0"],
        "the transfers are not those of the entry",
    ),
    "the terms of a meter": (
        ["UPDATE meters SET terms = replace(terms, '%', '0%')"],
        "is not the one that tables were opened with",
    ),
    "a meter's link": (
        [
            "UPDATE tables SET settings = replace(settings, '{}', '{\"meter_1\":\"x\"}')"
            " WHERE id = 1"
        ],
        "the settings that the table goes on from is not what the log left",
    ),
    "a meter that no table has": (
        ["INSERT INTO meters (name, terms) VALUES ('x', '{}')"],
        "the meter 'x' is not the one that tables were opened with",
    ),
    "sealed chance that is nonsense": (
        ["UPDATE tables SET chance = 'x' WHERE id = 2"],
        "the chance that the table goes on from is not what the log left",
    ),
    "chance that nothing was committed to": (
        ["""UPDATE tables SET chance = '{"live"\\:{"commitment"\\:"00"}}' WHERE id = 1"""],
        "the chance that the table goes on from is not what the log left",
    ),
    "a table that was closed": (
        ["UPDATE tables SET open = NOT open WHERE id = 1"],
        "the open that the table goes on from is not what the log left",
    ),
    "the game of a table": (
        ["UPDATE tables SET game = 'craps' WHERE id = 1"],
        "the game that the table goes on from is not what the log left",
    ),
    "where a table rested": (
        ["UPDATE tables SET boundary = 1 WHERE id = 1"],
        "the boundary that the table goes on from is not what the log left",
    ),
    "a notice": (
        [
            "INSERT INTO notices (table_id, seq, change, posted_at, announced_at, effective_at)"
            " VALUES (1, 3, '{}', 0, 0, 0)"
        ],
        "a notice of new rules is not the one that was given",
    ),
    "what a table goes on from": (
        [
            "UPDATE tables SET data = replace(data, '\"minutes\"', '\"minutes\" ') WHERE id = 1",
            "UPDATE tables SET data = replace(data, 'Ann', 'Eve') WHERE id = 1",
        ],
        "the data that the table goes on from is not what the log left",
    ),
    "the rules that a table goes on from": (
        ["UPDATE tables SET rules = replace(rules, '100000', '900000') WHERE id = 1"],
        "the rules that the table goes on from is not what the log left",
    ),
    "a rulebook": (
        ["UPDATE rulebooks SET content = replace(content, '50 to 1', '60 to 1')"],
        "has been altered",
    ),
    "the public key": (
        [f"UPDATE house SET public_key = {other('public_key')}"],
        "a checkpoint is not signed by this house",
    ),
}


@pytest.mark.parametrize("kind", TAMPERINGS)
def test_tampering_with_the_database_shows(played: str, kind: str) -> None:
    statements, expected = TAMPERINGS[kind]
    change(played, *statements)
    report = audit_database(played, workers=1)
    found = [str(finding) for finding in report.findings]
    assert any(expected in line for line in found), found
    if expected.startswith("table 1"):
        first_of_it = next(line for line in found if line.startswith("table 1"))
        assert first_of_it.startswith(expected), found


def edit(path: Path, how: Callable[[list[dict]], None]) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    how(lines)
    path.write_text("".join(canonical(line) + "\n" for line in lines))


def of_table_1(lines: list[dict]) -> list[int]:
    return [n for n, line in enumerate(lines) if line["kind"] == "entry" and line["table"] == 1]


def test_every_single_entry_of_a_file_is_watched(exported: Path) -> None:
    """Alter, remove, repeat and move each entry in turn: it is always the first one named."""
    whole = [json.loads(line) for line in exported.read_text().splitlines()]
    entries = of_table_1(whole)
    for at, number in enumerate(entries, 1):
        for kind in ("alter", "remove", "repeat", "swap"):
            lines = list(whole)
            if kind == "alter":
                body = {**lines[number]["body"], "by": "Eve"}
                lines[number] = {**lines[number], "body": body}
            elif kind == "remove":
                del lines[number]
            elif kind == "repeat":
                lines.insert(number + 1, lines[number])
            elif at < len(entries):
                other = entries[at]
                lines[number], lines[other] = lines[other], lines[number]
            else:
                continue
            exported.write_text("".join(canonical(line) + "\n" for line in lines))
            found = audit_file(exported, workers=1).findings[0]
            assert (found.kind, found.table, found.seq) == ("chain", 1, at), (kind, at, str(found))


def test_a_chain_made_anew_is_not_the_one_that_was_signed(exported: Path) -> None:
    """Somebody alters an entry and computes all hashes after it again."""

    def forge(lines: list[dict]) -> None:
        head = ""
        for number in of_table_1(lines):
            line = lines[number]
            if line["seq"] == 3:
                line["body"]["by"] = "Eve"
            if line["seq"] >= 3:
                line["prev"] = head
                line["hash"] = link(head, canonical(line["body"]))
            head = line["hash"]

    edit(exported, forge)
    assert "an entry from 2 to" in first(audit_file(exported, workers=1)) or "was altered" in first(
        audit_file(exported, workers=1)
    )


def test_a_file_that_breaks_off_is_not_whole(exported: Path) -> None:
    lines = exported.read_text().splitlines()
    exported.write_text("\n".join(lines[:-1]) + "\n")
    assert "the log breaks off" in first(audit_file(exported, workers=1))
    exported.write_text("\n".join(lines)[:-40])
    with pytest.raises(ValueError, match="is not JSON"):
        audit_file(exported, workers=1)


def test_another_houses_key_is_not_accepted(exported: Path) -> None:
    assert "another public key" in first(audit_file(exported, workers=1, public_key="00" * 32))


def test_a_payment_that_was_not_due_is_listed_with_cite_and_amount(sqlite: House) -> None:
    """A house that lies, with valid hashes and signatures, is found by the referee."""
    table = sqlite.open_table("three-card-blitz", by="Flo")
    sqlite.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    bets = {"ante": 1000, "blind": 1000}
    sqlite.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ann", key="bet")
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    live = sqlite._live[table]
    honest = live.since

    def lie(mark):
        gift = Event("paid", 1, "win", "ante", 700, 0, "rack", "seat 1", cite="51.11(b)")
        return [*honest(mark), gift]

    live.since = lie
    sqlite.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    sqlite.close()
    report = audit_database(sqlite.database.engine.url.render_as_string(), workers=1)
    assert [str(finding) for finding in report.findings] == [
        "table 1, entry 5, round 1: seat 1 ante came to -$3; -$10 was due [51.1 Fold, 51.10(d)1]"
    ]
    (found,) = report.findings
    assert (found.recorded, found.due) == (-300 * FINE, -1000 * FINE)


def test_a_log_of_another_system_is_judged_by_the_same_referee(folder: Path) -> None:
    """A plain log of rounds with a wrong payment, a late bet and a record that breaks off."""
    table = open_table("three-card-blitz", seed=22)
    table.sit(1, "Ann")
    for _ in range(250):
        table.bet(1, ante=1000, blind=1000)
        table.close()
        table.act(1, "play")
    records = [json.loads(json.dumps(record.to_json())) for record in table.records]
    wrong = next(e for e in records[20]["events"] if e["kind"] in ("paid", "taken"))
    wrong["amount"] += 500
    records[30]["inputs"].append({"do": "bet", "who": 1, "amounts": {"ante": 1000}})
    records[40]["inputs"].pop()
    del records[50]["start"]
    path = folder / "rounds.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    for workers in (1, 2):
        report = audit_file(path, workers=workers)
        assert report.rounds == 250
        assert [f.seq for f in report.findings] == [21, 31, 41, 51]
        payment, late, short, broken = report.findings
        assert payment.kind == "payment"
        assert payment.cite
        assert abs((payment.recorded or 0) - (payment.due or 0)) == 500 * FINE
        assert "is refused: the round is over" in late.what
        assert "stops before" in short.what
        assert "not a record" in broken.what


def test_a_file_of_another_kind_is_refused(folder: Path) -> None:
    path = folder / "other.jsonl"
    path.write_text('{"format": "something else"}\n')
    with pytest.raises(ValueError, match="something else"):
        audit_file(path)
    with pytest.raises(ValueError, match="No such file"):
        audit_file(folder / "nowhere.jsonl")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "UPDATE tables SET data = replace(data, 'Ann', 'Eve') WHERE id = 1",
            "left as was altered",
        ),
        (
            "UPDATE tables SET rules = replace(rules, '100000', '900000') WHERE id = 1",
            "left as was altered",
        ),
        (
            "UPDATE tables SET settings = replace(settings, '{}', '{\"meter_1\":\"x\"}')",
            "was not written by this house",
        ),
        ("UPDATE tables SET chance = '{}' WHERE id = 1", "was not written by this house"),
        (
            "UPDATE tables SET chance = replace(chance, 'position', 'positron') WHERE id = 1",
            "was not written by this house",
        ),
        (
            "UPDATE entries SET body = replace(body, '1000', '9000') WHERE table_id = 1",
            "was altered",
        ),
        (
            "UPDATE tables SET head = prev FROM (SELECT prev FROM entries WHERE table_id = 1"
            " ORDER BY seq DESC LIMIT 1) AS last WHERE id = 1",
            "was not written by this house",
        ),
    ],
)
def test_an_altered_table_is_not_played_on(
    make: Callable[..., House], url: str, keys: Path, statement: str, reason: str
) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    bets = {"ante": 1000, "blind": 1000}
    house.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ann", key="bet")
    house.close()
    change(url, statement)
    with pytest.raises(Broken, match=reason), House.open(url, keys) as again:
        again.do(table, {"do": "close"}, by="Dee", key="close")


def test_money_that_is_booked_without_an_event_shows(
    sqlite: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that books a gift, with valid hashes and signatures and balances that fit."""
    table = sqlite.open_table("three-card-blitz", by="Flo")
    sqlite.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    honest = Accounts.moves
    gift = Move("paid", "table 1 rack", "player Ann", 100)
    monkeypatch.setattr(Accounts, "moves", lambda self, events: [*honest(self, events), gift])
    bets = {"ante": 1000, "blind": 1000}
    sqlite.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ann", key="bet")
    monkeypatch.undo()
    assert sqlite.reconcile().holds
    sqlite.close()
    url = sqlite.database.engine.url.render_as_string()
    report = audit_database(url, keys=sqlite.keys, workers=1)
    assert [str(finding) for finding in report.findings] == [
        "table 1, entry 3, round 1: the money booked is not the money that its events move"
    ]
