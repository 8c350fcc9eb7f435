"""Rounds marked with a note: kept in the chain of the house, found by an index, never taken out."""

import pytest
from playing import Playing

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.ledger.tables.round_flags import clear, flag, flags
from houseway.rulebook.refusal import Refused


@pytest.fixture
def evening(house: House) -> House:
    for table in range(12):
        number = house.open_table("three-card-blitz", by="Flo")
        if table in (0, 10):
            Playing(house, number, ["Ann", "Bob"]).rounds(3)
    return house


def test_flags_are_kept_in_the_chain_and_found_again(evening: House) -> None:
    first = flag(evening, 1, 2, "dispute", "  the card  was late ", by="Flo", key="a")
    assert first.note == "the card was late"
    again = flag(evening, 1, 2, "dispute", "the card was late", by="Flo", key="a")
    assert again == first, "the same key does it once"
    flag(evening, 1, 3, "look", "again", by="boss", key="a")
    other = flag(evening, 11, 1, "play", "bets jump", by="Flo", key="b")
    assert [(one.table, one.round) for one in flags(evening)] == [(11, 1), (1, 3), (1, 2)]
    assert flags(evening, 1, 2, 2) == [first]
    assert flags(evening, 11) == [other]
    assert flags(evening, 2) == []
    told = clear(evening, 1, 2, first.entry, "seen on tape", by="boss", key="c")
    assert (told.open, told.cleared, told.answer) == (False, "boss", "seen on tape")
    assert clear(evening, 1, 2, first.entry, "seen on tape", by="boss", key="c") == told
    with pytest.raises(Refused, match="boss has already cleared this flag"):
        clear(evening, 1, 2, first.entry, "me too", by="Flo", key="d")
    url = evening.database.engine.url.render_as_string(hide_password=False)
    assert audit_database(url, workers=1).findings == []


def test_only_staff_flags_and_only_rounds_that_were(evening: House) -> None:
    for name in ("Ann", "Dee"):
        with pytest.raises(Refused, match="may not flag"):
            flag(evening, 1, 1, "look", "me", by=name, key="x")
    for table, round in ((1, 9), (1, 0), (99, 1), (0, 1)):
        with pytest.raises(Refused, match=r"no (round|table)"):
            flag(evening, table, round, "look", "there", by="Flo", key="x")
    for kind, note in (("shout", "x"), ("look", " "), ("look", "x" * 501), ("look", "a\x00b")):
        with pytest.raises(Refused):
            flag(evening, 1, 1, kind, note, by="Flo", key="x")
    with pytest.raises(Refused, match="has no flag 5"):
        clear(evening, 1, 1, 5, "done", by="Flo", key="x")
    assert flags(evening) == []
