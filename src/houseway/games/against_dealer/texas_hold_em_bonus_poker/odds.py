"""The exact odds of Texas hold 'em bonus poker.

Who wins what comes from ``hand.py`` and ``hands/poker.py``, which the referee uses too; what the
rulebook decides comes in as ``Prices``. ``streets`` counts. Money is in antes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from houseway.counting.prices import Pays, Rows, side_bet
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.against_dealer.higher_hand import EQUAL, HIGHER, LOWER
from houseway.games.against_dealer.texas_hold_em_bonus_poker.hand import bonus_rows, pays_ante
from houseway.hands.poker import CATEGORIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_dealer.board_kinds import Deck
    from houseway.games.against_dealer.streets import Plan, Streets

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]

CONTEST = ("ante", "flop", "turn", "river")
FLOP, FOLD, TURN, RIVER, CHECK = "flop", "fold", "turn", "river", "check"
ENDS = (HIGHER, EQUAL, LOWER)  # as ``streets`` counts them
BETS = ((False, False), (False, True), (True, False), (True, True))  # turn and river


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies: the antes that each wager is, the odds of a winning ante and of
    the other wagers, and the least hand with which an ante is paid."""

    times: tuple[Fraction, ...]
    ante: Fraction
    odds: Fraction
    paid_from: str

    def nets(self, bets: tuple[bool, bool], kind: int, end: str) -> dict[str, Fraction]:
        """What each wager nets, by what was bet on turn and river, category and end."""
        made = dict(zip(CONTEST, (True, True, *bets), strict=True))
        found = {}
        for wager, times in zip(CONTEST, self.times, strict=True):
            if not made[wager] or end == EQUAL:
                found[wager] = Fraction(0)
            elif end == LOWER:
                found[wager] = -times
            elif wager != "ante":
                found[wager] = times * self.odds
            else:
                paid = pays_ante(kind << 20, self.paid_from)
                found[wager] = times * self.ante if paid else Fraction(0)
        return found

    def at_risk(self, bets: tuple[bool, bool]) -> dict[str, Fraction]:
        """The antes on each wager."""
        made = (True, True, *bets)
        return {w: t * on for w, t, on in zip(CONTEST, self.times, made, strict=True)}

    @property
    def folded(self) -> Fraction:
        """What a fold costs."""
        return self.times[0]


