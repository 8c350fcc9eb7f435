"""How many of each group are drawn: against every draw of a small cage."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.games.tickets.draws import Alike, catches, repeated
from houseway.rulebook.rate_card import catch_chances


@pytest.mark.parametrize(
    "kinds",
    [
        [Alike(3, 1)],
        [Alike(2, 2)],
        [Alike(1, 4), Alike(2, 1)],
        [Alike(1, 1), Alike(2, 2), Alike(3, 1)],
    ],
)
@pytest.mark.parametrize("drawn", [1, 4, 7])
def test_every_draw_of_nine_numbers(kinds, drawn) -> None:
    sizes = [kind.size for kind in kinds for _ in range(kind.groups)]
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    groups = [set(range(end - size, end)) for size, end in zip(sizes, ends, strict=True)]
    seen: Counter[tuple[int, ...]] = Counter()
    for draw in combinations(range(9), drawn):
        caught = [len(group & set(draw)) for group in groups]
        ordered, start = [], 0
        for kind in kinds:
            ordered += sorted(caught[start : start + kind.groups])
            start += kind.groups
        seen[tuple(ordered)] += 1
    assert dict(catches(9, drawn, kinds)) == seen


@pytest.mark.parametrize("spots", range(1, 21))
def test_one_group_is_caught_as_the_rate_card_has_it(spots) -> None:
    every = comb(80, 20)
    found = dict(catches(80, 20, [Alike(spots, 1)]))
    assert sum(found.values()) == every
    chances = catch_chances(80, 20, spots)
    assert [Fraction(found[(k,)], every) for k in range(spots + 1)] == list(chances)


def test_more_groups_than_numbers() -> None:
    with pytest.raises(ValueError, match="do not give so many groups"):
        list(catches(5, 2, [Alike(2, 3)]))


def test_goes_that_add_up() -> None:
    once = {0: 5, 3: 2, 10: 1}
    seen: Counter[int] = Counter()
    for one in Counter(once).elements():
        for two in Counter(once).elements():
            for three in Counter(once).elements():
                seen[one + two + three] += 1
    assert repeated(once, 3) == seen
    assert repeated(once, 0) == {0: 1}
