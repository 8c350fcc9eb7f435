"""The board of a cage of numbers on the felt: all numbers in rows of ten."""

from houseway.documents.layout.anchor import Anchor
from houseway.documents.layout.draw import shape, words_at
from houseway.documents.layout.expand import Laid
from houseway.documents.layout.shapes import Frame
from houseway.documents.svg import tag
from houseway.rulebook.layout import Mark
from houseway.rulebook.table_rules import TableRules

ACROSS = 10


def _boxes(laid: Laid, rules: TableRules) -> dict[int, tuple[float, float, float, float]]:
    """Where each number is; the two halves of the board are parted."""
    if laid.numbers is None or rules.book.cage is None:
        return {}
    left, top, wide, high = laid.numbers
    count = rules.book.cage.numbers
    rows = -(-count // ACROSS)
    gap = high * 0.05 if rows > 4 else 0
    cell, tall = wide / ACROSS, (high - gap) / rows
    found = {}
    for number in range(1, count + 1):
        row, column = divmod(number - 1, ACROSS)
        under = gap if 2 * row >= rows else 0
        found[number] = (left + column * cell, top + row * tall + under, cell, tall)
    return found


def numbers_drawing(laid: Laid, rules: TableRules) -> str:
    """The board."""
    out = ""
    for number, (x, y, wide, high) in _boxes(laid, rules).items():
        size = min(wide, high) * 0.48
        box = Mark(box=(x, y, wide, high), line="white", weight=0.1)
        said = words_at(str(number), x + wide / 2, y + high / 2 + size * 0.36, size, "white")
        out += tag(
            "g", shape(box, Frame()), said, class_="number", id=f"number-{number}",
            data_number=number,
        )  # fmt: skip
    return out


def numbers_places(laid: Laid, rules: TableRules) -> dict[str, Anchor]:
    """The middle of each number."""
    return {
        f"number/{number}": Anchor(x + wide / 2, y + high / 2, 0, min(wide, high), wide)
        for number, (x, y, wide, high) in _boxes(laid, rules).items()
    }
