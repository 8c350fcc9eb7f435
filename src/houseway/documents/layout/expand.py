"""A layout with everything in its place: copies made, seats turned, without what is not offered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from houseway.documents.layout.grid import grid_areas
from houseway.documents.layout.shapes import Frame
from houseway.documents.layout.tables import table_height
from houseway.documents.layout.wording import filled, is_offered, renamed, rows_of, shown
from houseway.rulebook.layout import (
    Arc,
    Area,
    Inscription,
    Layout,
    Mark,
    Others,
    Place,
    Point,
    Repeat,
    Seats,
    Table,
)
from houseway.rulebook.models import Wager
from houseway.rulebook.table_rules import TableRules

ME = 0  # on a phone the one seat that there is: whoever looks
OTHERS = Others(at=[(-3.2, -5.2), (0, -5.2), (3.2, -5.2), (0, -8.4), (0, -11.6)], r=1.4)
BESIDE = 0.55  # inches between chips of wagers that lie beside another
M = TypeVar("M", bound=Mark)


@dataclass(frozen=True)
class PlacedArea:
    """A betting area on the felt."""

    wager: str
    seat: int | None
    area: Area
    frame: Frame

    @property
    def key(self) -> str:
        """What a page looks it up by."""
        if self.seat is None:
            return self.wager
        return f"{self.seat or 'me'}/{self.wager}"


@dataclass(frozen=True)
class PlacedMark:
    """Something that is printed on the felt."""

    mark: Mark
    frame: Frame


@dataclass
class Laid:
    """Everything that is on a felt."""

    size: tuple[float, float]
    outline: str
    areas: list[PlacedArea] = field(default_factory=list)
    marks: list[PlacedMark] = field(default_factory=list)
    places: dict[str, tuple[Place, Frame]] = field(default_factory=dict)
    seats: dict[int, Frame] = field(default_factory=dict)
    inscriptions: list[tuple[Inscription, Frame]] = field(default_factory=list)
    paytables: list[Table] = field(default_factory=list)
    numbers: tuple[float, float, float, float] | None = None
    company: list[tuple[float, float, float, float]] = field(
        default_factory=list
    )  # other players' plates
    unplaced: list[str] = field(default_factory=list)  # wagers that the layout has no place for


def laid_out(rules: TableRules, layout: Layout, phone: bool) -> Laid:
    """Everything on the felt of a table. ``layout`` is what is drawn: on a phone its ``phone``."""
    made = Laid(layout.size, layout.outline, numbers=layout.numbers)
    frames = _seat_frames(layout.seats, rules, phone) if layout.seats else {}
    _put(made, layout, Frame(), {}, rules)
    if layout.grid:
        made.areas += [
            PlacedArea(name, None, area, Frame()) for name, area in grid_areas(layout.grid, rules)
        ]
    for repeat in layout.repeat:
        if shown(repeat, rules):
            for name, (x, y) in _copies(repeat, frames, rules):
                names = {"n": name, "say": repeat.says.get(name, name)}
                _put(made, repeat, Frame(x, y), names, rules)
    for table in layout.paytables:
        if shown(table, rules) and is_offered(table.wager, rules):
            made.paytables.append(table)
    made.paytables += _bonus_tables(layout, made.paytables, rules)
    if layout.seats:
        _put_seats(made, layout.seats, frames, rules)
    else:
        put = {one.wager for one in made.areas}
        made.areas += _left_over(rules, put, None, layout.others, Frame())
        _note(made, rules, put, layout.others)
    return made


def _bonus_tables(layout: Layout, printed: Sequence[Table], rules: TableRules) -> Iterator[Table]:
    """Paytables of bonuses on offer that the layout does not print, in the slots that it has."""
    known = {rules.book.wagers[table.wager].paytable for table in printed}
    free = list(layout.slots)
    for name, wager in rules.wagers.items():
        bonus = wager.window == "bets" and not wager.required and wager.paytable not in known
        if not bonus or not wager.paytable or len(rows_of(rules, name)) < 2:
            continue
        for slot in free:
            table = Table(wager=name, at=slot.at, width=slot.width, size=slot.size)
            if table_height(table, rules) <= slot.high:
                free.remove(slot)
                known.add(wager.paytable)
                yield table
                break


def _note(made: Laid, rules: TableRules, put: set[str], others: Others | None) -> None:
    """Remember which bets lie where nobody has thought of them."""
    if others is None and not rules.book.cage:
        made.unplaced = [
            key
            for name, wager in rules.wagers.items()
            if wager.window == "bets" and not wager.paid_on
            for key in wager_keys(name, wager)
            if key not in put
        ]


def _put(
    made: Laid, part: Layout | Repeat, frame: Frame, names: Mapping[str, str], rules: TableRules
) -> None:
    for name, area in part.areas.items():
        wager = renamed(name, names)
        if is_offered(wager, rules) and shown(area, rules):
            made.areas.append(PlacedArea(wager, None, _worded(area, names, rules), frame))
    for mark in part.marks:
        if shown(mark, rules):
            made.marks.append(PlacedMark(_worded(mark, names, rules), frame))
    for name, place in part.places.items():
        if shown(place, rules):
            told = place.model_copy(update={"label": filled(place.label, rules, names)})
            made.places[renamed(name, names)] = (told, frame)
    for one in part.inscriptions:
        if shown(one, rules):
            words = filled(one.text, rules, names)
            made.inscriptions.append((one.model_copy(update={"text": words}), frame))


def _worded(mark: M, names: Mapping[str, str], rules: TableRules) -> M:
    """A shape with its words as they are printed here."""
    update = {}
    if mark.label is not None:
        update["label"] = filled(mark.label, rules, names)
    for key in ("note", "dice"):
        if words := getattr(mark, key):
            update[key] = filled(words, rules, names)
    if isinstance(mark, Area) and mark.name:
        update["name"] = filled(mark.name, rules, names)
    return mark.model_copy(update=update) if update else mark


def _copies(
    repeat: Repeat, seats: Mapping[int, Frame], rules: TableRules
) -> Iterator[tuple[str, tuple[float, float]]]:
    if isinstance(repeat.over, dict):
        for name, (x, y) in repeat.over.items():
            yield name, (repeat.at[0] + x, repeat.at[1] + y)
        return
    over = repeat.over
    if isinstance(over, str):
        kind, _, rule = over.partition(":")
        wheel = rules.rule(rule) if kind == "wheel" else ""
        over = rules.book.wheels[wheel].pockets if wheel else [str(seat) for seat in seats]
    for at, name in enumerate(over):
        row, column = divmod(at, repeat.across)
        x = repeat.at[0] + column * repeat.step[0] + row * repeat.down[0]
        y = repeat.at[1] + column * repeat.step[1] + row * repeat.down[1]
        yield name, (x, y)


# Seats


def _seat_frames(seats: Seats, rules: TableRules, phone: bool) -> dict[int, Frame]:
    """Where each seat is."""
    if phone:
        return {ME: next(_frames(seats, 1))}
    count = rules.book.seats.max if rules.book.seats else 7
    return dict(enumerate(_frames(seats, count), start=1))


def _frames(seats: Seats, count: int) -> Iterator[Frame]:
    for x, y, turn in seats.at[:count]:
        yield Frame(x, y, turn)
    left = count
    for arc in [seats.arc] if seats.arc else seats.arcs:
        here = min(left, arc.count or left)
        yield from _along(arc, here)
        left -= here


def _along(arc: Arc, count: int) -> Iterator[Frame]:
    step = (arc.last - arc.first) / (count - 1) if count > 1 else 0
    for at in range(count):
        angle = arc.first + at * step if count > 1 else (arc.first + arc.last) / 2
        x, y = Frame(*arc.center, angle - 90).at(0, arc.radius)
        yield Frame(x, y, angle - 90, arc.radius)


def _put_seats(made: Laid, seats: Seats, frames: Mapping[int, Frame], rules: TableRules) -> None:
    for seat, frame in frames.items():
        names = {"n": str(seat), "seat": str(seat)}
        for wager, area in seats.areas.items():
            if is_offered(wager, rules) and shown(area, rules):
                made.areas.append(PlacedArea(wager, seat, _worded(area, names, rules), frame))
        for mark in seats.marks:
            if shown(mark, rules):
                made.marks.append(PlacedMark(_worded(mark, names, rules), frame))
        own = {one.wager for one in made.areas if one.seat == seat}
        own |= {one.wager for one in made.areas if one.seat is None}
        made.areas += _left_over(rules, own, seat, seats.others, frame)
        _note(made, rules, own, seats.others)
        made.places[f"seat/{seat}" if seat else "me"] = (seats.cards, frame)
        if seats.also and seat:
            made.places[renamed(seats.also, names)] = (seats.cards, frame)
        x, y = frame.at(*seats.name)
        made.seats[seat] = replace(frame, x=x, y=y)


def _left_over(
    rules: TableRules, put: set[str], seat: int | None, others: Others | None, frame: Frame
) -> Iterator[PlacedArea]:
    """Offered wagers that the layout does not name: those that are bet have a circle each; chips
    that come in the course of the round lie beside the first area."""
    if rules.book.cage:
        return
    where, bet, later = others or OTHERS, 0, 0
    for name, wager in rules.wagers.items():
        for wanted in wager_keys(name, wager):
            if wanted in put or wager.paid_on:
                continue
            if wager.window == "bets":
                x, y = slot(where, bet)
                made = Area(circle=(x, y, where.r), size=where.size)
                yield PlacedArea(wanted, seat, made, frame)
                bet += 1
            else:
                column, row = later % 2, later // 2
                x, y = 1.6 + column * 1.6 * BESIDE, -1.2 - row * BESIDE
                yield PlacedArea(wanted, seat, Area(spot=(x, y, 0.7), label=""), frame)
                later += 1


def slot(where: Others, at: int) -> Point:
    """Where one of the wagers lies that a layout does not name."""
    (x0, y0), (x1, y1) = where.at[-2:]
    beyond = at - len(where.at) + 1
    if beyond <= 0:
        return where.at[at]
    return x1 + beyond * (x1 - x0), y1 + beyond * (y1 - y0)


def wager_keys(name: str, wager: Wager) -> list[str]:
    """A wager with each of its spots, or alone."""
    return [f"{name}@{spot}" for spot in wager.spots] or [name]
