"""The functions of the package: what they return, print and refuse."""

from fractions import Fraction

import pytest

from houseway.functions import odds, simulate, strategy
from houseway.rulebook.refusal import Refused


def test_odds_of_a_usual_table_are_looked_up_and_exact() -> None:
    found = odds("Roulette")
    assert found["straight"].outcomes.house_advantage == Fraction(1, 19)
    assert found["first_five"].outcomes.house_advantage == Fraction(3, 38)
    assert len(found) == len(found.wagers) == 14
    assert "Roulette, exact odds" in repr(found)
    assert found._repr_html_().startswith("<pre>Roulette")
    frame = found.to_pandas().set_index("wager")
    assert frame.loc["straight", "house_advantage_exact"] == "1/19"
    with pytest.raises(KeyError, match="one of straight"):
        found["insurance"]


def test_odds_of_another_table_take_titles_and_dollars() -> None:
    single = odds("roulette", options={"wheel": "single_zero", "zero_rule": "full"})
    assert single["straight"].outcomes.house_advantage == Fraction(1, 37)
    one = odds("three-card-poker", wager="Pair Plus", bets={"Pair Plus": 5})
    assert one.wagers == ["pair_plus"]
    assert one["pair_plus"].stakes["pair_plus"] == 5


def test_a_name_that_is_nearly_right_is_answered_with_the_right_one() -> None:
    with pytest.raises(Refused, match="did you mean blackjack"):
        odds("blakjack")
    with pytest.raises(Refused, match="did you mean decks_in_use"):
        odds("blackjack", options={"dekcs": 6})
    with pytest.raises(Refused, match="did you mean pair_plus"):
        odds("three-card-poker", bets={"pair plux": 5})


def test_the_best_play_values_the_choices_of_a_hand() -> None:
    best = strategy("three-card-poker")
    assert best.best.house_advantage == odds("three-card-poker")["main"].outcomes.house_advantage
    weak, strong = best.advise("Qh 6d 3c"), best.advise("Qh 6d 4c")
    assert next(iter(weak)) == "fold"
    assert next(iter(strong)) == "play"
    assert strong["fold"] == -1000
    assert "Three-Card Poker, best play" in repr(best)


def test_simulated_rounds_have_their_error() -> None:
    found = simulate("casino-war", 400, seed=3, bets={"initial": 10})
    again = simulate("Casino War", 400, seed=3, bets={"Initial Wager": "10.00"}, workers=1)
    assert found.report == again.report
    assert found.report["rounds"] == 400
    assert "Simulated, not exact" in repr(found)
    assert set(found.to_pandas()["wager"]) >= {"initial"}
