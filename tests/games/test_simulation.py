"""Simulation through the referee agrees with the exact value, within its own error bars."""

import pytest

import tiers
from houseway.games import game
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.sessions import Job, simulate
from houseway.simulation.shards import local
from maths import maths

BLITZ = game("three-card-blitz")
BETS = {"ante": 1000, "blind": 1000, "flush_bonus": 500}


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["nj", "md"])
def test_simulated_and_exact(edition) -> None:
    rounds = 40_000 if tiers.SOAK else 10_000
    job = Job("three-card-blitz", edition, BETS, "play_19", rounds, seed=51)
    with local(2) as executor:
        session = simulate(job, executor)
    rules = TableRules(BLITZ.rulebook(edition))
    exact = {
        "main": maths(BLITZ).main_game(rules).play_from(19).together.house_advantage,
        "flush_bonus": next(
            result.outcomes.house_advantage
            for result in BLITZ.odds.results(rules)
            if result.wager == "flush_bonus"
        ),
    }
    main = session.edge_on_base
    assert main is not None
    assert main.error < 0.04  # or it says nothing
    assert abs(main.value - float(exact["main"])) < 4 * main.error
    flush = session.wagers["flush_bonus"]
    error = flush.standard_error / 500
    assert abs(-float(flush.mean) / 500 - float(exact["flush_bonus"])) < 4 * error
