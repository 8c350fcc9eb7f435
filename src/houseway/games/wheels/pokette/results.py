"""Every figure of pokette at one table. Stakes are in dollars.

A wager on the card is decided by one spin of 54 sections. One on the hand waits for the next card
that is no joker: from when it is made until it is decided. ``flush@spin`` is the same one spin at a
time, with the jokers that decide nothing. What a hand wager is worth is the mean over all pairs of
posted cards that open it, each as likely; they are all alike.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product

from houseway.counting.chain import counts
from houseway.counting.result import Method, Outcome, OutcomeTable, Result
from houseway.games.authoring.best_wagers import Ranked, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.spots import alike
from houseway.games.authoring.stakes import check_stakes
from houseway.games.wheels.pokette.game import WHEEL
from houseway.games.wheels.pokette.hand import POKER, open_wagers, wins
from houseway.games.wheels.wheel import covers
from houseway.games.wheels.wheel_odds import spot_table, stops
from houseway.rulebook.models import Rulebook
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import TableRules, base_of

STAKES: Mapping[str, Fraction] = {}  # one dollar on each
SPIN = "spin"  # after the name of a hand wager: one spin at a time
WIN, LOSE, STAY = "wins", "loses", "stays"


@dataclass(frozen=True)
class Strategy:
    """The wagers of a table, the cheapest first, and how often the posted cards open each wager on
    the hand."""

    house_advantage: Fraction
    wagers: tuple[Ranked, ...]
    how_often_open: Mapping[str, Fraction]


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on the layout, or the one named."""
    given = stakes or {}
    check_stakes(rules, given)
    found = []
    for base in rules.wagers:
        if wager and base_of(wager) != base:
            continue
        stake = given.get(base, STAKES.get(base, Fraction(1)))
        make = hand_tables if base in POKER else card_tables
        for name, table in make(rules, base, int(stake * 100)).items():
            chained = base in POKER and name == base
            found.append(
                result_at(
                    rules, table, Method.MARKOV_CHAIN if chained else Method.ENUMERATION,
                    wager=name, stakes={base: stake},
                    strategy="keep until resolved" if chained else "none",
                )
            )  # fmt: skip
    return [result for result in found if wager in ("", result.wager)]


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """What is listed: prices of a house's own are asked for."""
    return variations(book)


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """Nothing is decided but what to bet on; which wagers on the hand there are, the cards say."""
    found = best_wagers(one for one in results(rules, stakes) if not one.wager.endswith(SPIN))
    return Strategy(found.house_advantage, found.wagers, how_often_open(rules))


def pockets(rules: TableRules) -> list[str]:
    """The sections of the wheel."""
    return rules.book.wheels[WHEEL].pockets


def price(rules: TableRules, wager: str) -> Price:
    """What a wager is paid at."""
    return rules.schedule(wager).prices["win"]


# -- wagers on the card --------------------------------------------------------------------------


def card_tables(rules: TableRules, base: str, cents: int) -> dict[str, OutcomeTable]:
    """A wager on all its spots."""
    chances = stops(pockets(rules))
    spots = {spot: f"{base}@{spot}" for spot in rules.wagers[base].spots} or {"": base}
    found = {
        spot: spot_table(base, chances, cents, partial(card_net, rules, wager, cents))
        for spot, wager in spots.items()
    }
    return alike(base, found)


def card_net(rules: TableRules, wager: str, cents: int, card: str) -> int:
    """What a wager nets on a winning card, in cents."""
    return price(rules, wager).wins(cents) if card in covers(rules, wager) else -cents


# -- wagers on the hand --------------------------------------------------------------------------


def hand_tables(rules: TableRules, base: str, cents: int) -> dict[str, OutcomeTable]:
    """A wager until it is decided, and one spin at a time."""
    wheel, jokers = pockets(rules), rules.rule("jokers")
    nets = {WIN: price(rules, base).wins(cents), LOSE: -cents, STAY: 0}
    found = {}
    for name, chances in {
        base: stops(wheel, jokers),
        f"{base}@{SPIN}": stops(wheel),
    }.items():
        fates = fate_chances(rules, base, chances)
        ways, whole = counts(fates, ways=len(chances))
        outcomes = [
            Outcome(fate, Fraction(nets[fate], cents), ways[fate]) for fate in nets if fate in ways
        ]
        found[name] = OutcomeTable(name, whole, tuple(outcomes))
    return found


def fate_chances(
    rules: TableRules, wager: str, chances: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """How likely a wager wins, loses and stays on the next spin, over the stands that open it."""
    jokers, fates = rules.rule("jokers"), Counter[str]()
    order, wheel = rules.rule("straight_order"), tuple(pockets(rules))
    for stand in stands(order, tuple(card for card in wheel if card not in jokers))[wager]:
        for card in chances:
            won = card not in jokers and wins(order, wager, stand, card)
            fates[STAY if card in jokers else WIN if won else LOSE] += 1
    whole = fates.total()
    return {fate: Fraction(ways, whole) for fate, ways in fates.items()}


@lru_cache(maxsize=8)
def stands(order: str, cards: tuple[str, ...]) -> dict[str, list[tuple[str, ...]]]:
    """The posted cards that open each wager on the hand, all of them as likely."""
    found: dict[str, list[tuple[str, ...]]] = {wager: [] for wager in POKER}
    for stand in [*product(cards), *product(cards, cards)]:
        for wager in open_wagers(order, stand):
            found[wager].append(stand)
    return found


def how_often_open(rules: TableRules) -> dict[str, Fraction]:
    """How often the posted cards open each wager on the hand: one card for the pair in two, two
    for all others."""
    jokers = rules.rule("jokers")
    cards = tuple(card for card in pockets(rules) if card not in jokers)
    every = {1: len(cards), 2: len(cards) ** 2}
    by_wager = stands(rules.rule("straight_order"), cards)
    return {name: Fraction(len(held), every[len(held[0])]) for name, held in by_wager.items()}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
