"""A wager that is made on one of several spots: one figure where all of them are alike."""

from collections.abc import Mapping

from houseway.counting.result import OutcomeTable


def alike(base: str, tables: Mapping[str, OutcomeTable]) -> dict[str, OutcomeTable]:
    """The tables of a wager's spots by name: one under the wager's own name if all are alike."""
    first, *others = tables.values()
    same = all(table.outcomes == first.outcomes for table in others)
    return {base: first} if same else {f"{base}@{spot}": table for spot, table in tables.items()}
