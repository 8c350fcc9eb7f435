"""Counting suit by suit, against plain enumeration of decks small enough for it."""

import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.equipment.cards import RANKS, SUIT, deck, mask
from houseway.games.against_dealer.three_card_blitz import hand as rule
from houseway.games.against_dealer.three_card_blitz.suits import (
    Contest,
    _types,
    count_by_suit,
    interchangeable,
    number_of_classes,
    product,
    subsets,
)

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
TENS = 0b1111 << 8
FULL_DECK_CLASSES = 978_397


def total(suit):
    return rule.suit_total(suit, POINTS, 3)


def ranks_mask(ranks):
    return sum(1 << RANKS.index(rank) for rank in ranks)


def naive_total(cards):
    """The same rule, written another way and on card numbers."""
    by_suit = {}
    for card in cards:
        by_suit.setdefault(card // 16, []).append(POINTS[card % 16])
    return max(sum(sorted(points)[-3:]) for points in by_suit.values())


def every_hand(ranks, suits, size):
    """All hands of a deck with their totals, and for each the counts below, equal and above."""
    hands = list(combinations(deck(ranks, suits), size))
    masks = np.array([mask(hand) for hand in hands], np.int64)
    totals = np.array([naive_total(hand) for hand in hands])
    counts = []
    for held, score in zip(masks, totals, strict=True):
        other = totals[masks & held == 0]
        counts.append((int((other < score).sum()), int((other == score).sum()), len(other)))
    return masks.tolist(), totals.tolist(), counts


SMALL_DECKS = [
    ("29KA", "cdhs", 3),
    ("TQKA", "cdhs", 4),
    ("9JKA", "cdh", 5),
    (RANKS, "cd", 3),
    ("TJQKA", "cdhs", 2),
]


def test_facts_of_four_suits_count_every_hand():
    sizes = count_by_suit(int.bit_count, 7)
    assert sum(sizes.values()) == comb(52, 7) == 133_784_560
    assert sizes[(7, 0, 0, 0)] == comb(13, 7)
    assert sizes[(3, 2, 1, 1)] == comb(13, 3) * comb(13, 2) * 13 * 13


@pytest.mark.parametrize(("ranks", "suits", "size"), SMALL_DECKS)
def test_facts_are_those_of_an_enumeration(ranks, suits, size):
    def fact(suit):
        return total(suit), suit & 1

    naive = Counter(
        tuple(fact(held >> 16 * place & SUIT) for place in range(len(suits)))
        for held in map(mask, combinations(deck(ranks, suits), size))
    )
    assert count_by_suit(fact, size, ranks_mask(ranks), len(suits)) == naive


def test_product_is_cut_at_the_size_of_a_hand():
    assert product([1, 2, 3], [1, 1, 1]) == [1, 3, 6]


def test_subsets_are_all_of_them_once():
    assert sorted(subsets(0b1011)) == [0, 1, 2, 3, 8, 9, 10, 11]


def test_ranks_of_equal_points_are_found_interchangeable():
    groups = interchangeable({suit: total(suit) for suit in subsets(SUIT)}, SUIT)
    assert sorted(groups) == sorted([*(1 << r for r in (*range(8), 12)), TENS])


def test_the_full_deck_has_the_known_types_and_classes():
    contest = Contest(total, 7)
    types = _types(contest)
    assert types.shape[1] == 1736
    by_cards = np.bincount(types[1]).tolist()
    assert number_of_classes(by_cards, 4, 7) == FULL_DECK_CLASSES
    assert len(contest.classes()) == FULL_DECK_CLASSES


def test_the_full_deck_adds_up_to_all_deals():
    classes = Contest(total, 7, mark=rule.is_blitz).classes()
    assert int(classes.ways.sum()) == comb(52, 7)
    for stays in (True, False):
        tallies = classes.tally(np.full(len(classes), stays))
        deals = sum(sum(tally) for tally in tallies.values())
        assert deals == comb(52, 7) * comb(45, 7) == 6_071_092_494_667_200
    assert all(rule.hand_total(k.hand, POINTS, 3) == k.score for k in classes.kinds.values())


@pytest.mark.parametrize(("ranks", "suits", "size"), SMALL_DECKS)
def test_every_hand_of_a_small_deck(ranks, suits, size):
    masks, totals, counts = every_hand(ranks, suits, size)
    contest = Contest(total, size, rule.is_royal_blitz, ranks_mask(ranks), len(suits))
    opponents = comb(len(ranks) * len(suits) - size, size)
    assert contest.opponents == opponents

    naive = Counter()
    for held, score, (below, equal, dealt) in zip(masks, totals, counts, strict=True):
        assert dealt == opponents
        assert contest.hand_score(held) == score
        assert contest.against(held) == (below, equal, opponents - below - equal)
        royals = sum(rule.is_royal_blitz(held >> 16 * suit & SUIT) for suit in range(4))
        naive[score, royals, below, equal] += 1

    classes = contest.classes()
    compiled = Counter()
    brute = dict(zip(masks, counts, strict=True))
    for i in range(len(classes)):
        kind = classes.kinds[int(classes.kind[i])]
        below, equal = int(classes.below[i]), int(classes.equal[i])
        compiled[kind.score, kind.mark, below, equal] += int(classes.ways[i])
        assert brute[int(classes.hand[i])][:2] == (below, equal)
        assert int(classes.above[i]) == opponents - below - equal
        assert int(classes.score[i]) == kind.score
    assert compiled == naive


def test_cards_seen_elsewhere_are_out_of_the_dealers_reach():
    ranks, suits, size = "29KA", "cdhs", 3
    cards = deck(ranks, suits)
    contest = Contest(total, size, None, ranks_mask(ranks), 4)
    held, seen = mask(cards[:3]), mask(cards[5:8])
    left = [card for card in cards if not (held | seen) >> card & 1]
    score = contest.hand_score(held)
    others = [naive_total(hand) for hand in combinations(left, size)]
    assert contest.against(held, seen) == (
        sum(other < score for other in others),
        sum(other == score for other in others),
        sum(other > score for other in others),
    )


def test_a_scale_of_other_numbers_gives_the_same_contest():
    """Only the order of scores matters, not their size or sign."""
    plain = Contest(total, 3, None, ranks_mask("5TKA"))
    odd = Contest(lambda suit: 7 * total(suit) - 100, 3, None, ranks_mask("5TKA"))
    for left, right in zip(
        plain.classes().tally(np.ones(len(plain.classes()), bool)).values(),
        odd.classes().tally(np.ones(len(odd.classes()), bool)).values(),
        strict=True,
    ):
        assert left == right


def test_rules_are_the_same_plain_and_compiled():
    dice = random.Random(51)
    for suit in (dice.randrange(SUIT + 1) for _ in range(20_000)):
        assert rule.suit_total(suit, POINTS, 3) == rule.suit_total.jit(suit, POINTS, 3)
        assert rule.suit_size(suit) == rule.suit_size.jit(suit)
        assert rule.is_blitz(suit) == rule.is_blitz.jit(suit)
        assert rule.is_royal_blitz(suit) == rule.is_royal_blitz.jit(suit)
        assert rule.is_royal_flush(suit) == rule.is_royal_flush.jit(suit)


@pytest.mark.parametrize(
    ("size", "ranks", "suits", "reason"),
    [
        (7, ranks_mask("29K"), 4, "does not give two hands"),
        (0, SUIT, 4, "does not give two hands"),
        (3, SUIT, 1, "two to four suits"),
    ],
)
def test_impossible_decks_are_refused(size, ranks, suits, reason):
    with pytest.raises(ValueError, match=reason):
        Contest(total, size, None, ranks, suits)


def test_deals_that_do_not_fit_the_counters_are_refused():
    with pytest.raises(ValueError, match="64-bit"):
        Contest(total, 13).classes()


def test_a_card_of_another_deck_is_refused():
    contest = Contest(total, 3, None, ranks_mask("29KA"))
    with pytest.raises(ValueError, match="not in the deck"):
        contest.against(mask(deck("3")[:3]))


def test_odds_at_the_table_need_no_compiler():
    code = (
        "import sys; from houseway.games.against_dealer.three_card_blitz.odds import *;"
        "r = Rules((2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), 3, 7);"
        "decide(0x7F, r, {'blitz': 4}); side_bet('flush', r, {'suited_4': 2});"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
