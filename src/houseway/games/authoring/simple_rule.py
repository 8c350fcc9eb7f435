"""Ways to play that a person can remember, and what they cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol


@dataclass(frozen=True)
class SimpleRule:
    """A way to play that a person can remember: what the house keeps, and what it costs against the
    best play, both in units of the wager that the game is measured by."""

    name: str
    house_advantage: Fraction
    cost: Fraction


class Remembered:
    """The best play of a game, beside ways to play that a person can remember."""

    simple_rules: tuple[SimpleRule, ...]

    @property
    def best_simple_rule(self) -> SimpleRule:
        """The simple rule that costs least."""
        return min(self.simple_rules, key=lambda rule: rule.cost)


class Solution(Protocol):
    """One way to play, and what a round nets on average with it."""

    @property
    def strategy(self) -> str: ...

    @property
    def expectation(self) -> Fraction: ...


def simple_rules(best: Solution, others: Iterable[Solution]) -> tuple[SimpleRule, ...]:
    """What other ways to play cost against the best one."""
    return tuple(
        SimpleRule(one.strategy, -one.expectation, best.expectation - one.expectation)
        for one in others
    )
