"""Par sheets: figures that add up, in every form they are written in."""

import csv
import io
from dataclasses import replace

import pytest

from houseway.certificates import figures
from houseway.documents.blocks import Document, Grid, Heading, Words
from houseway.documents.html import html
from houseway.documents.parsheet import parsheet
from houseway.documents.sheets import as_csv, workbook
from houseway.games import game
from houseway.rulebook.table_rules import TableRules

BLITZ = game("three-card-blitz")
BOOK = BLITZ.rulebook("nj")
RESULTS = figures.at_table(BLITZ, TableRules(BOOK))
SHEET = parsheet(BOOK, RESULTS)


def grids(name: str) -> list[Grid]:
    return [block for block in SHEET.blocks if isinstance(block, Grid) and block.name == name]


def test_every_wager_has_its_combinations_and_returns_that_add_up() -> None:
    assert len(grids("Outcomes")) == len(RESULTS)
    for grid, result in zip(grids("Outcomes"), RESULTS, strict=True):
        *rows, total = grid.rows
        counts = [int(row[1].replace(",", "")) for row in rows]
        assert sum(counts) == int(total[1].replace(",", "")) == result.outcomes.denominator
        assert sum(float(row[5]) for row in rows) == pytest.approx(float(total[5]), abs=1e-8)
        edge = float(result.outcomes.house_advantage)
        action = float(result.outcomes.mean_action)
        assert float(total[5]) == pytest.approx(action - edge, abs=1e-8)


def test_the_edge_is_printed_exactly() -> None:
    (main, *_) = grids("Figures")
    assert ["house advantage", "3.469240%", "exactly 26327598842969/758886561833400"] in main.rows


def test_a_table_is_named_by_what_is_not_as_usual_and_told_in_full() -> None:
    blackjack = game("blackjack")
    book = blackjack.rulebook("nj")
    chosen = {"resplit_offered": True, "boxes": "6", "resplits": "4"}
    found = figures.at_table(blackjack, TableRules(book, chosen), wager="main")
    sheet = parsheet(book, found).blocks
    titles = [block.text for block in sheet if isinstance(block, Heading)]
    assert "Main, three to two, resplit offered yes, resplits 4, boxes 6" in titles
    told = [block.text for block in sheet if isinstance(block, Words)]
    assert any("Options: main pays three to two, decks in use 6, " in text for text in told)
    (summary,) = (block for block in sheet if isinstance(block, Grid) and block.name == "Summary")
    assert summary.rows[0][4] == "43.3852%"


def test_volatility_narrows_with_the_root_of_the_rounds() -> None:
    rows = grids("90 percent interval of the hold")[0].rows
    widths = [float(to.rstrip("%")) - float(low.rstrip("%")) for _, low, to in rows]
    assert widths[0] / widths[2] == pytest.approx(10, rel=1e-3)


def test_a_reading_that_changes_a_figure_shows_both() -> None:
    both = [
        *RESULTS,
        *figures.at_table(
            BLITZ, TableRules(BOOK, {"progressive_stake_returned": True}), wager="progressive"
        ),
    ]
    blocks = parsheet(BOOK, both).blocks
    compared = [b for b in blocks if isinstance(b, Grid) and b.name.startswith("Each reading")]
    assert [row[1] for row in compared[0].rows] == ["no", "yes"]
    assert compared[0].rows[0][2] != compared[0].rows[1][2]
    assert not [b for b in SHEET.blocks if isinstance(b, Grid) and b.name.startswith("Each")]


def test_every_reading_of_the_rulebook_is_told() -> None:
    told = " ".join(block.text for block in SHEET.blocks if isinstance(block, Words))
    for reading in BOOK.readings:
        assert reading.read in told


def test_html_is_one_page_and_escapes_what_it_shows() -> None:
    page = html(replace(SHEET, title="<b>Blitz</b>"))
    assert page.startswith("<!doctype html>")
    assert "<b>Blitz" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("<svg") == len(RESULTS)


def test_csv_has_every_row() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(SHEET))))
    every = [block for block in SHEET.blocks if isinstance(block, Grid)]
    assert len(rows) == sum(len(grid.rows) + 1 for grid in every)


def test_a_workbook_keeps_long_counts_whole() -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(workbook(SHEET)))
    main = book["Main Outcomes"]
    cells = [cell.value for cell in main["B"]]
    assert "6,071,092,494,667,200" in cells  # sixteen digits stay text
    assert 414_472_529_088 in cells
    many = Document("t", "", [Heading("Same: name?"), *[Grid("x", ["a"], [["1"]])] * 3])
    assert len(load_workbook(io.BytesIO(workbook(many))).sheetnames) == 3


def test_the_command_writes_each_form(run, refused, tmp_path) -> None:
    starts = {"pdf": b"%PDF", "html": b"<!doctype", "csv": b"part,", "xlsx": b"PK"}
    for form, start in starts.items():
        path = tmp_path / f"par.{form}"
        assert run("parsheet", "three-card-blitz", "-o", str(path)).exit_code == 0
        assert path.read_bytes().startswith(start)
    assert "a document ends in" in refused("parsheet", "three-card-blitz", "-o", "par.doc")
