"""What pai gow poker and its side wagers are worth.

Seven cards against seven are counted in full for the house way that is shipped (``counted.py``);
for any other way to set, or house way, they are simulated, with chance that is decided by a seed.
Side wagers go by counts of all hands of seven cards, of three, or by plain arithmetic. Prices come
in as plain parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from houseway.counting.prices import Pays
from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import deck
from houseway.games.set_hands.pai_gow_poker.counted import DEALS, HANDS, WHOLE
from houseway.games.set_hands.pai_gow_poker.rows import THREE_CARD_ROWS, three_card_facts
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.two_hands import Tally

if TYPE_CHECKING:
    from houseway.games.set_hands.house_way import HouseWay
    from houseway.games.set_hands.pai_gow_poker.solver import Dealer

SIMULATED_DEALS = 1 << 19
FEWER = 1 << 16  # for what another way to set costs
SEED = 11
COLORED = 26  # cards of a color; the joker is of neither


@dataclass(frozen=True)
class Played:
    """What comes of all deals, or of some that were simulated, under one way to set."""

    tally: Tally
    is_exact: bool

    def worth(self, win: Fraction) -> Fraction:
        """What deals net on average in stakes, where a win nets so much."""
        return (self.tally.win * win - self.tally.lose) / sum(self.tally)

    def standard_error(self, win: Fraction) -> float:
        """The error of that; none where all deals were counted."""
        if self.is_exact:
            return 0.0
        rounds, mean = sum(self.tally), float(self.worth(win))
        square = (self.tally.win * float(win) ** 2 + self.tally.lose) / rounds
        return math.sqrt((square - mean**2) / rounds)


@lru_cache(maxsize=32)
def simulate(
    against: Dealer, sets: HouseWay | None, banks: bool, dragons_push: bool, deals: int
) -> Played:
    """So many deals; the side that decides sets by these lines or, without any, as nets most."""
    from houseway.games.set_hands.pai_gow_poker.deal import deal_rounds

    lost, pushed, won = deal_rounds(against, sets, SEED, 0, deals, banks, dragons_push)
    return Played(Tally(won, pushed, lost), is_exact=False)


# -- side wagers -----------------------------------------------------------------------------------

Counts = Mapping[frozenset[str], int]  # how many hands hit each set of rows


def table_of(wager: str, counts: Counts, pays: Pays) -> OutcomeTable:
    """A side wager by how often each set of rows is hit."""
    found: dict[tuple[str, Fraction], int] = {}
    for rows, times in counts.items():
        paid = pays(rows) if rows else None
        end = (paid.row, paid.odds) if paid else ("lose", Fraction(-1))
        found[end] = found.get(end, 0) + times
    ends = sorted(found.items(), key=lambda end: (end[0][1], end[0][0]))
    outcomes = tuple(Outcome(label or "win", net, times) for (label, net), times in ends)
    return OutcomeTable(wager, sum(counts.values()), outcomes)


def gathered(facts: Mapping[int, int], rows: Callable[[int], Iterable[str]]) -> Counts:
    """Counts of facts as counts of rows."""
    found: dict[frozenset[str], int] = {}
    for fact, times in facts.items():
        hit = frozenset(rows(fact))
        found[hit] = found.get(hit, 0) + times
    return found


@lru_cache(maxsize=1)
def three_card_counts() -> Counts:
    """How many of all hands of three cards hit each set of rows."""
    found: dict[frozenset[str], int] = {}
    for a, b, c in combinations(deck(jokers=1), 3):
        facts = three_card_facts(a, b, c)
        rows = frozenset(row for at, row in enumerate(THREE_CARD_ROWS) if facts >> at & 1)
        found[rows] = found.get(rows, 0) + 1
    return found


def color_counts(rows: Mapping[int, str]) -> Counts:
    """How many hands of seven cards have so many of a color."""
    found: dict[frozenset[str], int] = {}
    for number in range(CARDS + 1):
        row = frozenset({rows[number]} if number in rows else ())
        times = comb(COLORED, number) * comb(WHOLE - COLORED, CARDS - number)
        found[row] = found.get(row, 0) + times
    return found


def number_counts(numbers: int) -> Counts:
    """One number of so many."""
    return {frozenset({"shown"}): 1, frozenset(): numbers - 1}


def beside(
    facts: Mapping[int, int],
    joint: Mapping[int, list[int]],
    rows: Callable[[int], Iterable[str]],
    banker: tuple[str, ...],
) -> Counts:
    """Counts of a player's rows beside the banker's, over all deals of two hands."""
    found: dict[frozenset[str], int] = {}
    others = DEALS // HANDS
    for fact, times in facts.items():
        own = frozenset(rows(fact))
        for name, count in zip(banker, joint[fact], strict=True):
            hit = own | {name}
            found[hit] = found.get(hit, 0) + count
        found[own] = found.get(own, 0) + times * others - sum(joint[fact])
    return found
