"""What a document is made of, before it is known how it will be shown.

A document is a title and blocks: headings, words, grids and drawings. ``html``, ``pdf`` and
``sheets`` show the same blocks each in their way.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 begins a part, level 2 a part of it."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Words:
    """A paragraph; a quiet one is set back."""

    text: str
    quiet: bool = False


@dataclass(frozen=True)
class Grid:
    """A table. A column whose name ends with ``>`` holds numbers and is set to the right; the last
    ``totals`` rows are sums."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    totals: int = 0

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """Each column's name, and whether it holds numbers."""
        return [(column.removesuffix(">"), column.endswith(">")) for column in self.columns]


@dataclass(frozen=True)
class Drawing:
    """A picture, as the text of an SVG. One that is to scale says how many ``inches`` wide it is on
    paper."""

    svg: str
    caption: str = ""
    inches: float = 0


Block = Heading | Words | Grid | Drawing


@dataclass(frozen=True)
class Document:
    """A title, a line under it, and blocks; ``landscape`` on paper that lies on its side."""

    title: str
    under: str
    blocks: Sequence[Block]
    landscape: bool = False
