"""Every figure of keno under one rate card.

A ticket goes by its type and the sizes of its groups: ``straight@4``, ``quick_pick@4``,
``split@2+3``, ``way@2+2+2:any2`` (three groups of two, any two of them joined),
``king@1+2+2:any2,3``. ``straight@4@x5`` is the same ticket for five games, and ``straight@10@most``
is played at the card's greatest wager, where that runs into the limit of a game. Whatever ticket is
asked for in this way is read, and refused, as at a work station.

Stakes are the rate of each way, in dollars; without one it is the card's smallest, at which the law
limits the advantage of the house. Nets are in units of the rate. Payoffs are all that is handed
over, the price being spent; nobody else wins, so that a limit is not shared.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.result import Method, Result
from houseway.games.authoring.best_wagers import Ranked, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.stakes import check_stakes
from houseway.games.authoring.table_numbers import in_cents
from houseway.games.tickets.keno import odds
from houseway.games.tickets.keno.ticket import QUICK_PICK, STRAIGHT, Order, read_order
from houseway.rulebook.models import RATE_CARD, RateCard, Rulebook
from houseway.rulebook.rate_card import MILLION, house_advantage
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

STAKES: dict[str, Fraction] = {}  # of every ticket the smallest rate of the card
MOST = "@most"
NAME = re.compile(
    r"(?P<wager>[a-z_]+)@(?P<sizes>\d{1,2}(?:\+\d{1,2})*)(?::any(?P<any>\d{1,2}(?:,\d{1,2})*))?"
    r"(?:@x(?P<games>\d{1,3}))?(?P<most>@most)?"
)
# One ticket of each other type, small enough for a card of five spots, and one of several games
EXAMPLES = (
    "split@2+3",
    "way@2+2+2:any2",
    "combination@2+3:any1,2",
    "king@1+2+2:any2,3",
    "straight@4@x5",
)


# What a name stands for


def read_ticket(name: str, rules: TableRules, rate: int = 0) -> Order | None:
    """The ticket of that name at a rate in cents, or at the smallest; what the law or the card does
    not allow is refused. Nothing comes back for what is no name of a ticket."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    wager, sizes = found["wager"], [int(size) for size in found["sizes"].split("+")]
    if found["most"]:
        rate = _rate(rules.rate_card, reverse=True)
    form: dict[str, Any] = {"wager": wager, "rate": rate or _rate(rules.rate_card)}
    numbers = odds.numbered(sizes)
    if wager == QUICK_PICK and len(sizes) == 1:
        form["spots"] = sizes[0]
    else:
        form["numbers"] = numbers[0] if len(numbers) == 1 else numbers
    if found["any"]:
        form["ways"] = [{"any": int(size)} for size in found["any"].split(",")]
    if found["games"]:
        form["games"] = int(found["games"])
    return read_order(form, rules, game=1)


def _rate(card: RateCard, *, reverse: bool = False) -> int:
    """The smallest rate, or the greatest, that the card pays in whole cents."""
    rates = range(card.min_wager, card.max_wager + 1)
    spots = range(1, card.max_spots + 1)
    for rate in reversed(rates) if reverse else rates:
        if all(card.in_cents(number, rate) for number in spots):
            return rate
    return card.min_wager


def _names(rules: TableRules) -> Iterator[str]:
    """Every figure of a card: each number of spots, also where the limit is reached, and examples
    of the other types of ticket that it allows."""
    card = rules.rate_card
    every = range(1, card.max_spots + 1)
    yield from (f"{STRAIGHT}@{spots}" for spots in every)
    most = _rate(card, reverse=True)
    for spots in every:
        if any(
            card.payoff(spots, caught, most) != card.pays(spots, caught, most)
            for caught in range(spots + 1)
        ):
            yield f"{STRAIGHT}@{spots}{MOST}"
    yield from (f"{QUICK_PICK}@{spots}" for spots in every)
    for name in EXAMPLES:
        try:
            read_ticket(name, rules)
        except Refused:
            continue  # more spots or games than this card has
        yield name


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every number of spots of the rate card in use and a ticket of each type; or the one ticket
    that is named, whatever it is."""
    staked = (stakes or {}).items()
    given = {base_of(name): rate for name, rate in staked if not name.endswith(MOST)}
    check_stakes(rules, given)
    found = []
    for name in [wager] if wager else _names(rules):
        rate = given.get(base_of(name))
        order = read_ticket(name, rules, in_cents(rate) if rate else 0)
        if order is not None:
            found.append(_result(name, order, rules))
    return found


def _result(name: str, order: Order, rules: TableRules) -> Result:
    simple = len(order.ways) == order.games == 1
    count = odds.straight if simple else odds.ticket
    table = count(name, order, rules.rate_card, rules.cage)
    staked = name if name.endswith(MOST) else base_of(name)
    return result_at(
        rules, table, Method.COUNTING,
        depends_on=[RATE_CARD], stakes={staked: Fraction(order.ways[0].rate, 100)},
    )  # fmt: skip


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every rate card. How a limit is shared changes nothing for a ticket that wins alone."""
    return variations(book, RATE_CARD)


# What to play, and what the law asks of the card


@dataclass(frozen=True)
class Strategy:
    """Nothing is decided but how many numbers to play. The law limits the advantage of the house
    at the smallest wager, with any limit of the game applied."""

    house_advantage: Fraction
    allowed_at_the_smallest_wager: Fraction
    at_the_smallest_wager_by_spots: Mapping[int, Fraction]
    wagers: tuple[Ranked, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The numbers of spots by what the house keeps, and the test of the law."""
    assert rules.book.rates is not None
    card, cage = rules.rate_card, rules.cage
    best = best_wagers(one for one in results(rules, stakes) if one.wager in _spots(card))
    return Strategy(
        best.house_advantage,
        Fraction(rules.book.rates.edge_at_most.rate or 0, MILLION),
        {
            spots: house_advantage(card, cage, spots, card.min_wager)
            for spots in range(1, card.max_spots + 1)
        },
        best.wagers,
    )


def _spots(card: RateCard) -> set[str]:
    return {f"{STRAIGHT}@{spots}" for spots in range(1, card.max_spots + 1)}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
