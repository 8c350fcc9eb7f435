"""Red dog counted a second time: three cards from the shoe in plain arithmetic.

The first count is the round's own. This one knows neither the round nor the oracle: values from two
to fourteen, so many of each, and what the text says of three of them.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount
from houseway.rulebook.table_rules import TableRules

LINES = {1: "spread_1", 2: "spread_2", 3: "spread_3"}  # all others are one line
Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is, and the row that it is paid for."""
    pays = {name: price.odds for name, price in rules.schedule("original").prices.items()}
    each = 4 * int(rules.options["decks"])
    whole = 13 * each
    found: dict[tuple[Fraction, tuple[str, ...]], Fraction] = defaultdict(Fraction)
    for first, second, third in product(range(2, 15), repeat=3):
        ways = each * (each - (second == first)) * (each - (third == first) - (third == second))
        low, high = min(first, second), max(first, second)
        gap = high - low - 1
        line = LINES.get(gap, "spread_4_up")
        # Raised where the cards that win, times what they pay, outweigh those that lose
        wins = gap * each
        raised = gap > 0 and wins * pays[line] > whole - 2 - wins
        if gap < 0:
            net, row = (pays["three_of_a_kind"], "three_of_a_kind") if third == low else (0, "")
        elif gap == 0:
            net, row = 0, ""
        else:
            net, row = (pays[line], line) if low < third < high else (-1, "")
        rows = (row,) if row else ()
        if result.wager == "raise":
            net, rows = (net, rows) if raised else (0, ())
        elif result.wager == "main":
            net, rows = net * (2 if raised else 1), ()
        found[Fraction(net), rows] += ways
    cards = whole * (whole - 1) * (whole - 2)
    return {end: ways / cards for end, ways in found.items() if ways}


RECOUNT = Recount(
    plain_count=plain_count,
)
