"""Policies: how simulated players bet and decide by default."""

from collections.abc import Mapping

from houseway.equipment.randomness import Source
from houseway.games import Game
from houseway.referee.view import Policy, View
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BEST = "optimal"
USUAL = 1_000  # cents


def first(view: View, rules: TableRules) -> str:
    """Whatever is offered first."""
    assert view.asked is not None
    return view.asked.choices[0].name


def at_random(source: Source) -> Policy:
    """Any of the choices, each as likely."""

    def choose(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        choices = view.asked.choices
        return choices[source.below(len(choices))].name

    return choose


def of_game(game: Game) -> Mapping[str, Policy]:
    """The policies that a game's own mathematics knows."""
    if not game.has_odds:
        return {}
    return game.odds.policies


def names(game: Game) -> list[str]:
    """Every policy that the referee plays."""
    return [*of_game(game), "first", "random"]


def listed(game: Game) -> dict[str, str]:
    """Every policy there is for a game, and who deals it: the referee, the kernel or both."""
    by_kernel = list(game.deal.policies) if game.has_deal else []
    by_referee = names(game)
    return {
        name: " or ".join(
            who for who, known in (("referee", by_referee), ("kernel", by_kernel)) if name in known
        )
        for name in dict.fromkeys([*by_referee, *by_kernel])
    }


def usual(game: Game) -> str:
    """The policy to use when none is named: the best one, if it is known."""
    return BEST if BEST in of_game(game) else "first"


def policy(game: Game, name: str, source: Source) -> Policy:
    """The policy of that name; ``source`` is what a random one chooses by."""
    if name == "random":
        return at_random(source)
    if name == "first":
        return first
    if found := of_game(game).get(name):
        return found
    known = listed(game)
    if name in known:
        raise Refused(f"the policy {name!r} of {game.id} can only be played by the compiled kernel")
    raise Refused(f"there is no policy {name!r} for {game.id}: it is one of {', '.join(known)}")


def usual_bets(rules: TableRules, bets: Mapping[str, int] | None = None) -> dict[str, int]:
    """These bets, with the required wagers that are not among them: at the amount that the law
    fixes, or else as much as the first bet, or else ten dollars, within the table's limits. Where
    nothing is required, the first wager on offer, on its first spot."""
    filled = dict(bets or {})
    offered = {name: wager for name, wager in rules.wagers.items() if wager.window == "bets"}
    if not filled and not any(wager.required for wager in offered.values()):
        name, wager = next(iter(offered.items()))
        filled[f"{name}@{next(iter(wager.spots))}" if wager.spots else name] = USUAL
    for name, wager in offered.items():
        if not wager.required or name in filled:
            continue
        exact = next((found for rule in wager.amount if (found := rule.exact(filled))), None)
        amount = exact or next(iter(filled.values()), USUAL)
        if limit := rules.limits.get(name):
            amount = min(max(amount, limit.minimum), limit.maximum)
        filled[name] = amount
    order = [*rules.wagers, *filled]
    return {name: filled[name] for name in dict.fromkeys(order) if name in filled}
