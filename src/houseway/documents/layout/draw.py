"""The felt as SVG. Colors are classes where a style sheet says more, and plain colors where
there is none."""

import math
from html import escape

from houseway.documents.layout.expand import Laid, PlacedMark
from houseway.documents.layout.shapes import Frame, middle, path_of, room
from houseway.documents.layout.tables import table_rows
from houseway.documents.layout.wording import width
from houseway.documents.pictures import FACES
from houseway.documents.svg import Attribute, number, tag
from houseway.documents.svg import lines as wrapped
from houseway.rulebook.layout import Inscription, Mark, Place, Table
from houseway.rulebook.table_rules import TableRules

COLORS = {
    "white": "#f3efe0", "yellow": "#f5cf4a", "gold": "#d8b04c", "red": "#b3232b",
    "black": "#16181a", "green": "#0c6b3f", "dark": "#0d3d29", "blue": "#1d4e89", "none": "none",
    "crimson": "#b3232b",  # red letters on white
}  # fmt: skip
INKS = {**COLORS, "red": "#ff5e57"}  # letters are thin: a red that is seen on green
CLOTH, RAIL = "#14583a", "#3d2616"
FONTS = {
    "sans": "'Helvetica Neue', Arial, 'Liberation Sans', sans-serif",
    "serif": "Georgia, 'Times New Roman', 'Liberation Serif', serif",
}
LABEL, NOTE, LINE = 0.95, 0.75, 0.16  # inches: letters, small letters, lines
CARD = 1.4  # how much higher than wide a card is
SMALL = 70.0  # a phone is narrower, and its rail thin
OUTLINES = ("half_moon", "rectangle", "tub", "oval")


def outline_path(outline: str, wide: float, high: float) -> str:
    """The edge of the table."""
    if outline == "half_moon":
        top = high * 0.1
        rx, ry = (wide - 2) / 2, high - 1 - top
        return (
            f"M 1.6 1 H {wide - 1.6:g} Q {wide - 1:g} 1 {wide - 1:g} 1.6 V {top:g}"
            f" A {rx:g} {ry:g} 0 0 1 1 {top:g} V 1.6 Q 1 1 1.6 1 Z"
        )
    if outline in ("rectangle", "tub", "oval"):
        corner = {"rectangle": 1.5, "tub": 5.0, "oval": (high - 2) / 2}[outline]
        edge = 1.0 if wide > SMALL else 0.3
        return path_of(Mark(box=(edge, edge, wide - 2 * edge, high - 2 * edge), corner=corner))
    return outline


def cloth(laid: Laid) -> str:
    """The cloth with its rail."""
    edge = outline_path(laid.outline, *laid.size)
    return tag(
        "path", d=edge, fill=CLOTH, stroke=RAIL, stroke_width=1.4 if laid.size[0] > SMALL else 0.5,
        stroke_linejoin="round", class_="cloth",
    )  # fmt: skip


def shape(mark: Mark, frame: Frame) -> str:
    """The outline of a shape; of a spot only what can be pointed at."""
    d = path_of(mark, frame.radius)
    if mark.spot:
        return tag("path", d=d, fill="#000", fill_opacity=0, stroke="none", class_="shape spot")
    given: dict[str, Attribute] = {"stroke_dasharray": "0.5 0.4"} if mark.dashed else {}
    filled = mark.fill != "none"
    return tag(
        "path", d=d, fill=COLORS[mark.fill] if filled else "#fff",
        fill_opacity=1 if filled else 0, stroke=INKS[mark.line],
        stroke_width=mark.weight or LINE,
        class_=f"shape fill-{mark.fill} line-{mark.line}", **given,
    )  # fmt: skip


