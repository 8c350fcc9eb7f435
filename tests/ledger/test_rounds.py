"""Finished rounds are found, read in full as anybody saw them, dealt again and proved."""

import gzip
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playing import Playing, other
from sqlalchemy import text

from houseway.games import game, games
from houseway.ledger.audit.audit import audit_database, audit_file, audit_table
from houseway.ledger.database import upkeep
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.ledger.tables import rounds
from houseway.ledger.tables.rounds import export, find, proof, record
from houseway.referee.log import deal_again
from houseway.rulebook.refusal import Refused
from houseway.terminal.replay import replays

BETS = {"ante": 1000, "blind": 1000}
OLDER = Path(__file__).parent / "older"


def numbers(cards: list[rounds.RoundCard]) -> list[tuple[int, int]]:
    return [(card.table, card.round) for card in cards]


@pytest.fixture
def evening(house: House) -> House:
    """Two tables, seven rounds; Cid comes late to the first and Bob leaves it."""
    blitz = house.open_table("three-card-blitz", by="Flo")
    craps = house.open_table("craps", by="Flo")
    Playing(house, blitz, ["Ann", "Bob"]).rounds(2)
    Playing(house, craps, ["Ann"], seed="craps").rounds(3)
    house.do(blitz, {"do": "leave", "seat": 2}, by="Bob", key="leave")
    Playing(house, blitz, ["Ann", "Cid"], seed="late").rounds(4)
    return house


def test_rounds_are_found_newest_first(evening: House) -> None:
    everything = find(evening)
    assert numbers(everything) == [(1, 4), (1, 3), (2, 3), (2, 2), (2, 1), (1, 2), (1, 1)]
    assert numbers(find(evening, table=1)) == [(1, 4), (1, 3), (1, 2), (1, 1)]
    assert numbers(find(evening, game="craps")) == [(2, 3), (2, 2), (2, 1)]
    assert numbers(find(evening, player="Bob")) == [(1, 2), (1, 1)]
    assert numbers(find(evening, player="Cid")) == [(1, 4), (1, 3)]
    assert numbers(find(evening, player="Cid", table=2)) == []
    assert find(evening, player="Nobody") == []
    assert len(find(evening, player="Ann")) == 7
    with pytest.raises(Refused, match="no table 9"):
        find(evening, table=9)
    with pytest.raises(Refused, match="no table 0"):
        find(evening, table=0)


def test_pages_follow_each_other(evening: House) -> None:
    pages, before = [], ""
    while page := find(evening, before=before, most=2):
        assert len(page) <= 2
        pages += numbers(page)
        before = page[-1].mark
    assert pages == numbers(find(evening))
    with pytest.raises(Refused, match="not a page cursor"):
        find(evening, before="yesterday")


def test_rounds_of_a_time(evening: House) -> None:
    first, middle, last = (find(evening)[n] for n in (-1, 3, 0))
    ended = datetime.fromisoformat(middle.ended)
    assert numbers(find(evening, until=ended))[0] == (middle.table, middle.round)
    assert numbers(find(evening, since=ended))[-1] == (middle.table, middle.round)
    assert find(evening, since=ended + timedelta(days=1)) == []
    assert find(evening, until=datetime.fromisoformat(first.began) - timedelta(seconds=1)) == []
    naive = datetime.fromisoformat(last.ended).astimezone(UTC).replace(tzinfo=None)
    assert find(evening, until=naive)[0] == last


