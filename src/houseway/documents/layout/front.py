"""A table of seats as one player has it on a screen: the own seat in front and large, the dealer
opposite, room for the others' plates between or beside.

The layout of the real table stays what documents print. A view of it takes its areas, places and
words, and puts them on a canvas for a kind of screen, in units of about sixteen pixels.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from houseway.documents.layout.draw import fitting
from houseway.documents.layout.expand import OTHERS, slot, wager_keys
from houseway.documents.layout.shapes import (
    Frame,
    bounds,
    inside,
    middle,
    outline,
    points,
    room,
)
from houseway.documents.layout.wording import filled, is_offered, shown
from houseway.rulebook.layout import (
    Area,
    Inscription,
    Layout,
    Mark,
    Others,
    Place,
    Point,
    Repeat,
    Seats,
)
from houseway.rulebook.table_rules import TableRules

Box = tuple[float, float, float, float]  # left, top, width, height
Screen = Literal["seat", "low", "phone"]
M = TypeVar("M", bound=Mark)
EDGE = 1.0  # free at every edge
TARGET = 1.75  # the least width of an area
HALF = 0.54  # of the width for the areas where cards lie beside them
COMFORT = 1.3  # on a wide screen areas are at least so much larger than life, if room allows
TIGHT = 0.7  # how much of the size at which words fit may be missing: they reach over the edge
LARGE = 1.6  # the largest letters in an area
LEAST = 0.75  # the least size of letters where a word is too long for its area
LETTER = 0.8  # the least size of letters
TAG = 1.9  # what a hand is called, below its cards
CHIPS = 2.6  # chips that lie under their hands
FOLLOWS = re.compile(r"(split|double)(_\d+)?")  # wagers on one of several hands


@dataclass(frozen=True)
class Canvas:
    """What a felt is composed for: its size, how high cards are, where others have their plates."""

    size: Point
    own: float  # how high own cards are
    shared: float  # how high the dealer's are
    aside: float  # how wide the columns for others are; none where they have a strip
    columns: int = 2
    strip: float = 0.0  # how high a strip for others is
    most: float = 2.2  # how much larger than life areas are drawn
    beside: bool = False  # own cards beside the areas
    lines: int = 3  # of words on the cloth
    tall: float = 1.4  # a piece's height by its width


CANVASES: Mapping[str, Canvas] = {
    "seat": Canvas((66, 42), own=8.8, shared=6.0, aside=13, most=2.3),
    "low": Canvas(
        (40, 20.5), own=5.4, shared=3.9, aside=8, columns=1, most=1.7, beside=True, lines=0
    ),
    "phone": Canvas(
        (24, 33), own=4.9, shared=4.4, aside=0, columns=0, strip=4.4, most=1.9, lines=2
    ),
}


@dataclass
class Column:
    """What lies between the columns, from the top down."""

    left: float
    wide: float
    y: float = EDGE
    places: dict[str, Place] = field(default_factory=dict)
    repeat: list[Repeat] = field(default_factory=list)
    words: list[Inscription] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """Halfway across."""
        return self.left + self.wide / 2


def in_front(layout: Layout, rules: TableRules, screen: Screen) -> tuple[Layout, list[Box]]:
    """A layout of seats composed for a screen, and the boxes for other players' plates."""
    seats = layout.seats
    assert seats
    canvas, tall = CANVASES[screen], 2.0 if _tiled(rules) else 1.4
    wide, high = canvas.size
    alone = rules.book.seats is not None and rules.book.seats.max < 2
    left = canvas.aside if not alone else 0.0
    right = left if canvas.columns == 2 else 0.0
    middle_ = Column(left + EDGE, wide - left - right - 2 * EDGE)
    _shared(middle_, layout, canvas, tall)
    company = _boxes(canvas, middle_.y, alone)
    if canvas.strip and not alone:
        middle_.y += canvas.strip + 0.4
    _repeated(middle_, layout, rules)
    _words(middle_, layout, rules, canvas)
    own = _own(seats, rules)
    high, put = _bottom(middle_, own, seats, canvas, tall, high, rules)
    made = Layout(
        size=(wide, high),
        outline=_outline(wide, high) if screen == "seat" else "rectangle",
        seats=put,
        places=middle_.places,
        repeat=middle_.repeat,
        inscriptions=middle_.words,
    )
    return made, [
        (x, y, w, h * (high / canvas.size[1] if canvas.columns else 1)) for x, y, w, h in company
    ]


