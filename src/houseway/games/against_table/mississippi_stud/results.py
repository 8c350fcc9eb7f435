"""Every figure of Mississippi stud at one table. Stakes are in dollars."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from houseway.counting.result import Method
from houseway.equipment.cards import UNKNOWN
from houseway.games.against_table.mississippi_stud import odds
from houseway.games.against_table.mississippi_stud.game import BOARD, FOLD, STREETS
from houseway.games.against_table.mississippi_stud.points import by_points, made_hands
from houseway.games.against_table.played import limit_of
from houseway.games.against_table.table_results import AgainstTable
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.pair_rows import ROWS, nets_of
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, simple_rules
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import RANKS, TableRules

MAIN = "main"
STAKES: Mapping[str, Fraction] = {"ante": Fraction(10)}
MULTIPLES = (1, 2, 3)
SIMPLE = {"by points": by_points, "never fold": made_hands}


def prices(rules: TableRules, ante: Fraction) -> odds.Prices:
    """What each row nets, and the limit of a hand where it can be reached."""
    nets = nets_of(rules.schedule("ante"))
    win, push = (RANKS.index(rules.rule(name)) for name in ("least_win", "least_push"))
    most = int(
        next(rule.times for rule in rules.wagers[STREETS[0]].amount if rule.relation == "at most")
    )
    cap = limit_of(rules, "ante", ante, (1 + 3 * most) * max(nets))
    return odds.Prices(nets, win, push, most, cap)


TABLE = AgainstTable(
    STAKES, odds.WAGERS, prices, odds.main_game, Method.DYNAMIC_PROGRAMMING, ["main"]
)
main_game, results = TABLE.main_game, TABLE.results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """There is one table."""
    return variations(book)


# -- the best play -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: of all deals, the share in which each street is folded and bet with
    one, two or three antes; and what simpler ways to play cost."""

    house_advantage: Fraction
    third_street: Mapping[str, Fraction]
    fourth_street: Mapping[str, Fraction]
    fifth_street: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways."""
    game = main_game(rules, stakes)
    best = game.optimal
    win, push = game.prices.least_win, game.prices.least_push
    others = (
        game.follow(game.plan_of(partial(choose, least_win=win, least_push=push)), name)
        for name, choose in SIMPLE.items()
    )
    third, fourth, fifth = (
        {FOLD: best.bets(street, 0)} | {f"bet_{n}": best.bets(street, n) for n in MULTIPLES}
        for street in range(3)
    )
    return Strategy(-best.expectation, third, fourth, fifth, simple_rules(best, others))


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, of the whole round, played as
    well as can be from here on."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stakes = view.state.stakes(view.who)
    ante = stakes["ante"]
    made = tuple(stakes[street] // ante for street in STREETS if stakes.get(street))
    hands = view.state.hands
    seen = [*hands[view.who], *(card for place in BOARD for card in hands.get(place, ()))]
    held = [card for card in seen if card != UNKNOWN]
    worth = main_game(rules, {"ante": Fraction(ante, 100)}).worth(held, made)
    names = [FOLD, *(f"bet_{n}" for n in MULTIPLES)]
    return {name: one * ante for name, one in zip(names, worth, strict=True)}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly; of equal ones the cheapest."""
    worth = advise(view, rules)
    return max(worth, key=lambda name: worth[name])


POLICIES: dict[str, Callable[[View, TableRules], str]] = {"optimal": optimal_policy}


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    from houseway.equipment.cards import deck

    flat = odds.Prices((Fraction(-1),) * len(ROWS), 9, 4)
    assert odds.MainGame(flat, deck("TJQKA", "cd")).optimal.deals


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    warm=warm,
)
