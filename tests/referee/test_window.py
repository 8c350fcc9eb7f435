"""What the betting window takes: amounts that can be paid, in chips, above what the law states."""

from fractions import Fraction
from typing import Any

import pytest

import houseway
from houseway import Refused
from houseway.games import games
from houseway.rulebook.models import Rulebook
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import most_bet

ODD = 7  # no listed odds have it as their stake
PAYABLE, UNPAYABLE = 1_400, 1_500  # in cents: of the two only the first divides by it


def raised(table):
    """Prices a little above the first listed ones of a paytable."""
    for price in next(iter(table.tables.values())):
        odds = price.odds + Fraction(1, ODD)
        better = f"{odds.numerator} to {odds.denominator}"
        yield better if price.kind == "odds" else str(price)


def cases():
    """Every paytable that a house may better, with the wagers that are paid by it."""
    for game in games().values():
        for edition in game.editions:
            book = game.rulebook(edition)
            for name, table in book.paytables.items():
                if table.floor and any(
                    price.kind == "odds" for price in table.tables[table.default]
                ):
                    yield pytest.param(
                        game, edition, name, list(raised(table)), id=f"{game.id}-{edition}-{name}"
                    )


def opened(game, edition, paytable, prices):
    """A table with these prices where the wagers on them are offered."""
    wagers = game.rulebook(edition).wagers.values()
    offered = {w.if_offered: True for w in wagers if w.paytable == paytable and w.if_offered}
    try:
        found = houseway.open_table(game.id, edition, options={paytable: prices, **offered})
    except Refused as refusal:
        pytest.skip(f"needs other choices beside it: {refusal.reason}")
    found.sit(1, "Ann")
    return found


@pytest.mark.parametrize(("game", "edition", "paytable", "prices"), list(cases()))
def test_no_wager_is_taken_that_raised_odds_cannot_pay(game, edition, paytable, prices) -> None:
    table = opened(game, edition, paytable, prices)
    book = table.rules.book
    paid = [name for name, wager in table.rules.wagers.items() if wager.paytable == paytable]
    for name in paid:
        wager = book.wagers[name]
        multiples = [rule for rule in wager.amount if rule.relation == "equal"]
        base = multiples[0].other if multiples else wager.paid_on or name
        times = multiples[0].times if multiples else 1
        bet = f"{base}@{next(iter(wager.spots))}" if wager.spots else base
        if not book.wagers[base].has_limits or book.wagers[base].window != "bets":
            continue
        with pytest.raises(Refused):
            table.bet(1, {bet: UNPAYABLE})
        try:
            table.bet(1, {bet: PAYABLE})
        except Refused:
            continue  # odds that are bet later, or a step of other primes besides
        for price in map(Price.parse, prices):
            price.wins(int(times * PAYABLE))


def with_what_follows(book: Rulebook, options: dict[str, Any]) -> dict[str, Any]:
    """Options with those that the law ties to them."""
    for tied in book.constraints:
        if all(options.get(name) in values for name, values in tied.when.items()):
            usual = {name: options.get(name, book.choices[name].default) for name in tied.then}
            options |= {
                name: tied.then[name][0] for name in usual if usual[name] not in tied.then[name]
            }
    return options


def test_the_law_s_own_minimum_is_the_least_that_a_house_may_set() -> None:
    """Of every wager with a minimum in the rulebook: one cent below it is refused by its
    paragraph."""
    tried = 0
    for game in games().values():
        for edition in game.editions:
            book = game.rulebook(edition)
            for name, bound in book.minimums.items():
                if bound.at_least is None:
                    continue
                offered = book.wagers[name].if_offered
                options = with_what_follows(book, {offered: True} if offered else {})
                low, good = bound.at_least - 1, bound.at_least
                most = most_bet(book.wagers[name], 100_000)
                if name == "optional_bonus":
                    options["decks_in_use"] = "6"
                with pytest.raises(Refused) as refusal:
                    houseway.open_table(
                        game.id, edition, options=options, limits={name: [low, most]}
                    )
                assert refusal.value.cite == bound.cite
                houseway.open_table(game.id, edition, options=options, limits={name: [good, most]})
                tried += 1
    assert tried >= 10
