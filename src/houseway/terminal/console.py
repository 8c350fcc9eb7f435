"""Where words go: results to stdout, messages to stderr, a progress bar to a terminal only."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

WIDE = 100_000  # columns, where nothing limits them
CITE = "dim"
HEAD = "bold"
GAIN = "green"
LOSS = "red"


def stdout() -> Console:
    """For results. Text is printed as it stands: brackets are cites, not styles. What does not go
    to a terminal is as wide as what is in it, unless COLUMNS says how wide."""
    width = None if _has_width() else WIDE
    return Console(highlight=False, markup=False, emoji=False, width=width)


def _has_width() -> bool:
    """Whether there is a width to keep to."""
    return sys.stdout.isatty() or "COLUMNS" in os.environ


def stderr() -> Console:
    """For messages."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(data: Any) -> None:
    """Plain data, for programs."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def heading(console: Console, title: str, cite: str = "") -> None:
    """The title of a part, with its paragraphs behind it."""
    console.print()
    console.print(Text.assemble((title, HEAD), ("  " + cite if cite else "", CITE)))


def grid(*columns: str, shares: Sequence[int] | None = None, head: bool = True) -> Table:
    """A table without lines. ``shares`` divide the width; a column of share 0 takes what it needs
    and is not wrapped."""
    wide = any(shares or ()) and _has_width()
    table = Table(
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
        show_header=head,
        header_style=CITE,
        expand=wide,
    )
    for number, column in enumerate(columns):
        share = shares[number] if shares else 0
        name = column.removesuffix(">")
        table.add_column(
            name,
            ratio=share if wide and share else None,
            no_wrap=not share,
            justify="right" if column.endswith(">") else "left",
        )
    return table


def cite_text(cite: str) -> Text:
    """Paragraphs, set back."""
    return Text(cite, CITE)


def indented(content: RenderableType) -> RenderableType:
    """Two columns in from the edge."""
    from rich.padding import Padding

    return Padding(content, (0, 0, 0, 2), expand=_has_width())


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[[int], None]]:
    """A function that is told of work done; on a terminal it moves a bar, or counts where nobody
    knows how much there is to do."""
    console = stderr()
    if not console.is_terminal:
        yield lambda done: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
