"""A par sheet as a workbook whose figures are formulas over counts, for whoever checks them.

Eight sheets at most: Summary, Rules, Pay schedules, Outcomes, Figures, Strategy, Method, Sign-off.
``Outcomes`` holds what was counted: combinations, nets and money at risk, each fraction as text and
as numerator and denominator. Every probability, return and figure is a formula over them. The value
of a formula is stored beside it, so that programs that do not calculate show it too.
"""

import io
import math
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.counting.result import Result
from houseway.documents.blocks import Block, Grid, Heading, Words
from houseway.documents.parsheet import (
    HOW_SUMMED,
    NORMAL,
    SIGNATURES,
    About,
    assumptions,
    chapter_titles,
    distinct,
    exposure,
    identification,
    readings,
    rules_in_force,
    strategy_line,
    unit_title,
)
from houseway.rulebook.models import Rulebook
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import TableRules
from houseway.wording.titles import outcome_title, plain_title, price_title, rule_title

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

EXACT = 15  # digits that a spreadsheet keeps of a number
SHEETS = (
    "Summary", "Rules", "Pay schedules", "Outcomes", "Figures", "Strategy", "Method", "Sign-off",
)  # fmt: skip
PERCENT, DECIMAL, COUNT = "0.000000%", "0.000000", "#,##0"
VOLATILITY = NORMAL["90%"]
_FORMULA = re.compile(r'(<c r="([A-Z]+[0-9]+)"[^>]*)><f>(.*?)</f><v ?/></c>')


@dataclass(frozen=True)
class Formula:
    """A formula, what it comes to, and how that is shown."""

    text: str
    value: float
    shown: str = DECIMAL


@dataclass(frozen=True)
class Number:
    """A number with the form in which it is shown."""

    value: int | float
    shown: str = COUNT


Cell = str | int | Formula | Number | None


@dataclass
class Sheet:
    """Rows to be written, with the rows that are heads and the letters of the widest column."""

    rows: list[list[Cell]] = field(default_factory=list)
    heads: set[int] = field(default_factory=set)
    widest: int = 52

    def add(self, *cells: Cell, head: bool = False) -> int:
        """Add a row and return its number."""
        self.rows.append(list(cells))
        if head:
            self.heads.add(len(self.rows))
        return len(self.rows)


def parsheet_workbook(
    book: Rulebook, results: Sequence[Result], about: About | None = None
) -> bytes:
    """Return the workbook of these results, which are all of one rulebook."""
    usual = TableRules(book)
    about = about or About(usual)
    chapters = distinct(results)
    outcomes, spans = _outcomes(chapters, usual, about)
    figures = _figures(chapters, spans, usual, about)
    made = {
        "Summary": _summary(book, results, chapters, usual, about),
        "Rules": _rules(about.rules),
        "Pay schedules": _pay_schedules(about.rules),
        "Outcomes": outcomes,
        "Figures": figures,
        "Strategy": _strategy(chapters, about),
        "Method": _method(chapters, usual, book, results, about),
        "Sign-off": _sign_off(),
    }
    return _saved({name: made[name] for name in SHEETS})


def exact_count(number: int) -> int | str:
    """Return a count as a number, or as text where a spreadsheet would drop digits of it."""
    return number if len(str(abs(number))) <= EXACT else str(number)


def _number_of(cell: str, count: int) -> str:
    """Return how a formula reads a count: the conversion is said where the cell is text."""
    return cell if isinstance(exact_count(count), int) else f"VALUE({cell})"


# What was counted

OUTCOME_HEADS = (
    "Chapter", "Wager", "Outcome", "Combinations", "Of all", "Probability",
    "Net, exact", "Numerator", "Denominator", "Net",
    "At risk, exact", "Numerator", "Denominator", "At risk", "Return",
)  # fmt: skip


def _outcomes(
    chapters: Sequence[Sequence[Result]], usual: TableRules, about: About
) -> tuple[Sheet, list[tuple[int, int]]]:
    """Return every outcome of every chapter, and the rows in which each chapter stands."""
    sheet, spans = Sheet(), list[tuple[int, int]]()
    sheet.add(*OUTCOME_HEADS, head=True)
    for number, same in enumerate(chapters, start=1):
        result, table = same[0], same[0].outcomes
        title = chapter_titles(same, usual, about.handout)
        first = len(sheet.rows) + 1
        for outcome in table.outcomes:
            if not outcome.count:
                continue
            row = len(sheet.rows) + 1
            chance = Fraction(outcome.count, table.denominator)
            count = _number_of(f"D{row}", outcome.count)
            whole = _number_of(f"E{row}", table.denominator)
            sheet.add(
                number,
                title,
                outcome_title(outcome.label, usual.book, result.wager),
                exact_count(outcome.count),
                exact_count(table.denominator),
                Formula(f"{count}/{whole}", float(chance), "0.0000000000"),
                *_fraction(outcome.net, row, "H", "I"),
                *_fraction(outcome.action, row, "L", "M"),
                Formula(
                    f"F{row}*(J{row}+N{row})",
                    float(chance * (outcome.net + outcome.action)),
                    "0.0000000000",
                ),
            )
        spans.append((first, len(sheet.rows)))
    return sheet, spans


