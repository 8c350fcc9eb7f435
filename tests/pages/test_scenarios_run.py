"""What scenarios showed is remembered only as long as nothing changes that they run on."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from houseway.games import game
from houseway.pages import scenarios_run
from houseway.pages.scenarios_run import ran, run

WHEEL = game("big-six")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An empty cache, and which editions are run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    told: list[str] = []

    def noted(found, edition):
        told.append(edition)
        return run(found, edition)

    monkeypatch.setattr(scenarios_run, "run", noted)
    return told


def test_what_was_seen_once_is_remembered(runs: list[str]) -> None:
    first = ran(WHEEL, "nj")
    assert first.scenarios == first.holding > 10
    assert first.executed
    assert first.words.phases
    assert ran(WHEEL, "nj") == first == run(WHEEL, "nj")
    assert runs == ["nj"]


def test_a_changed_file_has_them_run_again(runs: list[str], tmp_path: Path) -> None:
    folder = tmp_path / WHEEL.folder.name
    shutil.copytree(WHEEL.folder, folder)
    copied = replace(WHEEL, folder=folder, package=WHEEL.module)
    ran(copied, "nj")
    text = copied.scenarios("nj").read_text()
    copied.scenarios("nj").write_text(text.replace("nets: {1: {insignia_1: 10}}", "nets: {}", 1))
    changed = ran(copied, "nj")
    assert runs == ["nj", "nj"]
    assert changed.holding < changed.scenarios
    assert len(list((tmp_path / "cache").rglob("*.json"))) == 1, "what is stale is thrown away"


def test_a_damaged_memory_is_no_memory(runs: list[str], tmp_path: Path) -> None:
    first = ran(WHEEL, "nj")
    (kept,) = (tmp_path / "cache").rglob("*.json")
    for damage in ("", "[]", '{"scenarios": 1}', "\x00"):
        kept.write_text(damage)
        assert ran(WHEEL, "nj") == first
    assert runs == ["nj"] * 5
