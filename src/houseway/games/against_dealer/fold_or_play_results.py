"""What the figures of fold-or-play games have alike: an ante, a look, and a second wager or a fold.

A game says what is contested, what is paid, and by what a hand is read; the rest follows:

    GAME = FoldOrPlay(contest, terms, {"ante": "ante", "play": "second"}, ("ante_bonus",), ...)
    valued, mistakes, read_policy = GAME.valued, GAME.mistakes, GAME.read_policy
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from houseway.counting.result import Method, Result
from houseway.equipment.cards import UNKNOWN, mask
from houseway.games.against_dealer.fold_or_play_odds import Contest, MainGame, main_game_of
from houseway.games.against_dealer.fold_or_play_paid import Solution, Terms
from houseway.games.against_dealer.fold_or_play_policy import (
    Held,
    follow,
    least_of,
    mistakes_of,
    read_poker_policy,
)
from houseway.games.against_dealer.fold_or_play_strategy import HandClass, hand_classes
from houseway.games.authoring.policy import Decide, Mistake, PolicyTable
from houseway.games.authoring.result_at import Stakes, results_at
from houseway.hands.poker import category
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

MAIN = "main"  # the ante and all that is paid with it, together
ANTE = "ante"
DOLLAR = Fraction(1)


class ReadTerms(Protocol):
    """What is paid at a table with an ante of so many dollars."""

    def __call__(self, rules: TableRules, ante: Fraction = DOLLAR) -> Terms: ...


@dataclass(frozen=True)
class FoldOrPlay:
    """The figures of the main game. ``parts`` are the wagers that are told each for itself, by the
    field of a ``Solution`` that has them; ``depends_on`` are the options that matter to them.
    ``categories``, ``cards`` and ``high_cards`` are what a written policy tells hands by."""

    contest: Callable[[TableRules], Contest]
    terms: ReadTerms
    parts: Mapping[str, str]
    depends_on: Sequence[str]
    categories: Sequence[str]
    cards: Callable[[TableRules], int]
    high_cards: Callable[[str], int]

    def main_game(self, rules: TableRules, ante: Fraction = DOLLAR) -> MainGame:
        """The main game at this table; solved once for tables alike."""
        return main_game_of(self.contest(rules), self.terms(rules, ante))

    def staked(self, rules: TableRules, stakes: Stakes | None) -> MainGame:
        """The main game with the ante of these stakes."""
        return self.main_game(rules, (stakes or {}).get(ANTE, DOLLAR))

    def asks_for(self, wager: str) -> bool:
        """Whether a wager is one of the main game, or all are asked for."""
        return wager in ("", MAIN, *self.parts)

    def results(self, rules: TableRules, ante: Fraction) -> list[Result]:
        """The main game under the best play."""
        return self.played(rules, self.main_game(rules, ante).optimal, ante)

    def played(self, rules: TableRules, solution: Solution, ante: Fraction) -> list[Result]:
        """The main game and each wager of it for itself, when played in one way."""
        tables = {MAIN: solution.together}
        tables |= {name: getattr(solution, part) for name, part in self.parts.items()}
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
        """The main game when decided so: exact, whatever it is."""
        ante = (stakes or {}).get(ANTE, DOLLAR)
        return self.played(rules, follow(self.main_game(rules, ante), decide), ante)

    def mistakes(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Mistake]:
        """Where a way to decide and the best play part, and what that costs."""
        return mistakes_of(self.staked(rules, stakes), decide)

    def read_policy(self, content: Any, rules: TableRules) -> PolicyTable[Held]:
        """A way to decide from a table; conditions as in ``fold_or_play_policy``."""
        least = least_of(self.categories, self.cards(rules), self.high_cards)
        return read_poker_policy(content, rules.book.game, self.main_game(rules), least)

    def every_class(
        self, rules: TableRules, stakes: Stakes | None = None, total: int | None = None
    ) -> Iterator[HandClass]:
        """The best decision for every class of hands, or for those of one category (0 is no pair);
        for each shown card where it depends on that."""
        game = self.staked(rules, stakes)
        return hand_classes(game, lambda strength: total is None or category(strength) == total)

    def best_choice(self, view: View, rules: TableRules) -> str:
        """The best choice of a seat, exactly."""
        assert isinstance(view.who, int)
        game = self.main_game(rules, Fraction(view.state.stakes(view.who)[ANTE], 100))
        shown = [card for card in view.state.hands.get("dealer", ()) if card != UNKNOWN]
        return game.best(mask(view.state.hands[view.who]), *shown[:1])
