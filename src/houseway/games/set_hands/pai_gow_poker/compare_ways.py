"""A way to set held against the setting that nets most against all hands of the other side,
whatever cards are gone: for one hand, and over all classes of hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.equipment.cards import Card
from houseway.games.set_hands.every_seven import place_of_two, sort_cards
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.pai_gow_poker.every_hand import five_card_table, look_up_fives
from houseway.games.set_hands.pai_gow_poker.hand import SETTINGS, arrange
from houseway.games.set_hands.pai_gow_poker.solver import (
    DECK,
    LOSE,
    Dealer,
    dealer,
    likeliest,
    net_of,
)
from houseway.games.set_hands.pai_gow_poker.way import HANDS, settings
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.suit_classes import class_counts
from houseway.hands.kernel import kernel

Key = tuple[int, tuple[int, int], tuple[int, int]]


def best_setting(cards: Sequence[Card], against: Dealer) -> str:
    """The setting of one hand that nets most."""
    found = settings(cards, against.wheel)
    made = np.array([one.strengths for one in found.values()], np.int64)
    return list(found)[int(likeliest(made, len(made), against.highs, against.below))]


@kernel
def compare_all(
    hands: Any, made_so: Any, table: Any, highs: Any, below: Any, lost: Any, other: Any
) -> None:
    """Fill in what each hand as it is set nets less than at the most, in twentieths, and the
    strengths of the best setting."""
    made, division = np.zeros((SETTINGS, HANDS), np.int64), np.zeros(SETTINGS, np.int64)
    fives, numbers = np.zeros(SETTINGS, np.int64), np.zeros(CARDS, np.int64)
    for at in range(len(hands)):
        cards = hands[at].copy()
        sort_cards(cards, numbers)
        look_up_fives(numbers, table, fives)
        count = arrange(cards, fives, made, division)
        best = likeliest(made, count, highs, below)
        high, low = int(made[best][0]), int(made[best][1])
        most = net_of(below, int(np.searchsorted(highs, high)), place_of_two(low))
        own = int(np.searchsorted(highs, made_so[at][0]))
        lost[at] = most - net_of(below, own, place_of_two(int(made_so[at][1])))
        other[at][0], other[at][1] = high, low


def compared(against: Dealer, sets: HouseWay) -> dict[Key, tuple[Fraction, Fraction]]:
    """How often a way to set is worse and what that costs in stakes, by the line that decides, the
    strengths that it makes and the best ones."""
    made, lines, _ = dealer(sets, against.wheel).made
    lost = np.zeros(len(made), np.int64)
    other = np.zeros((len(made), HANDS), np.int64)
    table = five_card_table(against.wheel)
    compare_all.jit(DECK.hands, made, table, against.highs, against.below, lost, other)
    times = class_counts(DECK, 0)
    whole = int(times.sum())
    found: dict[Key, list[int]] = {}
    for at in (lost > 0).nonzero()[0]:
        mine, best = ((int(strengths[0]) >> 16 << 16, 0) for strengths in (made[at], other[at]))
        sums = found.setdefault((int(lines[at]), mine, best), [0, 0])
        sums[0] += int(times[at])
        sums[1] += int(times[at]) * int(lost[at])
    return {
        key: (Fraction(count, whole), Fraction(cost, LOSE * whole**2))
        for key, (count, cost) in found.items()
    }
