"""The exact odds of Mississippi stud: every street folded back over the cards (``fold_back``).

A state is what has been bet on each street so far, in antes; nothing for a street is a fold there.
Money is in antes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.authoring.pair_rows import ROWS, row_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_table.fold_back import Options, Solver

    Plan = Sequence[NDArray[np.uint8]]

State = tuple[int, ...]  # what was bet on each street; 0 ends it
WAGERS = ("ante", "third_street", "fourth_street", "fifth_street")
FOLDED = "folded"


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: what a wager nets by row, the least pairs that win and push, the
    most that may be bet on a street, and the most that a hand may win."""

    nets: tuple[Fraction, ...]
    least_win: int
    least_push: int
    most: int = 3
    cap: Fraction | None = None

    def total(self, state: State, row: str) -> Fraction:
        """What a hand nets on all wagers."""
        staked = 1 + sum(state)
        if is_folded(state):
            return Fraction(-staked)
        won = staked * self.nets[ROWS.index(row)]
        return min(won, self.cap) if self.cap is not None else won


def is_folded(state: State) -> bool:
    """Whether a player has given up."""
    return 0 in state


def states(streets: int, most: int) -> list[State]:
    """Every state after so many streets, in the order of the solver."""
    found: list[State] = [()]
    for _ in range(streets):
        found = [
            next_one for one in found for next_one in _after(one, most)
        ]  # a fold stays as it is
    return found


def _after(state: State, most: int) -> list[State]:
    return [state] if is_folded(state) else [(*state, times) for times in range(most + 1)]


def steps(most: int) -> tuple[Options, ...]:
    """For each street and state the states that may follow it: fold first, then by amount."""
    found = []
    for street in range(3):
        after = {one: number for number, one in enumerate(states(street + 1, most))}
        found.append(
            tuple(
                tuple(after[next_one] for next_one in _after(one, most))
                for one in states(street, most)
            )
        )
    return tuple(found)


class MainGame:
    """All four wagers on one deck at given prices."""

    def __init__(self, prices: Prices, cards: Sequence[int]) -> None:
        from houseway.games.against_table.fold_back import Game, Solver
        from houseway.hands.lookup import STRENGTHS

        self.prices = prices
        self.ends = states(3, prices.most)
        worth = [[prices.total(end, row) for row in ROWS] for end in self.ends]
        self.scale = lcm(*(one.denominator for state in worth for one in state))
        pays = tuple(tuple(int(one * self.scale) for one in state) for state in worth)
        class_of = [
            ROWS.index(row_of(one, prices.least_win, prices.least_push))
            for one in STRENGTHS.tolist()
        ]
        self.solver: Solver = Solver(cards, class_of, Game(steps(prices.most), pays))

    @cached_property
    def optimal(self) -> Solution:
        """The best choice everywhere; of equal ones the cheapest."""
        return self.follow(self.solver.plan, "optimal")

    def follow(self, plan: Plan, name: str) -> Solution:
        """What becomes of all deals when the player keeps to a plan."""
        tally = self.solver.tally(plan).tolist()
        deals = {
            (end, row): count
            for end, counts in zip(self.ends, tally, strict=True)
            for row, count in zip(ROWS, counts, strict=True)
            if count
        }
        return Solution(name, self.prices, deals, self.solver.deals)

    def worth(self, held: Sequence[int], state: State) -> list[Fraction]:
        """What a round is worth in antes when the player folds, and when he bets 1, 2, 3 antes."""
        number = states(len(state), self.prices.most).index(state)
        return [one / self.scale for one in self.solver.worth(held, number)]

    def plan_of(self, choose: Callable[[Sequence[int]], int]) -> Plan:
        """A plan that looks at the cards alone: how many antes to bet, or none to fold."""
        import numpy as np

        from houseway.games.against_table.fold_back import next_set

        found = []
        for street in range(3):
            size = self.solver.game.first + street
            before = states(street, self.prices.most)
            sets = len(self.solver.plan[street])
            plan = np.zeros((sets, len(before)), np.uint8)
            live = [number for number, one in enumerate(before) if not is_folded(one)]
            chosen = np.arange(size)
            for number in range(sets):
                plan[number, live] = choose([self.solver.cards[at] for at in chosen])
                if number + 1 < sets:
                    next_set(chosen)
            found.append(plan)
        return found


@lru_cache(maxsize=4)
def main_game(prices: Prices, cards: tuple[int, ...]) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, cards)


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play, by what was bet and by the row."""

    strategy: str
    prices: Prices
    counts: Mapping[tuple[State, str], int]
    deals: int

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    def bets(self, street: int, times: int) -> Fraction:
        """Of all deals, the share in which so many antes are bet on a street; none is a fold."""
        found = sum(
            n for (end, _), n in self.counts.items() if len(end) > street and end[street] == times
        )
        return Fraction(found, self.deals)

    @cached_property
    def together(self) -> OutcomeTable:
        """All wagers together."""

        def ends(state: State, row: str) -> tuple[str, Fraction, Fraction]:
            staked = Fraction(1 + sum(state))
            if is_folded(state):
                return f"folded with {staked} bet", -staked, staked
            return f"{row}, {staked} bet", self.prices.total(state, row), staked

        return self._table("main", ends)

    def alone(self, wager: str) -> OutcomeTable:
        """One wager by itself, in antes; the limit of a hand, where it is reached, is shared."""
        at = WAGERS.index(wager)

        def ends(state: State, row: str) -> tuple[str, Fraction, Fraction]:
            bets = (1, *state)
            staked = Fraction(bets[at]) if at < len(bets) else Fraction(0)
            if not staked:
                return FOLDED, Fraction(0), Fraction(0)
            if is_folded(state):
                return FOLDED, -staked, staked
            share = staked / (1 + sum(state))
            return row, self.prices.total(state, row) * share, staked

        return self._table(wager, ends)

    def _table(
        self, name: str, ends: Callable[[State, str], tuple[str, Fraction, Fraction]]
    ) -> OutcomeTable:
        found: dict[tuple[str, Fraction, Fraction], int] = {}
        for (state, row), count in self.counts.items():
            end = ends(state, row)
            found[end] = found.get(end, 0) + count
        outcomes = [Outcome(label, net, n, action) for (label, net, action), n in found.items()]
        outcomes.sort(key=lambda one: (-one.net, one.action, one.label))
        return OutcomeTable(name, self.deals, tuple(outcomes), "ante")
