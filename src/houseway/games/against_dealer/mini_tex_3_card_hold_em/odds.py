"""The exact odds of mini-tex 3 card hold 'em.

Who wins what comes from ``hand.py``, which the referee uses too; what the rulebook decides comes in
as ``Prices``. ``streets`` counts. Money is in antes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.counting.canonical import Pack
from houseway.counting.prices import Pays, side_bet
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import (
    EQUAL,
    HIGHER,
    HIGHER_UNQUALIFIED,
    LOWER,
    pocket_rows,
)
from houseway.hands.kernel import kernel
from houseway.hands.poker import in_suit, ranks_of

if TYPE_CHECKING:
    from houseway.games.against_dealer.mini_tex_3_card_hold_em.streets import (
        Plan,
        Solver,
        Stakes,
        Tally,
    )
    from houseway.hands.poker import Ints

CONTEST = ("ante", "flop", "river", "play")
STREETS = CONTEST[1:]  # the wager with which one stays in on each of them
FOLD = "fold"


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: the antes that each wager is, the odds that it wins, and those of
    a winner that come back where the dealer does not qualify, which is below ``needed``."""

    times: tuple[Fraction, Fraction, Fraction, Fraction]
    odds: tuple[Fraction, Fraction, Fraction, Fraction]
    returned: tuple[str, ...]
    needed: int

    def nets(self, result: str) -> dict[str, Fraction]:
        """What each wager nets at the end."""
        found = {}
        for wager, times, odds in zip(CONTEST, self.times, self.odds, strict=True):
            back = result == EQUAL or (result == HIGHER_UNQUALIFIED and wager in self.returned)
            won = -times if result == LOWER else times * odds
            found[wager] = Fraction(0) if back else won
        return found

    def folded(self, street: int) -> dict[str, Fraction]:
        """What each wager that was made nets on a fold."""
        return {wager: -self.times[place] for place, wager in enumerate(CONTEST[: street + 1])}

    @property
    def scale(self) -> int:
        """Units to an ante, so that every net is whole."""
        ends = [self.nets(result) for result in (LOWER, HIGHER, HIGHER_UNQUALIFIED)]
        return lcm(*(net.denominator for end in ends for net in end.values()))

    def stakes(self) -> Stakes:
        """The same in whole units."""
        from houseway.games.against_dealer.mini_tex_3_card_hold_em.streets import Stakes

        def units(nets: dict[str, Fraction]) -> int:
            return int(sum(nets.values()) * self.scale)

        first, second, third = (units(self.folded(street)) for street in range(3))
        ends = (units(self.nets(result)) for result in (HIGHER, HIGHER_UNQUALIFIED, LOWER))
        return Stakes((first, second, third), *ends)


