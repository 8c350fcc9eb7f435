"""Every figure of ultimate Texas hold 'em at one table: the rulebook's numbers put into the
mathematics. Stakes are in dollars."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import RANKS, deck
from houseway.games.against_dealer.board_policy import Seen
from houseway.games.against_dealer.hole_cards import class_name, own_and_board
from houseway.games.against_dealer.ultimate_texas_hold_em import odds, policy
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, PolicyTable, sight_of
from houseway.games.authoring.result_at import Variation, result_at, results_at, variations
from houseway.games.authoring.row_price import row_price
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.hands.poker import CATEGORIES
from houseway.referee.view import View
from houseway.rulebook.load import read_yaml
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import Schedule, TableRules

STAKES = {"ante": Fraction(1), "blind": Fraction(1), "trips": Fraction(1)}
MAIN = "main"  # ante, blind and play together
STREETS = ("decision", "flop", "final")


def odds_of(schedule: Schedule, row: str) -> Fraction | None:
    """What a hand nets to 1 by a paytable, or nothing if it loses."""
    price = row_price(schedule, {row})
    return price.odds if price else None


def prices(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.Prices:
    """The game's numbers as the rulebook gives them, for an ante of so many dollars."""
    first, flop, final = (
        tuple(int(times) for times in rules.rule(f"times_{street}")) for street in STREETS
    )
    even = {wager: rules.schedule(wager).prices["win"].odds for wager in ("ante", "play")}
    blind = [odds_of(rules.schedule("blind"), row) for row in CATEGORIES]
    cap = min(Fraction(limit, 100) / ante for limit, _ in rules.caps("blind"))
    most = even["ante"] + even["play"] * max(first) + max(filter(None, blind))
    return odds.Prices(
        times=(first, flop, final),
        ante=even["ante"],
        play=even["play"],
        blind=tuple(Fraction(-1) if won is None else won for won in blind),
        opens=rules.rule("dealer_opens"),
        unopened_returns=tuple(rules.rule("unopened_returns")),
        order=tuple(rules.rule("contest_order")),
        fold_loses=tuple(rules.rule("fold_loses")),
        cap=cap if cap < most else None,  # one that is never reached makes no difference
    )


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante, blind and play at this table."""
    cards = rules.book.deck
    assert cards is not None
    ranks = tuple(RANKS.index(rank) for rank in cards.ranks)
    return odds.main_game(prices(rules, ante), tuple(sorted(ranks)), len(cards.suits))


# Results


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table under the best play, with its outcomes counted; or the
    one named. The limit on a hand's winnings is that of the contest alone."""
    bets = {**STAKES, **(stakes or {})}
    found: list[Result] = []
    if wager in ("", MAIN, *odds.CONTEST):
        found += _main_results(rules, main_game(rules, bets["ante"]).optimal, bets)
    if "trips" in rules.wagers and wager in ("", "trips"):
        cards = rules.book.deck
        assert cards is not None
        schedule = rules.schedule("trips")
        odds_by_row = {row: won for row in schedule.prices if (won := odds_of(schedule, row))}
        table = odds.trips(deck(cards.ranks, cards.suits), odds_by_row)
        stake = {"trips": bets["trips"]}
        found.append(result_at(rules, table, Method.ENUMERATION, stakes=stake))
    return [result for result in found if wager in ("", result.wager)]


