"""Any strategy of blackjack, valued exactly: a chart as simulation takes it (``plan.py``), or a
function.

A function is asked about every hand that can be held against every card of the dealer's. It sees
the hand and the dealer's card, not what else is out; suits and the names of tens are not for it,
except where a 6-7-8 of one suit pays more. Split hands are played without memory of each other, as
in ``composition``: it is asked again where a split hand may do less, and a pair that it
splits is split again as long as that is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import RANKS, Card, card
from houseway.games.authoring.policy import (
    Decide,
    Mistake,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
)
from houseway.games.twenty_one.chart import CODES, Chart, column_name
from houseway.games.twenty_one.composition.against import Against, Plan, against
from houseway.games.twenty_one.composition.deals import Strategy
from houseway.games.twenty_one.composition.kernels import HIT, NONE, SPLIT, VALUES
from houseway.games.twenty_one.composition.terms import ACTIONS, falling, hand_of
from houseway.games.twenty_one.odds import (
    COLUMNS,
    Game,
    Rules,
    dealer_starts,
    example,
    play_by,
    terms,
    value_of,
)
from houseway.games.twenty_one.plan import checked_at, letter, plan_of, splits
from houseway.games.twenty_one.totals import ColumnPlan, Decision, TotalStrategy, column_of
from houseway.games.twenty_one.twentyone import rank, worth
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

DECISIONS = {
    code: Decision(otherwise, first) for (first, otherwise), code in CODES.items()
}  # by letter
ACTS = {name: act for act, name in ACTIONS.items()}
ASKED_TWICE = 7  # every so manieth hand is asked about under two names
KING = RANKS.index("K")


# Charts


@dataclass(frozen=True, eq=False)
class ChartPolicy:
    """Someone who plays by a chart."""

    name: str
    chart: Chart
    points: tuple[int, ...]

    def __call__(self, sight: Sight) -> str:
        """What is done by someone who sees this."""
        total, soft = worth(sight.hand, self.points)
        values = [value_of(self.points[rank(c)]) for c in (sight.hand[0], *sight.dealer)]
        column = column_name(values[1:], self.chart.exposed)
        if "split" in sight.choices and splits(self.chart, COLUMNS[values[0]], column):
            return "split"
        decision = DECISIONS[letter(self.chart, total, soft, column)]
        if decision.first is not None and (first := ACTIONS[decision.first]) in sight.choices:
            return first
        return ACTIONS[decision.otherwise]


def read(content: Any, rules: TableRules) -> ChartPolicy:
    """A chart from a plan; one that bets by a count is for simulation."""
    if not isinstance(content, Mapping):
        raise Refused("a policy is written as keys and values")
    plan = plan_of(rules, content)
    if plan.count:
        raise Refused("a plan that counts is simulated: exact odds are those of a full shoe")
    chart = content.get("chart")
    name = content.get("name") or (f"chart {chart}" if isinstance(chart, str) else "a chart")
    return ChartPolicy(str(name), checked_at(rules, plan.chart), rules.points)


def totals_of(chart: Chart, rules: Rules) -> TotalStrategy:
    """A chart as the engine follows it."""
    engine, plans = terms(rules), {}
    for start, _ in dealer_starts(rules):
        name = column_name(start, rules.exposed)
        if name not in chart.columns:
            raise Refused(f"the chart has no column for a dealer's {name}")
        cells = {
            (total, soft): DECISIONS[letter(chart, total, soft, name)]
            for total in range(2, engine.goal)
            for soft in (False, True)
        }
        pairs = frozenset(v for v in range(VALUES) if splits(chart, COLUMNS[v], name))
        plans[column_of(engine, start)] = ColumnPlan(cells, pairs)
    return TotalStrategy(plans)


# Functions


def asked(rules: Rules, decide: Decide) -> Strategy:
    """A function as the engine follows it."""

    def plan(here: Against) -> Plan:
        import numpy as np

        kinds = len(here.kind_table(0, float))
        acts, after = np.zeros((2, kinds, len(here.hands)), np.int64)
        split: set[tuple[int, int]] = set()
        for index, counts in enumerate(here.hands.at):
            size = int(here.hands.size[index])
            if size < 2:
                acts[:, index] = after[:, index] = HIT
            elif here.facts_dealt[1, index] and _possible(here, index):
                for kind in range(len(here.kinds.get(index, [None]))):
                    cards = tuple(
                        example(counts, one_suit=kind > 0, last=_is_last(here, index, kind))
                    )
                    _ask(here, decide, index, kind, cards, acts, after, split)
        splits = frozenset(value for value, kind in split if kind == 0)
        kept = frozenset(value for value in splits if _keeps_suited(here, value, split))
        return Plan(acts, splits, after, kept)

    return plan


def _is_last(here: Against, index: int, kind: int) -> bool:
    """Whether hands of a kind are of the suit that has rows of its own."""
    return index in here.suits and here.suits[index].last[kind]


def _keeps_suited(here: Against, value: int, split: set[tuple[int, int]]) -> bool:
    """Whether a pair is not split if it is of one suit."""
    kinds = here.kinds.get(here.hands.at[hand_of(value, value)], ())
    return any((value, kind) not in split for kind in range(1, len(kinds)))


def _ask(
    here: Against, decide: Decide, index: int, kind: int, cards: tuple[Card, ...],
    acts: Ints, after: Ints, split: set[tuple[int, int]],
) -> None:  # fmt: skip
    """Ask about one hand as it is dealt, and after a split if that is another question."""
    dealer = tuple(card("A23456789T"[value] + "h") for value in here.start)
    value = _pair(here, index)
    dealt, later = (
        _choices(facts[:, index].tolist()) for facts in (here.facts_dealt, here.facts_split)
    )

    def ask(choices: tuple[str, ...]) -> str:
        sight = Sight(choices, cards, dealer)
        if index % ASKED_TWICE == 0 and not here.kinds:
            check_alike(decide, [(sight, _alike(sight))])
        return answer(decide, sight)

    said = ""
    if value is not None:
        at = dealt.index("surrender") + 1 if "surrender" in dealt else 0
        said = ask((*dealt[:at], "split", *dealt[at:]))
        if said == "split":
            split.add((value, kind))
    if not said or said == "split":
        said = ask(dealt)
    acts[kind, index] = ACTS[said]
    after[kind, index] = ACTS[said if later == dealt and value is None else ask(later)]


def _choices(facts: Sequence[int]) -> tuple[str, ...]:
    """What may be done with a hand besides splitting it, as the referee has it."""
    found = [name for name, may in (("surrender", facts[3]), ("double", facts[2])) if may]
    return (*found, "hit", "stand")


def _alike(sight: Sight) -> Sight:
    """The same in another order, with other suits, and kings for tens."""

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        ranks = [KING if RANKS[rank(c)] == "T" else rank(c) for c in reversed(cards)]
        return tuple(card(RANKS[r] + "sdh"[at % 3]) for at, r in enumerate(ranks))

    return sight._replace(hand=other(sight.hand), dealer=other(sight.dealer))


def _possible(here: Against, index: int) -> bool:
    return all(n <= has for n, has in zip(here.hands.counts_of(index), here.shoe, strict=True))


def _pair(here: Against, index: int) -> int | None:
    """The value of a pair, if the hand is one."""
    counts = here.hands.counts_of(index)
    return counts.index(2) if sum(counts) == 2 and 2 in counts else None


# All hands


def strategy_of(rules: Rules, decide: Decide) -> Strategy:
    """A way to decide as the engine follows it."""
    if isinstance(decide, ChartPolicy):
        return totals_of(decide.chart, rules)
    return asked(rules, decide)


@lru_cache(maxsize=4)
def plans_of(rules: Rules, decide: Decide) -> Mapping[tuple[int, ...], Plan]:
    """What is done against every start of the dealer's."""
    strategy, engine = strategy_of(rules, decide), terms(rules)
    return {start: strategy(against(engine, start)) for start, _ in dealer_starts(rules)}


