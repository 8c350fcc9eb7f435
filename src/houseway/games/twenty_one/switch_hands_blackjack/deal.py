"""Switch hands blackjack dealt by the million: a table's rules, a chart and when to switch put into
the kernel.

One seat plays by a chart and switches as the chart for that says, or never. Insurance is for the
referee, as ``why_not`` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Sums
from houseway.games.twenty_one.attack_deal import fill
from houseway.games.twenty_one.attack_kernel import NETS
from houseway.games.twenty_one.boxes import MAIN
from houseway.games.twenty_one.dealt import take_cells, totaled
from houseway.games.twenty_one.hand import contest_at
from houseway.games.twenty_one.plan import plans
from houseway.games.twenty_one.switch_hands_blackjack.ante import ANTE, ante_fee
from houseway.games.twenty_one.switch_hands_blackjack.kernel import (
    BLACKJACK,
    CODES,
    COLORED,
    FIELDS,
    TIED,
    VALUES,
    WAGERS,
    play_rounds,
)
from houseway.games.twenty_one.switch_hands_blackjack.odds import Known, known_at, pair
from houseway.games.twenty_one.switch_hands_blackjack.strategy import switch_chart
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = "switch-hands-blackjack"
BEST, NEVER = "best", "never"
POLICIES = {
    name: {"chart": plan["chart"], "switch": BEST if name == "optimal" else NEVER}
    for name, plan in plans(GAME).items()
}
POLICIES["never_switch"] = {"chart": "optimal", "switch": NEVER}
NOT_DEALT = (("may_reshuffle", (True,)), ("shuffle_method", ("bart_carter", "house")))


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    title = rules.book.title
    if set(bets) != {MAIN}:
        return f"{title} is dealt natively with the main wager alone"
    for option, refused in NOT_DEALT:
        if (chosen := rules.options.get(option)) in refused:
            return f"{title} is not dealt natively with {option} {str(chosen).lower()}"
    return ""


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
    switch: str = BEST,
) -> Dealt:
    """So many rounds of one seat, from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    if switch not in (BEST, NEVER):
        raise Refused(f"hands are switched {BEST} or {NEVER}, not {switch!r}")
    if bets[MAIN] % rules.step_of(MAIN):
        raise Refused("the main wager is in steps that the law sets", rules.wager(MAIN).cite)
    state, known = record(FIELDS, seed, shard), known_at(rules)
    fill(state, rules, chart)
    contest = contest_at(rules)
    state["ties"], state["ties_21"] = contest.two_card_21_ties, contest.blackjack_ties_21
    one = state[0]
    one.nets[:] = nets_of(known)
    if switch == BEST:
        one.switch[:] = switches(known)
    play_rounds.jit(state, rounds)
    return dealt(rules, bets[MAIN], one, rounds)


def nets_of(known: Known) -> list[int]:
    """What a wager nets by what it comes to, in halves."""
    found = [*NETS, *[0] * (CODES - len(NETS))]
    pays = known.pays
    for at, price in ((BLACKJACK, pays.blackjack), (COLORED, pays.colored), (TIED, pays.both)):
        if (halves := 2 * price).denominator != 1:
            raise Refused("prices that are not in halves are not dealt natively")
        found[at] = int(halves)
    return found


def switches(known: Known) -> list[int]:
    """Whether to switch, by the dealer's card and the open pair."""
    chart, every = switch_chart(known), range(VALUES)
    return [
        int(chart.switches((up,), pair(one, other)))
        for up in every
        for one in every
        for other in every
    ]


def dealt(rules: TableRules, stake: int, one: Any, rounds: int) -> Dealt:
    """What a record's rounds came to, in cents."""
    half, fee = stake // 2, ante_fee(stake, rules)
    assert fee < half  # who wins half a wager has won, who pushes has lost
    found = Dealt({name: Sums() for name in (*WAGERS, ANTE) if name in (*rules.wagers, ANTE)})
    nets = [int(net) * half for net in one.nets]
    take_cells(found, one.cells, CODES, nets, WAGERS, stake, (MAIN,))
    found.wagers[ANTE].take(-fee, 0, 0, rounds)
    net, squares, won = int(one.net) * half, int(one.squares) * half * half, int(one.won)
    return totaled(
        found, rounds, (won, rounds - won), stake,
        net - fee * rounds, squares - 2 * fee * net + fee * fee * rounds,
    )  # fmt: skip


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
