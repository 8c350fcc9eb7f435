"""The exact odds of Colorado hold 'em poker: every class of cards, every discard, every board.

An *option* is what is decided with three cards: fold or declare, or bet or check together with the
card that is discarded. Money is in antes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import mask
from houseway.games.against_table.colorado_hold_em_poker.game import (
    ANTE,
    BET,
    CHECK,
    DECLARE,
    FOLD,
)
from houseway.games.against_table.colorado_hold_em_poker.hand import INSTANT, instant
from houseway.games.against_table.held import classes
from houseway.games.against_table.played import Bet, End, Played
from houseway.games.authoring.pair_rows import KINDS, row_of_kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

OWN = 3
Option = tuple[str, int]  # what is done, and which card is discarded; none where none is
NONE = -1
NEVER = -(2**60)  # what an option is worth that is not offered


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: whether one may fold or check, what a wager nets by row, the
    least pairs that win and push, and the most that ante and bet may win together."""

    otherwise: str
    nets: Mapping[str, Fraction]
    least_win: int
    least_push: int
    cap: Fraction | None = None

    def __hash__(self) -> int:
        """By everything that it holds."""
        nets = tuple(sorted(self.nets.items()))
        return hash((self.otherwise, nets, self.least_win, self.least_push, self.cap))

    @property
    def options(self) -> tuple[Option, ...]:
        """Everything that may be decided, the cheapest first."""
        first = ((FOLD, NONE),) if self.otherwise == FOLD else _with_discards(CHECK)
        return (*first, *_with_discards(BET), (DECLARE, NONE))

    def row(self, kind: int) -> str:
        """The row of a kind of hand."""
        return row_of_kind(kind, self.least_win, self.least_push)

    def end(self, does: str, row: str) -> End:
        """What ante and bet come to; a limit is shared by what each is due, which is alike."""
        bet = Fraction(1 if does == BET else 0)
        net = Fraction(-1) if does == FOLD else self.nets.get(row, Fraction(-1))
        if self.cap is not None and net * (1 + bet) > self.cap:
            net = self.cap / (1 + bet)
        decided = {FOLD: "folded", DECLARE: "declared", BET: "bet", CHECK: "no bet"}[does]
        return End(decided, row, (Bet(ANTE, net, Fraction(1)), Bet(BET, net * bet, bet)))


def _with_discards(does: str) -> tuple[Option, ...]:
    return tuple((does, away) for away in range(OWN))


class MainGame:
    """Ante and bet on one deck at given prices."""

    def __init__(self, prices: Prices, cards: tuple[int, ...]) -> None:
        from houseway.games.against_table import community

        self.prices, self.cards = prices, cards
        self.classes = classes(cards, OWN)
        self.hits = community.keeping_two(cards)
        self.boards = community.boards(cards)
        self.instants = [instant(mask(one.example)) for one in self.classes]
        worth = {does: [prices.end(does, prices.row(k)).net for k in range(len(KINDS))]
                 for does in (CHECK, BET)}  # fmt: skip
        declared = [prices.end(DECLARE, row).net for row in INSTANT]
        every = [*(one for found in worth.values() for one in found), *declared]
        self.scale = lcm(*(one.denominator for one in every))
        self._pays = {
            does: [int(one * self.scale) for one in found] for does, found in worth.items()
        }
        self._declared = [int(one * self.scale) for one in declared]

    @property
    def deals(self) -> int:
        """All deals: a player's cards and the board."""
        return sum(one.ways for one in self.classes) * self.boards

    @cached_property
    def sums(self) -> Ints:
        """For each class and option the sum of what it comes to over all boards."""
        return self._sums(self.hits, self.instants)

    def _sums(self, hits: Ints, instants: Sequence[int]) -> Ints:
        import numpy as np

        found = np.full((len(hits), len(self.prices.options)), NEVER, np.int64)
        for at, (does, away) in enumerate(self.prices.options):
            if does == FOLD:
                found[:, at] = -self.scale * self.boards
            elif does == DECLARE:
                for n, kind in enumerate(instants):
                    if kind:
                        found[n, at] = self._declared[kind] * self.boards
            else:
                found[:, at] = hits[:, away] @ np.array(self._pays[does], np.int64)
        return found

    @cached_property
    def plan(self) -> list[int]:
        """The best option for each class; of equal ones the cheapest."""
        best: list[int] = self.sums.argmax(axis=1).tolist()
        return best

    @cached_property
    def optimal(self) -> Played:
        """What becomes of all deals under the best play."""
        return self.follow(self.plan, "optimal")

    def follow(self, plan: Sequence[int], name: str) -> Played:
        """What becomes of all deals when each class is decided so."""
        ends: dict[End, int] = {}

        def add(does: str, row: str, count: int) -> None:
            end = self.prices.end(does, row)
            ends[end] = ends.get(end, 0) + count

        self._each(plan, add)
        return Played(name, ends, ANTE)

    def _each(self, plan: Sequence[int], add: Callable[[str, str, int], None]) -> None:
        """Every end of every class: what was done, the row of the hand, and how many deals."""
        for n, option in enumerate(plan):
            (does, away), ways = self.prices.options[option], self.classes[n].ways
            if does == FOLD:
                add(does, "", ways * self.boards)
            elif does == DECLARE:
                add(does, INSTANT[self.instants[n]], ways * self.boards)
            else:
                for kind, count in enumerate(self.hits[n, away].tolist()):
                    if count:
                        add(does, self.prices.row(kind), ways * count)

    def worth(self, hand: Sequence[int]) -> dict[Option, Fraction]:
        """What a round is worth with these three cards by what is decided, in antes."""
        import numpy as np

        from houseway.games.against_table import community

        own = np.array([hand], np.uint8)
        hits = np.zeros((1, OWN, len(KINDS)), np.int64)
        community.count_keeping_two.jit(
            np.array(self.cards, np.uint8), own, community.kinds(), hits
        )
        sums = self._sums(hits, [instant(mask(hand))])[0].tolist()
        return {
            option: Fraction(one, self.boards * self.scale)
            for option, one in zip(self.prices.options, sums, strict=True)
            if one != NEVER
        }

    def bonus(self, plan: Sequence[int], nets: Mapping[str, Fraction], least: int) -> OutcomeTable:
        """The bonus wager of a player who decides so: lost with a fold, else by its own table."""
        found: dict[tuple[str, Fraction], int] = {}
        for n, option in enumerate(plan):
            (does, away), ways = self.prices.options[option], self.classes[n].ways
            rows = {"": self.boards}
            if does == DECLARE:
                rows = {INSTANT[self.instants[n]]: self.boards}
            elif does != FOLD:
                rows = {}
                for kind, count in enumerate(self.hits[n, away].tolist()):
                    row = row_of_kind(kind, least, least)
                    rows[row] = rows.get(row, 0) + count
            for row, count in rows.items():
                net = nets.get(row, Fraction(-1))
                label = row if net > 0 else "push" if net == 0 else "lose"
                found[label, net] = found.get((label, net), 0) + ways * count
        outcomes = [Outcome(label, net, count) for (label, net), count in found.items() if count]
        outcomes.sort(key=lambda one: (-one.net, one.label))
        return OutcomeTable("bonus", self.deals, tuple(outcomes))


@lru_cache(maxsize=8)
def main_game(prices: Prices, cards: tuple[int, ...]) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, cards)
