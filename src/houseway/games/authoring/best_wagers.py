"""The strategy of games that leave nothing to decide but what to bet on."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from houseway.counting.result import Result


@dataclass(frozen=True)
class Ranked:
    """A wager, what the house keeps of all the money bet on it, and what that is above the best."""

    wager: str
    per_money_bet: Fraction
    cost: Fraction


@dataclass(frozen=True)
class Strategy:
    """The wagers of a table, the cheapest first."""

    house_advantage: Fraction
    wagers: tuple[Ranked, ...]


def best_wagers(results: Iterable[Result]) -> Strategy:
    """Wagers by what the house keeps of the money bet."""
    edges = {result.wager: result.outcomes.house_advantage_on_action for result in results}
    order = sorted(edges, key=lambda wager: edges[wager])
    best = edges[order[0]]
    return Strategy(best, tuple(Ranked(name, edges[name], edges[name] - best) for name in order))
