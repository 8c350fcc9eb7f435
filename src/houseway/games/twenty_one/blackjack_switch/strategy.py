"""The best play of blackjack switch in numbers: when to switch, by rules that can be remembered.

``values_at`` is what every two cards are worth against every card of the dealer's in a full shoe:
who adds them up for both hands knows nearly always whether to switch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from houseway.equipment.cards import card
from houseway.games.authoring.from_round import in_columns
from houseway.games.authoring.policy import Decide, Mistake, Sight, answer, dearest, name_of
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, named_rules
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one import policy
from houseway.games.twenty_one.blackjack_switch.odds import (
    BLACKJACK,
    PAIRS,
    Column,
    Deal,
    Entry,
    Game,
    Pair,
    Switches,
    deals_of,
    entry_of,
    hands_of,
    never,
    optimal,
    play_by,
    surrendering,
    where_better,
)
from houseway.games.twenty_one.chart import ACE_LAST, Chart, chart_of
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.kernels import DOUBLE, SPLIT, SURRENDER
from houseway.games.twenty_one.composition.terms import Start, falling, hand_of, without
from houseway.games.twenty_one.odds import COLUMNS, Rules

GOOD = (10, 11, 18, 19, 20, 21)  # totals of hands that are worth having; a pair of aces is too
SHOWN = "A23456789T"  # a card of each value, by its name
HUNDREDTHS = 100
SWITCH = ("switch", "no_switch")


# -- what hands are worth in a full shoe -----------------------------------------------------------


@lru_cache(maxsize=32)
def values_at(rules: Rules, start: Start) -> tuple[Mapping[Pair, Entry], Entry]:
    """What two cards are worth against one of the dealer's if no other card is seen, and an ace and
    a ten that a switch has brought together."""
    plain = replace(rules, surrender=False)
    here = against(family.terms(plain), start)
    left = without(plain.shoe, *start)
    dealt = {
        (hand, BLACKJACK): entry_of(here, here.best, hand)
        for hand in PAIRS
        if min(without(left, *hand)) >= 0
    }
    column = Column(start, dealt, {})
    if rules.surrender:
        column = surrendering(column)
    made = entry_of(here, here.best, BLACKJACK, made=True)
    return {hand: entry for (hand, _), entry in column.dealt.items()}, made


def value_of(rules: Rules, start: Start, hand: Pair, switched: bool) -> float:
    """One hand's worth in a full shoe."""
    dealt, made = values_at(rules, start)
    return made.worth if switched and hand == BLACKJACK else dealt[hand].worth


def switches_by_values(rules: Rules, start: Start, deal: Deal) -> bool:
    """Whether both hands are worth more after a switch, by their worth in a full shoe."""
    now, then = (
        sum(value_of(rules, start, hand, switched) for hand in hands_of(deal, switched))
        for switched in (False, True)
    )
    return then > now + 1e-12


def good_hands(deal: Deal, switched: bool) -> int:
    """How many of two hands are worth having.

    >>> good_hands((9, 4, 0, 9), False), good_hands((9, 4, 0, 9), True)
    (1, 1)
    """
    found = 0
    for hand in hands_of(deal, switched):
        total, _ = family.worth(hand_of(*hand))
        found += total in GOOD or hand == (0, 0)
    return found


def by_values(rules: Rules) -> Switches:
    """Add up the worth of both hands in a full shoe."""
    return lambda column, deal: switches_by_values(rules, column.start, deal)


def for_good_hands(column: Column, deal: Deal) -> bool:
    """Switch for more good hands and for nothing else."""
    return good_hands(deal, True) > good_hands(deal, False)


# -- in numbers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ValueTable:
    """What two cards are worth, in hundredths of the wager: a row for each two cards that play
    alike, a column for each card of the dealer's."""

    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]

    def markup(self) -> str:
        """The table for a terminal."""
        return in_columns([self.heads, *self.lines])


def value_table(rules: Rules) -> ValueTable:
    """Hard totals, soft totals and pairs; of hard totals one hand stands for all."""
    shown: dict[str, Pair] = {}
    for hand in PAIRS:
        total, soft = family.worth(hand_of(*hand))
        if hand == BLACKJACK:
            shown["blackjack"] = hand
        elif hand[0] == hand[1]:
            shown[f"{COLUMNS[hand[0]]}-{COLUMNS[hand[0]]}"] = hand
        elif soft:
            shown[f"A-{COLUMNS[hand[1]]}"] = hand
        else:
            shown[f"hard {total}"] = hand
    order = sorted(shown, key=lambda name: (_kind(name), -sum(shown[name])))
    lines = []
    for name in order:
        worths = (values_at(rules, (up,))[0][shown[name]].worth for up in ACE_LAST)
        lines.append((name, *(f"{round(worth * HUNDREDTHS):+d}" for worth in worths)))
    return ValueTable(("your hand", *(COLUMNS[up] for up in ACE_LAST)), tuple(lines))


