"""Finite Markov chains that come to an end, in exact fractions.

A chain is where it starts and a function that says where a state goes next, each way with its
weight; a state that goes nowhere is an end. However long it may run, the chance of each end and
the number of visits to each state on the way are rational, and ``Chain`` finds them: it folds
states away one at a time, each into those that lead to it, until only the ends are left.

A reward is worth its amount at each visit, so that whatever adds up along the way (steps, rolls at
risk, money) is a sum over visits. Nothing here knows a game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Generic, NamedTuple, TypeVar

State = TypeVar("State", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)
Rows = dict[State, dict[State, Fraction]]


@dataclass(frozen=True)
class Chain(Generic[State]):
    """A chain, by the weights of its starts and of each state's next ones.

    >>> ruin = Chain({1: 1}, lambda n: {n - 1: 2, n + 1: 3} if 0 < n < 3 else {})
    >>> ruin.ends[3], ruin.steps
    (Fraction(9, 19), Fraction(40, 19))
    """

    start: Mapping[State, int]
    moves: Callable[[State], Mapping[State, int]]

    @cached_property
    def _rows(self) -> Rows[State]:
        """Every state that can be reached, in the order found, with the shares of its next ones."""
        rows: Rows[State] = {}
        todo = list(self.start)
        for state in todo:
            if state not in rows:
                rows[state] = shares(self.moves(state))
                todo.extend(rows[state])
        return rows

    @cached_property
    def _folded(self) -> _Folded[State]:
        return _fold(shares(self.start), {state: row for state, row in self._rows.items() if row})

    @property
    def ends(self) -> dict[State, Fraction]:
        """The chance of each end."""
        return self._folded.ends

    @property
    def visits(self) -> dict[State, Fraction]:
        """Return the average number of visits to each transient state."""
        return self._folded.visits

    def total(self, reward: Callable[[State], Fraction | int]) -> Fraction:
        """Return the expected total reward."""
        return sum((often * reward(state) for state, often in self.visits.items()), Fraction(0))

    @cached_property
    def steps(self) -> Fraction:
        """Return the expected number of steps."""
        return self.total(lambda _: 1)

    def after(self, steps: int) -> dict[State, Fraction]:
        """Return the probability of each state after a number of steps; finished chains stay in
        their end state."""
        found = shares(self.start)
        for _ in range(steps):
            before, found = found, {}
            for state, chance in before.items():
                _pass_on(found, chance, self._rows[state] or {state: Fraction(1)})
        return found

    def each_step(self, counted: Callable[[State], bool]) -> dict[State | None, Fraction]:
        """What one step does in the long run, chain after chain: the chance of each end, and of
        none as ``None``. Only steps from states that are ``counted`` are looked at."""
        found: dict[State | None, Fraction] = defaultdict(Fraction)
        for state, often in self.visits.items():
            if counted(state):
                for after, share in self._rows[state].items():
                    found[None if self._rows[after] else after] += often * share
        whole = sum(found.values())
        return {end: share / whole for end, share in found.items()}


class _Folded(NamedTuple, Generic[State]):
    ends: dict[State, Fraction]
    visits: dict[State, Fraction]


def _fold(start: dict[State, Fraction], rows: Rows[State]) -> _Folded[State]:
    """Fold the states away, the last found first; then count visits in the order found.

    What leads from a state back to itself only multiplies its visits. The states that are left
    behave as before between their own visits, so that in the end the starts lead to ends alone.
    """
    rows = {state: dict(row) for state, row in rows.items()}
    into: dict[State, dict[State, None]] = defaultdict(dict)
    for state, row in rows.items():
        for after in row:
            into[after][state] = None
    entries: list[tuple[State, Fraction, dict[State, Fraction], Fraction]] = []
    for state in reversed(list(rows)):
        row = rows.pop(state)
        leaves = 1 - row.pop(state, Fraction(0))
        if not leaves:
            raise ValueError(f"a chain that never leaves {state!r} has no end")
        onward = {after: share / leaves for after, share in row.items()}
        first = start.pop(state, Fraction(0))
        _pass_on(start, first, onward)
        before = {}
        for other in into[state]:
            if other in rows:
                before[other] = rows[other].pop(state)
                _pass_on(rows[other], before[other], onward)
                for after in onward:
                    into[after][other] = None
        entries.append((state, first, before, leaves))
    visits: dict[State, Fraction] = {}
    for state, first, before, leaves in reversed(entries):
        came = first + sum((visits[other] * share for other, share in before.items()), Fraction(0))
        visits[state] = came / leaves
    return _Folded(start, visits)


def _pass_on(row: dict[State, Fraction], share: Fraction, onward: Mapping[State, Fraction]) -> None:
    if share:
        for after, part in onward.items():
            row[after] = row.get(after, Fraction(0)) + share * part


def shares(weights: Mapping[Key, int]) -> dict[Key, Fraction]:
    """Weights as parts of their sum; what weighs nothing is left out.

    >>> shares({"a": 1, "b": 3, "c": 0})
    {'a': Fraction(1, 4), 'b': Fraction(3, 4)}
    """
    whole = sum(weights.values())
    return {key: Fraction(weight, whole) for key, weight in weights.items() if weight}


def counts(chances: Mapping[Key, Fraction], ways: int = 1) -> tuple[dict[Key, int], int]:
    """Chances as whole numbers over the least denominator that they share, or the least multiple
    of it that is so many ``ways`` of one step as well.

    >>> counts({"a": Fraction(1, 4), "b": Fraction(1, 6), "c": Fraction(7, 12)})
    ({'a': 3, 'b': 2, 'c': 7}, 12)
    """
    whole = lcm(ways, *(chance.denominator for chance in chances.values()))
    return {key: int(chance * whole) for key, chance in chances.items()}, whole
