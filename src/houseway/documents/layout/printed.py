"""A layout on paper: the drawing to scale with its measures in feet and inches, and a list of every
area with its size. It is the sketch that a petition for a game asks for."""

import math
import re
from fractions import Fraction

from houseway.documents.blocks import Block, Document, Drawing, Grid, Heading, Words
from houseway.documents.layout.draw import CLOTH, COLORS, FONTS, INKS, RAIL
from houseway.documents.layout.expand import Laid, PlacedArea
from houseway.documents.layout.felt import arranged, svg_of
from houseway.documents.layout.shapes import Frame, bounds, outline
from houseway.documents.svg import number, tag
from houseway.equipment.cards import printed as printed_card
from houseway.rulebook.layout import Layout
from houseway.rulebook.table_rules import TableRules

TICKET = 7.0  # inches that a card to mark is wide
PAPER = 9.4  # inches of paper that a drawing may be wide
RATIOS = (6, 8, 10, 12, 14, 16, 18, 20, 24, 30)  # of the table to its drawing
MARGIN = 7.0  # inches of the table around it, for its measures
QUARTERS = 4  # measures are told to a quarter of an inch
BLACK = "#1a1a1a"
# what is printed in ink on white paper, by what it is on the cloth
PRINTED = {
    CLOTH: "#ffffff",
    RAIL: "#c8c8c8",
    COLORS["white"]: BLACK,
    COLORS["yellow"]: BLACK,
    COLORS["gold"]: "#555555",
    COLORS["red"]: "#f0b9bc",
    COLORS["black"]: "#c4c4c4",
    COLORS["green"]: "#d9eadf",
    COLORS["dark"]: "#f2f2f2",
    COLORS["blue"]: "#c9d6e8",
    INKS["red"]: "#a01820",
}
_COLOR = re.compile("|".join(map(re.escape, PRINTED)))


def feet(inches: float) -> str:
    """A measure in feet and inches, to a quarter of an inch.

    >>> print(feet(84), feet(3.5), feet(15.3), feet(11.9), sep=", ")
    7' 0", 3 1/2", 1' 3 1/4", 1' 0"
    """
    whole, quarter = divmod(round(inches * QUARTERS), QUARTERS)
    part = Fraction(quarter, QUARTERS)
    foot, rest = divmod(whole, 12)
    said = f"{rest} {part}" if part and rest else str(part) if part else str(rest)
    return f"{foot}' {said}\"" if foot else f'{said}"'


def printed_svg(rules: TableRules, layout: Layout | None) -> str:
    """The drawing in black on white, to scale, with its measures; a ticket has none."""
    laid = arranged(rules, layout, "wide")
    wide, high = laid.size
    felt = _COLOR.sub(lambda found: PRINTED[found[0]], svg_of(laid, rules, live=False))
    inner = felt[felt.index(">") + 1 : felt.rindex("</svg>")]
    if rules.book.rates:
        return tag(
            "svg", inner, xmlns="http://www.w3.org/2000/svg", width=f"{TICKET}in",
            height=f"{TICKET * high / wide:.3f}in", viewBox=f"0 0 {number(wide)} {number(high)}",
            role="img", aria_label=f"{rules.book.title}: card", font_family=FONTS["sans"],
        )  # fmt: skip
    width, height = wide + 2 * MARGIN, high + 2 * MARGIN + 2
    ratio = scale_of(wide)
    body = tag("rect", width=width, height=height, fill="#ffffff")
    body += tag("g", inner, transform=f"translate({number(MARGIN)} {number(MARGIN)})")
    body += _words(_title(rules), width / 2, 3.2, 2.2, weight="700")
    body += _across(MARGIN, MARGIN + wide, MARGIN + high + 2.2, feet(wide))
    body += _down(MARGIN, MARGIN + high, MARGIN - 2.2, feet(high))
    body += _seat_measure(laid)
    body += _scale(width, MARGIN + high + 5.6)
    return tag(
        "svg", body, xmlns="http://www.w3.org/2000/svg", width=f"{width / ratio:.3f}in",
        height=f"{height / ratio:.3f}in",
        viewBox=f"0 0 {number(width)} {number(height)}", role="img",
        aria_label=f"{_title(rules)}, to scale", font_family=FONTS["sans"],
    )  # fmt: skip


def printed(rules: TableRules, layout: Layout | None) -> Document:
    """The layout as a document: the sketch, what it measures, and what each area is."""
    laid = arranged(rules, layout, "wide")
    book = rules.book
    wide, high = laid.size
    if book.rates:
        card = Drawing(printed_svg(rules, layout), inches=TICKET)
        return Document(f"{book.title}: card", f"{book.law}, edition {book.edition}", [card])
    seats = f", {len(laid.seats)} places" if laid.seats else ""
    blocks: list[Block] = [
        Drawing(
            printed_svg(rules, layout),
            _scale_words(wide),
            inches=(wide + 2 * MARGIN) / scale_of(wide),
        ),
        Heading("Measures"),
        Words(f"The cloth is {feet(wide)} wide and {feet(high)} deep{seats}."),
    ]
    if len(laid.seats) > 1:
        blocks.append(Words(f"From one place to the next: {feet(_between(laid))}."))
    if laid.areas:
        whose = "Betting areas of each place" if laid.seats else "Betting areas"
        blocks.append(Grid(whose, ("area", "spots", "shape", "size"), area_rows(laid, rules)))
    if book.layout:
        blocks.append(Heading("What the law asks of it"))
        said = "; ".join(book.layout.inscriptions)
        blocks.append(Words(f"{said[:1].upper()}{said[1:]}. ({book.layout.cite})"))
    under = f"{book.law}, edition {book.edition}"
    return Document(_title(rules), under, blocks, paper="us-tabloid")