def _main_results(
    rules: TableRules, played: odds.Solution, bets: Mapping[str, Fraction]
) -> list[Result]:
    """Ante, blind and play together and each for itself, played in one way."""
    if bets["blind"] != bets["ante"]:
        blind = rules.book.wagers["blind"]
        raise Refused(f"{blind.name} is as much as the ante", blind.cite)
    contest = {name: bets[name] for name in ("ante", "blind")}
    tables = {
        MAIN: played.together, "ante": played.ante, "blind": played.blind, "play": played.play,
    }  # fmt: skip
    return results_at(
        rules,
        tables,
        Method.COUNTING,
        depends_on=["blind"],
        stakes=contest,
        strategy=played.strategy,
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; how cards are dealt does not."""
    return variations(book, *book.paytables)


def warm() -> None:
    """Compile what the figures need, on the smallest deck that has a game."""
    from houseway.games.against_dealer.board import Solver
    from houseway.games.against_dealer.board_kinds import Deck

    flat = odds.Prices(
        ((1,), (1,), (1,)), Fraction(1), Fraction(1), (Fraction(0),) * len(CATEGORIES),
        CATEGORIES[0], (), odds.CONTEST, ("ante", "blind"),
    )  # fmt: skip
    solver = Solver(Deck((0, 1, 2, 3, 4), 2), odds.board_stakes(flat))
    solver.tally(solver.solved.plan)
    solver.on_board(solver.cards[:2], solver.cards[2:7])
    odds.trips(deck("23456", "cd"), {"pair": Fraction(1)})


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: how often each choice ends the decisions, and the share of hands
    that bet before the flop by their highest card, pairs by themselves."""

    house_advantage: Fraction
    ends_with: Mapping[str, Fraction]
    bets_before_the_flop: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways to play."""
    bets = {**STAKES, **(stakes or {})}
    game = main_game(rules, bets["ante"])
    simple = []
    for other in simple_solutions(game, published(rules)):
        simple.append(SimpleRule(other.strategy, -other.expectation, game.cost(other)))
    best = game.optimal
    return Strategy(-best.expectation, best.frequencies, _early_shares(game), tuple(simple))


def simple_solutions(game: odds.MainGame, published: PolicyTable[Seen]) -> Iterator[odds.Solution]:
    """Simpler ways to play: the published one, betting on every hand before the flop, and betting
    on none before the board is out."""
    from houseway.games.against_dealer.ultimate_texas_hold_em import policy_plan

    plan, most = game.solver.solved.plan, largest_bet(game.prices)
    yield policy_plan.follow(game, published)
    yield game.follow(replace(plan, before=plan.before * 0 + most), "bet_at_once")
    late = replace(plan, before=plan.before * 0, flop=plan.flop * 0)
    yield game.follow(late, "wait_for_all_cards")


def largest_bet(prices: odds.Prices) -> int:
    """The number of the largest play wager before the flop, a check being nought."""
    return 1 + prices.times[0].index(max(prices.times[0]))


def _early_shares(game: odds.MainGame) -> dict[str, Fraction]:
    """Of the hands with each highest card, and of each pair, the share that bets at once."""
    plan, solver = game.solver.solved.plan, game.solver
    dealt: dict[str, list[bool]] = {}
    for hole, choice in zip(solver.holes, plan.before.tolist(), strict=True):
        low, high = sorted(card & 15 for card in hole)
        name = RANKS[high] * 2 if low == high else f"{RANKS[high]} high"
        dealt.setdefault(name, []).append(bool(choice))
    order = sorted(dealt, key=lambda name: (len(name), RANKS.index(name[0])))
    return {name: Fraction(sum(dealt[name]), len(dealt[name])) for name in order}


# Any other strategy


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """Ante, blind and play when decided so: exact, whatever it is."""
    from houseway.games.against_dealer.ultimate_texas_hold_em import policy_plan

    bets = {**STAKES, **(stakes or {})}
    return _main_results(rules, policy_plan.follow(main_game(rules, bets["ante"]), decide), bets)


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    from houseway.games.against_dealer.ultimate_texas_hold_em import policy_plan

    return policy_plan.mistakes(main_game(rules, {**STAKES, **(stakes or {})}["ante"]), decide)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[Seen]:
    """A way to decide from a table; conditions as in ``policy.py``."""
    assert rules.book.deck is not None
    cards = deck(rules.book.deck.ranks, rules.book.deck.suits)
    return policy.read(content, rules.book.game, prices(rules), cards)


def published(rules: TableRules) -> PolicyTable[Seen]:
    """The best-known simple way to play; its author gives the house 2.43% of the ante."""
    return replace(read_policy(_published(), rules), name="published")


@cache
def _published() -> Any:
    return read_yaml(Path(__file__).with_name("published.yaml"))


# Classes of hands


@dataclass(frozen=True)
class HandClass:
    """Two cards that differ only in the names of suits: how many hands they are, and what checking
    and the best play wager before the flop are worth in antes."""

    hand: str
    ways: int
    check: Fraction
    bet: str
    bet_worth: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision before the flop for every class of hands, aces first."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = main_game(rules, {**STAKES, **(stakes or {})}["ante"])
    holes = game.solver.holes
    classes = sorted(
        game.solver.classes.values(),
        key=lambda alike: sorted((card & 15 for card in holes[alike[0]]), reverse=True),
        reverse=True,
    )
    for alike in classes:
        hole = list(holes[alike[0]])
        worth = game.worth(hole, [])
        check = worth.pop(odds.CHECK)
        bet = max(worth, key=lambda name: worth[name])
        best = bet if worth[bet] > check else odds.CHECK
        yield HandClass(class_name(hole), len(alike), check, bet, worth[bet], best)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    ante = view.state.stakes(view.who)["ante"]
    game = main_game(rules, Fraction(ante, 100))
    worth = game.worth(*own_and_board(view))
    return {choice.name: worth[choice.name] * ante for choice in view.asked.choices}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly."""
    assert isinstance(view.who, int)
    ante = view.state.stakes(view.who)["ante"]
    return main_game(rules, Fraction(ante, 100)).best(*own_and_board(view))


def published_policy(view: View, rules: TableRules) -> str:
    """The published way to play."""
    return published(rules)(sight_of(view))


def wait_policy(view: View, rules: TableRules) -> str:
    """No wager before the board is out, and the best choice then."""
    if view.state.phase != "final":
        return odds.CHECK
    return optimal_policy(view, rules)


def at_once_policy(view: View, rules: TableRules) -> str:
    """The largest wager on every hand."""
    assert view.asked is not None
    return view.asked.choices[-2].name


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": optimal_policy,
    "published": published_policy,
    "bet_at_once": at_once_policy,
    "wait_for_all_cards": wait_policy,
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    warm=warm,
)
