"""The exact odds of flop poker against the paytable: every class of three cards, every board.

Money is in antes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import mask
from houseway.games.against_table.flop_poker.game import ANTE, BET, FLOP, SURRENDER
from houseway.games.against_table.flop_poker.hand import three_card_row
from houseway.games.against_table.held import class_numbers, classes
from houseway.games.against_table.played import Bet, End, Played
from houseway.games.authoring.pair_rows import HIGH_PAIR, KINDS, row_of_kind
from houseway.hands.poker import CATEGORIES, PAIR

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]

OWN = 3
OPTIONS = (SURRENDER, BET)


ROWS = (HIGH_PAIR, *CATEGORIES[PAIR + 1 :])  # that are paid


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: what the ante nets, what the flop nets by row, the least pair
    that wins, and the most that both may win together."""

    ante: Fraction
    flop: tuple[tuple[str, Fraction], ...]
    least_win: int
    cap: Fraction | None = None

    def row(self, kind: int) -> str:
        """The row of a kind of hand, or nothing if it loses."""
        row = row_of_kind(kind, self.least_win, self.least_win)
        return row if row in ROWS else ""

    def end(self, does: str, row: str) -> End:
        """What ante and flop come to; a limit is used up by the ante first."""
        if does == SURRENDER:
            ante, flop = Fraction(-1), Fraction(0)
        elif not row:
            ante = flop = Fraction(-1)
        else:
            ante, flop = self.ante, dict(self.flop)[row]
            if self.cap is not None:
                ante = min(ante, self.cap)
                flop = min(flop, self.cap - ante)
        bet = Fraction(1 if does == BET else 0)
        decided = "surrendered" if does == SURRENDER else "bet"
        return End(decided, row, (Bet(ANTE, ante, Fraction(1)), Bet(FLOP, flop, bet)))


class MainGame:
    """Ante and flop on one deck at given prices."""

    def __init__(self, prices: Prices, cards: tuple[int, ...]) -> None:
        from houseway.games.against_table import community

        self.prices, self.cards = prices, cards
        self.classes = classes(cards, OWN)
        self.hits = community.using_three(cards)
        self.boards = community.boards(cards)
        worth = [prices.end(BET, prices.row(kind)).net for kind in range(len(KINDS))]
        self.scale = lcm(*(one.denominator for one in worth))
        self._pays = [int(one * self.scale) for one in worth]

    @property
    def deals(self) -> int:
        """All deals: a player's cards and the board."""
        return sum(one.ways for one in self.classes) * self.boards

    @cached_property
    def sums(self) -> Ints:
        """For each class and option the sum of what it comes to over all boards."""
        import numpy as np

        bet = self.hits @ np.array(self._pays, np.int64)
        give_up = np.full(len(bet), -self.scale * self.boards)
        return np.stack([give_up, bet], axis=1)

    @cached_property
    def plan(self) -> Choices:
        """Whether it is best to bet with each class; what is worth the same is surrendered."""
        import numpy as np

        best: Choices = self.sums.argmax(axis=1).astype(np.uint8)
        return best

    @cached_property
    def optimal(self) -> Played:
        """What becomes of all deals under the best play."""
        return self.follow(self.plan, "optimal")

    def follow(self, plan: Choices, name: str) -> Played:
        """What becomes of all deals when each class is decided so."""
        ends: dict[End, int] = {}
        for n, option in enumerate(plan.tolist()):
            for kind, count in enumerate(self.hits[n].tolist()):
                if count:
                    row = self.prices.row(kind) if option else ""
                    end = self.prices.end(OPTIONS[option], row)
                    ends[end] = ends.get(end, 0) + self.classes[n].ways * count
        return Played(name, ends, ANTE)

    def worth(self, hand: Sequence[int]) -> dict[str, Fraction]:
        """What a round is worth with these three cards by what is decided, in antes."""
        place = {card: at for at, card in enumerate(self.cards)}
        chosen = sorted(place[card] for card in hand)
        number = sum(comb(at, i + 1) for i, at in enumerate(chosen))
        sums = self.sums[class_numbers(self.cards, OWN)[number]].tolist()
        unit = self.boards * self.scale
        return {name: Fraction(one, unit) for name, one in zip(OPTIONS, sums, strict=True)}


@lru_cache(maxsize=8)
def main_game(prices: Prices, cards: tuple[int, ...]) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    return MainGame(prices, cards)


@lru_cache(maxsize=4)
def three_card_counts(cards: tuple[int, ...]) -> dict[str, int]:
    """How many hands of three cards answer to each row of the bonus."""
    found: dict[str, int] = {}
    for hand in combinations(cards, OWN):
        row = three_card_row(mask(hand))
        found[row] = found.get(row, 0) + 1
    return found


def bonus(wager: str, counts: Mapping[str, int], nets: Mapping[str, Fraction]) -> OutcomeTable:
    """A wager on three cards."""
    found: dict[tuple[str, Fraction], int] = {}
    for row, count in counts.items():
        key = (row, nets[row]) if row in nets else ("lose", Fraction(-1))
        found[key] = found.get(key, 0) + count
    outcomes = [Outcome(label, net, count) for (label, net), count in found.items()]
    outcomes.sort(key=lambda one: (-one.net, one.label))
    return OutcomeTable(wager, sum(counts.values()), tuple(outcomes))
