"""Every figure of a game in which wagers are added while the first cards are dealt.

The main wager's figure has in it whatever is added, doubled and split; a pair that is split is one
line with its mean. One player plays one round from a full shoe. A chart says what to do with every
total, and a wager is added where it is worth something. Stakes are in dollars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.equipment.cards import UNKNOWN, card
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.from_round import in_columns
from houseway.games.authoring.policy import Decide, Mistake, Sight, answer, dearest, name_of
from houseway.games.authoring.result_at import Variation, result_at
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, named_rules
from houseway.games.twenty_one import advice, odds, policy
from houseway.games.twenty_one.attacks import (
    Adds,
    Attacked,
    Cell,
    always,
    attacked,
    by_worth,
    dealt_with,
    mean_of,
    never,
)
from houseway.games.twenty_one.boxes import DEALER, MAIN
from houseway.games.twenty_one.chart import Chart, chart_of
from houseway.games.twenty_one.composition.against import Against, Plan
from houseway.games.twenty_one.composition.deals import Strategy
from houseway.games.twenty_one.composition.terms import Start
from houseway.games.twenty_one.figures import own_play
from houseway.games.twenty_one.odds import COLUMNS, Rules, value_of
from houseway.games.twenty_one.policies import by_chart, by_total, mimic, never_bust
from houseway.games.twenty_one.strategy import every_class
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import rank
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

SHOWN = "A23456789T"  # a card of each value, by its name
UP_CARDS = (*range(1, 10), 0)  # in the order of a chart
FOUR = 4  # cards of a hand that may come to six

Side = Callable[[TableRules, Rules], OutcomeTable]


@lru_cache(maxsize=64)
def best(rules: Rules) -> Attacked:
    """The best play."""
    return attacked(rules)


@lru_cache(maxsize=64)
def with_chart(rules: Rules) -> Attacked:
    """The best chart by totals; wagers are added where they are worth something."""
    return attacked(rules, odds.best_chart(rules), "chart")


# -- which wagers are added ------------------------------------------------------------------------


@dataclass(frozen=True)
class AttackTable:
    """The wagers that are added, by the cards seen: a column for each card of the dealer's."""

    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]

    def markup(self) -> str:
        """The table for a terminal."""
        return in_columns([self.heads, *self.lines])


def attack_table(found: Attacked) -> AttackTable:
    """When to add each wager."""
    firsts = sorted({first for _, first in found.added}, key=lambda v: -1 if v is None else v)
    names = {wager: wager.replace("_", " ") for wager, _ in found.rules.more.attacks}
    lines = []
    for wager, after in found.rules.more.attacks:
        for first in firsts:
            marks = [
                "yes" if wager in found.added.get(((up,), first), ()) else "-" for up in UP_CARDS
            ]
            first_card = "any" if first is None else COLUMNS[first]
            if after == "player":
                marks = [marks[0], *[""] * (len(marks) - 1)]
            lines.append((names[wager], first_card, *marks))
    return AttackTable(
        ("wager", "your first card", *(COLUMNS[up] for up in UP_CARDS)), tuple(lines)
    )


# -- a strategy in numbers -------------------------------------------------------------------------


@dataclass(frozen=True)
class AttackStrategy(Remembered):
    """The best play in numbers, when to add wagers, and the chart that comes nearest to it."""

    house_advantage: Fraction
    chart_house_advantage: Fraction
    chart_cost: Fraction
    split_frequency: Fraction
    double_frequency: Fraction
    surrender_frequency: Fraction
    attack_frequency: dict[str, Fraction]
    added: AttackTable
    chart: Chart
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> AttackStrategy:
    """The best play at this table, and what simpler ways to play cost."""
    known = numbers(rules)
    found, chart = best(known), with_chart(known)
    ways = {
        "the chart of totals": chart,
        "never add a wager": attacked(known, name="never", adds=never),
        "always add every wager": attacked(known, name="always", adds=always),
        "never split": attacked(known, odds.no_splits, "never split"),
        "play like the dealer": attacked(known, _mimic(known), "mimic"),
        "never bust": attacked(known, NEVER_BUST, "never bust"),
    }
    if known.more.least_cards_win:
        name = "the chart, and the best play with four cards and more"
        ways[name] = attacked(known, _long_hands(known), name)
    return AttackStrategy(
        house_advantage=-found.expectation,
        chart_house_advantage=-chart.expectation,
        chart_cost=found.expectation - chart.expectation,
        split_frequency=found.split_frequency,
        double_frequency=found.frequency("doubled"),
        surrender_frequency=found.frequency("surrender"),
        attack_frequency={wager: found.attack_frequency(wager) for wager, _ in known.more.attacks},
        added=attack_table(found),
        chart=chart_of(odds.best_chart(known), odds.terms(known)),
        simple_rules=named_rules(found, ways),
    )


