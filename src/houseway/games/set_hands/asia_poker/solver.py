"""Seven cards against a dealer who sets by a house way: exact for any one hand.

The dealer's hands are counted by classes (``suit_classes.py``); what the house way makes of each is
found once. So the chances of every setting of a player's seven cards, over all hands that the
dealer may have, take a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.equipment.cards import Card, mask
from houseway.games.set_hands.asia_poker.hand import (
    FOURS,
    NEEDED,
    SETTINGS,
    SIZES,
    arrange,
    four_card_strength,
)
from houseway.games.set_hands.asia_poker.way import FACTS, HANDS, settings
from houseway.games.set_hands.every_seven import TWOS, WHOLE, place_of_two, sort_cards
from houseway.games.set_hands.house_way import HouseWay, choose
from houseway.games.set_hands.seven_cards import CARDS, JOKER, facts_of
from houseway.games.set_hands.suit_classes import Deck, class_counts
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

DECK = Deck(CARDS, SIZES[0])
LOWS = 13  # how many strengths of one card there are


FOUR = SIZES[0]
BELOW = np.array([[comb(n, k) for k in range(FOUR + 1)] for n in range(WHOLE)], np.int64)
KEPT = np.array(
    [[at for at in range(CARDS) if at not in out] for out in combinations(range(CARDS), 3)],
    np.int64,
)


@kernel
def rank_all_fours(wheel: int, found: Any) -> None:
    """Fill in the strength of any four cards, in the order of their numbers, the last first."""
    at = 0
    for d in range(3, WHOLE):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    hand = 0
                    for number in (a, b, c, d):
                        if number == WHOLE - 1:
                            hand |= 1 << JOKER
                        else:
                            hand |= 1 << 16 * (number // 13) + number % 13
                    found[at] = four_card_strength(hand, wheel)
                    at += 1


@kernel
def look_up_fours(numbers: Any, table: Any, found: Any) -> None:
    """Fill in how strong the four cards are that are left of seven without each three; ``numbers``
    are those of the cards in order."""
    for at in range(len(KEPT)):
        place = 0
        for k in range(FOUR):
            place += BELOW[numbers[KEPT[at, k]], k + 1]
        found[at] = table[place]


@kernel
def set_all(hands: Any, rows: Any, table: Any, found: Any, lines: Any) -> None:
    """Fill in the strengths that a house way gives each hand, and the line that decides."""
    made, division = np.zeros((SETTINGS, HANDS), np.int64), np.zeros(SETTINGS, np.int64)
    fours, facts = np.zeros(FOURS, np.int64), np.zeros(FACTS, np.int64)
    numbers = np.zeros(CARDS, np.int64)
    for at in range(len(hands)):
        cards = hands[at].copy()
        sort_cards(cards, numbers)
        look_up_fours(numbers, table, fours)
        count = arrange(cards, fours, made, division)
        facts_of(cards, facts)
        line, setting = choose(rows, facts, made, count, FACTS, HANDS)
        lines[at] = line
        for hand in range(HANDS):
            found[at][hand] = made[setting][hand]


@lru_cache(maxsize=2)
def four_card_table(wheel: int) -> Ints:
    """The strength of any four cards, by their numbers."""
    found = np.zeros(comb(WHOLE, FOUR), np.int64)
    rank_all_fours.jit(wheel, found)
    return found


@kernel
def count_wins(own: Any, triples: Any, times: Any) -> int:
    """In how many cases two or more of three hands are higher."""
    won = 0
    for at in range(len(triples)):
        higher = 0
        for hand in range(HANDS):
            if own[hand] > triples[at][hand]:
                higher += 1
        if higher >= NEEDED:
            won += times[at]
    return won


@kernel
def place_of(highs: Any, strength: int) -> int:
    """How many of the strengths, which are sorted, are below one."""
    low, high = 0, len(highs)
    while low < high:
        middle = (low + high) // 2
        if highs[middle] < strength:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def cases_won(below: Any, high: int, medium: int, low: int) -> int:
    """Of how many hands at least two of three are below these places."""
    two = (
        int(below[high, medium, LOWS])
        + int(below[high, TWOS, low])
        + int(below[len(below) - 1, medium, low])
    )
    return two - 2 * int(below[high, medium, low])


@kernel
def likeliest(made: Any, count: int, highs: Any, below: Any) -> tuple[int, int]:
    """The setting that wins against most of all hands of the dealer, and against how many."""
    best, most, last, at = 0, -1, -1, 0
    for setting in range(count):
        if made[setting][0] != last:
            last = made[setting][0]
            at = place_of(highs, last)
        won = cases_won(below, at, place_of_two(int(made[setting][1])), int(made[setting][2]))
        if won > most:
            best, most = setting, won
    return best, most


@dataclass(frozen=True)
class Dealer:
    """What a house way makes of all hands."""

    way: HouseWay
    wheel: int

    @cached_property
    def made(self) -> tuple[Ints, Ints]:
        """The strengths of each class, and the line that decides about it."""
        hands = DECK.hands
        found, lines = np.zeros((len(hands), HANDS), np.int64), np.zeros(len(hands), np.int64)
        rows = np.array(self.way.rows, np.int64)
        set_all.jit(hands, rows, four_card_table(self.wheel), found, lines)
        return found, lines

    @cached_property
    def triples(self) -> tuple[Ints, Ints]:
        """The different strengths of three hands, and which of them each class has."""
        found, place = np.unique(self.made[0], axis=0, return_inverse=True)
        return found, place.ravel()

    @cached_property
    def line_counts(self) -> list[int]:
        """How many of all hands each line decides."""
        counts = np.zeros(len(self.way.lines), np.int64)
        np.add.at(counts, self.made[1], class_counts(DECK, 0))
        return [int(count) for count in counts]

    def met(self, gone: int) -> Ints:
        """How often the dealer makes each of the triples when these cards are gone."""
        triples, place = self.triples
        found = np.zeros(len(triples), np.int64)
        np.add.at(found, place, class_counts(DECK, gone))
        return found

    def chances(self, cards: Sequence[Card], seen: Sequence[Card] = ()) -> dict[str, Fraction]:
        """How likely each lawful setting of seven cards wins; ``seen`` are cards known to be
        elsewhere."""
        times = self.met(mask((*cards, *seen)))
        every = comb(WHOLE - len(cards) - len(seen), CARDS)
        known: dict[tuple[int, ...], Fraction] = {}
        for setting in settings(cards, self.wheel).values():
            if setting.strengths not in known:
                own = np.array(setting.strengths, np.int64)
                won = count_wins.jit(own, self.triples[0], times)
                known[setting.strengths] = Fraction(int(won), every)
        return {
            name: known[setting.strengths] for name, setting in settings(cards, self.wheel).items()
        }

    @cached_property
    def highs(self) -> Ints:
        """The strengths of four cards that the dealer makes, the weakest first."""
        return np.unique(self.triples[0][:, 0])

    @cached_property
    def below(self) -> Ints:
        """How many of all hands have a high, a medium and a low hand below certain places."""
        triples, _ = self.triples
        high = np.searchsorted(self.highs, triples[:, 0])
        medium = np.array([place_of_two(int(two)) for two in triples[:, 1]])
        found = np.zeros((len(self.highs) + 1, TWOS + 1, LOWS + 1), np.int64)
        np.add.at(found, (high + 1, medium + 1, triples[:, 2] + 1), self.met(0))
        for axis in range(HANDS):
            found = np.cumsum(found, axis=axis)
        return found.astype(np.int32)


@lru_cache(maxsize=4)
def dealer(way: HouseWay, wheel: int) -> Dealer:
    """The dealer who sets so."""
    return Dealer(way, wheel)
