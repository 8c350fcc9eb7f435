"""A wheel with its pockets in their order, and where it came to rest."""

import math
from collections.abc import Sequence
from functools import lru_cache

from houseway.documents.svg import drawing, tag, text
from houseway.equipment.cards import printed
from houseway.rulebook.models import Rulebook
from houseway.rulebook.words import words

SIZE = 320
MIDDLE, OUTER, INNER = SIZE / 2, 150.0, 108.0
COLORS = {"red": "#a8323a", "black": "#22262a"}  # the colors that wagers are named after
GREEN = "#1d6b45"
PALETTE = ("#7d6136", "#2f5d7c", "#8c3b3f", "#3f6b4c", "#6a4a86", "#b07a1e", "#3a3f45")


def pocket_colors(book: Rulebook, pockets: Sequence[str]) -> dict[str, str]:
    """A color for each pocket: that of the wager on a color which covers it, green where such
    wagers leave it out, and otherwise one of its own for each kind of pocket."""
    covers = {
        color: rule.value
        for color in COLORS
        if color in book.wagers and (rule := book.rules.get(f"{color}_covers"))
        if isinstance(rule.value, list)
    }
    if covers:
        return {
            pocket: next((COLORS[c] for c, held in covers.items() if pocket in held), GREEN)
            for pocket in pockets
        }
    kinds = list(dict.fromkeys(pockets))
    return {kind: PALETTE[at % len(PALETTE)] for at, kind in enumerate(kinds)}


def wheel(book: Rulebook, name: str, stopped: str = "", *, fresh: bool = False) -> str:
    """A wheel; ``stopped`` is the pocket that it came to rest at, which is then at the top, and
    where that is ``fresh`` a page may show how it comes to rest."""
    made = book.wheels[name]
    colors = pocket_colors(book, made.pockets)
    first = made.pockets.index(stopped) if stopped in made.pockets else 0
    rim = _rim(tuple((_short(book, pocket), colors[pocket]) for pocket in made.pockets), first)
    parts = [
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=157, fill="#4a3420"),
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=OUTER + 2, fill="#c9a24b"),
        tag("g", rim, class_="rim turning" if fresh and stopped else "rim"),
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=INNER, fill="#5b4128"),
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=70, fill="#6f5132", stroke="#c9a24b"),
    ]
    said = f"{made.name}, not yet spun"
    if stopped:
        parts.append(tag("circle", cx=MIDDLE, cy=MIDDLE - 116, r=7, fill="#fff", class_="ball"))
        sign = printed(stopped)
        shown = sign if sign != stopped else _short(book, stopped)
        size = 44 if len(shown) < 4 else 24
        parts.append(text(shown, MIDDLE, MIDDLE + size * 0.35, font_size=size, fill="#fff"))
        said = f"{made.name}, at rest on {_name(book, stopped)}"
    return drawing("".join(parts), SIZE, SIZE, said, class_="wheel")


@lru_cache(100)
def _rim(pockets: tuple[tuple[str, str], ...], first: int) -> str:
    """The pockets of a wheel, each with its sign and color, turned so that one is at the top."""
    step, rim = 2 * math.pi / len(pockets), ""
    for at, (sign, color) in enumerate(pockets):
        turn = (at - first) * step
        rim += _pocket(turn, step, color) + _label(sign, turn, len(pockets))
    return rim


def _pocket(turn: float, step: float, color: str) -> str:
    points = [
        _point(radius, turn + side * step / 2)
        for radius, side in ((OUTER, -1), (OUTER, 1), (INNER, 1), (INNER, -1))
    ]
    return tag("polygon", points=" ".join(points), fill=color, stroke="#c9a24b", stroke_width=0.8)


def _point(radius: float, turn: float) -> str:
    return f"{MIDDLE + radius * math.sin(turn):.1f},{MIDDLE - radius * math.cos(turn):.1f}"


def _label(words: str, turn: float, pockets: int) -> str:
    return text(
        words,
        MIDDLE,
        MIDDLE - 137,
        font_size=13 if pockets < 45 else 8 if len(words) < 4 else 6.4,
        fill="#fff",
        transform=f"rotate({math.degrees(turn):.1f} {MIDDLE:.0f} {MIDDLE:.0f})",
    )


def _name(book: Rulebook, pocket: str) -> str:
    """What a pocket is called: as the wager on it, where there is one."""
    return book.wagers[pocket].name if pocket in book.wagers else printed(words(pocket))


def _short(book: Rulebook, pocket: str) -> str:
    """The first word of that, or a card with its sign."""
    sign = printed(pocket)
    return (sign if sign != pocket else _name(book, pocket)).split()[0]
