"""A house way as a card for the dealer: its lines in order, and how often each decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from textwrap import wrap

from houseway.games.set_hands.house_way import HouseWay

WIDTH, LEFT, STEP, LETTERS = 760, 40, 20, 92


@dataclass(frozen=True)
class WayCard:
    """The lines of a house way, each with the share of all hands that it decides."""

    way: HouseWay
    shares: Sequence[Fraction]

    @property
    def heads(self) -> tuple[str, ...]:
        """The columns."""
        return "line", "what is done", "decides"

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The rows."""
        pairs = zip(self.way.lines, self.shares, strict=True)
        return tuple(
            (str(number), line.says, f"{100 * float(share):.2f} %")
            for number, (line, share) in enumerate(pairs, start=1)
        )

    def markup(self) -> str:
        """The card for a terminal, in the markup of ``rich``."""
        rows = [f"[bold]{self.way.name}[/bold]"]
        rows += [f"{number:>2}. {says} [dim]{share}[/dim]" for number, says, share in self.lines]
        return "\n".join(rows)

    def svg(self, title: str) -> str:
        """The card on paper."""
        rows: list[tuple[str, str]] = [("bold", title), ("bold", self.way.name)]
        for number, says, _ in self.lines:
            first, *more = wrap(says, LETTERS)
            rows += [
                ("normal", f"{number}. {first}"),
                *(("normal", f"    {part}") for part in more),
            ]
        height = STEP * (len(rows) + 2)
        body = "".join(
            f'<text x="{LEFT}" y="{STEP * (at + 2)}" font-weight="{weight}" xml:space="preserve">'
            f"{escape(text)}</text>"
            for at, (weight, text) in enumerate(rows)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'font-family="sans-serif" font-size="14"><title>{escape(title)}</title>'
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>{body}</svg>\n'
        )
