"""Ways to play that a person can remember, and what they cost."""

from collections.abc import Iterable, Mapping
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


class Played(Protocol):
    """One way to play: what a round nets on average with it."""

    @property
    def expectation(self) -> Fraction: ...


class Solution(Played, Protocol):
    """The same with its name."""

    @property
    def strategy(self) -> str: ...


def simple_rules(best: Played, others: Iterable[Solution]) -> tuple[SimpleRule, ...]:
    """What other ways to play cost against the best one."""
    return named_rules(best, {one.strategy: one for one in others})


def named_rules(best: Played, others: Mapping[str, Played]) -> tuple[SimpleRule, ...]:
    """The same of ways by other names than their own."""
    return tuple(
        SimpleRule(name, -one.expectation, best.expectation - one.expectation)
        for name, one in others.items()
    )
