"""All hands of a deck counted by category."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.counting.poker_hands import count_by_category
from houseway.equipment.cards import deck, mask
from houseway.hands.poker import CATEGORIES, category, strength


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (5, (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)),
        (6, (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188)),
        (
            7,
            (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324),
        ),
    ],
)
def test_known_counts(size, counts) -> None:
    assert tuple(count_by_category(deck(), size).values()) == counts


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_small_deck_dealt_out(size) -> None:
    cards = deck("9TJQ", "cdh")
    naive = Counter(
        CATEGORIES[category(strength(mask(hand)))] for hand in combinations(cards, size)
    )
    found = count_by_category(cards, size)
    assert {name: count for name, count in found.items() if count} == naive


def test_no_hand_of_four_cards() -> None:
    with pytest.raises(ValueError, match="five to seven"):
        count_by_category(deck(), 4)
