"""Sic bo counted a second time: all 216 rolls by the words of the text, without the round."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount
from houseway.rulebook.table_rules import TableRules, base_of

Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is, and the row that it is paid for."""
    base, _, spot = result.wager.partition("@")
    spot = spot or next(iter(rules.wagers[base].spots), "")  # all of them are alike
    pays = {row: price.odds for row, price in rules.schedule(base_of(base)).prices.items()}
    found: dict[tuple[Fraction, tuple[str, ...]], Fraction] = defaultdict(Fraction)
    for roll in product(range(1, 7), repeat=3):
        row = _row(base, spot, Counter(map(str, roll)), sum(roll), bool(rules.rule("two_in_three")))
        end = (pays[row], (row,)) if row else (Fraction(-1), ())
        found[end] += Fraction(1, 216)
    return dict(found)


def _row(base: str, spot: str, shown: Counter[str], total: int, two_in_three: bool) -> str:
    """The row that a roll wins, by how often each face shows."""
    same = 3 in shown.values()
    wins = {
        "three_of_a_kind": shown[spot] == 3,
        "two_of_a_kind": shown[spot] == 2 or (two_in_three and shown[spot] == 3),
        "any_three_of_a_kind": same,
        "combination": all(shown[number] for number in spot.split("-")),
        "small": 3 < total < 11 and not same,
        "big": 10 < total < 18 and not same,
    }
    if base == "total":
        return f"total_{spot}" if str(total) == spot else ""
    if base == "one_of_a_kind":
        return ("", "one", "two", "three")[shown[spot]]
    return "win" if wins[base] else ""


RECOUNT = Recount(
    plain_count=plain_count,
)
