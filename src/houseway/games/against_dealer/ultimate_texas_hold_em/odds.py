"""The exact odds of ultimate Texas hold 'em.

Who wins what comes from ``hand.py``, which the referee uses too; what the rulebook decides comes in
as ``Prices``. ``board`` counts. Money is in antes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.against_dealer.ultimate_texas_hold_em.hand import (
    EQUAL,
    HIGHER,
    LOWER,
    NOT_OPENED,
    opening_strength,
    verdict,
)
from houseway.hands.poker import CATEGORIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_dealer.board import Plan, Solver, Stakes
    from houseway.games.against_dealer.board_kinds import Deck

    Ints = NDArray[np.int64]

CONTEST = ("ante", "blind", "play")
FOLD, CHECK = "fold", "check"


@dataclass(frozen=True)
class Prices:
    """What the rulebook supplies.

    ``times`` are the antes that a play wager may be, street by street. ``blind`` has what the blind
    nets on a win, by category. ``cap`` is the most that the wagers of a hand may win together, paid
    in the order of ``order``.
    """

    times: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    ante: Fraction
    play: Fraction
    blind: tuple[Fraction, ...]
    opens: str
    unopened_returns: tuple[str, ...]
    order: tuple[str, ...]
    fold_loses: tuple[str, ...]
    cap: Fraction | None = None

    def choices(self, street: int) -> list[str]:
        """The play wagers of a street by name."""
        return [play_name(times) for times in self.times[street]]

    @property
    def every_choice(self) -> list[tuple[str, int]]:
        """Every play wager and its antes, the first street's before the others'."""
        return [(play_name(times), times) for street in self.times for times in street]


def play_name(times: int) -> str:
    """A play wager of so many antes, as the referee names it."""
    return f"play_{times}x"


@dataclass(frozen=True)
class Showdown:
    """Two hands turned up: the player's category, whether it is higher, equal or lower than the
    dealer's, and whether the dealer opens."""

    category: int
    compared: int  # 1, 0 or -1
    opened: bool


def showdowns(category: int) -> list[Showdown]:
    """The outcomes of one category in the order in which the board engine counts them."""
    return [
        Showdown(category, compared, opened) for compared in (1, 0, -1) for opened in (False, True)
    ]


def nets(prices: Prices, times: int, seen: Showdown) -> dict[str, Fraction]:
    """What each wager of the contest nets, in antes."""
    opens = opening_strength(prices.opens)
    dealer = opens if seen.opened else opens - 1
    stakes = {"ante": Fraction(1), "blind": Fraction(1), "play": Fraction(times)}
    odds = {"ante": prices.ante, "blind": prices.blind[seen.category], "play": prices.play}
    found: dict[str, Fraction] = {}
    paid = Fraction(0)
    for wager in prices.order:
        step = verdict(wager, dealer + seen.compared, dealer, opens, prices.unopened_returns)
        net = {
            NOT_OPENED: Fraction(0),
            EQUAL: Fraction(0),
            LOWER: -stakes[wager],
            HIGHER: stakes[wager] * odds[wager],
        }[step]
        if prices.cap is not None and net > 0:
            net = min(net, prices.cap - paid)
            paid += net
        found[wager] = net
    return found


def folded(prices: Prices) -> dict[str, Fraction]:
    """What each wager of the contest nets when the player folds."""
    return {wager: Fraction(-1) if wager in prices.fold_loses else Fraction(0) for wager in CONTEST}


def board_stakes(prices: Prices) -> Stakes:
    """The prices as the board engine takes them: whole units by choice, category and outcome."""
    import numpy as np

    from houseway.games.against_dealer.board import Stakes

    worth = [
        [
            [sum(nets(prices, times, seen).values()) for seen in showdowns(category)]
            for category in range(len(CATEGORIES))
        ]
        for _, times in prices.every_choice
    ]
    flat = [one for choice in worth for row in choice for one in row]
    fold = sum(folded(prices).values())
    scale = lcm(*(Fraction(one).denominator for one in (*flat, fold)))
    return Stakes(
        before=prices.choices(0),
        flop=prices.choices(1),
        final=prices.choices(2),
        pays=np.array([[[int(one * scale) for one in row] for row in c] for c in worth], np.int64),
        fold=int(fold * scale),
        scale=scale,
        opens=opening_strength(prices.opens),
    )


