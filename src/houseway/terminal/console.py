"""Output streams: results to stdout, messages to stderr, a progress bar only on a terminal."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO, cast

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

WIDE = 100_000  # columns, where nothing limits them
PAGE = 120  # columns of a long text that goes into a file or a pipe
CITE = "dim"
HEAD = "bold"
GAIN = "green"
LOSS = "red"


def stdout() -> Console:
    """Return the console for results. Text is printed as it stands: brackets are cites, not styles.
    What does not go to a terminal is as wide as what is in it, unless COLUMNS says how wide."""
    if _has_width():
        return Console(highlight=False, markup=False, emoji=False)
    unpadded = cast(TextIO, _Unpadded())
    return Console(highlight=False, markup=False, emoji=False, width=WIDE, file=unpadded)


@contextmanager
def paged() -> Iterator[Console]:
    """Give a console for a long text: a pager on a terminal, else lines of at most ``PAGE``
    columns."""
    console = stdout()
    if not sys.stdout.isatty():
        before = os.environ.get("COLUMNS")
        os.environ["COLUMNS"] = before or str(PAGE)
        try:
            unpadded = cast(TextIO, _Unpadded())
            yield Console(highlight=False, markup=False, emoji=False, file=unpadded)
        finally:
            if before is None:
                del os.environ["COLUMNS"]
        return
    os.environ.setdefault("LESS", "-FRX")  # colors; no pager for what fits on the screen
    with console.pager(styles=True):
        yield console


class _Unpadded:
    """Standard output without blanks at the ends of lines."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Write a text."""
        return sys.stdout.write(re.sub(r"[ \t]+(?=\n|$)", "", text) if "\n" in text else text)

    def flush(self) -> None:
        """Write what waits."""
        sys.stdout.flush()


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


SLOW = 10  # seconds, from which a walk is announced where no bar can be shown


class WalkProgress:
    """Progress of a walk: a bar on a terminal, elsewhere one line if it takes long."""

    def __init__(self, bar: Any = None) -> None:
        """``bar`` is a progress display of rich; without one, lines go to stderr."""
        self.bar = bar
        self.task = bar.add_task("ends of the round", total=None) if bar else None
        self.total = 0

    def expect(self, ends: int, seconds: float) -> None:
        """Lengthen the bar, or print how long a slow walk takes."""
        self.total += ends
        if self.bar:
            self.bar.update(self.task, total=self.total)
        elif seconds >= SLOW:
            console = stderr()
            console.print(f"Walking through about {ends:,} ends of the round: {spoken(seconds)}.")

    def done(self, ends: int) -> None:
        """Advance the bar."""
        if self.bar:
            self.bar.advance(self.task, ends)


def spoken(seconds: float) -> str:
    """Return a rough duration.

    >>> spoken(42), spoken(600), spoken(9000)
    ('about 42 seconds', 'about 10 minutes', 'about 2.5 hours')
    """
    if seconds < 100:
        return f"about {seconds:.0f} seconds"
    if seconds < 6000:
        return f"about {seconds / 60:.0f} minutes"
    return f"about {seconds / 3600:.1f} hours"


@contextmanager
def walk_progress() -> Iterator[WalkProgress]:
    """Show how far a walk through a round has come."""
    console = stderr()
    if not console.is_terminal:
        yield WalkProgress()
        return
    with _bar("ends of the round", console) as bar:
        yield WalkProgress(bar)


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[[int], None]]:
    """A function that is told of work done; on a terminal it moves a bar, or counts where nobody
    knows how much there is to do."""
    console = stderr()
    if not console.is_terminal:
        yield lambda done: None
        return
    with _bar(what, console) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def _bar(what: str, console: Console) -> Any:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)
