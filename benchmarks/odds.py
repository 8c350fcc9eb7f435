"""Exact odds measured against the eval7 library: how many of its evaluations a solution costs.

Each game is solved from nothing in this process, its code compiled before. Its cost is given as the
number of seven-card hands that eval7 evaluates in the same processor time, measured in one run;
what threads save on the clock is not counted.

    python benchmarks/odds.py [--hands 500000]
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import eval7

from houseway.games import game
from houseway.games.against_dealer import first_cards, fold_or_play_odds
from houseway.odds import canonical
from houseway.rulebook.table_rules import TableRules

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


def seconds(work: Callable[[], object], times: int = 3) -> float:
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=500_000, help="hands for eval7 to evaluate")
    hands = parser.parse_args().hands
    dealt(hands)
    one = seconds(lambda: evaluate(hands)) / hands
    print(f"eval7: {1 / one:,.0f} hands of seven cards a second")
    for name, goal in GOALS.items():
        solve(name)  # compiles
        taken = seconds(lambda: solve(name))  # noqa: B023
        cost = taken / one
        print(f"{name}: {taken:.2f} s, as {cost:,.0f} evaluations ({cost / goal:.2f} of the goal)")


if __name__ == "__main__":
    main()
