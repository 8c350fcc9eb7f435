"""What the figures of games against a paytable have alike: one wager that the others follow, solved
for the whole deck at given prices.

A game says what is paid and how it is solved; the rest follows:

    TABLE = AgainstTable(STAKES, WAGERS, prices, odds.main_game, Method.ENUMERATION, ["main"])
    main_game, results = TABLE.main_game, TABLE.results
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.against_table.played import MAIN
from houseway.games.authoring.result_at import Stakes, results_at
from houseway.games.authoring.stakes import check_stakes
from houseway.referee.round import whole_deck
from houseway.rulebook.table_rules import TableRules

LIMIT = "payout_limit"


class Prices(Protocol):
    """What is paid at a table, and the most that a hand may win where that can be reached."""

    @property
    def cap(self) -> Fraction | None: ...


class Way(Protocol):
    """All deals under one way to play."""

    @property
    def strategy(self) -> str: ...

    @property
    def together(self) -> OutcomeTable: ...

    def alone(self, wager: str) -> OutcomeTable: ...


class Solved(Protocol):
    """A game at given prices."""

    @property
    def optimal(self) -> Way: ...


Paid = TypeVar("Paid", bound=Prices)
Game = TypeVar("Game", bound=Solved)


def nothing(rules: TableRules, stakes: Stakes | None) -> Iterable[Result]:
    """A game that has no wagers beside those of the main game."""
    return ()


@dataclass(frozen=True)
class AgainstTable(Generic[Paid, Game]):
    """The figures of the main game. The first of the ``stakes`` is the one that it is measured by;
    ``wagers`` are told each for itself; ``depends_on`` are the options that matter to them.
    ``beside`` has the figures of all other wagers."""

    stakes: Mapping[str, Fraction]
    wagers: Sequence[str]
    prices: Callable[[TableRules, Fraction], Paid]
    solve: Callable[[Paid, tuple[int, ...]], Game]
    method: Method
    depends_on: Sequence[str]
    beside: Callable[[TableRules, Stakes | None], Iterable[Result]] = nothing

    def staked(self, stakes: Stakes | None) -> dict[str, Fraction]:
        """The wager that the game is measured by, in dollars."""
        first = next(iter(self.stakes))
        return {first: Fraction({**self.stakes, **(stakes or {})}[first])}

    def prices_at(self, rules: TableRules, stakes: Stakes | None) -> Paid:
        """What is paid at this table with these stakes."""
        (stake,) = self.staked(stakes).values()
        return self.prices(rules, stake)

    def main_game(self, rules: TableRules, stakes: Stakes | None = None) -> Game:
        """The game at this table; solved once for tables alike."""
        check_stakes(rules, stakes or {})
        return self.solve(self.prices_at(rules, stakes), whole_deck(rules))

    def options(self, rules: TableRules, stakes: Stakes | None) -> list[str]:
        """The options that matter here: a limit that the house chooses only where it is reached."""
        limited = LIMIT in rules.options and self.prices_at(rules, stakes).cap is not None
        return [*self.depends_on, *([LIMIT] if limited else [])]

    def results(
        self,
        rules: TableRules,
        stakes: Stakes | None = None,
        meters: Mapping[str, int] | None = None,
        wager: str = "",
    ) -> list[Result]:
        """All wagers of the main game together and each by itself under the best play, and those
        beside it; or the one named."""
        main, found = (MAIN, *self.wagers), list[Result]()
        if wager in ("", *main):
            found += self.played(rules, self.main_game(rules, stakes).optimal, stakes)
        if wager not in main:
            found += self.beside(rules, stakes)
        return [one for one in found if wager in ("", one.wager)]

    def played(self, rules: TableRules, way: Way, stakes: Stakes | None) -> list[Result]:
        """The main game and each wager of it for itself, when played in one way."""
        tables = {MAIN: way.together} | {name: way.alone(name) for name in self.wagers}
        return results_at(
            rules,
            tables,
            self.method,
            depends_on=self.options(rules, stakes),
            stakes=self.staked(stakes),
            strategy=way.strategy,
        )
