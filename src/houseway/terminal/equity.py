"""Shares of a pot on a terminal."""

from houseway.equipment.cards import names
from houseway.games.authoring.equity import Equity
from houseway.terminal.console import grid, indented, print_json, stdout
from houseway.wording.shares import percent


def print_equity(found: Equity, json: bool) -> None:
    """Each hand's share of the pot, and over how many deals."""
    rows = zip(found.hands, found.shares, found.alone, found.errors, strict=True)
    if json:
        print_json(
            {
                "deals": found.deals,
                "is_exact": found.is_exact,
                "hands": [
                    {"cards": names(hand), "share": str(share), "alone": str(alone), "error": error}
                    for hand, share, alone, error in rows
                ],
            }
        )
        return
    table = grid("hand", "share>", "whole pot>", *(() if found.is_exact else ("std error>",)))
    for hand, share, alone, error in rows:
        more = () if found.is_exact else (f"{error:.2%}",)
        table.add_row(names(hand) or "any", percent(share), percent(alone), *more)
    console = stdout()
    console.print(indented(table))
    how = "all that can come" if found.is_exact else "at random"
    console.print(f"{found.deals:,} deals, {how}")