def _fraction(value: Fraction, row: int, over: str, under: str) -> tuple[Cell, ...]:
    """Return a fraction as text, numerator, denominator and their quotient."""
    above = _number_of(f"{over}{row}", value.numerator)
    below = _number_of(f"{under}{row}", value.denominator)
    quotient = Formula(f"{above}/{below}", float(value), "0.######")
    return str(value), exact_count(value.numerator), exact_count(value.denominator), quotient


# What follows from it, by formula

FIGURE_HEADS = (
    "Chapter", "Wager", "Measured in", "Put up first", "Probabilities in all", "Expectation",
    "House advantage", "At risk on average", "Edge per bet", "Returned of money bet",
    "Hit frequency", "Pushes", "Losses", "Variance", "Standard deviation", "Volatility index",
    "House advantage, exact", "Numerator", "Denominator", "As a number", "Formula less exact",
)  # fmt: skip


def _figures(
    chapters: Sequence[Sequence[Result]],
    spans: Sequence[tuple[int, int]],
    usual: TableRules,
    about: About,
) -> Sheet:
    sheet = Sheet()
    sheet.add(*FIGURE_HEADS, head=True)
    for number, (same, (first, last)) in enumerate(zip(chapters, spans, strict=True), start=1):
        table = same[0].outcomes

        def column(letter: str, first: int = first, last: int = last) -> str:
            return f"Outcomes!${letter}${first}:${letter}${last}"

        chance, net, risk = column("F"), column("J"), column("N")
        edge = table.house_advantage
        row = len(sheet.rows) + 1
        share = table.house_advantage_on_action
        spread = f"SUMPRODUCT({chance}*({net}-F{row})*({net}-F{row}))"
        sheet.add(
            number,
            chapter_titles(same, usual, about.handout),
            unit_title(table, usual.book),
            Number(float(table.stake), "0.####"),
            Formula(f"SUM({chance})", 1.0),
            Formula(f"SUMPRODUCT({chance}*{net})", float(table.expectation)),
            Formula(f"-F{row}", float(edge), PERCENT),
            Formula(f"SUMPRODUCT({chance}*{risk})", float(table.mean_action)),
            Formula(f"IF(H{row}=0,0,G{row}/H{row})", float(share), PERCENT),
            Formula(
                f"IF(H{row}=0,0,1-I{row})", float(1 - share) if table.mean_action else 0, PERCENT
            ),
            Formula(f"SUMPRODUCT({chance}*({net}>0))", float(table.hit_frequency), PERCENT),
            Formula(
                f"SUMPRODUCT({chance}*({net}=0)*({risk}>0))",
                float(table.push_probability),
                PERCENT,
            ),
            Formula(f"SUMPRODUCT({chance}*({net}<0))", float(table.loss_probability), PERCENT),
            Formula(spread, float(table.variance)),
            Formula(f"SQRT(N{row})", table.standard_deviation),
            Formula(f"{VOLATILITY:.6f}*O{row}", round(VOLATILITY, 6) * table.standard_deviation),
            *_fraction(edge, row, "R", "S"),
            Formula(f"G{row}-T{row}", 0.0, "0.0E+00"),
        )
    return sheet


