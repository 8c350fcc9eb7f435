"""The exact odds of double down stud: what four cards of five are worth (``fold_back``).

A state is how much was added to the original wager, which is the unit of all money here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.games.against_table.double_down_stud.game import DOUBLE, ORIGINAL
from houseway.games.against_table.played import Bet, End, Played
from houseway.games.authoring.pair_rows import ROWS, row_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_table.fold_back import Solver

    Plan = Sequence[NDArray[np.uint8]]

FULL = (Fraction(0), Fraction(1))  # nothing is added, or as much as may be
SEEN = 4  # cards that a player sees who decides


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: what a wager nets by row, the least pairs that win and push, the
    amounts that are worth a thought (with no limit in sight none or all), and the most that both
    wagers of a hand may win."""

    nets: tuple[Fraction, ...]
    least_win: int
    least_push: int
    amounts: tuple[Fraction, ...] = FULL
    cap: Fraction | None = None

    def end(self, added: Fraction, row: str) -> End:
        """What both wagers come to; a limit is used up by the original one first."""
        net = self.nets[ROWS.index(row)]
        first, second = net, net * added
        if self.cap is not None and net > 0:
            first = min(first, self.cap)
            second = min(second, self.cap - first)
        return End(
            "" if not added else "doubled" if added == 1 else f"doubled by {added}",
            row,
            (Bet(ORIGINAL, first, Fraction(1)), Bet(DOUBLE, second, added)),
        )


class MainGame:
    """Both wagers on one deck at given prices."""

    def __init__(self, prices: Prices, cards: Sequence[int]) -> None:
        from houseway.games.against_table.fold_back import Game, Solver
        from houseway.hands.lookup import STRENGTHS

        self.prices = prices
        worth = [[prices.end(added, row).net for row in ROWS] for added in prices.amounts]
        self.scale = lcm(*(one.denominator for state in worth for one in state))
        pays = tuple(tuple(int(one * self.scale) for one in state) for state in worth)
        self.class_of = [
            ROWS.index(row_of(one, prices.least_win, prices.least_push))
            for one in STRENGTHS.tolist()
        ]
        options = (tuple(range(len(prices.amounts))),)
        self.solver: Solver = Solver(cards, self.class_of, Game((options,), pays))

    @cached_property
    def optimal(self) -> Played:
        """The best amount everywhere; what is worth nothing either way is not added."""
        return self.follow(self.solver.plan, "optimal")

    def follow(self, plan: Plan, name: str) -> Played:
        """What becomes of all deals when the player keeps to a plan."""
        tally = self.solver.tally(plan).tolist()
        ends = {
            self.prices.end(added, row): count
            for added, counts in zip(self.prices.amounts, tally, strict=True)
            for row, count in zip(ROWS, counts, strict=True)
            if count
        }
        return Played(name, ends, "original")

    def worth(self, seen: Sequence[int]) -> dict[Fraction, Fraction]:
        """What a round is worth by the amount that is added, with four cards in sight."""
        found = [one / self.scale for one in self.solver.worth(seen)]
        return dict(zip(self.prices.amounts, found, strict=True))


@lru_cache(maxsize=8)
def main_game(prices: Prices, cards: tuple[int, ...]) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, cards)
