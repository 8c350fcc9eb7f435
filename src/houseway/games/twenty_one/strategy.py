"""The best play of blackjack in numbers: what it is worth, its chart, every two cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from houseway.games.authoring.simple_rule import Remembered, SimpleRule, named_rules
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.chart import Chart, chart_of
from houseway.games.twenty_one.choices import choices
from houseway.games.twenty_one.composition.kernels import VALUES
from houseway.games.twenty_one.composition.terms import hand_of
from houseway.games.twenty_one.odds import COLUMNS
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.table_numbers import MAIN, numbers, numbers_at
from houseway.rulebook.table_rules import TableRules

NEVER_SPLITS = "optimal without splits, a full shoe for every hand"


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers, and the chart of totals that comes nearest to it."""

    house_advantage: Fraction
    chart_house_advantage: Fraction
    chart_cost: Fraction
    split_frequency: Fraction
    double_frequency: Fraction
    surrender_frequency: Fraction
    insurance_house_advantage: Fraction
    even_money_cost: Fraction
    chart: Chart
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best play at this table, its chart, and what simpler ways to play cost."""
    stake = (stakes or {}).get(MAIN, Fraction(0))
    known = numbers_at(rules, int(stake * 100))
    best, chart = odds.optimal(known), odds.by_chart(known)
    ways = {
        "the chart of totals": chart,
        "never split": without_splits(known),
        "play like the dealer": odds.play_by(known, odds.drawing(odds.mimic(known)), "mimic"),
        "never bust": odds.play_by(known, odds.drawing(odds.never_bust), "never bust"),
    }
    insured = bool(rule_of(rules, "insurance_offered"))
    return Strategy(
        house_advantage=-best.expectation,
        chart_house_advantage=-chart.expectation,
        chart_cost=best.expectation - chart.expectation,
        split_frequency=best.split_frequency,
        double_frequency=best.frequency("doubled"),
        surrender_frequency=best.frequency("surrender"),
        insurance_house_advantage=-odds.insurance_table(known).expectation
        if insured
        else Fraction(0),
        even_money_cost=odds.even_money_cost(known)
        if insured and "even_money" in dict(known.prices)
        else Fraction(0),
        chart=_chart(known),
        simple_rules=named_rules(best, ways),
    )


@lru_cache(maxsize=32)
def without_splits(known: odds.Rules) -> odds.Game:
    """The best play of someone who never splits."""
    return odds.play_by(known, odds.no_splits, NEVER_SPLITS)


def best_chart(rules: TableRules) -> Chart:
    """The chart of totals that is worth most at this table."""
    return _chart(numbers(rules))


@lru_cache(maxsize=64)
def _chart(known: odds.Rules) -> Chart:
    return chart_of(odds.best_chart(known), odds.terms(known))


@dataclass(frozen=True)
class HandClass:
    """Two cards against the dealer's: what each decision is worth in units of the wager, together
    with the chance that the dealer has no blackjack (beside one all cost the same)."""

    hand: str
    dealer: str
    total: int
    stand: Fraction
    hit: Fraction
    double: Fraction | None
    split: Fraction | None
    surrender: Fraction | None
    no_blackjack: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every two cards against every card of the dealer's, or for those of
    one point total."""
    known = numbers(rules)
    engine = odds.terms(known)
    for start, _ in odds.dealer_starts(known):
        left = [n - start.count(v) for v, n in enumerate(engine.shoe)]
        for one in range(VALUES):
            for other in range(one, VALUES):
                hand = hand_of(one, other)
                points = odds.worth(hand)[0]
                dealt = all(left[v] >= hand[v] for v in range(VALUES))
                if not dealt or points == engine.goal or total not in (None, points):
                    continue
                found = choices(known, hand, start)
                worth_of = found.worth
                yield HandClass(
                    f"{COLUMNS[one]}-{COLUMNS[other]}", "-".join(COLUMNS[v] for v in start), points,
                    worth_of["stand"], worth_of["hit"], worth_of.get("double"),
                    worth_of.get("split"), worth_of.get("surrender"), found.free,
                    max(worth_of, key=lambda name: worth_of[name]),
                )  # fmt: skip
