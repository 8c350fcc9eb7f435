"""Evenings drawn from exact odds: counted in whole numbers, and true to the odds."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.certificates import figures
from houseway.counting.result import Method, Outcome, OutcomeTable, Result
from houseway.games import game
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation import bankroll
from houseway.simulation.bankroll import SHARD, Evening, Evenings, mean, percentiles
from houseway.simulation.shards import local, play_all

BLITZ = game("three-card-blitz")
MAIN = figures.at_table(BLITZ, TableRules(BLITZ.rulebook("nj")), wager="main")[0]


def coin(win: int = 1, of: int = 2) -> Result:
    """A wager at even money that wins so often."""
    outcomes = (Outcome("win", Fraction(1), win), Outcome("lose", Fraction(-1), of - win))
    table = OutcomeTable("coin", of, outcomes)
    return Result("coin", "nj", "", {}, {}, "none", Method.ENUMERATION, table, "0" * 64)


def played(job: Evening) -> Evenings:
    total = Evenings()
    for part in play_all(job):
        total.add(part)
    return total


def test_a_fair_walk_is_ruined_as_often_as_the_textbook_says() -> None:
    """From 5 units to 0 or 15, a fair coin ends at 0 in two cases of three."""
    job = Evening(coin(), 500, 100, rounds=2_000, evenings=20_000, seed=3, target=1_500)
    total = played(job)
    assert total.ruined + total.reached == total.evenings == 20_000
    error = math.sqrt(2 / 9 / 20_000)
    assert abs(total.ruined / 20_000 - 2 / 3) < 4 * error
    assert abs(float(mean(total.lasted)) - 5 * 10) < 2  # the mean of a fair walk is a times b


def test_the_mean_loss_is_the_house_edge() -> None:
    job = Evening(MAIN, 100_000_000, 1_000, rounds=400, evenings=8_000, seed=9)
    total = played(job)
    assert total.ruined == 0
    assert total.rounds == 400 * 8_000
    lost = float(100_000_000 - mean(total.bankrolls[-1])) / 1_000 / 400
    error = MAIN.outcomes.standard_deviation / math.sqrt(400 * 8_000)
    assert abs(lost - float(MAIN.outcomes.house_advantage)) < 4 * error


def test_plain_and_compiled_play_the_same(monkeypatch) -> None:
    job = Evening(MAIN, 50_000, 1_000, rounds=30, evenings=20, seed=7)
    compiled = job.play(0)
    plain = bankroll._play.function
    monkeypatch.setattr(type(bankroll._play), "jit", property(lambda kernel: plain))
    assert job.play(0) == compiled


def test_any_number_of_threads_counts_the_same() -> None:
    job = Evening(MAIN, 50_000, 1_000, rounds=60, evenings=2 * SHARD + 5, seed=7)
    with local(2, threads=True) as executor:
        shared = Evenings()
        for part in play_all(job, executor):
            shared.add(part)
    assert shared == played(job)
    assert shared.evenings == 2 * SHARD + 5


def test_parts_are_read_back_as_they_were() -> None:
    job = Evening(MAIN, 50_000, 1_000, rounds=60, evenings=50, seed=7)
    part = job.play(0)
    assert job.read(json.loads(json.dumps(part.to_json()))) == part


def test_the_evening_ends_when_the_worst_round_is_not_covered() -> None:
    job = Evening(coin(0, 1), 1_050, 100, rounds=50, evenings=3, seed=1)
    total = played(job)
    assert total.ruined == 3
    assert total.lasted == {10: 3}  # ten losses leave fifty cents
    assert total.bankrolls[-1] == {50: 3}
    assert total.gaps == {10: 3}


def test_percentiles_are_the_least_values_that_suffice() -> None:
    counted = {1: 49, 2: 1, 3: 50}
    assert percentiles(counted, (49, 50, 51, 100)) == {49: 1, 50: 2, 51: 3, 100: 3}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"bankroll": 2_999}, "does not cover the \\$30"),
        ({"rounds": 0}, "at least one round"),
        ({"evenings": 0}, "at least one session"),
        ({"unit": 0}, "is too small"),
        ({"target": 50_000}, "more than the bankroll"),
    ],
)
def test_what_cannot_be_played_is_refused(change, reason) -> None:
    job = Evening(MAIN, 50_000, 1_000, rounds=60, evenings=50, seed=7)
    with pytest.raises(Refused, match=reason):
        replace(job, **change)


def test_a_unit_that_cannot_be_paid_is_refused() -> None:
    half = OutcomeTable(
        "x", 2, (Outcome("win", Fraction(3, 2), 1), Outcome("lose", Fraction(-1), 1))
    )
    with pytest.raises(Refused, match=r"\$0.01 cannot be paid exactly; bet \$0.02"):
        Evening(replace(coin(), outcomes=half), 500, 1, rounds=5, evenings=5, seed=1)


def test_the_command_tells_it(run, refused, tmp_path) -> None:
    fan = tmp_path / "fan.svg"
    command = ("evenings", "three-card-blitz", "--bankroll", "500", "--evenings", "500")
    printed = run(*command, "--target", "900", "--svg", str(fan)).stdout
    for part in ("500 evenings of main", "money gone", "target reached", "money after 300"):
        assert part in printed
    assert fan.read_text().startswith("<svg")
    data = json.loads(run(*command, "--wager", "flush_bonus", "--json").stdout)
    assert data["evenings"] == 500
    assert data["result"]["wager"] == "flush_bonus"
    assert "no odds for 'x'" in refused(*command, "--wager", "x")