def _summary(
    book: Rulebook,
    results: Sequence[Result],
    chapters: Sequence[Sequence[Result]],
    usual: TableRules,
    about: About,
) -> Sheet:
    sheet = Sheet()
    sheet.add(f"Par sheet: {book.title}", head=True)
    sheet.add(book.summary)
    for name, value in identification(book, results, about).rows:
        sheet.add(name, value)
    sheet.add()
    sheet.add(
        "Wager", "House advantage", "Edge per bet", "Hit frequency", "Standard deviation",
        "Volatility index", "Exposure at the table maximum", head=True,
    )  # fmt: skip
    for row, same in enumerate(chapters, start=2):
        table = same[0].outcomes
        deviation, most = table.standard_deviation, exposure(same[0], about.rules)
        sheet.add(
            chapter_titles(same, usual, about.handout),
            Formula(f"Figures!G{row}", float(table.house_advantage), "0.0000%"),
            Formula(f"Figures!I{row}", float(table.house_advantage_on_action), "0.0000%"),
            Formula(f"Figures!K{row}", float(table.hit_frequency), "0.0000%"),
            Formula(f"Figures!O{row}", deviation, "0.0000"),
            Formula(f"Figures!P{row}", round(VOLATILITY, 6) * deviation, "0.000"),
            None if most is None else Number(most / 100, "$#,##0.00"),
        )
    sheet.add()
    sheet.add(HOW_SUMMED)
    _blocks(sheet, about.progressive)
    return sheet


# Rules and prices


def _rules(rules: TableRules) -> Sheet:
    sheet = Sheet()
    _grid(sheet, rules_in_force(rules))
    sheet.add()
    sheet.add("Rules of the law", "In force", "Paragraph", head=True)
    for name, rule in rules.book.fixed.items():
        sheet.add(rule.says, rule_title(name, rules.book), rule.cite)
    return sheet


def _pay_schedules(rules: TableRules) -> Sheet:
    """Return every price, those in force marked; odds as numerator and denominator too."""
    sheet, book = Sheet(), rules.book
    sheet.add(
        "Schedule", "Table", "In force", "Row", "Pays", "Win", "On a stake of", "Paragraph",
        head=True,
    )  # fmt: skip
    for key, wager in book.wagers.items():
        if wager.pays and not wager.paytable:
            used = "yes" if key in rules.wagers else "no"
            price = wager.pays
            sheet.add(
                wager.name, "", used, "Win", price_title(price, book), *_odds(price), wager.cite
            )
    for key, table in book.paytables.items():
        for name in table.tables:
            used = "yes" if str(rules.options.get(key)) == name else "no"
            cite = table.cites.get(name, table.cite)
            for row, price in table.prices(name).items():
                sheet.add(
                    table.name, plain_title(name), used, table.rows[row],
                    price_title(price, book), *_odds(price), cite,
                )  # fmt: skip
    if book.rates and book.cage:
        for spots, pays in rules.rate_card.columns[0].pays.items():
            for caught, pay in sorted(pays.items()):
                price_per = rules.rate_card.columns[0].wager
                sheet.add(
                    rules.rate_card.name, f"{spots} spots", "yes", f"{caught} caught",
                    f"${pay / 100:,.2f}", Number(pay / 100, "$#,##0.00"),
                    Number(price_per / 100, "$#,##0.00"), book.rates.cite,
                )  # fmt: skip
    return sheet


def _odds(price: Price) -> tuple[Cell, Cell]:
    """Return what odds win on what stake; nothing for prizes, meters and pushes."""
    if price.kind != "odds":
        return None, None
    return price.odds.numerator, price.odds.denominator


# Words


def _strategy(chapters: Sequence[Sequence[Result]], about: About) -> Sheet:
    sheet = Sheet()
    sheet.add("Strategy of each chapter", head=True)
    usual = TableRules(about.rules.book)
    for same in chapters:
        title = chapter_titles(same, usual, about.handout)
        sheet.add(title, strategy_line(same[0], about.handout))
    _blocks(sheet, about.strategy)
    return sheet


def _method(
    chapters: Sequence[Sequence[Result]],
    usual: TableRules,
    book: Rulebook,
    results: Sequence[Result],
    about: About,
) -> Sheet:
    sheet = Sheet(widest=100)
    sheet.add("Chapters", "How they were computed", head=True)
    alike: dict[tuple[str, ...], list[str]] = {}
    for same in chapters:
        lines = tuple(assumptions(same[0], book, about.handout))
        alike.setdefault(lines, []).append(chapter_titles(same, usual, about.handout))
    for lines, titles in alike.items():
        sheet.add("; ".join(titles), " ".join(lines))
    _blocks(sheet, readings(book, results, about.handout))
    return sheet


def _sign_off() -> Sheet:
    sheet = Sheet()
    sheet.add("Signatures", head=True)
    for label in SIGNATURES:
        sheet.add(label, "…" * 20)
    return sheet


def _blocks(sheet: Sheet, blocks: Iterable[Block]) -> None:
    """Add headings, words and tables of a document."""
    for block in blocks:
        if isinstance(block, Heading):
            sheet.add()
            sheet.add(block.text, head=True)
        elif isinstance(block, Words):
            sheet.add(block.text)
        elif isinstance(block, Grid):
            _grid(sheet, block)


