"""What tables have taken: drop, win and rounds out of the ledger's own entries."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from playing import Playing

from houseway.ledger.house import House
from houseway.ledger.tables.rounds import find
from houseway.ledger.tables.takings import Takings, cents, takings, total
from houseway.rulebook.money import FINE

LONG_AGO, EVER = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def test_win_is_what_players_lost_and_hold_its_part_of_the_drop(house: House) -> None:
    table = house.open_table("baccarat-punto-banco", by="Flo")
    Playing(house, table, ["Ann", "Bob"]).rounds(6)
    [found] = takings(house, LONG_AGO, EVER)
    lost = -sum(sum(card.nets.values()) for card in find(house))
    assert cents(found.win) == lost
    assert found.rounds == 6
    assert -sum(found.players.values()) == found.win
    assert set(found.players) == {"Ann", "Bob"}
    assert found.cash == 0
    assert found.drop >= max(0, found.win)
    assert found.hold == Fraction(found.win, found.drop)


def test_cash_in_the_drop_box_is_counted_once(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    house.buy_in("Ann", 1_000_000, by="Flo", key="cash", table=table)
    Playing(house, table, ["Ann"]).rounds(3)
    [found] = takings(house, LONG_AGO, EVER, table)
    assert cents(found.cash) == 1_000_000
    assert found.brought == 0, "she played with what she bought here"
    assert cents(found.drop) == 1_000_000


def test_a_stretch_of_time_is_cut_where_it_says(house: House) -> None:
    first = house.open_table("three-card-blitz", by="Flo")
    Playing(house, first, ["Ann"]).rounds(4)
    cards = find(house)  # the newest first
    middle = datetime.fromisoformat(cards[1].began)
    before, after = takings(house, LONG_AGO, middle), takings(house, middle, EVER)
    whole = takings(house, LONG_AGO, EVER)
    assert sum(one.rounds for one in (*before, *after)) == 4
    assert total([*before, *after]).win == whole[0].win
    assert takings(house, EVER, EVER + timedelta(days=1)) == []
    assert takings(house, LONG_AGO - timedelta(days=1), LONG_AGO) == []


def test_a_table_that_was_closed_counts_for_its_day(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table, ["Ann"]).rounds(2)
    [open_] = takings(house, LONG_AGO, EVER)
    house.close_table(table, by="Flo", key="close")
    [closed] = takings(house, LONG_AGO, EVER)
    assert (closed.win, closed.drop, closed.rounds) == (open_.win, open_.drop, 2)


@pytest.mark.parametrize(("seconds", "an_hour"), [(59, None), (60, 180), (1800, 6)])
def test_rounds_an_hour(seconds: int, an_hour: int | None) -> None:
    ended = LONG_AGO + timedelta(seconds=seconds)
    times = (LONG_AGO.isoformat(), ended.isoformat())
    found = Takings(1, "craps", "nj", 3, 0, 5 * FINE, FINE, {}, *times)
    assert found.rounds_an_hour == an_hour
    assert found.hold == Fraction(1, 5)
