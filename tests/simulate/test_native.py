"""Kernels deal the same whole numbers however the work is spread, and what they cannot is said."""

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

import tiers
from houseway.games import game, games
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation import native
from houseway.simulation.native import NativeJob, simulate
from houseway.simulation.policies import usual_bets
from houseway.simulation.sessions import Job
from houseway.simulation.sessions import simulate as by_referee
from houseway.simulation.shards import cluster, local, play_all

ROUNDS = 2_300


def _job_of(found) -> NativeJob:
    """The usual bets, played in the last way that the kernel knows: the first may take a solver."""
    bets = usual_bets(TableRules(found.rulebook()))
    return NativeJob(found.id, found.editions[0], bets, [*native.policies(found)][-1], ROUNDS, 7)


JOBS = {name: _job_of(found) for name, found in games().items() if found.has_deal}
# Where every process loads every kernel anew, one game of each family shows the same
OF_FAMILIES = list({games()[name].folder.parent: job for name, job in JOBS.items()}.values())


@pytest.fixture(autouse=True)
def small_shards(monkeypatch) -> None:
    monkeypatch.setattr(native, "SHARD", 1_000)


def shrink() -> None:
    """Small shards in a process of its own."""
    native.SHARD = 1_000


@pytest.fixture(scope="module", params=JOBS)
def job(request) -> NativeJob:
    return JOBS[request.param]


def test_one_worker_two_and_three_find_the_same(job) -> None:
    alone = simulate(job).report()
    assert alone["all"]["rounds"] == ROUNDS
    assert alone["dealt_by"] == "kernel"
    for workers in (2, 3):
        with local(workers, threads=True) as threads:
            assert simulate(job, threads).report() == alone


@pytest.mark.soak
@pytest.mark.slow
def test_processes_find_the_same() -> None:
    with ProcessPoolExecutor(2, get_context("spawn"), initializer=shrink) as processes:
        for job in OF_FAMILIES if tiers.SOAK else OF_FAMILIES[:2]:
            assert simulate(job, processes).report() == simulate(job).report()


@pytest.mark.soak
@pytest.mark.slow
def test_a_real_cluster_finds_the_same() -> None:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp"
        ) as here,
        Client(here.scheduler_address) as client,
        cluster(here.scheduler_address) as executor,
    ):
        client.run(shrink)
        for job in OF_FAMILIES[:3]:
            assert simulate(job, executor).report() == simulate(job).report()


def test_shards_have_streams_of_their_own(job) -> None:
    parts = [job.play(shard).all for shard in range(job.shards)]
    assert [part.rounds for part in parts] == [1_000, 1_000, 300]
    assert simulate(job).all.net == sum(part.net for part in parts)
    for seed in range(5):  # a wager that seldom wins may win as often in two shards, but not always
        other = replace(job, seed=seed)
        if other.play(0).all.net != other.play(1).all.net:
            return
    raise AssertionError("two shards are dealt alike, whatever the seed")


def test_a_seed_decides_everything(job) -> None:
    again = NativeJob(job.game, job.edition, job.bets, job.policy, ROUNDS, seed=8)
    assert simulate(job).report() == simulate(job).report()
    assert simulate(job).all != simulate(again).all


def test_a_job_that_was_broken_off_goes_on(tmp_path, job) -> None:
    journal, told = tmp_path / "job.jsonl", []
    played = play_all(job, None, journal)
    next(played)
    played.close()
    assert simulate(job, progress=told.append, journal=journal).report() == simulate(job).report()
    assert told == [1_000, 1_000, 300]
    other = NativeJob(job.game, job.edition, job.bets, job.policy, ROUNDS, seed=8)
    with pytest.raises(Refused, match="a different job"):
        simulate(other, journal=journal)


def test_a_session_reads_as_the_referees(job) -> None:
    mine = simulate(job).report()
    bets = {name: bet for name, bet in job.bets.items() if name != "pass_odds"}
    if game(job.game).deal.only:  # one seat is not enough for the referee
        with pytest.raises(Refused):
            by_referee(Job(job.game, job.edition, bets, "first", 20, 7))
        return
    theirs = by_referee(Job(job.game, job.edition, bets, "first", 20, 7)).report()
    assert mine.keys() == theirs.keys()
    assert mine["wagers"].keys() >= theirs["wagers"].keys()
    assert mine["base"] == theirs["base"]


def test_the_referee_refuses_a_bet_for_the_kernel() -> None:
    for bets, policy in (({"main": 7}, "basic"), ({"main": 90_000}, "hi_lo")):
        with pytest.raises(Refused, match="wagers run from") as refused:
            simulate(NativeJob("blackjack", "nj", bets, policy, 10, 7))
        assert refused.value.cite
    with pytest.raises(Refused, match="at least one round"):
        simulate(NativeJob("blackjack", "nj", {"main": 1_000}, "basic", 0, 7))
    with pytest.raises(Refused, match="no policy 'clever'"):
        simulate(NativeJob("blackjack", "nj", {"main": 1_000}, "clever", 10, 7))


def test_who_deals_is_decided_by_what_is_asked_and_what_can_be() -> None:
    found = game("blackjack")
    rules, bets = TableRules(found.rulebook()), {"main": 1_000}
    many = native.WORTHWHILE

    def wanted(policy=None, rounds=many, asked=None, bets=bets, **more) -> bool:
        return native.is_wanted(found, rules, bets, policy, rounds, asked, **more)

    assert wanted()
    assert wanted("basic")
    assert wanted(rounds=1, asked=True)
    assert not wanted(rounds=many - 1)
    assert not wanted(asked=False)
    assert not wanted("random")
    assert not wanted(logged=True)
    with pytest.raises(Refused, match="keeps no records"):
        wanted(asked=True, logged=True)
    with pytest.raises(Refused, match="not dealt natively with sevens"):
        wanted(asked=True, bets={"main": 1_000, "sevens": 100})


@pytest.mark.soak
def test_the_command_says_who_dealt(run, refused, tmp_path) -> None:
    printed = run("simulate", "three-card-poker", "--native", "--rounds", "2000").stdout
    assert "dealt by the kernel" in " ".join(printed.split())
    assert "policy optimal" in printed
    printed = run("simulate", "blackjack", "--rounds", "20", "--policy", "first").stdout
    assert "dealt by the referee" in " ".join(printed.split())
    plan = tmp_path / "mine.yaml"
    plan.write_text("chart: never_bust\n")
    command = ("simulate", "blackjack", "--rounds", "2000", "--json", "--policy")
    mine = json.loads(run(*command, str(plan)).stdout)
    theirs = json.loads(run(*command, "never_bust", "--native").stdout)
    assert mine["dealt_by"] == "kernel"
    assert mine["all"] == theirs["all"]
    assert "no kernel that deals it" in refused("simulate", "roulette", "--native", "--rounds", "9")
    plan.write_text("chart: nonsense\n")
    assert "no chart 'nonsense'" in refused(*command, str(plan))
    plan.write_text("- 1\n")
    assert "holds no plan" in refused(*command, str(plan))


def test_warm_compiles_the_kernels(run) -> None:
    assert run("warm", "craps").exit_code == 0
