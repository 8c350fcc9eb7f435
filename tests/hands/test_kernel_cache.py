"""A compiled rule is kept, and never served once the rule has been edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import houseway

CALLER = """
from houseway.equipment.cards import SUIT
from houseway.games.twenty_one.twentyone import dealer_draws
from houseway.hands.kernel import kernel


@kernel
def asks(total: int) -> bool:
    return dealer_draws(total, False, 17, 17)


@kernel
def ranks() -> int:
    return SUIT
"""
ASK = """
from houseway.games.asking import asks, ranks
found = asks.jit(17), ranks.jit()
kept = [sum(one.jit.stats.cache_hits.values()) for one in (asks, ranks)]
print(*found, *kept)
"""


@pytest.fixture
def ask(tmp_path):
    """A copy of the package with a kernel that calls a rule in another file, and what it says."""
    package = tmp_path / "houseway"
    ignored = shutil.ignore_patterns("__pycache__", "*.json", "*.yaml")
    shutil.copytree(Path(houseway.__file__).parent, package, ignore=ignored)
    (package / "games" / "asking.py").write_text(CALLER)
    there = {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def call() -> list[str]:
        environment = {**os.environ, **there}
        done = subprocess.run(
            [sys.executable, "-c", ASK], capture_output=True, text=True, env=environment, check=True
        )
        return done.stdout.split()

    call.package = package
    return call


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_an_edited_rule_is_compiled_again(ask) -> None:
    assert ask() == ["False", "8191", "0", "0"]
    assert ask() == ["False", "8191", "1", "1"]  # kept
    games, equipment = ask.package / "games", ask.package / "equipment"
    edit(
        games / "twenty_one" / "twentyone.py",
        "return total < (stands_soft",
        "return total <= (stands_soft",
    )
    assert ask() == ["True", "8191", "0", "0"]
    edit(equipment / "cards.py", "SUIT = 0x1FFF", "SUIT = 0x0FFF")  # it holds no kernel itself
    assert ask() == ["True", "4095", "0", "0"]
    with (games / "dice" / "rolled.py").open("a") as file:
        file.write("# Kernels of another game are not among them.\n")
    assert ask() == ["True", "4095", "1", "1"]
