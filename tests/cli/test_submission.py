"""A submission to a laboratory: complete, checkable, and honest about what changed."""

import hashlib
import json
from pathlib import Path

import pytest

from houseway.documents.blocks import Grid
from houseway.documents.submission import File
from houseway.equipment.fairness import Measured
from houseway.games import game
from houseway.terminal import submission as made
from houseway.terminal.scenarios import Played, played, scenario_report
from houseway.terminal.submission import changes, deciding_files

WAR = game("casino-war")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of the random source that look at little; tests/equipment makes them in full."""
    few = [Measured("Each of 6 numbers", 6, 5, 0.5)]
    monkeypatch.setattr(made, "run_all", lambda source: few)


def test_a_submission_is_whole_and_its_sums_hold(run, refused, tmp_path: Path, quick) -> None:
    folder = tmp_path / "first"
    told = run("submission", "casino-war", "-o", str(folder), "--date", "2026-11-18")
    assert (told.exit_code, told.stdout) == (0, f"{folder}: every test passed.\n")
    sums = dict(
        reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines()
    )
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {*sums, "SHA256SUMS"}
    for name, sum_ in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == sum_
    papers = {"submission.pdf", "scenarios.pdf", "rules.pdf", "par-sheet.pdf", "par-sheet.xlsx"}
    assert papers <= there
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["rulebook"] == WAR.rulebook("nj").hash
    assert {f"source/{name}" for name in manifest["files"]} < there
    assert "is not empty" in refused("submission", "casino-war", "-o", str(folder))

    again = tmp_path / "second"
    since = ["--since", str(folder), "--date", "2026-11-18"]
    run("submission", "casino-war", "-o", str(again), *since)
    assert (again / "manifest.json").read_bytes() == (folder / "manifest.json").read_bytes()
    assert "holds no submission" in refused(
        "submission", "casino-war", "-o", str(tmp_path / "x"), "--since", str(tmp_path)
    )


def test_a_source_that_fails_is_told(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(made, "run_all", lambda source: [Measured("Each of 6 numbers", 6, 5, 1.5)])
    told = run("submission", "casino-war", "-o", str(tmp_path / "out"))
    assert told.exit_code == 1
    assert "Failed: Each of 6 numbers" in told.stdout


def test_what_decides_is_what_a_game_imports() -> None:
    files = deciding_files(WAR)
    assert {
        "houseway/games/shoe_contests/casino_war/game.py",
        "houseway/games/shoe_contests/casino_war/nj.yaml",
        "houseway/referee/round.py",
        "houseway/equipment/randomness.py",
        "houseway/rulebook/price.py",
        "houseway/rulebook/chapters/nj.yaml",
        "houseway/games/shoe_contests/__init__.py",
    } <= set(files)
    assert not [name for name in files if "/server/" in name or "/roulette/" in name]


def test_changes_are_named() -> None:
    before = {"a.py": "1", "b.py": "2", "c.py": "3"}
    now = [File("a.py", 1, "1"), File("b.py", 1, "9"), File("d.py", 1, "4")]
    assert changes(before, now) == [("added", "d.py"), ("changed", "b.py"), ("removed", "c.py")]
    assert changes({"a.py": "1"}, now[:1]) == []


def test_scenarios_are_told_with_what_became_of_them() -> None:
    found = played(WAR, "nj")
    assert len(found) > 20
    assert not any(one.problems for one in found)
    wrong = [*found[:1], Played("nj.scenarios.yaml", "odd", "22.1", ("seat 1: $5, not $10",))]
    (grid,) = (b for b in scenario_report(WAR, "nj", wrong).blocks if isinstance(b, Grid))
    assert [row[2] for row in grid.rows] == ["holds", "seat 1: $5, not $10"]
