"""Double down stud counted a second time.

Every deal of the real deck in plain arithmetic, without the round, the solver or its tables; and
small decks through the referee, with every decision tried.
"""

from collections import defaultdict
from fractions import Fraction
from math import lcm

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount, SmallTable
from houseway.rulebook.table_rules import TableRules

Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]
WAGERS = ("main", "original", "double_down")
LOADED = {"shuffler": "loads_shoe"}
SMALL = (
    SmallTable("6TKA", "cd", {"original": 1000}, WAGERS, LOADED, alike=True),
    SmallTable("5TJKA", "cd", {"original": 1000}, WAGERS, LOADED, alike=True, slow=True),
)


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is, and the row that it is paid for: each of the five cards of
    every hand is once the hole card, and the other four decide whether the player doubles."""
    import numpy as np

    from houseway.games.against_table.plain_hands import ROWS, every_hand, numbers, rows_of

    listed = rules.schedule("original").prices
    nets = [listed[row].odds if row in listed else Fraction(-1) for row in ROWS]
    unit = lcm(*(net.denominator for net in nets))
    hands = every_hand()
    rows = rows_of(hands.kind, hands.paired, rules.rule("least_win"), rules.rule("least_push"))
    worth = np.array([int(net * unit) for net in nets], np.int64)[rows]
    fours = [numbers(np.delete(hands.cards, hole, axis=1)) for hole in range(5)]
    sums = np.zeros(270_725, np.int64)
    for four in fours:
        np.add.at(sums, four, worth)
    found: Seen = defaultdict(Fraction)
    deals = 5 * len(hands.cards)
    for four in fours:
        ways = np.bincount(rows * 2 + (sums[four] > 0), minlength=2 * len(ROWS))
        for at, count in enumerate(ways.tolist()):
            row, doubled = divmod(at, 2)
            times = {"main": 1 + doubled, "original": 1, "double_down": doubled}[result.wager]
            net = nets[row] * times
            paid = (ROWS[row],) if net > 0 and result.wager != "main" else ()
            if count:
                found[net, paid] += Fraction(count, deals)
    return found


RECOUNT = Recount(
    plain_count=plain_count,
    small=SMALL,
)
