"""How the figures are counted a second time: through the referee, from posted cards that open the
wager, one pair of them for each two values and in one suit where that matters."""

from itertools import product

from houseway.counting.result import Result
from houseway.games.authoring.recount import Bettor, Recount
from houseway.rulebook.table_rules import TableRules, base_of

LINE = "A23456789TJQKA"  # values side by side
SUITED = ("flush", "open_straight_flush", "inside_straight_flush")


def bettor(result: Result, rules: TableRules) -> Bettor:
    """What is bet before each spin, and the stands that it is bet at."""
    base, *where = result.wager.split("@")
    amount = int(next(iter(result.stakes.values())) * 100)
    spots = rules.wagers[base].spots
    wager = f"{base}@{where[0] if where else next(iter(spots))}" if spots else base
    return Bettor(
        lambda point, layout, made: {} if made else {wager: amount},
        lambda made: base_of(made) == base,
        one_roll=where == ["spin"],
        notes=tuple({"stand": list(stand)} for stand in stands(base)) or ({},),
    )


def stands(base: str) -> list[tuple[str, ...]]:
    """Posted cards at which a wager on the hand is open."""
    values, gaps = LINE[:-1], {}
    for first, second in product(values, values):
        apart = [abs(a - b) for a, b in product(_places(first), _places(second))]
        gaps[first, second] = min(apart) if "A" in (first, second) else apart[0]
    inside = {(a, b) for (a, b), gap in gaps.items() if gap == 2 or (gap == 1 and "A" in (a, b))}
    by_wager = {
        "pair_in_three": {(a, b) for (a, b), gap in gaps.items() if gap and a < b},
        "three_of_a_kind": {pair for pair, gap in gaps.items() if not gap},
        "flush": {(a, b) for a, b in gaps if a <= b},
        "open_straight": {pair for pair, gap in gaps.items() if gap == 1} - inside,
        "inside_straight": inside,
    }
    if base == "pair_in_two":
        return [(f"{value}s",) for value in values]
    found = sorted(by_wager.get(base.replace("straight_flush", "straight"), ()))
    return [(f"{a}s", f"{b}s" if base in SUITED else f"{b}h") for a, b in found]


def _places(value: str) -> list[int]:
    return [at for at, one in enumerate(LINE) if one == value]


RECOUNT = Recount(
    bettor=bettor,
)
