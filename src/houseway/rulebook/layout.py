"""The shape of a game's ``layout.yaml``: where everything lies on the felt, in inches of the table.

A drawing is not law: the file is no part of the rulebook and of its fingerprint. What the law asks
a felt to show stands in the rulebook's ``layout``, and every figure that the felt prints is read
from the rulebook (``{price:tie}``), so that a drawing never states one of its own.

The dealer stands at the top, looking down. Angles are degrees clockwise from the right, so that 90
is straight away from the dealer and seat 1, at the dealer's left, is at the right. What belongs to
a seat is written once, around the seat's own point, with y toward the player, and is turned with
the seat.
"""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from houseway.rulebook.load import BadFile, check, read_plain_yaml
from houseway.rulebook.models import Model, Text, Value

FILE = "layout.yaml"
SHARED = Path(__file__).parent / "layouts"  # what games of several families are like
Ink = Literal["white", "yellow", "gold", "red", "crimson", "black", "green", "dark", "blue", "none"]
Point = tuple[float, float]
Size = Annotated[float, Field(gt=0)]
Condition = dict[str, Value | list[Value]]
KINDS = ("circle", "ellipse", "box", "path", "band", "ring", "spot", "diamond")
_PATH = re.compile(r"[MLHVAQCZ0-9eE+\-., \n]*")


class Worded(Model):
    """Something that is there only where the house has chosen so (``if``: option or rule and value)
    or where a wager is offered (``offers``)."""

    condition: Condition = Field(default={}, alias="if")
    offers: str = ""


class Mark(Worded):
    """Something that is printed: one shape, with words in it.

    ``circle`` is x, y and radius; ``ellipse`` and ``diamond`` x, y and two radii; ``box`` its left,
    top, width and height; ``band`` the inner and outer radius and the degrees of a piece of a ring
    around the middle of an arc of seats; ``ring`` the same around a point, which comes first, and
    from one angle to another; ``path`` as in SVG, in capital letters. A ``spot`` takes a chip and
    is not drawn: a point on a line. Lines of a label are parted by a bar. ``dice`` are faces that
    are drawn before the words, as ``3-3``. A mark that ``holds_cards`` is a box for cards.
    """

    circle: tuple[float, float, Size] | None = None
    ellipse: tuple[float, float, Size, Size] | None = None
    diamond: tuple[float, float, Size, Size] | None = None
    box: tuple[float, float, Size, Size] | None = None
    path: str | None = None
    band: tuple[Size, Size, Size] | None = None
    ring: tuple[float, float, Size, Size, float, float] | None = None
    spot: tuple[float, float, Size] | None = None
    corner: float = Field(default=0, ge=0)
    label: str | None = None
    label_at: Point | None = None
    size: Size | None = None
    turn: float = 0
    upright: bool = False
    ink: Ink = "white"
    font: Literal["sans", "serif"] = "sans"
    note: str = ""
    dice: str = ""
    die: Size = 1.4
    line: Ink = "white"
    weight: Size | None = None
    holds_cards: bool = False
    dashed: bool = False
    fill: Ink = "none"

    @model_validator(mode="after")
    def _one_shape(self) -> "Mark":
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ValueError(f"has one shape of {', '.join(KINDS)}, not {len(given)}")
        if self.path is not None and not _PATH.fullmatch(self.path):
            raise ValueError("a path has the commands M L H V A Q C Z, in capital letters")
        return self


class Area(Mark):
    """A betting area. Chips lie in its middle unless ``chip`` says where; ``r`` is their radius
    there. What it is called is its wager's name unless ``name`` says more."""

    chip: Point | None = None
    r: Size | None = None
    name: str = ""


class Place(Worded):
    """A place for cards, dice, a wheel: its middle, how wide a card is there, and how wide a row of
    them may become. ``frame`` draws the outline of so many cards. Cards that
    lie ``face_down`` until they are handed out are left out of a view of one seat."""

    at: Point
    card: Size = 2.5
    room: Size | None = None
    turn: float = 0
    frame: int = Field(default=0, ge=0)
    face_down: bool = False
    label: str = ""
    size: Size | None = None


class Arc(Model):
    """Seats along an arc, the first of them at ``from``. ``count`` is how many, if not all."""

    center: Point
    radius: Size
    first: float = Field(alias="from")
    last: float = Field(alias="to")
    count: int | None = Field(default=None, ge=1)


class Others(Model):
    """Where offered wagers lie that the layout does not name: a circle for each, in this order, and
    further ones as far from the last as that is from the one before it."""

    at: list[Point] = Field(min_length=2)
    r: Size
    size: Size | None = None


class Seats(Model):
    """Where the seats are, and what lies before each of them. ``also`` is another name that rounds
    have for a seat's cards, as ``position {n}``."""

    arc: Arc | None = None
    arcs: list[Arc] = []
    at: list[tuple[float, float, float]] = []
    areas: dict[str, Area] = {}
    others: Others | None = None
    marks: list[Mark] = []
    cards: Place = Place(at=(0, -7))
    name: Point = (0, 4)
    also: str = ""

    @model_validator(mode="after")
    def _somewhere(self) -> "Seats":
        if sum(map(bool, (self.arc, self.arcs, self.at))) != 1:
            raise ValueError("seats lie along an arc, along arcs, or at points")
        return self


