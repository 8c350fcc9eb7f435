"""Seven cards against a side that sets by the house way: exact for any one hand.

The other side's hands are counted by classes (``suit_classes.py``); what the house way makes of
each is found once. So what comes of every setting of seven cards, over all hands that the other
side may have, takes a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.equipment.cards import Card, mask
from houseway.games.set_hands.every_seven import TWOS, WHOLE, place_of_two, sort_cards
from houseway.games.set_hands.house_way import HouseWay, choose
from houseway.games.set_hands.pai_gow_poker.every_hand import five_card_table, look_up_fives
from houseway.games.set_hands.pai_gow_poker.hand import HIGH, SETTINGS, arrange
from houseway.games.set_hands.pai_gow_poker.rows import F_NINE_HIGH, NINE, QUEEN, pai_gow_fact
from houseway.games.set_hands.pai_gow_poker.way import FACTS, HANDS, all_facts, settings
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.suit_classes import Deck, class_counts
from houseway.games.set_hands.two_hands import Tally
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

DECK = Deck(CARDS, HIGH)
DRAGON = 1 << (F_NINE_HIGH + QUEEN - NINE)
WIN, LOSE = 19, 20  # what a win nets and a loss costs, at five percent


@kernel
def is_dragon(cards: Any) -> bool:
    """Whether seven cards are queen high."""
    whole = 0
    for at in range(CARDS):
        whole |= 1 << int(cards[at])
    return pai_gow_fact(whole) == DRAGON


@kernel
def set_classes(hands: Any, rows: Any, table: Any, found: Any, lines: Any, dragons: Any) -> None:
    """Fill in the strengths that a house way gives each hand, the line that decides, and whether
    the hand is a queen's dragon."""
    made, division = np.zeros((SETTINGS, HANDS), np.int64), np.zeros(SETTINGS, np.int64)
    fives, facts = np.zeros(SETTINGS, np.int64), np.zeros(FACTS, np.int64)
    numbers = np.zeros(CARDS, np.int64)
    for at in range(len(hands)):
        cards = hands[at].copy()
        sort_cards(cards, numbers)
        look_up_fives(numbers, table, fives)
        count = arrange(cards, fives, made, division)
        all_facts(cards, facts)
        line, setting = choose(rows, facts, made, count, FACTS, HANDS)
        lines[at], dragons[at] = line, is_dragon(cards)
        found[at][0], found[at][1] = made[setting][0], made[setting][1]


@kernel
def net_of(below: Any, high: int, low: int) -> int:
    """What a setting nets at five percent against all hands of the other side, in twentieths; its
    places are how many hands are below."""
    last = len(below) - 1
    won = int(below[high, low])
    return WIN * won - LOSE * (
        int(below[last, TWOS]) - int(below[high, TWOS]) - int(below[last, low]) + won
    )


@kernel
def likeliest(made: Any, count: int, highs: Any, below: Any) -> int:
    """The setting that nets most against all hands of the other side, whatever cards are gone."""
    best, most = 0, 0
    for setting in range(count):
        high = int(np.searchsorted(highs, made[setting][0]))
        net = net_of(below, high, place_of_two(int(made[setting][1])))
        if setting == 0 or net > most:
            best, most = setting, net
    return best


@dataclass(frozen=True)
class Dealer:
    """What a house way makes of all hands."""

    way: HouseWay
    wheel: int

    @cached_property
    def made(self) -> tuple[Ints, Ints, Ints]:
        """The strengths of each class, the line that decides about it, and whether it is a queen's
        dragon."""
        hands = DECK.hands
        found, lines = np.zeros((len(hands), HANDS), np.int64), np.zeros(len(hands), np.int64)
        dragons = np.zeros(len(hands), np.int64)
        rows = np.array(self.way.rows, np.int64)
        set_classes.jit(hands, rows, five_card_table(self.wheel), found, lines, dragons)
        return found, lines, dragons

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """The different strengths of two hands, dragons apart, and which of them each class has."""
        found, _, dragons = self.made
        marked = np.column_stack([found, dragons])
        pairs, place = np.unique(marked, axis=0, return_inverse=True)
        return pairs, place.ravel()

    @cached_property
    def line_counts(self) -> list[int]:
        """How many of all hands each line decides."""
        counts = np.zeros(len(self.way.lines), np.int64)
        np.add.at(counts, self.made[1], class_counts(DECK, 0))
        return [int(count) for count in counts]

    def met(self, gone: int) -> Ints:
        """How often the other side makes each of the pairs when these cards are gone."""
        pairs, place = self.pairs
        found = np.zeros(len(pairs), np.int64)
        np.add.at(found, place, class_counts(DECK, gone))
        return found

    def tallies(
        self,
        cards: Sequence[Card],
        seen: Sequence[Card] = (),
        *,
        banks: bool = False,
        dragons_push: bool = False,
    ) -> dict[str, Tally]:
        """What comes of each lawful setting of seven cards; ``seen`` are cards known to be
        elsewhere. A bank has the copies, and its own dragon pushes; a dealer's pushes too."""
        times = self.met(mask((*cards, *seen)))
        every = comb(WHOLE - len(cards) - len(seen), CARDS)
        pairs, _ = self.pairs
        own_dragon = dragons_push and banks and is_dragon(cards)
        live = (pairs[:, 2] == 0) | (banks or not dragons_push)
        known: dict[tuple[int, ...], Tally] = {}
        found = settings(cards, self.wheel)
        for one in found.values():
            high, low = one.strengths
            if (high, low) in known:
                continue
            if banks:
                higher = (pairs[:, 0] > high) * 1 + (pairs[:, 1] > low)
                won, lost = (int(times[higher == number].sum()) for number in (0, 2))
            else:
                higher = (high > pairs[:, 0]) * 1 + (low > pairs[:, 1])
                won, lost = (int(times[(higher == number) & live].sum()) for number in (2, 0))
            tally = Tally(won, every - won - lost, lost)
            known[high, low] = Tally(0, every, 0) if own_dragon else tally
        return {name: known[one.strengths] for name, one in found.items()}

    @cached_property
    def highs(self) -> Ints:
        """The strengths of five cards that the other side makes, the weakest first."""
        return np.unique(self.pairs[0][:, 0])

    @cached_property
    def below(self) -> Ints:
        """How many of all hands have a high and a low hand below certain places."""
        pairs, _ = self.pairs
        high = np.searchsorted(self.highs, pairs[:, 0])
        low = np.array([place_of_two(int(two)) for two in pairs[:, 1]])
        found = np.zeros((len(self.highs) + 1, TWOS + 1), np.int64)
        np.add.at(found, (high + 1, low + 1), self.met(0))
        return np.cumsum(np.cumsum(found, axis=0), axis=1)


@lru_cache(maxsize=4)
def dealer(way: HouseWay, wheel: int) -> Dealer:
    """The side that sets so."""
    return Dealer(way, wheel)
