"""Games in which a player may add to the first wager while the first cards are dealt.

A wager that is added is as large as the first one and has the same fate, so that a round is worth
so many times what it is to one wager: what is decided is how many there are, by the cards seen.
``Rules.units`` says how many lie on the first hand. Where a blackjack of the dealer's takes only
some of them that is another game for each number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from houseway.counting.result import OutcomeTable
from houseway.games.twenty_one.composition.deals import (
    Dealt,
    Strategy,
    best_plan,
    deal_all,
    deal_by_first,
)
from houseway.games.twenty_one.composition.terms import Start
from houseway.games.twenty_one.odds import Game, Line, Lines, Rules, table_of, terms

Cell = tuple[Start, int | None]  # the dealer's card and, where it is told apart, the player's first
Adds = Callable[[Start | None, int | None, Fraction], bool]  # by the mean of what a wager nets


def by_worth(start: Start | None, first: int | None, mean: Fraction) -> bool:
    """The best play: a wager is added where it nets something on average."""
    return mean > 0


def never(start: Start | None, first: int | None, mean: Fraction) -> bool:
    """No wager is added."""
    return False


def always(start: Start | None, first: int | None, mean: Fraction) -> bool:
    """Every wager is added."""
    return True


@dataclass(frozen=True)
class Attacked:
    """All deals under one strategy: for every cell which wagers were added, and what follows."""

    rules: Rules
    strategy: str
    added: Mapping[Cell, tuple[str, ...]]
    games: Mapping[int, Game]  # by the number of wagers

    @cached_property
    def lines(self) -> list[Line]:
        """Everything that can become of a round, in units of the first wager."""
        found = Lines()
        for units, game in self.games.items():
            for label, net, action, chance in game.lines:
                name = label if units == 1 else f"{label} ({units} wagers)"
                found.put(name, net * units, action * units, chance)
        return found.listed()

    @cached_property
    def expectation(self) -> Fraction:
        """What a round nets on average, in units of the first wager."""
        parts = (units * game.expectation for units, game in self.games.items())
        return sum(parts, Fraction(0))

    @cached_property
    def table(self) -> OutcomeTable:
        """The first wager with all that is added to it."""
        return table_of(self.lines)

    def frequency(self, word: str) -> Fraction:
        """How often a round without a split has an outcome whose name contains a word."""
        parts = (game.frequency(word) for game in self.games.values())
        return sum(parts, Fraction(0))

    @property
    def split_frequency(self) -> Fraction:
        """How often a pair is split and the dealer has no blackjack."""
        return sum((game.split_frequency for game in self.games.values()), Fraction(0))

    def attack_frequency(self, wager: str) -> Fraction:
        """How often a wager is added."""
        found = Fraction(0)
        for game in self.games.values():
            for one in game.dealt:
                if wager in self.added[one.start, one.first]:
                    found += one.chance
        return found


def by_first(rules: Rules) -> bool:
    """Whether the player's first card is known when a wager is added."""
    return any(after != "dealer" for _, after in rules.more.attacks)


@lru_cache(maxsize=256)
def dealt_with(rules: Rules, units: int, strategy: Strategy = best_plan) -> Mapping[Cell, Dealt]:
    """Every cell played out with so many wagers."""
    engine = terms(replace(rules, units=units))
    deals = deal_by_first if by_first(rules) else deal_all
    return {(one.start, one.first): one for one in deals(engine, strategy)}


def mean_of(rules: Rules, units: int, one: Dealt) -> Fraction:
    """What a cell nets, given it, in units of the first wager."""
    game = Game(replace(rules, units=units), "", (one,))
    return units * game.expectation / one.chance


def attacked(
    rules: Rules, strategy: Strategy = best_plan, name: str = "optimal", adds: Adds = by_worth
) -> Attacked:
    """What becomes of all deals by a strategy for hands and one for the wagers added."""
    alone = dealt_with(rules, 1, strategy)
    means = {cell: mean_of(rules, 1, one) for cell, one in alone.items()}
    added: dict[Cell, tuple[str, ...]] = {}
    for cell, one in alone.items():
        names: list[str] = []
        for wager, after in rules.more.attacks:
            if after == "player":
                alike = [c for c in alone if c[1] == cell[1]]
                whole = sum((alone[c].chance for c in alike), Fraction(0))
                gain = sum((alone[c].chance * means[c] for c in alike), Fraction(0)) / whole
                seen: tuple[Start | None, int | None] = (None, cell[1])
            else:
                now = len(names) + 1
                gain = means[cell]
                if rules.more.lost < now + 1:
                    gain = mean_of(rules, now + 1, dealt_with(rules, now + 1, strategy)[cell])
                    gain -= mean_of(rules, now, dealt_with(rules, now, strategy)[cell])
                seen = cell
            if adds(*seen, gain):
                names.append(wager)
        added[cell] = tuple(names)
        assert one.chance
    games = {}
    for units in sorted({1 + len(names) for names in added.values()}):
        known = dealt_with(rules, units, strategy)
        mine = tuple(known[cell] for cell, names in added.items() if 1 + len(names) == units)
        games[units] = Game(replace(rules, units=units), name, mine)
    return Attacked(rules, name, added, games)
