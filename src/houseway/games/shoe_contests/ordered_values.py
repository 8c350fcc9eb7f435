"""Cards whose value alone matters, dealt one after another from a known shoe: every end, counted.

A game says in what state it begins, what a card of a value makes of a state, and which states are
ends. Orders of cards that lead to the same state with the same cards gone are followed together, so
that quadrillions of deals are a few thousand steps. Counts are of ordered deals of ``longest``
cards, whether a game used all of them or not, so that they add up over all ends.
"""

from collections.abc import Callable, Hashable, Sequence
from math import perm
from typing import TypeVar

S = TypeVar("S", bound=Hashable)


def ordered_deals(shoe: Sequence[int], longest: int) -> int:
    """How many ordered deals of so many cards there are."""
    return perm(sum(shoe), longest)


def ends(
    shoe: Sequence[int],
    start: S,
    after: Callable[[S, int], S],
    is_end: Callable[[S], bool],
    longest: int,
) -> dict[S, int]:
    """Every state in which the game can end, with the number of ordered deals that end there.

    ``shoe`` has the number of cards of each value; ``after`` is the state that a card of a value
    makes of a state.
    """
    cards = sum(shoe)
    found: dict[S, int] = {}
    nodes: dict[tuple[S, tuple[int, ...]], int] = {(start, tuple(shoe)): 1}
    for dealt in range(longest + 1):
        unused = perm(cards - dealt, longest - dealt)
        then: dict[tuple[S, tuple[int, ...]], int] = {}
        for (state, left), ways in nodes.items():
            if is_end(state):
                found[state] = found.get(state, 0) + ways * unused
                continue
            if dealt == longest:
                raise ValueError(f"the game goes on after {longest} cards: {state}")
            for value, count in enumerate(left):
                if count:
                    rest = (*left[:value], count - 1, *left[value + 1 :])
                    node = (after(state, value), rest)
                    then[node] = then.get(node, 0) + ways * count
        nodes = then
    return found