def _grid(sheet: Sheet, grid: Grid) -> None:
    sheet.add(*(name for name, _ in grid.heads), head=True)
    for row in grid.rows:
        sheet.add(*row)


# The file


def _saved(sheets: Mapping[str, Sheet]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for name, sheet in sheets.items():
        _fill(book, name, sheet)
    out = io.BytesIO()
    book.save(out)
    return _with_values(out.getvalue(), list(sheets.values()))


def _fill(book: "Workbook", name: str, sheet: Sheet) -> None:
    from openpyxl.styles import Alignment, Font

    page: Worksheet = book.create_sheet(name)
    for number, row in enumerate(sheet.rows, start=1):
        for at, cell in enumerate(row, start=1):
            written = page.cell(row=number, column=at)
            if isinstance(cell, Formula):
                written.value, written.number_format = f"={cell.text}", cell.shown
            elif isinstance(cell, Number):
                written.value, written.number_format = cell.value, cell.shown
            elif isinstance(cell, int):
                written.value, written.number_format = cell, COUNT
            elif cell:
                written.value = cell
                if cell.startswith("="):
                    written.data_type = "s"
            written.alignment = Alignment(vertical="top")
            if number in sheet.heads:
                written.font = Font(bold=True)
    wide = [_width(sheet, at) for at in range(1, 1 + max(len(row) for row in sheet.rows))]
    for at, width in enumerate(wide, start=1):
        page.column_dimensions[page.cell(row=1, column=at).column_letter].width = width
    for number, row in enumerate(sheet.rows, start=1):
        _spread(page, number, row, wide)
    if name in ("Outcomes", "Figures", "Pay schedules"):
        page.freeze_panes = "C2" if name != "Pay schedules" else "A2"
        page.auto_filter.ref = page.dimensions
    page.page_setup.orientation = "landscape"
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.print_title_rows = "1:1"
    page.oddHeader.left.text, page.oddFooter.right.text = "&A", "&P / &N"


NUMERIC, LINE = 15, 15  # letters of a number, points of a line


def _spread(page: "Worksheet", number: int, row: Sequence[Cell], wide: Sequence[float]) -> None:
    """Let a text that ends a row have all columns to its right, and each row the lines it needs."""
    from openpyxl.styles import Alignment

    lines = 1
    for at, cell in enumerate(row):
        room = wide[at]
        if isinstance(cell, str) and at == len(row) - 1 < len(wide) - 1 and len(cell) > room:
            room = sum(wide[at:])
            page.merge_cells(
                start_row=number, end_row=number, start_column=at + 1, end_column=len(wide)
            )
        if isinstance(cell, str) and len(cell) > room:
            lines = max(lines, math.ceil(1.2 * len(cell) / room))
            wrapped = Alignment(wrap_text=True, vertical="top")
            page.cell(row=number, column=at + 1).alignment = wrapped
    if lines > 1:
        page.row_dimensions[number].height = LINE * lines


def _width(sheet: Sheet, column: int) -> float:
    """Return a column's width: that of its longest text, but for texts that end a short row."""
    most = max(len(row) for row in sheet.rows)
    rows = [row for row in sheet.rows if len(row) > max(1, column) or len(row) == most > 1]
    cells = [row[column - 1] for row in rows]
    texts = [len(cell) for cell in cells if isinstance(cell, str)]
    numbers = [NUMERIC for cell in cells if isinstance(cell, Formula | Number)]
    counts = [len(f"{cell:,}") for cell in cells if isinstance(cell, int)]
    return 2 + min(sheet.widest, max([8, *texts, *numbers, *counts]))


def _with_values(content: bytes, sheets: Sequence[Sheet]) -> bytes:
    """Return the file with the value of every formula beside it."""
    from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as before,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for item in before.infolist():
            data = before.read(item)
            if found := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", item.filename):
                rows = sheets[int(found[1]) - 1].rows

                def value(match: re.Match[str], rows: list[list[Cell]] = rows) -> str:
                    letter, row = coordinate_from_string(match[2])
                    cell = rows[row - 1][column_index_from_string(letter) - 1]
                    assert isinstance(cell, Formula)
                    assert math.isfinite(cell.value)
                    return f"{match[1]}><f>{match[3]}</f><v>{cell.value!r}</v></c>"

                data = _FORMULA.sub(value, data.decode()).encode()
            after.writestr(item, data)
    return out.getvalue()
