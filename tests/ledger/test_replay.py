"""Guarantee 6: a hand replays forever, under the rulebook it was dealt under."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playing import Playing
from sqlalchemy import text

from houseway import games
from houseway.games import game
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.ledger.tables import snapshots
from houseway.rulebook.calendar import minutes_at
from houseway.rulebook.chapter import chapter
from houseway.rulebook.load import check
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BETS = {"ante": 1000, "blind": 1000}


def todays(change: Callable[[dict], None]) -> Rulebook:
    """The rulebook of 3 Card Blitz as somebody has changed it today."""
    book = game("three-card-blitz").rulebook("nj")
    content = json.loads(snapshots.content(book))
    change(content)
    return check(Rulebook, content, "today")


@pytest.mark.parametrize("name", sorted(games.games()))
def test_a_stored_rulebook_reads_back_as_it_was(name: str) -> None:
    for edition in game(name).editions:
        book = game(name).rulebook(edition)
        again = check(Rulebook, json.loads(snapshots.content(book)), "stored")
        assert again.hash == book.hash
        assert snapshots.content(again) == snapshots.content(book)
        rules = chapter(edition)
        stored = check(type(rules), json.loads(snapshots.content(rules)), "stored")
        assert stored == rules


def test_todays_paytable_does_not_change_yesterdays_hand(
    make: Callable[..., House], url: str, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = make()
    old = house.open_table("three-card-blitz", by="Flo")
    Playing(house, old).rounds(3)
    house.do(old, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    house.close()

    def poorer(content: dict) -> None:
        for prices in content["paytables"]["blind"]["tables"].values():
            prices[:] = ["push"] * len(prices)

    changed = todays(poorer)
    whole = games._rulebook
    monkeypatch.setattr(
        games, "_rulebook", lambda path: changed if "three_card_blitz" in str(path) else whole(path)
    )
    assert audit_database(url, workers=1).findings == []
    with House.open(url, keys) as again:
        with again.looking(old) as live:
            assert live.table.rules.book.hash != changed.hash
            assert live.table.rules.schedule("blind").prices["royal_blitz"].text == "10 to 1"
        again.do(old, {"do": "close"}, by="Dee", key="close")
        again.do(old, {"do": "act", "who": 1, "what": "play"}, by="Ann", key="play")
        new = again.open_table("three-card-blitz", by="Flo")
        with again.looking(new) as live:
            assert live.table.rules.schedule("blind").prices["royal_blitz"].kind == "push"
        Playing(again, new).rounds(2)
    assert audit_database(url, workers=1).findings == []


def test_rulebooks_are_stored_once(sqlite: House) -> None:
    for _ in range(3):
        sqlite.open_table("craps", by="Flo")
    with sqlite.database.reading() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM rulebooks")).scalar() == 2


def test_the_header_pins_what_decides(sqlite: House) -> None:
    table = sqlite.open_table("three-card-blitz", options={"blind": 2}, by="Flo")
    with sqlite.database.reading() as connection:
        query = text("SELECT body FROM entries WHERE table_id = 1 AND seq = 1")
        rules = json.loads(connection.execute(query).scalar_one())["rules"]
    with sqlite.looking(table) as live:
        assert rules == json.loads(json.dumps(snapshots.header(live.table.rules)))
    wanted = "game edition rulebook options limits meters content chapter engine"
    assert set(rules) == set(wanted.split())
    assert rules["options"]["blind"] == "2"


def test_a_change_of_rules_holds_from_its_time_and_not_during_a_round(
    make: Callable[..., House], url: str, keys: Path
) -> None:
    """13:69F-8.3: posted, announced and told to the Division; the table switches by itself."""
    now = [1000]
    house = make(clock=lambda: now[0])
    table = house.open_table("three-card-blitz", options={"blind": 1}, by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    notice = {"do": "announce", "options": {"blind": "2"}, "effective_at": 60}
    stamps = {"posted_at": 50, "announced_at": 50, "division_notified_at": 0}
    with pytest.raises(Refused, match=r"before it takes effect \[8\.3"):
        house.do(table, {**notice, **stamps}, by="Flo", key="too late")
    stamps = {"posted_at": 0, "announced_at": 1, "division_notified_at": 2}
    with pytest.raises(Refused, match="may not announce"):
        house.do(table, {**notice, **stamps}, by="Dee", key="dealer")
    house.do(table, {**notice, **stamps}, by="Flo", key="announce")
    (stored,) = house.notices(table)
    assert [stored[name] for name in ("posted_at", "announced_at", "division_notified_at")] == [
        0,
        1,
        2,
    ]
    assert stored["in_effect"] is None

    def table_in_use() -> str:
        with house.looking(table) as live:
            return str(live.table.rules.options["blind"])

    now[0] = 1059
    house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    assert table_in_use() == "1"
    house.close()
    now[0] = 1061
    house = House.open(url, keys, clock=lambda: now[0])
    house.do(table, {"do": "close"}, by="Dee", key="close")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    assert table_in_use() == "1"  # the round began under the old rules
    begun = house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet 2")
    assert table_in_use() == "2"
    assert house.notices(table)[0]["in_effect"] == begun.seq
    house.close()
    assert audit_database(url, workers=1).findings == []


def test_a_clock_that_goes_backward_is_refused(make: Callable[..., House]) -> None:
    """A minute is what clocks of two processes may differ by: the table's own stands still."""
    now = [1000]
    house = make(clock=lambda: now[0])
    table = house.open_table("three-card-blitz", by="Flo")
    now[0] = 1010
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    now[0] = 1009
    house.do(table, {"do": "leave", "seat": 1}, by="Ann", key="leave")
    now[0] = 1008
    with pytest.raises(Refused, match="2 minutes behind"):
        house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit again")
    with house.looking(table) as live:
        assert live.table.data.minutes == 10
        assert not live.table.data.players
    now[0] = 1010
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit again")


def test_a_table_has_dates_of_the_house_s_time_zone(make: Callable[..., House]) -> None:
    """Noon on the last day of 2027 in Greenwich is morning in New Jersey, whose date holds."""
    now = [minutes_at("2027-12-31 12:00")]
    house = make(clock=lambda: now[0])
    table = house.open_table("keno", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    with house.looking(table) as live:
        data = live.table.data
        assert f"{data.local_time(data.minutes):%Y-%m-%d %H:%M}" == "2027-12-31 07:00"
    now[0] += 13 * 60
    house.do(table, {"do": "leave", "seat": 1}, by="Ann", key="leave")
    with house.looking(table) as live:
        assert str(live.table.data.today) == "2027-12-31"  # 20:00; in Greenwich it is 2028
    with pytest.raises(Refused, match="no time zone"):
        House(house.database, house.keys, zone="Atlantic City")


def test_options_and_limits_of_the_house_are_pinned(sqlite: House) -> None:
    book = game("three-card-blitz").rulebook("nj")
    rules = TableRules(book, {"blind": 2}, {"ante": (500, 50_000, 100)})
    head = json.loads(json.dumps(snapshots.header(rules)))
    stored = {
        snapshots.digest(snapshots.content(m)): snapshots.content(m) for m in (book, rules.chapter)
    }
    again = snapshots.table(head, stored.__getitem__)
    assert snapshots.header(again.rules) == snapshots.header(rules)
