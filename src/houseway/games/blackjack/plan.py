"""How a player decides and bets, as data: a chart, a count, a ramp of bets by the true count."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from houseway.equipment.cards import RANKS
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

LETTERS = {"S": 0, "H": 1, "d": 2, "D": 3, "r": 4, "R": 5}  # odd: hit if it may not be done
SPLIT = "P"
UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
MOST_STEPS = 15
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Chart:
    """Rows of letters, one for each up card of the dealer's from 2 to ace.

    S stand, H hit, D double or hit, d double or stand, R surrender or hit, r surrender or stand; in
    ``pairs`` P splits and anything else leaves the pair to its total. A total lower than all rows
    hits and a higher one stands. Where both of the dealer's cards are seen, ``columns`` are totals:
    ``12``, ``soft 17``.
    """

    hard: Mapping[int, str]
    soft: Mapping[int, str]
    pairs: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = UP_CARDS

    def __post_init__(self) -> None:
        if not self.hard or not self.soft:
            raise Refused("a chart has rows for hard and for soft totals")
        for row in (*self.hard.values(), *self.soft.values(), *self.pairs.values()):
            if len(row) != len(self.columns):
                wanted = f"one letter for each of its {len(self.columns)} columns"
                raise Refused(f"the row {row!r} of a chart has not {wanted}")
        if unknown := set("".join([*self.hard.values(), *self.soft.values()])) - set(LETTERS):
            raise Refused(f"a chart has no letter {min(unknown)!r}: {', '.join(LETTERS)}")
        if unknown := set(self.pairs) - set(UP_CARDS):
            raise Refused(f"there is no pair of {min(unknown)!r}: {', '.join(UP_CARDS)}")

    def letter(self, total: int, soft: bool, column: str) -> str:
        """What to do with a total."""
        rows = self.soft if soft else self.hard
        if total not in rows:
            return "H" if total < min(rows) else "S"
        return rows[total][self.columns.index(column)]

    def splits(self, pair: str, column: str) -> bool:
        """Whether a pair is split."""
        return pair in self.pairs and self.pairs[pair][self.columns.index(column)] == SPLIT


@dataclass(frozen=True)
class Plan:
    """A chart, and how much is bet when."""

    chart: Chart
    count: Mapping[str, int] = field(default_factory=dict)  # what each rank adds when it is seen
    ramp: tuple[tuple[int, int], ...] = ()  # from that true count on, so many times the bet
    insure_from: int | None = None  # true count

    def __post_init__(self) -> None:
        if unknown := set(self.count) - set(RANKS):
            raise Refused(f"there is no rank {min(unknown)!r} to count: {', '.join(RANKS)}")
        trues = [true for true, _ in self.ramp]
        if trues != sorted(set(trues)) or len(trues) > MOST_STEPS:
            raise Refused(f"a ramp goes up from true count to true count, in {MOST_STEPS} at most")
        if any(times < 1 for _, times in self.ramp):
            raise Refused("every step of a ramp bets at least once the bet")
        if not self.count and (self.ramp or self.insure_from is not None):
            raise Refused("a ramp and insurance by the count need a count")


def plan_of(rules: TableRules, data: Mapping[str, Any]) -> Plan:
    """A plan read from plain data. Its chart is one of the house's by name, or written out; where a
    chart depends on the table it is ``{by: soft_17, stand: {...}, hit: {...}}``."""
    _known(data, Plan, "plan")
    chart = data.get("chart", "basic")
    if isinstance(chart, str):
        if chart not in charts():
            raise Refused(f"there is no chart {chart!r}: {', '.join(charts())}")
        chart = charts()[chart]
    while "by" in chart:
        case = str(rules.rule(chart["by"]))
        if case not in chart:
            raise Refused(f"the chart says nothing for {chart['by']} {case}")
        chart = chart[case]
    _known(chart, Chart, "chart")
    hard, soft = (
        {int(total): str(row) for total, row in chart.get(name, {}).items()}
        for name in ("hard", "soft")
    )
    return Plan(
        Chart(
            hard,
            soft,
            {str(pair): str(row) for pair, row in chart.get("pairs", {}).items()},
            tuple(map(str, chart.get("columns", UP_CARDS))),
        ),
        {str(rank): int(tag) for rank, tag in data.get("count", {}).items()},
        tuple((int(true), int(times)) for true, times in data.get("ramp", ())),
        data.get("insure_from"),
    )


def _known(data: Mapping[str, Any], kind: Any, what: str) -> None:
    fields = kind.__dataclass_fields__
    if unknown := set(data) - set(fields):
        raise Refused(f"a {what} has no {min(unknown)!r}: {', '.join(fields)}")


@cache
def _shipped() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((_HERE / "plans.yaml").read_text(encoding="utf-8"))
    return found


def charts() -> dict[str, Any]:
    """The house's charts by name."""
    found: dict[str, Any] = _shipped()["charts"]
    return found


def plans() -> dict[str, Any]:
    """The house's plans by name, as plain data."""
    found: dict[str, Any] = _shipped()["plans"]
    return found
