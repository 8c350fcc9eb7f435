"""All 154,143,080 hands of seven cards, by suits that may be renamed: 6,972,147 of them.

Cards are numbered by suit and then by rank, the joker last. A hand is four masks of ranks, the
largest first, and whether it has the joker; its weight is in how many ways its suits can be named.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.set_hands.pai_gow_poker.hand import HIGH, SETTINGS, five_card_strength
from houseway.games.set_hands.pai_gow_poker.rows import facts_of_seven
from houseway.games.set_hands.seven_cards import CARDS, JOKER, PAIR_OF_TWO
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]

WHOLE, RANKS, MASKS = 53, 13, 1 << 13
HANDS = comb(WHOLE, CARDS)
CHOOSE = np.array([[comb(n, k) for k in range(CARDS + 2)] for n in range(WHOLE + 1)], np.int64)
SIZES = np.array([mask.bit_count() for mask in range(MASKS)], np.int64)
BY_SIZE = np.array(sorted(range(MASKS), key=lambda mask: (mask.bit_count(), mask)), np.int64)
FIRST = np.searchsorted(SIZES[BY_SIZE], np.arange(RANKS + 2))  # where masks of a size begin
LOWS = 91  # how many two-card hands there are


@kernel
def weight_of(a: int, b: int, c: int, d: int) -> int:
    """In how many ways the suits of four masks, the largest first, can be named."""
    if a == b == c == d:
        return 1
    if a == b == c or b == c == d:
        return 4
    if a == b and c == d:
        return 6
    return 12 if b in (a, c) or c == d else 24


@kernel
def list_masks(count: int, masks: Any, weights: Any) -> int:
    """Every set of so many cards of four suits whose masks do not rise; says how many there are.
    Nothing is written where there is no room for any."""
    number = 0
    for a in range(MASKS):
        for b in range(a + 1):
            left = count - SIZES[a] - SIZES[b]
            if left < 0:
                continue
            for third in range(left + 1):
                for at in range(FIRST[third], FIRST[third + 1]):
                    c = BY_SIZE[at]
                    if c > b:
                        break
                    for last in range(FIRST[left - third], FIRST[left - third + 1]):
                        d = BY_SIZE[last]
                        if d > c:
                            break
                        if len(weights):
                            masks[number, 0], masks[number, 1] = a, b
                            masks[number, 2], masks[number, 3] = c, d
                            weights[number] = weight_of(a, b, c, d)
                        number += 1
    return number


def sets_of(count: int) -> tuple[Ints, Ints, Ints]:
    """Every set of so many cards, suits alike: masks, whether there is the joker, weights."""
    parts = []
    for joker in range(2 if count else 1):
        empty = np.zeros((0, 4), np.int16), np.zeros(0, np.int64)
        found = list_masks.jit(count - joker, *empty)
        masks, weights = np.zeros((found, 4), np.int16), np.zeros(found, np.int64)
        list_masks.jit(count - joker, masks, weights)
        parts.append((masks, np.full(found, joker, np.int8), weights))
    masks, jokers, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
    return masks, jokers, weights


@lru_cache(maxsize=1)
def every_hand() -> tuple[Ints, Ints, Ints]:
    """Every hand of seven cards."""
    found = sets_of(CARDS)
    assert int(found[2].sum()) == HANDS
    return found


@kernel
def cards_of(masks: Any, joker: int, numbers: Any, cards: Any) -> int:
    """Fill in the cards of a set, as numbers and as the referee names them; says how many."""
    count = 0
    for suit in range(4):
        for rank in range(RANKS):
            if masks[suit] >> rank & 1:
                numbers[count], cards[count] = RANKS * suit + rank, 16 * suit + rank
                count += 1
    if joker:
        numbers[count], cards[count] = WHOLE - 1, JOKER
        count += 1
    return count


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
def low_place(low: int) -> int:
    """The place of two cards among all, from none."""
    if low >= PAIR_OF_TWO:
        return LOWS - RANKS + (low >> 4 & 15)
    high = low >> 4
    return high * (high - 1) // 2 + (low & 15)


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
