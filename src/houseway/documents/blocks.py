"""What a document is made of, before it is known how it will be shown.

A document is a title and blocks: headings, words, lists, grids and drawings. ``html``, ``pdf``,
``sheets`` and ``plain`` show the same blocks each in their way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 begins a part, level 2 a part of it. With ``panel`` it begins a panel of a
    leaflet."""

    text: str
    level: int = 1
    panel: bool = False


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


@dataclass(frozen=True)
class Steps:
    """A list: numbered, or of points."""

    items: Sequence[str]
    numbered: bool = True


@dataclass(frozen=True)
class Terms:
    """Names, each with what it means."""

    items: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Clauses:
    """Text in numbered levels, as in a regulation: each item has its level from 0, its mark, its
    text, and a note that is set back."""

    items: Sequence[tuple[int, str, str, str]]


@dataclass(frozen=True)
class Contents:
    """The headings of the document with their pages."""


@dataclass(frozen=True)
class Blanks:
    """Lines to be filled in by hand, each with what goes there."""

    labels: Sequence[str]


Block = Heading | Words | Grid | Drawing | Steps | Terms | Clauses | Contents | Blanks
Style = Literal["report", "leaflet", "card"]
Paper = Literal["us-letter", "us-tabloid"]
TO_FILL = "…" * 14  # where something is to be filled in by hand


@dataclass(frozen=True)
class Document:
    """A title, a line under it, and blocks; a large drawing asks for larger ``paper``.

    ``running`` stands at the head of every page of a report. A ``leaflet`` is folded in three, and
    a ``card`` has two columns.
    """

    title: str
    under: str
    blocks: Sequence[Block]
    paper: Paper = "us-letter"
    style: Style = "report"
    running: str = ""
