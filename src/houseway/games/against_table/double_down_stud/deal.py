"""Double down stud dealt by the million: the kernel counts hands, money comes after."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.against_table.dealing import move, place_at, set_number, table
from houseway.games.against_table.double_down_stud.game import DOUBLE, ORIGINAL, WAGERS
from houseway.games.against_table.double_down_stud.odds import SEEN
from houseway.games.against_table.double_down_stud.results import SIMPLE, main_game, plan_by
from houseway.games.authoring.draw import INDEX, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import shards
from houseway.games.authoring.pair_rows import ROWS
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

WHOLE = SEEN + 1
BEST = "optimal"
POLICIES = {
    BEST: {"plays": BEST},
    "short_rule": {"plays": SIMPLE[0]["name"]},
    "made_hands": {"plays": SIMPLE[1]["name"]},
    "never_double": {"plays": SIMPLE[2]["name"]},
    "always_double": {"plays": SIMPLE[3]["name"]},
}


@kernel
def play_rounds(records: Any, plan: Any, class_of: Any, rounds: int) -> None:
    """So many rounds, counted by whether the player doubled and by the row of the hand."""
    s = records[0]
    for _ in range(rounds):
        s.dealt, s.mixed = 0, 0
        for _card in range(WHOLE):
            draw(s)
        doubled = int(plan[INDEX(set_number(s, 0, SEEN))])
        row = int(class_of[INDEX(place_at(s, 0, 1, 2, 3, 4))])
        s.cells[INDEX(doubled * len(ROWS) + row)] += 1


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if set(bets) != {ORIGINAL}:
        return "double down stud is dealt natively with the original wager alone"
    if rules.caps(ORIGINAL):
        return "double down stud is not dealt natively with a limit on what a hand wins"
    return ""


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("double-down-stud").rulebook()), {ORIGINAL: 1000}, 0, 0, 0)


def prepared(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, plays: str = BEST
) -> tuple[Any, Any, Any]:
    """A new table's record, what is done with every four cards, and the rows of all hands."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    solved = main_game(rules)
    plan = solved.solver.plan[0] if plays == BEST else plan_by(rules, plays)
    state = table(2 * len(ROWS), solved.solver.cards, WHOLE, seed, shard)
    return state, np.ascontiguousarray(plan[:, 0]), np.array(solved.class_of, np.uint8)


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, main, chips = Dealt({name: Sums() for name in WAGERS}), main_wagers(rules, bets), bets
    for at in np.flatnonzero(one.cells):
        doubled, row = divmod(int(at), len(ROWS))
        moves = {
            ORIGINAL: move(rules, ORIGINAL, ROWS[row], chips[ORIGINAL], chips[ORIGINAL]),
            DOUBLE: move(rules, DOUBLE, ROWS[row], chips[ORIGINAL]) if doubled else Move(),
        }
        found.take(moves, main, times=int(one.cells[at]))
    return found


simulate_shard = shards(prepared, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
