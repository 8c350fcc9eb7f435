"""Changes that make no difference, each with the reason: ``equivalent_mutants.yaml`` of a game.

A change is known by its file, by what it says and by the line it is on, whatever the line's number.
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from houseway.games import Game
from houseway.mutate.mutant import Mutant
from houseway.rulebook.load import read

NAME = "equivalent_mutants.yaml"


class Equivalent(BaseModel):
    """Changes of one kind, and the reason why no test can notice them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str
    where: str = ""  # what stands in the line, or the path of a value
    change: str = ""  # what the change says; all on that line without it
    why: str


class Equivalents(BaseModel):
    """All known equivalent changes of a game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    equivalent: list[Equivalent]


def known(game: Game) -> list[Equivalent]:
    """Return the changes of a game that are known to make no difference."""
    path = game.folder / NAME
    return read(Equivalents, path).equivalent if path.exists() else []


def reason(mutant: Mutant, among: list[Equivalent]) -> str:
    """Why a change makes no difference; nothing if it is not known to."""
    line = source_line(mutant.file, mutant.line)
    key = ".".join(map(str, mutant.key))
    for one in among:
        here = one.where in line if mutant.kind == "code" else one.where in ("", key)
        if one.file == mutant.file.name and here and one.change in ("", mutant.says):
            return one.why
    return ""


def source_line(file: Path, number: int) -> str:
    """A line of a file, without what surrounds it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
