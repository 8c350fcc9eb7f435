"""The summary of a gaming day on paper: each table under its heading, and lines to sign."""

from datetime import UTC, date, datetime

from houseway.documents.blocks import Blanks, Grid, Heading, Words
from houseway.documents.plain import plain
from houseway.ledger.tables.takings import Takings
from houseway.server.floor.shifts import Period
from houseway.server.surveillance.day_report import Ruling, Summary, Win, on_paper


def summary() -> Summary:
    tables = (
        Takings(1, "blackjack", "nj", 40, 0, 0, 0),
        Takings(7, "roulette", "nj", 12, 0, 0, 0),
    )
    period = Period(
        date(2026, 11, 18),
        0,
        datetime(2026, 11, 18, tzinfo=UTC),
        datetime(2026, 11, 19, tzinfo=UTC),
    )
    return Summary(
        period,
        tables,
        Takings(0, "", "", 52, 0, 0, 0),
        52,
        True,
        1,
        (Ruling(7, 3, "roulette", "no_spin", "The ball leaves the wheel.", True),),
        (Win(1, 9, "blackjack", "ann", 1000, 1500),),
        (),
    )


def test_each_table_has_its_heading_with_what_happened_there() -> None:
    made = on_paper(summary())
    heads = [one.text for one in made.blocks if isinstance(one, Heading)]
    assert heads == ["All Tables", "Table 1: Blackjack", "Table 7: Roulette", "Signatures"]
    at = next(n for n, one in enumerate(made.blocks)
              if isinstance(one, Heading) and one.text.startswith("Table 7"))  # fmt: skip
    figures, rulings, wins, flagged = made.blocks[at + 1 : at + 5]
    assert isinstance(figures, Grid)
    assert figures.rows[0][0] == "12"
    assert isinstance(rulings, Grid)
    assert rulings.rows == [["3", "The ball leaves the wheel.", "void"]]
    assert wins == Words("Largest wins: none.")
    assert flagged == Words("Disputes and flags: none.")
    assert isinstance(made.blocks[-1], Blanks)
    assert "gaming day 2026-11-18" in made.title
    assert made.running == made.title


def test_columns_have_no_signs_of_their_alignment() -> None:
    text = plain(on_paper(summary()))
    assert ">" not in text
    assert "In all" in text
