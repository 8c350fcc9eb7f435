"""A sign as a placard: one page that is filled and never overrun, as PDF, SVG or HTML."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from houseway.rulebook.placard import Placard, equal_prices, limit_line
from houseway.rulebook.refusal import Refused

SIZES = {"table": (7.0, 11.0), "wall": (22.0, 28.0)}  # inches
FORMS = (".pdf", ".svg", ".html")
MOST_COLUMNS = 3
MANY_LONG = 3  # long rows of wagers of one price, which then have the whole width
LONG = 20  # letters of a row that may take a second line
LARGEST = 10  # units

# The colors, the page and its frame, of all signs
FRAME = """
#let gold = rgb("#a98c3f")
#let ink = rgb("#17211b")
#let felt = rgb("#0f4d33")
#let unit = {unit}pt
#set page(width: {wide}in, height: {high}in, margin: 9 * unit, background: {{
  place(top + left, dx: 3 * unit, dy: 3 * unit, rect(width: 100% - 6 * unit,
    height: 100% - 6 * unit, stroke: .9 * unit + felt))
  place(top + left, dx: 4.6 * unit, dy: 4.6 * unit, rect(width: 100% - 9.2 * unit,
    height: 100% - 9.2 * unit, stroke: .35 * unit + gold))
}})
#set text(fill: ink, font: ("Libertinus Serif",), hyphenate: false, number-width: "tabular")
#set par(leading: .5em, spacing: 2 * unit)
#set block(spacing: 2 * unit)
"""
_SETUP = """
#let pays(name, rows) = block(breakable: false, below: 1.1em, width: 100%, {
  block(below: .5em, width: 100%, stroke: (bottom: .06em + gold), inset: (bottom: .25em),
    text(weight: 700, fill: felt, name))
  grid(columns: (1fr, auto), column-gutter: .8em, ..rows)
})
#let rules(lines) = block(breakable: false, width: 100%, {
  block(below: .5em, width: 100%, stroke: (bottom: .06em + gold), inset: (bottom: .25em),
    text(weight: 700, fill: felt, "Table Rules"))
  grid(columns: 1, ..lines)
})
#let fits(made, columns, rows, top-rows, room, size) = {
  let wide = (room.width - 1.6 * size * (columns - 1)) / columns
  let wide-of(words) = measure(text(size: size, words)).width
  let natural(row, price) = wide-of(row.at(0)) + .8 * size + price
  let narrow(rows, wide) = {
    let price = calc.max(0pt, ..rows.map(row => wide-of(row.at(1))))
    rows.all(row => natural(row, price) <= wide)
  }
  (narrow(rows, wide) and narrow(top-rows, room.width)
    and measure(block(width: room.width, made(size))).height + .6 * size <= room.height)
}
#let fit(ways) = block(height: 1fr, width: 100%, layout(room => {
  let best = (0pt, none)
  for (above, top-rows, rows, columns) in ways {
    let made(size, air: .5) = {
      set text(size: size)
      set grid(row-gutter: air * 1em)
      above
      grid(columns: (1fr,) * columns.len(), column-gutter: 1.6em, align: top, ..columns)
    }
    let size = @largest@ * unit
    while size > 1.5 * unit and not fits(made, columns.len(), rows, top-rows, room, size) {
      size = size - .1 * unit
    }
    if size > best.at(0) { best = (size, made) }
  }
  let (size, made) = best
  let high(air) = measure(block(width: room.width, made(size, air: air))).height
  let air = .5
  while air < 1.2 and high(air + .05) + .6 * size <= room.height { air = air + .05 }
  let spare = room.height - high(air)
  if spare > .2 * room.height { v(.3 * spare) }
  made(size, air: air)
}))
"""


def check_form(path: Path) -> None:
    """Refuse a name that says no form of a sign."""
    if path.suffix.lower() not in FORMS:
        raise Refused(f"{path.name}: a sign ends in {', '.join(FORMS)}")


def check_size(size: str) -> None:
    """Refuse a size that signs are not made in."""
    if size not in SIZES:
        raise Refused(f"a sign is of size {' or '.join(SIZES)}, not {size!r}")


def write_placard(made: Placard, path: Path, size: str = "table") -> None:
    """Write a sign as the name of its file says."""
    check_form(path)
    form = path.suffix.lower()
    if form == ".html":
        path.write_text(placard_html(made), encoding="utf-8")
    else:
        source = placard_source(made, size)
        path.write_bytes(compiled(source, "pdf" if form == ".pdf" else "svg"))


def placard_pdf(made: Placard, size: str = "table") -> bytes:
    """The sign on paper."""
    return compiled(placard_source(made, size), "pdf")


def compiled(source: str, form: Literal["pdf", "svg"]) -> bytes:
    """Return a sign as typst sets it."""
    import typst

    with TemporaryDirectory() as folder:
        file = Path(folder) / "sign.typ"
        file.write_text(source, encoding="utf-8")
        made: bytes = typst.compile(str(file), format=form)
        return made


def placard_source(made: Placard, size: str) -> str:
    """The sign as typst reads it: head, limits, and columns in the largest letters that fit."""
    check_size(size)
    wide, high = SIZES[size]
    setup = FRAME.format(unit=f"{wide * 0.72:g}", wide=wide, high=high)
    setup += _SETUP.replace("@largest@", str(LARGEST))
    ways = ",\n".join(_way(*way) for way in _ways(made))
    return "\n".join(
        [
            f"#set document(title: {_text(made.title)})",
            setup,
            f"#align(center, text(size: {_title_size(made.title):g} * unit, weight: 700, "
            f"fill: felt, upper({_text(made.title)})))",
            _limits(made),
            f"#fit(({ways},))",
            f"#align(center, text(size: 2.4 * unit, {_text(made.place)}))" if made.place else "",
        ]
    )


def _title_size(title: str) -> float:
    """A long title is set smaller, so that it stays on its line."""
    return min(9.0, 118 / max(1, len(title)))


def _limits(made: Placard) -> str:
    parts = []
    if made.minimum and made.minimum == made.maximum:
        amount = f"align(center, text(size: 5.4 * unit, weight: 700, {_text(limit_line(made))}))"
    else:
        amount = (
            "grid(columns: (1fr, 1fr), align: center, row-gutter: .9 * unit,\n"
            '  text(size: 2.6 * unit, tracking: .12em, "MINIMUM"),\n'
            '  text(size: 2.6 * unit, tracking: .12em, "MAXIMUM"),\n'
            f"  text(size: 7 * unit, weight: 700, {_text(made.minimum)}),\n"
            f"  text(size: 7 * unit, weight: 700, {_text(made.maximum)}))"
        )
    if made.minimum:
        parts.append(
            '#block(width: 100%, fill: rgb("#f4efdf"), inset: 2 * unit, radius: 1 * unit, '
            f"{amount})"
        )
    if made.stakes:
        size = min(9.0, 150 / max(map(len, made.stakes)))
        lines = ", ".join(
            f"text(size: {size:g} * unit, weight: 700, {_text(one)})" for one in made.stakes
        )
        parts.append(
            '#block(width: 100%, fill: rgb("#f4efdf"), inset: 2.4 * unit, radius: 1 * unit, '
            f"align(center, stack(spacing: 2.4 * unit, {lines})))"
        )
    if made.limits:
        cells = ", ".join(f"{_text(name)}, strong({_text(said)})" for name, said in made.limits)
        parts.append(
            "#block(width: 100%, inset: (x: 2 * unit), text(size: 2.9 * unit, grid("
            "columns: (1fr, auto), column-gutter: 2 * unit, row-gutter: 1.2 * unit, "
            f"align: (left, right), {cells})))"
        )
    if made.meters:
        told = ", ".join(
            f"text(size: 2.6 * unit, {_text(name)}), "
            f"text(size: 3.6 * unit, weight: 700, fill: felt, {_text(amount)})"
            for name, amount in made.meters
        )
        parts.append(
            "#align(center, block(stroke: .3 * unit + gold, inset: 1.4 * unit, radius: 1 * unit, "
            'stack(spacing: 1.2 * unit, text(size: 2.4 * unit, tracking: .12em, "PROGRESSIVE"), '
            "grid(columns: (auto, auto), column-gutter: 3 * unit, row-gutter: .8 * unit, "
            f"align: (left + horizon, right + horizon), {told}))))"
        )
    return "\n".join(parts)


def _all_rows(made: Placard) -> list[tuple[str, str]]:
    """Every row with a price."""
    singles = equal_prices(made.tables)
    return [*singles, *(row for one in made.tables if not one.is_single for row in one.rows)]


Rows = Sequence[tuple[str, str]]


def _way(above: str, above_rows: Rows, rows: Rows, columns: Sequence[str]) -> str:
    """One way to lay out a sign as typst reads it: what stands over the columns, the rows there and
    in the columns that take one line, and the columns."""
    told = [
        "".join(f"({_text(row)}, {_text(price)}), " for row, price in some)
        for some in (above_rows, rows)
    ]
    body = ", ".join(f"[{column}]" for column in columns)
    return f"([{above}], ({told[0]}), ({told[1]}), ({body},))"


def _ways(made: Placard) -> list[tuple[str, Rows, Rows, list[str]]]:
    """The prices and rules in one, two and three columns of about the same height, wagers of one
    price among them or, where their names are long, above them on the whole width."""
    singles = equal_prices(made.tables)
    short = [row for row in _all_rows(made) if len(row[0]) <= LONG]
    alone = all(one.is_single for one in made.tables)
    if alone or sum(len(name) > LONG for name, _ in singles) < MANY_LONG:
        return [("", [], short, columns) for columns in _columns(made, singles)]
    told = [row for row in short if row not in singles]
    above = _pays("Pays", singles)
    return [(above, singles, told, columns) for columns in _columns(made, [])]


def _columns(made: Placard, singles: Rows) -> list[list[str]]:
    blocks: list[tuple[int, str]] = []
    if singles:
        high = sum(1 + len(name) // LONG for name, _ in singles)
        blocks.append((high + 2, _pays("Pays", singles)))
    for table in made.tables:
        if not table.is_single:
            blocks.append((len(table.rows) + 2, _pays(table.name, table.rows)))
    if made.rules:
        lines = ", ".join(_text(line) for line in made.rules)
        high = sum(1 + len(line) // LONG for line in made.rules)
        blocks.append((2 + high, f"#rules(({lines},))"))
    numbers = range(1, min(MOST_COLUMNS, max(1, len(blocks))) + 1)
    return [
        ["".join(text for _, text in part) for part in spread(blocks, number)] for number in numbers
    ]


def spread(blocks: Sequence[tuple[int, str]], columns: int) -> list[list[tuple[int, str]]]:
    """Blocks in their order over so many columns, the highest of them as low as can be.

    >>> [len(part) for part in spread([(5, "a"), (5, "b"), (10, "c")], 2)]
    [2, 1]
    """
    if columns == 1 or len(blocks) <= 1:
        return [list(blocks)]
    best: list[list[tuple[int, str]]] = []
    for cut in range(1, len(blocks) - columns + 2):
        tried = [list(blocks[:cut]), *spread(blocks[cut:], columns - 1)]
        if not best or _highest(tried) < _highest(best):
            best = tried
    return best


def _highest(parts: Sequence[Sequence[tuple[int, str]]]) -> int:
    return max(sum(high for high, _ in part) for part in parts)


def _pays(name: str, rows: Sequence[tuple[str, str]]) -> str:
    cells = ", ".join(f"{_text(row)}, align(right, {_text(price)})" for row, price in rows)
    return f"#pays({_text(name)}, ({cells},))"


def _text(words: str) -> str:
    """Words as typst reads them: a string, in which nothing is markup."""
    return json.dumps(words, ensure_ascii=False)


_STYLE = """
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; background: #fff; color: #17211b;
  font: 17px/1.4 Georgia, "Times New Roman", serif; }
