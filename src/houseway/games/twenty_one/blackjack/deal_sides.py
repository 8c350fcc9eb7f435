"""Side wagers that the first two cards and the dealer's first decide, as a table for the kernel.

A fate is what all of a seat's side wagers net together, each by itself; every three cards have one.
Which rows cards hit is ``side_rows``, as at the table.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.equipment.cards import Card, deck
from houseway.games.twenty_one.blackjack import side_rows
from houseway.games.twenty_one.deal_kernel import FATES, THREE_CARDS, at_three
from houseway.games.twenty_one.match_dealer import match_rows
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

Rows = Callable[[tuple[Card, Card], Card], Iterable[str]]


@dataclass(frozen=True)
class Sides:
    """The side wagers of a seat, their chips and what they can come to together, in cents."""

    wagers: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()
    fates: tuple[tuple[int, ...], ...] = ()

    @property
    def nets(self) -> list[int]:
        """What each fate nets in all."""
        return [sum(fate) for fate in self.fates]


def rows_of(rules: TableRules) -> dict[str, Rows]:
    """How each of these wagers is decided at a table."""
    points, thirteen = rules.points, rules.rule("thirteen")
    return {
        "over_13": lambda cards, up: side_rows.over_rows(cards, points, thirteen),
        "under_13": lambda cards, up: side_rows.under_rows(cards, points, thirteen),
        "same_suit": lambda cards, up: side_rows.suit_rows(cards),
        "match_dealer": match_rows,
        "in_between": side_rows.between_rows,
    }


def sides_of(rules: TableRules, bets: Mapping[str, int]) -> tuple[Sides, Any]:
    """The side wagers among bets, and the number of the fate of every three cards."""
    made = tuple((name, bets[name]) for name in rows_of(rules) if name in bets)
    prices = tuple(
        (row, price.wins(chips))
        for name, chips in made
        for row, price in rules.schedule(name).prices.items()
    )
    return _tabled(_Same(rules, (made, prices, tuple(rules.points), rules.rule("thirteen"))))


class _Same:
    """A table's rules, as far as they matter to these wagers."""

    def __init__(self, rules: TableRules, key: Any) -> None:
        self.rules, self.key = rules, key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.key == other.key


@lru_cache(maxsize=8)
def _tabled(same: _Same) -> tuple[Sides, Any]:
    rules, made = same.rules, same.key[0]
    numbers = np.zeros(THREE_CARDS, np.uint16)
    if not made:
        return Sides(), numbers
    every, rows = deck(), rows_of(rules)
    found: dict[tuple[int, ...], int] = {}
    for one in every:
        for other in every:
            for up in every:
                fate = tuple(
                    _net(rules, name, chips, rows[name]((one, other), up)) for name, chips in made
                )
                numbers[at_three(one, up, other)] = found.setdefault(fate, len(found))
    if len(found) > FATES:
        raise Refused("so many side wagers at once are not dealt natively")
    return Sides(tuple(n for n, _ in made), tuple(c for _, c in made), tuple(found)), numbers


def _net(rules: TableRules, wager: str, chips: int, hit: Iterable[str]) -> int:
    """What a wager nets for the rows hit: the first, but for matching cards, each of which pays."""
    prices = rules.schedule(wager).prices
    won = [prices[row].wins(chips) for row in hit if row in prices]
    return sum(won if wager == "match_dealer" else won[:1]) if won else -chips
