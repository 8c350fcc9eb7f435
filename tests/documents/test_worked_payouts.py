"""Payouts on a dealer's card: every price of the table, paid to the cent."""

from fractions import Fraction

import pytest

from houseway.documents.blocks import Grid
from houseway.documents.worked_payouts import odds_in_use, worked_payouts
from houseway.games import game, games
from houseway.rulebook.table_rules import TableRules


def grids(id: str, **options: object) -> dict[str, Grid]:
    found = game(id)
    rules = TableRules(found.rulebook("nj"), options)
    made = worked_payouts(found, rules, found.handout)
    return {f"{one.name} {one.heads[-1][0]}": one for one in made if isinstance(one, Grid)}


def test_blackjack_is_paid_three_to_two_and_six_to_five() -> None:
    (usual,) = grids("blackjack").values()
    assert [name for name, _ in usual.heads] == ["Bet", "2 to 1", "3 to 2"]
    assert ["$5", "$10", "$7.50"] in usual.rows
    assert ["$500", "$1,000", "$750"] in usual.rows
    (short,) = grids("blackjack", main_pays="six_to_five", soft_17="hit").values()
    assert ["$25", "$50", "$30"] in short.rows


def test_place_bets_are_paid_in_units_and_odds_to_their_limit() -> None:
    made = grids("craps", odds_on_4_or_10=3, odds_on_5_or_9=4, odds_on_6_or_8=5)
    units = made["Payouts in units times 20"]
    assert units.rows[0] == ["7 to 6", "$6 pays $7", "$30 pays $35", "$120 pays $140"]
    odds = made["Odds limits Odds on 6 or 8"]
    assert odds.rows[1] == ["$10", "$30 pays $60", "$40 pays $60", "$50 pays $60"]


def test_commission_is_taken_as_the_referee_takes_it() -> None:
    exact = grids("mini-baccarat")["Commission Commission"]
    assert ["$25", "$1.25"] in exact.rows
    rounded = grids("mini-baccarat", vig_rounding="up")["Commission Commission"]
    assert ["$15", "$0.75"] in rounded.rows
    assert ["$10", "$0.50"] in rounded.rows
    six = {"commission": "six_half", "banker": "half_on_six"}
    assert not [name for name in grids("mini-baccarat", **six) if "Comm" in name]


@pytest.mark.parametrize("found", games().values(), ids=lambda one: one.id)
def test_every_price_of_a_table_is_worked_out(found) -> None:
    rules = TableRules(found.rulebook(found.editions[0]))
    text = str(worked_payouts(found, rules, found.handout))
    for odds in odds_in_use(rules, found.handout):
        assert odds != Fraction(1)
        assert f"{odds.numerator:,} to {odds.denominator}" in text
