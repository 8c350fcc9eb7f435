"""Every figure of the big six wheel at one table. Stakes are in dollars.

The clapper stops on each section alike, whatever counts when it rests between two.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from houseway.counting.result import Method, Result
from houseway.games.authoring.best_wagers import Strategy, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.stakes import check_stakes
from houseway.games.wheels.wheel_odds import spot_table, stops
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES: Mapping[str, Fraction] = {}  # one dollar on each


def net(rules: TableRules, wager: str, stake: int, symbol: str) -> int:
    """What a wager nets on a symbol, in cents: a section bears the name of the wager on it."""
    if wager != symbol:
        return -stake
    (price,) = rules.schedule(wager).prices.values()
    return price.wins(stake)


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every symbol of this table's wheel, or the one named."""
    given = stakes or {}
    check_stakes(rules, given)
    chances = stops(rules.book.wheels[rules.rule("wheel")].pockets)
    found = []
    for name in rules.wagers if not wager else [wager] if wager in rules.wagers else []:
        stake = given.get(name, STAKES.get(name, Fraction(1)))
        cents = int(stake * 100)
        table = spot_table(name, chances, cents, partial(net, rules, name, cents))
        found.append(
            result_at(rules, table, Method.ENUMERATION, depends_on=["wheel"], stakes={name: stake})
        )
    return found


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every wheel."""
    return variations(book, "wheel")


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """Nothing is decided but what to bet on."""
    return best_wagers(results(rules, stakes))


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