class Inscription(Worded):
    """Words on the cloth: at a point, or along a circle (``arc``: its middle and radius), with
    their middle at so many degrees. Where the law asks for them ``cite`` says so."""

    text: str
    at: Point | None = None
    arc: tuple[float, float, Size] | None = None
    middle: float = 90
    size: Size = 1.2
    turn: float = 0
    ink: Ink = "yellow"
    font: Literal["sans", "serif"] = "serif"
    spacing: float = 0
    width: Size | None = None
    align: Literal["start", "middle", "end"] = "middle"
    cite: str = ""

    @model_validator(mode="after")
    def _somewhere(self) -> "Inscription":
        if (self.at is None) == (self.arc is None):
            raise ValueError("an inscription is at a point or along an arc")
        return self


class Table(Worded):
    """A wager's paytable as it is in force, its title's middle at ``at``. Rows to ``merge`` are not
    printed while they pay what the next one pays."""

    wager: str
    at: Point
    width: Size
    size: Size = 0.75
    turn: float = 0
    title: str | None = None
    merge: list[str] = []
    ink: Ink = "white"
    framed: bool = False


class Slot(Model):
    """Room for the paytable of a bonus that the house offers and the layout does not print: its
    title's middle, its width, and how high it may be."""

    at: Point
    width: Size
    high: Size
    size: Size = 0.6


def _names(value: Any) -> Any:
    return [str(one) for one in value] if isinstance(value, list) else value


class Repeat(Worded):
    """The same things several times. ``over`` names each copy and says where it lies; a list of
    names goes from ``at`` on in ``step``, after ``across`` of them ``down``. ``seats`` is a copy
    for each seat, ``wheel:NAME`` one for each pocket of the wheel that a rule names. In names
    and words ``{n}`` is the copy's name and ``{say}`` what ``says`` has for it."""

    over: Annotated[dict[Text, Point] | list[str] | str, BeforeValidator(_names)]
    at: Point = (0, 0)
    step: Point = (0, 0)
    across: int = Field(default=1000, ge=1)
    down: Point = (0, 0)
    says: dict[Text, str] = {}
    areas: dict[str, Area] = {}
    marks: list[Mark] = []
    places: dict[str, Place] = {}
    inscriptions: list[Inscription] = []


class Grid(Model):
    """Single numbers in columns that another wager covers, the zeros before them, and bets on
    several numbers on the lines between them; ``upright`` for a phone. ``at`` is the corner of the
    zeros, ``zero`` and ``strip`` are the depth of the zeros and of the boxes beside the numbers,
    ``r`` is the radius of a chip on a line and ``reach`` how far from there it is pointed at.
    """

    at: Point
    cell: tuple[Size, Size]
    zero: Size
    strip: Size = 2
    column: str = ""
    dozens: dict[Text, str] = {}
    size: Size = 1.6
    r: Size = 0.55
    reach: Size = 0.55
    upright: bool = False


class Layout(Model):
    """Everything on the felt of a game."""

    size: tuple[Size, Size]
    outline: str = "half_moon"
    seats: Seats | None = None
    areas: dict[str, Area] = {}
    others: Others | None = None
    repeat: list[Repeat] = []
    grid: Grid | None = None
    numbers: tuple[float, float, Size, Size] | None = None
    places: dict[Text, Place] = {}
    marks: list[Mark] = []
    inscriptions: list[Inscription] = []
    paytables: list[Table] = []
    slots: list[Slot] = []
    phone: "Layout | None" = None


def read_layout(folder: Path, edition: str) -> Layout | None:
    """The layout in a game's folder: of the edition alone if there is one, or of all editions. What
    it is ``like`` is taken from a file of its family's folder."""
    path = layout_file(folder, edition)
    return check(Layout, _read(path, folder), str(path)) if path else None


def layout_file(folder: Path, edition: str) -> Path | None:
    """The file that an edition's layout is in."""
    places = (folder / f"{edition}.{FILE}", folder / FILE)
    return next((path for path in places if path.exists()), None)


def _read(path: Path, folder: Path) -> Any:
    content = read_plain_yaml(path)
    if not isinstance(content, dict):
        raise BadFile(str(path), [("", "a layout is a table of keys")])
    like = content.pop("like", None)
    if like is None:
        return content
    places = [one / f"{like}.{FILE}" for one in (folder, folder.parent, SHARED)]
    other = next((one for one in places if one.exists()), None)
    if other is None:
        raise BadFile(str(path), [("like", f"there is no {like}.{FILE} in the family's folder")])
    return laid_over(_read(other, folder), content)


def laid_over(below: Any, above: Any) -> Any:
    """A table of keys over another: lists of things are added to, numbers are replaced, and a
    key set to nothing is left out.

    >>> laid_over({"a": {"b": 1, "c": 2}, "d": ["x"]}, {"a": {"b": 3, "c": None}, "d": ["y"]})
    {'a': {'b': 3}, 'd': ['x', 'y']}
    """
    if isinstance(below, dict) and isinstance(above, dict):
        merged = {key: laid_over(below.get(key), value) for key, value in above.items()}
        whole = {**below, **merged}
        return {key: value for key, value in whole.items() if value is not None}
    if isinstance(below, list) and isinstance(above, list) and not _numbers(below):
        return [*below, *above]
    return above


def _numbers(value: list[Any]) -> bool:
    return all(isinstance(one, int | float) for one in value)
