"""What people ask of a result besides its outcomes, worked out for programs: edge, variance, hit
frequency, and where a meter makes the wager fair. Exact as text, and as a decimal."""

from dataclasses import replace
from typing import Any

from houseway.counting.result import Result, derived
from houseway.games import game
from houseway.games.authoring.result_at import options_of
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules


def with_figures(result: Result) -> Result:
    """The result with its figures, for printing."""
    return replace(result, figures={**derived(result), **_break_even(result)})


def _break_even(result: Result) -> dict[str, Any]:
    """The amount of each meter from which the house has no edge, the others at their start; in
    cents, and none where no amount does it."""
    found = game(result.game)
    make = found.odds.progressives.get(result.wager)
    if make is None:
        return {}
    rules = TableRules(found.rulebook(result.edition), options_of(result))
    if not rules.meters:
        return {}
    wager = make(rules, result.stakes[result.wager])
    fair = {name: wager.break_even(name) for name in rules.meters}
    return {
        "break_even_meter": {
            name: {"cents": cents, "dollars": None if cents is None else money(cents)}
            for name, cents in fair.items()
        }
    }
