"""The odds of roulette and the big six wheel: published figures, and every choice of the house."""

from fractions import Fraction

import pytest

from houseway.certificates.figures import verify
from houseway.counting.result import Certificate
from houseway.games import game
from houseway.games.authoring.spots import alike
from houseway.games.wheels.wheel_odds import spot_table, stops
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

ROULETTE, BIG_SIX = game("roulette"), game("big-six")
EVEN = ("red", "black", "odd", "even", "low", "high")
COLORS = {"offer_red_black": False, "offer_dozen": False}


def edges(where, options=None):
    found = {}
    for result in where.odds.results(TableRules(where.rulebook(), options or {})):
        result.outcomes.check()
        found[result.wager] = result.outcomes.house_advantage
    return found


def test_double_zero():
    """5.26 %, and 7.89 % on the first five: Grochowski, casinocitytimes 60774."""
    found = edges(ROULETTE)
    assert found.pop("first_five") == Fraction(3, 38)
    assert set(found.values()) == {Fraction(1, 19)}
    assert len(found) == 13


def test_half_back_on_a_zero():
    """2.63 % at even money and nothing else changed: the same article."""
    usual, half = edges(ROULETTE), edges(ROULETTE, {"zero_rule": "half"})
    assert {half[name] for name in EVEN} == {Fraction(1, 38)}
    assert all(half[name] == usual[name] for name in usual if name not in EVEN)


@pytest.mark.parametrize("wheel", ["single_zero", "double_as_single"])
def test_single_zero(wheel):
    """2.70 %, also on a wheel whose 00 is spun again."""
    found = edges(ROULETTE, {"wheel": wheel})
    assert set(found.values()) == {Fraction(1, 37)}
    assert "first_five" not in found


def test_wagers_that_a_house_may_offer():
    five = {"offer_five_adjacent": True, "wheel_replica": True, "offer_seven_numbers": True}
    double = edges(ROULETTE, five)
    assert (double["five_adjacent"], double["seven_numbers"]) == (Fraction(1, 19), Fraction(3, 38))
    single = edges(ROULETTE, {**five, "wheel": "single_zero"})
    assert (single["five_adjacent"], single["seven_numbers"]) == (Fraction(1, 37), Fraction(2, 37))
    assert edges(ROULETTE, {**COLORS, "offer_six_color": True})["six_color"] == Fraction(1, 19)
    assert edges(ROULETTE, {**COLORS, "offer_eight_color": True})["eight_color"] == Fraction(3, 19)
    single = {**COLORS, "offer_seven_color": True, "wheel": "double_as_single"}
    assert edges(ROULETTE, single)["seven_color"] == Fraction(2, 37)


def test_half_of_an_odd_cent_is_the_players():
    rules = TableRules(ROULETTE.rulebook(), {"zero_rule": "half"})
    (found,) = ROULETTE.odds.results(rules, {"red": Fraction(101, 100)}, wager="red")
    nets = {outcome.label: outcome.net for outcome in found.outcomes.outcomes}
    assert nets == {"wins": 1, "loses a part": -Fraction(50, 101), "loses": -1}


def test_a_price_above_the_minimum():
    assert edges(ROULETTE, {"straight": ["36 to 1"]})["straight"] == Fraction(1, 38)


@pytest.mark.parametrize(
    ("stakes", "cite"),
    [({"five_adjacent": Fraction(1, 100)}, "5.1(e)1i"), ({"first_five": Fraction(1)}, "5.1(e)5")],
)
def test_stakes_that_cannot_be_are_refused(stakes, cite):
    options = {"wheel": "single_zero", "offer_five_adjacent": True, "wheel_replica": True}
    with pytest.raises(Refused) as refused:
        ROULETTE.odds.results(TableRules(ROULETTE.rulebook(), options), stakes)
    assert cite in refused.value.cite


# 24 sections of $1 and 7 of $5, and 45 to 1 in Atlantic City: Grochowski, casinocitytimes 63843.
# The other wheel is the rulebook's reading.
BIG = {
    "ones_24": {1: Fraction(1, 9), 2: Fraction(1, 6), 5: Fraction(2, 9), 10: Fraction(5, 27)},
    "ones_23": {1: Fraction(4, 27), 2: Fraction(1, 6), 5: Fraction(1, 9), 10: Fraction(5, 27)},
}


@pytest.mark.parametrize("wheel", BIG)
def test_big_six(wheel):
    found = edges(BIG_SIX, {"wheel": wheel})
    for insignia, edge in BIG[wheel].items():
        assert found[f"insignia_{insignia}"] == edge
    assert found["insignia_20"] == Fraction(2, 9)
    assert found["joker"] == found["flag"] == Fraction(4, 27)


def test_big_six_at_forty_to_one_cannot_be():
    """What Las Vegas pays on the joker is below the minimum."""
    with pytest.raises(Refused):
        TableRules(BIG_SIX.rulebook(), {"joker": ["40 to 1"]})


@pytest.mark.parametrize("where", [ROULETTE, BIG_SIX], ids=["roulette", "big-six"])
def test_every_wager_is_found_under_every_choice_and_found_again(where):
    book = where.rulebook()
    seen = {}
    for options in where.odds.variations(book):
        for result in where.odds.results(TableRules(book, options)):
            key = (result.wager, tuple(sorted(result.options.items())))
            assert seen.setdefault(key, result).outcomes == result.outcomes
    assert {wager for wager, _ in seen} == set(book.wagers)
    if where is ROULETTE:
        wheels = {options["wheel"] for wager, pairs in seen for options in [dict(pairs)]}
        assert wheels == {"double_zero", "single_zero", "double_as_single"}
    certificate = Certificate.loads(Certificate(tuple(seen.values())).dumps())
    assert [found.reason for found in verify(certificate) if found.reason] == []


def test_spots_that_are_not_alike_are_told_apart():
    chances = stops(["a", "a", "b"])
    tables = {
        spot: spot_table("one", chances, 100, lambda pocket, s=spot: 100 if pocket == s else -100)
        for spot in ("a", "b")
    }
    assert list(alike("one", tables)) == ["one@a", "one@b"]
    assert list(alike("one", {"a": tables["a"], "c": tables["a"]})) == ["one"]
    assert tables["a"].denominator == 3


def test_the_cheapest_wagers():
    best = ROULETTE.odds.strategy(TableRules(ROULETTE.rulebook(), {"zero_rule": "half"}))
    assert {ranked.wager for ranked in best.wagers[:6]} == set(EVEN)
    assert best.wagers[-1].wager == "first_five"
    assert BIG_SIX.odds.strategy(TableRules(BIG_SIX.rulebook())).wagers[0].wager == "insignia_5"
