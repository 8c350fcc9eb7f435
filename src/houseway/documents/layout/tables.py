"""The rows of a paytable on the felt, and how much room they take."""

from houseway.documents.layout.wording import rows_of, width
from houseway.documents.svg import lines as wrapped
from houseway.rulebook.layout import Table
from houseway.rulebook.table_rules import TableRules


def table_rows(table: Table, rules: TableRules) -> list[tuple[list[str], str]]:
    """The rows of a paytable, names that are too long in several lines."""
    rows = rows_of(rules, table.wager, table.merge)
    size = table.size
    return [
        (_within(name, size, table.width - width(price, size) - 0.7), price) for name, price in rows
    ]


def _within(words: str, size: float, room: float) -> list[str]:
    """Words in lines that are no wider than the room."""
    for letters in range(len(words), 0, -1):
        found = wrapped(words, letters)
        if all(width(line, size) <= room for line in found):
            return found
    return words.split()


def table_height(table: Table, rules: TableRules) -> float:
    """How high a paytable is."""
    lines = sum(len(names) for names, _ in table_rows(table, rules))
    return table.size * (1.35 * lines + (1.7 if table.title != "" else 0) + 0.5)
