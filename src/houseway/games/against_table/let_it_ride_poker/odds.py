"""The exact odds of let it ride poker.

Which row a hand answers to comes from ``hand.py``, which the referee uses too; what the rulebook
decides comes in as plain parameters. ``fold_back`` folds the values of bets 1 to 3 back
over the cards. Money is in bets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import mask
from houseway.games.against_table.let_it_ride_poker.hand import (
    HIGH_PAIR,
    five_card_row,
    three_card_rows,
)
from houseway.hands.poker import CATEGORIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_table.fold_back import Solver

    Plan = Sequence[NDArray[np.uint8]]

ROWS = (*CATEGORIES, HIGH_PAIR)
BETS = ("bet_1", "bet_2", "bet_3")
WITHDRAW, RIDE = "withdraw", "let_it_ride"  # as the referee names them
# Which of bets 1 and 2 ride, by the state in which a hand ends
ENDS = ((False, False), (False, True), (True, False), (True, True))
STEPS = (((0, 1),), ((0, 1), (2, 3)))  # withdraw or let ride; then the same again


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: what a bet nets by row, the least pair that wins, and the most
    that the bets of a hand may win together, paid in the order of ``order``."""

    nets: tuple[Fraction, ...]
    least_pair: int
    order: tuple[str, ...] = BETS
    cap: Fraction | None = None


def nets(prices: Prices, rides: tuple[bool, bool], row: str) -> dict[str, Fraction]:
    """What each bet nets; one that was withdrawn is left out."""
    riding = dict(zip(BETS, (*rides, True), strict=True))
    found: dict[str, Fraction] = {}
    paid = Fraction(0)
    for bet in prices.order:
        if not riding[bet]:
            continue
        net = prices.nets[ROWS.index(row)]
        if prices.cap is not None and net > 0:
            net = min(net, prices.cap - paid)
            paid += net
        found[bet] = net
    return found


class MainGame:
    """Bets 1 to 3 on one deck at given prices."""

    def __init__(self, prices: Prices, cards: Sequence[int]) -> None:
        from houseway.games.against_table.fold_back import Game, Solver
        from houseway.hands.lookup import STRENGTHS

        self.prices = prices
        worth = [[sum(nets(prices, end, row).values()) for row in ROWS] for end in ENDS]
        self.scale = lcm(*(Fraction(one).denominator for state in worth for one in state))
        pays = tuple(tuple(int(one * self.scale) for one in state) for state in worth)
        class_of = [ROWS.index(five_card_row(one, prices.least_pair)) for one in STRENGTHS.tolist()]
        self.solver: Solver = Solver(cards, class_of, Game(STEPS, pays))

    @cached_property
    def optimal(self) -> Solution:
        """The best choice everywhere; a bet that is worth nothing either way is withdrawn."""
        return self.follow(self.solver.plan, "optimal")

    def follow(self, plan: Plan, name: str) -> Solution:
        """What becomes of all deals when the player keeps to a plan."""
        tally = self.solver.tally(plan).tolist()
        deals = {
            (end, row): count
            for end, counts in zip(ENDS, tally, strict=True)
            for row, count in zip(ROWS, counts, strict=True)
        }
        return Solution(name, self.prices, deals, self.solver.deals)

    def cost(self, solution: Solution) -> Fraction:
        """What another way to play gives away against the best one, in bets."""
        return self.optimal.expectation - solution.expectation

    def worth(self, held: Sequence[int], first_rides: bool = False) -> dict[str, Fraction]:
        """What a round is worth by choice, in bets, with three cards in sight or with four."""
        state = int(first_rides) if len(held) == 4 else 0
        found = self.solver.worth(held, state)
        return dict(zip((WITHDRAW, RIDE), (one / self.scale for one in found), strict=True))


@lru_cache(maxsize=8)
def main_game(prices: Prices, cards: tuple[int, ...]) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, cards)


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play: deals by which of bets 1 and 2 ride and by
    the row of the hand."""

    strategy: str
    prices: Prices
    counts: Mapping[tuple[tuple[bool, bool], str], int]
    deals: int

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in bets."""
        return self.together.expectation

    def rides(self, bet: int) -> Fraction:
        """How often bet 1 or bet 2 is let ride."""
        riding = sum(count for (end, _), count in self.counts.items() if end[bet - 1])
        return Fraction(riding, self.deals)

    def _row(self, row: str) -> str:
        return row if self.prices.nets[ROWS.index(row)] > 0 else "lose"

    @cached_property
    def together(self) -> OutcomeTable:
        """Bets 1 to 3 together, in bets."""

        def label(end: tuple[bool, bool], row: str) -> str:
            return f"{1 + sum(end)} riding, {self._row(row)}"

        return self._table("bets 1 to 3", label, BETS, "bet", Fraction(3))

    def alone(self, bet: str) -> OutcomeTable:
        """One bet by itself."""

        def label(end: tuple[bool, bool], row: str) -> str:
            riding = dict(zip(BETS, (*end, True), strict=True))
            return self._row(row) if riding[bet] else "withdrawn"

        return self._table(bet, label, (bet,), "stake", Fraction(1))

    def _table(
        self,
        wager: str,
        label: Callable[[tuple[bool, bool], str], str],
        bets: tuple[str, ...],
        unit: str,
        stake: Fraction,
    ) -> OutcomeTable:
        found: dict[tuple[str, Fraction, Fraction], int] = {}
        for (end, row), count in self.counts.items():
            net = {bet: one for bet, one in nets(self.prices, end, row).items() if bet in bets}
            key = label(end, row), sum(net.values(), Fraction(0)), Fraction(len(net))
            found[key] = found.get(key, 0) + count
        outcomes = [Outcome(name, net, n, action) for (name, net, action), n in found.items() if n]
        outcomes.sort(key=lambda outcome: (-outcome.net, outcome.label))
        return OutcomeTable(wager, self.deals, tuple(outcomes), unit=unit, stake=stake)


# Wagers that no decision touches


@lru_cache(maxsize=8)
def five_card_counts(cards: tuple[int, ...], least_pair: int) -> dict[str, int]:
    """How many hands of five cards answer to each row."""
    from houseway.counting.poker_hands import count_by_strength

    found = dict.fromkeys(ROWS, 0)
    for one, count in count_by_strength(cards, 5).items():
        found[five_card_row(one, least_pair)] += count
    return found


@lru_cache(maxsize=8)
def three_card_counts(cards: tuple[int, ...], unlisted: str) -> dict[frozenset[str], int]:
    """How many hands of three cards answer to each set of rows."""
    found: dict[frozenset[str], int] = {}
    for hand in combinations(cards, 3):
        rows = frozenset(three_card_rows(mask(hand), unlisted))
        found[rows] = found.get(rows, 0) + 1
    return found


def bonus(
    wager: str,
    counts: Mapping[frozenset[str], int],
    net: Callable[[frozenset[str]], tuple[str, Fraction]],
) -> OutcomeTable:
    """A wager that pays by the rows a hand answers to: ``net`` names the outcome and what it comes
    to in stakes."""
    found: dict[tuple[str, Fraction], int] = {}
    for rows, count in counts.items():
        found[net(rows)] = found.get(net(rows), 0) + count
    outcomes = [Outcome(label, won, count) for (label, won), count in found.items()]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.label))
    return OutcomeTable(wager, sum(counts.values()), tuple(outcomes))
