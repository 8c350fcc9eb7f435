"""The results of a main game with its side wagers, which no decision touches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from houseway.counting.prices import Pays
from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.figures import ResultsOf
from houseway.games.authoring.result_at import Stakes, result_at
from houseway.games.authoring.table_numbers import paid_by
from houseway.rulebook.table_rules import TableRules

Count = Callable[[TableRules, Pays], OutcomeTable]


class MainGameResults(Protocol):
    """The figures of a main game: ``FoldOrPlay`` and ``StreetGame`` have them."""

    def asks_for(self, wager: str) -> bool: ...

    def results(self, rules: TableRules, ante: Fraction) -> list[Result]: ...


@dataclass(frozen=True)
class Side:
    """A side wager: how its outcomes are counted at given prices, and the options that matter."""

    count: Count
    depends_on: Sequence[str] | Callable[[TableRules], Sequence[str]] = ()
    method: Method = Method.COUNTING


def with_sides(game: MainGameResults, usual: Stakes, sides: Mapping[str, Side]) -> ResultsOf:
    """Every wager on offer at a table under the best play, or the one named; ``usual`` is what is
    bet unless told otherwise, in dollars."""

    def results(
        rules: TableRules,
        stakes: Stakes | None = None,
        meters: Mapping[str, int] | None = None,
        wager: str = "",
    ) -> list[Result]:
        bets = {**usual, **(stakes or {})}
        found = game.results(rules, bets["ante"]) if game.asks_for(wager) else []
        for name, side in sides.items():
            if name in rules.wagers and wager in ("", name):
                table = side.count(rules, paid_by(rules, name, bets[name]))
                options = side.depends_on
                found.append(
                    result_at(
                        rules, table, side.method, stakes={name: bets[name]},
                        depends_on=options(rules) if callable(options) else options,
                    )
                )  # fmt: skip
        return [result for result in found if wager in ("", result.wager)]

    return results
