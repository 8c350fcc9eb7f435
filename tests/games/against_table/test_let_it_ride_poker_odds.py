"""Let it ride poker: published figures, and the parts against each other."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.equipment.cards import cards, deck, mask
from houseway.games import game
from houseway.games.against_table.let_it_ride_poker import odds, published
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

LIR = game("let-it-ride-poker")
RULES = TableRules(LIR.rulebook())
DEALS = comb(52, 3) * 49 * 48


@cache
def main() -> odds.MainGame:
    return maths(LIR).main_game(RULES)


def result(wager, **options):
    (found,) = LIR.odds.results(TableRules(LIR.rulebook(), options), wager=wager)
    found.outcomes.check()
    return found


def test_house_advantage_with_best_play() -> None:
    """3.51% of a bet: Shackleford, Wizard of Odds, and others."""
    table = result("main").outcomes
    assert table.denominator == DEALS
    assert table.house_advantage == Fraction(37963, 1082900)
    assert f"{float(table.house_advantage):.2%}" == "3.51%"
    assert table.stake == 3


def test_a_player_who_lets_ride_what_is_worth_nothing_either_way() -> None:
    """The figures usually printed, 2.85% of the money bet, 1.23 bets and a deviation of 5.17, are
    those of a player who lets it ride on hands that are worth nothing either way."""
    solver = main().solver
    bold = [
        np.stack([(sums[:, a] <= sums[:, b]) for a, b in options], axis=1).astype(np.uint8)
        for sums, options in zip(solver.sums, solver.game.steps, strict=True)
    ]
    found = main().follow(bold, "bold").together
    assert found.house_advantage == Fraction(37963, 1082900)
    assert f"{float(found.house_advantage_on_action):.2%}" == "2.85%"
    assert f"{float(found.mean_action):.2f}" == "1.23"
    assert f"{found.standard_deviation:.2f}" == "5.17"


def test_the_wagers_add_up_to_the_game() -> None:
    parts = [result(bet).outcomes for bet in odds.BETS]
    assert sum(part.expectation for part in parts) == result("main").outcomes.expectation
    assert parts[0].mean_action == main().optimal.rides(1) == Fraction(402, 5525)
    assert parts[2].mean_action == 1


def test_the_published_way_to_play_costs_nothing() -> None:
    found = LIR.odds.strategy(RULES)
    assert found.best_simple_rule.name == "published"
    assert found.best_simple_rule.cost == 0
    costs = {rule.name: rule.cost for rule in found.simple_rules}
    assert costs["made_hands"] == Fraction(14408, 812175)
    assert found.bet_1_rides == Fraction(402, 5525)
    assert sum(found.bet_1_rides_on.values()) == found.bet_1_rides
    assert sum(found.bet_2_rides_on.values()) == found.bet_2_rides
    assert [rule.name for rule in found.simple_rules] == list(LIR.odds.policies)[1:]


@pytest.mark.parametrize(
    ("hand", "rides"),
    [
        ("Tc Td 3h", True),
        ("9c 9d 3h", False),
        ("2c 2d 2h", True),
        ("3c 4c 5c", True),
        ("2c 3c 4c", False),
        ("Ac 2c 3c", False),
        ("8c 9c Jc", True),
        ("7c 8c Tc", True),
        ("6c 7c 9c", False),
        ("8c Tc Qc", True),
        ("7c 8c Jc", False),
        ("Tc Qc Ac", True),
        ("Tc Qc Ad", False),
    ],
)
def test_bet_1(hand, rides) -> None:
    assert published.first_rides(mask(cards(hand)), 8) == rides
    worth = main().worth(cards(hand))
    assert (worth["let_it_ride"] > worth["withdraw"]) == rides


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("5c 6d 7h 8s", 0),  # eight straights at 5 to 1 and forty cards that lose
        ("Jc Qd Kh As", 0),
        ("7c 8d 9h Ts", Fraction(6, 48)),
        ("2c 5c 9c Kc", Fraction(9 * 9 - 48 + 2 * 3, 48)),
    ],
)
def test_bet_2(hand, worth) -> None:
    found = main().worth(cards(hand))
    assert found["let_it_ride"] - found["withdraw"] == worth


@pytest.mark.parametrize(
    ("table", "count", "literal"),
    [("A", 128, 162), ("B", 308, 343), ("C", 402, 436), ("D", 118, 118), ("E", 298, 298),
     ("F", 392, 392)],
)  # fmt: skip
def test_three_card_bonus(table, count, literal) -> None:
    """Tables A to C by both readings of a mini-royal that they do not list."""
    found = result("three_card_bonus", three_card_bonus=table)
    assert found.outcomes.denominator == comb(52, 3)
    assert found.outcomes.house_advantage == Fraction(count, 5525)
    read = result("three_card_bonus", three_card_bonus=table, unlisted_mini_royal="straight")
    assert read.outcomes.house_advantage == Fraction(literal, 5525)
    assert ("unlisted_mini_royal" in found.options) == (table in "ABC")


def test_let_it_ride_bonus() -> None:
    found = result("lir_bonus").outcomes
    assert 1 + found.expectation == Fraction(1451, 1911)
    assert found.denominator == comb(52, 5)
    back = result("lir_bonus", lir_bonus_stake_returned=True).outcomes
    assert back.expectation - found.expectation == found.win_probability


def test_every_variation() -> None:
    found = list(LIR.odds.variations(LIR.rulebook()))
    three = [one for one in found if "three_card_bonus" in one]
    assert len(three) == 9  # A to C by two readings, D to F by one
    assert {"lir_bonus_stake_returned": True} in found


def test_a_payout_limit() -> None:
    """With 100 dollars a bet three bets on a royal flush are due 300,000 and win the limit."""
    rules = TableRules(LIR.rulebook(), {"payout_limit": "60,000"})
    prices = maths(LIR).prices(rules, Fraction(100))
    assert prices.cap == 600
    assert odds.nets(prices, (True, True), "royal_flush") == {
        "bet_1": 600, "bet_2": 0, "bet_3": 0,
    }  # fmt: skip
    assert odds.nets(prices, (False, True), "straight_flush") == {"bet_2": 200, "bet_3": 200}
    stakes = dict.fromkeys(odds.BETS, Fraction(100))
    (limited,) = LIR.odds.results(rules, stakes, wager="main")
    assert limited.options["payout_limit"] == 6_000_000
    assert limited.outcomes.house_advantage > Fraction(37963, 1082900)
    (free,) = LIR.odds.results(rules, wager="main")
    assert "payout_limit" not in free.options
    assert free.outcomes == result("main").outcomes


def test_bets_must_be_equal_and_the_bonus_a_dollar() -> None:
    with pytest.raises(Refused, match="equal"):
        LIR.odds.results(RULES, {"bet_2": Fraction(2)}, wager="main")
    with pytest.raises(Refused, match="one dollar"):
        LIR.odds.results(RULES, {"lir_bonus": Fraction(2)}, wager="lir_bonus")
    with pytest.raises(Refused, match="no point total"):
        next(LIR.odds.classes(RULES, total=20))


def test_every_class_of_three_cards() -> None:
    classes = []
    for one in LIR.odds.classes(RULES):
        if one.cards == 4:
            break
        classes.append(one)
    assert len(classes) == 1755
    assert sum(one.ways for one in classes) == comb(52, 3)
    total = sum(one.ways * max(one.let_it_ride, one.withdraw) for one in classes)
    assert -total / comb(52, 3) == Fraction(37963, 1082900)


def test_plain_and_compiled_rules_agree() -> None:
    for hand in list(combinations(deck(), 3))[::97]:
        rule = published.first_rides
        assert rule(mask(hand), 8) == rule.jit(mask(hand), 8)
    for hand in list(combinations(deck("789TJQKA"), 4))[::97]:
        rule = published.second_rides
        assert rule(mask(hand), 8) == rule.jit(mask(hand), 8)