def _tiled(rules: TableRules) -> bool:
    return rules.book.deck is not None and rules.book.deck.kind == "tiles"


def _outline(wide: float, high: float) -> str:
    """A table with its straight side at the dealer and round corners at the player."""
    r = high * 0.42
    return (
        f"M 1.6 0.6 H {wide - 1.6:g} Q {wide - 0.6:g} 0.6 {wide - 0.6:g} 1.6 V {high - r:g}"
        f" A {r:g} {r - 0.6:g} 0 0 1 {wide - 0.6 - r:g} {high - 0.6:g} H {0.6 + r:g}"
        f" A {r:g} {r - 0.6:g} 0 0 1 0.6 {high - r:g} V 1.6 Q 0.6 0.6 1.6 0.6 Z"
    )


def _boxes(canvas: Canvas, below: float, alone: bool) -> list[Box]:
    """Where other players' plates go: columns at the sides, or a strip below the dealer."""
    wide, high = canvas.size
    if alone:
        return []
    if canvas.strip:
        return [(EDGE / 2, below, wide - EDGE, canvas.strip)]
    deep = high * (0.72 if canvas.columns == 2 else 0.94)  # the corners are round
    left = (EDGE, EDGE + 0.3, canvas.aside - EDGE, deep)
    return (
        [left]
        if canvas.columns == 1
        else [left, (wide - canvas.aside, EDGE + 0.3, canvas.aside - EDGE, deep)]
    )


# The dealer's side


