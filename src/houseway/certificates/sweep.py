"""Figures of every combination of prices in a paytable, each exact."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from houseway.counting.result import OutcomeTable, Result
from houseway.games import Game
from houseway.rulebook.models import Rulebook
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

MOST = 100_000  # tables in one sweep
MAIN = "main"  # a game whose wagers are played together is measured as a whole


@dataclass(frozen=True)
class Plan:
    """Which tables to try: for each row that changes, its prices."""

    rules: TableRules
    wager: str
    rows: Mapping[str, tuple[str, ...]]

    def __len__(self) -> int:
        size = 1
        for prices in self.rows.values():
            size *= len(prices)
        return size

    def tables(self) -> Iterator[dict[str, str]]:
        """Every combination: row -> price, as the law writes prices."""
        for prices in product(*self.rows.values()):
            yield dict(zip(self.rows, prices, strict=True))


@dataclass(frozen=True)
class Tried:
    """One table and what it comes to. ``changes_play`` says that the best play is another one
    than under the table in use."""

    prices: Mapping[str, str]
    result: Result
    changes_play: bool

    @property
    def edge(self) -> Fraction:
        """Return the house edge per unit."""
        return self.result.outcomes.house_advantage

    def to_json(self) -> dict[str, Any]:
        """As plain data; fractions are exact, as text."""
        table = self.result.outcomes
        return {
            "prices": dict(self.prices),
            "wager": table.wager,
            "house_advantage": str(table.house_advantage),
            "hit_frequency": str(table.hit_frequency),
            "variance": str(table.variance),
            "changes_play": self.changes_play,
        }


def plan(book: Rulebook, options: Mapping[str, Any], wager: str, text: str) -> Plan:
    """Read what is to be tried, or refuse it."""
    rules = TableRules(book, options)
    with_tables = [name for name, one in rules.wagers.items() if one.paytable]
    if not with_tables:
        raise Refused(f"no wager of {book.title} has a paytable")
    wager = wager or with_tables[0]
    named = rules.wagers[wager] if wager in rules.wagers else rules.wager(wager)
    paytable = named.paytable
    if paytable is None:
        raise Refused(f"{wager} has no paytable: it is one of {', '.join(with_tables)}")
    rows: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, colon, prices = part.partition(":")
        if not colon:
            raise Refused(f"{part!r} is not a row and its prices: write 30:2..4")
        row = _row(list(book.paytables[paytable].rows), name.strip())
        if row in rows:
            raise Refused(f"the row {row!r} is given more than once")
        rows[row] = tuple(_prices(prices.strip()))
    if not rows:
        raise Refused("name at least one row: write 30:2..4")
    found = Plan(rules, wager, rows)
    if len(found) > MOST:
        raise Refused(f"that is {len(found):,} tables; at most {MOST:,} can be tried at once")
    return found


def _row(rows: Sequence[str], name: str) -> str:
    if name in rows:
        return name
    fitting = [row for row in rows if row.endswith(f"_{name}")]
    if len(fitting) != 1:
        raise Refused(f"there is no row {name!r}: it is one of {', '.join(rows)}")
    return fitting[0]


def _prices(text: str) -> Iterator[str]:
    """``2..4`` are 2, 3 and 4 to 1; ``3/2`` is 3 to 2; several are written with bars between."""
    for one in text.split("|"):
        low, dots, high = (part.strip() for part in one.partition(".."))
        if dots:
            if not (_short(low) and _short(high) and int(low) <= int(high)):
                raise Refused(f"{one[:40]!r} is not a range: write 2..4")
            if (size := int(high) - int(low) + 1) > MOST:
                raise Refused(
                    f"that is {size:,} prices for a row; at most {MOST:,} can be tried at once"
                )
            yield from (f"{number} to 1" for number in range(int(low), int(high) + 1))
            continue
        yield str(read_price(one))


def read_price(text: str) -> Price:
    """Parse a price."""
    said = text.strip()
    said = f"{said} to 1" if said.isdecimal() else said.replace("/", " to ")
    try:
        return Price.parse("n/a" if text.strip() == "n/a" else said)
    except (ValueError, Refused):
        raise Refused(f"{text[:40]!r} is not a price: write 3, 3/2, push or lose") from None


def _short(number: str) -> bool:
    return number.isdecimal() and len(number) < 10


def run(
    game: Game,
    plan: Plan,
    stakes: Mapping[str, Fraction] | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> Iterator[Tried]:
    """Every table of a plan, in its order."""
    now = _measure(game, plan.rules, plan.wager, stakes)
    for prices in plan.tables():
        result = _measure(game, _with_prices(plan.rules, plan.wager, prices), plan.wager, stakes)
        yield Tried(prices, result, _shape(result.outcomes) != _shape(now.outcomes))
        told(1)


def _measure(
    game: Game, rules: TableRules, wager: str, stakes: Mapping[str, Fraction] | None
) -> Result:
    """The wager's figures; where the play of the game depends on it, those of the whole game."""
    results: list[Result] = []
    for name in dict.fromkeys((wager, base_of(wager))):  # spots may share one figure
        results = results or game.odds.results(rules, stakes, None, name)
    if not results:
        rules.wager(wager)  # which needs a spot, if it has spots
        raise Refused(f"there are no odds for {wager}")
    found = results[0]
    if found.strategy == "optimal" and wager != MAIN:
        whole = game.odds.results(rules, stakes, None, MAIN)
        return whole[0] if whole else found
    return found


def _with_prices(rules: TableRules, wager: str, prices: Mapping[str, str]) -> TableRules:
    """The same table with other prices in the wager's paytable."""
    name = rules.book.wagers[base_of(wager)].paytable
    assert name is not None
    content = rules.book.model_dump(mode="json", by_alias=True, exclude_none=True)
    paytable = content["paytables"][name]
    table = str(rules.options[name])
    priced = dict(zip(paytable["rows"], paytable["tables"][table], strict=True)) | dict(prices)
    paytable["tables"][table] = list(priced.values())
    return TableRules(Rulebook.model_validate(content), rules.options)


def _shape(table: OutcomeTable) -> dict[Fraction, Fraction]:
    """How often so much is put at risk: what the decisions show in, whatever is paid for it."""
    found: dict[Fraction, int] = {}
    for outcome in table.outcomes:
        found[outcome.action] = found.get(outcome.action, 0) + outcome.count
    return {action: Fraction(count, table.denominator) for action, count in found.items()}