def test_a_round_in_progress_is_not_finished(evening: House) -> None:
    evening.do(1, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    assert numbers(find(evening, table=1))[0] == (1, 4)
    for reading in (record, proof):
        with pytest.raises(Refused, match="round 5 of table 1 is not over"):
            reading(evening, 1, 5)
        for none in (0, 6, -1):
            with pytest.raises(Refused, match="has no round"):
                reading(evening, 1, none)
        with pytest.raises(Refused, match="no table 7"):
            reading(evening, 7, 1)


def test_a_card_tells_what_the_books_tell(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    playing = Playing(house, table, ["Ann", "Bob"])
    for number in range(1, 9):
        before = {name: house.balance(name) for name in ("Ann", "Bob")}
        playing.rounds(number)
        (card,) = find(house, most=1)
        assert card.players == {1: "Ann", 2: "Bob"}
        for seat, name in card.players.items():
            assert card.nets.get(seat, 0) == house.balance(name) - before[name]
            assert card.staked.get(seat, 0) >= -card.nets.get(seat, 0)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_record_deals_again(sqlite: House, name: str) -> None:
    """What is read back is what `houseway replay` deals again, event by event."""
    table = sqlite.open_table(name, by="Flo")
    Playing(sqlite, table).rounds(4)
    for card in find(sqlite, table=table):
        found = record(sqlite, table, card.round)
        assert found.card == card
        assert found.differs == ""
        assert [said.seq for said in found.said] == list(range(card.first, card.last + 1))
        line = json.loads(json.dumps(found.log.to_json()))
        again = deal_again(line, game(name).play, game(name).rulebook("nj"))
        assert again.data.rounds == card.round
        checked = proof(sqlite, table, card.round)
        assert checked.wrong == ()
        assert checked.keys or not any(event.cards for event in found.log.events)


def test_a_seat_sees_what_it_saw(sqlite: House) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    for seat, name in ((1, "Ann"), (2, "Bob")):
        sqlite.do(table, {"do": "sit", "seat": seat}, by=name, key=f"sit {seat}")
    for seat, name in ((1, "Ann"), (2, "Bob")):
        bet = {"do": "bet", "seat": seat, "bets": BETS}
        sqlite.do(table, bet, by=name, key=f"bet {seat}")
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    for seat, name in ((1, "Ann"), (2, "Bob")):
        act = {"do": "act", "who": seat, "what": "fold"}
        sqlite.do(table, act, by=name, key=f"fold {seat}")
    found = record(sqlite, table, 1)

    def shown(who: int | str) -> set[str]:
        dealt = [event for event in found.view(who).events if event.kind == "dealt"]
        return {str(event.who) for event in dealt if -1 not in event.cards}

    assert shown("house") == {"1", "2", "dealer"}
    assert shown(1) == {"1"}
    assert shown(2) == {"2"}
    assert found.view(1).to_json() == sqlite.view(table, "Ann").to_json()
    assert [said.by for said in found.said] == ["Ann", "Bob", "Dee", "Ann", "Bob"]


def test_a_record_keeps_the_rules_it_was_dealt_under(make: Callable[..., House]) -> None:
    """A change that was announced, one without notice, and rounds before, between and after."""
    now = [1000]
    house = make(clock=lambda: now[0])
    table = house.open_table("three-card-blitz", options={"blind": 1}, by="Flo")
    playing = Playing(house, table, ["Ann"])
    playing.rounds(2)
    notice = {"do": "announce", "options": {"blind": "2"}, "effective_at": 60}
    stamps = {"posted_at": 0, "announced_at": 0, "division_notified_at": 0}
    house.do(table, {**notice, **stamps}, by="Flo", key="announce")
    playing.rounds(3)
    now[0] = 1061
    playing.rounds(5)
    house._forget(table)
    preshuffled = {"do": "change", "options": {"preshuffled": True}}
    house.do(table, preshuffled, by="Flo", key="change")
    playing.rounds(6)
    house._forget(table)
    playing.rounds(7)
    chosen = [record(house, table, n).log.header["options"] for n in range(1, 8)]
    assert [str(one["blind"]) for one in chosen] == ["1", "1", "1", "2", "2", "2", "2"]
    assert [one["preshuffled"] for one in chosen] == [False] * 5 + [True] * 2


def test_a_change_without_notice_is_refused_and_leaves_no_entry(make: Callable[..., House]) -> None:
    house = make()
    table = house.open_table("three-card-blitz", options={"blind": 1}, by="Flo")
    change = {"do": "change", "options": {"blind": "2"}}
    house.do(table, change, by="Flo", key="before play")
    Playing(house, table, ["Ann"]).rounds(1)
    seq = house.tables()[0]["seq"]
    for options in ({"blind": "3"}, {"blind": "3", "preshuffled": True}):
        with pytest.raises(Refused, match="a change of blind is announced") as told:
            house.do(table, {**change, "options": options}, by="Flo", key=f"after {options}")
        assert told.value.cite == "8.3(b)"
    assert house.tables()[0]["seq"] == seq


def test_a_log_that_has_a_change_without_notice_is_brought_back(
    make: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such entries were written before the table refused them."""
    house = make()
    table = house.open_table("three-card-blitz", options={"blind": 1}, by="Flo")
    playing = Playing(house, table, ["Ann"])
    playing.rounds(1)
    with monkeypatch.context() as older:
        older.setattr("houseway.referee.table.check_free", lambda *given: None)
        house.do(table, {"do": "change", "options": {"blind": "3"}}, by="Flo", key="without notice")
    house.do(table, {"do": "begin"}, by="Dee", key="begin")
    house._forget(table)
    playing.rounds(2)
    assert str(record(house, table, 2).log.header["options"]["blind"]) == "3"


def test_rounds_of_an_older_file_are_read_too(folder: Path, keys: Path) -> None:
    """Its entries do not say since when their rules hold."""
    with gzip.open(OLDER / "house.db.gz") as packed:
        (folder / "house.db").write_bytes(packed.read())
    shutil.copytree(OLDER / "keys", keys)
    url = f"sqlite:///{folder / 'house.db'}"
    upkeep.migrate(url, keys)
    with House.open(url, keys) as house:
        (table,) = (each["id"] for each in house.tables())
        Playing(house, table, ["Ann"], seed="again").rounds(8)
        cards = find(house)
        assert len(cards) == 8
        for card in cards:
            assert record(house, table, card.round).differs == ""
            assert proof(house, table, card.round).holds
    assert audit_database(url, workers=1).findings == []


def test_a_proof_names_what_covers_a_round(make: Callable[..., House]) -> None:
    house = make(sign_every=10)
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table, ["Ann"]).rounds(8)
    early, late = proof(house, table, 1), proof(house, table, 8)
    assert early.holds
    assert early.complete
    assert early.signed is not None
    assert early.signed >= early.last
    (key,) = early.keys
    assert early.first <= key.committed < (key.revealed or 0) <= early.last
    assert late.holds
    assert late.keys[0].revealed
    house.close_table(table, by="Flo", key="shut")
    assert proof(house, table, 8).complete


def test_a_shoe_of_several_rounds_is_proved_when_it_is_used_up(sqlite: House) -> None:
    table = sqlite.open_table("blackjack", by="Flo")
    Playing(sqlite, table).rounds(3)
    secret = proof(sqlite, table, 2)
    assert secret.holds
    assert not secret.complete
    (key,) = secret.keys
    assert (key.revealed, key.key) == (None, "")
    assert key.committed < secret.first
    sqlite.close_table(table, by="Flo", key="shut")
    shown = proof(sqlite, table, 2)
    assert shown.complete
    assert shown.holds
    assert shown.keys[0].revealed


def change(house: House, statement: str) -> None:
    with house.database.transaction() as connection:
        connection.execute(text(statement))


def test_an_altered_round_is_not_proved(make: Callable[..., House]) -> None:
    house = make(sign_every=5)
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table, ["Ann"]).rounds(6)
    whole = proof(house, table, 2)
    assert whole.holds
    after = f"table_id = 1 AND seq = {whole.last + 1}"
    for statement, undo, wrong in [
        (
            "UPDATE checkpoints SET note = replace(note, 'houseway/test', 'houseway/text')",
            "UPDATE checkpoints SET note = replace(note, 'houseway/text', 'houseway/test')",
            "is not signed by this house",
        ),
        (
            f"UPDATE entries SET body = replace(body, 'Ann', 'Eve') WHERE {after}",
            f"UPDATE entries SET body = replace(body, 'Eve', 'Ann') WHERE {after}",
            "was altered",
        ),
        (f"UPDATE house SET public_key = {other('public_key')}", "", "public key"),
        (f"UPDATE heads SET head = '{whole.head}'", "", "does not lead"),
    ]:
        change(house, statement)
        found = proof(house, table, 2)
        assert any(wrong in line for line in found.wrong), found.wrong
        assert not found.holds
        if undo:
            change(house, undo)
    own = f"table_id = 1 AND seq = {whole.last}"
    change(house, f"UPDATE entries SET body = replace(body, 'Ann', 'Eve') WHERE {own}")
    for reading in (record, proof):
        with pytest.raises(Broken, match=rf"entry {whole.last} .* was altered"):
            reading(house, table, 2)


def test_a_shuffle_that_was_arranged_is_not_proved(sqlite: House) -> None:
    """A house that deals other cards than its key decides, with valid hashes and signatures."""
    table = sqlite.open_table("three-card-blitz", by="Flo")
    Playing(sqlite, table, ["Ann"]).rounds(1)
    sqlite.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    live = sqlite._live[table]
    honest = live.chance._live
    assert honest is not None
    honest.shoe.cut(7)  # nobody has told of it
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    sqlite.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    found = proof(sqlite, table, 2)
    assert ["the key deals" in line for line in found.wrong] == [True]
    assert proof(sqlite, table, 1).holds


def test_a_false_word_on_the_rules_shows_in_an_audit(sqlite: House) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    Playing(sqlite, table, ["Ann"]).rounds(1)
    sqlite._live[table].ruled = 2
    Playing(sqlite, table, ["Ann"], seed="on").rounds(2)
    sqlite.close()
    report = audit_database(sqlite.database.engine.url.render_as_string(), workers=1)
    assert "its rules are not told where it says" in str(report.findings[0])


def test_rounds_are_written_for_whoever_deals_them_again(evening: House, folder: Path) -> None:
    file = folder / "rounds.jsonl"
    cards = find(evening, table=1)
    assert export(evening, cards, file) == 4
    assert [replay.differs for replay in replays(file)] == [""] * 4
    report = audit_file(file, workers=1)
    assert (report.rounds, report.findings) == (4, [])
    with pytest.raises(Refused):
        export(evening, [replace(cards[0], round=99)], file)
    assert audit_file(file, workers=1).rounds == 4


def test_one_table_is_audited_while_the_house_is_open(evening: House) -> None:
    report = audit_table(evening.database, 1)
    assert report.findings == []
    assert (report.tables, report.rounds) == (1, 4)
    assert report.shuffles == 4
    with pytest.raises(Refused, match="no table 9"):
        audit_table(evening.database, 9)
    change(evening, "UPDATE entries SET body = replace(body, 'Ann', 'Eve') WHERE table_id = 2")
    assert audit_table(evening.database, 1).findings == []
    found = audit_table(evening.database, 2)
    assert "was altered" in str(found.findings[0])
