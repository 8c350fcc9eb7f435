"""Rounds by the million (``baccarat_deal``)."""

from houseway.games import game
from houseway.games.shoe_contests.baccarat_deal import POLICIES, simulate_shard, why_not
from houseway.rulebook.table_rules import TableRules

__all__ = ["POLICIES", "simulate_shard", "warm", "why_not"]


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("baccarat-punto-banco").rulebook()), {"player": 1000}, 0, 0, 0)
