"""A layout for a game that has none: worked out from the wagers alone.

At a game of cards each seat of an arc has a circle or a box for each wager; at dice and wheels all
bet on one sheet.
"""

import math

from houseway.documents.layout.expand import wager_keys
from houseway.documents.sheet import Sheet, is_common, sheet
from houseway.rulebook.layout import Arc, Area, Inscription, Layout, Place, Seats
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

WIDE, DEEP = 84.0, 46.0
PHONE = 24.0
SHEET, NARROW = 80.0, 22.0  # inches of a sheet for all
STEP, ACROSS = 3.6, 3  # a seat's areas: how far apart, how many side by side
RADIUS, FIRST, LAST = 37.0, 14.0, 166.0  # the arc of the seats


def generated(rules: TableRules) -> Layout:
    """A layout from the wagers on offer."""
    if rules.book.cage:
        return _cage()
    return _common(rules) if is_common(rules.book) else _seated(rules)


def narrow_of(layout: Layout, rules: TableRules) -> Layout:
    """How a sheet for all is arranged on a phone: as it says itself, or drawn narrow."""
    if layout.phone:
        return layout.phone
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
