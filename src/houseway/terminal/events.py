"""Events of a round as a numbered list."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from houseway.referee.events import Event
from houseway.rulebook.models import Rulebook
from houseway.terminal.console import HEAD, cite_text, grid
from houseway.wording.events import event_text


def print_events(console: Console, events: Iterable[Event], book: Rulebook) -> None:
    """A numbered list of events with their cites; a phase is a line of its own."""
    table = grid("#>", "", "", shares=(0, 5, 3), head=False)
    for number, event in enumerate(events, 1):
        if event.kind == "phase":
            table.add_row("", Text(event.what.capitalize(), HEAD), "")
        else:
            table.add_row(Text(str(number), "dim"), event_text(event, book), cite_text(event.cite))
    console.print(table)
