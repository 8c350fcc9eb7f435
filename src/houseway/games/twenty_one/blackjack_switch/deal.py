"""Blackjack switch dealt by the million: a table's rules, a chart and when to switch put into the
kernel.

One seat bets on both hands and plays by a chart; it switches where its hands are worth more in a
full shoe, or never. Side wagers are for the referee, as ``why_not`` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Sums
from houseway.games.twenty_one.attack_deal import fill
from houseway.games.twenty_one.attack_kernel import NETS
from houseway.games.twenty_one.blackjack_switch.kernel import (
    CODES,
    FIELDS,
    VALUES,
    WAGERS,
    play_rounds,
)
from houseway.games.twenty_one.blackjack_switch.odds import BLACKJACK, pair
from houseway.games.twenty_one.blackjack_switch.strategy import value_of
from houseway.games.twenty_one.boxes import MAIN, SECOND
from houseway.games.twenty_one.dealt import closed, take_cells
from houseway.games.twenty_one.hand import contest_at
from houseway.games.twenty_one.odds import Rules
from houseway.games.twenty_one.plan import plans
from houseway.games.twenty_one.table_numbers import numbers
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = "blackjack-switch"
BEST, NEVER = "best", "never"
POLICIES = {
    name: {"chart": plan["chart"], "switch": BEST if name == "optimal" else NEVER}
    for name, plan in plans(GAME).items()
}
POLICIES["never_switch"] = {"chart": "optimal", "switch": NEVER}


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if set(bets) != {MAIN, SECOND} or bets[MAIN] != bets[SECOND]:
        return "Blackjack Switch is dealt natively with its two equal wagers alone"
    for option, refused in (("may_reshuffle", True), ("shuffle_method", "bart_carter")):
        if rules.options.get(option) == refused:
            return f"Blackjack Switch is not dealt natively with {option} {str(refused).lower()}"
    return ""


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game(GAME).rulebook()), {MAIN: 1000, SECOND: 1000}, 0, 0, 0)


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    chart: Any = "optimal",
    switch: str = BEST,
) -> Dealt:
    """So many rounds of one seat, from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    if switch not in (BEST, NEVER):
        raise Refused(f"hands are switched {BEST} or {NEVER}, not {switch!r}")
    if bets[MAIN] % 2:
        raise Refused("a wager of an odd number of cents is not halved natively")
    state = record(FIELDS, seed, shard)
    fill(state, rules, chart)
    state["ties"] = contest_at(rules).two_card_21_ties
    if switch == BEST:
        state[0].switch[:] = switches(numbers(rules))
    play_rounds.jit(state, rounds)
    return dealt(rules, bets[MAIN], state[0], rounds)


@lru_cache(maxsize=16)
def switches(rules: Rules) -> Any:
    """Whether to switch, by the dealer's card, the cards of one hand and those of the other."""
    worths, made = np.zeros((2, VALUES, VALUES, VALUES))
    for up in range(VALUES):
        for one in range(VALUES):
            for other in range(VALUES):
                hand = pair(one, other)
                worths[up, one, other] = value_of(rules, (up,), hand, False)
                made[up, one, other] = value_of(rules, (up,), hand, hand == BLACKJACK)
    stays = worths[:, :, :, None, None] + worths[:, None, None, :, :]
    # of the cards a, b and c, d the second ones are exchanged: a, d and c, b
    moves = made[:, :, None, None, :] + made[:, None, :, :, None]
    return (moves > stays + 1e-12).astype(np.uint8).reshape(-1)


def dealt(rules: TableRules, stake: int, one: Any, rounds: int) -> Dealt:
    """What a record's rounds came to, in cents."""
    found = Dealt({name: Sums() for name in WAGERS})
    nets = [net * stake // 2 for net in NETS]
    take_cells(found, one.cells, CODES, nets, WAGERS, stake, (MAIN, SECOND))
    return closed(found, one, rounds, 2 * stake, stake // 2)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
