"""Two editions of a game side by side."""

from rich.console import Console
from rich.text import Text

from houseway.rulebook.compare import Difference
from houseway.rulebook.models import Rulebook
from houseway.terminal.console import CITE, grid, heading, indented

SECTIONS = {
    "title": "Source and equipment",
    "law": "Source and equipment",
    "seats": "Source and equipment",
    "deck": "Source and equipment",
    "points": "Source and equipment",
    "terms": "Terms",
    "wagers": "Wagers",
    "tenders": "Wagers",
    "paytables": "Paytables",
    "meters": "Meters",
    "rules": "Rules and options of the house",
    "options": "Rules and options of the house",
    "constraints": "Options that do not go together",
    "round": "Steps of the round",
    "irregularities": "When something goes wrong",
    "layout": "Layout",
}


def print_differences(
    console: Console, found: list[Difference], left: Rulebook, right: Rulebook
) -> None:
    """Differences by the part of the rulebook they stand in."""
    parts: dict[str, list[Difference]] = {}
    for difference in found:
        title = SECTIONS.get(difference.section, difference.section)
        parts.setdefault(title, []).append(difference)
    for title, rows in parts.items():
        heading(console, title)
        table = grid("", left.edition, right.edition, shares=(4, 5, 5))
        for row in rows:
            table.add_row(
                row.topic, _side(row.left, row.left_cite), _side(row.right, row.right_cite)
            )
        console.print(indented(table))


def _side(value: str, cite: str) -> Text:
    return Text.assemble(value, (f"\n[{cite}]" if cite else "", CITE))
