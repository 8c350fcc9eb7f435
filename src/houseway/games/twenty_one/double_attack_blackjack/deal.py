"""Double attack blackjack dealt by the million, by the family's kernel."""

from houseway.games import game
from houseway.games.authoring.kernels import Kernel
from houseway.games.twenty_one.attack_deal import policies, simulate_shard, why_not
from houseway.rulebook.table_rules import TableRules

GAME = "double-attack-blackjack"
POLICIES = policies(GAME)


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game(GAME).rulebook()), {"main": 1000}, 0, 0, 0)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
