"""Any strategy of let it ride poker, valued exactly: a function, or a table about cards.

Beside the conditions of ``held`` a table may have `bet: 1` or `bet: 2`: the decision on that bet,
with three cards or with four. Which of four cards lies on the table makes no difference.
"""

from __future__ import annotations

from typing import Any

from houseway.games.against_table.held import READERS, Held, held
from houseway.games.against_table.let_it_ride_poker.odds import (
    RIDE,
    WITHDRAW,
    MainGame,
    Solution,
)
from houseway.games.against_table.set_policy import Decision, Lost, plan_of
from houseway.games.against_table.set_policy import mistakes as mistakes_of
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    name_of,
    read_table,
)

CHOICES = (RIDE, WITHDRAW)  # in the referee's order
OWN = 3  # cards of a player's own
DECISIONS = (
    Decision(OWN, OWN, (WITHDRAW, RIDE), 1, CHOICES),
    Decision(OWN + 1, OWN, (WITHDRAW, RIDE), 2, CHOICES),
)


def _bet(value: Any) -> Condition[Held]:
    if value not in (1, 2):
        raise ValueError(f"there is no decision on bet {value!r}: it is 1 or 2")
    return lambda seen: seen.cards == OWN + value - 1


def read(content: Any, game: str, least_pair: int) -> PolicyTable[Held]:
    """A table that decides by the cards in sight."""

    def facts(sight: Sight) -> Held:
        return held((*sight.hand, *sight.board), least_pair)

    return read_table(content, game, CHOICES, {"bet": _bet, **READERS}, facts)


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(plan_of(game.solver.cards, DECISIONS, decide), name_of(decide))


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The cards with which a strategy gives something away against the best play."""
    solver = game.solver
    plan = plan_of(solver.cards, DECISIONS, decide)
    given_away = (
        Lost(taken, best, deals, lost)
        for taken, best, (deals, lost) in zip(plan, solver.plan, solver.regrets(plan), strict=True)
    )
    return mistakes_of(solver.cards, DECISIONS, given_away, solver.deals, game.scale)
