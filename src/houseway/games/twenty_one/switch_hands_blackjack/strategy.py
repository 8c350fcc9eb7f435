"""The best play of switch hands blackjack in numbers: when to take the pair that nobody has seen,
as a chart.

``values_at`` is what every open pair is worth against every card of the dealer's, and the other
pair, both from a full shoe: who looks at these knows nearly always what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from houseway.equipment.cards import card
from houseway.games.authoring.policy import Decide, Mistake, Sight, answer, dearest, name_of
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, named_rules
from houseway.games.twenty_one import chart as charts
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one import policy
from houseway.games.twenty_one.chart import ACE_LAST, Chart, chart_of
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.deals import best_plan
from houseway.games.twenty_one.composition.terms import Start, hand_of, without
from houseway.games.twenty_one.odds import COLUMNS
from houseway.games.twenty_one.switch_hands_blackjack.odds import (
    BLACKJACK,
    PAIRS,
    Column,
    Game,
    Known,
    Pair,
    Switches,
    always,
    beside,
    colored_share,
    keep,
    never,
    optimal,
    play_by,
    take,
    where_better,
    with_surrender,
)
from houseway.games.twenty_one.switch_hands_blackjack.pairs import KEEP, SWITCH

SHOWN = "A23456789T"  # a card of each value, by its name
HARD, SOFT, PAIR = "hard", "soft", "pairs"
MEANINGS = {"S": "keep the open pair", "H": "take the hidden pair"}
LOW, HIGH = 12, 17  # hard totals of open pairs that a simple rule gives away


# -- in a full shoe --------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def values_at(known: Known, start: Start) -> tuple[Mapping[Pair, Fraction], Fraction]:
    """What every open pair is worth against a card of the dealer's, and one that nobody has seen,
    where no other card is looked at."""
    rules, pays = replace(beside(known.rules, start), surrender=False), known.pays
    colored = colored_share(rules)
    here = against(family.terms(rules), start)
    plan = with_surrender(here) if known.rules.surrender else best_plan(here)
    left = without(rules.shoe, *start)
    kept = {
        hand: keep(here, plan, hand).net(pays, colored)
        for hand in PAIRS
        if min(without(left, *hand)) >= 0
    }
    return kept, take(here, plan).net(pays, colored)


def kind_of(hand: Pair) -> tuple[str, str]:
    """The part of the chart and the row of an open pair.

    >>> kind_of((4, 9)), kind_of((0, 6)), kind_of((7, 7))
    (('hard', '15'), ('soft', 'A-7'), ('pairs', '8-8'))
    """
    one, other = hand
    if one == other:
        return PAIR, f"{COLUMNS[one]}-{COLUMNS[one]}"
    total, soft = family.worth(hand_of(*hand))
    return (SOFT, f"A-{COLUMNS[other]}") if soft else (HARD, str(total))


@dataclass(frozen=True)
class SwitchChart:
    """When to take the hidden pair: letters by the open pair and the dealer's card."""

    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, str]]  # by part and row

    def switches(self, start: Start, hand: Pair) -> bool:
        """Whether an open pair is given away."""
        if hand == BLACKJACK:
            return False
        part, row = kind_of(hand)
        return self.rows[part][row][self.columns.index(COLUMNS[start[0]])] == "H"

    @property
    def means(self) -> Mapping[str, str]:
        """What its letters mean."""
        return MEANINGS

    @property
    def sections(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Its parts with their rows."""
        return [(part, list(rows.items())) for part, rows in self.rows.items()]

    def markup(self) -> str:
        """The chart for a terminal."""
        return charts.markup(self)

    def svg(self, title: str) -> str:
        """The chart as a drawing."""
        return charts.svg(self, title)


@lru_cache(maxsize=16)
def switch_chart(known: Known) -> SwitchChart:
    """The chart that is worth most in a full shoe: in a row all hands do the same."""
    shoe = known.rules.shoe
    ups = [up for up in ACE_LAST if shoe[up]]
    gains: dict[tuple[str, str], dict[int, Fraction]] = {}
    for up in ups:
        kept, taken = values_at(known, (up,))
        left = without(shoe, up)
        for hand, worth in kept.items():
            if hand == BLACKJACK:
                continue
            one, other = hand
            ways = left[one] * (left[other] - (one == other)) * (1 + (one != other))
            cell = gains.setdefault(kind_of(hand), {})
            cell[up] = cell.get(up, Fraction(0)) + ways * (taken - worth)
    rows: dict[str, dict[str, str]] = {HARD: {}, SOFT: {}, PAIR: {}}
    order = sorted(gains, key=lambda kind: _order(*kind), reverse=True)
    for part, row in order:
        cell = gains[part, row]
        rows[part][row] = "".join("H" if cell.get(up, 0) > 0 else "S" for up in ups)
    return SwitchChart(tuple(COLUMNS[up] for up in ups), rows)


def _order(part: str, row: str) -> int:
    """Where a row stands among those of its part."""
    return int(row) if part == HARD else COLUMNS.index(row.partition("-")[2])


def by_chart(known: Known) -> Switches:
    """Switch as the chart says."""
    chart = switch_chart(known)
    return lambda game, column, hand: chart.switches(column.start, hand)


def stiff(game: Game, column: Column, hand: Pair) -> bool:
    """Give away hard totals that a card may take over and that beat nothing."""
    total, soft = family.worth(hand_of(*hand))
    return not soft and LOW <= total <= HIGH


# -- in numbers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwitchStrategy(Remembered):
    """The best play in numbers, when to switch hands, and the chart that comes nearest."""

    house_advantage: Fraction
    ante_fee: Fraction
    chart_house_advantage: Fraction
    chart_cost: Fraction
    switch_frequency: Fraction
    split_frequency: Fraction
    double_frequency: Fraction
    surrender_frequency: Fraction
    switch_chart: SwitchChart
    chart: Chart
    simple_rules: tuple[SimpleRule, ...]


def by_switches(found: Game, name: str, switches: Switches) -> Game:
    """The same hands with another way to switch."""
    return Game(found.known, name, found.columns, switches)


@lru_cache(maxsize=4)
def strategy_at(known: Known) -> SwitchStrategy:
    """The best play at a table, and what simpler ways to play cost."""
    best = optimal(known)
    totals, engine = family.best_chart(known.rules), family.terms(known.rules)
    plans = {start: totals(against(engine, start)) for start in best.columns}
    chart = play_by(known, plans, "charts", by_chart(known))
    ways = {
        "both charts": chart,
        "the best play of hands, and switch as the chart says": by_switches(
            best, "chart", by_chart(known)
        ),
        f"switch a hard {LOW} to {HIGH} and nothing else": by_switches(best, "stiff", stiff),
        "always switch": by_switches(best, "always", always),
        "never switch": by_switches(best, "never", never),
    }
    return SwitchStrategy(
        house_advantage=-best.expectation,
        ante_fee=known.pays.fee,
        chart_house_advantage=-chart.expectation,
        chart_cost=best.expectation - chart.expectation,
        switch_frequency=best.switch_frequency,
        split_frequency=best.frequency("split"),
        double_frequency=best.frequency("doubled"),
        surrender_frequency=best.frequency("surrender"),
        switch_chart=switch_chart(known),
        chart=chart_of(totals, engine),
        simple_rules=named_rules(best, ways),
    )


# -- any other strategy ----------------------------------------------------------------------------


def switches_of(decide: Decide) -> Switches:
    """The switches of somebody who decides so, and sees the open pair. Who plays by a chart of
    totals switches where that is best."""
    if isinstance(decide, policy.ChartPolicy):
        return where_better

    def switches(game: Game, column: Column, hand: Pair) -> bool:
        cards = tuple(card(SHOWN[value] + "cd"[at]) for at, value in enumerate(hand))
        dealer = (card(SHOWN[column.start[0]] + "h"),)
        return answer(decide, Sight((SWITCH, KEEP), cards, dealer)) == SWITCH

    return switches


@lru_cache(maxsize=4)
def follow(known: Known, decide: Decide) -> Game:
    """What becomes of all deals if one decides so."""
    plans = policy.plans_of(known.rules, decide)
    return play_by(known, plans, name_of(decide), switches_of(decide))


def mistakes_of(known: Known, decide: Decide) -> list[Mistake]:
    """Where a way to decide and the best play part, for each card of the dealer's: switches that
    are made or not, with the hands played at their best, and the hands themselves."""
    mine, best = follow(known, decide), optimal(known)
    sums: dict[Start, list[Fraction]] = {}
    for column, hand, chance, said in mine.deals():
        key = column.start, hand
        wanted = where_better(best, best.columns[column.start], hand)
        as_said, played = best.worths[key][said], mine.worths[key][said]
        parts = (
            chance * (said != wanted),
            chance * (best.worths[key][wanted] - as_said),
            chance,
            chance * (as_said - played),
        )
        before = sums.get(column.start, [Fraction(0)] * 4)
        sums[column.start] = [a + b for a, b in zip(before, parts, strict=True)]
    found = []
    for start, (wrong, switch_cost, whole, hand_cost) in sums.items():
        dealer = COLUMNS[start[0]]
        for hands, does, ought, share, cost in (
            ("two pairs", "other switches", "best switches", wrong, switch_cost),
            ("hands after that", "as decided", "best", whole, hand_cost),
        ):
            if cost:
                found.append(Mistake(hands, dealer, does, ought, share, cost / share, cost))
    return dearest(found)
