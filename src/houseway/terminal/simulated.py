"""Rounds that the referee deals beside exact figures, for a report that shows both."""

from collections.abc import Sequence

from houseway.counting.result import Result
from houseway.documents.math_report import MAIN, Simulated
from houseway.games import Game
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.simulation.policies import BEST, usual, usual_bets
from houseway.simulation.sessions import Edge, Job, edge, simulate

SEED = 1
UNDECIDED = ("none", "keep until resolved")  # strategies that leave a player nothing to decide


def beside(
    game: Game, rules: TableRules, results: Sequence[Result], rounds: int, seed: int = SEED
) -> list[Simulated]:
    """Return what the usual bets came to in so many rounds, each beside its exact figure. Where the
    best play is not known to a policy, wagers that depend on it are left out."""
    policy, bets = usual(game), usual_bets(rules)
    job = Job(game.id, rules.book.edition, bets, policy, rounds, seed, dict(rules.options))
    session = simulate(job)
    by_wager = {one.wager: one for one in results}
    found: list[tuple[str, Edge | None]] = [(MAIN, edge(session.game, session.game.action))]
    found += [(name, edge(sums, sums.action)) for name, sums in session.wagers.items()]
    told = []
    for name, share in found:
        result = by_wager.get(name) or by_wager.get(base_of(name))
        if result is None or share is None:
            continue
        if policy == BEST or result.strategy in UNDECIDED:
            exact = result.outcomes.house_advantage_on_action
            told.append(
                Simulated(result.wager, rounds, seed, policy, share.value, share.error, exact)
            )
    return told
