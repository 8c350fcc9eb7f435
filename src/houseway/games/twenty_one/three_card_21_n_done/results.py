"""Every figure of Three Card 21 "N" Done at one table: the rulebook's numbers put into the solver.

The main wager's figure has in it whatever is doubled and split; a split is one line with its mean.
One player plays one round from a full shoe. Stakes are in dollars.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.counting.result import OutcomeTable
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.policy import Decide
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, named_rules
from houseway.games.twenty_one.figures import Figure, best_play, own_play, results_of
from houseway.games.twenty_one.odds import COLUMNS, Rules
from houseway.games.twenty_one.shoe_cards import LOSE, one_row, tally
from houseway.games.twenty_one.table_numbers import MAIN, numbers, prices
from houseway.games.twenty_one.three_card_21_n_done import odds, policy
from houseway.games.twenty_one.three_card_21_n_done.advice import POLICIES, advise
from houseway.games.twenty_one.three_card_21_n_done.chart import (
    ThreeCardChart,
    best_chart,
    way_of,
)
from houseway.games.twenty_one.three_card_21_n_done.chart import (
    name_of as hand_name,
)
from houseway.games.twenty_one.three_card_21_n_done.hand import bonus_of
from houseway.games.twenty_one.twentyone import GOAL, worth
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

BONUS, INSURANCE = "bonus", "insurance"
STAKES = {MAIN: Fraction(10), BONUS: Fraction(10), INSURANCE: Fraction(5)}
DECKS, OPTIONS = ["decks_in_use"], ["decks_in_use", "soft_17", "surrender"]
APART = ("decks_in_use",)
UNPRICED = dict.fromkeys(
    ("double", "split_2", "double_2", "split_3", "double_3"), "in the figure of the main wager"
)


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, together=[("decks_in_use", "soft_17", "surrender")])


@lru_cache(maxsize=16)
def bonus_counts(rules: Rules) -> dict[str, int]:
    """How many ordered draws of three cards hit each row of the bonus."""

    def row(drawn: list[int]) -> str:
        return bonus_of(drawn, worth(drawn, rules.points).total) or LOSE

    return dict(tally(rules.cards, odds.FIRST, row))


def _bonus(rules: TableRules, bets: Stakes) -> OutcomeTable:
    counts = bonus_counts(odds.plain(numbers(rules)))
    return one_row(BONUS, counts, prices(rules, BONUS))


def _insurance(rules: TableRules, bets: Stakes) -> OutcomeTable:
    return odds.insurance_table(numbers(rules), prices(rules, INSURANCE)["win"])


results = results_of(
    {
        MAIN: best_play(lambda rules, bets: odds.game(numbers(rules)).table, OPTIONS),
        BONUS: Figure(_bonus, DECKS),
        INSURANCE: Figure(_insurance, DECKS, strategy="always"),
    },
    STAKES,
)


# -- best play -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers, and the chart that comes nearest to it. The two wagers that
    everybody makes are also told together, as a share of both."""

    house_advantage: Fraction
    both_wagers_house_advantage: Fraction
    chart_house_advantage: Fraction
    chart_cost: Fraction
    split_frequency: Fraction
    double_frequency: Fraction
    surrender_frequency: Fraction
    insurance_house_advantage: Fraction
    chart: ThreeCardChart
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, its chart, and what simpler ways to play cost."""
    known = numbers(rules)
    best = odds.game(known)
    (bonus,) = results(rules, stakes, wager=BONUS)
    (insurance,) = results(rules, stakes, wager=INSURANCE)
    ways = {
        "the chart": named_way(known, "optimal"),
        "split only what is over 21": named_way(known, "split_over"),
        "never split": named_way(known, "never_split"),
    }
    simple = named_rules(best, {name: odds.game(known, way) for name, way in ways.items()})
    both = best.expectation + bonus.outcomes.expectation
    return Strategy(
        house_advantage=-best.expectation,
        both_wagers_house_advantage=-both / 2,
        chart_house_advantage=simple[0].house_advantage,
        chart_cost=simple[0].cost,
        split_frequency=best.frequency("split"),
        double_frequency=best.frequency("doubled"),
        surrender_frequency=best.frequency("surrender"),
        insurance_house_advantage=-insurance.outcomes.expectation,
        chart=best_chart(known),
        simple_rules=simple,
    )


@lru_cache(maxsize=16)
def named_way(known: Rules, name: str) -> odds.Way:
    """A chart that has a name, as the solver follows it."""
    return way_of(policy.named_chart(name, known), name)


@dataclass(frozen=True)
class HandClass:
    """Three cards against the dealer's: what each decision is worth in units of the wager, together
    with the chance that the dealer has no blackjack (beside one all cost the same)."""

    hand: str
    dealer: str
    total: int
    stand: Fraction
    hit: Fraction | None
    double: Fraction | None
    split: Fraction | None
    surrender: Fraction | None
    no_blackjack: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every three cards against every card of the dealer's, or for those of
    one point total."""
    known = numbers(rules)
    for column, hand, _ in odds.game(known).deals():
        points = odds.total_of(hand)[0]
        if points == GOAL or total not in (None, points):
            continue
        found = {name: column.worth(hand, name) for name in odds.choices_of(hand, known.surrender)}
        yield HandClass(
            hand_name(hand), COLUMNS[column.up], points, found["stand"], found.get("hit"),
            found.get("double"), found.get("split"), found.get("surrender"), column.free(hand),
            column.decision(hand, known.surrender),
        )  # fmt: skip


def read_policy(content: Any, rules: TableRules) -> Decide:
    """A way to decide from a chart."""
    return policy.read(content, rules, numbers(rules))


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=own_play(
        lambda rules, bets: numbers(rules),
        policy.follow,
        policy.mistakes,
        OPTIONS,
        read=read_policy,
    ),
    apart=APART,
    unpriced=UNPRICED,
)
