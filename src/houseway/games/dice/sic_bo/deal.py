"""Rolls by the million: the referee's own answers as a table that a kernel walks (``rolled``)."""

from houseway.games import game
from houseway.games.dice.rolled import POLICIES, every_bet, simulate_shard, why_not
from houseway.rulebook.table_rules import TableRules

__all__ = ["POLICIES", "every_bet", "simulate_shard", "warm", "why_not"]


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("sic-bo").rulebook()), {"small": 1000}, 0, 0, 0)