class MainGame:
    """Ante and the wagers of the streets on one deck at given prices."""

    def __init__(self, prices: Prices, pack: Pack, flop: int, river: int) -> None:
        from houseway.games.against_dealer.mini_tex_3_card_hold_em.streets import Solver, table_of

        self.prices = prices
        self.solver: Solver = Solver(table_of(pack, flop, river), prices.needed, prices.stakes())

    @cached_property
    def optimal(self) -> Solution:
        """The best choice everywhere; of equal ones the fold."""
        return self.follow(self.solver.best, "optimal")

    def follow(self, plan: Plan, name: str) -> Solution:
        """What becomes of all deals when the player keeps to a plan."""
        return Solution(name, self.prices, self.solver.tally(plan), self.solver.table.deals)

    def cost(self, solution: Solution) -> Fraction:
        """What another way to play gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    def worth(self, hole: Sequence[int], board: Sequence[int]) -> dict[str, Fraction]:
        """What each choice is worth with these cards, in antes, on the street that the board tells,
        when all that follows is played as well as can be."""
        solver, table = self.solver, self.solver.table
        numbers = [table.cards.index(card) for card in (*hole, *board)]
        own, street = table.hole_number[tuple(sorted(numbers[:2]))], 0
        bet, ways = int(solver.flop_bet[own]), solver.each_hole
        if board:
            street = 1 if len(board) < table.size else 2
            sets = table.flops if street == 1 else table.boards
            number, way = sets.of(numbers[2:])
            own = int(table.renamed_holes[way, own])
            bet = int((solver.river_bet if street == 1 else solver.showdown)[number, own])
            ways = table.opponents * (table.rivers if street == 1 else 1)
        fold = sum(self.prices.folded(street).values(), Fraction(0))
        return {STREETS[street]: Fraction(bet, ways * self.prices.scale), FOLD: fold}

    def best(self, hole: Sequence[int], board: Sequence[int]) -> str:
        """The best choice with these cards; of equal ones the fold."""
        stay, fold = self.worth(hole, board).items()
        return stay[0] if stay[1] > fold[1] else fold[0]


@lru_cache(maxsize=8)
def main_game(prices: Prices, pack: Pack, flop: int, river: int) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, pack, flop, river)


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play."""

    strategy: str
    prices: Prices
    tally: Tally
    deals: int

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @property
    def frequencies(self) -> dict[str, Fraction]:
        """How often the player folds on each street, and how often there is a showdown."""
        folds = {
            f"fold before the {wager}" if wager != "play" else "fold at last": count
            for wager, count in zip(STREETS, self.tally.folds, strict=True)
        }
        folds["showdown"] = self.deals - sum(self.tally.folds)
        return {name: Fraction(count, self.deals) for name, count in folds.items()}

    def _ends(self) -> Iterator[tuple[str, dict[str, Fraction], int]]:
        """Everything that can happen: its label, nets of the wagers that were made, and deals."""
        for street, count in enumerate(self.tally.folds):
            name = f"fold before the {STREETS[street]}" if street < 2 else "fold at last"
            yield name, self.prices.folded(street), count
        tally = self.tally
        yield "lose", self.prices.nets(LOWER), tally.lost
        yield "push", self.prices.nets(EQUAL), tally.tied
        unqualified = self.prices.nets(HIGHER_UNQUALIFIED)
        yield "win, dealer does not qualify", unqualified, tally.won_unqualified
        yield "win", self.prices.nets(HIGHER), tally.won

    @cached_property
    def together(self) -> OutcomeTable:
        """All wagers of the contest together, in antes."""
        times = dict(zip(CONTEST, self.prices.times, strict=True))
        outcomes = tuple(
            Outcome(
                label,
                sum(nets.values(), Fraction(0)),
                count,
                sum((times[wager] for wager in nets), Fraction(0)),
            )
            for label, nets, count in self._ends()
        )
        return OutcomeTable("ante and streets", self.deals, outcomes, unit="ante")

    def of(self, wager: str) -> OutcomeTable:
        """One wager by itself; where the player folds before it, it is not made."""
        times = self.prices.times[CONTEST.index(wager)]
        outcomes = tuple(
            Outcome(label, nets.get(wager, Fraction(0)) / times, count, Fraction(wager in nets))
            for label, nets, count in self._ends()
        )
        return OutcomeTable(wager, self.deals, outcomes)


# Pocket poker


@kernel
def hole_kinds(hands: Ints, found: Ints) -> None:
    """Fill in a number for each hole: its ranks, and whether they are of one suit."""
    for i in range(len(hands)):
        found[i] = 2 * ranks_of(hands[i]) + (1 if in_suit(hands[i]) else 0)


def rows_low(hole: int) -> set[str]:
    """The rows of pocket poker where ace and two are in a row."""
    return pocket_rows(hole, True)


def rows_high(hole: int) -> set[str]:
    """The rows of pocket poker where they are not."""
    return pocket_rows(hole, False)


def pocket_poker(pack: Pack, ace_low: bool, pays: Pays) -> OutcomeTable:
    """The wager on the player's own two cards."""
    patterns = kinds(pack, 2, hole_kinds, rows_low if ace_low else rows_high).patterns
    return side_bet("pocket_poker", patterns, pays)