def area_rows(laid: Laid, rules: TableRules) -> list[list[str]]:
    """Each area of one place, or of the sheet for all: what it is called and measures. Spots of a
    wager that are alike share a row; what is not drawn has no measures."""
    first = min(laid.seats, default=None)
    rows: dict[tuple[str, str, str], list[str]] = {}
    for one in laid.areas:
        if one.seat in (None, first):
            shape, size = measures(one)
            base, _, spot = one.wager.partition("@")
            rows.setdefault((base, shape, size), []).append(spot)
    return [
        [rules.wagers[base].name, _spots(spots), shape, size]
        for (base, shape, size), spots in rows.items()
    ]


def _spots(spots: list[str]) -> str:
    named = [spot for spot in spots if spot]
    if not named:
        return "-"
    if len(named) > 6:
        return f"{printed_card(named[0])} to {printed_card(named[-1])} ({len(named)})"
    return ", ".join(map(printed_card, named))


def measures(one: PlacedArea) -> tuple[str, str]:
    """The shape of an area and its size in words."""
    area = one.area
    left, top, right, bottom = bounds(outline(area, Frame(radius=one.frame.radius)))
    wide, high = feet(right - left), feet(bottom - top)
    if area.circle:
        return "circle", f"{wide} across"
    if area.spot:
        return "on the line, or beside another wager", "takes a chip"
    if area.band or area.ring:
        inner, outer = area.band[:2] if area.band else (area.ring or (0, 0, 0, 0, 0, 0))[2:4]
        return "part of a ring", f"{feet(outer - inner)} deep, {wide} wide"
    kinds = {"box": area.box, "diamond": area.diamond, "ellipse": area.ellipse}
    kind = next((name for name, given in kinds.items() if given), "outline")
    return kind, f"{wide} by {high}"


def _title(rules: TableRules) -> str:
    return f"{rules.book.title}: layout"


def scale_of(wide: float) -> int:
    """How many times larger than its drawing a table is: the least of a few round ratios at which
    the drawing fits on the paper.

    >>> scale_of(96), scale_of(50)
    (12, 8)
    """
    return next(one for one in (*RATIOS, math.ceil(wide)) if (wide + 2 * MARGIN) / one <= PAPER)


def _scale_words(wide: float) -> str:
    ratio = scale_of(wide)
    return f"Scale 1 to {ratio}: an inch on paper is {feet(ratio)} of the table."


def _between(laid: Laid) -> float:
    """How far the second place is from the first."""
    first, second = (laid.seats[seat] for seat in sorted(laid.seats)[:2])
    return math.dist((first.x, first.y), (second.x, second.y))


def _words(
    words: str, x: float, y: float, size: float, turn: float = 0, weight: str = "400"
) -> str:
    more = {"transform": f"rotate({turn:g} {number(x)} {number(y)})"} if turn else {}
    return tag(
        "text", words.replace("&", "&amp;").replace("<", "&lt;"), x=float(x), y=float(y),
        font_size=float(size), fill=BLACK, text_anchor="middle", font_weight=weight, **more,
    )  # fmt: skip


def _line(x0: float, y0: float, x1: float, y1: float) -> str:
    return tag("path", d=f"M {number(x0)} {number(y0)} L {number(x1)} {number(y1)}",
               stroke=BLACK, stroke_width=0.12, fill="none")  # fmt: skip


def _across(left: float, right: float, y: float, said: str) -> str:
    """A measure along the width, between two ticks."""
    ticks = "".join(_line(x, y - 0.7, x, y + 0.7) for x in (left, right))
    return _line(left, y, right, y) + ticks + _words(said, (left + right) / 2, y + 1.7, 1.4)


def _down(top: float, bottom: float, x: float, said: str) -> str:
    """A measure along the depth."""
    ticks = "".join(_line(x - 0.7, y, x + 0.7, y) for y in (top, bottom))
    middle = (top + bottom) / 2
    return _line(x, top, x, bottom) + ticks + _words(said, x - 0.8, middle, 1.4, turn=-90)


def _seat_measure(laid: Laid) -> str:
    """How far two places are apart, and how large the first area of one is."""
    if len(laid.seats) < 2:
        return ""
    numbers = sorted(laid.seats)
    middle = len(numbers) // 2
    a, b = laid.seats[numbers[middle - 1]], laid.seats[numbers[middle]]
    out = tag(
        "path",
        d=f"M {number(a.x + MARGIN)} {number(a.y + MARGIN)}"
        f" L {number(b.x + MARGIN)} {number(b.y + MARGIN)}",
        stroke=BLACK, stroke_width=0.1, stroke_dasharray="0.6 0.4", fill="none",
    )  # fmt: skip
    apart = math.dist((a.x, a.y), (b.x, b.y))
    out += _words(feet(apart), (a.x + b.x) / 2 + MARGIN, (a.y + b.y) / 2 + MARGIN + 1.4, 1.1)
    for seat, at in laid.seats.items():
        out += _words(str(seat), at.x + MARGIN, at.y + MARGIN + 0.5, 1.3, weight="700")
    return out


def _scale(width: float, y: float) -> str:
    """A bar of two feet, and the scale in words."""
    left = width / 2 - 12
    marks = "".join(_line(left + at, y - 0.5, left + at, y + 0.5) for at in (0, 12, 24))
    bar = _line(left, y, left + 24, y) + marks
    wide = width - 2 * MARGIN
    return bar + _words(f"{feet(24)}   {_scale_words(wide)}", width / 2, y + 2, 1.2)
