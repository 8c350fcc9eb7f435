"""Numbers from the cage: distinct, in range, and every one as likely as another."""

from collections import Counter

import pytest

from houseway.equipment.cage import pick
from houseway.equipment.randomness import Philox


def test_numbers_are_distinct_and_in_range() -> None:
    source = Philox(15)
    for _ in range(200):
        drawn = pick(20, 80, source)
        assert len(set(drawn)) == 20
        assert set(drawn) <= set(range(1, 81))


def test_all_and_none() -> None:
    assert sorted(pick(5, 5, Philox(1))) == [1, 2, 3, 4, 5]
    assert pick(0, 5, Philox(1)) == ()


@pytest.mark.parametrize("count", [-1, 6])
def test_more_than_there_are(count) -> None:
    with pytest.raises(ValueError, match="cannot pick"):
        pick(count, 5, Philox(1))


def test_every_order_is_as_likely() -> None:
    source, rounds = Philox(80), 12_000
    seen = Counter(pick(2, 4, source) for _ in range(rounds))
    assert len(seen) == 12
    mean = rounds / 12
    assert all(abs(times - mean) < 5 * mean**0.5 for times in seen.values())
