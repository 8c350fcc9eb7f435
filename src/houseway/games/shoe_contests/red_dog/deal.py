"""Red dog dealt by the million: the kernel counts spreads and third cards, money comes after."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import INDEX, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.policy import read_span
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.games.shoe_contests import one_burn_deal as shoe
from houseway.games.shoe_contests.red_dog.game import ORIGINAL, RAISE, TRIPS
from houseway.games.shoe_contests.red_dog.hand import CONSECUTIVE, PAIR, is_between, spread_of
from houseway.games.shoe_contests.red_dog.results import ODDS
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

SPREADS = 13  # a pair, consecutive cards and spreads from 1 to 11
BEST = "optimal"
NEVER = "none"
POLICIES = {
    BEST: {"raise_on": BEST},
    "raise_on_seven_or_more": {"raise_on": "7 or more"},
    "always_raise": {"raise_on": "1 or more"},
    "never_raise": {"raise_on": NEVER},
}
prepare, finish = shoe.prepare, shoe.finish


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds, counted by the spread and by whether the third card wins."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        first, second = draw(s), draw(s)
        spread, won = spread_of(first, second), 0
        if spread == PAIR:
            won = 1 if draw(s) == first else 0
        elif spread != CONSECUTIVE:
            won = 1 if is_between(draw(s), first, second) else 0
        s.cells[INDEX((spread + 1) * 2 + won)] += 1
        finish(s)


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return shoe.why_not(rules)


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    raise_on: str = BEST,
) -> Dealt:
    """So many rounds from a new shoe, with the chance of that seed and shard; spreads that are
    raised on are written as numbers, or left to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    state = shoe.table([("cells", "i8", (SPREADS * 2,))], rules, seed, shard)
    play_rounds.jit(state, rounds)
    return dealt(rules, bets, state[0], raised_on(rules, raise_on))


def warm() -> None:
    """Compile the kernel."""
    rules = TableRules(game("red-dog").rulebook())
    simulate_shard(rules, {ORIGINAL: 1000}, 0, 0, 0, raise_on=NEVER)


def raised_on(rules: TableRules, text: str) -> frozenset[int]:
    """The spreads that are raised on."""
    if text == BEST:
        return frozenset(one.facts[0] for one in ODDS.classes(rules) if one.best == RAISE)
    if text == NEVER:
        return frozenset()
    span = read_span(text)
    return frozenset(spread for spread in range(1, SPREADS - 1) if spread in span)


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any, raised: frozenset[int]) -> Dealt:
    """What a record's rounds came to, in cents."""
    found = Dealt({name: Sums() for name in (ORIGINAL, RAISE)})
    main, chips = main_wagers(rules, bets), bets[ORIGINAL]
    for at in np.flatnonzero(one.cells):
        number, won = divmod(int(at), 2)
        spread = number - 1
        up = chips if spread in raised else 0
        moves = {
            ORIGINAL: Move(net_of(rules, ORIGINAL, spread, bool(won), chips), chips, chips),
            RAISE: Move(net_of(rules, RAISE, spread, bool(won), up), up),
        }
        found.take(moves, main, times=int(one.cells[at]))
    return found


def net_of(rules: TableRules, wager: str, spread: int, won: bool, chips: int) -> int:
    """What a wager nets."""
    if not chips or (spread <= CONSECUTIVE and not won):
        return 0  # not made, or a tie hand
    row = TRIPS if spread == PAIR else rules.rule("spread_rows")[spread - 1]
    return rules.schedule(wager).prices[row].wins(chips) if won else -chips


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
