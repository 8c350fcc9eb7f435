"""Where each betting area lies, worked out from the wagers alone.

At a game of cards or tiles each seat has its own areas; at dice and wheels everyone bets on one
sheet. There a wager on single numbers makes a grid, whose columns are those that another wager
covers; a bet on several numbers lies between them, and one on many in a box at the edge. Wagers
on other spots stand in a row each, and all the rest are boxes, in the order of the rulebook.

A sheet is wide, or narrow for a phone: then the grid stands upright, rows have their names above
them, and there are fewer boxes side by side.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from houseway.rulebook.models import Rulebook, Wager
from houseway.rulebook.table_rules import TableRules

Shape = Literal["round", "box", "cell", "dot"]

WIDTH = 900.0
EDGE = 12.0
CELL, HIGH, ZERO = 62.0, 70.0, 70.0  # the grid of numbers
BOX, ROW, HEAD, NAMES = 58.0, 40.0, 26.0, 190.0  # boxes, rows of spots and their names
ROUND = 150.0  # the room of one area at a seat
MANY = 12  # so many single numbers make a grid
ACROSS = 6
NARROW, FEWER, SIDE, FLAT = 420.0, 3, 60.0, 0.8  # a phone's sheet; its grid stands upright
FEW, TALL = 12, 130.0  # where there are few boxes and nothing else they are larger


@dataclass(frozen=True)
class Area:
    """One betting area: the wager with its spot, what is written in it, and where it lies."""

    wager: str
    label: str
    x: float
    y: float
    width: float
    height: float
    shape: Shape = "box"

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Written:
    """Words on the felt that are no area, from x on or around it."""

    words: str
    x: float
    y: float
    size: float = 13
    start: bool = False


@dataclass
class Sheet:
    """Betting areas on one piece of felt."""

    width: float
    height: float = 0
    areas: list[Area] = field(default_factory=list)
    written: list[Written] = field(default_factory=list)


def is_common(book: Rulebook) -> bool:
    """Whether everyone bets on one sheet: where nothing is dealt to anybody."""
    return book.deck is None and book.cage is None


def sheet(rules: TableRules, also: Iterable[str] = (), *, narrow: bool = False) -> Sheet:
    """The sheet of a table, or of one seat; ``also`` are wagers that lie there though the felt has
    no area for them, as those that come up in the course of the round."""
    return _common(rules, narrow) if is_common(rules.book) else _seat(rules, also, narrow)


def seat_wagers(rules: TableRules) -> list[str]:
    """The wagers that have an area at each seat: those that the layout names, or else those that
    are made before the deal."""
    offered = {name: wager for name, wager in rules.wagers.items() if not wager.paid_on}
    if layout := rules.book.layout:
        return [name for name in layout.areas if name in offered]
    return [name for name, wager in offered.items() if wager.window == "bets"]


# At a seat


def _seat(rules: TableRules, also: Iterable[str], narrow: bool) -> Sheet:
    names = seat_wagers(rules)
    names += [name for name in dict.fromkeys(also) if name not in names]
    rows = -(-len(names) // (FEWER if narrow else 5))
    across = -(-len(names) // rows)
    made = Sheet(max(across, 2) * ROUND, rows * ROUND)
    left = (made.width - across * ROUND) / 2
    for at, name in enumerate(names):
        row, column = divmod(at, across)
        wager = rules.wagers[name] if name in rules.wagers else rules.book.wagers[name]
        shape: Shape = "round" if wager.required or wager.window == "decision" else "box"
        made.areas.append(
            Area(
                name,
                wager.name,
                left + column * ROUND + EDGE,
                row * ROUND + EDGE,
                ROUND - 2 * EDGE,
                ROUND - 2 * EDGE,
                shape,
            )
        )
    return made


# One sheet for all


def _common(rules: TableRules, narrow: bool) -> Sheet:
    made = Sheet(NARROW if narrow else WIDTH, EDGE)
    offered = {
        name: wager
        for name, wager in rules.wagers.items()
        if wager.window == "bets" and not wager.paid_on
    }
    spotted = {name: wager for name, wager in offered.items() if wager.spots}
    if (cells := number_wager(spotted)) and (columns := number_columns(cells, spotted)):
        grid = _Grid(cells, list(spotted[cells].spots), columns, made.height)
        made.areas += [grid.cell(number) for number in grid.numbers]
        made.height = grid.bottom
        within = [n for n, w in spotted.items() if n != cells and grid.covers(w)]
        made.areas += grid.beside(spotted, within)
        if narrow:
            made.areas = [grid.upright(area) for area in made.areas]
        made.height = max(area.y + area.height for area in made.areas) + EDGE / 2
        spotted = {n: w for n, w in spotted.items() if n not in (cells, *within)}
    few = not made.areas and not spotted and len(offered) <= FEW
    for is_row, run in groupby(offered, lambda name: bool(offered[name].spots)):
        names = [name for name in run if not is_row or name in spotted]
        if is_row:
            (_narrow_rows if narrow else _rows)(made, {name: offered[name] for name in names})
        else:
            across = FEWER if narrow else ACROSS
            _boxes(made, {name: offered[name] for name in names}, TALL if few else BOX, across)
    made.height += EDGE
    return made


def number_wager(wagers: Mapping[str, Wager]) -> str:
    """The wager on single numbers."""
    for name, wager in wagers.items():
        if len(wager.spots) >= MANY and all(len(on) == 1 for on in wager.spots.values()):
            return name
    return ""


def number_columns(cells: str, wagers: Mapping[str, Wager]) -> list[list[str]]:
    """The numbers in columns: those of a wager that covers each number once, so that what stands
    side by side is covered by another wager."""
    known = {frozenset(on) for wager in wagers.values() for on in wager.spots.values()}
    single = set(wagers[cells].spots)
    for wager in wagers.values():
        columns = list(wager.spots.values())
        flat = [number for column in columns for number in column]
        even = len({len(column) for column in columns}) == 1 and len(columns[0]) > 1
        if even and len(set(flat)) == len(flat) and set(flat) <= single:
            across = zip(*columns, strict=True)
            if all(frozenset(row) in known for row in across):
                return columns
    return []


class _Grid:
    """Numbers in a grid that lies on its side: the first column is the lowest row."""

    def __init__(
        self,
        wager: str,
        numbers: Sequence[str],
        columns: Sequence[Sequence[str]],
        top: float,
    ) -> None:
        self.wager = wager
        self.numbers = numbers
        self.columns = columns
        self.top = top
        self.left = EDGE + ZERO
        self.bottom = top + len(columns) * HIGH
        self.at = {
            number: (column, row)
            for row, held in enumerate(columns)
            for column, number in enumerate(held)
        }
        self.zeros = [number for number in numbers if number not in self.at]

    def covers(self, wager: Wager) -> bool:
        """Whether a wager covers several numbers of the grid."""
        known = {*self.at, *self.zeros}
        return all(len(on) > 1 and set(on) <= known for on in wager.spots.values())

    def cell(self, number: str) -> Area:
        """The box of a number."""
        wager = f"{self.wager}@{number}"
        if number in self.at:
            column, row = self.at[number]
            x, y = self.left + column * CELL, self.bottom - (row + 1) * HIGH
            return Area(wager, number, x, y, CELL, HIGH, "cell")
        high = (self.bottom - self.top) / len(self.zeros)
        y = self.bottom - (self.zeros.index(number) + 1) * high
        return Area(wager, number, EDGE, y, ZERO, high, "cell")

    def beside(self, wagers: Mapping[str, Wager], names: Iterable[str]) -> Iterator[Area]:
        """Areas of the wagers on several numbers."""
        taken: set[tuple[int, int]] = set()
        for name in names:
            for spot, on in wagers[name].spots.items():
                area = self._between(f"{name}@{spot}", spot, on)
                while area.shape == "dot" and (round(area.x), round(area.y)) in taken:
                    area = Area(area.wager, "", area.x, area.y + 20, area.width, area.height, "dot")
                taken.add((round(area.x), round(area.y)))
                yield area

    def upright(self, area: Area) -> Area:
        """An area of the grid where it stands upright, the lowest row at the left."""
        room = (NARROW - 2 * EDGE - SIDE) / (self.bottom - self.top)

        def across(y: float) -> float:
            along = self.bottom - y
            return EDGE + SIDE + (along * room if along > 0 else along)

        if area.shape == "dot":
            x, y = area.middle
            x, y = across(y), self.top + (x - EDGE) * FLAT
            return replace(area, x=x - area.width / 2, y=y - area.height / 2)
        left, right = across(area.y + area.height), across(area.y)
        top = self.top + (area.x - EDGE) * FLAT
        return replace(area, x=left, y=top, width=right - left, height=area.width * FLAT)

    def _between(self, wager: str, spot: str, on: Sequence[str]) -> Area:
        across, rows = len(self.columns[0]), len(self.columns)
        held = [self.at[number] for number in on if number in self.at]
        wide, deep = {column for column, _ in held}, {row for _, row in held}
        if len(on) == len(held) == across and len(deep) == 1:
            x, y = self.left + across * CELL, self.bottom - (min(deep) + 1) * HIGH
            return Area(wager, f"{wager.partition('@')[0]} {spot}".title(), x, y, CELL, HIGH)
        if len(deep) == rows and len(wide) > 2:
            x = self.left + min(wide) * CELL
            return Area(wager, spot.replace("-", " to "), x, self.bottom + 16, len(wide) * CELL, 44)
        middles = [self.cell(number).middle for number in on if number in self.at]
        if not middles:
            middles = [self.cell(number).middle for number in on]
        x = sum(x for x, _ in middles) / len(middles)
        y = sum(y for _, y in middles) / len(middles)
        if held and len(held) < len(on):
            x = self.left  # on the line of the zeros
        elif len(deep) == rows:
            y = self.bottom
        return Area(wager, "", x - 11, y - 11, 22, 22, "dot")


def _rows(made: Sheet, wagers: Mapping[str, Wager]) -> None:
    """A row for each wager on spots, under one head where several have the same."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, wager in wagers.items():
        alike.setdefault(tuple(wager.spots), []).append(name)
    for spots, names in alike.items():
        wide = (made.width - 2 * EDGE - NAMES) / len(spots)
        top = made.height + HEAD
        for at, spot in enumerate(spots):
            x = EDGE + NAMES + (at + 0.5) * wide
            made.written.append(Written(spot, x, top - 8, 15 if len(spots) < 20 else 11))
        for row, name in enumerate(names):
            y = top + row * ROW
            made.written.append(Written(wagers[name].name, EDGE + 4, y + 25, 15, start=True))
            for at, spot in enumerate(spots):
                x = EDGE + NAMES + at * wide
                made.areas.append(Area(f"{name}@{spot}", "", x + 2, y + 2, wide - 4, ROW - 4))
        made.height = top + len(names) * ROW + EDGE / 2


def _narrow_rows(made: Sheet, wagers: Mapping[str, Wager]) -> None:
    """A row for each wager on spots, its name above it and each spot in its box."""
    for name, wager in wagers.items():
        made.written.append(Written(wager.name, EDGE + 4, made.height + 16, 15, start=True))
        across = min(len(wager.spots), 6)
        wide = (made.width - 2 * EDGE) / across
        for at, spot in enumerate(wager.spots):
            row, column = divmod(at, across)
            x, y = EDGE + column * wide, made.height + 20 + row * ROW
            made.areas.append(Area(f"{name}@{spot}", spot, x + 2, y + 2, wide - 4, ROW - 4))
        made.height += 24 + -(-len(wager.spots) // across) * ROW


def _boxes(made: Sheet, wagers: Mapping[str, Wager], high: float, most: int) -> None:
    rows = -(-len(wagers) // most)
    if not rows:
        return
    across = -(-len(wagers) // rows)
    wide = (made.width - 2 * EDGE) / across
    for at, (name, wager) in enumerate(wagers.items()):
        row, column = divmod(at, across)
        x, y = EDGE + column * wide, made.height + row * high
        made.areas.append(Area(name, wager.name, x + 2, y + 2, wide - 4, high - 4))
    made.height += rows * high
