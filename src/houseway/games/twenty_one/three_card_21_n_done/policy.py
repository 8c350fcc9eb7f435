"""Ways to play, valued exactly: charts, functions, and what they give away.

A function is asked about every three cards against every card of the dealer's, and then about every
hand that can be held. It sees the hand and the dealer's card; of a split hand it does not see the
others.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import Card, card
from houseway.games.authoring.policy import Decide, Mistake, Sight, answer, dearest, name_of
from houseway.games.twenty_one.composition.against import Against
from houseway.games.twenty_one.composition.kernels import HIT
from houseway.games.twenty_one.composition.terms import Counts
from houseway.games.twenty_one.odds import COLUMNS, Rules, example, value_of
from houseway.games.twenty_one.three_card_21_n_done import chart, odds
from houseway.games.twenty_one.three_card_21_n_done.chart import ThreeCardChart
from houseway.games.twenty_one.three_card_21_n_done.odds import BEST, Way, total_of
from houseway.games.twenty_one.twentyone import GOAL, rank, worth
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

P, S = "P" * len(COLUMNS), "S" * len(COLUMNS)
CHARTS: dict[str, Mapping[str, Any]] = {  # by name; parts left out are those of the best chart
    "optimal": {},
    "never_split": {"three": {"over": "r" * len(COLUMNS)}},
    "split_over": {"three": {"over": P}},
    "mimic": {
        "three": {"over": P},
        "hard": {17: S}, "soft": {17: S}, "split_hard": {17: S}, "split_soft": {17: S},
    },
}  # fmt: skip


def named_chart(name: str, rules: Rules) -> ThreeCardChart:
    """One of the charts that have names."""
    if name not in CHARTS:
        raise Refused(f"there is no chart {name!r}: {', '.join(CHARTS)}")
    data = {part: {**rows} for part, rows in CHARTS[name].items()}
    if name == "mimic" and rules.stands_soft > rules.stands:
        data |= {part: {rules.stands_soft: S} for part in ("soft", "split_soft")}
    return chart.read_chart(data, lambda: chart.best_chart(rules))


class ChartPolicy:
    """Someone who plays by a chart."""

    def __init__(self, name: str, followed: ThreeCardChart, points: tuple[int, ...]) -> None:
        self.name, self.chart, self.points = name, followed, points
        self.way = chart.way_of(followed, name)

    def __call__(self, sight: Sight) -> str:
        """What is done by someone who sees this: a hand of three with which it is decided first
        may be doubled, or else split or given up."""
        values = [value_of(self.points[rank(one)]) for one in sight.hand]
        up = value_of(self.points[rank(sight.dealer[0])])
        total, soft = worth(sight.hand, self.points)
        if len(values) == odds.FIRST and ("double" in sight.choices or total > GOAL):
            hand = tuple(values.count(value) for value in range(len(COLUMNS)))
            return self.chart.first(up, hand, sight.choices)
        split = len(values) < odds.FIRST or "split" in sight.choices
        return self.chart.later(up, total, soft, split, sight.choices)


def read(content: Any, rules: TableRules, known: Rules) -> ChartPolicy:
    """A chart from a plan: one that has a name, or one written out."""
    if not isinstance(content, Mapping):
        raise Refused("a policy is written as keys and values")
    if unknown := set(content) - {"game", "name", "chart"}:
        raise Refused(f"a plan has no {min(map(str, unknown))!r}: game, name, chart")
    if (named := content.get("game", rules.book.game)) != rules.book.game:
        raise Refused(f"a policy for {named!r} does not decide in {rules.book.game}")
    data = content.get("chart", "optimal")
    name = str(content.get("name") or (f"chart {data}" if isinstance(data, str) else "a chart"))
    return ChartPolicy(name, chart_of(data, known), rules.points)


def chart_of(data: Any, rules: Rules) -> ThreeCardChart:
    """A chart by its name or written out."""
    if isinstance(data, str):
        return named_chart(data, rules)
    return chart.read_chart(data, lambda: chart.best_chart(rules))


# -- functions -------------------------------------------------------------------------------------


def asked(decide: Decide) -> Way:
    """A function as the solver follows it."""
    known: dict[tuple[int, bool], Ints] = {}

    def sight(choices: tuple[str, ...], hand: Counts, up: int) -> Sight:
        return Sight(choices, tuple(example(hand)), (dealers(up),))

    def first(up: int, hand: Counts, choices: tuple[str, ...]) -> str:
        return answer(decide, sight(choices, hand, up))

    def play(here: Against, split: bool) -> "Ints":
        import numpy as np

        key = here.start[0], split
        if key not in known:
            found = np.zeros((1, len(here.hands)), np.int64)
            for index, hand in enumerate(here.hands.at):
                size = sum(hand)
                if size < odds.AFTER_SPLIT:
                    found[0, index] = HIT
                elif here.facts_dealt[1, index] and (split or size > odds.FIRST):
                    more = ("double",) if split and size == odds.AFTER_SPLIT else ()
                    said = answer(decide, sight((*more, "hit", "stand"), hand, key[0]))
                    found[0, index] = odds.ACTS[said]
            known[key] = found
        return known[key]

    return Way(name_of(decide), first, play)


def dealers(up: int) -> Card:
    """A card that shows a first one of the dealer's."""
    return card("A23456789T"[up] + "h")


@lru_cache(maxsize=8)
def way(decide: Decide) -> Way:
    """A way to decide as the solver follows it."""
    return decide.way if isinstance(decide, ChartPolicy) else asked(decide)


def follow(rules: Rules, decide: Decide) -> odds.Game:
    """What becomes of all deals if one decides so."""
    return odds.game(rules, way(decide))


# -- what it gives away ----------------------------------------------------------------------------

LATER = {False: "four cards or more", True: "split hands"}


def mistakes(rules: Rules, decide: Decide) -> list[Mistake]:
    """The three cards with which a way to decide and the best play part, each weighed with the best
    play after it; what is done otherwise with later cards is a line for each card of the dealer's.
    Costs add up to the whole cost."""
    mine, best = odds.game(rules, way(decide)), odds.game(rules, BEST)
    sums: dict[tuple[str, str, str, str], tuple[Fraction, Fraction]] = {}

    def add(key: tuple[str, str, str, str], share: Fraction, cost: Fraction) -> None:
        if cost:
            before = sums.get(key, (Fraction(0), Fraction(0)))
            sums[key] = before[0] + share, before[1] + cost

    for one, hand, chance in mine.deals():
        if total_of(hand)[0] == GOAL:
            continue
        ideal, up = best.columns[one.up], COLUMNS[one.up]
        act, wanted = (each.decision(hand, rules.surrender) for each in (one, ideal))
        share = chance * one.free(hand)
        after = ideal.worth(hand, act)
        if act != wanted:
            cost = chance * (ideal.worth(hand, wanted) - after)
            add((chart.name_of(hand), up, act, wanted), share, cost)
        later = chance * (after - one.worth(hand, act))
        add((LATER[act == "split"], up, "as decided", "the best"), share, later)
    return dearest(
        [Mistake(*key, share, cost / share, cost) for key, (share, cost) in sums.items()]
    )
