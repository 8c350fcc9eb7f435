"""Numbers drawn from a cage, and how many of each of several groups are among them.

Groups share no number. Groups of one size that play the same part need not be told apart: it is
enough to know how many of them were caught so and so well, which keeps a ticket of twenty groups as
short as one of two.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import NamedTuple


class Alike(NamedTuple):
    """So many groups of so many numbers each, which play the same part."""

    size: int
    groups: int


Caught = tuple[int, ...]  # of each group how many numbers are drawn, group after group


def catches(numbers: int, drawn: int, kinds: Sequence[Alike]) -> Iterator[tuple[Caught, int]]:
    """What can be caught of each group, and in how many of all draws; groups alike stand in order
    of what they caught, one order for all.

    >>> dict(catches(4, 2, [Alike(1, 2)]))
    {(0, 0): 1, (0, 1): 4, (1, 1): 1}
    """
    left = numbers - sum(kind.size * kind.groups for kind in kinds)
    if left < 0:
        raise ValueError(f"{numbers} numbers do not give so many groups")
    for parts in product(*(_of_kind(kind) for kind in kinds)):
        caught = tuple(number for part, _ in parts for number in part)
        more = drawn - sum(caught)
        if 0 <= more <= left:
            yield caught, prod(ways for _, ways in parts) * comb(left, more)


def _of_kind(kind: Alike) -> list[tuple[Caught, int]]:
    found = []
    for caught in combinations_with_replacement(range(kind.size + 1), kind.groups):
        repeats = prod(factorial(times) for times in Counter(caught).values())
        orders = factorial(kind.groups) // repeats
        found.append((caught, orders * prod(comb(kind.size, number) for number in caught)))
    return found


Totals = dict[int, int]  # an amount, and how many ways lead to it


def repeated(once: Totals, times: int) -> Totals:
    """The sums of so many independent goes.

    >>> repeated({0: 3, 2: 1}, 2)
    {0: 9, 2: 6, 4: 1}
    """
    found: Totals = {0: 1}
    for _ in range(times):
        longer: Totals = {}
        for total, ways in found.items():
            for more, others in once.items():
                longer[total + more] = longer.get(total + more, 0) + ways * others
        found = longer
    return dict(sorted(found.items()))
