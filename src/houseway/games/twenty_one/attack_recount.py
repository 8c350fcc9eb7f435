"""How the main wager of a game with added wagers is counted a second time: the solver's decisions
played through the referee, every deal of a small shoe."""

from collections.abc import Callable, Mapping

from houseway.games.authoring.recount import SmallTable
from houseway.games.twenty_one.attack_figures import adds_best, attacking
from houseway.games.twenty_one.by_plan import by_plan

by_solver = attacking(by_plan, adds_best)


def is_part_of(*attacks: str) -> Callable[[str, str], bool]:
    """Whether a wager of a round is counted in a figure: all that is added to a hand is in that of
    the main wager."""

    def is_part(figure: str, wager: str) -> bool:
        if figure != "main":
            return figure == wager
        return wager in attacks or wager.rstrip("_234") in ("main", "double", "split")

    return is_part


def small(ranks: str, suits: str, options: Mapping[str, object]) -> SmallTable:
    """A table with few ranks, at which the solver's own decisions are followed."""
    return SmallTable(
        ranks, suits, {"main": 1000}, ("main",), {"shuffler": "automated", **options},
        ranks_alike=True, best=False, decide=by_solver, in_full=True,
    )  # fmt: skip
