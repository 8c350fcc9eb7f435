"""What the figures of games with streets have alike: an ante, wagers that are made as cards come,
and a contest with the dealer in which all of them are won or lost.

A game says what is contested and how a way to decide is read and followed; the rest follows:

    GAME = StreetGame(main_game, odds.CONTEST, [QUALIFIER], policy, SIMPLE)
    valued, mistakes, read_policy = GAME.valued, GAME.mistakes, GAME.read_policy
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.against_dealer.hole_cards import own_and_board
from houseway.games.authoring.policy import Decide, Mistake, PolicyTable, sight_of
from houseway.games.authoring.result_at import Stakes, results_at
from houseway.games.authoring.simple_rule import SimpleRule, simple_rules
from houseway.referee.view import Policy, View
from houseway.rulebook.table_rules import TableRules

MAIN = "main"  # all wagers of the contest together
ANTE = "ante"
DOLLAR = Fraction(1)
Ways = Mapping[str, tuple[str, list[dict[str, Any]], str]]  # in words, lines of a table, otherwise


class Solution(Protocol):
    """A way to play, and what it comes to."""

    @property
    def strategy(self) -> str: ...

    @property
    def expectation(self) -> Fraction: ...

    @property
    def together(self) -> OutcomeTable: ...

    def of(self, wager: str) -> OutcomeTable: ...


class Policies(Protocol):
    """How a game's ways to decide are read, followed and held against the best: its ``policy``."""

    def follow(self, game: Any, decide: Decide) -> Any: ...

    def mistakes(self, game: Any, decide: Decide) -> list[Mistake]: ...

    def read(self, content: Any, game: str) -> PolicyTable[Any]: ...


@dataclass(frozen=True)
class StreetGame:
    """The figures of the main game at one table: its wagers are ``contest``, and ``depends_on`` are
    the options that matter to them. ``simple_ways`` are ways to play that a person can remember."""

    main_game: Callable[[TableRules, Fraction], Any]
    contest: Sequence[str]
    depends_on: Sequence[str]
    policy: Policies
    simple_ways: Ways

    def staked(self, rules: TableRules, stakes: Stakes | None) -> Any:
        """The main game with the ante of these stakes."""
        return self.main_game(rules, (stakes or {}).get(ANTE, DOLLAR))

    def asks_for(self, wager: str) -> bool:
        """Whether a wager is one of the main game, or all are asked for."""
        return wager in ("", MAIN, *self.contest)

    def results(self, rules: TableRules, ante: Fraction) -> list[Result]:
        """The main game under the best play."""
        return self.played(rules, self.main_game(rules, ante).optimal, ante)

    def played(self, rules: TableRules, solution: Solution, ante: Fraction) -> list[Result]:
        """The wagers of the contest together and each for itself, played in one way."""
        tables = {MAIN: solution.together}
        tables |= {wager: solution.of(wager) for wager in self.contest}
        return results_at(
            rules,
            tables,
            Method.COUNTING,
            depends_on=self.depends_on,
            stakes={ANTE: ante},
            strategy=solution.strategy,
        )

    def valued(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Result]:
        """The wagers of the contest when decided so: exact, whatever it is."""
        game = self.staked(rules, stakes)
        ante = (stakes or {}).get(ANTE, DOLLAR)
        return self.played(rules, self.policy.follow(game, decide), ante)

    def mistakes(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Mistake]:
        """Where a way to decide and the best play part, and what that costs."""
        return self.policy.mistakes(self.staked(rules, stakes), decide)

    def read_policy(self, content: Any, rules: TableRules) -> PolicyTable[Any]:
        """A way to decide from a table; conditions as in the game's ``policy.py``."""
        return self.policy.read(content, rules.book.game)

    def simple(self, rules: TableRules) -> dict[str, PolicyTable[Any]]:
        """Ways to play that a person can remember."""
        return {
            name: self.read_policy(
                {"game": rules.book.game, "name": says, "rules": lines, "otherwise": otherwise},
                rules,
            )
            for name, (says, lines, otherwise) in self.simple_ways.items()
        }

    def simple_rules(self, rules: TableRules, game: Any) -> tuple[SimpleRule, ...]:
        """The same, with the exact cost of each."""
        others = (self.policy.follow(game, table) for table in self.simple(rules).values())
        return simple_rules(game.optimal, others)

    def by_table(self, name: str) -> Policy:
        """A simple way to play, at the table."""
        return lambda view, rules: self.simple(rules)[name](sight_of(view))

    def advise(self, view: View, rules: TableRules) -> dict[str, Fraction]:
        """The exact worth in cents of each choice that a seat has now, from what it can see."""
        if view.asked is None or not isinstance(view.who, int):
            return {}
        ante = view.state.stakes(view.who)[ANTE]
        worth = self.main_game(rules, Fraction(ante, 100)).worth(*own_and_board(view))
        return {choice.name: worth[choice.name] * ante for choice in view.asked.choices}

    def best_choice(self, view: View, rules: TableRules) -> str:
        """The best choice of a seat, exactly."""
        assert isinstance(view.who, int)
        ante = Fraction(view.state.stakes(view.who)[ANTE], 100)
        best: str = self.main_game(rules, ante).best(*own_and_board(view))
        return best

    def policies(self) -> dict[str, Policy]:
        """The best play and the simple ways, at the table."""
        simple = {name: self.by_table(name) for name in self.simple_ways}
        return {"optimal": self.best_choice, **simple}
