"""Par sheets: figures that add up, in every form they are written in."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.certificates import figures
from houseway.documents.blocks import Blanks, Grid, Heading, Words
from houseway.documents.html import html
from houseway.documents.parsheet import parsheet
from houseway.documents.sheets import as_csv
from houseway.games import game
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.parsheet import about, strategy_blocks

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
    assert ["House advantage", "3.469240%", "exactly 26327598842969/758886561833400"] in main.rows


def test_a_table_is_named_by_what_is_not_as_usual_and_told_in_full() -> None:
    blackjack = game("blackjack")
    book = blackjack.rulebook("nj")
    chosen = {"resplit_offered": True, "boxes": "6", "resplits": "4"}
    found = figures.at_table(blackjack, TableRules(book, chosen), wager="main")
    sheet = parsheet(book, found).blocks
    titles = [block.text for block in sheet if isinstance(block, Heading)]
    named = "Blackjack, 3 to 2, Resplit pairs: Yes, Hands that splitting may form: 4"
    assert any(title.startswith(named) for title in titles)
    told = [block.text for block in sheet if isinstance(block, Words)]
    assert any(": 3 to 2; " in text for text in told)
    (summary,) = (block for block in sheet if isinstance(block, Grid) and block.name == "Summary")
    assert summary.rows[0][3] == "43.3852%"


def test_volatility_narrows_with_the_root_of_the_rounds() -> None:
    rows = grids("Confidence of the hold")[0].rows
    widths = [float(row[2].rstrip("%")) - float(row[1].rstrip("%")) for row in rows]
    assert widths[0] / widths[2] == pytest.approx(10, rel=1e-3)
    table = RESULTS[0].outcomes
    for column, quantile in ((1, 1.644854), (3, 1.959964), (5, 2.575829)):
        low = float(table.house_advantage) - quantile * table.standard_deviation / 1000
        assert float(rows[3][column].rstrip("%")) / 100 == pytest.approx(low, abs=1e-6)


def test_a_sheet_says_what_it_is_of_and_by_which_routes() -> None:
    rules = TableRules(BOOK, {"blind": "2"})
    told = about(BLITZ, rules, RESULTS, "A. Smith", "2026-11-17")
    sheet = parsheet(BOOK, RESULTS, told)
    (identity,) = [b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Identification"]
    rows = dict(identity.rows)
    assert rows["Rulebook (SHA-256)"] == BOOK.hash
    assert (
        rows["Certificate (SHA-256)"] == json.loads(BLITZ.certificate("nj").read_text())["sha256"]
    )
    assert (rows["Author"], rows["Date"]) == ("A. Smith", "2026-11-17")
    (force,) = [b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Rules in force"]
    assert len(force.rows) == len(BOOK.choices)
    assert ["Paytable of the Blind", "2", BOOK.paytables["blind"].cite] in force.rows
    said = [block.text for block in sheet.blocks if isinstance(block, Words)]
    assert sum(text.startswith("Second method: every deal") for text in said) == len(RESULTS)
    assert any(isinstance(block, Blanks) for block in sheet.blocks)
    bare = about(BLITZ, rules, [replace(RESULTS[0], second_count="")], "", "")
    assert bare.certificate == ""


def test_a_strategy_in_full_is_part_of_the_sheet_if_asked() -> None:
    poker = game("three-card-poker")
    rules = TableRules(poker.rulebook("nj"))
    blocks = strategy_blocks(poker.odds.strategy(rules, {}))
    names = [block.name for block in blocks if isinstance(block, Grid)]
    assert "Simple rules" in names
    assert "Folds by hand" in names


def test_a_reading_that_changes_a_figure_shows_both() -> None:
    both = [
        *RESULTS,
        *figures.at_table(
            BLITZ, TableRules(BOOK, {"progressive_stake_returned": True}), wager="progressive"
        ),
    ]
    blocks = parsheet(BOOK, both).blocks
    compared = [b for b in blocks if isinstance(b, Grid) and b.name.startswith("Each reading")]
    assert [row[1] for row in compared[0].rows] == ["No", "Yes"]
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


def test_the_command_writes_each_form(run, refused, tmp_path) -> None:
    starts = {"pdf": b"%PDF", "html": b"<!doctype", "csv": b"part,", "xlsx": b"PK"}
    for form, start in starts.items():
        path = tmp_path / f"par.{form}"
        assert run("parsheet", "three-card-blitz", "-o", str(path)).exit_code == 0
        assert path.read_bytes().startswith(start)
    assert "a document ends in" in refused("parsheet", "three-card-blitz", "-o", "par.doc")


def test_wagers_with_equal_figures_share_a_row_and_a_chapter() -> None:
    craps = game("craps")
    book = craps.rulebook("nj")
    found = figures.at_table(craps, TableRules(book))
    sheet = parsheet(book, found)
    titles = [block.text for block in sheet.blocks if isinstance(block, Heading)]
    hops = [title for title in titles if "on the Hop" in title]
    assert hops == [
        "Four the Hardway on the Hop, and 3 more alike",
        "One-Three on the Hop, and 12 more alike",
    ]
    (summary,) = (b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Summary")
    assert sum("Place to Win 6, Place to Win 8" in row[0] for row in summary.rows) == 1
    assert len(summary.rows) < 0.6 * len(found)


def test_the_front_page_tells_volatility_and_exposure() -> None:
    roulette = game("roulette")
    book = roulette.rulebook("nj")
    rules = TableRules(book, {}, {"straight": (100, 20_000)})
    found = figures.at_table(roulette, rules, wager="straight")
    sheet = parsheet(book, found, about(roulette, rules, found, "", ""))
    (summary,) = (b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Summary")
    (row,) = summary.rows
    assert row == ["Straight", "5.2632%", "5.2632%", "2.6316%", "5.7626", "9.479", "$7,000"]
    assert sheet.running == f"Roulette · rulebook {book.hash[:16]}"


def test_the_win_of_an_hour_is_told_at_a_stated_pace() -> None:
    roulette = game("roulette")
    rules = TableRules(roulette.rulebook("nj"), {}, {"straight": (500, 20_000)})
    found = figures.at_table(roulette, rules, wager="straight")
    sheet = parsheet(rules.book, found, about(roulette, rules, found, "", "", pace=38))
    (win,) = (b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Theoretical win")
    assert win.rows == [["Straight", "5.2632%", "$10.00", "$400.00"]]
    told = " ".join(block.text for block in sheet.blocks if isinstance(block, Words))
    assert "38 rounds an hour" in told


def test_a_progressive_wager_is_told_with_its_meters() -> None:
    rules = TableRules(BOOK)
    sheet = parsheet(BOOK, RESULTS, about(BLITZ, rules, RESULTS, "", ""))
    (meters,) = (b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Progressive Jackpot"
                 and "Break-even>" in b.columns)  # fmt: skip
    assert len(meters.rows) == len(rules.meters)
    name, contribution, reset, fair, *_ = meters.rows[0]
    meter = next(iter(rules.meters))
    wager = BLITZ.odds.progressives["progressive"](rules, Fraction(5))
    assert (name, reset) == (BOOK.meters[meter].name, "$5,000")
    assert contribution == "2%"
    assert fair == money(wager.break_even(meter))
    raised = dict(wager.resets) | {meter: wager.break_even(meter)}
    assert -1e-6 < float(wager.expectation(raised)) < 1e-4


def test_an_exposure_above_a_posted_limit_says_so() -> None:
    poker = game("caribbean-stud-poker")
    book = poker.rulebook("nj")
    option = next(cap.limit for cap in book.caps.values() if cap.limit)
    rules = TableRules(book, {option: 5_000_000}, {"ante": (500, 500_000)})
    found = figures.at_table(poker, rules)
    sheet = parsheet(book, found, about(poker, rules, found, "", ""))
    (summary,) = (b for b in sheet.blocks if isinstance(b, Grid) and b.name == "Summary")
    assert any("(limit $50,000)" in row[-1] for row in summary.rows)
