"""A document as PDF, set by typst."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.documents.blocks import (
    Blanks,
    Block,
    Clauses,
    Contents,
    Document,
    Drawing,
    Grid,
    Heading,
    Steps,
    Style,
    Terms,
    Words,
)

BREAK = "#h(0pt)"  # where a line may end, without a character that a reader would copy
GROUP = 4  # characters between
SHORT = 16  # rows of a table that is not broken between narrow columns
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
"""
# paper that is folded in three, and a card of two columns for the pocket of an apron
_STYLES: dict[Style, str] = {
    "report": '#show table: set text(size: 8pt, number-width: "tabular")',
    "leaflet": """
#set page(flipped: true, columns: 3, margin: (x: .9cm, y: 1cm), numbering: none)
#set columns(gutter: 1.8cm)
#set text(size: 10.5pt)
#show table: set text(size: 9.5pt, number-width: "tabular")
#set par(leading: .52em, spacing: .8em)
#show heading.where(level: 1): set text(size: 12pt, fill: rgb("#0f4d33"))
#show heading.where(level: 1): set block(above: 1.3em, below: .6em)
#show heading.where(level: 2): set block(above: 1em, below: .5em)
#set enum(spacing: .6em)
""",
    "card": """
#set page(margin: (x: 1.2cm, y: 1.3cm))
#set par(leading: .48em, spacing: .6em)
#show heading.where(level: 1): set text(size: 1.2em, fill: rgb("#0f4d33"))
#show heading.where(level: 1): set block(above: 1em, below: .5em)
#set enum(spacing: .45em)
#show table: set text(size: .9em, number-width: "tabular")
#let side(body) = block(height: 1fr, width: 100%, layout(room => {
  let wide = (room.width - .9cm) / 2
  let tall(size) = measure(block(width: wide, { set text(size: size); body })).height
  let size = 14pt
  while size > 5pt and tall(size) / 2 + 3 * size > room.height { size = size - .25pt }
  set text(size: size)
  block(height: calc.min(room.height, tall(size) / 2 + 3 * size),
    columns(2, gutter: .9cm, body))
}))
""",
}


def pdf(document: Document) -> bytes:
    """The bytes of the file."""
    import typst

    with TemporaryDirectory() as folder:
        file = Path(folder) / "document.typ"
        file.write_text(source(document, Path(folder)), encoding="utf-8")
        made: bytes = typst.compile(str(file))
        return made


def source(document: Document, folder: Path) -> str:
    """The document as typst reads it; its drawings go into the folder."""
    title = _quoted(document.title)
    parts = [
        f"#set document(title: {title})",
        _SETUP,
        f'#set page(paper: "{document.paper}")' if document.paper != "us-letter" else "",
        _STYLES[document.style],
        _running(document.running) if document.running else "",
        f"#text(size: 19pt, weight: 700, {title})",
        f"#v(-.5em)\n#quiet({_text(document.under)})",
    ]
    card = document.style == "card"
    parts += ["#side["] if card else []
    for number, block in enumerate(document.blocks):
        if card and isinstance(block, Heading) and block.panel:
            parts.append("]\n#pagebreak()\n#side[")
        parts.append(_block(block, folder / f"drawing-{number}.svg", document.style))
    parts += ["]"] if card else []
    return "\n\n".join(parts) + "\n"


def _text(words: str) -> str:
    """Words as typst reads them: a string, in which nothing is markup. A number too long for its
    column may be broken between its digits."""
    if not _LONG.search(words):
        return _quoted(words)
    parts, end = [], 0
    for found in _LONG.finditer(words):
        groups = [found[0][at : at + GROUP] for at in range(0, len(found[0]), GROUP)]
        parts += [words[end : found.start()], BREAK.join(f"#{_quoted(one)}" for one in groups)]
        end = found.end()
    before = [f"#{_quoted(one)}" if at % 2 == 0 else one for at, one in enumerate(parts)]
    return f"[{''.join(before)}#{_quoted(words[end:])}]"


