"""Classes of hands under renaming of suits, against hands gone through one by one."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.counting.canonical import Pack, classes
from houseway.equipment.cards import mask

SMALL = [
    (Pack(0b1111, (0, 1, 2, 3)), 5),
    (Pack(0b1011001, (1, 3)), 3),
    (Pack(0b111, (0, 1, 2)), 9),
    (Pack(0b11111, (2,)), 2),
]


@pytest.mark.parametrize(("pack", "size"), SMALL)
def test_classes_stand_for_every_hand_once(pack, size):
    hands = classes(pack, size)
    dealt = Counter(pack.first_of_class(mask(cards)) for cards in combinations(pack.cards, size))
    assert dict(zip(hands.masks.tolist(), hands.ways.tolist(), strict=True)) == dealt
    for hand, numbers in zip(hands.masks.tolist(), hands.numbers.tolist(), strict=True):
        assert mask(pack.cards[number] for number in numbers) == hand
        assert len(pack.same_but_for_suits(hand)) == dealt[hand]


@pytest.mark.parametrize(
    ("size", "count"), [(2, 169), (3, 1_755), (4, 16_432), (5, 134_459), (6, 962_988)]
)
def test_as_many_classes_as_are_known(size, count):
    hands = classes(Pack(), size)
    assert len(hands) == count
    assert int(hands.ways.sum()) == Pack().hands(size)


def test_a_hand_larger_than_the_deck_is_refused():
    with pytest.raises(ValueError, match="gives no hand of 5"):
        classes(Pack(0b11, (0, 1)), 5)


def test_strangers_are_cards_that_are_not_in_the_deck():
    pack = Pack(0b110, (0, 2))
    assert pack.strangers(0b111 | 0b10 << 32 | 0b10 << 16) == 0b1 | 0b10 << 16
