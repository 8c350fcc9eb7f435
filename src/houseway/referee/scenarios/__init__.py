"""Checks of scenarios: each is played by the referee, and the events are compared with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from houseway.referee.conversation import Play
from houseway.referee.scenario import ScenarioFile
from houseway.referee.scenarios.acts import fingerprint
from houseway.referee.scenarios.checked import Checked
from houseway.referee.scenarios.run import check
from houseway.referee.scenarios.short import written_out
from houseway.rulebook.load import BadFile, read_yaml
from houseway.rulebook.load import check as check_model
from houseway.rulebook.models import Rulebook

__all__ = ["Checked", "as_scenarios", "check_file", "fingerprint", "read_scenarios"]
MERGE = "<<"


def read_scenarios(path: Path) -> ScenarioFile:
    """A scenario file; a misspelled key is an error."""
    return as_scenarios(read_yaml(path), str(path))


def as_scenarios(content: Any, file: str) -> ScenarioFile:
    """The content of a scenario file; what is wrong with it names the scenario."""
    content = written_out(content, file)
    found = content.get("scenarios") if isinstance(content, dict) else None
    scenarios = found if isinstance(found, list) else []
    names = [_name(number, one) for number, one in enumerate(scenarios)]
    for name, one in zip(names, scenarios, strict=True):
        if _merges(one):
            raise BadFile(file, [(name, f"{MERGE} merges are not read: write the keys out")])
    try:
        return check_model(ScenarioFile, content, file)
    except BadFile as bad:
        raise BadFile(file, [(_named(key, names), what) for key, what in bad.problems]) from None


def _name(number: int, scenario: Any) -> str:
    """A scenario by its name, or by its place where it has none."""
    name = scenario.get("name") if isinstance(scenario, dict) else None
    return str(name) if name else f"scenario {number + 1}"


def _named(key: str, names: list[str]) -> str:
    """A key of the file with the scenario called by its name.

    >>> _named("scenarios.1.bets.one", ["a", "b"])
    'b: bets.one'
    """
    parts = key.split(".")
    if len(parts) < 2 or parts[0] != "scenarios" or not parts[1].isdecimal():
        return key
    rest = ".".join(parts[2:])
    return f"{names[int(parts[1])]}: {rest}" if rest else names[int(parts[1])]


def _merges(content: Any) -> bool:
    """Whether a merge key stands anywhere in it."""
    if isinstance(content, dict):
        return MERGE in content or any(map(_merges, content.values()))
    return isinstance(content, list) and any(map(_merges, content))


def check_file(file: ScenarioFile, play: Play, book: Rulebook) -> Iterator[Checked]:
    """Run every scenario of a file."""
    for scenario in file.scenarios:
        yield check(file, scenario, play, book)