def _running(words: str) -> str:
    """The head of every page: what the document is of, and its page."""
    page = 'context counter(page).display("1 / 1", both: true)'
    head = f"quiet(text(size: 8pt, [#{_quoted(words)} #h(1fr) #{page}]))"
    return f"#set page(numbering: none, header: {head})"


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _is_long(grid: Grid, column: int) -> bool:
    """Whether a column has numbers that no page is wide enough for."""
    return any(_LONG.search(row[column]) for row in grid.rows)


def _block(block: Block, drawing: Path, style: Style) -> str:
    if isinstance(block, Heading):
        before = "#colbreak(weak: true)\n" if block.panel and style == "leaflet" else ""
        return f"{before}#heading(level: {block.level}, {_text(block.text)})"
    if isinstance(block, Words):
        return f"#quiet({_text(block.text)})" if block.quiet else f"#par({_text(block.text)})"
    if isinstance(block, Drawing):
        drawing.write_text(block.svg, encoding="utf-8")
        caption = f"\n#quiet({_text(block.caption)})" if block.caption else ""
        wide = f"{block.inches:.4f}in" if block.inches else "70%" if style == "report" else "100%"
        return f'#image("{drawing.name}", width: {wide}){caption}'
    if isinstance(block, Grid):
        return _grid(block, style)
    return _list(block)


def _list(block: Steps | Terms | Clauses | Contents | Blanks) -> str:
    if isinstance(block, Contents):
        return "#outline(depth: 1)\n#pagebreak()"
    if isinstance(block, Steps):
        items = ", ".join(f"[#{_text(item)}]" for item in block.items)
        return f"#{'enum' if block.numbered else 'list'}({items},)"
    if isinstance(block, Terms):
        return "\n\n".join(
            f"#par[#strong({_text(name)}) #h(.3em) #{_text(said)}]" for name, said in block.items
        )
    if isinstance(block, Clauses):
        return "\n\n".join(_clause(*item) for item in block.items)
    lines = ", ".join(
        f"stack(spacing: 4pt, line(length: 100%, stroke: .5pt), quiet({_text(label)}))"
        for label in block.labels
    )
    rows = f"grid(columns: (1fr, 1fr), column-gutter: 2em, row-gutter: 3em, {lines})"
    return f"#block(breakable: false, inset: (top: 2em), {rows})"


def _clause(level: int, mark: str, text: str, note: str) -> str:
    said = f"#{_text(text)}" + (f" #quiet(text(size: .85em, {_text(f'[{note}]')}))" if note else "")
    cells = f"columns: (2.2em, 1fr), {_text(mark)}, [{said}]" if mark else f"[{said}]"
    return f"#block(below: .65em, inset: (left: {2.2 * level:g}em), grid({cells}))"


def _grid(grid: Grid, style: Style) -> str:
    aligned = ", ".join("right" if number else "left" for _, number in grid.heads)
    widths = ", ".join(_width(grid, at, style) for at in range(len(grid.heads)))
    heads = ", ".join(f"quiet({_text(name)})" for name, _ in grid.heads)
    rows = []
    for at, row in enumerate(grid.rows):
        total = at >= len(grid.rows) - grid.totals
        if total and at == len(grid.rows) - grid.totals:
            rows.append("sum-rule")
        rows.append(", ".join(f"strong({_text(c)})" if total else _text(c) for c in row))
    body = ",\n  ".join(rows)
    made = (
        f"#table(\n  columns: ({widths},),\n  align: ({aligned},),\n"
        f"  table.header({heads}, sum-rule),\n  {body},\n)"
    )
    whole = style != "report" and len(grid.rows) <= SHORT
    return f"#block(breakable: false)[{made}]" if whole else made


def _width(grid: Grid, column: int, style: Style) -> str:
    """A narrow page gives what numbers leave to the words before them."""
    if _is_long(grid, column) or (style != "report" and column == 0):
        return "1fr"
    return "auto"