main { border: 4px solid #0f4d33; outline: 1px solid #a98c3f; outline-offset: -9px;
  padding: 2rem 2.2rem; }
h1 { text-align: center; text-transform: uppercase; color: #0f4d33; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; color: #0f4d33; border-bottom: 1px solid #a98c3f; margin: 0 0 .3rem; }
.limits { display: flex; justify-content: space-around; background: #f4efdf; padding: .6rem;
  text-align: center; text-transform: uppercase; letter-spacing: .08em; font-size: .8rem; }
.limits b { display: block; font-size: 2rem; letter-spacing: 0; }
.more { text-align: center; }
.parts { columns: 2 16rem; column-gap: 2rem; margin-top: 1.2rem; }
section { break-inside: avoid; margin-bottom: 1.2rem; }
table { width: 100%; border-collapse: collapse; } td { padding: .1rem 0; vertical-align: top; }
td + td { text-align: right; white-space: nowrap; padding-left: 1rem; }
ul { list-style: none; padding: 0; margin: 0; } li { padding: .1rem 0; }
"""


def placard_html(made: Placard) -> str:
    """The sign as one page that needs nothing else."""
    singles = equal_prices(made.tables)
    parts = [_section("Pays", singles)] if singles else []
    parts += [_section(one.name, one.rows) for one in made.tables if not one.is_single]
    if made.rules:
        said = "".join(f"<li>{escape(line)}</li>" for line in made.rules)
        parts.append(f"<section><h2>Table Rules</h2><ul>{said}</ul></section>")
    if made.meters:
        parts.append(_section("Progressive", made.meters))
    more = "".join(f'<p class="more"><b>{escape(one)}</b></p>' for one in made.stakes)
    more += _section("Limits", made.limits) if made.limits else ""
    more += f'<p class="more">{escape(made.place)}</p>' if made.place else ""
    title = escape(made.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{_html_limits(made)}{more}\n"
        f'<div class="parts">\n{"".join(parts)}\n</div>\n</main>\n</body>\n</html>\n'
    )


def _html_limits(made: Placard) -> str:
    if not made.minimum:
        return ""
    if made.minimum == made.maximum:
        return f'<div class="limits"><span>{escape(limit_line(made))}</span></div>'
    return (
        f'<div class="limits"><span>Minimum <b>{escape(made.minimum)}</b></span>'
        f"<span>Maximum <b>{escape(made.maximum)}</b></span></div>"
    )


def _section(name: str, rows: Sequence[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><td>{escape(row)}</td><td>{escape(p)}</td></tr>" for row, p in rows)
    return f"<section><h2>{escape(name)}</h2><table>{cells}</table></section>\n"
