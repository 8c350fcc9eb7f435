"""Every figure of 3 Card Blitz at one table: the rulebook's numbers put into the mathematics.

``odds.py`` takes plain parameters; here they come from the rules in effect at a table, and what
comes back carries all that it depends on. Stakes are in dollars.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.counting.progressive import Progressive
from houseway.counting.result import Method, Result
from houseway.equipment.cards import RANKS, cards_in, mask, names
from houseway.games.against_dealer.three_card_blitz import odds, policy
from houseway.games.against_dealer.three_card_blitz.hand import hand_total
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, PolicyTable, name_of
from houseway.games.authoring.result_at import Variation, result_at, results_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.table_numbers import award_of, in_cents, meters_shown
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES = {
    "ante": Fraction(1),
    "blind": Fraction(1),
    "flush_bonus": Fraction(1),
    "blitz_jackpot": Fraction(1),
    "progressive": Fraction(5),
}
MAIN = "main"  # ante, blind and play together


def numbers(rules: TableRules) -> odds.Rules:
    """The game's numbers as the rulebook gives them."""
    deck = rules.book.deck
    assert deck is not None
    return odds.Rules(
        points=rules.points,
        used=rules.rule("cards_used"),
        cards=rules.rule("cards_each"),
        ranks=sum(1 << RANKS.index(rank) for rank in deck.ranks),
        suits=len(deck.suits),
    )


def prices(rules: TableRules, wager: str) -> odds.Prices:
    """A wager's paytable in use, as odds."""
    return {
        row: "push" if price.kind == "push" else price.odds
        for row, price in rules.schedule(wager).prices.items()
        if price.kind != "lose"
    }


@lru_cache(maxsize=16)
def _main_game(
    numbers: odds.Rules, blind: tuple[tuple[str, odds.Price], ...], ratio: Fraction
) -> odds.MainGame:
    return odds.MainGame(numbers, dict(blind), ratio)


def main_game(rules: TableRules, ratio: Fraction | int = 1) -> odds.MainGame:
    """Ante, blind and play at this table, with the blind so many times the ante."""
    blind = tuple(prices(rules, "blind").items())
    return _main_game(numbers(rules), blind, Fraction(ratio))


def progressive(rules: TableRules, stake: Fraction = STAKES["progressive"]) -> Progressive:
    """The progressive wager at this table, for any state of the meters."""
    cents = in_cents(stake)
    rows = list(rules.schedule("progressive").prices)
    returned = rules.rule("progressive_stake_returned")
    award = award_of(rules, "progressive", cents, returns_stake=returned)
    return odds.progressive("progressive", numbers(rules), rows, award, meters_shown(rules), cents)


PROGRESSIVES = {"progressive": progressive}
PROGRESSIVE_OPTIONS = {"progressive_stake_returned"}


