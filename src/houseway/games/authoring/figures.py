"""What a game's mathematics offers: one typed object for labs, pages, tables and simulation.

A game's ``results.py`` ends with it::

    FIGURES = Figures(results, every_variation, strategy, advise=advise, policies=POLICIES)

``lint-game`` holds what it names against the rulebook.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from houseway.counting.progressive import Progressive
from houseway.counting.result import Result
from houseway.games.authoring.policy import Decide, Mistake
from houseway.games.authoring.result_at import Stakes, Variation
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules


class ResultsOf(Protocol):
    """Every wager on offer at a table under the best play, or the wager named.

    Stakes are in dollars, meters in cents.
    """

    def __call__(
        self,
        rules: TableRules,
        stakes: Stakes | None = None,
        meters: Mapping[str, int] | None = None,
        wager: str = "",
    ) -> list[Result]: ...


class StrategyOf(Protocol):
    """The best play at a table: a frozen dataclass whose fields pages and commands print."""

    def __call__(self, rules: TableRules, stakes: Stakes | None = None) -> Any: ...


class ClassesOf(Protocol):
    """Every hand that a player may have to decide on, up to suits, with the value of each choice;
    ``total`` is the number of decisions, if it is known."""

    def __call__(
        self, rules: TableRules, stakes: Stakes | None = None, total: int | None = None
    ) -> Iterator[Any]: ...


class ValuedBy(Protocol):
    """The results of a table under a way to decide."""

    def __call__(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Result]: ...


class MistakesOf(Protocol):
    """The decisions in which a way to decide loses to the best play, the dearest first."""

    def __call__(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Mistake]: ...


class ProgressiveOf(Protocol):
    """A progressive wager of a table, for any state of its meters."""

    def __call__(self, rules: TableRules, stake: Fraction = ...) -> Progressive: ...


@dataclass(frozen=True)
class OwnPlay:
    """How a game values the way to decide that somebody brings: read from a file, with its results
    and its mistakes."""

    read: Callable[[Any, TableRules], Decide]
    results: ValuedBy
    mistakes: MistakesOf


@dataclass(frozen=True)
class Figures:
    """The mathematics of a game. What a game does not have is None or empty."""

    results: ResultsOf
    variations: Callable[[Rulebook], Iterable[Variation]]  # every choice of the house that matters
    strategy: StrategyOf
    advise: Callable[[View, TableRules], dict[str, Fraction]] | None = None  # cents of each choice
    policies: Mapping[str, Policy] = field(default_factory=dict)
    classes: ClassesOf | None = None
    own_play: OwnPlay | None = None
    progressives: Mapping[str, ProgressiveOf] = field(default_factory=dict)
    apart: tuple[str, ...] = ()  # options whose values are counted one by one, each at length
    unpriced: Mapping[str, str] = field(default_factory=dict)  # wagers without figures, and why
    warm: Callable[[], None] | None = None  # compiles what the figures need
