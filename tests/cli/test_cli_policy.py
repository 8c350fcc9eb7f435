"""Strategies of one's own on the command line."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
POKER = "three-card-poker"
QUEEN = """
def queen_high(sight):
    ranks = [card & 15 for card in sight.hand]
    suits = {card >> 4 for card in sight.hand}
    top = max(ranks)
    run = sorted(ranks) in ([top - 2, top - 1, top], [0, 1, 12])
    return "play" if top >= 10 or len(set(ranks)) < 3 or len(suits) == 1 or run else "fold"

NOTHING = 3
"""


def test_a_table_is_valued(run) -> None:
    printed = run("strategy", POKER, "--policy", str(EXAMPLES / "queen-six-four.yaml")).stdout
    for part in ("play Q-6-4 or better", "3.372981%", "686689/20358520", "No hand is played"):
        assert part in printed


@pytest.mark.parametrize(
    ("game", "name", "parts"),
    [
        ("let-it-ride-poker", "let-it-ride-published", ["37963/1082900", "No hand is played"]),
        ("pai-gow", "pai-gow-house-way", ["2.681581%", "1-3 1-5 high", "889 classes of hands"]),
        ("blackjack", "blackjack-basic", ["0.434061%", "hard 16", "100.0% of the cost"]),
    ],
)
def test_games_of_several_decisions(run, game, name, parts) -> None:
    printed = run("strategy", game, "--policy", str(EXAMPLES / f"{name}.yaml")).stdout
    for part in parts:
        assert part in " ".join(printed.split())


def test_a_function_is_valued(run, tmp_path, monkeypatch) -> None:
    (tmp_path / "mine.py").write_text(QUEEN)
    monkeypatch.chdir(tmp_path)
    printed = " ".join(run("strategy", POKER, "--policy", "mine:queen_high").stdout.split())
    for part in ("queen_high", "3.449121%", "Q-6-3", "Where it errs most", "100.0% of the cost"):
        assert part in printed
    found = json.loads(run("strategy", POKER, "--policy", "mine:queen_high", "--json").stdout)
    assert Fraction(found["house_advantage"]) == Fraction(70219, 2035852)
    costs = sum(Fraction(one["cost"]) for one in found["mistakes"])
    assert costs == Fraction(found["cost"])
    assert found["result"]["strategy"] == "queen_high"


@pytest.mark.parametrize(
    ("game", "policy", "reason"),
    [
        (POKER, "queen", "write a file.yaml, or module:function"),
        (POKER, "no_such_module:decide", "there is no module"),
        (POKER, "json:nothing", "json has no function 'nothing'"),
        (POKER, "missing.yaml", "missing.yaml"),
        (POKER, str(EXAMPLES / "blitz-nineteen.yaml"), "does not decide in three-card-poker"),
        ("craps", "json:dumps", "only the optimal strategy can be evaluated in craps yet"),
    ],
)
def test_what_is_refused(refused, game, policy, reason) -> None:
    assert reason in refused("strategy", game, "--policy", policy)