def label(mark: Mark, words: str, frame: Frame) -> str:
    """The words in a shape, as large as fits and no larger than they are wanted."""
    if not words and not mark.note and not mark.dice:
        return ""
    wide, high = room(mark)
    if mark.turn % 180 == 90:
        wide, high = high, wide
    faces = [int(one) for one in mark.dice.split("-") if one]
    tall = mark.die * 1.2 if faces else 0.0
    high -= tall
    size, lines = fitting(mark, words, wide, high) if words else (mark.size or LABEL, [])
    notes = mark.note.split("|") if mark.note else []
    note = min(max(NOTE, size * 0.45), 1.2, size * 0.85) if lines else NOTE * 1.2
    note = min(note, *(note * wide / width(one, note) for one in notes)) if notes else note
    x, y = mark.label_at or middle(mark, frame.radius)
    turn = -frame.turn if mark.upright else mark.turn
    total = len(lines) * size * 1.08 + len(notes) * note * 1.15 + tall
    top = tall - total / 2
    out = "".join(
        die(face, (at - len(faces) / 2) * mark.die * 1.12 + mark.die * 0.06, -total / 2, mark.die)
        for at, face in enumerate(faces)
    )
    for line in lines:
        out += words_at(line, 0, top + size * 0.86, size, mark.ink, mark.font)
        top += size * 1.08
    for line in notes:
        out += words_at(line, 0, top + note * 0.95, note, mark.ink, mark.font, weight="400")
        top += note * 1.15
    return tag("g", out, transform=Frame(x, y, turn).transform or "translate(0 0)")


