"""A ruling that is tried beforehand: it changes nothing, tells no card, and comes true."""

import pytest

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused


def deal(house: House, game: str, bets: dict[str, int], *names: str) -> int:
    """A table at which bets are closed."""
    table = house.open_table(game, by="Flo")
    for seat, name in enumerate(names, 1):
        house.do(table, {"do": "sit", "seat": seat}, by=name, key=f"sit {seat}")
        said = {"do": "bet", "seat": seat, "bets": bets}
        house.do(table, said, by=name, key=f"bet {seat}")
    house.do(table, {"do": "close"}, by="Dee", key="close")
    return table


def seq(house: House, table: int) -> int:
    return int(next(row["seq"] for row in house.tables() if row["id"] == table))


def test_what_is_rehearsed_comes_true(house: House, url: str) -> None:
    table = deal(house, "three-card-blitz", {"ante": 1000, "blind": 1000}, "Ann", "Bob")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    before = seq(house, table)
    found = house.rehearse(table, "wrong_number_of_cards", by="Flo")
    assert seq(house, table) == before == found.seq
    assert house.waiting(table)["who"] == 2
    assert found.void
    assert [(one.seat, one.before, one.moved, one.net) for one in found.seats] == [
        (1, 0, 2000, 0),  # what a fold has lost comes back as well
        (2, 2000, 2000, 0),
    ]
    had = {name: house.balance(name) for name in ("Ann", "Bob")}
    said = {"do": "report", "what": "wrong_number_of_cards"}
    done = house.do(table, said, by="Flo", key="report", at=found.seq)
    assert tuple(event for event in done.events if event.kind != "phase") == found.events
    for one in found.seats:
        assert house.balance(one.player) == had[one.player] + one.moved
    assert audit_database(url, workers=1).findings == []


def test_a_rehearsal_does_not_play_the_round_to_its_end(house: House) -> None:
    """Caribbean Stud with one player: were the hand void, the dealer would turn the cards."""
    table = deal(house, "caribbean-stud-poker", {"ante": 1000}, "Ann")
    found = house.rehearse(table, "player_misdealt", 1, by="Flo")
    assert [event.kind for event in found.events if event.cards] == []
    done = house.do(
        table,
        {"do": "report", "what": "player_misdealt", "who": 1},
        by="Flo",
        key="r",
        at=found.seq,
    )
    assert [event.kind for event in done.events if event.cards], "it does, once it is confirmed"
    assert done.events[: len(found.events)] == found.events


def test_a_table_that_has_moved_on_hears_nothing(house: House) -> None:
    table = deal(house, "three-card-blitz", {"ante": 1000, "blind": 1000}, "Ann", "Bob")
    found = house.rehearse(table, "wrong_number_of_cards", by="Flo")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    said = {"do": "report", "what": "wrong_number_of_cards"}
    with pytest.raises(Refused, match="has changed since"):
        house.do(table, said, by="Flo", key="late", at=found.seq)
    assert seq(house, table) == found.seq + 1
    again = house.rehearse(table, "wrong_number_of_cards", by="Flo")
    done = house.do(table, said, by="Flo", key="now", at=again.seq)
    assert house.do(table, said, by="Flo", key="now", at=again.seq).seq == done.seq


def test_who_may_rehearse_and_what(house: House) -> None:
    table = deal(house, "three-card-blitz", {"ante": 1000, "blind": 1000}, "Ann")
    with pytest.raises(Refused, match="may not report"):
        house.rehearse(table, "wrong_number_of_cards", by="Ann")
    with pytest.raises(Refused, match="there is no irregularity"):
        house.rehearse(table, "no_such_thing", by="Flo")
    with pytest.raises(Refused, match="ruled on during bets or deal, not decision") as told:
        house.rehearse(table, "improper_cut", by="Flo")
    assert told.value.cite == "51.4(d)"
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    with pytest.raises(Refused, match="no round is in progress"):
        house.rehearse(table, "wrong_number_of_cards", by="Flo")
