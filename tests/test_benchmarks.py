"""Every benchmark runs to its end with tiny counts and prints a table of figures."""

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from houseway.games import games

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "benchmarks"
DOCUMENT = ROOT / "docs" / "performance.md"
HELPERS = {"report.py", "write.py", "attack.py"}  # attack.py is server.py --attack

# What the first column of each benchmark's tables must have.
ROWS = {
    "blitz.py": {"nj", "md"},
    "certificates.py": {"2"},
    "evaluator.py": {"ours", "eval7", "best play and its value"},
    "ledger.py": {"sqlite, 1", "sqlite, 2", "postgresql, 1", "postgresql, 2"},
    "odds.py": {"caribbean-stud-poker", "three-card-poker"},
    "poker.py": {"holdem no limit", "omaha pot limit", "badugi fixed limit"},
    "referee.py": {
        f"{game.id} ({edition})" for game in games().values() for edition in game.editions
    },
    "calls.py": {"a bet", "a table that has changed", "the same for a page"},
    "server.py": {"rounds/s", "answered actions, all found in the ledger"},
    "simulation.py": {"blackjack", "craps, rolls", "blackjack to gymnasium Blackjack-v1"},
    "start.py": {"`import numba`", "`houseway --help`"},
}
NATIVE = {
    "evaluator.py": {"C++"},
    "simulation.py": {"blackjack in C++", "blackjack to blackjack in C++"},
}


@cache
def smoke(*command: str) -> str:
    """What a benchmark prints with tiny counts."""
    words = [sys.executable, str(BENCHMARKS / command[0]), "--smoke", *command[1:]]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tables(text: str) -> list[list[str]]:
    """The rows of all tables, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = {at for at, row in enumerate(rows) for at in (at - 1, at) if row[0] == "---"}
    return [row for at, row in enumerate(rows) if at not in heads]


def check(text: str, expected: set[str]) -> None:
    """A section with the expected rows, each of which has a positive figure or a count."""
    assert text.startswith("## ")
    rows = tables(text)
    assert {row[0] for row in rows} >= expected
    for row in rows:
        assert re.match(r"\d", row[1]), row


def test_every_benchmark_is_tried() -> None:
    assert {path.name for path in BENCHMARKS.glob("*.py")} - HELPERS == set(ROWS)


@pytest.mark.parametrize("name", sorted(ROWS))
def test_smoke(name: str) -> None:
    check(smoke(name), ROWS[name])


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
@pytest.mark.parametrize("name", sorted(NATIVE))
def test_smoke_of_the_peers_in_cpp(name: str) -> None:
    check(smoke(name), NATIVE[name])


def test_the_slowest_game_comes_first() -> None:
    rates = [float(row[1].replace(",", "")) for row in tables(smoke("referee.py"))]
    assert rates == sorted(rates)
    assert f"is {tables(smoke('referee.py'))[0][0]} with" in smoke("referee.py")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("server.py", "--workers", "2"), ROWS["server.py"]),
        (("server.py", "--attack"), {"100 streams of one visitor", "500 send half a request"}),
        (("ledger.py", "--flush", "1", "--only", "sqlite"), {"sqlite, 1"}),
    ],
    ids=["workers", "attack", "flush"],
)
def test_smoke_of_other_modes(command: tuple[str, ...], expected: set[str]) -> None:
    if "--flush" in command and shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    check(smoke(*command), expected)


@pytest.mark.soak
def test_memory_of_many_rounds() -> None:
    assert re.search(r"100 %\s+20 rounds: \d", smoke("ledger.py", "--memory", "20"))


def test_the_document_names_its_run() -> None:
    text = DOCUMENT.read_text()
    for line in (r"date \| 20\d\d-\d\d-\d\d", r"commit \| `[0-9a-f]{12}`", r"machine \| \S"):
        assert re.search(rf"^\| {line}", text, re.MULTILINE), line
    for name in ("Rounds through the referee", "Durable rounds", "Bets during an attack"):
        assert f"\n## {name}\n" in text
