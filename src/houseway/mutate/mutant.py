"""One change to a game: where it is made and what becomes of the place."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from houseway.games import forget_rulebooks
from houseway.rulebook import load


class Gone(Enum):
    """Marks a removed value."""

    GONE = "removed"


GONE = Gone.GONE
Key = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """A change. In a rulebook ``key`` is the path of the value; in code the place of the node."""

    kind: Literal["value", "code"]
    file: Path
    line: int
    key: Key
    was: str
    now: str
    new: Any  # what stands in a rulebook instead, or the changed source of a module

    @property
    def says(self) -> str:
        """The change in one line, without where it is."""
        where = ".".join(map(str, self.key)) + ": " if self.kind == "value" else ""
        return f"{where}{self.was} -> {self.now}"


@cache
def content(file: Path) -> Any:
    """What a rulebook's file says, read once: nobody may change it."""
    return load.read_yaml(file)


@contextmanager
def in_rulebook(mutant: Mutant) -> Iterator[None]:
    """Apply the change to every rulebook that is read from the mutant's file."""

    def read(path: Path) -> Any:
        found = content(path)
        return changed(found, mutant.key, mutant.new) if path == mutant.file else found

    with (
        patch("houseway.rulebook.extend.read_yaml", read),
        patch("houseway.rulebook.fragment.read_yaml", read),
    ):
        forget_rulebooks()
        yield
    forget_rulebooks()


def changed(found: Any, key: Key, new: Any) -> Any:
    """The content with another value at a path.

    >>> changed({"a": [1, {"b": 2}]}, ("a", 1, "b"), 3)
    {'a': [1, {'b': 3}]}
    >>> changed({"a": [1, 2]}, ("a", 0), GONE)
    {'a': [2]}
    """
    first, *rest = key
    copy: Any = dict(found) if isinstance(found, dict) else list(found)
    if rest:
        copy[first] = changed(found[first], tuple(rest), new)
    elif new is GONE:
        del copy[first]
    else:
        copy[first] = new
    return copy