def follow(rules: Rules, decide: Decide) -> Game:
    """What becomes of all deals if one decides so."""
    plans = plans_of(rules, decide)
    return play_by(rules, lambda here: plans[here.start], name_of(decide))


# What it gives away


def mistakes(rules: Rules, decide: Decide) -> list[Mistake]:
    """The totals and pairs with which a strategy and the best play part, by the dealer's column.

    Costs add up to the whole cost. What is done otherwise after a split is one line for each pair;
    as the best play is that of hands without memory, such a line may gain a trifle.
    """
    engine, plans = terms(rules), plans_of(rules, decide)
    sums: dict[tuple[str, str, str, str], tuple[Fraction, Fraction]] = {}
    for start, chance in dealer_starts(rules):
        here = against(engine, start)
        column = column_name(start, rules.exposed)
        for hand, does, best, share, cost in (
            *_cells(here, plans[start]),
            *_pairs(here, plans[start]),
        ):
            if cost:
                key = hand, column, ACTIONS[does], ACTIONS[best]
                before = sums.get(key, (Fraction(0), Fraction(0)))
                sums[key] = before[0] + chance * share, before[1] + chance * cost
    return dearest(
        [Mistake(*key, share, cost / share, cost) for key, (share, cost) in sums.items() if cost]
    )


Part = tuple[str, int, int, Fraction, Fraction]  # hand, what is done, best, share, cost


