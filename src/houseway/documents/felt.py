"""The felt, drawn from the rulebook: the web table, the printed layout and a petition's sketch are
the same drawing.

Nothing here knows a game. Betting areas come from ``sheet``; colors are given as classes where a
style sheet says more, and as plain colors where there is none.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from houseway.documents.numbers_board import numbers_board
from houseway.documents.pictures import card as card_drawing
from houseway.documents.pictures import chip
from houseway.documents.sheet import Area, Sheet, Written, is_common, seat_wagers, sheet
from houseway.documents.svg import drawing, lines, tag, text, title
from houseway.documents.wager_words import limit_words, price_of
from houseway.documents.wheel import COLORS, pocket_colors
from houseway.equipment.cards import Card
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules, base_of

CLOTH, LINE, INK, NOTE = "#1f4f41", "#9dbcae", "#eef4f0", "#c3d8cd"
TABLE = (1000.0, 540.0)
_CLOTH = "M45 20H955Q985 20 985 60C985 365 770 528 500 528C230 528 15 365 15 60Q15 20 45 20Z"


@dataclass(frozen=True)
class Laid:
    """What lies on a sheet, in cents by wager, and which areas may not be bet on now and why."""

    mine: Mapping[str, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    barred: Mapping[str, str] = field(default_factory=dict)
    nets: Mapping[str, int] = field(default_factory=dict)
    steps: Mapping[str, int] = field(default_factory=dict)  # in which a wager goes, in cents


@dataclass(frozen=True)
class Place:
    """A seat as it is drawn: who sits there, the cards and the chips before it."""

    number: int
    name: str = ""
    you: bool = False
    turn: bool = False
    hands: Sequence[Sequence[Card]] = ()
    called: Sequence[str] = ()  # what each of them is called
    fresh: int = 0  # how many of the last cards are new
    chips: Mapping[str, int] = field(default_factory=dict)
    net: int | None = None
    open: bool = False  # whether it can be taken with a click


@dataclass(frozen=True)
class Shared:
    """Cards that lie before the dealer or in the middle."""

    name: str
    cards: Sequence[Card]
    fresh: int = 0
    called: str = ""  # what they are called


# Betting areas


def areas_drawing(
    rules: TableRules, laid: Laid | None = None, *, live: bool = False, narrow: bool = False
) -> str:
    """The betting areas of a table where all bet on one sheet, or of one seat. Where it is
    ``live`` each area can be chosen; ``narrow`` is for a phone."""
    laid = laid or Laid()
    made = sheet(rules, [*laid.mine, *laid.others], narrow=narrow)
    if is_common(rules.book) and any(_is_small(area) for area in made.areas):
        _write_limits(made, rules)
    tones = _tones(rules.book, made)
    areas = "".join(
        _area(area, rules, laid, tones.get(area.wager, ""), live, first=not at)
        for at, area in enumerate(made.areas)
    )
    said = "".join(
        tag("text", escape(note.words), x=note.x, y=note.y, font_size=note.size, fill=INK,
            class_="ink", text_anchor="start" if note.start else "middle")
        for note in made.written
    )  # fmt: skip
    cloth = tag("rect", width=made.width, height=made.height, rx=16, fill=CLOTH, class_="cloth")
    found = drawing(
        cloth + said + areas,
        made.width,
        made.height,
        f"Betting areas of {rules.book.title}",
        class_="areas",
        width=made.width,
        height=made.height,
    )
    return found.replace('role="img"', 'role="group"', 1) if live else found


def _write_limits(made: Sheet, rules: TableRules) -> None:
    """What may be bet, at the foot of a sheet whose areas are too small to write it in."""
    limits: dict[str, list[str]] = {}
    for area in made.areas:
        base = base_of(area.wager)
        limits.setdefault(limit_words(rules, base), []).append(rules.book.wagers[base].name)
    usual, *others = sorted(limits, key=lambda said: -len(limits[said]))
    said = [f"Every area {usual}" if not others else f"Areas {usual}"]
    said += [f"{', '.join(dict.fromkeys(limits[other]))} {other}" for other in others]
    for line in lines("; ".join(said), int(made.width / 8)):
        made.written.append(Written(line, made.width / 2, made.height + 8, 14))
        made.height += 20
    made.height += 4


def _tones(book: Rulebook, made: Sheet) -> dict[str, str]:
    """Areas that have a color of their own: numbers as on the wheel, and wagers on a color."""
    found = {name: color for name, color in COLORS.items() if name in book.wagers}
    if not book.wheels or not any(f"{name}_covers" in book.rules for name in COLORS):
        return {}
    cells = [area for area in made.areas if area.shape == "cell"]
    colors = pocket_colors(book, [area.label for area in cells])
    return {**found, **{area.wager: colors[area.label] for area in cells}}


def area_id(wager: str) -> str:
    """A name for an area that a page can look it up by.

    >>> area_id("straight@17-20")
    'area-straight-17-20'
    """
    return f"area-{wager.replace('@', '-')}"


def area_words(area: Area, rules: TableRules, laid: Laid) -> str:
    """Everything about an area in one line, what is written on it first: its name, what lies on it,
    its limits and its price."""
    base, _, spot = area.wager.partition("@")
    wager = rules.wagers.get(base) or rules.book.wagers[base]
    label = area.label or spot
    parts = [label if label.startswith(wager.name) else f"{wager.name} {label}".strip()]
    step = laid.steps.get(area.wager)
    if step and not laid.mine.get(area.wager):
        parts[0] += f" by {money(step)}"  # as it is written there
    if amount := laid.others.get(area.wager):
        parts.append(f"{money(amount)} of others")
    if amount := laid.mine.get(area.wager):
        parts.append(f"{money(amount)} of yours on it")
    if limit := limit_words(rules, base):
        parts.append(limit)
    if step:
        parts.append(f"in steps of {money(step)}")
    if wager.required:
        parts.append("required")
    if wager.window != "bets":
        parts.append("made in the course of the round")
    if price := price_of(rules, base):
        parts.append(f"pays {price}")
    if reason := laid.barred.get(area.wager):
        parts.append(f"not now: {reason}")
    return ", ".join(parts)


def _area(area: Area, rules: TableRules, laid: Laid, tone: str, live: bool, first: bool) -> str:
    base = base_of(area.wager)
    wager = rules.wagers.get(base) or rules.book.wagers[base]
    look = ["area", area.shape]
    look += ["required"] if wager.required else []
    look += ["toned"] if tone else []
    look += ["later"] if wager.window != "bets" else []
    look += ["barred"] if area.wager in laid.barred else []
    look += ["mine"] if area.wager in laid.mine else []
    if (net := laid.nets.get(area.wager)) is not None:
        look.append("won" if net > 0 else "lost" if net < 0 else "even")
    body = _shape(area, tone) + _label(area, rules, base, laid) + _chips(area, laid)
    name = area_words(area, rules, laid)
    if not live:
        return tag("g", title(name), body, class_=" ".join(look))
    return tag(
        "g",
        title(name),
        tag("g", body, aria_hidden="true"),
        id=area_id(area.wager),
        class_=" ".join(look),
        data_wager=area.wager,
        role="button",
        tabindex=0 if first else -1,
        aria_label=name,
        aria_disabled=str(area.wager in laid.barred or wager.window != "bets").lower(),
    )


def _shape(area: Area, tone: str) -> str:
    fill = tone or "#ffffff"
    opacity = 0.92 if tone else 0.04
    x, y = area.middle
    if area.shape in ("round", "dot"):
        look = {"fill_opacity": opacity, "stroke_width": 2.0 if area.shape == "round" else 0.8}
        radius = area.width / 2 if area.shape == "round" else 8.0
        ring = tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=LINE, class_="shape", **look)
        if area.shape == "round":
            return ring
        reach = tag("circle", cx=x, cy=y, r=area.width / 2, fill="#000", fill_opacity=0)
        return reach + ring
    return tag(
        "rect", x=area.x, y=area.y, width=area.width, height=area.height,
        rx=2 if area.shape == "cell" else 8, fill=fill, fill_opacity=opacity, stroke=LINE,
        stroke_width=1.2, class_="shape",
    )  # fmt: skip


def _is_small(area: Area) -> bool:
    return min(area.height, area.width) < 100


def _room(area: Area) -> float:
    """How wide the words in an area may be; a circle has less room where they stand."""
    return area.width * 0.78 - 6 if area.shape == "round" else area.width - 10


def _size(area: Area) -> float:
    return 14.0 if _is_small(area) else 16.0


def _said(area: Area) -> list[str]:
    """What is written in an area, in lines that fit if they are written a little smaller: as few
    as can be, and those about as long as each other."""
    most = max(3 if area.height > 2 * area.width else 6, int(_room(area) / (_size(area) * 0.62)))
    least = len(lines(area.label, most))
    tried = (lines(area.label, width) for width in range(1, most + 1))
    return next((found for found in tried if len(found) == least), [])


def _fitting(said: Sequence[str], size: float, room: float) -> float:
    """The size at which the longest line stays within the room, and no more than was wanted."""
    return min(size, room / (0.7 * max(map(len, said), default=1)))


def _label(area: Area, rules: TableRules, base: str, laid: Laid) -> str:
    x, y = area.middle
    if area.shape == "cell":
        return text(area.label, x, y + 8, font_size=24, fill=INK, class_="ink")
    if area.shape == "dot":
        return ""
    covered = bool(laid.mine.get(area.wager))
    small, said = _is_small(area), _said(area)
    size = _fitting(said, _size(area), _room(area))
    step = laid.steps.get(area.wager)
    notes = [f"by {money(step)}"] if step and not covered else []
    if small:
        top = y - (len(said) - 1) * size * 0.56 + (0 if notes else 5)
        foot = area.y + area.height - 6 if said else y + 4
    else:
        top = area.y + (34 if len(said) == 1 or area.shape == "round" else 25)
        notes = [] if covered else lines(limit_words(rules, base), 18)[:2]
        rim = 30 if area.shape == "round" else 16  # a circle has less room at its foot
        foot = area.y + area.height - rim - 15 * (len(notes) - 1)
    out = "".join(
        text(line, x, top + at * size * 1.12, font_size=size, font_weight="600", fill=INK,
             class_="ink")
        for at, line in enumerate(said)
    )  # fmt: skip
    return out + "".join(
        text(
            note,
            x,
            foot + at * 15,
            font_size=10 if small else _fitting(notes, 13, _room(area) * 1.15),
            fill=NOTE,
            class_="note",
        )
        for at, note in enumerate(notes)
    )


def _chips(area: Area, laid: Laid) -> str:
    x, y = area.middle
    radius = {"dot": 12.0, "cell": 19.0, "round": 23.0, "box": 16.0}[area.shape]
    large = not _is_small(area)
    if area.shape == "box" and large:
        radius = 23.0
    if area.shape == "box" and not large and area.label and area.width > 80:
        x = area.x + area.width - radius - 4
    if large:
        y += 7 + 11 * (len(_said(area)) - 1)
    out = ""
    if other := laid.others.get(area.wager):
        shift = radius * 0.8 if laid.mine.get(area.wager) else 0
        out += tag("g", chip(other, x + shift, y - shift / 2, radius * 0.8), opacity=0.6)
    if own := laid.mine.get(area.wager):
        out += chip(own, x, y, radius)
    return out


# The whole table


def table_drawing(
    rules: TableRules,
    places: Sequence[Place] = (),
    shared: Sequence[Shared] = (),
    *,
    label: str = "",
    narrow: bool = False,
) -> str:
    """The table from above: the dealer at the top, seat 1 at the dealer's left, the areas of every
    seat, and what lies there. On a ``narrow`` page the cards before the dealer are larger, and
    the name of the game makes room for them."""
    book = rules.book
    count = max([book.seats.max if book.seats else 7, *(place.number % 100 for place in places)])
    known = {place.number: place for place in places}
    scale = min(1.0, 8 / count)
    body = tag("path", d=_CLOTH, fill=CLOTH, stroke="#5b4128", stroke_width=12, class_="cloth")
    grown = narrow and any(group.cards for group in shared)
    body += "" if grown else _inscriptions(book)
    tiled = book.deck is not None and book.deck.kind == "tiles"
    body += _shared(shared, tiled, narrow)
    tiny = len(seat_wagers(rules))
    for number in range(1, count + 1):
        body += _seat(known.get(number, Place(number)), count, scale, tiny, tiled)
    return drawing(body, *TABLE, label or f"A table of {book.title}", class_="table")


def _inscriptions(book: Rulebook) -> str:
    """The name of the game, and what the law wants written on the felt in so many words."""
    out = text(
        book.title, 500, 206, font_size=38, fill=LINE, font_family="Georgia, serif",
        letter_spacing="2", class_="inscription",
    )  # fmt: skip
    said = [one for one in (book.layout.inscriptions if book.layout else []) if one.istitle()]
    for at, one in enumerate(said):
        out += text(one, 500, 231 + 22 * at, font_size=18, fill=LINE, class_="inscription")
    return out


def _spot(number: int, count: int, reach: float) -> tuple[float, float]:
    """A point on the way from the dealer to a seat; 1 is at the rail."""
    turn = math.radians(11 + (number - 0.5) * 158 / count)
    return 500 + 455 * reach * math.cos(turn), 40 + 462 * reach * math.sin(turn)


def _seat(place: Place, count: int, scale: float, areas: int, tiled: bool) -> str:
    x, y = _spot(place.number, count, 0.87)
    look = ["seat"]
    look += ["you"] if place.you else []
    look += ["turn"] if place.turn else []
    look += ["open"] if place.open else []
    ring = tag(
        "circle", cx=x, cy=y, r=29 * scale, fill="#16382f",
        fill_opacity=1.0 if place.name else 0.25, stroke=LINE,
        stroke_width=3.5 if place.you or place.turn else 1.2, class_="shape",
    )  # fmt: skip
    inner = _within(place, x, y, scale)
    ax, ay = _spot(place.number, count, 0.7)
    dots = "" if any(place.hands) else _tiny_areas(ax, ay, areas, scale)
    if place.open:  # so much of the felt can be clicked to take it
        dots = tag(
            "rect", x=min(x, ax) - 42, y=min(y, ay) - 42, width=abs(x - ax) + 84,
            height=abs(y - ay) + 84, fill="#000", fill_opacity=0,
        ) + dots  # fmt: skip
    name = place.name if len(place.name) <= 10 else f"{place.name[:9]}…"
    below = text(
        ("You" if place.you else name) or "", x, y + 49 * scale, font_size=20 * scale, fill=INK,
        font_weight="600" if place.you else "400", class_="ink",
    )  # fmt: skip
    said = f"seat {place.number}" + (f", {place.name}" if place.name else ", free")
    extra: dict[str, str | int | float] = (
        {"data_seat": place.number, "role": "button", "tabindex": 0, "id": f"seat-{place.number}",
         "aria_label": f"Take seat {place.number}"}
        if place.open
        else {}
    )  # fmt: skip
    seat = tag("g", title(said), dots, ring, inner, below, class_=" ".join(look), **extra)
    return seat + _hands(place, count, scale, tiled)


def _within(place: Place, x: float, y: float, scale: float) -> str:
    """In the ring of a seat: what the round came to, or the chips of it, or the seat's number."""
    if place.net is not None:
        said = f"{'+' if place.net > 0 else ''}{money(place.net)}".replace("-", "−")
        kind = "won" if place.net > 0 else "lost" if place.net < 0 else "even"
        size = min(18.0, 70 / len(said)) * scale
        return text(
            said, x, y + size * 0.36, font_size=size, font_weight="700", fill=INK,
            class_=f"net {kind}",
        )  # fmt: skip
    if chips := sum(place.chips.values()):
        return chip(chips, x, y, 26 * scale)
    return text(str(place.number), x, y + 8 * scale, font_size=24 * scale, fill=INK, class_="ink")


