"""Horizontal bar charts of the lab, readable on a phone."""

from collections.abc import Sequence
from html import escape

from houseway.documents.parsheet import percent
from houseway.server.lab.view import Swept

ROW, TOP, LABEL = 40, 4, 18
MOST = 76.0  # percent of the width for bars; the rest is for labels


def edge_chart(bars: Sequence[Swept], title: str) -> str:
    """Return a chart of the edge under each table; an edge in the player's favor points the other
    way."""
    edges = [float(bar.edge) for bar in bars]
    low, high = min(0.0, *edges), max(0.0, *edges)
    wide = MOST / ((high - low) or 1.0)
    zero = -low * wide
    height = TOP + ROW * len(bars)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="edges" role="img" width="100%"'
        f' height="{height}" aria-label="{escape(title)}">',
        f'<line x1="{zero:.2f}%" x2="{zero:.2f}%" y1="{TOP}" y2="{height}"/>',
    ]
    for at, bar in enumerate(bars):
        y, edge = TOP + ROW * at, float(bar.edge)
        left, size = min(zero, zero + edge * wide), max(abs(edge) * wide, 0.3)
        kind = " ".join(filter(None, ["here" if bar.here else "", "below" if edge < 0 else ""]))
        parts.append(
            f'<text x="0" y="{y + 13}">{escape(bar.label)}</text>'
            f'<rect class="{kind}" x="{left:.2f}%" y="{y + LABEL}" width="{size:.2f}%" height="14"'
            ' rx="2"/>'
            f'<text class="figure" x="{left + size:.2f}%" dx="6" y="{y + LABEL + 12}">'
            f"{percent(bar.edge, 3)}</text>"
        )
    return "".join([*parts, "</svg>"])