def _cells(here: Against, plan: Plan) -> Iterator[Part]:
    """Hands that are not split: a cell of the chart after another is put right, the last ones that
    a hand comes to first, so that each is weighed with the best play after it."""
    best, known = here.best, here.hands
    now = _with_splits(here, plan)
    reach = list(_reach(here, now))
    groups: dict[tuple[tuple[int, int], int, int], list[tuple[int, int]]] = {}
    for index in range(len(known)):
        for kind in range(len(now)):
            mine, other = int(now[kind, index]), int(best.acts[kind, index])
            if mine == SPLIT:
                continue
            if not reach[index]:
                now[kind, index] = other
                continue
            value = _pair(here, index)
            unsplit = value is not None and value in best.splits  # told by ``_pairs``
            if (
                known.size[index] >= 2
                and here.facts_dealt[1, index]
                and not unsplit
                and mine != other
            ):
                groups.setdefault((_order(here, index), mine, other), []).append((kind, index))
    empty = len(known) - 1
    worth_now = here.net(here.play(now, empty)) if groups else Fraction(0)
    for (_, mine, other), hands in sorted(groups.items()):
        for kind, index in hands:
            now[kind, index] = other
        worth_then = here.net(here.play(now, empty))
        share = sum(
            (
                reach[i] * _kind_share(here, i, k) * here.free(here.hands.counts_of(i))
                for k, i in hands
            ),
            Fraction(0),
        )
        yield _called(here, hands[0][1]), mine, other, share, worth_then - worth_now
        worth_now = worth_then


def _pairs(here: Against, plan: Plan) -> Iterator[Part]:
    """Pairs that one of the two splits, or both."""
    best = here.best
    for value in sorted(plan.splits | best.splits):
        if here.shoe[value] < 2:
            continue
        index = here.hands.at[hand_of(value, value)]
        ways = Fraction(falling(here.shoe[value], 2), falling(here.cards, 2))
        name = f"{COLUMNS[value]}-{COLUMNS[value]}"
        mine, other = (int(acts[0, index]) for acts in (plan.acts, best.acts))
        mine = SPLIT if value in plan.splits else mine
        other = SPLIT if value in best.splits else other
        gain, most = (_pair_worth(here, one, value) for one in (plan, best))
        name += ", after the split" if mine == other else ""
        yield name, mine, other, ways * here.free(here.hands.counts_of(index)), ways * (most - gain)


def _pair_worth(here: Against, plan: Plan, value: int) -> Fraction:
    """What a pair is worth by a plan, if every hand that follows is played best."""
    index, found = here.hands.at[hand_of(value, value)], Fraction(0)
    for kind in range(len(here.kinds.get(index, [None]))):
        share = _kind_share(here, index, kind)
        if value in plan.splits and (kind == 0 or value not in plan.suited_kept):
            found += share * here.split(plan, value).net
        elif share:
            act = int(plan.acts[kind, index])
            found += share * here.net(here.play(here.best.acts, index, act, kind=kind))
    return found


def _with_splits(here: Against, plan: Plan) -> Ints:
    acts = plan.acts.copy()
    for value in plan.splits:
        kinds = slice(0, 1) if value in plan.suited_kept else slice(None)
        acts[kinds, here.hands.at[hand_of(value, value)]] = SPLIT
    return acts


def _reach(here: Against, acts: Ints) -> Iterator[Fraction]:
    """The chance to come to each hand by these decisions."""
    known = here.hands
    orders: list[Fraction | int] = [0] * len(known)
    orders[-1] = 1
    for index in range(len(known) - 1, -1, -1):
        if not orders[index]:
            continue
        draws = sum(
            (_kind_share(here, index, k) for k in range(len(acts)) if acts[k, index] == HIT),
            Fraction(0),
        )
        if known.size[index] < 2:
            draws = Fraction(1)
        if draws:
            for after in known.after[index].tolist():
                if after != NONE:
                    orders[after] += orders[index] * draws
    for index, ways in enumerate(orders):
        product = 1
        for has, n in zip(here.shoe, known.counts_of(index), strict=True):
            product *= falling(has, n)
        yield (
            Fraction(ways * product, falling(here.cards, int(known.size[index])))
            if ways
            else Fraction(0)
        )


def _kind_share(here: Against, index: int, kind: int) -> Fraction:
    """The part of a hand's deals that are of one kind, where suits matter."""
    kinds = here.kinds.get(index)
    if kinds is None:
        return Fraction(kind == 0)
    return kinds[kind][0] if kind < len(kinds) else Fraction(0)


def _order(here: Against, index: int) -> tuple[int, int]:
    """Where a cell stands among those that a hand can come to: an ace makes a low hard total soft,
    a card more makes a soft one higher or hard, and a hard one higher."""
    total, soft = int(here.hands.total[index]), bool(here.hands.soft[index])
    return (1 if soft else 0 if total > 10 else 2), -total


def _called(here: Against, index: int) -> str:
    soft = "soft" if here.hands.soft[index] else "hard"
    return f"{soft} {int(here.hands.total[index])}"
