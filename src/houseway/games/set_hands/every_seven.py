"""All 154,143,080 hands of seven of 53 cards, by suits that may be renamed: 6,972,147 of them; and
all hands that hold certain cards.

Cards are numbered by suit and then by rank, the joker last. A hand is four masks of ranks, the
largest first, and whether it has the joker; its weight is in how many ways its suits can be named.
A deck may lack ranks, so that tests can enumerate a small one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.set_hands.seven_cards import CARDS, JOKER, PAIR_OF_TWO
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]

WHOLE, RANKS, MASKS = 53, 13, 1 << 13
ALL_RANKS = MASKS - 1
HANDS = comb(WHOLE, CARDS)
CHOOSE = np.array([[comb(n, k) for k in range(CARDS + 2)] for n in range(WHOLE + 1)], np.int64)
SIZES = np.array([mask.bit_count() for mask in range(MASKS)], np.int64)
BY_SIZE = np.array(sorted(range(MASKS), key=lambda mask: (mask.bit_count(), mask)), np.int64)
FIRST = np.searchsorted(SIZES[BY_SIZE], np.arange(RANKS + 2))  # where masks of a size begin
SUITS = np.array(list(permutations(range(4))), np.int64)
TWOS = 91  # how many strengths two cards may have


@kernel
def number_of(card: int) -> int:
    """The number of a card: suit by suit, the joker last."""
    return WHOLE - 1 if card == JOKER else RANKS * (card >> 4) + (card & 15)


@kernel
def sort_cards(cards: Any, numbers: Any) -> None:
    """Put seven cards in order, and fill in their numbers."""
    for at in range(1, CARDS):
        card, k = cards[at], at
        while k > 0 and number_of(cards[k - 1]) > number_of(card):
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card
    for at in range(CARDS):
        numbers[at] = number_of(cards[at])


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
def list_masks(count: int, ranks: int, masks: Any, weights: Any) -> int:
    """Every set of so many cards of four suits and these ranks whose masks do not rise; says how
    many there are. Nothing is written where there is no room for any."""
    number = 0
    for a in range(MASKS):
        if a & ~ranks:
            continue
        for b in range(a + 1):
            left = count - SIZES[a] - SIZES[b]
            if left < 0 or b & ~ranks:
                continue
            for third in range(left + 1):
                for at in range(FIRST[third], FIRST[third + 1]):
                    c = BY_SIZE[at]
                    if c > b:
                        break
                    if c & ~ranks:
                        continue
                    for last in range(FIRST[left - third], FIRST[left - third + 1]):
                        d = BY_SIZE[last]
                        if d > c:
                            break
                        if d & ~ranks:
                            continue
                        if len(weights):
                            masks[number, 0], masks[number, 1] = a, b
                            masks[number, 2], masks[number, 3] = c, d
                            weights[number] = weight_of(a, b, c, d)
                        number += 1
    return number


def sets_of(count: int, ranks: int = ALL_RANKS) -> tuple[Ints, Ints, Ints]:
    """Every set of so many cards, suits alike: masks, whether there is the joker, weights."""
    parts = []
    for joker in range(2 if count else 1):
        empty = np.zeros((0, 4), np.int16), np.zeros(0, np.int64)
        found = list_masks.jit(count - joker, ranks, *empty)
        masks, weights = np.zeros((found, 4), np.int16), np.zeros(found, np.int64)
        list_masks.jit(count - joker, ranks, masks, weights)
        parts.append((masks, np.full(found, joker, np.int8), weights))
    masks, jokers, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
    return masks, jokers, weights


@lru_cache(maxsize=1)
def every_hand(ranks: int = ALL_RANKS) -> tuple[Ints, Ints, Ints]:
    """Every hand of seven cards."""
    found = sets_of(CARDS, ranks)
    assert int(found[2].sum()) == comb(4 * ranks.bit_count() + 1, CARDS)
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
def place_of_two(two: int) -> int:
    """The place of two cards among all strengths, from none."""
    if two >= PAIR_OF_TWO:
        return TWOS - RANKS + (two >> 4 & 15)
    high = two >> 4
    return high * (high - 1) // 2 + (two & 15)


# -- hands by number -------------------------------------------------------------------------------


@kernel
def mask_places(found: Any) -> None:
    """Fill in what the cards of a suit add to the number of a set, by how many come before."""
    for suit in range(4):
        for before in range(CARDS + 1):
            for mask in range(MASKS):
                place, total = before, 0
                for rank in range(RANKS):
                    if mask >> rank & 1:
                        place += 1
                        if place <= CARDS:
                            total += CHOOSE[RANKS * suit + rank, place]
                found[suit, before, mask] = total


@kernel
def number_hands(masks: Any, jokers: Any, places: Any, suits: Any, found: Any) -> None:
    """Fill in for each hand of seven cards, by its number, which hand it is with suits renamed."""
    for at in range(len(masks)):
        for named in range(len(suits)):
            total, before = 0, 0
            for suit in range(4):
                mask = masks[at, suits[named, suit]]
                total += places[suit, before, mask]
                before += SIZES[mask]
            if jokers[at]:
                total += CHOOSE[WHOLE - 1, CARDS]
            found[total] = at


def hand_numbers(masks: Ints, jokers: Ints) -> Ints:
    """For each hand of seven cards, by its number, which of these it is with suits renamed."""
    places = np.zeros((4, CARDS + 1, MASKS), np.int64)
    mask_places.jit(places)
    found = np.zeros(HANDS, np.int32)
    number_hands.jit(masks, jokers, places, SUITS, found)
    return found


def room() -> tuple[Ints, ...]:
    """Arrays that ``list_holding`` works in."""
    return (
        np.zeros((CARDS + 1, WHOLE + 1), np.int64), np.zeros((CARDS + 1, WHOLE), np.int64),
        np.zeros(WHOLE, np.int64), np.zeros(CARDS + 2, np.int64), np.zeros(CARDS + 2, np.int64),
    )  # fmt: skip


@kernel
def list_holding(held: Any, count: int, ranks: int, ids: Any, found: Any, room: Any) -> int:
    """Fill in all hands of seven cards of these ranks that hold certain cards, which rise; says how
    many. The number of a hand is a sum over its cards in order, so that what each card more adds is
    known beforehand."""
    more = CARDS - count
    base, steps, order, at, sums = room
    others = 0
    for added in range(more + 1):
        total, below = 0, 0
        for card in range(WHOLE + 1):
            base[added, card] = total
            if below < count and held[below] == card:
                below += 1
                total += CHOOSE[card, below + added]
    below = 0
    for card in range(WHOLE):
        if below < count and held[below] == card:
            below += 1
            continue
        if card < WHOLE - 1 and not ranks >> card % RANKS & 1:
            continue
        order[others] = card
        for added in range(1, more + 1):
            shift = base[added - 1, card] - base[added, card]
            steps[added, others] = CHOOSE[card, added + below] + shift
        others += 1
    whole, number = base[more, WHOLE], 0
    if more == 0:
        found[0] = ids[whole]
        return 1
    if more == 1:
        for k in range(others):
            found[k] = ids[whole + steps[1, k]]
        return others
    level = more
    sums[more + 1], at[more] = whole, more - 1
    while True:
        most = others if level == more else at[level + 1]
        if at[level] >= most:
            if level == more:
                return number
            level += 1
            at[level] += 1
            continue
        sums[level] = sums[level + 1] + steps[level, at[level]]
        if level > 2:
            level -= 1
            at[level] = level - 1
            continue
        for k in range(at[2]):
            found[number] = ids[sums[2] + steps[1, k]]
            number += 1
        at[2] += 1
