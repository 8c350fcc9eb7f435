"""Charts as SVG, with nothing to install: the bars of a distribution, the fan of many paths.

The drawing has no background and takes its ink from the reader's color scheme, so that it sits
on a light or a dark page, on its own or inside a document.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from xml.sax.saxutils import escape

from houseway.counting.result import OutcomeTable

STYLE = """
svg.chart { color: #1f2328; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }
@media (prefers-color-scheme: dark) { svg.chart { color: #e6e6e6; } }
.chart text { fill: currentColor; font-variant-numeric: tabular-nums; }
.chart .title { font-size: 16px; font-weight: 600; }
.chart .axis { font-size: 12px; opacity: .75; }
.chart .tick { font-size: 11px; opacity: .75; }
.chart .rule { stroke: currentColor; stroke-opacity: .18; stroke-width: 1; }
.chart .base { stroke: currentColor; stroke-opacity: .6; stroke-width: 1; }
.chart rect { fill: #4c8dae; }
.chart rect.below { fill: #c2694f; }
.chart .band { fill: #4c8dae; fill-opacity: .22; }
.chart .path { fill: none; stroke: #4c8dae; stroke-width: 2; }
"""


@dataclass(frozen=True)
class Bar:
    """One bar: what stands under it, how high it is, and whether it shows a loss."""

    label: str
    height: float
    loss: bool = False


@dataclass(frozen=True)
class _Frame:
    """The position of the bars within the drawing."""

    width: int
    height: int
    left: int = 76
    right: int = 20
    top: int = 48
    bottom: int = 62

    @property
    def across(self) -> int:
        return self.width - self.left - self.right

    @property
    def up(self) -> int:
        return self.height - self.top - self.bottom

    @property
    def floor(self) -> int:
        return self.height - self.bottom


def outcome_chart(table: OutcomeTable, *, title: str = "", log: bool = False) -> str:
    """The distribution of a wager's net: one bar for each net that can happen."""
    bars = [
        Bar(_number(net), count / table.denominator, loss=net < 0)
        for net, count in table.distribution.items()
        if count
    ]
    what = f"net, in units of the {table.unit}"
    return bar_chart(bars, title=title or table.wager, across=what, up="probability", log=log)


def bar_chart(
    bars: Sequence[Bar],
    *,
    title: str,
    across: str,
    up: str,
    log: bool = False,
    width: int = 760,
    height: int = 380,
) -> str:
    """The text of an SVG with these bars; ``log`` shows rare and common side by side."""
    if not bars:
        raise ValueError("a chart needs at least one bar")
    if any(bar.height < 0 or not math.isfinite(bar.height) for bar in bars):
        raise ValueError("a bar's height is a number from 0 up")
    frame = _Frame(width, height)
    ticks = _log_ticks(bars) if log else _ticks(bars)
    parts = [
        *_opening(title, frame),
        *_scale(ticks, frame, log),
        *_bars(bars, ticks, frame, log),
        *_closing(across, up, frame),
    ]
    return "\n".join(parts) + "\n"


def _opening(title: str, frame: _Frame) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
        f'viewBox="0 0 {frame.width} {frame.height}" width="{frame.width}" '
        f'height="{frame.height}" aria-label="{escape(title, {chr(34): "&quot;"})}">',
        f"<style>{STYLE}</style>",
        _text(title, frame.left, 26, "title"),
    ]


def _closing(across: str, up: str, frame: _Frame) -> list[str]:
    return [
        f'<line class="base" x1="{frame.left}" x2="{frame.width - frame.right}" '
        f'y1="{frame.floor}" y2="{frame.floor}"/>',
        _text(across, frame.left + frame.across / 2, frame.height - 14, "axis", "middle"),
        f'<g transform="translate(18 {frame.top + frame.up / 2:g}) rotate(-90)">'
        f"{_text(up, 0, 0, 'axis', 'middle')}</g>",
        "</svg>",
    ]


def fan_chart(
    across: Sequence[float],
    percentiles: Mapping[int, Sequence[float]],
    *,
    title: str,
    along: str,
    up: str,
    width: int = 760,
    height: int = 380,
) -> str:
    """The text of an SVG that shows how paths spread: a band between each percentile and the one
    as far from the other end (5 and 95), and a line for the one in the middle."""
    highest = max(max(values) for values in percentiles.values())
    frame, ticks = _Frame(width, height), _steps(highest)

    def at(x: float, y: float) -> str:
        right = frame.left + x / across[-1] * frame.across
        return f"{right:.2f},{frame.floor - max(y, 0) / ticks[-1] * frame.up:.2f}"

    def points(percent: int) -> list[str]:
        return [at(x, y) for x, y in zip(across, percentiles[percent], strict=True)]

    bands = [p for p in sorted(percentiles) if p < 50 and 100 - p in percentiles]
    marks = [across[i] for i in range(0, len(across), max(1, len(across) // 6))]
    parts = [
        *_opening(title, frame),
        *_scale(ticks, frame, False),
        *(
            f'<polygon class="band" points="{" ".join(points(p) + points(100 - p)[::-1])}">'
            f"<title>{p} to {100 - p} percent</title></polygon>"
            for p in bands
        ),
        f'<polyline class="path" points="{" ".join(points(50))}"><title>half</title></polyline>',
        *(
            _text(
                f"{x:g}",
                frame.left + x / across[-1] * frame.across,
                frame.floor + 18,
                "tick",
                "middle",
            )
            for x in marks
        ),
        *_closing(along, up, frame),
    ]
    return "\n".join(parts) + "\n"


def _ticks(bars: Sequence[Bar]) -> list[float]:
    """Round steps from nothing to above the highest bar."""
    return _steps(max(bar.height for bar in bars))


def _steps(highest: float) -> list[float]:
    """Round steps (1, 2 or 5 times a power of ten) from nothing to above the highest."""
    highest = highest or 1.0
    power = math.floor(math.log10(highest / 5))
    fitting = (size * 10.0**p for p in (power, power + 1) for size in (1, 2, 5))
    step = next(step for step in fitting if highest / step <= 6)
    return [step * i for i in range(math.ceil(highest / step) + 1)]


def _log_ticks(bars: Sequence[Bar]) -> list[float]:
    """Powers of ten that enclose every bar, at most about eight of them."""
    heights = [bar.height for bar in bars if bar.height > 0] or [1.0]
    low, high = math.floor(math.log10(min(heights))), math.ceil(math.log10(max(heights)))
    low -= math.log10(min(heights)) == low  # the lowest bar must still be seen
    step = max(1, math.ceil((high - low) / 8))
    return [10.0**power for power in range(high, low - step, -step)][::-1]


def _share(height: float, ticks: Sequence[float], log: bool) -> float:
    """Return a height as a share of the frame, from 0 to 1."""
    if not log:
        return height / ticks[-1]
    if height <= 0:
        return 0.0
    low, high = math.log10(ticks[0]), math.log10(ticks[-1])
    return (math.log10(height) - low) / (high - low)


def _scale(ticks: Sequence[float], frame: _Frame, log: bool) -> list[str]:
    lines = []
    for tick in ticks:
        y = frame.floor - _share(tick, ticks, log) * frame.up
        lines.append(
            f'<line class="rule" x1="{frame.left}" x2="{frame.width - frame.right}" '
            f'y1="{y:.2f}" y2="{y:.2f}"/>'
        )
        lines.append(_text(_tick(tick), frame.left - 8, y + 4, "tick", "end"))
    return lines


def _tick(value: float) -> str:
    """A number on the scale; a very small or large one as a power of ten.

    >>> _tick(0.001), _tick(1e-05), _tick(5e10)
    ('0.001', '10⁻⁵', '5·10¹⁰')
    """
    size, _, power = f"{value:.6g}".partition("e")
    if not power:
        return size
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if size == "1" else f"{size}·10{raised}"


def _bars(bars: Sequence[Bar], ticks: Sequence[float], frame: _Frame, log: bool) -> list[str]:
    room = frame.across / len(bars)
    wide = min(room * 0.72, 64)
    every = math.ceil(len(bars) * max(len(bar.label) for bar in bars) * 7 / frame.across)
    drawn = []
    for i, bar in enumerate(bars):
        middle = frame.left + (i + 0.5) * room
        tall = max(_share(bar.height, ticks, log) * frame.up, 1.0 if bar.height else 0.0)
        kind = ' class="below"' if bar.loss else ""
        drawn.append(
            f'<rect{kind} x="{middle - wide / 2:.2f}" y="{frame.floor - tall:.2f}" '
            f'width="{wide:.2f}" height="{tall:.2f}" rx="1.5">'
            f"<title>{escape(bar.label)}: {bar.height:.6g}</title></rect>"
        )
        if i % every == 0:
            drawn.append(_text(bar.label, middle, frame.floor + 18, "tick", "middle"))
    return drawn


def _text(content: str, x: float, y: float, kind: str, anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(content)}</text>'
    )


def _number(value: Fraction) -> str:
    """A net as people write it: whole, a short decimal or a fraction."""
    short = value * 1000
    text = f"{float(value):g}" if short.denominator == 1 else str(value)
    return text.replace("-", "−")