def _kind(name: str) -> int:
    """Where a row stands: blackjack, hard totals, soft ones, pairs."""
    if name == "blackjack":
        return 0
    one, _, other = name.partition("-")
    return 1 if name.startswith("hard") else 3 if one == other else 2


@dataclass(frozen=True)
class SwitchStrategy(Remembered):
    """The best play in numbers, what every hand is worth, and the chart that comes nearest."""

    house_advantage: Fraction
    chart_house_advantage: Fraction
    chart_cost: Fraction
    switch_frequency: Fraction
    split_frequency: Fraction
    double_frequency: Fraction
    surrender_frequency: Fraction
    values: ValueTable
    chart: Chart
    simple_rules: tuple[SimpleRule, ...]


def by_switches(found: Game, name: str, switches: Switches) -> Game:
    """The same hands with another way to switch."""
    return Game(found.rules, name, found.columns, switches)


@lru_cache(maxsize=4)
def strategy_at(rules: Rules) -> SwitchStrategy:
    """The best play at a table, and what simpler ways to play cost."""
    best = optimal(rules)
    totals = family.best_chart(rules)
    engine = family.terms(rules)
    plans = {start: totals(against(engine, start)) for start in best.columns}
    chart = play_by(rules, plans, "chart")
    ways = {
        "the chart of totals": chart,
        "switch where the table of values adds up to more": by_switches(
            best, "values", by_values(rules)
        ),
        "the chart, and switch for more hands of 18 or more, 10, 11 or two aces": by_switches(
            chart, "good hands", for_good_hands
        ),
        "never switch": by_switches(best, "never", never),
    }
    return SwitchStrategy(
        house_advantage=-best.expectation,
        chart_house_advantage=-chart.expectation,
        chart_cost=best.expectation - chart.expectation,
        switch_frequency=best.switch_frequency,
        split_frequency=best.frequency(SPLIT),
        double_frequency=best.frequency(DOUBLE),
        surrender_frequency=best.frequency(SURRENDER),
        values=value_table(rules),
        chart=chart_of(totals, engine),
        simple_rules=named_rules(best, ways),
    )


# -- any other strategy ----------------------------------------------------------------------------


def switches_of(decide: Decide) -> Switches:
    """The switches of somebody who decides so, and sees four cards: those of the first hand and
    then those of the other. Who plays by a chart switches where its hands are worth more."""
    if isinstance(decide, policy.ChartPolicy):
        return where_better

    def switches(column: Column, deal: Deal) -> bool:
        hand = tuple(card(SHOWN[value] + "cdhs"[at]) for at, value in enumerate(deal))
        dealer = (card(SHOWN[column.start[0]] + "h"),)
        return answer(decide, Sight(SWITCH, hand, dealer)) == SWITCH[0]

    return switches


@lru_cache(maxsize=4)
def follow(rules: Rules, decide: Decide) -> Game:
    """What becomes of all deals if one decides so."""
    return play_by(rules, policy.plans_of(rules, decide), name_of(decide), switches_of(decide))


def mistakes_of(rules: Rules, decide: Decide) -> list[Mistake]:
    """Where a way to decide and the best play part, for each card of the dealer's: switches that
    are made or not, with the hands played at their best, and the hands themselves."""
    mine, best = follow(rules, decide), optimal(rules)
    found = []
    for start, column in mine.columns.items():
        ideal, own = best.columns[start], mine.switches
        chance = Fraction(rules.shoe[start[0]], 2 * falling(sum(rules.shoe), 5))
        wrong = switch_cost = hand_cost = Fraction(0)
        whole = 0
        for deal, ways in deals_of(without(rules.shoe, *start)):
            said, wanted = own(column, deal), where_better(ideal, deal)
            as_said = sum(entry.net for entry in ideal.both(deal, said))
            played = sum(entry.net for entry in column.both(deal, said))
            whole += ways
            hand_cost += ways * (as_said - played)
            if said != wanted:
                wrong += ways
                switch_cost += ways * (sum(one.net for one in ideal.both(deal, wanted)) - as_said)
        dealer = COLUMNS[start[0]]
        parts = (
            ("two hands", "other switches", "best switches", wrong, switch_cost),
            ("hands after that", "as decided", "best", Fraction(whole), hand_cost),
        )
        for hand, does, ought, share, cost in parts:
            if cost:
                part = 2 * chance * share
                found.append(
                    Mistake(hand, dealer, does, ought, part, chance * cost / part, chance * cost)
                )
    return dearest(found)
