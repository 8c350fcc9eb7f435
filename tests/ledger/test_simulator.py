"""Guarantees 1 to 5 on a machine that fails in every way that a seed can think of."""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simulator import World, Wrong, make_base, simulate

from houseway.ledger.house import House
from postgres import MEMORY

SEEDS = 2_000 if os.environ.get("HOUSEWAY_SOAK") else 20
CHUNK = 20


@pytest.fixture(scope="module")
def base() -> Iterator[Path]:
    """A house that every seed begins with; in memory, where there is room."""
    shared = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="houseway-base-", dir=shared) as name:
        yield make_base(Path(name) / "base")


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_what_a_house_promises_holds_whatever_fails(base: Path, first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        world = simulate(seed, base)
        seen += world.seen
        seen["acknowledged"] += len(world.acknowledged)
    assert seen["acknowledged"] > 10 * CHUNK
    for what in (
        *World("any", base).rates,
        "second process",
        "set back",
    ):  # it does not hold because nothing went wrong
        assert seen[what], what


def test_a_seed_does_the_same_again(base: Path) -> None:
    for seed in (1, 2, 3):
        first, second = simulate(seed, base), simulate(seed, base)
        assert first.trace == second.trace
        assert first.acknowledged == second.acknowledged
    assert simulate(4, base).trace != first.trace


def find(base: Path, seeds: int = 40) -> str:
    """What the first of many seeds complains of."""
    for seed in range(seeds):
        try:
            simulate(seed, base)
        except Wrong as wrong:
            return str(wrong)
    return ""


def test_it_notices_a_house_that_forgets_its_keys(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(House, "answered", lambda *given: None)
    assert "is not answered" in find(base)


def test_it_notices_a_disk_that_does_not_flush(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was acknowledged is not there, or the house itself sees that it is older than it was."""
    torn = World.torn

    def lie(self: World, before: Any, after: Any) -> Any:
        kept = torn(self, before, after)
        return {**kept, "house.db-wal": kept["house.db-wal"][:4000]}

    monkeypatch.setattr(World, "torn", lie)
    assert any(said in find(base) for said in ("acknowledged", "anchor", "signed", "missing"))


def test_it_notices_money_that_is_lost(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A balance that is written apart from its transfer."""
    from houseway.ledger import books

    monkeypatch.setattr(books, "changes", lambda moves, wanted: [])
    found = find(base)
    assert any(said in found for said in ("do not hold", "does not follow", "the balances are not"))
