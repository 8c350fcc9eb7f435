"""All hands of seven cards (``every_seven.py``) as pai gow poker ranks them: the strengths of any
five cards, and what the side wagers look at.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.set_hands.every_seven import CHOOSE, RANKS, WHOLE, cards_of, every_hand
from houseway.games.set_hands.pai_gow_poker.hand import HIGH, SETTINGS, five_card_strength
from houseway.games.set_hands.pai_gow_poker.rows import facts_of_seven
from houseway.games.set_hands.seven_cards import CARDS, JOKER
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]


@kernel
def rank_fives(wheel: int, found: Any) -> None:
    """Fill in the strength of all hands of five cards, by their numbers."""
    card = np.zeros(WHOLE, np.int64)
    for number in range(WHOLE - 1):
        card[number] = 1 << (16 * (number // RANKS) + number % RANKS)
    card[WHOLE - 1] = 1 << JOKER
    number = 0
    for e in range(WHOLE):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        hand = card[a] | card[b] | card[c] | card[d] | card[e]
                        found[number] = five_card_strength(hand, wheel)
                        number += 1


@lru_cache(maxsize=2)
def five_card_table(wheel: int) -> Ints:
    """The strength of any five cards, by their numbers."""
    found = np.zeros(comb(WHOLE, HIGH), np.int32)
    rank_fives.jit(wheel, found)
    return found


@kernel
def look_up_fives(numbers: Any, table: Any, fives: Any) -> None:
    """Fill in the strengths of five of seven cards without each two, as ``arrange`` counts them."""
    at = 0
    for x in range(CARDS - 1):
        for y in range(x + 1, CARDS):
            index, place = 0, 0
            for k in range(CARDS):
                if k not in (x, y):
                    place += 1
                    index += CHOOSE[numbers[k], place]
            fives[at] = table[index]
            at += 1


@kernel
def find_facts(masks: Any, jokers: Any, table: Any, found: Any) -> None:
    """Fill in what every hand comes to for the side wagers."""
    numbers, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    fives = np.zeros(SETTINGS, np.int64)
    for at in range(len(masks)):
        cards_of(masks[at], jokers[at], numbers, cards)
        look_up_fives(numbers, table, fives)
        found[at] = facts_of_seven(cards, fives)


@lru_cache(maxsize=1)
def fact_counts() -> dict[int, int]:
    """How many hands come to each set of facts."""
    from houseway.games.set_hands.pai_gow_poker.hand import SECOND

    masks, jokers, weights = every_hand()
    found = np.zeros(len(masks), np.int64)
    find_facts.jit(masks, jokers, five_card_table(SECOND), found)
    facts, place = np.unique(found, return_inverse=True)
    counts = np.zeros(len(facts), np.int64)
    np.add.at(counts, place.ravel(), weights)
    return {int(fact): int(count) for fact, count in zip(facts, counts, strict=True)}
