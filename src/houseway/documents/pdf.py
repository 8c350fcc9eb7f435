"""A document as PDF, set by typst."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.documents.blocks import Block, Document, Drawing, Grid, Heading, Words

BREAK = "\u200b"  # where a line may end, without a space
GROUP = 4  # characters between
_LONG = re.compile(r"[0-9,/.]{28,}")
_SETUP = """
#set page(paper: "us-letter", margin: (x: 2cm, y: 2.2cm), numbering: "1 / 1", footer-descent: 40%)
#set text(size: 9.5pt, hyphenate: false)
#set par(leading: .6em)
#show heading.where(level: 1): set text(size: 13pt)
#show heading.where(level: 1): set block(above: 2em, below: .9em)
#show heading.where(level: 2): set text(size: 10.5pt)
#show heading: set block(sticky: true)
#let quiet(body) = text(fill: luma(90), body)
#let sum-rule = table.hline(stroke: .5pt + luma(120))
#set table(stroke: none, inset: (x: 3pt, y: 2.6pt))
#show table: set text(size: 8pt, number-width: "tabular")
"""


def pdf(document: Document) -> bytes:
    """The bytes of the file."""
    import typst

    with TemporaryDirectory() as folder:
        source = Path(folder) / "document.typ"
        source.write_text(_source(document, Path(folder)), encoding="utf-8")
        made: bytes = typst.compile(str(source))
        return made


def _source(document: Document, folder: Path) -> str:
    title = _text(document.title)
    parts = [
        f"#set document(title: {title})",
        _SETUP,
        "#set page(flipped: true)" if document.landscape else "",
        f"#text(size: 19pt, weight: 700, {title})",
        f"#v(-.5em)\n#quiet({_text(document.under)})",
    ]
    for number, block in enumerate(document.blocks):
        parts.append(_block(block, folder / f"drawing-{number}.svg"))
    return "\n\n".join(parts) + "\n"


def _text(words: str) -> str:
    """Words as typst reads them: a string, in which nothing is markup. A number too long for its
    column may be broken between its digits."""
    return json.dumps(_LONG.sub(_breakable, words), ensure_ascii=False)


def _breakable(found: re.Match[str]) -> str:
    return BREAK.join(found[0][at : at + GROUP] for at in range(0, len(found[0]), GROUP))


def _is_long(grid: Grid, column: int) -> bool:
    """Whether a column has numbers that no page is wide enough for."""
    return any(_LONG.search(row[column]) for row in grid.rows)


def _block(block: Block, drawing: Path) -> str:
    if isinstance(block, Heading):
        return f"#heading(level: {block.level}, {_text(block.text)})"
    if isinstance(block, Words):
        return f"#quiet({_text(block.text)})" if block.quiet else f"#par({_text(block.text)})"
    if isinstance(block, Drawing):
        drawing.write_text(block.svg, encoding="utf-8")
        caption = f"\n#quiet({_text(block.caption)})" if block.caption else ""
        wide = f"{block.inches:.4f}in" if block.inches else "70%"
        return f'#image("{drawing.name}", width: {wide}){caption}'
    return _grid(block)


def _grid(grid: Grid) -> str:
    aligned = ", ".join("right" if number else "left" for _, number in grid.heads)
    widths = ", ".join("1fr" if _is_long(grid, at) else "auto" for at in range(len(grid.heads)))
    heads = ", ".join(f"quiet({_text(name)})" for name, _ in grid.heads)
    rows = []
    for at, row in enumerate(grid.rows):
        total = at >= len(grid.rows) - grid.totals
        if total and at == len(grid.rows) - grid.totals:
            rows.append("sum-rule")
        rows.append(", ".join(f"strong({_text(c)})" if total else _text(c) for c in row))
    body = ",\n  ".join(rows)
    return (
        f"#table(\n  columns: ({widths},),\n  align: ({aligned},),\n"
        f"  table.header({heads}, sum-rule),\n  {body},\n)"
    )
