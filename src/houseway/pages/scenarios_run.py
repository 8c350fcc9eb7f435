"""Results of a game's scenarios, cached while nothing that they depend on changes."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import houseway
from houseway.cache import cache_folder, write_whole
from houseway.games import Game
from houseway.referee.scenarios import check_file, read_scenarios
from houseway.referee.scenarios.checked import Checked, Words
from houseway.rulebook.acts import ActsFile, check_acts
from houseway.rulebook.acts import Checked as Act
from houseway.rulebook.load import read

PACKAGE = Path(houseway.__file__).parent
SHARED = ("rulebook", "equipment", "hands", "referee", "odds", "games/authoring")
KINDS = ("*.py", "*.yaml", "*.tsv")


@dataclass(frozen=True)
class Ran:
    """Scenarios of one edition, rounds and what is done away from its tables: how many there are
    and hold, and what the latter have shown."""

    scenarios: int
    holding: int
    executed: frozenset[str]  # paragraphs that were seen at work
    paid: frozenset[tuple[str, ...]]  # rows of paytables that were paid
    problems: Mapping[str, list[str]]  # names of failed scenarios
    words: Words
    asked: frozenset[str]  # rules and options that the rounds looked up
    followed: frozenset[tuple[str, ...]]  # phases, and the phase that came next

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> "Ran":
        """Read back from a file."""
        words = Words(
            dict.fromkeys(kept["phases"]),
            set(kept["places"]),
            {who: set(acts) for who, acts in kept["acts"].items()},
        )
        paid = frozenset(tuple(row) for row in kept["paid"])
        executed = frozenset(kept["executed"])
        followed = frozenset(tuple(pair) for pair in kept["followed"])
        return cls(
            kept["scenarios"],
            kept["holding"],
            executed,
            paid,
            kept["problems"],
            words,
            frozenset(kept["asked"]),
            followed,
        )

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "scenarios": self.scenarios,
            "holding": self.holding,
            "executed": sorted(self.executed),
            "paid": sorted(self.paid),
            "problems": self.problems,
            "phases": list(self.words.phases),
            "places": sorted(self.words.places),
            "asked": sorted(self.asked),
            "followed": sorted(self.followed),
            "acts": {who: sorted(acts) for who, acts in self.words.acts.items()},
        }


def ran(game: Game, edition: str) -> Ran:
    """Return the results of an edition's scenarios from the cache, or run them."""
    try:
        return Ran.from_json(json.loads(_file(game, edition).read_text()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return run(game, edition)


def run(game: Game, edition: str) -> Ran:
    """Run an edition's scenarios and cache the results."""
    checked = []
    if (path := game.scenarios(edition)).exists():
        checked = list(check_file(read_scenarios(path), game.play, game.rulebook(edition)))
    words = Words()
    for one in checked:
        if not one.problems:
            words.add(one.words)
    every: list[Checked | Act] = [*checked, *run_acts(game, edition)]
    holding = [one for one in every if not one.problems]
    found = Ran(
        len(every),
        len(holding),
        frozenset(cite for one in holding for cite in one.cites),
        frozenset(tuple(row) for one in checked for row in one.paid),
        {one.scenario.name: list(one.problems) for one in every if one.problems},
        words,
        frozenset(name for one in checked for name in one.asked),
        frozenset(pair for one in checked for pair in pairwise(_phases(one))),
    )
    _keep(_file(game, edition), found)
    return found


def _phases(checked: Checked) -> list[str]:
    """The phases of a round in their order, but for those in which nobody is waited for."""
    passed = [str(event.what) for event in checked.events if event.kind == "phase"]
    return [phase for phase in passed if phase in {*checked.words.phases, "over"}]


def run_acts(game: Game, edition: str) -> list[Act]:
    """Return the results of the scenarios of acts away from a game's tables."""
    files = (read(ActsFile, path) for path in game.act_scenarios(edition))
    return [one for file in files for one in check_acts(game.acts, file)]


def _file(game: Game, edition: str) -> Path:
    return cache_folder("scenarios") / f"{game.id}-{edition}-{_sources(game)}.json"


def _keep(path: Path, found: Ran) -> None:
    """Write it down for the next time, in place of what older files showed; or do without."""
    if not write_whole(path, json.dumps(found.to_json()).encode()):
        return
    older = path.name.rpartition("-")[0]
    for other in path.parent.glob(f"{older}-{'?' * 16}.json"):
        if other != path:
            other.unlink(missing_ok=True)


def _sources(game: Game) -> str:
    """Return a hash of all sources of a game's rounds."""
    digest = hashlib.sha256(_shared())
    digest.update(_hashed([game.folder]))
    if game.folder.is_relative_to(PACKAGE):
        digest.update(_hashed([game.folder.parent], deep=False))
    return digest.hexdigest()[:16]


@cache
def _shared() -> bytes:
    """A hash of what all games share; it does not change while the program runs."""
    return _hashed([PACKAGE / name for name in SHARED])


def _hashed(folders: list[Path], deep: bool = True) -> bytes:
    digest = hashlib.sha256()
    for folder in folders:
        for kind in KINDS:
            for path in sorted(folder.rglob(kind) if deep else folder.glob(kind)):
                digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()
