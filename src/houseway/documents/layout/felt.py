"""The felt of a table: a drawing, and where everything on it is.

It serves the web table, the lobby's picture, the printed layout and a petition's sketch. Nothing
here knows a game: what a game says of its felt is its ``layout.yaml``, and where there is none the
same is worked out from the wagers (``generate``).
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from houseway.documents.layout.anchor import Anchor, thousandths
from houseway.documents.layout.draw import (
    FONTS,
    cloth,
    inscription,
    label,
    mark_drawing,
    paytable,
    place_drawing,
    shape,
)
from houseway.documents.layout.expand import Laid, PlacedArea, laid_out
from houseway.documents.layout.front import Box, in_front
from houseway.documents.layout.generate import generated, narrow_of
from houseway.documents.layout.numbers import numbers_drawing, numbers_places
from houseway.documents.layout.shapes import Frame, bounds, middle, outline
from houseway.documents.layout.wording import rows_of
from houseway.documents.svg import drawing, tag
from houseway.documents.wager_words import limit_words, price_of
from houseway.equipment.cards import printed
from houseway.rulebook.layout import Layout, Place
from houseway.rulebook.models import RateCard
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules, base_of

FORM = 2  # grows when the same layout is drawn otherwise
CHIP = 0.77  # inches: the radius of a chip
LETTERS = re.compile(r'font-size="([0-9.]+)"')
KEPT = 64  # felts that are kept drawn

Shape = Literal["wide", "seat", "low", "phone"]


@dataclass(frozen=True)
class Spot:
    """A betting area as a page knows it: where chips lie, and what it says of itself."""

    wager: str
    seat: int | None
    x: float
    y: float
    r: float
    required: bool
    later: bool
    name: str
    says: str


@dataclass(frozen=True)
class Paytable:
    """What a wager pays, row by row."""

    name: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Felt:
    """A felt: the drawing and what lies where."""

    version: str
    shape: Shape
    width: float
    height: float
    common: bool
    svg: str
    areas: Mapping[str, Spot]
    places: Mapping[str, Anchor]
    seats: Mapping[str, Anchor]
    company: tuple[Box, ...] = ()  # where other players have their plates, on a felt of one seat
    least: float = 1.0  # the size of its smallest letters
    tables: tuple[Paytable, ...] = ()  # of the wagers on offer, to be shown beside the felt

    def to_json(self) -> dict[str, Any]:
        """What the interface answers."""
        return {
            "version": self.version,
            "shape": self.shape,
            "width": self.width,
            "height": self.height,
            "common": self.common,
            "svg": self.svg,
            "areas": {
                key: {
                    **vars(spot),
                    "x": thousandths(spot.x),
                    "y": thousandths(spot.y),
                    "r": thousandths(spot.r),
                }
                for key, spot in self.areas.items()
            },
            "places": {name: anchor.to_json() for name, anchor in self.places.items()},
            "seats": {name: anchor.to_json() for name, anchor in self.seats.items()},
            "company": [[thousandths(one) for one in box] for box in self.company],
            "least": thousandths(self.least),
            "tables": [{"name": one.name, "rows": one.rows} for one in self.tables],
        }


def _rates(card: RateCard) -> Iterator[Paytable]:
    """What a ticket of the smallest wager pays, by how many numbers are marked on it."""
    least = card.columns[0]
    for spots, pays in least.pays.items():
        rows = tuple((f"{hits} of {spots}", money(cents)) for hits, cents in reversed(pays.items()))
        yield Paytable(f"Mark {spots}, bet {money(least.wager)}", rows)


def felt(rules: TableRules, layout: Layout | None, shape: Shape = "wide") -> Felt:
    """The felt of a table, with nothing on it."""
    return _felt(_Wanted(felt_version(rules, layout, shape), rules, layout, shape))


def felt_version(rules: TableRules, layout: Layout | None, shape: Shape) -> str:
    """A fingerprint of everything that a felt is drawn from."""
    drawn = layout.model_dump(mode="json") if layout else None
    content = json.dumps([FORM, rules.header(), drawn, shape], sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class _Wanted:
    """A felt that is asked for; two are the same if they would be drawn alike."""

    version: str
    rules: TableRules
    layout: Layout | None
    shape: Shape

    def __hash__(self) -> int:
        return hash(self.version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wanted) and self.version == other.version


@lru_cache(maxsize=KEPT)
def _felt(wanted: _Wanted) -> Felt:
    rules, shape = wanted.rules, wanted.shape
    laid = arranged(rules, wanted.layout, shape)
    drawn = svg_of(laid, rules)
    return Felt(
        wanted.version,
        shape,
        *laid.size,
        not laid.seats,
        drawn,
        {one.key: _spot(one, rules) for one in laid.areas},
        {
            **{name: _anchor(*put) for name, put in laid.places.items()},
            **numbers_places(laid, rules),
        },
        {str(seat or "me"): Anchor(at.x, at.y, at.turn) for seat, at in laid.seats.items()},
        tuple(laid.company),
        min((float(size) for size in LETTERS.findall(drawn)), default=1.0),
        paytables(rules),
    )


def paytables(rules: TableRules) -> tuple[Paytable, ...]:
    """The paytables of the wagers on offer; wagers that pay alike share one."""
    if rules.book.rates:
        return tuple(_rates(rules.rate_card))
    found: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for key, wager in rules.wagers.items():
        if wager.paytable and len(rows := tuple(rows_of(rules, key))) > 1:
            found.setdefault(rows, []).append(wager.name)
    return tuple(Paytable(", ".join(dict.fromkeys(names)), rows) for rows, names in found.items())


def arranged(rules: TableRules, layout: Layout | None, shape: Shape) -> Laid:
    """Everything on the felt in its place."""
    found = layout or generated(rules)
    if shape == "wide" or (shape == "seat" and not found.seats):
        return laid_out(rules, found, False)
    if not found.seats or (shape == "phone" and found.phone):
        return laid_out(rules, narrow_of(found, rules), True)
    composed, company = in_front(found, rules, shape)
    laid = laid_out(rules, composed, True)
    laid.company = company
    return laid


def picture(rules: TableRules, layout: Layout | None) -> str:
    """A felt to be looked at: for a list of games, a page about one, a printer."""
    return svg_of(arranged(rules, layout, "wide"), rules, live=False)


def svg_of(laid: Laid, rules: TableRules, *, live: bool = True) -> str:
    """The drawing; where it is ``live`` each area can be chosen."""
    body = cloth(laid)
    body += "".join(mark_drawing(one) for one in laid.marks)
    body += "".join(place_drawing(*put) for put in laid.places.values())
    body += "".join(
        inscription(one, frame, f"felt-arc-{at}")
        for at, (one, frame) in enumerate(laid.inscriptions)
    )
    body += "".join(paytable(one, rules) for one in laid.paytables)
    body += numbers_drawing(laid, rules)
    # what lies on lines comes last, so that it can be pointed at
    areas = sorted(laid.areas, key=_on_line)
    body += "".join(_area(one, rules, live) for one in areas if live or not _on_line(one))
    said = f"{rules.book.title}: the layout"
    found = drawing(body, *laid.size, said, class_="felt", font_family=FONTS["sans"])
    return found.replace('role="img"', 'role="group"', 1) if live else found


def _on_line(one: PlacedArea) -> bool:
    return one.area.spot is not None


def area_id(key: str) -> str:
    """A name for an area that a page can look it up by.

    >>> area_id("3/ante"), area_id("straight@17-20")
    ('area-3-ante', 'area-straight-17-20')
    """
    return f"area-{key.replace('@', '-').replace('/', '-')}"


def _area(one: PlacedArea, rules: TableRules, live: bool) -> str:
    spot = _spot(one, rules)
    base, _, on = one.wager.partition("@")
    written = one.area.label
    if written is None:
        written = "" if one.area.spot else on or rules.wagers[base].name
    look = ["area"]
    look += ["spot"] if one.area.spot else []
    look += ["required"] if spot.required else []
    look += ["later"] if spot.later else []
    seat = {} if one.seat is None else {"data_seat": one.seat}
    transform = {"transform": found} if (found := one.frame.transform) else {}
    body = shape(one.area, one.frame) + label(one.area, written, one.frame)
    if not live:
        return tag("g", body, class_="area", **transform)
    return tag(
        "g",
        body,
        class_=" ".join(look),
        id=area_id(one.key),
        data_area=one.key,
        data_wager=one.wager,
        **seat,
        role="button",
        tabindex=-1,
        aria_label=spot.says,
        **transform,
    )


def _spot(one: PlacedArea, rules: TableRules) -> Spot:
    base, _, on = one.wager.partition("@")
    wager = rules.wagers[base]
    x, y = one.frame.at(*(one.area.chip or middle(one.area, one.frame.radius)))
    name = one.area.name or f"{wager.name} {printed(on)}".strip()
    return Spot(
        one.wager,
        one.seat,
        x,
        y,
        one.area.r * one.frame.scale if one.area.r else _chip(one),
        wager.required,
        wager.window != "bets",
        name,
        _says(one.wager, name, rules),
    )


def _chip(one: PlacedArea) -> float:
    """The radius of a chip that fits an area."""
    left, top, right, bottom = bounds(outline(one.area, Frame(radius=one.frame.radius)))
    return min(CHIP * one.frame.scale, (right - left) * 0.42, (bottom - top) * 0.42)


def _says(key: str, name: str, rules: TableRules) -> str:
    """An area in one line: its name, its limits, its price."""
    base = base_of(key)
    wager = rules.wagers[base]
    said = [name, limit_words(rules, base)]
    said.append("required" if wager.required else "")
    said.append("made during the round" if wager.window != "bets" else "")
    if price := price_of(rules, base) or _price_on(rules, base, key.partition("@")[2]):
        said.append(f"pays {price}")
    return ", ".join(filter(None, said))


def _price_on(rules: TableRules, base: str, spot: str) -> str:
    """What a wager pays on a spot whose number a row of its paytable is named after, or else the
    most that it pays."""
    known = rules.wagers[base]
    if rules.book.rates or not known.paytable or known.required:
        return ""
    prices = rules.schedule(base).prices
    on = [price for row, price in prices.items() if spot and spot in row.split("_")]
    if len(on) == 1:
        return str(on[0])
    odds = [price for price in prices.values() if price.kind == "odds"]
    return f"up to {max(odds, key=lambda one: one.odds)}" if odds and not on else ""


def _anchor(place: Place, frame: Frame) -> Anchor:
    x, y = frame.at(*place.at)
    card = place.card * frame.scale
    room = place.room or place.card * max(3.0, place.frame * 1.12)
    return Anchor(x, y, frame.turn + place.turn, card, room * frame.scale)
