"""Tried paytables on a terminal."""

import csv
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.certificates.sweep import Plan, Tried
from houseway.rulebook.table_rules import base_of
from houseway.terminal.console import CITE, HEAD, grid, indented
from houseway.wording.shares import percent


def print_sweep(console: Console, plan: Plan, tried: Sequence[Tried], top: int) -> None:
    """Print every table with its edge, or the first ones in the order of the edge."""
    book = plan.rules.book
    paytable = book.paytables[book.wagers[base_of(plan.wager)].paytable or ""]
    measured = tried[0].result.wager
    title = f"{book.title}: {len(tried):,} tables for the {paytable.name}"
    console.print(Text.assemble((title, HEAD), f"  edition {book.edition}"))
    rows = [f"{paytable.rows[row]}>" for row in plan.rows]
    table = grid(*rows, "house edge>", "wins>", "std dev>", "best play")
    shown = sorted(tried, key=lambda one: one.edge)[:top] if top else tried
    for one in shown:
        outcomes = one.result.outcomes
        table.add_row(
            *one.prices.values(),
            percent(one.edge),
            percent(outcomes.win_probability, 2),
            f"{outcomes.standard_deviation:.2f}",
            "changes" if one.changes_play else "",
        )
    console.print(indented(table))
    unit = tried[0].result.outcomes.unit
    console.print(Text(f"Edge of {measured}, per {unit}. Tables tried need not be lawful.", CITE))


def write_sweep(tried: Sequence[Tried]) -> None:
    """A line for each table, with exact numbers."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    figures = ["wager", "house_advantage", "hit_frequency", "variance", "changes_play"]
    out.writerow([*tried[0].prices, *figures])
    for one in tried:
        data = one.to_json()
        out.writerow([*one.prices.values(), *(data[name] for name in figures)])
