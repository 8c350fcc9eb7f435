"""A document's grids as CSV or as a workbook; words and drawings stay behind."""

import csv
import io
import re

from houseway.documents.blocks import Document, Grid, Heading

_NUMBER = re.compile(r"[-+]?\d[\d,]*(\.\d+)?(e[-+]\d+)?")
_PERCENT = re.compile(r"-?\d+(\.\d+)?%")
_EXACT = 15  # digits that a spreadsheet keeps of a number


def grids(document: Document) -> list[tuple[str, Grid]]:
    """Every grid with the heading it stands under."""
    found: list[tuple[str, Grid]] = []
    under = ""
    for block in document.blocks:
        if isinstance(block, Heading):
            under = block.text
        elif isinstance(block, Grid):
            found.append((under, block))
    return found


def as_csv(document: Document) -> str:
    """All grids one after another, each row with the heading and the name of its grid."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    for under, grid in grids(document):
        write(["part", "table", *(name for name, _ in grid.heads)])
        for row in grid.rows:
            write([under, grid.name, *row])
    return out.getvalue()


def workbook(document: Document) -> bytes:
    """A sheet for each grid. A number of more digits than a spreadsheet keeps stays text."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font

    book = Workbook()
    book.remove(book.active)
    taken: set[str] = set()
    for under, grid in grids(document):
        sheet = book.create_sheet(_name(f"{under} {grid.name}".strip(), taken))
        sheet.append([under])
        sheet["A1"].font = Font(bold=True, size=13)
        sheet.append([name for name, _ in grid.heads])
        for cell in sheet[2]:
            cell.font = Font(bold=True)
        for row in grid.rows:
            sheet.append([_value(cell) for cell in row])
            for at, text in enumerate(row, start=1):
                if _PERCENT.fullmatch(text):
                    sheet.cell(row=sheet.max_row, column=at).number_format = _format(text)
        for at, (name, number) in enumerate(grid.heads, start=1):
            letter = sheet.cell(row=2, column=at).column_letter
            longest = max([len(name), *(len(row[at - 1]) for row in grid.rows)])
            sheet.column_dimensions[letter].width = min(60, longest + 2)
            for row in sheet.iter_rows(min_row=2, min_col=at, max_col=at):
                row[0].alignment = Alignment(horizontal="right" if number else "left")
        sheet.freeze_panes = "A3"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _format(percent: str) -> str:
    """How a spreadsheet shows a percentage with as many decimals as were written.

    >>> _format("3.4692%")
    '0.0000%'
    """
    decimals = len(percent.rstrip("%").partition(".")[2])
    return f"0.{'0' * decimals}%" if decimals else "0%"


def _value(cell: str) -> str | int | float:
    if _PERCENT.fullmatch(cell):
        return float(cell.rstrip("%")) / 100
    if _NUMBER.fullmatch(cell) and sum(map(str.isdigit, cell)) <= _EXACT:
        plain = cell.replace(",", "")
        return float(plain) if "." in plain or "e" in plain else int(plain)
    return cell


def _name(wanted: str, taken: set[str]) -> str:
    """A name that a workbook allows: short, without signs, not there yet."""
    short = re.sub(r"[\[\]:*?/\\]", " ", wanted)[:28].strip() or "sheet"
    name, number = short, 1
    while name.lower() in taken:
        number += 1
        name = f"{short[:25]} {number}"
    taken.add(name.lower())
    return name
