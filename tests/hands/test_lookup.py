"""The tables give every hand the place that its strength has."""

import random
import subprocess
import sys

import numpy as np
import pytest

from houseway.equipment.cards import deck, mask
from houseway.hands import lookup, poker_tables
from houseway.hands.kernel import kernel
from houseway.hands.lookup import (
    BITS,
    EMPTY,
    KEYS,
    STRENGTHS,
    key_of,
    place_of_five,
    place_of_seven,
    place_of_six,
    places_of_seven,
)
from houseway.hands.poker import strength

DECK = deck()
PLACES = {5: place_of_five, 6: place_of_six, 7: place_of_seven}


@kernel
def differences_of_five(cards):
    """How many of all five-card hands the table gives another strength than the rule."""
    found = 0
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        hand = np.uint64(0)
                        total = EMPTY
                        for card in (cards[a], cards[b], cards[c], cards[d], cards[e]):
                            hand |= BITS[card]
                            total += KEYS[card]
                        found += STRENGTHS[place_of_five(total, hand)] != strength(np.int64(hand))
    return found


@kernel
def differences(hands):
    """How many of these hands of six or seven cards have another strength by the tables."""
    found = 0
    for i in range(hands.shape[0]):
        hand, total = np.uint64(0), EMPTY
        for j in range(hands.shape[1]):
            hand |= BITS[hands[i, j]]
            total += KEYS[hands[i, j]]
        six = hands.shape[1] == 6
        place = place_of_six(total, hand) if six else place_of_seven(total, hand)
        found += STRENGTHS[place] != strength(np.int64(hand))
    return found


def random_hands(size, count, seed):
    order = np.argsort(np.random.default_rng(seed).random((count, 52)), axis=1)
    return np.array(DECK, np.uint8)[order[:, :size]]


def test_all_hands_of_five() -> None:
    assert differences_of_five.jit(np.array(DECK, np.uint8)) == 0


@pytest.mark.parametrize("size", [6, 7])
def test_hands_of_six_and_seven(size) -> None:
    assert differences.jit(random_hands(size, 200_000, size)) == 0


def test_every_set_of_ranks_of_seven_cards() -> None:
    """All 49,205 of them, with a hand that has no flush."""
    known = list(poker_tables.rank_hands(7))
    assert len(known) == 49_205
    for ranks, hand in known[::7]:
        total = np.uint64(int(EMPTY) + ranks)
        assert STRENGTHS[place_of_seven(total, np.uint64(hand))] == strength(hand)


def test_plain_and_compiled_agree() -> None:
    dice = random.Random(7)
    for size, place_of in PLACES.items():
        for _ in range(300):
            cards = dice.sample(DECK, size)
            total, hand = np.uint64(int(EMPTY) + sum(map(key_of, cards))), np.uint64(mask(cards))
            place = place_of(total, hand)
            assert place == place_of.jit(total, hand)
            assert STRENGTHS[place] == strength(mask(cards))


def test_many_hands_at_once() -> None:
    hands = random_hands(7, 1_000, 1)
    found = np.zeros(len(hands), np.uint16)
    places_of_seven.jit(hands, found)
    assert STRENGTHS[found].tolist() == [strength(mask(hand)) for hand in hands.tolist()]


def test_tables_are_built_again_where_a_file_is_damaged(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(poker_tables, "cache_directory", lambda source: tmp_path)
    (tmp_path / "poker_tables.npz").write_bytes(b"not a table")
    built = poker_tables.tables.__wrapped__()
    assert np.array_equal(built["places_7"], lookup.SEVEN)
    kept = poker_tables.tables.__wrapped__()
    assert all(np.array_equal(built[name], kept[name]) for name in built)
    assert [path.name for path in tmp_path.iterdir()] == ["poker_tables.npz"]


def test_the_compiler_is_not_loaded_by_looking() -> None:
    code = (
        "import sys; from houseway.hands import lookup; "
        "assert not {'numba', 'llvmlite'} & {name.split('.')[0] for name in sys.modules}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
