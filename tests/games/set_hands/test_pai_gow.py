"""The bank of pai gow, where people get up and sit down while it is offered, and how the stacks of
tiles become hands."""

from fractions import Fraction

import pytest

from houseway.games import game, open_table
from houseway.games.set_hands.pai_gow.results import win_of
from houseway.games.set_hands.pai_gow.stacks import STYLES, delivery
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.rulebook.table_rules import TableRules


def test_whoever_takes_the_seat_of_an_offered_bank_does_not_take_the_bank() -> None:
    table = open_table("pai-gow", seed=5, options={"player_bank": True})
    table.sit(1, "Ann")
    table.sit(2, "Bea")
    _against_the_dealer(table)
    table.begin()
    assert _asked(table) == (1, ["bank", "pass"])
    table.leave(1)
    table.sit(1, "Cyd")  # who has never bet against the dealer: 10.8(d)1
    table.act(1, "bank")
    assert _asked(table) == (2, ["bank", "pass"])
    table.act(2, "bank")
    assert isinstance(table.waiting, Bets)


def test_whoever_sits_down_before_the_offer_comes_round_is_passed_over() -> None:
    table = open_table("pai-gow", seed=5, options={"player_bank": True})
    table.sit(1, "Ann")
    table.sit(2, "Bea")
    _against_the_dealer(table)
    table.begin()
    table.leave(2)
    table.sit(2, "Cyd")
    table.act(1, "pass")
    assert isinstance(table.waiting, Bets)  # the house banks
    passed = [(e.who, e.cite) for e in table.events if e.kind == "passed_over"]
    assert passed == [(2, "10.8(d), 10.8(d)1")]


@pytest.mark.parametrize("style", STYLES)
def test_every_style_gives_each_place_four_tiles_and_each_tile_once(style: str) -> None:
    hands = delivery(style)
    tiles = sorted(tile for hand in hands for tile in hand)
    assert [len(hand) for hand in hands] == [4] * 8
    assert tiles == [(stack, tile) for stack in range(1, 9) for tile in range(1, 5)]


def test_a_bank_wins_what_a_player_loses_less_vigorish() -> None:
    rules = TableRules(game("pai-gow").rulebook(), {"player_bank": True})
    assert win_of(rules, "bank", Fraction(100)) == Fraction(95, 100)
    assert win_of(rules, "bank", Fraction(100)) == win_of(rules, "pai_gow", Fraction(100))


def _against_the_dealer(table: Table) -> None:
    table.begin()
    for seat in (1, 2):
        table.bet(seat, {"pai_gow": 1000})
    table.close()
    while isinstance(table.waiting, Ask):
        asked = table.waiting
        stays = any(choice.name == "stay" for choice in asked.choices)
        table.act(asked.who, "stay" if stays else "house_way")


def _asked(table: Table) -> tuple[object, list[str]]:
    assert isinstance(table.waiting, Ask)
    return table.waiting.who, [choice.name for choice in table.waiting.choices]
