"""What kernels of this family share: a deck of places, sets of places by number, and what the last
five cards are.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from houseway.games.authoring.draw import INDEX, SHOE, record
from houseway.games.authoring.sums import Move
from houseway.hands.kernel import kernel
from houseway.hands.lookup import BITS, EMPTY, KEYS, place_of_five
from houseway.rulebook.table_rules import TableRules

MOST = 52  # cards of a deck
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(64)], np.int64)


def fields(cells: int) -> list[Any]:
    """A record of a deck, and so many counters."""
    return [
        *SHOE,
        ("shoe", "i8", (MOST,)),  # cards by their place in the deck
        ("names", "i8", (MOST,)),  # what card each place is
        ("cells", "i8", (cells,)),
    ]


def table(cells: int, cards: tuple[int, ...], ahead: int, seed: int, shard: int) -> Any:
    """A new table's record, of which so many cards are dealt in a round."""
    state = record(fields(cells), seed, shard)
    for at, card in enumerate(cards):
        state[0].shoe[at], state[0].names[at] = at, card
    state.cards, state.ahead = len(cards), ahead
    return state


@kernel
def set_number(s: Any, first: int, size: int) -> int:
    """The number of the set of so many cards of the shoe, from the first of them on."""
    found = 0
    for i in range(first, first + size):
        at = int(s.shoe[INDEX(i)])
        below = 0  # how many of the set lie below it
        for j in range(first, first + size):
            if int(s.shoe[INDEX(j)]) < at:
                below += 1
        found += int(CHOOSE[at, below + 1])
    return found


def set_numbers(sets: list[list[int]]) -> Any:
    """The numbers of sets of places, each rising."""
    places = np.array(sets)
    return sum(CHOOSE[places[:, i], i + 1] for i in range(places.shape[1]))


@kernel
def key_at(s: Any, at: int) -> Any:
    """The key of a card of the shoe."""
    return KEYS[INDEX(s.names[INDEX(s.shoe[INDEX(at)])])]


@kernel
def bit_at(s: Any, at: int) -> Any:
    """A card of the shoe as a mask."""
    return BITS[INDEX(s.names[INDEX(s.shoe[INDEX(at)])])]


@kernel
def place_at(s: Any, a: int, b: int, c: int, d: int, e: int) -> Any:
    """The place among all hands of five cards of the shoe."""
    total = EMPTY + key_at(s, a) + key_at(s, b) + key_at(s, c) + key_at(s, d) + key_at(s, e)
    hand = bit_at(s, a) | bit_at(s, b) | bit_at(s, c) | bit_at(s, d) | bit_at(s, e)
    return place_of_five(total, hand)


def move(rules: TableRules, wager: str, row: str, chips: int, initial: int = 0) -> Move:
    """What a wager of so many cents moves where the hand answers to a row of its paytable."""
    price = rules.schedule(wager).prices.get(row)
    if price is None:
        return Move(-chips, chips, initial)
    return Move(0 if price.kind == "push" else price.wins(chips), chips, initial)
