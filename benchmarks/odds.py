"""Exact odds measured in calls of the eval7 library: how many evaluations a solution costs.

    python benchmarks/odds.py [--hands 500000] [--smoke]

Each game is solved with empty caches in this process, its kernels compiled before. Its cost is the
number of seven-card hands that eval7 evaluates in the same CPU time, measured in one run.
"""

import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import eval7

from houseway.counting import canonical
from houseway.games import game
from houseway.games.against_dealer import first_cards, fold_or_play_odds
from houseway.rulebook.table_rules import TableRules
from report import figure, options, progress, section, table

# For each game, the most evaluations that its solution may cost
GOALS = {"caribbean-stud-poker": 5_000_000, "three-card-poker": 5_000_000}


def forget() -> None:
    """Empty every memory of counts, so that a game is solved from nothing."""
    for remembered in (
        canonical.classes,
        first_cards.kinds,
        fold_or_play_odds._standing,
        fold_or_play_odds._main_game,
    ):
        remembered.cache_clear()


def solve(name: str) -> None:
    """Every wager of a game at its usual table, from nothing."""
    forget()
    found = game(name)
    found.odds.results(TableRules(found.rulebook("nj")))


def seconds(work: Callable[[], object], times: int) -> float:
    """The least processor time that something takes."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


@cache
def dealt(count: int) -> list[list[Any]]:
    """Hands of seven cards for eval7."""
    dice = random.Random(7)
    cards = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    return [dice.sample(cards, 7) for _ in range(count)]


def evaluate(count: int) -> None:
    """So many evaluations by eval7, one call each, as its interface demands."""
    for hand in dealt(count):
        eval7.evaluate(hand)


ABOUT = """\
Every wager of the usual table solved with empty caches, kernels compiled. The cost is told in
calls of eval7 that take the same CPU time ({rate:,.0f} calls per second in this run)."""


def main() -> None:
    """Measure the games that have a goal."""
    parser = options(__doc__)
    parser.add_argument("--hands", type=int, default=500_000, help="hands for eval7 to evaluate")
    given = parser.parse_args()
    hands, times = (5_000, 1) if given.smoke else (given.hands, 3)
    dealt(hands)
    one = seconds(lambda: evaluate(hands), times) / hands
    rows = []
    for name, goal in GOALS.items():
        if not given.smoke:
            solve(name)  # compiles
        taken = seconds(lambda: solve(name), times)  # noqa: B023
        cost = taken / one
        progress(f"{name}: {figure(cost / goal)} of the target")
        rows.append([name, f"{taken:.2f}", f"{cost:,.0f}", f"{goal:,}", figure(cost / goal)])
    head = ["game", "CPU s", "calls of eval7", "target, at most", "ratio"]
    section("Exact odds", ABOUT.format(rate=1 / one), table(head, rows))


if __name__ == "__main__":
    main()
