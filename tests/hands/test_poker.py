"""Poker hands are ordered as an independent library orders them, and counted as combinatorics
counts them."""

import random
from collections import Counter
from itertools import combinations

import eval7
import numpy as np
import pytest

import tiers
from houseway.equipment.cards import cards, deck, mask, name
from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    CATEGORIES,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)

DECK = deck()
THEIRS = {card: eval7.Card(name(card)) for card in DECK}


@kernel
def strengths_of_five(bits, found):
    """The strengths of all five-card hands, in the order of `combinations`."""
    i = 0
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        found[i] = strength(bits[a] | bits[b] | bits[c] | bits[d] | bits[e])
                        i += 1


@kernel
def strengths_of(hands, found):
    """The strengths of these hands."""
    for i in range(len(hands)):
        found[i] = strength(hands[i])


def in_the_same_order(ours, theirs) -> int:
    """Two rankings agree: equal where the other is equal, higher where it is higher. How many
    classes there are."""
    pairs = np.unique(np.stack([ours, theirs]), axis=1)
    assert len(np.unique(pairs[0])) == len(np.unique(pairs[1])) == pairs.shape[1]
    assert (np.diff(pairs[1][np.argsort(pairs[0])]) > 0).all()
    return pairs.shape[1]


@pytest.mark.slow
def test_all_five_card_hands_rank_as_an_independent_library_ranks_them() -> None:
    ours = np.zeros(2_598_960, np.int64)
    strengths_of_five.jit(np.array([1 << card for card in DECK]), ours)
    hands = combinations([THEIRS[card] for card in DECK], 5)
    theirs = np.fromiter((eval7.evaluate(hand) for hand in hands), np.int64, len(ours))
    assert in_the_same_order(ours, theirs) == 7462
    counts = dict(zip(*np.unique(ours >> 20, return_counts=True), strict=True))
    assert {CATEGORIES[key]: count for key, count in counts.items()} == {
        "high_card": 1_302_540,
        "pair": 1_098_240,
        "two_pair": 123_552,
        "three_of_a_kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 36,
        "royal_flush": 4,
    }


@pytest.mark.slow
def test_seven_card_hands_rank_as_an_independent_library_ranks_them() -> None:
    dice = random.Random(7)
    hands = [dice.sample(DECK, 7) for _ in range(2_000_000 if tiers.SOAK else 200_000)]
    ours = np.zeros(len(hands), np.int64)
    strengths_of.jit(np.fromiter(map(mask, hands), np.int64, len(hands)), ours)
    theirs = np.fromiter(
        (eval7.evaluate([THEIRS[card] for card in hand]) for hand in hands), np.int64, len(hands)
    )
    assert in_the_same_order(ours, theirs) > 4000


def test_plain_and_compiled_agree() -> None:
    dice = random.Random(5)
    for size in (5, 6, 7):
        for _ in range(3000):
            hand = mask(dice.sample(DECK, size))
            assert strength(hand) == strength.jit(hand)
    for _ in range(3000):
        hand = mask(dice.sample(DECK, 3))
        assert three_card_strength(hand) == three_card_strength.jit(hand)


def test_three_card_hands_by_class() -> None:
    counts = Counter(category(three_card_strength(mask(hand))) for hand in combinations(DECK, 3))
    assert {THREE_CARD_CATEGORIES[key]: count for key, count in counts.items()} == {
        "high_card": 16_440,
        "pair": 3_744,
        "flush": 1_096,
        "straight": 720,
        "three_of_a_kind": 52,
        "straight_flush": 48,
    }


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Ks Qs", "Kd Qd Jd"),
        ("4c 3c 2c", "Ad 3d 2d"),
        ("Ad 3d 2d", "Ac Ad Ah"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("4c 3d 2c", "Ac 3d 2c"),
        ("Ac 3d 2c", "Ac Kc Jc"),
        ("5c 3c 2c", "Ac Ad Kh"),
        ("2c 2d 3h", "Ac Kd Jh"),
        ("9c 9d 3h", "9h 9s 2h"),
        ("Qc 3d 2h", "Jc Td 8h"),
    ],
)
def test_the_order_of_three_cards(higher, lower) -> None:
    assert three_card_strength(mask(cards(higher))) > three_card_strength(mask(cards(lower)))


@pytest.mark.parametrize(
    ("one", "other"),
    [("As Ks Jd", "Ah Kc Jc"), ("9c 9d 3h", "9h 9s 3d"), ("Kc Qc Jc", "Kd Qd Jd")],
)
def test_suits_break_no_tie(one, other) -> None:
    assert three_card_strength(mask(cards(one))) == three_card_strength(mask(cards(other)))
