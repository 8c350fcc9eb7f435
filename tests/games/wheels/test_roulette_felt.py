"""Value chips, coupons and what lies on a number of the layout, bet by bet."""

import pytest

import houseway
from houseway import Refused
from houseway.games import game
from houseway.games.wheels.roulette.pays import paid
from houseway.rulebook.table_rules import TableRules

OWN = "chips"
VALUE, COUPON = "value_chips", "match_play"


@pytest.fixture
def table():
    found = houseway.open_table("roulette", seed=1)
    found.sit(1, "Ann")
    return found


def refuses_a_coupon(table, amount: int = 500) -> bool:
    """Whether a coupon beside what lies on red is refused for the value chip in it."""
    try:
        table.bet(1, {"red": amount}, tender=COUPON, accepted=True)
    except Refused as refusal:
        assert "a value chip may not be wagered with a match play coupon" in str(refusal)
        return True
    return False


def test_a_value_chip_that_was_taken_back_is_out_of_the_way(table) -> None:
    table.bet(1, {"red": 500}, tender=VALUE)
    table.bet(1, {"red": 0}, tender=VALUE)
    table.bet(1, {"red": 500}, tender=OWN)
    assert not refuses_a_coupon(table)


def test_part_of_a_value_chip_is_one(table) -> None:
    table.bet(1, {"red": 1000}, tender=VALUE)
    table.bet(1, {"red": 1}, tender=VALUE, accepted=True)
    assert refuses_a_coupon(table, amount=1)


def test_a_chip_of_ones_own_beside_it_does_not_make_it_go(table) -> None:
    table.bet(1, {"red": 500}, tender=VALUE)
    table.bet(1, {"red": 1500}, tender=OWN)
    table.bet(1, {"red": 500}, tender=OWN)
    assert refuses_a_coupon(table)


def test_chips_of_ones_own_take_a_coupon_however_often_they_move(table) -> None:
    table.bet(1, {"red": 1500}, tender=OWN)
    table.bet(1, {"red": 500}, tender=OWN)
    assert not refuses_a_coupon(table)


def test_what_comes_and_what_goes_is_told_apart(table) -> None:
    (made,) = [e for e in table.bet(1, {"red": 1000}, tender=VALUE) if e.wager == "red"]
    (gone,) = [e for e in table.bet(1, {"red": 500}, tender=VALUE) if e.wager == "red"]
    assert (made.kind, made.what) == ("wagered", VALUE)
    assert (gone.kind, gone.what) == ("withdrawn", "")


def test_a_wager_that_lies_elsewhere_wins_nothing() -> None:
    rules = TableRules(game("roulette").rulebook())
    assert paid(rules, "straight@17", "17", 100) == 3500
    assert paid(rules, "straight@17", "18", 100) == 0
