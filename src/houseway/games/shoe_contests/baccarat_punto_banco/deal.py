"""Rounds by the million (``baccarat_deal``)."""

from houseway.games import game
from houseway.games.authoring.kernels import Kernel
from houseway.games.shoe_contests.baccarat_deal import POLICIES, simulate_shard, why_not
from houseway.rulebook.table_rules import TableRules


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("baccarat-punto-banco").rulebook()), {"player": 1000}, 0, 0, 0)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