def _tiny_areas(x: float, y: float, count: int, scale: float) -> str:
    """A seat's betting areas as they lie on the felt, too small to write in."""
    out = ""
    across = min(count, 3)
    for at in range(min(count, 9)):
        row, column = divmod(at, across)
        left = min(across, count - row * across)
        out += tag(
            "circle", cx=x + (column - (left - 1) / 2) * 26 * scale, cy=y - row * 26 * scale,
            r=11 * scale, fill="none", stroke=LINE, stroke_opacity=0.7,
        )  # fmt: skip
    return out


def _hands(place: Place, count: int, scale: float, tiled: bool) -> str:
    """The cards before a seat, over each other where they would lie before its neighbors."""
    out = ""
    hands = [hand for hand in place.hands if hand]
    longest = max((len(hand) for hand in hands), default=0)
    reach = 0.64
    room = 2 * 455 * reach * math.sin(math.radians(79 / count)) - 6
    size = 36.0 if tiled else 54.0 if longest <= 3 else 46.0 if longest <= 5 else 40.0
    width = size * scale * (0.74 if len(hands) > 1 else 1)
    half = width * (1.05 if tiled else 0.7)  # half as high as a tile or a card
    step = min(
        width * (1.06 if tiled else 0.62), (max(room, width * 1.5) - width) / max(1, longest - 1)
    )
    fresh = place.fresh
    for at, hand in enumerate(hands):
        x, y = _spot(place.number, count, reach)
        x += (at - (len(hands) - 1) / 2) * (width + step * (longest - 1) + 6)
        left = x - (width + step * (len(hand) - 1)) / 2
        for number, one in enumerate(hand):
            new = at == len(hands) - 1 and number >= len(hand) - fresh
            out += card_drawing(
                one,
                left + number * step,
                y - half,
                width,
                plain=True,
                fresh=new,
                tiled=tiled,
            )
        if said := next(iter(place.called[at : at + 1]), ""):
            out += text(
                said, x, y + half + 17 * scale, font_size=15 * scale, fill=INK, class_="ink called"
            )
    return out