class MainGame:
    """Ante, flop, turn and river on one deck at given prices."""

    def __init__(self, prices: Prices, deck: Deck) -> None:
        from houseway.games.against_dealer.streets import streets_of

        self.prices = prices
        self.streets: Streets = streets_of(deck, prices.odds.numerator, prices.odds.denominator)

    @cached_property
    def stays(self) -> list[Fraction]:
        """What a flop wager is worth to each hole, in antes."""
        unit = self.prices.odds.denominator
        _, _, turn, river = self.prices.times
        nets = [
            [sum(self.prices.nets((False, False), kind, end).values()) for end in ENDS]
            for kind in range(len(CATEGORIES))
        ]
        flat = [net for row in nets for net in row]
        later = zip(*(worth.tolist() for worth in self.streets.later), strict=True)
        found = []
        counts = self.streets.counts.reshape(len(self.streets.holes), -1).tolist()
        for row, (on_flop, on_turn) in zip(counts, later, strict=True):
            worth = sum((n * net for n, net in zip(row, flat, strict=True)), Fraction(0))
            worth += Fraction(on_flop, unit) * turn + Fraction(on_turn, unit) * river
            found.append(worth / self.streets.each)
        return found

    @cached_property
    def plan(self) -> Plan:
        """The best choice everywhere; of equals, to fold or to check."""
        import numpy as np

        before = np.array([worth > -self.prices.folded for worth in self.stays], np.uint8)
        return self.streets.best_later(before)

    @cached_property
    def optimal(self) -> Solution:
        """The best play."""
        return self.follow(self.plan, "optimal")

    def follow(self, plan: Plan, name: str) -> Solution:
        """What becomes of all deals when the player keeps to a plan."""
        tally = self.streets.tally(plan).tolist()
        counts = {
            (bets, kind, end): count
            for bets, by_kind in zip(BETS, tally, strict=True)
            for kind, by_end in enumerate(by_kind)
            for end, count in zip(ENDS, by_end, strict=True)
        }
        return Solution(name, self.prices, counts, self.streets.deals)

    def cost(self, solution: Solution) -> Fraction:
        """What another way to play gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    def worth(self, hole: Sequence[int], board: Sequence[int]) -> dict[str, Fraction]:
        """What each choice is worth with these cards, in antes: before the flop of all that
        follows, later of the wager itself, which a check does not make."""
        if not board:
            return {
                FLOP: self.stays[self.streets.hole_number(hole)],
                FOLD: -self.prices.folded,
            }
        at = 2 if len(board) == 3 else 3
        more = self.streets.on_cards(hole, board) / self.prices.odds.denominator
        return {CONTEST[at]: more * self.prices.times[at], CHECK: Fraction(0)}

    def best(self, hole: Sequence[int], board: Sequence[int]) -> str:
        """The best choice with these cards; of equal ones the one that bets less."""
        bet, other = self.worth(hole, board).items()
        return bet[0] if bet[1] > other[1] else other[0]


@lru_cache(maxsize=4)
def main_game(prices: Prices, ranks: tuple[int, ...], suits: int) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    from houseway.games.against_dealer.board_kinds import Deck

    return MainGame(prices, Deck(ranks, suits))


Met = tuple[tuple[bool, bool], int, str]  # bets on turn and river, category, end


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play."""

    strategy: str
    prices: Prices
    counts: Mapping[Met, int]
    deals: int

    @property
    def folds(self) -> int:
        """The deals that are folded."""
        return self.deals - sum(self.counts.values())

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @cached_property
    def frequencies(self) -> dict[str, Fraction]:
        """How often the player folds, and how often each later wager is made."""
        made = {FOLD: self.folds, TURN: 0, RIVER: 0}
        for (bets, _, _), count in self.counts.items():
            for wager, on in zip((TURN, RIVER), bets, strict=True):
                made[wager] += count * on
        return {name: Fraction(count, self.deals) for name, count in made.items()}

    @cached_property
    def together(self) -> OutcomeTable:
        """All wagers together, in antes."""

        def label(bets: tuple[bool, bool], kind: int, end: str) -> str:
            made = [wager for wager, on in zip((TURN, RIVER), bets, strict=True) if on]
            return f"{' and '.join(['flop', *made])}, {self._ended('ante', kind, end)}"

        return self._table("ante, flop, turn and river", label, CONTEST, "ante")

    def of(self, wager: str) -> OutcomeTable:
        """One wager by itself, in units of itself."""

        def label(bets: tuple[bool, bool], kind: int, end: str) -> str:
            if not self.prices.at_risk(bets)[wager]:
                return f"no {wager} wager"
            return self._ended(wager, kind, end)

        return self._table(wager, label, (wager,), "stake")

    def _ended(self, wager: str, kind: int, end: str) -> str:
        words = {HIGHER: "win", EQUAL: "push", LOWER: "lose"}
        if wager == "ante" and end == HIGHER and not pays_ante(kind << 20, self.prices.paid_from):
            return f"win below {self.prices.paid_from}".replace("_", " ")
        return words[end]

    def _table(
        self,
        name: str,
        label: Callable[[tuple[bool, bool], int, str], str],
        wagers: Sequence[str],
        unit: str,
    ) -> OutcomeTable:
        scale = dict(zip(CONTEST, self.prices.times, strict=True))[wagers[0]]
        found: dict[tuple[str, Fraction, Fraction], int] = {}
        for (bets, kind, end), count in self.counts.items():
            nets, staked = self.prices.nets(bets, kind, end), self.prices.at_risk(bets)
            key = (
                label(bets, kind, end),
                sum((nets[wager] for wager in wagers), Fraction(0)) / scale,
                sum((staked[wager] for wager in wagers), Fraction(0)) / scale,
            )
            found[key] = found.get(key, 0) + count
        lost = self.prices.folded / scale if "ante" in wagers else Fraction(0)
        outcomes = [Outcome(FOLD, -lost, self.folds, lost)]
        outcomes += [Outcome(says, net, n, action) for (says, net, action), n in found.items() if n]
        outcomes[1:] = sorted(outcomes[1:], key=lambda one: (one.net, one.label))
        return OutcomeTable(name, self.deals, tuple(outcomes), unit=unit)


# The bonus


def bonus(cards: Sequence[int], both: bool, pays: Pays) -> OutcomeTable:
    """The bonus wager on two cards, and on the dealer's where aces on both sides are paid."""
    found: dict[Rows, int] = {}
    for own, dealer, ways in _deals(cards, both):
        rows = frozenset(bonus_rows(own, dealer))
        found[rows] = found.get(rows, 0) + ways
    patterns = dict(sorted(found.items(), key=lambda item: item[1]))
    return side_bet("bonus", patterns, pays)


def _deals(cards: Sequence[int], both: bool) -> Iterator[tuple[int, int | None, int]]:
    """Two cards of a player's and, if they matter, two of the dealer's; only aces ask for those."""
    pairs = [1 << low | 1 << high for low, high in combinations(cards, 2)]
    for own in pairs:
        if not both:
            yield own, None, 1
            continue
        others = [pair for pair in pairs if not pair & own]
        if bonus_rows(own) == bonus_rows(own, own):
            yield own, None, len(others)
        else:
            yield from ((own, dealer, 1) for dealer in others)
