"""A grid of single numbers, with bets on several of them on the lines between.

Which numbers stand in a column is read from the wagers: those that one wager covers. A point of the
grid is told by how many numbers it lies along and across; the grid lies on its side, the first
column lowest, or stands upright for a phone, the first column at the left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.documents.layout.wording import filled
from houseway.documents.sheet import number_columns, number_wager
from houseway.documents.svg import number as short
from houseway.rulebook.layout import Area, Grid, Ink, Point
from houseway.rulebook.table_rules import TableRules

ASIDE = 0.24  # of a number, between spots that would lie on one point


def grid_areas(grid: Grid, rules: TableRules) -> Iterator[tuple[str, Area]]:
    """The areas of a grid: numbers, and wagers on several of them that lie beside or between."""
    spotted = {name: wager for name, wager in rules.wagers.items() if wager.spots}
    single = number_wager(spotted)
    made = _Grid(grid, list(spotted[single].spots), number_columns(single, spotted))
    for one in made.numbers:
        fill = _color(one, rules)
        yield f"{single}@{one}", made.cell(one, fill)
    taken: set[tuple[int, int]] = set()
    for name, wager in spotted.items():
        known = {*made.at, *made.zeros}
        if name == single or not all(
            len(on) > 1 and set(on) <= known for on in wager.spots.values()
        ):
            continue
        for spot, on in wager.spots.items():
            if box := made.box(on):
                dozen = grid.dozens.get(spot, "")
                label, turn = (
                    dozen or filled(grid.column, rules),
                    0 if grid.upright or dozen else 90,
                )
                made_of = {"box": box, "label": label, "size": grid.size * 0.72, "turn": turn}
                yield f"{name}@{spot}", Area.model_validate(made_of)
                continue
            u, v = made.between(on)
            while (at := (round(u * 100), round(v * 100))) in taken:
                v += ASIDE
            taken.add(at)
            yield f"{name}@{spot}", Area(spot=(*made.point(u, v), grid.reach), r=grid.r)


def _color(number: str, rules: TableRules) -> Ink:
    """The color behind a number: that of the wager on a color that covers it."""
    colors: tuple[Ink, ...] = ("red", "black")
    for color in colors:
        name = f"{color}_covers"
        if rules.fixes(name) and number in rules.rule(name):
            return color
    return "green"


@dataclass(frozen=True)
class _Grid:
    grid: Grid
    numbers: Sequence[str]
    columns: Sequence[Sequence[str]]

    @property
    def at(self) -> dict[str, tuple[int, int]]:
        """How far along and across each number is."""
        return {
            number: (along, across)
            for across, held in enumerate(self.columns)
            for along, number in enumerate(held)
        }

    @property
    def zeros(self) -> list[str]:
        """The numbers before the first."""
        return [number for number in self.numbers if number not in self.at]

    def point(self, u: float, v: float) -> Point:
        """A point of the felt: u along the numbers, from the end of the zeros, and v across."""
        (x, y), (wide, high) = self.grid.at, self.grid.cell
        if self.grid.upright:
            return x + v * wide, y + self.grid.zero + u * high
        return x + self.grid.zero + u * wide, y + (len(self.columns) - v) * high

    def _box(self, u0: float, v0: float, u1: float, v1: float) -> tuple[float, float, float, float]:
        (x0, y0), (x1, y1) = self.point(u0, v0), self.point(u1, v1)
        return min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)

    @property
    def _inch(self) -> tuple[float, float]:
        """An inch along the numbers, and one across them."""
        wide, high = self.grid.cell
        return (1 / high, 1 / wide) if self.grid.upright else (1 / wide, 1 / high)

    def cell(self, number: str, fill: Ink) -> Area:
        """A number's box; zeros have a point."""
        size = self.grid.size
        if number in self.at:
            along, across = self.at[number]
            box = self._box(along, across, along + 1, across + 1)
            return Area(box=box, fill=fill, label=number, size=size, font="serif", r=0.77)
        each = len(self.columns) / len(self.zeros)
        v = self.zeros.index(number) * each
        far = -self.grid.zero * self._inch[0]
        tip = far * 0.55
        corners = [(0, v), (0, v + each), (tip, v + each), (far, v + each / 2), (tip, v)]
        points = [self.point(*corner) for corner in corners]
        path = "M " + " L ".join(f"{short(x)} {short(y)}" for x, y in points) + " Z"
        middle = self.point(tip * 0.75, v + each / 2)
        return Area(
            path=path, fill=fill, label=number, size=size, font="serif", label_at=middle,
            chip=middle, r=0.77,
        )  # fmt: skip

    def box(self, on: Sequence[str]) -> tuple[float, float, float, float] | None:
        """The box of a wager on a whole column or on many numbers of all columns."""
        held = [self.at[number] for number in on if number in self.at]
        along, across = sorted({u for u, _ in held}), {v for _, v in held}
        if len(held) < len(on):
            return None
        strip = self.grid.strip
        if len(across) == 1 and len(on) == len(self.columns[0]):
            v, end = min(across), len(self.columns[0])
            deep = strip * self._inch[0] * (0.62 if self.grid.upright else 1.1)
            return self._box(end, v, end + deep, v + 1)
        if len(across) == len(self.columns) and len(along) > 2:
            return self._box(along[0], -strip * self._inch[1], along[-1] + 1, 0)
        return None

    def between(self, on: Sequence[str]) -> Point:
        """The point on the lines where a wager on a few numbers lies."""
        held = [self.at[number] for number in on if number in self.at]
        if not held:  # zeros alone: on the line between them
            return -self.grid.zero * self._inch[0] * 0.4, len(self.columns) / 2
        u = sum(along + 0.5 for along, _ in held) / len(held)
        v = sum(across + 0.5 for _, across in held) / len(held)
        if len(held) < len(on):
            return 0.0, v
        across = {one for _, one in held}
        return u, 0.0 if len(across) == len(self.columns) else v