class MainGame:
    """Ante, blind and play on one deck at given prices."""

    def __init__(self, prices: Prices, deck: Deck) -> None:
        from houseway.games.against_dealer.board import Solver

        self.prices = prices
        self.solver: Solver = Solver(deck, board_stakes(prices))

    @cached_property
    def optimal(self) -> Solution:
        """The best choice everywhere; of equal ones the one that bets less."""
        return self.follow(self.solver.solved.plan, "optimal")

    def follow(self, plan: Plan, name: str) -> Solution:
        """What becomes of all deals when the player keeps to a plan."""
        tally = self.solver.tally(plan).tolist()
        choices = [*self.prices.every_choice, (FOLD, 0)]
        deals = {
            (choice, seen): count
            for (choice, _), rows in zip(choices, tally, strict=True)
            for category, row in enumerate(rows)
            for seen, count in zip(showdowns(category), row, strict=True)
        }
        return Solution(name, self.prices, deals, self.solver.deck.deals)

    def cost(self, solution: Solution) -> Fraction:
        """What another way to play gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    def worth(self, hole: list[int], board: list[int]) -> dict[str, Fraction]:
        """What each choice is worth with these cards, in antes: on the street that the board tells,
        when all that follows is played as well as can be."""
        if not board:
            names, found = [CHECK, *self.prices.choices(0)], self.solver.before_flop(hole)
        elif len(board) == 3:
            names, found = [CHECK, *self.prices.choices(1)], self.solver.on_flop(hole, board)
        else:
            names, found = [FOLD, *self.prices.choices(2)], self.solver.on_board(hole, board)
        return dict(zip(names, found, strict=True))

    def best(self, hole: list[int], board: list[int]) -> str:
        """The best choice with these cards; of equal ones the one that bets less."""
        worth = self.worth(hole, board)
        return max(worth, key=lambda name: worth[name])


@lru_cache(maxsize=8)
def main_game(prices: Prices, ranks: tuple[int, ...], suits: int) -> MainGame:
    """The game, solved once for each set of prices and deck."""
    from houseway.games.against_dealer.board_kinds import Deck

    return MainGame(prices, Deck(ranks, suits))


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to play: deals by choice and by showdown. A fold has
    the showdown that there would have been."""

    strategy: str
    prices: Prices
    counts: Mapping[tuple[str, Showdown], int]
    deals: int

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @cached_property
    def frequencies(self) -> dict[str, Fraction]:
        """How often each choice ends the player's decisions."""
        found: dict[str, int] = {}
        for (choice, _), count in self.counts.items():
            found[choice] = found.get(choice, 0) + count
        return {choice: Fraction(count, self.deals) for choice, count in found.items()}

    def _settled(self) -> Iterator[tuple[str, Showdown, dict[str, Fraction], int, int]]:
        """Everything that can happen: the choice, the showdown, nets by wager, antes played and
        the number of deals."""
        times = dict(self.prices.every_choice)
        for (choice, seen), count in self.counts.items():
            if choice == FOLD:
                yield choice, seen, folded(self.prices), 0, count
            else:
                net = nets(self.prices, times[choice], seen)
                yield choice, seen, net, times[choice], count

    def _blind_row(self, seen: Showdown) -> str:
        """The row of the blind's table that a win is paid by, if it is paid."""
        return CATEGORIES[seen.category] if self.prices.blind[seen.category] else ""

    def _result(self, seen: Showdown) -> str:
        if seen.compared < 0:
            return "lose" if seen.opened else "lose unopened"
        if seen.compared == 0:
            return "push"
        won = "win" if seen.opened else "win unopened"
        row = self._blind_row(seen)
        return f"{won}, {row}" if row else won

    @cached_property
    def together(self) -> OutcomeTable:
        """Ante, blind and play together, in antes."""

        def outcome(choice: str, seen: Showdown) -> str:
            return FOLD if choice == FOLD else f"{choice}, {self._result(seen)}"

        return self._table("ante, blind and play", outcome, CONTEST, Fraction(2))

    @cached_property
    def ante(self) -> OutcomeTable:
        """The ante by itself."""

        def outcome(choice: str, seen: Showdown) -> str:
            if choice == FOLD:
                return FOLD
            if not seen.opened and "ante" in self.prices.unopened_returns:
                return "dealer unopened"
            return ("lose", "push", "win")[seen.compared + 1]

        return self._table("ante", outcome, ("ante",))

    @cached_property
    def blind(self) -> OutcomeTable:
        """The blind by itself, by the row of its paytable that wins."""

        def outcome(choice: str, seen: Showdown) -> str:
            if choice == FOLD:
                return FOLD
            if seen.compared == 1:
                return f"win, {self._blind_row(seen) or 'otherwise'}"
            return "push" if seen.compared == 0 else "lose"

        return self._table("blind", outcome, ("blind",))

    @cached_property
    def play(self) -> OutcomeTable:
        """The play wager by itself, in antes; a player who folds has not made it."""

        def outcome(choice: str, seen: Showdown) -> str:
            result = ("lose", "push", "win")[seen.compared + 1]
            return FOLD if choice == FOLD else f"{choice}, {result}"

        return self._table("play", outcome, ("play",))

    def _table(
        self,
        wager: str,
        label: Callable[[str, Showdown], str],
        wagers: tuple[str, ...],
        stake: Fraction = Fraction(1),
    ) -> OutcomeTable:
        found: dict[tuple[str, Fraction, Fraction], int] = {}
        for choice, seen, net, times, count in self._settled():
            at_risk = {"ante": 1, "blind": 1, "play": times}
            key = (
                label(choice, seen),
                sum((net[name] for name in wagers), Fraction(0)),
                Fraction(sum(at_risk[name] for name in wagers)),
            )
            found[key] = found.get(key, 0) + count
        outcomes = [Outcome(name, net, n, action) for (name, net, action), n in found.items() if n]
        outcomes.sort(key=lambda outcome: (outcome.net, outcome.label))
        unit = "ante" if "play" in wagers else "stake"
        return OutcomeTable(wager, self.deals, tuple(outcomes), unit=unit, stake=stake)


# Trips


def trips(cards: list[int], odds: Mapping[str, Fraction]) -> OutcomeTable:
    """The trips wager: the best five of seven cards by a table of odds; what it does not name
    loses."""
    from houseway.counting.poker_hands import count_by_category

    counts = count_by_category(cards, 7)
    paid = [Outcome(row, won, counts[row]) for row, won in odds.items()]
    lost = sum(count for row, count in counts.items() if row not in odds)
    return OutcomeTable("trips", sum(counts.values()), (*paid, Outcome("lose", Fraction(-1), lost)))
