"""Hands of two tiles, counted over the whole set."""

from collections import Counter
from itertools import combinations

import numpy as np

from houseway.equipment.tiles import NUMBERS, tile_set
from houseway.hands.tiles import (
    SIX,
    THREE,
    house_way,
    outcome,
    pair_rank,
    rank,
    split,
    strength,
    value,
)

SEVENS_UP = (9, 8, 7)


def tiles(text: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in text.split())


def test_pairs_and_values_of_all_two_tile_hands() -> None:
    hands = list(combinations(tile_set(), 2))
    ranks = Counter(pair_rank(*hand) for hand in hands)
    assert len(hands) == 496
    assert ranks.total() - ranks[0] == 40
    assert [ranks[rank] for rank in range(1, 21)] == [1] * 16 + [4, 4, 8, 8]
    values = Counter(value(*hand) for hand in hands)
    assert [values[v] for v in range(10)] == [24, 32, 44, 48, 52, 44, 56, 52, 56, 48]


def test_the_house_way_where_the_text_leaves_a_choice() -> None:
    four = tiles("6-6 1-6 5-6 2-3")
    assert split(four, house_way(four, SEVENS_UP, False)) == tiles("6-6 1-6 5-6 2-3")
    assert [value(*split(four, house_way(four, SEVENS_UP, True))[i : i + 2]) for i in (0, 2)] == [
        8,
        7,
    ]


def test_a_copy_and_a_low_hand_worth_nothing_go_to_the_bank() -> None:
    wong, other = strength(*tiles("6-6 3-6")), strength(*tiles("6-6b 4-5"))
    assert wong == other
    zero, lower = strength(*tiles("1-3 3-3")), strength(*tiles("5-5 4-6"))
    assert zero > lower
    assert outcome(wong, zero, other, lower) == 0


def test_compiled_and_plain_agree() -> None:
    for four in list(combinations(tile_set(), 4))[::97]:
        assert house_way.jit(four, SEVENS_UP, False) == house_way(four, SEVENS_UP, False)


def test_tiles_of_one_rank_are_alike() -> None:
    """What makes kinds of tiles: rank decides everything about a hand of two."""
    every = tile_set()
    for one, other in combinations(every, 2):
        if rank(one) == rank(other):
            for third in set(every) - {one, other}:
                assert strength(one, third) == strength(other, third)


def test_the_tiles_of_the_supreme_pair_are_alike_to_others() -> None:
    """Apart, either may count as the other; only the house way's last rule tells them apart."""
    for third in set(tile_set()) - {SIX, THREE}:
        assert strength(SIX, third) == strength(THREE, third)


def test_the_comparison_takes_numbers_arrays_and_compiles() -> None:
    found = sorted({strength(*hand) for hand in combinations(tile_set(), 2)})
    sides = np.array(found[::3])
    for high in found[::17]:
        for low in found[: found.index(high) + 1 : 5]:
            highs, lows = np.meshgrid(sides, sides)
            whole = outcome(high, low, highs, lows)
            plain = [outcome(high, low, h, x) for h, x in zip(highs.flat, lows.flat, strict=True)]
            assert whole.ravel().tolist() == plain
            corner = (high, low, found[0], found[0])
            assert outcome.jit(*corner) == outcome(*corner)
