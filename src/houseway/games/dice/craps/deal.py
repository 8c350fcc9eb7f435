"""Rolls by the million: the referee's own answers as a table that a kernel walks (``rolled``)."""

from houseway.games import game
from houseway.games.authoring.kernels import Kernel
from houseway.games.dice.rolled import POLICIES, every_bet, simulate_shard, why_not
from houseway.rulebook.table_rules import TableRules


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("craps").rulebook()), {"pass": 1000}, 0, 0, 0)


KERNEL = Kernel(
    POLICIES,
    why_not,
    simulate_shard,
    warm,
    every_bet=every_bet,
)
