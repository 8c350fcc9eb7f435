"""Payouts worked out for a dealer: every price on usual stakes, commissions, limits on odds."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.documents.blocks import Block, Grid
from houseway.games import Game
from houseway.rulebook.handout import Handout
from houseway.rulebook.money import money
from houseway.rulebook.placard import shown_wagers
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import TableRules

STAKES = (5, 10, 15, 25, 50, 75, 100, 200, 300, 500)  # dollars
TIMES = (1, 5, 20)  # the denominator of a price at which such stakes cannot be paid
WIDEST = 5  # prices beside each other
FLAT = (5, 10, 15, 25, 50, 100)
ODDS = ("odds_on_4_or_10", "odds_on_5_or_9", "odds_on_6_or_8")  # multiples of the flat bet
BACKED = "pass_odds"


def worked_payouts(game: Game, rules: TableRules, handout: Handout) -> list[Block]:
    """Return the tables of a game's payouts; nothing where nothing is paid at odds."""
    blocks: list[Block] = []
    prices = odds_in_use(rules, handout)
    even = [one for one in prices if all(pays(one, stake) for stake in STAKES)]
    for group in _groups(even):
        blocks.append(_grid(group, STAKES))
    if uneven := [one for one in prices if one not in even]:
        blocks.append(_in_units(uneven))
    if game.commission and (taken := _commission(game, rules)):
        blocks.append(taken)
    if BACKED in rules.wagers and all(name in rules.options for name in ODDS):
        blocks.append(_most_odds(rules))
    return blocks


def odds_in_use(rules: TableRules, handout: Handout) -> list[Fraction]:
    """Return every price at odds that the table pays, the highest first, but for even money."""
    if rules.book.rates:
        return []
    found: set[Fraction] = set()
    for key, wager in shown_wagers(rules, handout).items():
        if wager.paytable or wager.pays:
            prices: Sequence[Price] = list(rules.schedule(key).prices.values())
            found |= {one.odds for one in prices if one.kind == "odds"}
    return sorted(found - {Fraction(1)}, reverse=True)


def pays(odds: Fraction, dollars: int) -> int:
    """Return what odds pay on a stake, in cents; nothing where that is no whole number of cents.

    >>> pays(Fraction(3, 2), 25), pays(Fraction(7, 6), 5)
    (3750, 0)
    """
    due = odds * dollars * 100
    return int(due) if due.denominator == 1 else 0


def said(odds: Fraction) -> str:
    """Return odds as they are printed.

    >>> said(Fraction(1000)), said(Fraction(6, 5))
    ('1,000 to 1', '6 to 5')
    """
    return f"{odds.numerator:,} to {odds.denominator}"


def _groups(prices: Sequence[Fraction]) -> Iterator[Sequence[Fraction]]:
    """Return prices in groups of about one size that a card has room for."""
    if not prices:
        return
    count = -(-len(prices) // WIDEST)
    size = -(-len(prices) // count)
    for first in range(0, len(prices), size):
        yield prices[first : first + size]


def _grid(prices: Sequence[Fraction], stakes: Sequence[int]) -> Grid:
    rows = [[money(stake * 100), *(money(pays(one, stake)) for one in prices)] for stake in stakes]
    return Grid("Payouts", ["Bet", *(f"{said(one)}>" for one in prices)], rows)


def _in_units(prices: Sequence[Fraction]) -> Grid:
    """Return prices that are paid in dollars on multiples of their own denominators."""
    rows = [
        [
            said(one),
            *(
                f"{money(100 * one.denominator * n)} pays {money(100 * one.numerator * n)}"
                for n in TIMES
            ),
        ]
        for one in prices
    ]
    return Grid("Payouts in units", ["Price", *(f"times {n}>" for n in TIMES)], rows)


def _commission(game: Game, rules: TableRules) -> Grid | None:
    take = game.commission
    assert take is not None
    rows = [[money(won * 100), money(take(rules, won * 100))] for won in STAKES]
    if all(row[1] == money(0) for row in rows):
        return None
    return Grid("Commission", ["Won", "Commission>"], rows)


def _most_odds(rules: TableRules) -> Grid:
    """Return the most that may be put behind a flat bet on each point, and what it pays."""
    prices = [one for one in rules.schedule(BACKED).prices.values() if one.kind == "odds"]
    rows = []
    for flat in FLAT:
        row = [money(flat * 100)]
        for name, price in zip(ODDS, prices, strict=True):
            most = flat * int(rules.options[name])
            due = price.odds * most * 100
            row.append(f"{money(most * 100)} pays {money(int(due))}")
        rows.append(row)
    heads = ["Flat bet", "Odds on 4 or 10>", "Odds on 5 or 9>", "Odds on 6 or 8>"]
    return Grid("Odds limits", heads, rows)
