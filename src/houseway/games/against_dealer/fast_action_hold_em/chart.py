"""How often two cards beat the dealer, as a chart: suited above the diagonal, others below."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.equipment.cards import RANKS

ORDER = RANKS[::-1]
SUITED_PAIR = "suited pair"
SPLITS_FROM = Fraction(1, 2)  # a hand that wins as often gains by a wager of its own
CELL, LEFT, TOP, HIGH = 34, 90, 50, 22


@dataclass(frozen=True)
class WinChart:
    """Two cards by name (``AKs``, ``AKo``, ``AAs``) and how often they win, in percent."""

    wins: Mapping[str, Fraction]

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The columns."""
        return ("", *ORDER)

    @cached_property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The rows: of each rank, and of pairs in one suit."""
        rows = [(row, *(self._percent(at, to) for to in range(13))) for at, row in enumerate(ORDER)]
        pairs = (f"{100 * float(self.wins[f'{one}{one}s']):.1f}" for one in ORDER)
        return (*rows, (SUITED_PAIR, *pairs))

    def _percent(self, row: int, column: int) -> str:
        high, low = ORDER[min(row, column)], ORDER[max(row, column)]
        name = f"{high}{low}{'s' if column > row else 'o'}"
        return f"{100 * float(self.wins[name]):.1f}"

    def markup(self) -> str:
        """The chart for a terminal, in the markup of ``rich``."""
        wide = len(SUITED_PAIR) + 1
        rows = ["[bold]" + " " * wide + "".join(f"{name:>6}" for name in ORDER) + "[/]"]
        for name, *cells in self.lines:
            told = (f"[bold]{one:>6}[/]" if self._splits(one) else f"{one:>6}" for one in cells)
            rows.append(f"[bold]{name.ljust(wide)}[/]" + "".join(told))
        rows.append("above the diagonal suited, below unsuited, on it unsuited pairs")
        return "\n".join(rows)

    def svg(self, title: str) -> str:
        """The chart as a drawing."""
        width, height = LEFT + 13 * CELL + 10, TOP + HIGH * (len(self.lines) + 2)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="sans-serif" '
            'font-size="12" text-anchor="middle">',
            f'<rect width="{width}" height="{height}" fill="#fbfbf8"/>',
            _text(width / 2, 22, title.replace("&", "&amp;").replace("<", "&lt;"), "bold"),
        ]
        parts += [
            _text(LEFT + CELL * (at + 0.5), TOP - 6, name, "bold") for at, name in enumerate(ORDER)
        ]
        for at, (name, *cells) in enumerate(self.lines):
            y = TOP + HIGH * at
            parts.append(_text(LEFT / 2, y + 15, name, "bold"))
            for to, one in enumerate(cells):
                fill = "#bfe3c0" if self._splits(one) else "#fff7d6" if to > at else "#ffffff"
                parts.append(
                    f'<rect x="{LEFT + CELL * to}" y="{y}" width="{CELL}" height="{HIGH}" '
                    f'fill="{fill}" stroke="#8a8a82" stroke-width="0.6"/>'
                )
                parts.append(_text(LEFT + CELL * (to + 0.5), y + 15, one))
        note = "Suited above the diagonal, unsuited below; green wins at least half the time."
        parts.append(_text(width / 2, height - 12, note))
        return "".join([*parts, "</svg>"])

    @staticmethod
    def _splits(told: str) -> bool:
        return Fraction(told) >= 100 * SPLITS_FROM


def _text(x: float, y: float, words: str, weight: str = "normal") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-weight="{weight}">{words}</text>'
