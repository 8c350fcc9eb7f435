"""One table out of a house: what an audit makes of it, and what is not in it yet."""

import json
from pathlib import Path

import pytest
from kinds import one_of_each_family
from playing import Playing

from houseway.equipment.cards import UNKNOWN
from houseway.ledger.audit import extract
from houseway.ledger.audit.audit import audit_file
from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import record

BETS = {"ante": 1000, "blind": 1000}


def write(house: House, table: int, path: Path) -> list[str]:
    lines = [canonical(line) for line in extract.of_table(house, table)]
    path.write_text("\n".join(lines) + "\n")
    return lines


@pytest.mark.parametrize("game", one_of_each_family())
def test_an_audit_accepts_one_table_of_several(sqlite: House, folder: Path, game: str) -> None:
    for name in (next(one for one in one_of_each_family() if one != game), game):
        table = sqlite.open_table(name, by="Flo")
        Playing(sqlite, table).rounds(3)
    path = folder / "table.jsonl"
    write(sqlite, table, path)
    report = audit_file(path, workers=1, public_key=sqlite.keys.public)
    assert report.findings == []
    assert (report.tables, report.rounds) == (1, 3)


def test_an_extract_on_both_databases(house: House, folder: Path) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table).rounds(2)
    house.close_table(table, by="Flo", key="shut")
    write(house, table, folder / "table.jsonl")
    report = audit_file(folder / "table.jsonl", workers=1)
    assert report.findings == []
    assert report.unsigned == 0


def test_a_round_in_progress_is_not_in_it(sqlite: House, folder: Path) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    Playing(sqlite, table, ["Ann"]).rounds(1)
    sqlite.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    lines = write(sqlite, table, folder / "table.jsonl")
    assert audit_file(folder / "table.jsonl", workers=1).findings == []
    entries = [json.loads(line) for line in lines if '"kind":"entry"' in line]
    assert {entry["body"]["round"] for entry in entries} == {0, 1}


def test_what_was_taken_out_of_an_extract_is_missed(sqlite: House, folder: Path) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    Playing(sqlite, table).rounds(2)
    path = folder / "table.jsonl"
    lines = write(sqlite, table, path)
    end = json.loads(lines[-1])
    unsigned = canonical({key: value for key, value in end.items() if key != "signature"})
    head = canonical({**json.loads(lines[0]), "only": [table, 9]})
    for altered, wrong in [
        ([*lines[:-2], lines[-1]], "missing"),
        ([*lines[:-1], unsigned], "is signed, and this one is not"),
        ([head, *lines[1:]], "none of its entries is there"),
        (lines[:-1], "breaks off"),
    ]:
        path.write_text("\n".join(altered) + "\n")
        report = audit_file(path, workers=1)
        assert any(wrong in str(finding) for finding in report.findings), report.findings


def test_a_card_that_waits_face_down_stays_secret(sqlite: House, folder: Path) -> None:
    """At baccarat a card drawn in error begins the next hand: nobody sees it before."""
    table = sqlite.open_table("mini-baccarat", by_hand=["dealer"], by="Flo")
    playing = Playing(sqlite, table, ["Ann"])
    playing.sit()

    def to(what: str) -> None:
        """Go on until the table waits for something, or for nothing."""
        while (found := sqlite.waiting(table).get("for", "")) != what:
            if found == "next":
                playing.say({"do": "go"}, "Dee")
            elif found == "bets":
                playing.say({"do": "bet", "seat": 1, "bets": {"player": 1000}}, "Ann")
                playing.say({"do": "close"}, "Dee")
            else:
                playing.step()

    to("bets")
    playing.say({"do": "bet", "seat": 1, "bets": {"player": 1000}}, "Ann")
    playing.say({"do": "close"}, "Dee")
    playing.say({"do": "report", "what": "card_drawn_in_error"}, "Dee")
    to("")
    found = record(sqlite, table, 1)
    (aside,) = (event for event in found.log.events if event.kind == "set_aside")
    assert UNKNOWN not in aside.cards
    assert extract.waits(sqlite, found)
    assert extract.seen(aside).cards == (UNKNOWN,)
    lines = write(sqlite, table, folder / "table.jsonl")
    assert audit_file(folder / "table.jsonl", workers=1).findings == []
    assert all('"set_aside"' not in line for line in lines)
    playing.say({"do": "begin"}, "Dee")
    to("")
    assert not extract.waits(sqlite, found)
    dealt = [event for event in record(sqlite, table, 2).log.events if event.kind == "dealt"]
    assert dealt[0].cards == aside.cards
    assert len(write(sqlite, table, folder / "table.jsonl")) > len(lines)
    assert audit_file(folder / "table.jsonl", workers=1).rounds == 2