NEVER_BUST = odds.drawing(odds.never_bust)


@lru_cache(maxsize=16)
def _mimic(rules: Rules) -> Strategy:
    return odds.drawing(odds.mimic(rules))


@lru_cache(maxsize=16)
def _long_hands(rules: Rules) -> Strategy:
    """The chart, but for hands of four cards and more, where the number of cards matters."""
    chart = odds.best_chart(rules)

    def plan(here: Against) -> Plan:
        import numpy as np

        found, long = chart(here), here.hands.size >= FOUR
        acts = np.where(long, here.best.acts, found.acts)
        after = np.where(long, here.after_split(here.best), here.after_split(found))
        return Plan(acts, found.splits, after)

    return plan


# -- advice ----------------------------------------------------------------------------------------


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = [choice.name for choice in view.asked.choices]
    for wager, after in numbers(rules).more.attacks:
        if f"add_{wager}" in names:
            return _adding(view, rules, wager, after)
    return advice.advise(view, rules)


def seen_cell(view: View, rules: TableRules) -> tuple[Start | None, int | None]:
    """The first cards that a seat sees: the dealer's and its own, as far as they are dealt."""

    def first_of(place: int | str) -> int | None:
        cards = [c for c in view.state.hands.get(place, ()) if c != UNKNOWN]
        return value_of(rules.points[rank(cards[0])]) if cards else None

    up = first_of(DEALER)
    return None if up is None else (up,), first_of(view.who) if isinstance(view.who, int) else None


def made_by(view: View, rules: TableRules) -> int:
    """How many equal wagers lie on a seat's first hand."""
    assert isinstance(view.who, int)
    placed = view.state.stakes(view.who)
    return 1 + sum(wager in placed for wager, _ in numbers(rules).more.attacks)


def _adding(view: View, rules: TableRules, wager: str, after: str) -> dict[str, Fraction]:
    assert isinstance(view.who, int)
    known, units = numbers(rules), made_by(view, rules)
    stake = view.state.stakes(view.who)[MAIN]
    start, first = seen_cell(view, rules)
    worth = {}
    for name, more in ((f"add_{wager}", 1), (f"no_{wager}", 0)):
        cells = [
            cell
            for cell in best(known).added
            if start in (None, cell[0]) and first in (None, cell[1])
        ]
        alone = dealt_with(known, 1)
        whole = sum((alone[cell].chance for cell in cells), Fraction(0))
        total = Fraction(0)
        for cell in cells:
            later = [
                name
                for name, when in known.more.attacks
                if after == "player" and when == "both" and name in best(known).added[cell]
            ]
            placed = units + more + len(later)
            mean = mean_of(known, placed, dealt_with(known, placed)[cell])
            total += alone[cell].chance * mean
        worth[name] = total / whole * stake
    return worth


# -- policies for the referee ----------------------------------------------------------------------


def adds_best(view: View, rules: TableRules, wager: str) -> bool:
    """Whether a wager is worth something by the cards that a seat sees."""
    known = numbers(rules)
    start, first = seen_cell(view, rules)
    added = best(known).added
    return any(
        wager in added[cell]
        for cell in added
        if start in (None, cell[0]) and first in (None, cell[1])
    )


