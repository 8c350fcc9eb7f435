"""The same whole numbers however the work is spread, and after a break."""

import os
import signal
import subprocess
import sys

import pytest

from houseway.rulebook.refusal import Refused
from houseway.simulation.sessions import Job, simulate
from houseway.simulation.shards import cluster, local, play_all, seed_of
from until import LIMIT, until

JOB = Job("three-card-blitz", "nj", {"ante": 1000, "blind": 1000}, "random", 3_200, 7)


@pytest.fixture(scope="module")
def alone():
    return simulate(JOB).report()


def test_processes_and_threads_find_the_same(alone) -> None:
    for threads in (False, True):
        with local(2, threads=threads) as executor:
            assert simulate(JOB, executor).report() == alone


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
def test_a_real_cluster_finds_the_same(alone, workers) -> None:
    from distributed import LocalCluster

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, protocol="tcp"
        ) as workers_here,
        cluster(workers_here.scheduler_address) as executor,
    ):
        assert simulate(JOB, executor).report() == alone


def test_no_cluster_is_said_so() -> None:
    with pytest.raises(Refused, match="no cluster answers at nowhere"), cluster("nowhere"):
        pass


def test_games_do_not_share_their_chance() -> None:
    assert seed_of(7, "craps") != seed_of(7, "roulette")
    assert seed_of(7, "craps") != seed_of(8, "craps")
    assert 0 <= seed_of(2**64 - 1, "craps") < 2**64


def test_a_job_that_was_broken_off_goes_on(tmp_path, alone) -> None:
    journal = tmp_path / "job.jsonl"
    played = play_all(JOB, None, journal)
    next(played), next(played)
    played.close()
    with journal.open("a") as file:
        file.write('{"shard":2,"fou')  # the process died in the middle of a line
    told: list[int] = []
    assert simulate(JOB, progress=told.append, journal=journal).report() == alone
    assert told == [1000, 1000, 1000, 200]
    again = simulate(JOB, journal=journal)  # nothing is left to play
    assert again.report() == alone
    assert len(journal.read_text().splitlines()) == 1 + JOB.shards


def test_records_survive_the_break_too(tmp_path) -> None:
    job = Job(
        "three-card-blitz", "nj", {"ante": 1000, "blind": 1000}, "first", 1_100, 7, logged=True
    )
    journal, lines = tmp_path / "job.jsonl", []
    next(play_all(job, None, journal))
    simulate(job, log=lines.append, journal=journal)
    straight: list[str] = []
    simulate(job, log=straight.append)
    assert lines == straight
    assert len(lines) == 1_100


def test_the_journal_of_another_job_is_refused(tmp_path) -> None:
    journal = tmp_path / "job.jsonl"
    next(play_all(JOB, None, journal))
    other = Job("three-card-blitz", "nj", {"ante": 1000, "blind": 1000}, "random", 3_200, 8)
    with pytest.raises(Refused, match="a different job"):
        simulate(other, journal=journal)


@pytest.mark.parametrize("entry", ['{"shard":5,"found":{}}', "nonsense", '{"shard":1}'])
def test_a_damaged_journal_is_refused(tmp_path, entry) -> None:
    journal = tmp_path / "job.jsonl"
    next(play_all(JOB, None, journal))
    with journal.open("a") as file:
        file.write(entry + "\n")
    with pytest.raises(Refused, match="damaged"):
        simulate(JOB, journal=journal)


@pytest.mark.slow
def test_an_interrupted_command_says_how_to_go_on(tmp_path) -> None:
    journal = tmp_path / "job.jsonl"
    command = [sys.executable, "-m", "houseway", "simulate", "three-card-blitz", "--rounds", "1e9"]
    command += ["--policy", "first", "--workers", "1", "--job", str(journal)]
    heard = ["env", "--default-signal=INT"]  # also where the tests run in the background
    process = subprocess.Popen([*heard, *command], stderr=subprocess.PIPE, text=True)
    until(lambda: journal.exists() and len(journal.read_text().splitlines()) >= 3)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert "goes on from" in said
    assert len(journal.read_text().splitlines()) >= 3
