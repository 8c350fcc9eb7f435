"""Simulation: the same for any number of workers, and honest about its error."""

import json
import math

import pytest

from houseway.games import game
from houseway.games.authoring.sums import Sums
from houseway.simulation.sessions import Job, edge, play_shard, simulate

BLITZ = "three-card-blitz"


def job(rounds: int = 300, policy: str = "random", **changes) -> Job:
    settings = {"game": BLITZ, "edition": "nj", "bets": {"ante": 1000, "blind": 1000}}
    return Job(**{**settings, "policy": policy, "rounds": rounds, "seed": 7, **changes})


def test_results_do_not_depend_on_the_number_of_workers(program) -> None:
    command = ("simulate", BLITZ, "--rounds", "2100", "--seed", "5", "--policy", "random", "--json")
    one, two = (program(*command, "--workers", workers) for workers in ("1", "2"))
    assert one.returncode == two.returncode == 0, two.stderr
    assert one.stdout == two.stdout
    assert one.stderr == ""  # no progress bar where there is no terminal
    assert json.loads(one.stdout)["all"]["rounds"] == 2100


def test_another_seed_is_another_result(run) -> None:
    command = ("simulate", BLITZ, "--rounds", "100", "--policy", "first", "--json", "--seed")
    assert run(*command, "1").stdout == run(*command, "1").stdout
    assert run(*command, "1").stdout != run(*command, "2").stdout


def test_sums_are_those_of_the_records(run, tmp_path) -> None:
    log = tmp_path / "rounds.jsonl"
    command = ("simulate", BLITZ, "--rounds", "40", "--policy", "random", "--bet", "ante=10")
    result = run(*command, "--bet", "flush_bonus=5", "--log", str(log), "--json")
    found = json.loads(result.stdout)
    assert run("replay", str(log)).stdout.startswith("40 of 40 rounds")
    nets = []
    for line in log.read_text().splitlines():
        moved = [e for e in json.loads(line)["events"] if "wager" in e]
        won = sum(e["amount"] for e in moved if e.get("target") == "seat 1")
        nets.append(won - sum(e["amount"] for e in moved if e.get("source") == "seat 1"))
    assert found["all"]["net"] == sum(nets)
    assert found["all"]["squares"] == sum(net * net for net in nets)
    assert sum(wager["net"] for wager in found["wagers"].values()) == sum(nets)
    assert found["bets"] == {"ante": 1000, "blind": 1000, "flush_bonus": 500}


def test_the_log_of_a_simulation_does_not_change_it() -> None:
    lines: list[str] = []
    logged = simulate(job(120, logged=True), log=lines.append)
    assert logged.report() == simulate(job(120)).report()
    assert len(lines) == 120


def test_the_standard_error_is_that_of_the_textbook() -> None:
    sums, nets = Sums(), [300, -200, -200, 1000, 0]
    for net in nets:
        sums.take(net, 200, 200)
    mean = sum(nets) / 5
    variance = sum((net - mean) ** 2 for net in nets) / 4
    assert math.isclose(sums.standard_error, math.sqrt(variance / 5))
    assert float(sums.mean) == mean
    found = edge(sums, sums.action)
    assert found is not None
    assert math.isclose(found.value, -sum(nets) / 1000)
    assert math.isclose(found.high - found.low, 2 * 1.96 * found.error, rel_tol=1e-4)


def test_shards_add_up_to_the_whole() -> None:
    whole = job(2300, policy="first")
    parts = [play_shard(whole, shard) for shard in range(whole.shards)]
    assert [part.all.rounds for part in parts] == [1000, 1000, 300]
    assert simulate(whole).all.net == sum(part.all.net for part in parts)


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(job(1500, policy="first"), progress=told.append)
    assert told == [1000, 500]


def test_a_policy_sees_only_what_its_seat_may_see(monkeypatch) -> None:
    from houseway.equipment.cards import UNKNOWN
    from houseway.simulation import policies

    seen = []

    def look(view, rules):
        seen.append(view)
        return "fold"

    monkeypatch.setattr(policies, "of_game", lambda game: {"look": look})
    play_shard(job(5, policy="look"), 0)
    assert len(seen) == 5
    for view in seen:
        assert set(view.state.hands["dealer"]) == {UNKNOWN}
        assert UNKNOWN not in view.state.hands[1]


@pytest.mark.soak
@pytest.mark.slow
def test_the_best_policy_is_within_its_error_of_the_exact_edge(run) -> None:
    from houseway.rulebook.table_rules import TableRules

    found = game(BLITZ)
    exact = found.odds.results(TableRules(found.rulebook("nj")))[0].outcomes.house_advantage
    session = simulate(job(6000, policy="optimal", seed=11))
    measured = session.edge_on_base
    assert measured is not None
    assert abs(measured.value - float(exact)) < 4 * measured.error


def test_the_report_is_legible(run) -> None:
    printed = run("simulate", BLITZ, "--rounds", "50", "--policy", "first", "--workers", "1").stdout
    for part in ("50 rounds", "policy first", "house edge per Ante", "95% interval", "Play"):
        assert part in printed
    printed = run("simulate", BLITZ, "--rounds", "1", "--policy", "first").stdout
    assert "unknown" in printed


def test_bad_jobs_are_refused(refused) -> None:
    def reason(*options: str) -> str:
        return refused("simulate", BLITZ, "--workers", "1", *options)

    assert "no policy 'clever'" in reason("--rounds", "10", "--policy", "clever")
    assert "a whole number" in reason("--rounds", "1.5")
    assert "at least one round" in reason("--rounds", "0")
    assert "[51.1 Progressive Jackpot" in reason("--rounds", "10", "--bet", "progressive=7")
    assert "no wager 'x'" in reason("--rounds", "10", "--bet", "x=7")
    assert "no edition" in reason("--rounds", "10", "--edition", "zz")
    assert "No such file" in reason("--rounds", "10", "--log", "/nowhere/at/all")