def attacking(
    rest: Callable[[View, TableRules], str], adds: Callable[[View, TableRules, str], bool]
) -> Callable[[View, TableRules], str]:
    """A policy for hands with one for the wagers that are added."""

    def choose(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        for choice in view.asked.choices:
            if choice.name.startswith("add_"):
                wager = choice.name.removeprefix("add_")
                return choice.name if adds(view, rules, wager) else f"no_{wager}"
        return rest(view, rules)

    return choose


POLICIES = {
    "optimal": attacking(by_total(by_chart), adds_best),
    "mimic": attacking(by_total(mimic), lambda view, rules, wager: False),
    "never_bust": attacking(by_total(never_bust), lambda view, rules, wager: False),
    "always_attack": attacking(by_total(by_chart), lambda view, rules, wager: True),
}


# -- any other strategy ----------------------------------------------------------------------------


def adds_of(rules: Rules, decide: Decide) -> Adds:
    """The wagers that somebody adds who decides so; who plays by a chart adds what is best."""
    if isinstance(decide, policy.ChartPolicy):
        return by_worth

    def adds(start: Start | None, first: int | None, mean: Fraction) -> bool:
        wager = next(
            name
            for name, after in rules.more.attacks
            if after == ("player" if start is None else "dealer" if first is None else "both")
        )
        hand = () if first is None else (card(SHOWN[first] + "c"),)
        dealer = () if start is None else (card(SHOWN[start[0]] + "h"),)
        choices = (f"add_{wager}", f"no_{wager}")
        return answer(decide, Sight(choices, hand, dealer)) == choices[0]

    return adds


@lru_cache(maxsize=4)
def follow(rules: Rules, decide: Decide) -> Attacked:
    """What becomes of all deals if one decides so."""
    plans = policy.plans_of(rules, decide)
    return attacked(rules, lambda here: plans[here.start], name_of(decide), adds_of(rules, decide))


def mistakes_of(known: Rules, decide: Decide) -> list[Mistake]:
    """Where a way to decide and the best play part, by the first cards: wagers added or not, and
    the hands that follow as one line for each card of the dealer's."""
    mine, ideal = follow(known, decide), best(known)
    found: list[Mistake] = []
    sums: dict[tuple[str, str, str, str], tuple[Fraction, Fraction]] = {}
    played = {
        (one.start, one.first): (units, one)
        for units, game in mine.games.items()
        for one in game.dealt
    }
    for cell, (units, one) in played.items():
        dealer, first = COLUMNS[cell[0][0]], "-" if cell[1] is None else COLUMNS[cell[1]]
        wanted = 1 + len(ideal.added[cell])
        best_so = mean_of(known, units, dealt_with(known, units)[cell])
        best_of_all = mean_of(known, wanted, dealt_with(known, wanted)[cell])
        said = (_added(mine, cell), _added(ideal, cell))
        parts = [
            ((first, dealer, *said), best_of_all - best_so),
            ((f"hands after {first}", dealer, "as decided", "best"),
             best_so - mean_of(known, units, one)),
        ]  # fmt: skip
        for key, cost in parts:
            if cost:
                share, before = sums.get(key, (Fraction(0), Fraction(0)))
                sums[key] = share + one.chance, before + one.chance * cost
    for key, (share, cost) in sums.items():
        found.append(Mistake(*key, share, cost / share, cost))
    return dearest(found)


def _added(found: Attacked, cell: Cell) -> str:
    return " and ".join(found.added[cell]).replace("_", " ") or "no more"


# -- the figures -----------------------------------------------------------------------------------

OPTIONS = ("decks_in_use", "dealer_cards", "six_positions", "resplit_offered", "max_splits")
_LATER = "in the figure of the main wager"
OWN_PLAY = own_play(
    lambda rules, bets: numbers(rules),
    follow,
    mistakes_of,
    lambda rules: [name for name in OPTIONS if name in rules.options],
)


@dataclass(frozen=True)
class AttackFigures:
    """A game's figures: the main wager, insurance, and the side wagers that it brings."""

    sides: Mapping[str, Side]
    insurance: Side
    vary: Callable[[Rulebook], Iterator[Variation]]

    def results(
        self,
        rules: TableRules,
        stakes: Mapping[str, Fraction] | None = None,
        meters: Mapping[str, int] | None = None,
        wager: str = "",
    ) -> list[Result]:
        """Every wager with a figure of its own, or the one named."""
        known, found = numbers(rules), []
        shoe = [name for name in ("decks_in_use",) if name in rules.options]
        for name in [name for name in rules.wagers if wager in ("", name)]:
            stake = {name: (stakes or {}).get(name, self.stakes.get(name, Fraction(1)))}
            if name == MAIN:
                options = [one for one in OPTIONS if one in rules.options]
                table: OutcomeTable = best(known).table
                method, way = Method.DYNAMIC_PROGRAMMING, "optimal"
            elif name == "insurance":
                options, table = shoe, self.insurance(rules, known)
                method, way = Method.COUNTING, "always"
            elif name in self.sides:
                options, table = shoe, self.sides[name](rules, known)
                method, way = Method.COUNTING, "none"
            else:
                continue
            found.append(
                result_at(
                    rules, table, method, wager=name, depends_on=options, stakes=stake, strategy=way
                )
            )
        return found

    def to_figures(self, *attacks: str, apart: tuple[str, ...] = ()) -> Figures:
        """All of it; ``attacks`` are the wagers that belong to the figure of the main wager."""
        later = [f"{name}_{n}" for n in range(2, 5) for name in ("split", "double")]
        return Figures(
            self.results,
            self.vary,
            strategy,
            advise=advise,
            policies=POLICIES,
            classes=every_class,
            own_play=OWN_PLAY,
            apart=apart,
            unpriced=dict.fromkeys((*attacks, "double", *later), _LATER),
        )

    @cached_property
    def stakes(self) -> dict[str, Fraction]:
        """What is bet in a figure unless told otherwise, in dollars."""
        return {MAIN: Fraction(10), "insurance": Fraction(5)} | dict.fromkeys(
            self.sides, Fraction(1)
        )
