"""The chart of a table: what to do with every total and pair against every card of the dealer's.

As data for programs, as colored text for a terminal, and as a drawing (SVG) to print.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from houseway.games.twenty_one.composition.kernels import DOUBLE, SURRENDER, VALUES
from houseway.games.twenty_one.composition.terms import Terms, hand_of
from houseway.games.twenty_one.odds import COLUMNS
from houseway.games.twenty_one.totals import Cell, Column, Decision, TotalStrategy

ACE_LAST = (*range(1, VALUES), 0)
HARD, SOFT = range(20, 4, -1), range(20, 12, -1)
MEANINGS = {
    "S": "stand",
    "H": "hit",
    "D": "double, or hit",
    "d": "double, or stand",
    "R": "surrender, or hit",
    "r": "surrender, or stand",
    "P": "split",
}
COLORS = {
    "S": "#f2c14e", "H": "#ffffff", "D": "#7fb7e6", "d": "#b5d6f2", "R": "#e2889b", "r": "#f0bcc7",
    "P": "#8fcf8f",
}  # fmt: skip
STYLES = {
    "S": "black on yellow", "H": "black on white", "D": "black on bright_blue",
    "d": "black on bright_cyan", "R": "black on bright_red", "r": "black on red",
    "P": "black on green",
}  # fmt: skip
CODES = {(None, 0): "S", (None, 1): "H", (DOUBLE, 1): "D", (DOUBLE, 0): "d",
         (SURRENDER, 1): "R", (SURRENDER, 0): "r"}  # fmt: skip


class Drawn(Protocol):
    """What a chart has that can be shown."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns."""

    @property
    def sections(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Its parts with their rows."""

    @property
    def means(self) -> Mapping[str, str]:
        """What its letters mean."""


@dataclass(frozen=True)
class Chart:
    """Letters by row and column (``MEANINGS``); a pair that is not split is played as its total.

    ``columns`` are the dealer's first cards or, where both are seen, the dealer's totals.
    """

    columns: tuple[str, ...]
    hard: Mapping[int, str]
    soft: Mapping[int, str]
    pairs: Mapping[str, str]
    exposed: bool = False

    def decide(
        self,
        total: int,
        soft: bool,
        dealer: Sequence[int],
        pair: int | None,
        allowed: Collection[str],
    ) -> str:
        """The decision for a hand; ``dealer`` and ``pair`` are places among the values."""
        at = self.columns.index(column_name(dealer, self.exposed))
        if pair is not None and self.pairs[COLUMNS[pair]][at] == "P":
            return "split"
        rows = self.soft if soft else self.hard
        if total not in rows:
            return "hit" if total < min(rows) and "hit" in allowed else "stand"
        letter = rows[total][at]
        first, otherwise = {
            "D": ("double", "hit"), "d": ("double", "stand"),
            "R": ("surrender", "hit"), "r": ("surrender", "stand"),
        }.get(letter, ("", MEANINGS[letter]))  # fmt: skip
        if first in allowed or (first == "double" and "double_down" in allowed):
            return first
        return otherwise if otherwise in allowed else "stand"

    @property
    def means(self) -> Mapping[str, str]:
        """What its letters mean."""
        return MEANINGS

    @property
    def sections(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The three parts of the chart with their rows, the highest first."""
        return [
            ("hard", [(str(total), letters) for total, letters in self.hard.items()]),
            ("soft", [(f"A-{total - 11}", letters) for total, letters in self.soft.items()]),
            ("pairs", [(f"{name}-{name}", letters) for name, letters in self.pairs.items()]),
        ]

    def markup(self) -> str:
        """The chart for a terminal, in the markup of ``rich``."""
        return markup(self)

    def svg(self, title: str) -> str:
        """The chart as a drawing."""
        return svg(self, title)


def column_name(dealer: Sequence[int], exposed: bool) -> str:
    """The column of a chart that a dealer's cards belong to."""
    if not exposed:
        return COLUMNS[dealer[0]]
    points = sum(value + 1 for value in dealer)
    soft = 0 in dealer and points <= 11
    return f"soft {points + 10}" if soft else str(points)


def chart_of(strategy: TotalStrategy, terms: Terms) -> Chart:
    """A strategy by totals as a chart."""
    columns: list[Column]
    if terms.exposed:
        totals = [column for column in strategy.plans if isinstance(column, tuple)]
        totals.sort(key=lambda column: (column[1], column[0]))
        columns = [*totals]
        names = tuple(f"soft {total}" if soft else str(total) for total, soft in totals)
    else:
        columns = [value for value in ACE_LAST if value in strategy.plans]
        names = tuple(COLUMNS[value] for value in ACE_LAST if value in strategy.plans)

    def letters(cell: Cell) -> str:
        found = (strategy.plans[column].cells.get(cell, Decision(1)) for column in columns)
        return "".join(CODES[decision.first, decision.otherwise] for decision in found)

    def pair(value: int) -> str:
        whole = terms.worth(hand_of(value, value))
        found = letters(whole)
        return "".join(
            "P" if value in strategy.plans[column].splits else found[at]
            for at, column in enumerate(columns)
        )

    return Chart(
        names,
        {total: letters((total, False)) for total in HARD},
        {total: letters((total, True)) for total in SOFT},
        {COLUMNS[value]: pair(value) for value in (0, *reversed(range(1, VALUES)))},
        terms.exposed,
    )


# -- as text --------------------------------------------------------------------------------------


def text(chart: Drawn) -> str:
    """The chart in plain letters."""
    width = max(len(name) for name in chart.columns) + 1
    lines = []
    for name, rows in chart.sections:
        lines.append(name.ljust(8) + "".join(column.rjust(width) for column in chart.columns))
        for label, letters in rows:
            lines.append(label.ljust(8) + "".join(letter.rjust(width) for letter in letters))
        lines.append("")
    return "\n".join([*lines, legend(chart)])


def meanings(chart: Drawn) -> list[str]:
    """What the letters mean that the chart uses."""
    used = {letter for _, rows in chart.sections for _, letters in rows for letter in letters}
    return [f"{letter} {says}" for letter, says in chart.means.items() if letter in used]


def legend(chart: Drawn) -> str:
    """The same in one line."""
    return "  ".join(meanings(chart))


def markup(chart: Drawn) -> str:
    """The chart for a terminal, in the markup of ``rich``: a colored cell for each decision."""
    width = max(len(name) for name in chart.columns) + 1
    lines = []
    for name, rows in chart.sections:
        lines.append(f"[bold]{name.ljust(8)}[/]" + "".join(c.rjust(width) for c in chart.columns))
        for label, letters in rows:
            cells = "".join(f"[{STYLES[one]}]{one.rjust(width - 1)} [/]" for one in letters)
            lines.append(label.ljust(8) + cells)
        lines.append("")
    return "\n".join([*lines, legend(chart)])


# -- as a drawing ---------------------------------------------------------------------------------

CELL_WIDTH, CELL_HEIGHT, LEFT, TOP, LINE = 34, 22, 62, 64, 18
A_LINE = 3  # meanings of letters in a line


def svg(chart: Drawn, title: str = "Blackjack") -> str:
    """The chart as a drawing: one table with a colored cell for each decision."""
    rows = sum(len(part) + 1 for _, part in chart.sections)
    width = LEFT + CELL_WIDTH * len(chart.columns) + 16
    says = meanings(chart)
    says = [
        ", ".join(says[at : at + A_LINE]).replace(", or", " or")
        for at in range(0, len(says), A_LINE)
    ]
    height = TOP + CELL_HEIGHT * rows + 8 + LINE * len(says)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif" font-size="13">',
        f"<title>{_escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fbfbf8"/>',
        _text(width / 2, 26, title, size=17, weight="bold"),
    ]
    y = TOP - 18
    for name, part in chart.sections:
        parts.append(_text(LEFT - 10, y + 15, name, anchor="end", weight="bold"))
        for at, column in enumerate(chart.columns):
            label = column.replace("soft ", "s")
            parts.append(_text(LEFT + CELL_WIDTH * (at + 0.5), y + 15, label, weight="bold"))
        y += CELL_HEIGHT
        for label, letters in part:
            parts.append(_text(LEFT - 10, y + 15, label, anchor="end"))
            for at, letter in enumerate(letters):
                x = LEFT + CELL_WIDTH * at
                hint = f"{label} against {chart.columns[at]}: {chart.means[letter]}"
                parts.append(
                    f'<g><title>{_escape(hint)}</title><rect x="{x}" y="{y}" width="{CELL_WIDTH}" '
                    f'height="{CELL_HEIGHT}" fill="{COLORS[letter]}" stroke="#8a8a82" '
                    f'stroke-width="0.6"/>{_text(x + CELL_WIDTH / 2, y + 15, letter)}</g>'
                )
            y += CELL_HEIGHT
    for at, line in enumerate(says):
        parts.append(_text(width / 2, y + LINE * (at + 1), line, size=11))
    return "\n".join([*parts, "</svg>", ""])


def _text(
    x: float, y: float, says: str, *, anchor: str = "middle", size: int = 13, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}" fill="#222222">{_escape(says)}</text>'
    )


def _escape(says: str) -> str:
    return says.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
