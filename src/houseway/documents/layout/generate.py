"""A layout for a game that has none: worked out from the wagers alone.

At a game of cards each seat of an arc has a circle or a box for each wager; at dice and wheels all
bet on one sheet. On a phone there is one seat, whoever looks, and everything is larger.
"""

import math
from typing import TypeVar

from houseway.documents.layout.expand import OTHERS, slot, wager_keys
from houseway.documents.layout.shapes import Frame, bounds, outline, points
from houseway.documents.layout.wording import is_offered, shown
from houseway.documents.sheet import Sheet, is_common, sheet
from houseway.rulebook.layout import Arc, Area, Inscription, Layout, Mark, Others, Place, Seats
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

WIDE, DEEP = 84.0, 46.0
PHONE = 24.0
M = TypeVar("M", bound=Mark)
SHEET, NARROW = 80.0, 22.0  # inches of a sheet for all
STEP, ACROSS = 3.6, 3  # a seat's areas: how far apart, how many side by side
RADIUS, FIRST, LAST = 37.0, 14.0, 166.0  # the arc of the seats


def generated(rules: TableRules) -> Layout:
    """A layout from the wagers on offer."""
    if rules.book.cage:
        return _cage()
    return _common(rules) if is_common(rules.book) else _seated(rules)


def phone_of(layout: Layout, rules: TableRules) -> Layout:
    """How a layout is arranged on a phone: as it says itself or, where it does not, its one seat
    below what lies before the dealer; a sheet for all is drawn narrow."""
    if layout.phone:
        return layout.phone
    if layout.seats:
        return _phone(layout, layout.seats, rules)
    narrow = generated(rules).phone
    assert narrow is not None
    return narrow


# Seats


