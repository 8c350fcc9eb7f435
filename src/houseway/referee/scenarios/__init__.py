"""Holding the referee to scenarios: each is played as it says, and what happens is compared.

What a scenario leaves out is dealt from a fixed seed and may not matter.
"""

from collections.abc import Iterator
from pathlib import Path

from houseway.referee.conversation import Play
from houseway.referee.scenario import ScenarioFile
from houseway.referee.scenarios.acts import fingerprint
from houseway.referee.scenarios.checked import Checked
from houseway.referee.scenarios.run import check
from houseway.rulebook.load import read
from houseway.rulebook.models import Rulebook

__all__ = ["Checked", "check_file", "fingerprint", "read_scenarios"]


def read_scenarios(path: Path) -> ScenarioFile:
    """A scenario file; a misspelt key is an error."""
    return read(ScenarioFile, path)


def check_file(file: ScenarioFile, play: Play, book: Rulebook) -> Iterator[Checked]:
    """Run every scenario of a file."""
    for scenario in file.scenarios:
        yield check(file, scenario, play, book)
