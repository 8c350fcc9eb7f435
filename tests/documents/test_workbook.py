"""The workbook of a par sheet: formulas that come to the exact figures."""

import io
import math
import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from houseway.certificates import figures
from houseway.documents.parsheet import distinct
from houseway.documents.workbook import SHEETS, exact_count, parsheet_workbook
from houseway.games import editions_with_odds, game
from houseway.rulebook.table_rules import TableRules

CELL = re.compile(r"(?:(\w+)!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?")


class Many(list[Fraction]):  # noqa: PLW1641
    """A range of cells, with which a formula calculates cell by cell."""

    def with_(self, other: Any, act: Callable[[Any, Any], Any]) -> "Many":
        each = other if isinstance(other, Many) else [other] * len(self)
        return Many(Fraction(act(a, b)) for a, b in zip(self, each, strict=True))

    def __mul__(self, other: Any) -> "Many":  # type: ignore[override]
        return self.with_(other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> "Many":
        return self.with_(other, lambda a, b: a / b)

    def __sub__(self, other: Any) -> "Many":
        return self.with_(other, lambda a, b: a - b)

    def __gt__(self, other: Any) -> "Many":  # type: ignore[override]
        return self.with_(other, lambda a, b: a > b)

    def __lt__(self, other: Any) -> "Many":  # type: ignore[override]
        return self.with_(other, lambda a, b: a < b)

    def __eq__(self, other: Any) -> "Many":  # type: ignore[override]
        return self.with_(other, lambda a, b: a == b)


class Sheets:
    """Formulas of a workbook, computed in fractions."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.known: dict[tuple[str, str], Any] = {}

    def value(self, sheet: str, cell: str) -> Any:
        if (sheet, cell) not in self.known:
            found = self.book[sheet][cell].value
            is_formula = isinstance(found, str) and found.startswith("=")
            self.known[sheet, cell] = self._computed(sheet, found[1:]) if is_formula else found
        return self.known[sheet, cell]

    def _computed(self, sheet: str, formula: str) -> Any:
        names: dict[str, Any] = {}

        def named(found: re.Match[str]) -> str:
            at, first, low, last, high = found.groups()
            name = f"cell_{len(names)}"
            where = at or sheet
            if last is None:
                value = self.value(where, f"{first}{low}")
                names[name] = Fraction(value) if isinstance(value, int) else value
            else:
                assert first == last
                rows = range(int(low), int(high) + 1)
                names[name] = Many(Fraction(self.value(where, f"{first}{row}")) for row in rows)
            return name

        python = CELL.sub(named, formula)
        python = re.sub(r"(?<![<>=])=", "==", python).replace("IF(", "WHEN(")
        python = re.sub(r"(?<![\w.])(\d+\.\d+)", r"Fraction('\1')", python)
        functions = {
            "SUM": sum,
            "SUMPRODUCT": sum,
            "VALUE": Fraction,
            "SQRT": math.sqrt,
            "WHEN": lambda test, yes, no: yes() if test else no(),
            "Fraction": Fraction,
        }
        python = re.sub(r"WHEN\((.+?),(.+?),(.+)\)", r"WHEN(\1, lambda: \2, lambda: \3)", python)
        return eval(python, {**functions, **names})


def made(id: str, edition: str = "nj", **options: object) -> tuple[bytes, list[Any]]:
    found = game(id)
    book = found.rulebook(edition)
    results = figures.at_table(found, TableRules(book, options))
    return parsheet_workbook(book, results), distinct(results)


@pytest.mark.parametrize("id", ["three-card-blitz", "roulette", "mini-baccarat"])
def test_formulas_come_to_the_exact_figures(id: str) -> None:
    content, chapters = made(id)
    sheets = Sheets(load_workbook(io.BytesIO(content)))
    for row, same in enumerate(chapters, start=2):
        table = same[0].outcomes
        exact = {
            "E": 1,
            "F": table.expectation,
            "G": table.house_advantage,
            "H": table.mean_action,
            "I": table.house_advantage_on_action,
            "K": table.hit_frequency,
            "L": table.push_probability,
            "M": table.loss_probability,
            "N": table.variance,
        }
        found = {column: sheets.value("Figures", f"{column}{row}") for column in exact}
        assert found == exact
        assert sheets.value("Figures", f"O{row}") == table.standard_deviation


@pytest.mark.parametrize("id", ["three-card-blitz", "blackjack"])
def test_the_value_beside_each_formula_is_what_it_comes_to(id: str) -> None:
    content, _ = made(id)
    formulas = load_workbook(io.BytesIO(content))
    stored = load_workbook(io.BytesIO(content), data_only=True)
    sheets, seen = Sheets(formulas), 0
    for page in formulas:
        for row in page.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    value = stored[page.title][cell.coordinate].value
                    computed = float(sheets.value(page.title, cell.coordinate))
                    assert value == pytest.approx(computed, rel=1e-12, abs=1e-15)
                    seen += 1
    assert seen > 50


def test_counts_and_fractions_are_numbers_unless_digits_would_be_lost() -> None:
    content, chapters = made("three-card-blitz")
    page = load_workbook(io.BytesIO(content))["Outcomes"]
    rows = list(page.iter_rows(min_row=2, values_only=True))
    assert sum(int(row[3]) for row in rows if row[0] == 1) == chapters[0][0].outcomes.denominator
    longest = max(len(str(row[4])) for row in rows)
    assert longest > 15
    for row in rows:
        assert Fraction(row[6]) == Fraction(int(row[7]), int(row[8]))
        assert all(isinstance(row[at], int) for at in (7, 8, 11, 12))
        for at in (3, 4):
            assert isinstance(row[at], int) == (len(str(row[at])) <= 15)
    assert (exact_count(10**15 - 1), exact_count(-(10**15))) == (10**15 - 1, "-1000000000000000")


def test_craps_has_eight_sheets_and_a_row_for_each_outcome() -> None:
    content, chapters = made("craps")
    book = load_workbook(io.BytesIO(content))
    assert tuple(book.sheetnames) == SHEETS
    assert len(SHEETS) == 8
    counted = sum(1 for same in chapters for one in same[0].outcomes.outcomes if one.count)
    assert book["Outcomes"].max_row == 1 + counted
    assert book["Figures"].max_row == 1 + len(chapters)
    paid = {(row[0].value, row[5].value, row[6].value) for row in book["Pay schedules"].iter_rows()}
    assert ("Field", 2, 1) in paid


@pytest.mark.soak
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
@pytest.mark.parametrize(
    ("found", "edition"), editions_with_odds(), ids=lambda one: getattr(one, "id", one)
)
def test_a_spreadsheet_computes_the_same(found: Any, edition: str, tmp_path: Path) -> None:
    content, _ = made(found.id, edition)
    stored = load_workbook(io.BytesIO(content), data_only=True)
    bare = tmp_path / "par.xlsx"
    load_workbook(io.BytesIO(content)).save(bare)  # formulas without their values
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "ods", "--outdir", str(tmp_path)]
    subprocess.run([*command, str(bare)], check=True, capture_output=True)
    again = [*command[:4], "xlsx:Calc MS Excel 2007 XML", "--outdir", str(tmp_path / "out")]
    subprocess.run([*again, str(tmp_path / "par.ods")], check=True, capture_output=True)
    computed = load_workbook(tmp_path / "out" / "par.xlsx", data_only=True)
    for page in stored:
        for row in page.iter_rows():
            for cell in row:
                if isinstance(cell.value, float):
                    value = computed[page.title][cell.coordinate].value
                    assert value == pytest.approx(cell.value, rel=1e-9, abs=1e-12), (
                        f"{page.title}!{cell.coordinate}"
                    )
