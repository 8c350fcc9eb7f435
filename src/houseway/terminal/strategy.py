"""Output of a game's best strategy, and advice on one hand."""

import csv
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.counting.plot import Bar, bar_chart
from houseway.equipment.cards import cards
from houseway.games import Game
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.terminal.console import CITE, HEAD, grid, heading, indented
from houseway.terminal.odds import Stakes
from houseway.wording.cards import hand_text
from houseway.wording.shares import percent
from houseway.wording.strategies import SHOWN, play_name, runs


def print_strategy(console: Console, strategy: Any, book: Rulebook) -> None:
    """Print a game's best play: shares, shares by case, and simple rules."""
    title = f"{book.title}, {play_name(strategy)}"
    console.print(Text.assemble((title, HEAD), f"  edition {book.edition}"))
    values = {field.name: getattr(strategy, field.name) for field in fields(strategy)}
    facts = grid("", ">", head=False)
    for name, value in values.items():
        if isinstance(value, Fraction):
            facts.add_row(words(name), percent(value))
    console.print(indented(facts))
    for name, value in values.items():
        if hasattr(value, "markup"):
            heading(console, words(name).capitalize())
            console.print(indented(Text.from_markup(value.markup())))
        elif isinstance(value, Mapping):
            heading(console, words(name).capitalize())
            table = grid("", ">", head=False)
            for cases, share in runs(value):
                table.add_row(cases, percent(share, 2))
            console.print(indented(table))
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            _print_rules(console, name, value)


def _print_rules(console: Console, name: str, rules: tuple[Any, ...]) -> None:
    heading(console, f"{words(name).capitalize()}, the cheapest first")
    columns = [field.name for field in fields(rules[0])]
    table = grid(columns[0], *(f"{words(column)}>" for column in columns[1:]))
    for rule in sorted(rules, key=lambda one: one.cost)[:SHOWN]:
        first, *rest = (getattr(rule, column) for column in columns)
        table.add_row(first, *(percent(value) for value in rest))
    console.print(indented(table))


def plain(value: Any) -> Any:
    """A strategy as plain data; fractions are exact, as text."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def write_classes(game: Game, rules: TableRules, stakes: Stakes, total: int | None) -> None:
    """The best decision for every class of hands, a line each, with exact numbers."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    if game.odds.classes is None:
        raise Refused(f"{game.id} has no enumeration of its decisions")
    rows = game.odds.classes(rules, stakes, total)
    for number, row in enumerate(rows):
        if not number:
            out.writerow(field.name for field in fields(row))
        out.writerow(getattr(row, field.name) for field in fields(row))


def write_chart(strategy: Any, title: str, path: Path) -> None:
    """The strategy's own chart, or how often each case is given up, as a drawing."""
    for field in fields(strategy):
        shares = getattr(strategy, field.name)
        if hasattr(shares, "svg"):
            path.write_text(shares.svg(title), encoding="utf-8")
            return
        if isinstance(shares, Mapping):
            bars = [Bar(str(case), float(share)) for case, share in shares.items()]
            chart = bar_chart(bars, title=title, across="total", up=words(field.name))
            path.write_text(chart, encoding="utf-8")
            return


def _dollars(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}${abs(float(cents)) / 100:.4f}"


def print_advice(
    console: Console, hand: str, bets: Mapping[str, int], worth: Mapping[str, Fraction]
) -> None:
    """Print the expected value of each choice."""
    if not worth:
        raise Refused("this decision is not computed")
    best = max(worth, key=lambda choice: worth[choice])
    said = ", ".join(f"{words(name)} {money(bet)}" for name, bet in bets.items())
    shown = Text("   ").join(hand_text(cards(part)) for part in hand.split(" | "))
    console.print(Text.assemble(shown, (f"   with {said}", CITE)))
    table = grid("", "worth>", "exactly, in cents", shares=(0, 0, 1))
    for choice, cents in sorted(worth.items(), key=lambda item: -item[1]):
        mark = Text(words(choice), HEAD if choice == best else "")
        table.add_row(mark, _dollars(cents), str(cents))
    console.print(indented(table))
