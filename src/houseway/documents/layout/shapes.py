"""Shapes on the felt: as a path, as points, and where their middle is."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from houseway.documents.svg import number
from houseway.rulebook.layout import Mark, Point

STEPS = 12  # points on a curve
_PART = re.compile(r"([MLHVAQCZ])|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "Z": 0}


@dataclass(frozen=True)
class Frame:
    """Where something is put: its origin, how far it is turned, and the radius of the arc of seats
    that it lies on."""

    x: float = 0
    y: float = 0
    turn: float = 0
    radius: float = 0
    scale: float = 1

    def at(self, x: float, y: float) -> Point:
        """A point of the felt, from one in the frame."""
        turn = math.radians(self.turn)
        cos, sin = math.cos(turn) * self.scale, math.sin(turn) * self.scale
        return self.x + x * cos - y * sin, self.y + x * sin + y * cos

    @property
    def transform(self) -> str:
        """As SVG says it; nothing where nothing is moved."""
        parts = []
        if self.x or self.y:
            parts.append(f"translate({number(float(self.x))} {number(float(self.y))})")
        if self.turn:
            parts.append(f"rotate({number(float(self.turn))})")
        if self.scale != 1:
            parts.append(f"scale({self.scale:.4g})")
        return " ".join(parts)


def path_of(mark: Mark, radius: float = 0) -> str:
    """A shape as a path; ``radius`` is that of the arc of seats it lies on."""
    if circle := mark.circle or mark.spot:
        x, y, r = circle
        return _ellipse(x, y, r, r)
    if mark.ellipse:
        return _ellipse(*mark.ellipse)
    if mark.diamond:
        x, y, rx, ry = mark.diamond
        return _said("M", x, y - ry, "L", x + rx, y, x, y + ry, x - rx, y, "Z")
    if mark.box:
        return _box(*mark.box, mark.corner)
    if mark.band:
        inner, outer, degrees = mark.band
        return _ring(0, -radius, inner, outer, 90 - degrees / 2, 90 + degrees / 2)
    if mark.ring:
        return _ring(*mark.ring)
    return mark.path or ""


def _said(*parts: str | float) -> str:
    return " ".join(number(float(one)) if not isinstance(one, str) else one for one in parts)


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    quarters = ((x, y - ry), (x + rx, y), (x, y + ry), (x - rx, y))
    arcs = [part for point in quarters for part in (rx, ry, 0, 0, 1, *point)]
    return _said("M", x - rx, y, "A", *arcs, "Z")


def _box(x: float, y: float, w: float, h: float, corner: float) -> str:
    r = min(corner, w / 2, h / 2)
    if not r:
        return _said("M", x, y, "H", x + w, "V", y + h, "H", x, "Z")
    return _said(
        "M", x + r, y, "H", x + w - r, "A", r, r, 0, 0, 1, x + w, y + r, "V", y + h - r,
        "A", r, r, 0, 0, 1, x + w - r, y + h, "H", x + r, "A", r, r, 0, 0, 1, x, y + h - r,
        "V", y + r, "A", r, r, 0, 0, 1, x + r, y, "Z",
    )  # fmt: skip


def _ring(x: float, y: float, inner: float, outer: float, first: float, last: float) -> str:
    large = int(abs(last - first) > 180)
    a, b = math.radians(first), math.radians(last)

    def at(radius: float, angle: float) -> Point:
        return x + radius * math.cos(angle), y + radius * math.sin(angle)

    return _said(
        "M", *at(inner, b), "A", inner, inner, 0, large, 0, *at(inner, a), "L", *at(outer, a),
        "A", outer, outer, 0, large, 1, *at(outer, b), "Z",
    )  # fmt: skip


# Points


def points(path: str) -> list[Point]:
    """A path as a polygon.

    >>> points("M 0 0 H 2 V 1 Z")
    [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)]
    """
    found: list[Point] = []
    for command, given in _commands(path):
        at = found[-1] if found else (0.0, 0.0)
        if command in "ML":
            found.append((given[0], given[1]))
        elif command == "H":
            found.append((given[0], at[1]))
        elif command == "V":
            found.append((at[0], given[0]))
        elif command == "A":
            found += _arc(at, given)
        elif command in "QC":
            found += _curve([at, *zip(given[::2], given[1::2], strict=True)])
    return found


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    command, given = "", list[float]()
    for letter, figure in _PART.findall(path):
        if letter:
            if given:
                raise ValueError(f"a path has {len(given)} numbers too many: {path}")
            command = letter
        else:
            given.append(float(figure))
        if command and len(given) == _TAKES[command] and (given or letter):
            yield command, given
            command, given = ("L" if command == "M" else command), []
    if given:
        raise ValueError(f"a path ends in the middle of {command}: {path}")


def _curve(through: Sequence[Point]) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t, left = step / STEPS, list(through)
        while len(left) > 1:
            left = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(left)]
        yield left[0]


def _arc(start: Point, given: Sequence[float]) -> Iterator[Point]:
    """Points along an elliptic arc (of SVG, not turned)."""
    rx, ry, _, large, sweep, x, y = given
    dx, dy = (start[0] - x) / 2 / rx, (start[1] - y) / 2 / ry
    far = dx * dx + dy * dy
    grow = math.sqrt(max(1.0, far))
    rx, ry, dx, dy, far = rx * grow, ry * grow, dx / grow, dy / grow, min(1.0, far)
    turn = math.sqrt(max(0.0, (1 - far) / far)) if far else 0.0
    sign = 1 if large != sweep else -1
    cx, cy = sign * turn * dy, -sign * turn * dx
    first = math.atan2(dy - cy, dx - cx)
    swing = math.atan2(-dy - cy, -dx - cx) - first
    if sweep and swing < 0:
        swing += 2 * math.pi
    if not sweep and swing > 0:
        swing -= 2 * math.pi
    mx, my = (start[0] + x) / 2 + cx * rx, (start[1] + y) / 2 + cy * ry
    for step in range(1, STEPS + 1):
        angle = first + swing * step / STEPS
        yield mx + rx * math.cos(angle), my + ry * math.sin(angle)


def outline(mark: Mark, frame: Frame) -> list[Point]:
    """A shape as a polygon on the felt."""
    return [frame.at(*point) for point in points(path_of(mark, frame.radius))]


def bounds(of: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    across, down = [x for x, _ in of], [y for _, y in of]
    return min(across), min(down), max(across), max(down)


def middle(mark: Mark, radius: float = 0) -> Point:
    """The middle of a shape, in its own frame."""
    if mark.band:
        inner, outer, _ = mark.band
        return 0.0, (inner + outer) / 2 - radius
    if mark.ring:
        x, y, inner, outer, first, last = mark.ring
        return Frame(x, y, (first + last) / 2).at((inner + outer) / 2, 0)
    if mark.path:
        return _centroid(points(mark.path))
    left, top, right, bottom = bounds(points(path_of(mark)))
    return (left + right) / 2, (top + bottom) / 2


def _centroid(of: Sequence[Point]) -> Point:
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in zip(of, [*of[1:], of[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        area += cross / 2
        x += (x0 + x1) * cross / 6
        y += (y0 + y1) * cross / 6
    if abs(area) < 1e-9:
        return of[0]
    return x / area, y / area


def room(mark: Mark) -> tuple[float, float]:
    """How wide and high words in a shape may be."""
    if circle := mark.circle or mark.spot:
        return circle[2] * 1.7, circle[2] * 1.3
    if mark.ellipse or mark.diamond:
        _, _, rx, ry = mark.ellipse or mark.diamond or (0, 0, 1, 1)
        return rx * 1.6, ry * 1.3
    if mark.band:
        inner, outer, degrees = mark.band
        return math.radians(degrees) * (inner + outer) / 2 * 0.94, (outer - inner) * 0.9
    if mark.ring:
        _, _, inner, outer, first, last = mark.ring
        return math.radians(last - first) * (inner + outer) / 2 * 0.94, (outer - inner) * 0.9
    left, top, right, bottom = bounds(points(path_of(mark)))
    return (right - left) * 0.94, (bottom - top) * 0.9


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies within a polygon."""
    x, y = point
    found = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            found = not found
    return found