def fitting(
    mark: Mark, words: str, wide: float, high: float, most: float = LABEL
) -> tuple[float, list[str]]:
    """The size of words that stay within a shape, and their lines: as they are parted by bars or,
    where they are not, as they are largest."""
    if "|" in words or mark.size:
        ways = [[line for line in words.split("|") if line]]
    else:
        long = len(words)
        ways = [wrapped(words, max(1, -(-long // rows) + extra)) for rows in (1, 2, 3)
                for extra in (0, 2, 4)]  # fmt: skip
    wanted = mark.size or most

    def size(lines: list[str]) -> float:
        fits = min(wanted, *(wanted * wide / width(line, wanted, mark.font) for line in lines))
        return min(fits, high / (len(lines) * 1.12 + (0.7 if mark.note else 0)))

    if mark.size:  # as it is wanted, unless it would reach beyond the shape
        longest = max(width(line, wanted, mark.font) for line in ways[0])
        free = mark.label_at is not None or mark.spot is not None
        return wanted if free else min(wanted, wanted * wide * 1.06 / longest), ways[0]
    best = max(ways, key=lambda lines: (round(size(lines), 2), -len(lines)))
    return size(best), best


def die(face: int, x: float, y: float, size: float) -> str:
    """A die as felts print it, red with white spots."""
    spots = "".join(
        f"M {number(x + size * dx)} {number(y + size * dy)} h 0.001 " for dx, dy in FACES[face]
    )
    body = tag("path", d=path_of(Mark(box=(x, y, size, size), corner=size * 0.18)),
               fill=COLORS["red"], class_="die")  # fmt: skip
    return body + tag(
        "path", d=spots.strip(), stroke=COLORS["white"], stroke_width=size * 0.18,
        stroke_linecap="round", fill="none",
    )  # fmt: skip


def words_at(
    words: str,
    x: float,
    y: float,
    size: float,
    ink: str,
    font: str = "sans",
    weight: str = "700",
    align: str = "middle",
    **more: Attribute,
) -> str:
    """A line of words on its base line."""
    if font != "sans":  # which is said once, for the whole felt
        more["font_family"] = FONTS[font]
    return (
        tag(
            "text", escape(words), x=float(x), y=float(y), font_size=f"{size:.3g}",
            fill=INKS[ink], font_weight=weight, text_anchor=align,
            class_=f"ink-{ink}", **more,
        )
        + " "
    )  # fmt: skip


def mark_drawing(placed: PlacedMark) -> str:
    """Something printed that is no betting area."""
    body = shape(placed.mark, placed.frame) + label(
        placed.mark, placed.mark.label or "", placed.frame
    )
    transform = placed.frame.transform
    more = {"transform": transform} if transform else {}
    return tag("g", body, class_="mark", **more)


def place_drawing(place: Place, frame: Frame) -> str:
    """The outlines of cards where they lie, and what is written under them."""
    out, card = "", place.card
    high = card * CARD
    if place.frame:
        gap = card * 0.12
        left = -(place.frame * card + (place.frame - 1) * gap) / 2
        for at in range(place.frame):
            box = Mark(box=(left + at * (card + gap), -high / 2, card, high), corner=0.25)
            out += shape(box, Frame())
    if place.label:
        size = place.size or LABEL
        out += words_at(place.label, 0, high / 2 + size * 1.1, size, "white")
    if not out:
        return ""
    x, y = frame.at(*place.at)
    return tag("g", out, class_="place", transform=Frame(x, y, frame.turn + place.turn).transform)


def inscription(one: Inscription, frame: Frame, id: str) -> str:
    """Words on the cloth, straight or along an arc."""
    more: dict[str, Attribute] = {"letter_spacing": one.spacing} if one.spacing else {}
    size = one.size
    lines = one.text.split("|")
    if one.width:
        longest = max(width(line, size, one.font) for line in lines)
        size = min(size, size * one.width / longest)
    if one.arc:
        return _along(one, one.text, size, id, more)
    assert one.at is not None
    x, y = frame.at(*one.at)
    top = -(len(lines) - 1) * size * 0.6 + size * 0.35
    body = "".join(
        words_at(line, 0, top + at * size * 1.2, size, one.ink, one.font, "600", one.align, **more)
        for at, line in enumerate(lines)
    )
    where = Frame(x, y, frame.turn + one.turn).transform or "translate(0 0)"
    return tag("g", body, class_="inscription", transform=where)


def _along(one: Inscription, words: str, size: float, id: str, more: dict[str, Attribute]) -> str:
    """Words along a circle. Below its middle they read from left to right with their feet outward;
    above it with their heads outward."""
    assert one.arc is not None
    x, y, radius = one.arc
    under = math.sin(math.radians(one.middle)) >= 0
    swing = 70.0  # near half a circle the ends would not say where its middle is
    first, last = (one.middle + swing, one.middle - swing) if under else (
        one.middle - swing, one.middle + swing
    )  # fmt: skip
    start, end = (
        (x + radius * math.cos(math.radians(at)), y + radius * math.sin(math.radians(at)))
        for at in (first, last)
    )
    r = number(float(radius))
    d = (
        f"M {number(start[0])} {number(start[1])} A {r} {r} 0 0 {0 if under else 1}"
        f" {number(end[0])} {number(end[1])}"
    )
    path = tag("path", id=id, d=d, fill="none", stroke="none")
    inner = tag("textPath", escape(words), href=f"#{id}", startOffset="50%")
    said = tag(
        "text", inner, font_size=f"{size:.3g}", fill=INKS[one.ink],
        font_family=FONTS[one.font], font_weight="600", text_anchor="middle",
        class_=f"ink-{one.ink}", **more,
    )  # fmt: skip
    return tag("g", path, said, class_="inscription")


def paytable(table: Table, rules: TableRules) -> str:
    """A paytable in rows under its title."""
    size, half = table.size, table.width / 2
    out, y = "", 0.0
    title = rules.wagers[table.wager].name if table.title is None else table.title
    if title:
        head = min(size * 1.25, size * 1.25 * table.width / width(title, size * 1.25))
        out += words_at(title, 0, head * 0.9, head, "yellow")
        y += size * 1.7
    for names, price in table_rows(table, rules):
        for name in names:
            y += size * 1.35
            out += words_at(name, 0.2 - half, y - size * 0.4, size, table.ink, align="start")
        out += words_at(price, half - 0.2, y - size * 0.4, size, table.ink, align="end")
    if table.framed:
        box = Mark(box=(-half - 0.2, -size * 0.6, table.width + 0.4, y + size * 0.9), corner=0.5)
        out = shape(box, Frame()) + out
    where = Frame(*table.at, table.turn).transform
    return tag("g", out, class_="paytable", transform=where)
