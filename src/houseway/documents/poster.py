"""Signs that are no placard of a table: one page of parts, in letters as large as fit on it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from houseway.documents.placard import FRAME, SIZES, check_size, compiled


@dataclass(frozen=True)
class Part:
    """A heading over lines, or over rows of two or three columns with names above."""

    heading: str
    lines: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Poster:
    """A sign: what it is, what it says, and a line at its foot."""

    title: str
    parts: Sequence[Part]
    foot: str = ""


_BODY = """
#let part(name, body) = block(width: 100%, below: 1.2em, {
  if name != "" { block(below: .5em, width: 100%, stroke: (bottom: .06em + gold),
    inset: (bottom: .25em), text(size: .8em, weight: 700, fill: felt, name)) }
  body
})
#let fit(body, words, columns) = block(height: 1fr, width: 100%, layout(room => {
  let size = 9 * unit
  let high(size) = measure(block(width: room.width, { set text(size: size); body })).height
  let column(size) = (room.width - (columns - 1) * size) / (columns + .6 * calc.min(1, columns - 1))
  let narrow(size) = words.all(one => measure(text(size: size, weight: 700, one)).width
    <= column(size))
  while size > 1.5 * unit and (high(size) > room.height or not narrow(size)) {
    size = size - .1 * unit
  }
  set text(size: size)
  align(horizon, body)
}))
"""


def poster_pdf(made: Poster, size: str = "table") -> bytes:
    """Return the sign on paper."""
    return compiled(poster_source(made, size), "pdf")


def poster_source(made: Poster, size: str = "table") -> str:
    """Return the sign as typst reads it."""
    check_size(size)
    wide, high = SIZES[size]
    title = json.dumps(made.title, ensure_ascii=False)
    letters = min(9.0, 118 / max(1, len(made.title)))
    body = "".join(_part(one) for one in made.parts)
    cells = [cell for one in made.parts for row in (one.columns, *one.rows) for cell in row]
    words = "".join(f"{_text(word)}, " for word in dict.fromkeys(" ".join(cells).split()))
    columns = max([1, *(len(row) for one in made.parts for row in one.rows)])
    return "\n".join(
        [
            f"#set document(title: {title})",
            FRAME.format(unit=f"{wide * 0.72:g}", wide=wide, high=high),
            _BODY,
            f"#align(center, text(size: {letters:g} * unit, weight: 700, fill: felt, "
            f"upper({title})))",
            "#v(2 * unit)",
            f"#fit([{body}], ({words}), {columns})",
            f"#align(center, text(size: 2.4 * unit, {_text(made.foot)}))" if made.foot else "",
        ]
    )


def _part(one: Part) -> str:
    body = "".join(f"#block(below: .7em, {_text(line)})" for line in one.lines)
    if one.rows:
        widths = ", ".join(["1.6fr", *["1fr"] * (len(one.rows[0]) - 1)])
        heads = ", ".join(f"text(size: .75em, fill: luma(90), {_text(n)})" for n in one.columns)
        cells = ", ".join(
            _text(cell) if at < len(row) - 1 else f"strong({_text(cell)})"
            for row in one.rows
            for at, cell in enumerate(row)
        )
        body += (
            f"#grid(columns: ({widths},), column-gutter: 1em, row-gutter: .8em, {heads}"
            f"{', ' if heads else ''}{cells})"
        )
    return f"#part({_text(one.heading)}, [{body}])"


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)
