"""Spanish 21 dealt by the million: a table's rules and a chart put into the kernel.

One seat bets the main wager and plays by a chart; side wagers are for the referee, as ``why_not``
says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Sums
from houseway.games.twenty_one.attack_deal import fill, why_not
from houseway.games.twenty_one.attack_kernel import HALF, LOST
from houseway.games.twenty_one.boxes import MAIN
from houseway.games.twenty_one.dealt import closed, take_cells
from houseway.games.twenty_one.plan import plans
from houseway.games.twenty_one.spanish_21.kernel import (
    BLACKJACK,
    CODES,
    FIELDS,
    PAID,
    SUPER,
    WAGERS,
    play_rounds,
)
from houseway.games.twenty_one.super_bonus import super_cents
from houseway.games.twenty_one.twentyone import BONUS_21_ROWS
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = "spanish-21"
POLICIES = {name: {"chart": plan["chart"]} for name, plan in plans(GAME).items()}


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game(GAME).rulebook()), {MAIN: 1000}, 0, 0, 0)


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    chart: Any = "optimal",
) -> Dealt:
    """So many rounds of one seat, from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    if bets[MAIN] % 2:
        raise Refused("a wager of an odd number of cents is not halved natively")
    state = record(FIELDS, seed, shard)
    fill(state, rules, chart)
    one, stake = state[0], bets[MAIN]
    for came_to, net in nets(rules, stake).items():
        one.pays[came_to] = net
    state["super_pays"] = super_cents(stake, rules)
    play_rounds.jit(state, rounds)
    return dealt(rules, stake, one, rounds)


def nets(rules: TableRules, stake: int) -> dict[int, int]:
    """What a wager nets by what it comes to."""
    prices = rules.schedule(MAIN).prices
    found = {LOST: -stake, HALF: -(stake // 2), BLACKJACK: prices["blackjack"].wins(stake)}
    rows = {PAID + at: prices[row].wins(stake) for at, row in enumerate(BONUS_21_ROWS)}
    return found | rows


def dealt(rules: TableRules, stake: int, one: Any, rounds: int) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, pays = Dealt({name: Sums() for name in WAGERS}), nets(rules, stake)
    take_cells(found, one.cells, CODES, pays, WAGERS[:SUPER], stake, (MAIN,))
    if times := int(one.cells[SUPER * CODES + PAID]):
        found.wagers[WAGERS[SUPER]].take(super_cents(stake, rules), 0, 0, times)
    return closed(found, one, rounds, stake)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
