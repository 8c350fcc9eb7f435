"""Colorado hold 'em poker counted a second time.

Every hand of five cards in plain arithmetic, without the round, the solver or its tables: a board
that goes with two kept cards and does not hold the discard is a hand that holds the two, less one
that holds all three. And small decks through the referee, with every decision tried.
"""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount, SmallTable
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]
WAGERS = ("main", "ante", "bet", "bonus")
REQUIRED = {"shuffler": "automated", "dealing": "automated_shoe"}
PERMISSIBLE = {**REQUIRED, "version": "permissible", "main": "permissible"}
BETS = {"ante": 1000, "bonus": 100}
SMALL = (
    SmallTable("QKA", "cd", BETS, WAGERS, REQUIRED, alike=True),
    SmallTable("9TA", "cd", BETS, WAGERS, PERMISSIBLE, alike=True),
    SmallTable("9TKA", "cd", BETS, WAGERS, REQUIRED, alike=True, slow=True),
    SmallTable("8TKA", "cd", BETS, WAGERS, PERMISSIBLE, alike=True, slow=True),
)
CARDS, KEPT, OWN = 52, 2, 3
BOARDS = comb(49, 3)


def counts_by(size: int, rows: "NDArray[Any]", kinds: int) -> "NDArray[Any]":
    """For every set of so many cards, how many hands of each row hold it."""
    import numpy as np

    from houseway.games.against_table.plain_hands import every_hand, numbers

    cards = every_hand().cards
    found = np.zeros(comb(CARDS, size) * kinds, np.int64)
    for places in combinations(range(5), size):
        held = numbers(cards[:, list(places)]) * kinds + rows
        found += np.bincount(held, minlength=len(found))
    return found.reshape(-1, kinds)


@lru_cache(maxsize=4)
def after_discard(least_win: str, least_push: str) -> "list[NDArray[Any]]":
    """For every three cards and each of them that is discarded: how many boards make each row."""
    import numpy as np

    from houseway.games.against_table.plain_hands import (
        ROWS,
        every_hand,
        numbers,
        rows_of,
        sets_of,
    )

    hands = every_hand()
    rows = rows_of(hands.kind, hands.paired, least_win, least_push)
    twos, threes = (counts_by(size, rows, len(ROWS)) for size in (KEPT, OWN))
    own = sets_of(OWN)
    whole = threes[numbers(own)]
    return [twos[numbers(np.delete(own, away, axis=1))] - whole for away in range(OWN)]


def instants() -> "NDArray[Any]":
    """Which three cards are a straight flush (1) or three of a kind (2) by themselves."""
    import numpy as np

    from houseway.games.against_table.plain_hands import RANKS, sets_of

    own = sets_of(OWN)
    ranks, suits = np.sort(own % RANKS, axis=1), own // RANKS
    same = (ranks == ranks[:, :1]).all(axis=1)
    flush = (suits == suits[:, :1]).all(axis=1)
    row = (ranks[:, 1] == ranks[:, 0] + 1) & (ranks[:, 2] == ranks[:, 1] + 1)
    wheel = (ranks == np.array([0, 1, 12], ranks.dtype)).all(axis=1)
    return np.where(same, 2, np.where(flush & (row | wheel), 1, 0))


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is, and the row that it is paid for, when each three cards are
    played as is best for ante and bet."""
    import numpy as np

    from houseway.games.against_table.plain_hands import ROWS

    main, names = rules.schedule("ante").prices, ["", "instant_straight_flush", "instant_three"]
    nets = [main[row].odds if row in main else Fraction(-1) for row in ROWS]
    unit = lcm(*(net.denominator for net in nets))
    found = after_discard(rules.rule("least_win"), rules.rule("least_push"))
    worth = np.stack([one @ np.array([int(net * unit) for net in nets]) for one in found], axis=1)
    best, away = worth.max(axis=1), worth.argmax(axis=1)
    folds_allowed = rules.rule("without_bet") == "fold"
    instant = instants()
    paid = np.array([-2, *(int(main[name].odds * unit) for name in names[1:])])[instant]
    without = np.full(len(best), -unit * BOARDS) if folds_allowed else best
    bets = best * 2 > without
    declares = (instant > 0) & (paid * BOARDS > np.maximum(without, 2 * best))
    plays = ~declares & (bets | (not folds_allowed))

    listed = rules.schedule(result.wager).prices if result.wager != "main" else {}
    if result.wager == "bonus":
        least = rules.rule("bonus_least")
        found = after_discard(least, least)
    seen: Seen = defaultdict(Fraction)
    deals = len(best) * BOARDS

    def add(net: Fraction, row: str, count: int) -> None:
        if count:
            named = (row,) if net > 0 and result.wager != "main" else ()
            seen[net, named] += Fraction(count, deals)

    def net_of(row: str, bet: bool) -> Fraction:
        if result.wager == "bonus":
            return listed[row].odds if row in listed else Fraction(-1)
        net = main[row].odds if row in main else Fraction(-1)
        return net * {"main": 1 + bet, "ante": 1, "bet": bet}[result.wager]

    for kind in (1, 2):
        count = int((declares & (instant == kind)).sum()) * BOARDS
        add(net_of(names[kind], False), names[kind], count)
    folded = int((~declares & ~plays).sum()) * BOARDS
    add(net_of("", False), "", folded)
    for bet in (False, True):
        chosen = plays & (bets == bet)
        for discard in range(OWN):
            ways = found[discard][chosen & (away == discard)].sum(axis=0).tolist()
            for row, count in zip(ROWS, ways, strict=True):
                add(net_of(row, bet), row, count)
    return seen


RECOUNT = Recount(
    plain_count=plain_count,
    small=SMALL,
)
