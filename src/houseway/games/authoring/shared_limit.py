"""One limit on what wagers may win together, divided among them."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from houseway.referee.round import Round

Key = TypeVar("Key")


def divided_limit(limit: int, by: Mapping[Key, int]) -> dict[Key, int]:
    """The parts of a limit in proportion to some amounts, in whole cents. Cents that do not divide
    go one by one to the largest parts; of equal ones to the first.

    >>> divided_limit(100, {1: 1, 2: 1}), divided_limit(100, {1: 1, 2: 2})
    ({1: 50, 2: 50}, {1: 33, 2: 67})
    >>> divided_limit(100, {1: 1, 2: 1, 3: 1})
    {1: 34, 2: 33, 3: 33}
    """
    total = sum(by.values())
    parts = {key: limit * amount // total for key, amount in by.items()}
    largest = sorted(by, key=lambda key: -by[key])
    for key in largest[: limit - sum(parts.values())]:
        parts[key] += 1
    return parts


def shares(
    r: Round, seat: int, wagers: Sequence[str], hit: set[str], paid: int = 0
) -> dict[str, int]:
    """The most that each of some wagers is paid where a limit covers all of them: its part of the
    limit by what it is due; nothing where no limit is reached. So much has been ``paid`` within the
    limit before."""
    (row,) = hit
    due = {
        wager: r.rules.schedule(wager).prices[row].wins(r.state.stake(seat, wager))
        for wager in wagers
    }
    total = sum(due.values())
    limit = min((max(limit - paid, 0) for limit, _ in r.rules.caps(wagers[0])), default=total)
    return {} if total <= limit else divided_limit(limit, due)
