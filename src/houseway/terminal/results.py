"""Results of a round, wager by wager, with the paragraph that decides each."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.referee.events import Event
from houseway.referee.view import View, nets_of
from houseway.rulebook.cite import split
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.rulebook.where import lines
from houseway.terminal.console import CITE, GAIN, HEAD, LOSS, grid, indented
from houseway.wording.events import event_text, wager_name
from houseway.wording.settled import deciding, how, staying


def results_grid(view: View, seat: int, book: Rulebook) -> Table:
    """A seat's wagers with what each won or lost and the row it hit."""
    table = grid("", "net>", "", shares=None, head=False)
    nets = nets_of(view.events, view.state).get(seat, {})
    order = list(book.wagers)
    for wager in sorted(nets, key=lambda name: order.index(base_of(name))):
        events = deciding(view, seat, wager) or staying(view, seat, wager)
        table.add_row(wager_name(wager, book), net_text(nets[wager]), how(events, book))
    table.add_row(Text("in all", HEAD), net_text(sum(nets.values())), "")
    return table


def net_text(cents: int) -> Text:
    """A gain or a loss."""
    sign = "+" if cents > 0 else ""
    return Text(f"{sign}{money(cents)}", GAIN if cents > 0 else LOSS if cents < 0 else "")


def print_why(console: Console, view: View, seat: int, rules: TableRules, file: Path) -> None:
    """Each payment with its cite, the rulebook's words for the step, and where they stand."""
    book = rules.book
    nets = view.state.nets.get(seat, {})
    decided = {wager: deciding(view, seat, wager) for wager in nets}
    if not any(decided.values()):
        console.print("Nothing has been settled yet.")
        return
    for wager, events in decided.items():
        if not events:
            continue
        name = Text(wager_name(wager, book), HEAD)
        console.print(Text.assemble(name, "  ", net_text(nets[wager])))
        for event in events:
            console.print(indented(event_text(event, book)))
        for said, place in grounds(events, rules, file):
            console.print(indented(Text(f'"{said}"', "italic")))
            console.print(indented(Text(place, CITE)))
        cites = dict.fromkeys(one for event in events for one in split(event.cite))
        console.print(indented(Text(f"[{', '.join(cites)}]", CITE)))


def grounds(events: list[Event], rules: TableRules, file: Path) -> Iterator[tuple[str, str]]:
    """The words of the steps that settled a wager, and the places in the rulebook's file."""
    book, found = rules.book, lines(file)
    steps: dict[str, list[str]] = {}
    for event in events:
        if event.step:
            keys = steps.setdefault(event.step, [f"round.{event.step}"])
            if event.kind == "paid":
                paytable = book.wagers[base_of(event.wager)].paytable
                keys.append(
                    f"paytables.{paytable}" if paytable else f"wagers.{base_of(event.wager)}"
                )
    for step, keys in steps.items():
        places = [f"{key} (line {found[key]})" for key in dict.fromkeys(keys) if key in found]
        yield book.round[step].says, f"{file.parent.name}/{file.name}: {', '.join(places)}"
