"""What successive winning cards make: pure rules for table, odds and kernel (12.2(b), 12.8).

A card is written as on the wheel (``As``): its value and its suit. The stand holds the winning
cards of the hand so far, of which the same may come twice. ``order`` has the values side by side,
the ace at both ends: any three neighbors are a straight.
"""

from collections.abc import Sequence
from functools import lru_cache

PAIR_IN_TWO, PAIR_IN_THREE, THREE = "pair_in_two", "pair_in_three", "three_of_a_kind"
FLUSH = "flush"
# by how many values would complete them
STRAIGHTS = {2: "open_straight", 1: "inside_straight"}
STRAIGHT_FLUSHES = {2: "open_straight_flush", 1: "inside_straight_flush"}
POKER = (
    PAIR_IN_TWO, PAIR_IN_THREE, THREE, FLUSH, *STRAIGHTS.values(), *STRAIGHT_FLUSHES.values(),
)  # fmt: skip


def same_value(first: str, second: str) -> bool:
    """Whether two cards are a pair."""
    return first[0] == second[0]


def same_suit(first: str, second: str) -> bool:
    """Whether two cards are of one suit."""
    return first[1] == second[1]


@lru_cache(maxsize=1024)
def completing(order: str, first: str, second: str) -> frozenset[str]:
    """The values that make a straight of two cards.

    >>> order = "AKQJT98765432A"
    >>> sorted(completing(order, "7s", "8d")), sorted(completing(order, "Kh", "Ah"))
    (['6', '9'], ['Q'])
    >>> sorted(completing(order, "2c", "3c")), completing(order, "Kc", "2c")
    (['4', 'A'], frozenset())
    """
    held = {first[0], second[0]}
    lacking = [set(run) - held for run in zip(order, order[1:], order[2:], strict=False)]
    return frozenset(value for values in lacking if len(values) == 1 for value in values)


def open_wagers(order: str, stand: Sequence[str]) -> list[str]:
    """The poker hand wagers that the posted cards open.

    >>> open_wagers("AKQJT98765432A", ["7s", "8s"])
    ['pair_in_three', 'flush', 'open_straight', 'open_straight_flush']
    >>> open_wagers("AKQJT98765432A", ["7s", "7s"])
    ['three_of_a_kind', 'flush']
    """
    if len(stand) == 1:
        return [PAIR_IN_TWO]
    if len(stand) != 2:
        return []
    first, second = stand
    suited, values = same_suit(first, second), completing(order, first, second)
    found = [THREE if same_value(first, second) else PAIR_IN_THREE]
    if suited:
        found.append(FLUSH)
    if values:
        found.append(STRAIGHTS[len(values)])
        if suited:
            found.append(STRAIGHT_FLUSHES[len(values)])
    return found


def wins(order: str, wager: str, stand: Sequence[str], card: str) -> bool:
    """Whether the next card wins a poker hand wager that the posted cards have opened.

    >>> wins("AKQJT98765432A", "open_straight", ["7s", "8d"], "6c")
    True
    """
    suited = all(same_suit(posted, card) for posted in stand)
    if wager == FLUSH:
        return suited
    if wager in STRAIGHTS.values():
        return card[0] in completing(order, *stand)
    if wager in STRAIGHT_FLUSHES.values():
        return suited and card[0] in completing(order, *stand)
    return any(same_value(posted, card) for posted in stand)
