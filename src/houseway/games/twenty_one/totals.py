"""The best strategy at twenty-one that looks at totals alone: what a printed chart can say.

A chart has a cell for every total, hard or soft, against every dealer's column, and one for every
pair. In a cell all hands of that total do the same. Cells are improved in turn, each weighed by how
often its hands come up, until none changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.games.twenty_one.composition.against import Against, Plan, against
from houseway.games.twenty_one.composition.deals import starts
from houseway.games.twenty_one.composition.kernels import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
)
from houseway.games.twenty_one.composition.terms import Start, Terms, falling, hand_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

Cell = tuple[int, bool]  # a total, and whether it is soft
Column = tuple[int, bool] | int  # the dealer's card, or the dealer's total where both are seen
ROUNDS = 12  # more than improving a column ever took


@dataclass(frozen=True)
class Decision:
    """What to do with a total: first if the rules let you, otherwise as it says."""

    otherwise: int
    first: int | None = None


@dataclass
class ColumnPlan:
    """A column of a chart: what to do with every total and which pairs to split."""

    cells: dict[Cell, Decision] = field(default_factory=dict)
    splits: frozenset[int] = frozenset()


def column_of(terms: Terms, start: Start) -> Column:
    """The column that a dealer's start belongs to."""
    return terms.worth(hand_of(*start)) if terms.exposed else start[0]


def columns(terms: Terms) -> dict[Column, list[tuple[Against, Fraction]]]:
    """Every column with the dealer's starts in it and their chances; a natural that is seen ends
    the round and has none."""
    found: dict[Column, list[tuple[Against, Fraction]]] = {}
    for start, chance in starts(terms):
        if not (terms.exposed and terms.natural(*start)):
            found.setdefault(column_of(terms, start), []).append((against(terms, start), chance))
    return found


def acts_of(here: Against, plan: ColumnPlan, split: bool = False) -> Ints:
    """A column's decisions for every hand, dealt so or after a split."""
    import numpy as np

    known, facts = here.hands, here.facts_split if split else here.facts_dealt
    acts = np.zeros(len(known), np.int64)
    for index, (total, soft) in enumerate(
        zip(known.total.tolist(), known.soft.tolist(), strict=True)
    ):
        decision = plan.cells.get((total, bool(soft)))
        if facts[0, index] < 2:
            acts[index] = HIT
        elif decision is not None and facts[1, index]:
            first = decision.first
            allowed = (first == DOUBLE and facts[2, index]) or (
                first == SURRENDER and facts[3, index]
            )
            acts[index] = first if first is not None and allowed else decision.otherwise
    return np.array([acts] * len(here.kind_table(0, float)), np.int64)


def improve(here: Iterable[tuple[Against, Fraction]], plan: ColumnPlan) -> ColumnPlan:
    """The column with every cell's best decision, taking the others as they are."""
    sums: dict[tuple[Cell, bool], list[float]] = {}
    for one, chance in here:
        acts = acts_of(one, plan)
        worth, _, _ = one.worths(acts)
        followed = acts.copy()
        for value in plan.splits:
            followed[:, one.hands.at[hand_of(value, value)]] = SPLIT
        reach = one.reach(followed)
        facts, known = one.facts_dealt, one.hands
        split = {known.at[hand_of(value, value)] for value in plan.splits}
        for i in reach.nonzero()[0].tolist():
            if facts[0, i] < 2 or not facts[1, i] or i in split:
                continue
            cell = int(known.total[i]), bool(known.soft[i])
            two = facts[0, i] == 2
            line = sums.setdefault((cell, bool(two)), [0.0] * 5)
            weight = float(chance) * float(reach[i])
            for act in (STAND, HIT, DOUBLE):
                line[act] += weight * worth[act, i]
            line[SURRENDER] += weight * _half(one, i)
            line[4] += weight
    cells = {}
    for cell in {cell for cell, _ in sums}:
        cells[cell] = _best_of(here, cell, sums.get((cell, True)), sums.get((cell, False)))
    return ColumnPlan({**plan.cells, **cells}, plan.splits)


def _half(here: Against, index: int) -> float:
    """What giving up half is worth, together with the chance of no natural of the dealer's."""
    cards = here.cards - int(here.hands.size[index])
    if here.natural < 0:
        return -0.5
    left = here.shoe[here.natural] - int(here.hands.counts[index, here.natural])
    return -0.5 * (1 - left / cards)


def _best_of(
    here: Iterable[tuple[Against, Fraction]],
    cell: Cell,
    two: list[float] | None,
    more: list[float] | None,
) -> Decision:
    terms = next(iter(here))[0].terms
    none = [0.0] * 5
    two, more = two or none, more or none
    choices: list[int | None] = [None]
    longer = {DOUBLE: terms.double_more_cards, SURRENDER: terms.surrender_any_time}
    if (two[4] or longer[DOUBLE]) and terms.may_double(cell[0]):
        choices.append(DOUBLE)
    if (two[4] or longer[SURRENDER]) and terms.surrender:
        choices.append(SURRENDER)

    def worth(otherwise: int, first: int | None) -> float:
        wanted = otherwise if first is None else first
        return two[wanted] + more[wanted if longer.get(wanted) else otherwise]

    found = [
        (worth(otherwise, first), Decision(otherwise, first))
        for otherwise in (STAND, HIT)
        for first in choices
    ]
    _, decision = max(found, key=lambda item: item[0])
    if decision.first is not None and (not more[4] or longer[decision.first]):
        # three cards never come to it, or do the same: as it would be best without
        otherwise = HIT if two[HIT] + more[HIT] > two[STAND] + more[STAND] else STAND
        return Decision(otherwise, decision.first)
    return decision


def best_column(here: list[tuple[Against, Fraction]]) -> ColumnPlan:
    """The best decisions by total against one column."""
    plan = ColumnPlan(splits=here[0][0].best.splits)
    for total in range(2, here[0][0].terms.goal):
        for soft in (False, True):
            plan.cells[total, soft] = Decision(HIT if total < (18 if soft else 17) else STAND)
    for _ in range(3):
        for _ in range(ROUNDS):
            better = improve(here, plan)
            if better == plan:
                break
            plan = better
        splits = frozenset(value for value in range(VALUES) if _gains(here, plan, value))
        if splits == plan.splits:
            break
        plan = ColumnPlan(plan.cells, splits)
    return plan


def _gains(here: list[tuple[Against, Fraction]], plan: ColumnPlan, value: int) -> bool:
    """Whether splitting a pair is better than playing its total."""
    gain = 0.0
    for one, chance in here:
        if one.shoe[value] < 2:
            continue
        acts = acts_of(one, plan)
        ways = chance * Fraction(falling(one.shoe[value], 2), falling(one.cards, 2))
        worth, _, _ = one.worths(acts)
        pair = one.hands.at[hand_of(value, value)]
        gain += float(ways) * (float(one.split(Plan(acts), value).net) - float(worth[3, pair]))
    return gain > 0


@dataclass(frozen=True, eq=False)
class TotalStrategy:
    """A chart's decisions as a strategy to be followed."""

    plans: Mapping[Column, ColumnPlan]

    def __call__(self, here: Against) -> Plan:
        """What it does against a dealer's start."""
        plan = self.plans[column_of(here.terms, here.start)]
        return Plan(acts_of(here, plan), plan.splits, acts_of(here, plan, split=True))


def best_totals(terms: Terms) -> TotalStrategy:
    """The best chart of a table."""
    return TotalStrategy({column: best_column(here) for column, here in columns(terms).items()})