def _seated(rules: TableRules) -> Layout:
    book = rules.book
    names = [name for name, wager in rules.wagers.items() if not wager.paid_on]
    if book.layout:
        shown = [name for name in book.layout.areas if name in names]
    else:
        shown = [name for name in names if rules.wagers[name].window == "bets"]
    shown += [n for n in names if n not in shown and rules.wagers[n].window == "bets"]
    keys = [key for name in shown for key in wager_keys(name, rules.wagers[name])]
    rows = -(-len(keys) // ACROSS)
    seats = max(book.seats.max if book.seats else 7, 2)
    inner = math.radians(LAST - FIRST) * (RADIUS - rows * STEP) / (seats - 1)
    step = min(STEP, inner / min(ACROSS, len(keys)) * 0.94)
    areas = {key: _seat_area(key, at, len(keys), step, rules) for at, key in enumerate(keys)}
    return Layout(
        size=(WIDE, DEEP),
        seats=Seats(
            arc=Arc(**{"center": (42, 0), "radius": RADIUS, "from": FIRST, "to": LAST}),
            areas=areas,
            cards=Place(at=(0, -2.4 - step * rows), card=2.2, room=8),
            name=(0, 4.6),
        ),
        places=_hands(book, 42, 6.5, 2.5, 26, 13.5),
        inscriptions=[Inscription(text="{title}", at=(42, 18.6), size=2.2)],
    )


def _seat_area(key: str, at: int, count: int, step: float, rules: TableRules) -> Area:
    """Areas of a seat in rows, the first nearest to the player."""
    rows = -(-count // ACROSS)
    across = -(-count // rows)
    row, column = divmod(at, across)
    here = min(across, count - row * across)
    x, y, half = (column - (here - 1) / 2) * step, 1.6 - row * step, step * 0.43
    wager = rules.wagers[key.partition("@")[0]]
    if wager.required or wager.window == "decision":
        return Area(circle=(x, y, half))
    return Area(box=(x - half, y - half, 2 * half, 2 * half), corner=0.3)


def _hands(
    book: Rulebook, x: float, y: float, card: float, room: float, below: float
) -> dict[str, Place]:
    """Places for cards before the dealer: every name that rounds use and the rulebook lists."""
    if book.deck is None:
        return {"dice": Place(at=(x, y), card=card), "wheel": Place(at=(x, y), card=card)}
    found = {
        "dealer": Place(at=(x, y), card=card, room=room),
        "player": Place(at=(x - room * 0.3, y), card=card, room=room * 0.45),
        "banker": Place(at=(x + room * 0.3, y), card=card, room=room * 0.45),
        "board": Place(at=(x, below), card=card, room=room),
        "shoe": Place(at=(x + room * 0.75, y), card=card),
        "discard": Place(at=(x - room * 0.75, y), card=card),
    }
    common = list(book.places) or ["board_1", "board_2", "board_3"]
    step = min(card * 1.3, room / len(common))
    for at, name in enumerate(common):
        left = x + (at - (len(common) - 1) / 2) * step
        found[name] = Place(at=(left, below), card=card, room=step)
    return found


def _phone(layout: Layout, seats: Seats, rules: TableRules) -> Layout:
    """One seat on a phone, as large as its width allows, below what lies before the dealer and what
    is written on the cloth."""
    arc = seats.arc or (seats.arcs[0] if seats.arcs else None)
    radius = arc.radius if arc else 0.0
    areas = {key: flat(one, radius) for key, one in seats.areas.items() if is_offered(key, rules)}
    cards = seats.cards
    wide, high = (cards.room or cards.card * 3) / 2, cards.card * 0.7
    edges = [point for one in areas.values() for point in outline(one, Frame())]
    marks = [flat(one, radius) for one in seats.marks if "{n}" not in (one.label or "")]
    edges += [point for one in marks for point in outline(one, Frame())]
    edges += [(cards.at[0] + x, cards.at[1] + y) for x in (-wide, wide) for y in (-high, high)]
    others = seats.others or OTHERS
    for at in range(sum(key not in areas for key in _bets(rules))):
        x, y = slot(others, at)
        edges += [(x - others.r, y - others.r), (x + others.r, y + others.r)]
    left, top, right, bottom = bounds(edges)
    scale = min(1.9, (PHONE - 2.0) / (right - left), 18.0 / (bottom - top))
    places, y = _phone_places(layout)
    if seats.also and rules.book.seats:  # hands of other places, as far as they are seen at all
        for seat in range(1, rules.book.seats.max + 1):
            places[seats.also.replace("{n}", str(seat))] = places["discard"]
    written = []
    for one in _written(layout, rules):
        lines = one.text.count("|") + 1
        y += 0.75 * lines
        written.append(one.model_copy(update={"at": (PHONE / 2, y)}))
        y += 0.75 * lines
    x, y = PHONE / 2 - (left + right) / 2 * scale, y + 0.5 - top * scale
    return Layout(
        size=(PHONE, y + bottom * scale + 3.0),
        outline="rectangle",
        seats=Seats(
            at=[(x, y, 0)],
            areas={key: scaled(one, scale) for key, one in areas.items()},
            others=_scaled_others(seats.others, scale),
            marks=[scaled(one, scale) for one in marks],
            cards=cards.model_copy(
                update={
                    "at": (cards.at[0] * scale, cards.at[1] * scale),
                    "card": cards.card * scale,
                    "room": max(PHONE - 3, wide * 2 * scale),
                    "turn": 0,
                }
            ),
            name=(0, bottom * scale + 1.2),
        ),
        places=places,
        inscriptions=written,
    )


def _bets(rules: TableRules) -> list[str]:
    """Every wager that is made before the deal."""
    return [
        key
        for name, wager in rules.wagers.items()
        if wager.window == "bets" and not wager.paid_on
        for key in wager_keys(name, wager)
    ]


def _written(layout: Layout, rules: TableRules) -> list[Inscription]:
    """What a phone says of what is written on the cloth, smaller and one below the other."""
    found: dict[str, Inscription] = {}
    for one in layout.inscriptions:
        if shown(one, rules) and one.text != "{title}":
            said = Inscription(
                text=one.text, at=(0, 0), size=1.0, width=PHONE - 3, ink=one.ink, font=one.font
            )
            found.setdefault(one.text, said)
    return list(found.values())[:4]


def _phone_places(layout: Layout) -> tuple[dict[str, Place], float]:
    """What lies before the dealer, moved together for a phone, and where it ends."""
    found = {
        name: Place(at=(1.9 if name == "discard" else PHONE - 1.9, 2.6), card=1.6, room=2)
        for name in ("discard", "shoe")
    }
    lie = {name: place for name, place in layout.places.items() if name not in found}
    rows: dict[int, list[str]] = {}
    for name in sorted(lie, key=lambda one: lie[one].at[0]):
        rows.setdefault(round(lie[name].at[1] / 4), []).append(name)
    y = 1.2
    for row in sorted(rows):
        names = rows[row]
        apart = {lie[name].at for name in names}
        if len(apart) < len(names):  # places that take turns in one spot
            names = [next(name for name in names if lie[name].at == at) for at in sorted(apart)]
        cards = sum(max(lie[name].frame, 1) for name in names)
        card = min(max(lie[name].card for name in names) * 1.15, (PHONE - 3) / cards / 1.15)
        wide = {name: max(lie[name].frame, 1) * card * 1.12 for name in names}
        gap = (PHONE - 1.6 - sum(wide.values())) / (len(names) + 1)
        x, y = 0.8 + gap, y + card * 0.7
        for name in names:
            room = wide[name] + gap * (1.8 if len(names) == 1 else 0.85)
            at = (x + wide[name] / 2, y)
            for same in (one for one in rows[row] if lie[one].at == lie[name].at):
                update = {"at": at, "card": card, "room": room, "turn": 0}
                found[same] = lie[same].model_copy(update=update)
            x += wide[name] + gap
        y += card * 0.7 + (1.5 if any(lie[name].label for name in names) else 0.5)
    return found, y


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


def _scaled_others(others: Others | None, scale: float) -> Others | None:
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
        update["path"] = _scaled_path(area.path, scale)
    update["corner"] = area.corner * scale
    if isinstance(area, Area):
        update["r"] = area.r * scale if area.r else None
    update["size"] = area.size * scale if area.size else None
    return area.model_copy(update=update)


def _scaled_path(path: str, scale: float) -> str:
    return "M " + " L ".join(f"{x * scale:.2f} {y * scale:.2f}" for x, y in points(path)) + " Z"


# One sheet for all


def _common(rules: TableRules) -> Layout:
    wide = _from_sheet(sheet(rules), SHEET, 2.0, rules)
    narrow = _from_sheet(sheet(rules, narrow=True), NARROW, 1.0, rules)
    return wide.model_copy(update={"phone": narrow})


def _from_sheet(made: Sheet, wide: float, edge: float, rules: TableRules) -> Layout:
    """A sheet in inches, with room for dice or a wheel above it."""
    inch = wide / made.width
    above = 9.0 if wide > 40 else 7.5
    top, full = edge + above, wide + 2 * edge
    areas = {}
    for one in made.areas:
        x, y = edge + one.x * inch, top + one.y * inch
        w, h = one.width * inch, one.height * inch
        if one.shape == "dot":
            areas[one.wager] = Area(spot=(x + w / 2, y + h / 2, w / 2), r=min(0.7, w * 0.45))
        else:
            areas[one.wager] = Area(box=(x, y, w, h), corner=0.2, label=one.label)
    written = [
        Inscription(
            text=note.words, at=(edge + note.x * inch, top + note.y * inch - 0.3),
            size=note.size * inch, ink="white", font="sans",
            align="start" if note.start else "middle",
        )
        for note in made.written
    ]  # fmt: skip
    return Layout(
        size=(full, top + made.height * inch + edge),
        outline="rectangle",
        areas=areas,
        places={
            "dice": Place(at=(full * 0.62, edge + above / 2), card=2.0, room=8),
            "wheel": Place(at=(full * 0.62, edge + above / 2), card=2.0, room=above - 1),
            "puck/off": Place(at=(full * 0.9, edge + above / 2), card=2.0),
            "dealer": Place(at=(full * 0.62, edge + above / 2), card=2.0),
        },
        inscriptions=[
            Inscription(text="{title}", at=(full * 0.3, edge + above / 2), size=above * 0.22,
                        width=full * 0.5),
            *written,
        ],
    )  # fmt: skip


def _cage() -> Layout:
    """A board of numbers."""
    head = Inscription(text="{title}", at=(42, 4), size=2.6)
    small = Inscription(text="{title}", at=(12, 3), size=1.8)
    phone = Layout(
        size=(PHONE, 28), outline="rectangle", numbers=(1.6, 5, PHONE - 3.2, 21),
        inscriptions=[small], places={"board": Place(at=(12, 15.5), room=20)},
    )  # fmt: skip
    return Layout(
        size=(84, 46), outline="rectangle", numbers=(7, 7.5, 70, 36), inscriptions=[head],
        places={"board": Place(at=(42, 25), room=70)}, phone=phone,
    )  # fmt: skip
