"""The results of a table as data: each wager with its table of outcomes and what that depends on;
and any other way to play as this family values it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.figures import OwnPlay, ResultsOf
from houseway.games.authoring.policy import Decide, Mistake, name_of
from houseway.games.authoring.result_at import Stakes, result_at
from houseway.games.twenty_one import odds, policy
from houseway.games.twenty_one.table_numbers import MAIN, prices, shoe
from houseway.rulebook.table_rules import TableRules

K = TypeVar("K")  # a table's numbers as its solver takes them
TableOf = Callable[[TableRules, Stakes], OutcomeTable]


@dataclass(frozen=True)
class Figure:
    """How one wager's outcomes are counted, and the options that they depend on."""

    table: TableOf
    options: Sequence[str]
    method: Method = Method.COUNTING
    strategy: str = "none"


def best_play(table: TableOf, options: Sequence[str]) -> Figure:
    """The main wager under the best play."""
    return Figure(table, options, Method.DYNAMIC_PROGRAMMING, "optimal")


def insurance(options: Sequence[str]) -> Figure:
    """Insurance of a player who always takes it and has looked at no other card."""

    def table(rules: TableRules, bets: Stakes) -> OutcomeTable:
        return odds.insurance_table(shoe(rules), prices(rules, "insurance")["win"])

    return Figure(table, options, strategy="always")


def results_of(figures: Mapping[str, Figure], usual: Stakes) -> ResultsOf:
    """The results of wagers by name; ``usual`` is what is bet unless told otherwise, in dollars."""

    def results(
        rules: TableRules,
        stakes: Stakes | None = None,
        meters: Mapping[str, int] | None = None,
        wager: str = "",
    ) -> list[Result]:
        bets = {**usual, **(stakes or {})}
        return [
            result_at(
                rules, one.table(rules, bets), one.method, wager=name, depends_on=one.options,
                stakes={name: bets[name]}, strategy=one.strategy,
            )
            for name, one in figures.items()
            if wager in ("", name)
        ]  # fmt: skip

    return results


def read_plan(content: Any, rules: TableRules) -> Decide:
    """A way to decide from a plan as simulation takes it, whose bets do not change."""
    return policy.read(content, rules)


def own_play(
    known: Callable[[TableRules, Stakes], K],
    follow: Callable[[K, Decide], Any],
    mistakes_of: Callable[[K, Decide], list[Mistake]],
    options: Sequence[str] | Callable[[TableRules], Sequence[str]],
    usual: Fraction = Fraction(10),
    read: Callable[[Any, TableRules], Decide] = read_plan,
) -> OwnPlay:
    """Any way to play: its main wager, exactly, where no insurance is taken, and where it parts
    from the best play. ``follow`` says what becomes of all deals, as an object with a table."""

    def bets_of(stakes: Stakes | None) -> Stakes:
        return {MAIN: usual, **(stakes or {})}

    def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
        bets = bets_of(stakes)
        table: OutcomeTable = follow(known(rules, bets), decide).table
        return [
            result_at(
                rules, table, Method.DYNAMIC_PROGRAMMING, wager=MAIN, stakes={MAIN: bets[MAIN]},
                depends_on=options(rules) if callable(options) else options,
                strategy=name_of(decide),
            )
        ]  # fmt: skip

    def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
        return mistakes_of(known(rules, bets_of(stakes)), decide)

    return OwnPlay(read, valued, mistakes)
