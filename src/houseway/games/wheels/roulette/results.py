"""Every figure of roulette at one table. Spots of a wager are alike, so each wager is found once.

Stakes are in dollars; half of an odd number of cents is rounded in the player's favor.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.best_wagers import Strategy, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.offered import needed_for
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.spots import alike
from houseway.games.authoring.stakes import check_stakes
from houseway.games.wheels.roulette.felt import FIVE_ADJACENT
from houseway.games.wheels.roulette.pays import paid, taken
from houseway.games.wheels.wheel_odds import spot_table, stops
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules, base_of

STAKES = {FIVE_ADJACENT: Fraction(5)}  # of any other wager one dollar


def net(rules: TableRules, wager: str, stake: int, number: str) -> int:
    """What a wager nets on a number, in cents."""
    return paid(rules, wager, number, stake) - taken(rules, wager, number, stake)


def tables(rules: TableRules, base: str, stake: Fraction) -> dict[str, OutcomeTable]:
    """A wager on all its spots."""
    pockets = rules.book.wheels[rules.rule("wheel_spun")].pockets
    chances, cents = stops(pockets, rules.rule("void_pockets")), int(stake * 100)
    spots = {spot: f"{base}@{spot}" for spot in rules.wagers[base].spots} or {"": base}
    found = {
        spot: spot_table(base, chances, cents, partial(net, rules, wager, cents))
        for spot, wager in spots.items()
    }
    return alike(base, found)


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on the layout of this table, or the one named."""
    check_stakes(rules, stakes or {})
    given = {base_of(name): amount for name, amount in (stakes or {}).items()}
    found = []
    for base in rules.wagers:
        if wager and base_of(wager) != base:
            continue
        zero = ["zero_rule"] if base in rules.rule("even_money") else []
        stake = given.get(base, STAKES.get(base, Fraction(1)))
        for name, table in tables(rules, base, stake).items():
            found.append(
                result_at(
                    rules, table, Method.ENUMERATION, wager=name,
                    depends_on=["wheel", *zero, *needed_for(rules, base)], stakes={base: stake},
                )
            )  # fmt: skip
    return [result for result in found if wager in ("", result.wager)]


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every wheel with every wager that it may have."""
    extra = {"offer_five_adjacent": True, "wheel_replica": True, "offer_seven_numbers": True}
    yield from variations(book, together=[["wheel", "zero_rule"]], **extra)
    colors: Variation = {"offer_red_black": False, "offer_dozen": False}
    for section in ("offer_six_color", "offer_seven_color", "offer_eight_color"):
        yield from variations(book, "wheel", **{**colors, section: True})


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """Nothing is decided but what to bet on."""
    return best_wagers(results(rules, stakes))


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
