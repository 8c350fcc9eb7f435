"""How a player decides and bets, as data: a chart, a count, a ramp of bets by the true count."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from houseway.equipment.cards import RANKS
from houseway.games import game
from houseway.games.twenty_one.chart import Chart
from houseway.games.twenty_one.strategy import best_chart
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BEST = "optimal"
LETTERS = {"S": 0, "H": 1, "d": 2, "D": 3, "r": 4, "R": 5}  # odd: hit if it may not be done
SPLIT = "P"
UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
MOST_STEPS = 15


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
    """A plan read from plain data, which may say of which game it is and what it is called."""
    if (named := data.get("game", rules.book.game)) != rules.book.game:
        raise Refused(f"a policy for {named!r} does not decide in {rules.book.game}")
    _known({key: data[key] for key in data if key not in ("game", "name")}, Plan, "plan")
    return Plan(
        chart_of(rules, data.get("chart", BEST)),
        {str(rank): int(tag) for rank, tag in data.get("count", {}).items()},
        tuple((int(true), int(times)) for true, times in data.get("ramp", ())),
        data.get("insure_from"),
    )


# -- charts ----------------------------------------------------------------------------------------


def chart_of(rules: TableRules, data: Any) -> Chart:
    """A chart: the table's best one, one of the house's by name, or written out. One that depends
    on the table is written ``{by: soft_17, stand: {...}, hit: {...}}``."""
    if data == BEST:
        return best_chart(rules)
    if isinstance(data, str):
        known = charts(rules.book.game)
        if data not in known:
            raise Refused(f"there is no chart {data!r}: {', '.join([BEST, *known])}")
        data = known[data]
    while "by" in data:
        case, cases = str(rules.rule(data["by"])), {str(key): one for key, one in data.items()}
        if case not in cases:
            raise Refused(f"the chart says nothing for {data['by']} {case}")
        data = cases[case]
    _known(data, Chart, "chart")
    hard, soft = (
        {int(total): str(row) for total, row in data.get(name, {}).items()}
        for name in ("hard", "soft")
    )
    pairs = {str(pair): str(row) for pair, row in data.get("pairs", {}).items()}
    columns = tuple(map(str, data.get("columns", UP_CARDS)))
    return checked(Chart(columns, hard, soft, pairs, exposed=columns != UP_CARDS))


def checked(chart: Chart) -> Chart:
    """A chart that can be played by, or a refusal."""
    if not chart.hard or not chart.soft:
        raise Refused("a chart has rows for hard and for soft totals")
    rows = [*chart.hard.values(), *chart.soft.values()]
    for row in (*rows, *chart.pairs.values()):
        if len(row) != len(chart.columns):
            wanted = f"one letter for each of its {len(chart.columns)} columns"
            raise Refused(f"the row {row!r} of a chart has not {wanted}")
    if unknown := set("".join(rows)) - set(LETTERS):
        raise Refused(f"a chart has no letter {min(unknown)!r}: {', '.join(LETTERS)}")
    if unknown := set(chart.pairs) - set(UP_CARDS):
        raise Refused(f"there is no pair of {min(unknown)!r}: {', '.join(UP_CARDS)}")
    return chart


def checked_at(rules: TableRules, chart: Chart) -> Chart:
    """A chart whose columns are those of the table, or a refusal."""
    exposed = rules.rule("dealer_cards") == "double_exposure"
    if exposed != chart.exposed:
        wanted = "the dealer's totals" if exposed else "the dealer's up cards"
        raise Refused(f"at this table a chart has columns for {wanted}")
    return chart


def letter(chart: Chart, total: int, soft: bool, column: str) -> str:
    """What to do with a total; one lower than all rows hits and a higher one stands."""
    rows = chart.soft if soft else chart.hard
    if total not in rows:
        return "H" if total < min(rows) else "S"
    return rows[total][chart.columns.index(column)]


def splits(chart: Chart, pair: str, column: str) -> bool:
    """Whether a pair is split."""
    return pair in chart.pairs and chart.pairs[pair][chart.columns.index(column)] == SPLIT


def _known(data: Mapping[str, Any], kind: Any, what: str) -> None:
    fields = kind.__dataclass_fields__
    if unknown := set(data) - set(fields):
        raise Refused(f"a {what} has no {min(unknown)!r}: {', '.join(fields)}")


@cache
def _shipped(game_id: str) -> dict[str, Any]:
    """The charts and plans of the family, and those of the game's own folder."""
    found: dict[str, dict[str, Any]] = {"charts": {}, "plans": {}}
    for folder in (Path(__file__).parent, game(game_id).folder):
        if (path := folder / "plans.yaml").exists():
            for part, more in yaml.safe_load(path.read_text(encoding="utf-8")).items():
                found[part] |= more
    return found


def charts(game_id: str) -> dict[str, Any]:
    """The house's charts for a game by name."""
    found: dict[str, Any] = _shipped(game_id)["charts"]
    return found


def plans(game_id: str) -> dict[str, Any]:
    """The house's plans for a game by name, as plain data."""
    found: dict[str, Any] = _shipped(game_id)["plans"]
    return found
