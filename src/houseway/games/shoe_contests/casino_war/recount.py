"""Casino war counted a second time: two cards from the shoe, and two more, in plain arithmetic.

The first count is the round's own. This one knows neither the round nor the oracle. Burned cards
change nothing, since nobody has seen them.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount
from houseway.rulebook.table_rules import TableRules

Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is when a tie goes to war, and the row that it is paid for."""
    each = 4 * int(rules.options["decks"])
    whole, ranks = 13 * each, range(13)
    found: dict[tuple[Fraction, tuple[str, ...]], Fraction] = defaultdict(Fraction)
    for first, second in product(ranks, repeat=2):
        chance = Fraction(each * (each - (first == second)), whole * (whole - 1))
        if first != second:
            won = 1 if first > second else -1
            if result.wager != "war_tie":
                net = {"tie": -1, "war": 0}.get(result.wager, won)
                found[Fraction(net), ()] += chance
            continue
        for third, fourth in product(ranks, repeat=2):
            left = each - 2 * (third == first)
            other = each - 2 * (fourth == first) - (fourth == third)
            share = chance * Fraction(left * other, (whole - 2) * (whole - 3))
            war, row = (
                (3, "equal") if third == fourth else (2, "higher") if third > fourth else (-1, "")
            )
            net, rows = {
                "main": (war - 1, ""),
                "initial": (-1, ""),
                "tie": (10, ""),
                "war": (war, row),
                "war_tie": (10 if third == fourth else -1, ""),
            }[result.wager]
            found[Fraction(net), (rows,) if rows else ()] += share
    made = sum(found.values())
    return {end: share / made for end, share in found.items()}


RECOUNT = Recount(
    plain_count=plain_count,
)
