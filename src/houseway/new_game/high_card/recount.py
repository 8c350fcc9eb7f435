"""The recount of high card: two cards in plain arithmetic, without the round."""

from collections import defaultdict
from fractions import Fraction

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount
from houseway.rulebook.table_rules import TableRules

Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]


def plain_count(result: Result, rules: TableRules) -> Seen:
    """Return the probability of each net of a wager, and the row that pays it."""
    pays = rules.schedule("match").prices["same_rank"].odds
    found: dict[tuple[Fraction, tuple[str, ...]], Fraction] = defaultdict(Fraction)
    for mine in range(2, 15):
        folds = _worth(mine) < -1
        for theirs in range(2, 15):
            ways = Fraction(4 * (4 - (mine == theirs)), 52 * 51)
            ante, raised = (-1, 0) if folds else _nets(mine, theirs)
            nets = {"main": ante + raised, "ante": ante, "raise": raised}
            net = Fraction(nets.get(result.wager, pays if mine == theirs else -1))
            row = "same_rank" if result.wager == "match" and mine == theirs else ""
            row = "win" if result.wager in nets and result.wager != "main" and net > 0 else row
            found[net, (row,) if row else ()] += ways
    return dict(found)


def _nets(mine: int, theirs: int) -> tuple[int, int]:
    """Return what ante and raise win."""
    if theirs == 2:
        return 1, 0
    return (1, 1) if mine > theirs else (-1, -1)


def _worth(mine: int) -> Fraction:
    """Return the expected value of a raise."""
    left = {theirs: 4 - (mine == theirs) for theirs in range(2, 15)}
    return Fraction(sum(n * sum(_nets(mine, theirs)) for theirs, n in left.items()), 51)


RECOUNT = Recount(plain_count)
