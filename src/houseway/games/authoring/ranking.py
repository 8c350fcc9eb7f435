"""The order of cards and hands: the rulebook states it, and what compares hands is held to it."""

from collections.abc import Mapping, Sequence

from houseway.rulebook.table_rules import TableRules


def hold_to_ranking(rules: TableRules, ranked: Mapping[str, Sequence[str]]) -> None:
    """Each rule must list, from the highest, what the round ranks from the lowest. A rulebook that
    ranks otherwise is not played as if it did not."""
    for name, lowest_first in ranked.items():
        stated = tuple(rules.rule(name))
        if stated != tuple(reversed(lowest_first)):
            says = ", ".join(reversed(lowest_first))
            raise ValueError(f"{name}: this round ranks {says}, not {', '.join(stated)}")
