"""Ways to decide that are written as tables, for the referee's seats."""

from collections.abc import Callable, Mapping
from typing import Any

from houseway.games.authoring.policy import Decide, sight_of
from houseway.referee.view import Policy, View
from houseway.rulebook.table_rules import TableRules

Read = Callable[[Any, TableRules], Decide]


def by_table(content: Mapping[str, Any], read: Read) -> Policy:
    """What a table says at every decision that it is about; elsewhere (who cuts the cards) whatever
    is offered first."""

    def choose(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        offered = [choice.name for choice in view.asked.choices]
        if content["otherwise"] not in offered:
            return offered[0]
        return read(content, rules)(sight_of(view))

    return choose
