"""Cards dealt by value from a shoe: counts that brute force finds too."""

from itertools import permutations

import pytest

from houseway.games.shoe_contests.ordered_values import ends, ordered_deals

SHOE = (2, 1, 3, 1)  # cards worth 0, 1, 2 and 3


def stop_at_four(state, value):
    total, cards = state
    return (total + value, cards + 1)


def is_end(state) -> bool:
    total, cards = state
    return total >= 4 or cards == 4


def by_brute_force():
    cards = [value for value, count in enumerate(SHOE) for _ in range(count)]
    found: dict[tuple[int, int], int] = {}
    for deal in permutations(cards, 4):
        state = (0, 0)
        for value in deal:
            if not is_end(state):
                state = stop_at_four(state, value)
        found[state] = found.get(state, 0) + 1
    return found


def test_every_end_is_counted_as_brute_force_counts_it() -> None:
    found = ends(SHOE, (0, 0), stop_at_four, is_end, 4)
    assert found == by_brute_force()
    assert sum(found.values()) == ordered_deals(SHOE, 4) == 7 * 6 * 5 * 4


def test_a_game_that_goes_on_too_long_is_an_error() -> None:
    with pytest.raises(ValueError, match="goes on after 3 cards"):
        ends(SHOE, (0, 0), stop_at_four, lambda state: False, 3)