# Results


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table under the best play, with its outcomes counted; or the
    one named."""
    bets = {**STAKES, **(stakes or {})}
    found: list[Result] = []
    if wager in ("", MAIN, "ante", "blind", "play"):
        found += _main_results(rules, main_game(rules, _ratio(bets)).optimal, bets)
    for name in ("flush_bonus", "blitz_jackpot"):
        if name in rules.wagers and wager in ("", name):
            table = odds.side_bet(name, numbers(rules), prices(rules, name))
            stake: dict[str, Fraction] = {name: bets[name]}
            found.append(result_at(rules, table, Method.COUNTING, stakes=stake))
    if "progressive" in rules.wagers and wager in ("", "progressive"):
        shown = meters_shown(rules, meters)
        stake = {"progressive": bets["progressive"]}
        found.append(
            result_at(
                rules, progressive(rules, stake["progressive"]).table(shown), Method.COUNTING,
                depends_on=PROGRESSIVE_OPTIONS & rules.book.options.keys(),
                stakes=stake, meters=shown,
            )
        )  # fmt: skip
    return [result for result in found if wager in ("", result.wager)]


def _ratio(bets: Mapping[str, Fraction]) -> Fraction:
    return bets["blind"] / bets["ante"]


def _main_results(
    rules: TableRules, solution: odds.Solution, bets: Mapping[str, Fraction]
) -> list[Result]:
    """Ante, blind and play, together and each for itself, when played in one way."""
    tables = {
        MAIN: solution.together,
        "ante": solution.ante,
        "blind": solution.blind,
        "play": solution.play,
    }
    return results_at(
        rules,
        tables,
        Method.COUNTING,
        depends_on=["blind"],
        stakes={name: bets[name] for name in ("ante", "blind")},
        strategy=solution.strategy,
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    return variations(book, *book.paytables, *PROGRESSIVE_OPTIONS & book.options.keys())


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in words and numbers."""

    house_advantage: Fraction
    fold_frequency: Fraction
    folds_by_total: Mapping[int, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best play at this table, and the cost of rules by the point total alone."""
    bets = {**STAKES, **(stakes or {})}
    game = main_game(rules, _ratio(bets))
    optimal = game.optimal
    simple = []
    for total in optimal.folds_by_total:
        other = game.play_from(total)
        simple.append(SimpleRule(other.strategy, -other.expectation, game.cost(other)))
    return Strategy(
        -optimal.expectation, optimal.fold_frequency, optimal.folds_by_total, tuple(simple)
    )


@dataclass(frozen=True)
class HandClass:
    """Hands that the deck cannot tell apart: one of them, how many there are, how the dealer's
    hands compare, and what playing and folding are worth in antes."""

    hand: str
    total: int
    ways: int
    below: int
    equal: int
    above: int
    play: Fraction
    fold: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of hands, or for those of one point total."""
    bets = {**STAKES, **(stakes or {})}
    game = main_game(rules, _ratio(bets))
    known = odds.classes(game.rules)
    won = {
        key: game.stakes.won(game.rules.contest_rows(kind.hand))
        for key, kind in known.kinds.items()
    }
    wanted = range(len(known)) if total is None else (known.score == total).nonzero()[0].tolist()
    columns = (known.kind, known.hand, known.ways, known.below, known.equal, known.above)
    for index in wanted:
        kind, hand, ways, below, equal, above = (int(column[index]) for column in columns)
        play = (below * won[kind] - above * game.stakes.lost) / known.opponents
        fold = -game.stakes.folded
        yield HandClass(
            names(cards_in(hand)), known.kinds[kind].score, ways, below, equal, above, play, fold,
            "play" if play > fold else "fold",
        )  # fmt: skip


# Any other strategy


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """Ante, blind and play when decided so: exact, whatever it is."""
    bets = {**STAKES, **(stakes or {})}
    game = main_game(rules, _ratio(bets))
    solution = game.follow(policy.strategy_of(game.rules, decide), name_of(decide))
    return _main_results(rules, solution, bets)


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    return policy.mistakes(main_game(rules, _ratio({**STAKES, **(stakes or {})})), decide)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[int]:
    """A way to decide from a table; its one condition is the ``total``."""
    return policy.read(content, rules.book.game, numbers(rules))


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stakes = view.state.stakes(view.who)
    hand = mask(view.state.hands[view.who])
    ratio = Fraction(stakes["blind"], stakes["ante"])
    found = odds.decide(hand, numbers(rules), prices(rules, "blind"), ratio)
    return {"play": found.play * stakes["ante"], "fold": found.fold * stakes["ante"]}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The better choice, exactly. Totals that are always played or folded need no counting."""
    assert isinstance(view.who, int)
    stakes = view.state.stakes(view.who)
    always = _always(rules, Fraction(stakes["blind"], stakes["ante"]))
    hand = mask(view.state.hands[view.who])
    total = hand_total(hand, rules.points, rules.rule("cards_used"))
    if total in always:
        return always[total]
    worth_of = advise(view, rules)
    return "play" if worth_of["play"] > worth_of["fold"] else "fold"


def _always(rules: TableRules, ratio: Fraction) -> dict[int, str]:
    """Totals of which every hand is played or every hand is folded."""
    folds = main_game(rules, ratio).optimal.folds_by_total
    return {total: "fold" if share else "play" for total, share in folds.items() if share in (0, 1)}


def play_from(least: int) -> Callable[[View, TableRules], str]:
    """The simple rule: play that total or more."""

    def decided(view: View, rules: TableRules) -> str:
        hand = mask(view.state.hands[view.who])
        total = hand_total(hand, rules.points, rules.rule("cards_used"))
        return "play" if total >= least else "fold"

    return decided


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": optimal_policy,
    **{f"play_{total}": play_from(total) for total in range(16, 24)},
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    progressives=PROGRESSIVES,
)