def _shared(shared: Sequence[Shared], tiled: bool, narrow: bool) -> str:
    """What lies before the dealer; on a narrow page as large as there is room between the seats,
    with large signs."""
    shown = [group for group in shared if group.cards]
    card, lap = (46.0, 1.09) if tiled else (70.0, 0.62 if narrow else 0.77)
    names = [
        f"{group.name.capitalize()}: {group.called}" if group.called else group.name.capitalize()
        for group in shown
    ]
    if narrow and shown:
        cards = sum(1 + lap * (len(group.cards) - 1) for group in shown)
        card = min(card * 1.6, max(card, (424 - 34 * len(shown)) / cards))
    size, top = (30.0, 72.0) if narrow else (20.0, 66.0)
    step = card * lap
    wide = [card + step * (len(group.cards) - 1) for group in shown]
    room = [max(width, size * 0.55 * len(name)) for width, name in zip(wide, names, strict=True)]
    left = 500 - (sum(room) + 34 * max(0, len(room) - 1)) / 2
    out = ""
    for group, name, width, space in zip(shown, names, wide, room, strict=True):
        begin = left + (space - width) / 2
        for at, one in enumerate(group.cards):
            new = at >= len(group.cards) - group.fresh
            x = begin + step * at
            out += card_drawing(one, x, top, card, plain=narrow, fresh=new, tiled=tiled)
        out += text(name, left + space / 2, top - 10, font_size=size, fill=INK, class_="ink")
        left += space + 34
    return out


# A picture of a game


def felt(rules: TableRules) -> str:
    """A game's felt with nothing on it: what the lobby shows and the printer prints."""
    book = rules.book
    if book.cage:
        return numbers_board(book.cage)
    return areas_drawing(rules) if is_common(book) else table_drawing(rules)
