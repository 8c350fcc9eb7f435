"""Two hands against two, counted by kinds and dealt out one by one."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from houseway.games.set_hands.two_hands import BOTH, Contest, Kinds, Tally

DECK = [1, 1.5, 2, 2.5, 3, 4, 5, 5.5, 6]  # halves mark a second card of one kind


def cards() -> list[int]:
    return [int(2 * card) for card in DECK]


def kind(card: int) -> int:
    return card // 2


def ways(hand):
    """A toy game of three cards: one is the low hand, the others together the high one."""
    return [(sum(map(kind, hand)) - kind(card), kind(card)) for card in hand]


def compare(high, low, bank_high, bank_low):
    return 1 * (high > bank_high) + 1 * (low >= bank_low)


def largest_low(hand):
    return max(range(3), key=lambda way: ways(hand)[way][1])


@pytest.fixture(params=[False, True], ids=["player", "bank"])
def contest(request) -> Contest:
    kinds = Kinds.of(cards(), kind)
    return Contest(kinds, 3, ways, largest_low, compare, banks=request.param)


def dealt_out(hand, way, banks, seen=()) -> Tally:
    """The same by dealing every hand to the other side."""
    left = [card for card in cards() if card not in hand and card not in seen]
    found = [0, 0, 0]
    for other in combinations(left, 3):
        mine, theirs = ways(hand)[way], ways(other)[largest_low(other)]
        better = compare(*theirs, *mine) if banks else compare(*mine, *theirs)
        found[better if banks else BOTH - better] += 1
    return Tally(*found)


def test_sets_and_their_ways_make_up_all_hands(contest) -> None:
    every = list(combinations(cards(), 3))
    assert contest.dealt.sum() == len(every)
    assert {tuple(sorted(map(kind, hand))) for hand in every} == {
        tuple(sorted(map(kind, hand))) for hand in contest.hands
    }
    assert contest.deals == len(every) * contest.opponents


def test_every_way_of_every_set_is_as_dealt_out(contest) -> None:
    for hand, tallies in zip(contest.hands, contest.tallies, strict=True):
        assert [dealt_out(hand, way, contest.banks) for way in range(3)] == tallies
        assert contest.of_hand(hand) == tallies


def test_cards_seen_elsewhere_are_gone(contest) -> None:
    hand, seen = (2, 4, 10), (3, 12)
    found = contest.of_hand(hand, seen)
    assert found == [dealt_out(hand, way, contest.banks, seen) for way in range(3)]
    assert found != contest.of_hand(hand)


def test_a_choice_for_every_set_adds_up(contest) -> None:
    for chosen in ([0] * len(contest.hands), contest.followed):
        total = contest.follow(chosen)
        assert sum(total) == contest.deals
        one_by_one = Tally(0, 0, 0)
        way_of = {
            tuple(sorted(map(kind, hand))): (hand, way)
            for hand, way in zip(contest.hands, chosen, strict=True)
        }
        for hand in combinations(cards(), 3):
            like, way = way_of[tuple(sorted(map(kind, hand)))]
            one_by_one += dealt_out(like, way, contest.banks)
        assert total == one_by_one


def test_shares_go_by_hands_and_not_by_sets(contest) -> None:
    twos = [any(kind(card) == 2 for card in hand) for hand in contest.hands]
    every = list(combinations(cards(), 3))
    wanted = sum(any(kind(card) == 2 for card in hand) for hand in every)
    assert Fraction(*contest.share(twos)) == Fraction(wanted, len(every))


def test_the_order_of_a_hand_does_not_matter(contest) -> None:
    hand = contest.hands[5]
    found = [sorted(contest.of_hand(same)) for same in permutations(hand)]
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("hand", [(2, 4), (2, 2, 4), (2, 4, 99)])
def test_what_is_no_hand_is_refused(contest, hand) -> None:
    with pytest.raises(ValueError):
        contest.of_hand(hand)


def test_counts_are_whole_numbers(contest) -> None:
    assert contest.dealt.dtype == np.int64
    assert contest.met(contest.held[0]).dtype == np.int64
