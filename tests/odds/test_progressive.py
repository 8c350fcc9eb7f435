"""Progressive wagers on a toy: a fair die, one meter for a six and two dollars for a five."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.counting.progressive import Award, Draw, Progressive

SIX, FIVE, NOTHING = frozenset({"six"}), frozenset({"five"}), frozenset()


def award(rows, meters):
    if "six" in rows:
        return Award(-(-meters["pot"] // 100) * 100, frozenset({"pot"}))
    return Award(200 if "five" in rows else 0)


DIE = Progressive(
    "die", ("six", "five"), {SIX: 1, FIVE: 1, NOTHING: 4}, 6, award, {"pot": 300}, 100
)


def test_the_table_at_given_meters():
    table = DIE.table()
    table.check()
    assert [(o.label, o.net, o.count) for o in table.outcomes] == [
        ("six", 2, 1),
        ("five", 1, 1),
        ("nothing", -1, 4),
    ]
    assert table.expectation == DIE.expectation() == Fraction(-1, 6)
    assert DIE.expectation({"pot": 301}) == 0
    assert DIE.hits() == {"pot": 1}


def test_break_even_is_the_first_fair_cent():
    assert DIE.break_even("pot") == 301
    assert DIE.break_even("pot", most=200) is None


def test_in_the_long_run_meters_pay_what_they_are_fed():
    life = DIE.long_run({"pot": Fraction(1, 10)})
    assert life.meters["pot"].bets_between_hits == 6
    assert life.meters["pot"].mean_at_hit == 300 + 10 * 6
    assert life.house_advantage == 1 - Fraction(360 + 200, 600) == Fraction(1, 15)


def test_rounding_is_the_mean_over_all_waits():
    life = DIE.long_run({"pot": Fraction(1, 10)})
    series = sum(
        (5 / 6) ** (n - 1) / 6 * (-(-(300 + 10 * n) // 100) * 100 - 300 - 10 * n)
        for n in range(1, 600)
    )
    assert float(life.meters["pot"].rounding) == pytest.approx(series, rel=1e-12)
    assert float(life.rounding) == pytest.approx(series / 600, rel=1e-12)


def test_a_meter_that_is_not_fed_stays():
    life = DIE.long_run({"pot": Fraction(0)})
    assert life.meters["pot"].mean_at_hit == 300
    assert life.rounding == 0


def test_the_long_run_by_throwing_the_die():
    dice = random.Random(7)
    pot, paid, throws = 300, 0, 200_000
    for _ in range(throws):
        pot += 10
        face = dice.randrange(1, 7)
        if face == 6:
            paid += award(SIX, {"pot": pot}).cents
            pot = 300
        elif face == 5:
            paid += 200
    life = DIE.long_run({"pot": Fraction(1, 10)})
    expected = 1 - float(life.house_advantage) + float(life.rounding)
    assert paid / throws / 100 == pytest.approx(expected, abs=5 * 1.4 / throws**0.5)


def test_a_meter_nobody_can_hit_is_refused():
    with pytest.raises(ValueError, match="grows without limit"):
        Progressive("x", (), {NOTHING: 1}, 1, award, {"pot": 1}, 100).long_run({"pot": Fraction(1)})


# A meter from which awards draw without emptying it


def drawing(rows, meters):
    if "six" in rows:
        return Award(meters["pot"], frozenset({"pot"}))
    if "five" in rows:
        return Award(meters["pot"] // 10, drawn=(Draw("pot", share=Fraction(1, 10)),))
    return Award(50, drawn=(Draw("pot", cents=50),)) if "four" in rows else Award(0)


DRAWN = Progressive(
    "die",
    ("six", "five", "four"),
    {frozenset({row}): 1 for row in ("six", "five", "four")} | {NOTHING: 3},
    6,
    drawing,
    {"pot": 10_000},
    100,
    unit=0,
)


def test_a_meter_that_is_drawn_from_settles_where_it_gains_as_much_as_it_gives():
    life = DRAWN.long_run({"pot": Fraction(1, 2)})
    mean = float(DRAWN.resets["pot"])
    for _ in range(400):  # fed, then emptied, drawn from by a share, by a sum, or left
        fed = mean + 50
        mean = (10_000 + fed * 9 / 10 + (fed - 50) + 3 * fed) / 6
    assert float(life.meters["pot"].mean_at_hit) == pytest.approx(mean + 50, rel=1e-12)
    paid_in = Fraction(1, 2) + Fraction(10_000, 6 * 100)  # growth, and a new start after each hit
    assert life.house_advantage == 1 - paid_in
    assert life.rounding == 0


def test_draws_and_rounding_up_do_not_go_together():
    with pytest.raises(ValueError, match="cost of rounding up is unknown"):
        replace(DRAWN, unit=100).long_run({"pot": Fraction(1, 2)})


def test_a_meter_that_pays_out_more_than_it_takes_in_is_refused():
    dry = replace(DRAWN, resets={"pot": 0})
    with pytest.raises(ValueError, match="runs dry"):
        dry.long_run({"pot": Fraction(0)})