def _shared(at: Column, layout: Layout, canvas: Canvas, tall: float) -> None:
    """What lies before the dealer, in the rows of the real table, each with room for names."""
    for name, x in (("discard", at.left + 0.9), ("shoe", at.left + at.wide - 0.9)):
        at.places[name] = Place(at=(x, at.y + 1.6), card=1.4, room=1.8)
    several = (
        [name for name in layout.places if name.startswith("board_")]
        if "board" in layout.places
        else []
    )
    lie = {
        name: place
        for name, place in layout.places.items()
        if name not in (*at.places, *several) and not place.face_down
    }
    rows: dict[int, list[str]] = {}
    for name in sorted(lie, key=lambda one: lie[one].at[0]):
        rows.setdefault(round(lie[name].at[1] / 4), []).append(name)
    lines = (
        [[name for row in sorted(rows) for name in rows[row]]]
        if canvas.beside
        else [rows[row] for row in sorted(rows)]
    )
    for names in lines:
        _row(at, names, lie, min(canvas.shared, canvas.shared * 1.7 / len(lines)), tall)
    for nth, name in enumerate(sorted(several)):  # several boards take the room of the one
        whole = at.places["board"]
        x = whole.at[0] + (whole.room or 0) * (nth % 2 - 0.5) / 2
        y = whole.at[1] + whole.card * tall * (nth // 2 - 0.5) * (len(several) > 2) * 0.55
        update = {
            "at": (x, y),
            "card": whole.card * 0.5,
            "room": (whole.room or 0) * 0.48,
            "label": "",
        }
        at.places[name] = layout.places[name].model_copy(update=update)


def _row(at: Column, names: list[str], lie: Mapping[str, Place], high: float, tall: float) -> None:
    spots = list(dict.fromkeys(lie[name].at for name in names))  # places may take turns in one spot
    firsts = [next(name for name in names if lie[name].at == spot) for spot in spots]
    counts = [
        max(lie[name].frame, 3 if name in ("dealer", "player", "banker", "board", "dice") else 1)
        for name in firsts
    ]
    edge = 2.4 if len(firsts) < 4 else 0.4  # beside the shoe and the discards
    free = at.wide - 2 * edge
    card = min(high / tall, free / (sum(counts) * 1.1 + 0.4 * len(counts)))
    gap = max((free - sum(count * card * 1.1 for count in counts)) / len(counts), 0)
    x, y = at.left + edge, at.y + card * tall / 2 + 0.3
    for spot, count in zip(spots, counts, strict=True):
        room = count * card * 1.1 + gap * 0.9
        put = (x + (count * card * 1.1 + gap) / 2, y)
        for same in (one for one in names if lie[one].at == spot):
            update = {"at": put, "card": card, "room": max(room, card), "turn": 0, "label": ""}
            at.places[same] = lie[same].model_copy(update=update)
        x += count * card * 1.1 + gap
    at.y += card * tall + 0.5 + TAG


def _repeated(at: Column, layout: Layout, rules: TableRules) -> None:
    """Rows of boxes between the dealer and the players, such as the spreads of red dog."""
    for one in layout.repeat:
        if not isinstance(one.over, list) or not shown(one, rules) or not one.step[0]:
            continue
        scale = (at.wide - 0.4) / (len(one.over) * abs(one.step[0]))
        marks = [scaled(mark, min(scale, 1.5)) for mark in one.marks]
        scale = min(scale, 1.5)
        start = at.middle - len(one.over) * one.step[0] * scale / 2
        places = {
            name: place.model_copy(update={
                "at": (place.at[0] * scale, place.at[1] * scale), "card": place.card * scale,
                "room": (place.room or place.card) * scale,
            })
            for name, place in one.places.items()
        }  # fmt: skip
        moved = {
            "at": (start, at.y),
            "step": (one.step[0] * scale, 0),
            "marks": marks,
            "places": places,
        }
        at.repeat.append(one.model_copy(update=moved))
        deep = [y for mark in marks for _, y in outline(mark, Frame())]
        at.y += max(deep, default=0) + 0.8


def _words(at: Column, layout: Layout, rules: TableRules, canvas: Canvas) -> None:
    """What is written on the cloth, one line below the other."""
    found: dict[str, Inscription] = {}
    for one in layout.inscriptions:
        if shown(one, rules) and one.text != "{title}":
            found.setdefault(one.text, one)
    for one in list(found.values())[: canvas.lines]:
        size = 1.1 if one.size < 1.6 else 1.3
        lines = one.text.count("|") + 1
        at.y += size * 0.75 * lines
        at.words.append(
            Inscription(
                text=one.text,
                at=(at.middle, at.y),
                size=size,
                width=at.wide - 1,
                ink=one.ink,
                font=one.font,
            )
        )
        at.y += size * 0.65 * lines


# The player's side


@dataclass(frozen=True)
class Own:
    """A seat's areas and marks without its cards, and on which side of them the cards lie."""

    areas: dict[str, Area]
    marks: list[Mark]
    others: Others | None
    box: tuple[float, float, float, float]
    cards: bool
    above: bool
    follow: set[str]  # wagers whose chips lie under a hand


def _own(seats: Seats, rules: TableRules) -> Own:
    arc = seats.arc or (seats.arcs[0] if seats.arcs else None)
    radius = arc.radius if arc else 0.0
    areas = {key: flat(one, radius) for key, one in seats.areas.items() if is_offered(key, rules)}
    marks = [
        flat(one, radius)
        for one in seats.marks
        if "{n}" not in (one.label or "") and not one.holds_cards
    ]
    cards = seats.cards
    holds = not any(
        one.spot is None and inside(cards.at, outline(one, Frame())) for one in areas.values()
    )
    heights = [
        middle(one)[1]
        for key, one in areas.items()
        if one.spot is None and rules.wagers[key.partition("@")[0]].required
    ]
    above = cards.at[1] < (sum(heights) / len(heights) if heights else 0)
    if above and holds:
        areas = _closer(areas, marks, cards)
    splits = any(key.startswith("split_") for key in areas)
    follow = {key for key, one in areas.items() if splits and one.spot and FOLLOWS.fullmatch(key)}
    edges = [
        point for key, one in areas.items() if key not in follow for point in outline(one, Frame())
    ]
    edges += [point for one in marks for point in outline(one, Frame())]
    others = seats.others or OTHERS
    for at in range(sum(key not in areas for key in bets(rules))):
        x, y = slot(others, at)
        edges += [(x - others.r, y - others.r), (x + others.r, y + others.r)]
    return Own(areas, marks, seats.others, bounds(edges), holds, above, follow)


def _closer(areas: dict[str, Area], marks: list[Mark], cards: Place) -> dict[str, Area]:
    """Areas with those beyond the cards moved up to the others, as if no cards lay between."""
    beyond = {key for key, one in areas.items() if middle(one)[1] < cards.at[1] - cards.card * 0.5}
    rest: list[Mark] = [one for key, one in areas.items() if key not in beyond]
    rest += [one for one in marks if middle(one)[1] > cards.at[1]]
    if not beyond or not rest:
        return areas
    down = min(y for one in rest for _, y in outline(one, Frame()))
    up = max(y for key in beyond for _, y in outline(areas[key], Frame()))
    by = max(down - 0.5 - up, 0)
    return {key: moved(one, 0, by) if key in beyond else one for key, one in areas.items()}


def _bottom(
    at: Column, own: Own, seats: Seats, canvas: Canvas, tall: float, high: float, rules: TableRules
) -> tuple[float, Seats]:
    """The own seat at the bottom: its areas as large as fits, and its cards beside or below them.
    Also how high the canvas becomes."""
    left, top, right, bottom = own.box
    card = canvas.own / tall
    cards = (canvas.own + TAG + (CHIPS if own.follow else 0)) if own.cards else 0.0
    free = high - at.y - EDGE - 0.6
    target, words = _least(own, rules)
    stacked = min(canvas.most, at.wide / (right - left), (free - cards) / (bottom - top))
    narrow = at.wide * HALF / (right - left)
    small = max(target, words * TIGHT, COMFORT if canvas.columns else 0)
    beside = own.cards and (canvas.beside or (stacked < small and narrow > stacked))
    wide = at.wide * (HALF if beside else 1.0)
    free -= 0 if beside else cards
    scale = min(canvas.most, (wide - 0.6) / (right - left), max(free, 6.0) / (bottom - top))
    scale = min(max(scale, target, words if beside else 0), (wide - 0.6) / (right - left))
    block = (bottom - top) * scale
    used = max(block, cards) if beside else block + cards
    full = max(high, at.y + used + EDGE + 1.2)
    slack = max(full - at.y - used - EDGE - 0.6, 0)
    if beside:
        x = at.left + wide / 2
        y0 = at.y + 0.3 + slack / 2
        cx, cy = at.left + (at.wide + wide) / 2, full - EDGE - 0.6 - cards + canvas.own / 2
        across = at.wide - wide - 0.6
    else:
        x = cx = at.middle
        across = at.wide - 1
        y0 = at.y + 0.5 + slack * 0.4 + (cards if own.above else 0)
        cy = (
            at.y + 0.5 + slack * 0.4 + canvas.own / 2
            if own.above
            else y0 + block + 0.5 + canvas.own / 2 + slack * 0.3
        )
    origin = (x - (left + right) / 2 * scale, y0 - top * scale)
    areas = {
        key: _with_room(scaled(one, scale), _words_of(key, one, rules))
        for key, one in own.areas.items()
        if key not in own.follow
    }
    under = cy + canvas.own / 2 + TAG + CHIPS / 2 - origin[1]
    for at_, key in enumerate(sorted(own.follow)):
        x = cx - across / 2 + across * (at_ + 0.5) / len(own.follow) - origin[0]
        areas[key] = own.areas[key].model_copy(
            update={"spot": (x, under, 0.5), "chip": None, "r": 1.0}
        )
    return full, Seats(
        at=[(*origin, 0)],
        areas=areas,
        others=scaled_others(own.others, scale),
        marks=[legible(scaled(one, scale)) for one in own.marks],
        cards=seats.cards.model_copy(
            update={"at": (cx - origin[0], cy - origin[1]), "card": card, "room": across, "turn": 0}
        ),
        name=(0, full - 1 - origin[1]),
    )


def _least(own: Own, rules: TableRules) -> tuple[float, float]:
    """How large areas must be drawn at least, to be pointed at and for their words to be read."""
    targets, written = [0.5], [0.5]
    drawn = [(key, one) for key, one in own.areas.items() if one.spot is None]
    r = (own.others or OTHERS).r
    drawn += [(key, Area(circle=(0, 0, r))) for key in bets(rules) if key not in own.areas]
    for key, one in drawn:
        left, top, right, bottom = bounds(outline(one, Frame()))
        targets.append(TARGET / min(right - left, bottom - top))
        if words := _words_of(key, one, rules):
            written.append(LEAST / fitting(_plain(one), words, *room(one))[0])
    return max(targets), max(written)


def _words_of(key: str, area: Area, rules: TableRules) -> str:
    """What is written in an area."""
    base, _, on = key.partition("@")
    return (
        filled(area.label, rules, {}) if area.label is not None else on or rules.wagers[base].name
    )


def _plain(area: Area) -> Area:
    """An area whose words may have any size."""
    return area.model_copy(update={"size": None, "label_at": None, "note": ""})


def _readable(area: Area, words: str) -> Area:
    """An area with its words as large as fits, or a little larger where that is too small."""
    size, lines = fitting(_plain(area), words, *room(area))
    if size >= LEAST:
        return _plain(area).model_copy(update={"label": words})
    update = {"label": "|".join(lines), "size": LEAST, "label_at": middle(area), "note": ""}
    return area.model_copy(update=update)


def _with_room(area: Area, words: str) -> Area:
    """An area with its words at one side and its chips at the other, where both fit."""
    if area.spot is not None or area.dice or not words:
        return legible(area)
    left, top, right, bottom = bounds(outline(area, Frame()))
    wide, high, x, y = right - left, bottom - top, (left + right) / 2, (top + bottom) / 2
    square = area.box is not None or area.path is not None
    if square and wide > 2.2 * high and high > 1.9:
        r = min(1.0, high * 0.4)
        free, deep = wide - 2 * r - 1.2, high * 0.86
        at, chip = (left + 0.4 + free / 2, y), (right - r - 0.5, y)
    elif high > 3.3:
        r = min(1.15, high * 0.2)
        free, deep = wide * (0.92 if square else 0.76), high * 0.4
        at, chip = (x, y - high * (0.23 if square else 0.19)), (x, y + high * 0.23)
    else:
        return _readable(area, words)
    size, lines = fitting(_plain(area), words, free, deep, LARGE)
    if size < LETTER:
        return _readable(area, words)
    update = {
        "label": "|".join(lines),
        "label_at": at,
        "size": size,
        "chip": chip,
        "r": r,
        "note": "",
    }
    return area.model_copy(update=update)


def bets(rules: TableRules) -> list[str]:
    """Every wager that is made before the deal."""
    return [
        key
        for name, wager in rules.wagers.items()
        if wager.window == "bets" and not wager.paid_on
        for key in wager_keys(name, wager)
    ]


# Shapes


def legible(mark: M) -> M:
    """A shape whose letters are not too small to be read."""
    return mark.model_copy(update={"size": LETTER}) if mark.size and mark.size < LETTER else mark


def flat(mark: M, radius: float) -> M:
    """A piece of a ring as a box, for a seat that lies on no arc."""
    if mark.band is None:
        return mark
    inner, outer, degrees = mark.band
    wide = math.radians(degrees) * (inner + outer) / 2
    box = (-wide / 2, inner - radius, wide, outer - inner)
    update: dict[str, object] = {"band": None, "box": box, "corner": 0.2}
    if mark.line == "none":  # of one ring for all seats, of which this is a piece
        update |= {"line": "white", "label": mark.label or None}
    return mark.model_copy(update=update)


def scaled_others(others: Others | None, scale: float) -> Others | None:
    """Where further wagers lie, drawn larger."""
    if others is None:
        return None
    at = [(x * scale, y * scale) for x, y in others.at]
    return Others(at=at, r=others.r * scale, size=others.size and others.size * scale)


def scaled(area: M, scale: float) -> M:
    """A shape that is drawn larger."""
    update: dict[str, object] = {}
    for kind in ("circle", "ellipse", "diamond", "box", "spot", "label_at", "chip"):
        if (value := getattr(area, kind, None)) is not None:
            update[kind] = tuple(one * scale for one in value)
    if area.path:
        update["path"] = _path([(x * scale, y * scale) for x, y in points(area.path)])
    update["corner"] = area.corner * scale
    if isinstance(area, Area):
        update["r"] = area.r * scale if area.r else None
    update["size"] = area.size * scale if area.size else None
    return area.model_copy(update=update)


def moved(area: M, dx: float, dy: float) -> M:
    """A shape somewhere else."""
    update: dict[str, object] = {}
    for kind in ("circle", "ellipse", "diamond", "box", "spot", "label_at", "chip"):
        if (value := getattr(area, kind, None)) is not None:
            update[kind] = (value[0] + dx, value[1] + dy, *value[2:])
    if area.path:
        update["path"] = _path([(x + dx, y + dy) for x, y in points(area.path)])
    return area.model_copy(update=update)


def _path(through: Sequence[Point]) -> str:
    return "M " + " L ".join(f"{x:.2f} {y:.2f}" for x, y in through) + " Z"
