"""What craps wagers may be and what they come to, in cents: one place for table and odds."""

from collections import Counter
from math import gcd, lcm
from typing import NoReturn

from houseway.games.dice.craps_rules import (
    SUPPORTS,
    Dice,
    Outcome,
    fee,
    most_odds,
    payable_step,
    rows_hit,
)
from houseway.referee.award import prizes, worth
from houseway.referee.window import Unpayable
from houseway.rulebook.money import DOLLAR, money
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import TableRules, base_of


def parts(rules: TableRules, wager: str) -> list[tuple[str, int]]:
    """The wagers that one is made of, each with its units; nothing for a simple one.

    The rulebook says ``horn 4``, and ``high 1`` for the number that a wager's spot names.
    """
    base, _, spot = wager.partition("@")
    name = f"parts_{base}"
    if not rules.fixes(name):
        return []
    found = []
    for text in rules.rule(name):
        part, units = text.split()
        if part == "high":
            part = rules.book.wagers[base].spots[spot][0]
        inner = parts(rules, part)
        share = int(units) // sum(count for _, count in inner) if inner else 0
        found += [(one, count * share) for one, count in inner] or [(part, int(units))]
    return found


def shares_of(rules: TableRules, wager: str, stake: int) -> list[tuple[str, int]]:
    """The wagers that a stake is divided among, each with its chips."""
    made = parts(rules, wager)
    unit = stake // sum(units for _, units in made)
    return [(part, unit * units) for part, units in made]


# -- what may be bet -------------------------------------------------------------------------


def open_rows(rules: TableRules, wager: str, number: int) -> dict[str, Price]:
    """The prices that a wager may come to be paid at, from where it lies."""
    prices = rules.schedule(wager).prices
    hit = rows_hit(prices, (), number) if number else set()
    return {row: prices[row] for row in hit} or dict(prices)


def payable(rules: TableRules, wager: str, number: int) -> int:
    """The step between stakes that can be paid in the table's own units."""
    base, unit = base_of(wager), rules.rule("payable_unit")
    if made := parts(rules, wager):
        shares = Counter[str]()
        for part, units in made:
            shares[part] += units
        steps = [(payable(rules, part, number), units) for part, units in shares.items()]
        return lcm(*(step // gcd(step, units) for step, units in steps)) * shares.total()
    if base in SUPPORTS and not number:
        return 1
    if base == "fire":
        unit = gcd(unit, DOLLAR)  # 1.12(b)1: any whole dollar, whatever chips the table pays in
    return payable_step([price.odds for price in open_rows(rules, wager, number).values()], unit)


def refuse_unpayable(rules: TableRules, wager: str, step: int) -> NoReturn:
    """Refuse a stake that is not a multiple of the step."""
    known = rules.wager(wager)
    reason = f"a {known.name} wager goes in steps of {money(step)}, or it cannot be paid"
    ground = "odds_payable" if base_of(wager) in SUPPORTS else "payable"
    raise Unpayable(reason, rules.joined(ground, known.cite))


def full_odds(
    rules: TableRules, wager: str, flat: int, number: int, times: int | None = None
) -> int:
    """The most that a flat bet may be supported with, at the house's multiple or another."""
    (row, price), *_ = open_rows(rules, wager, number).items()
    return most_odds(
        flat,
        times or rules.rule(f"odds_{row}"),
        price.odds,
        against="dont" in wager,
        unit=rules.rule("payable_unit"),
        excess=rules.rule("excess_odds"),
    )


# -- what it comes to ------------------------------------------------------------------------


def fee_is_due(rules: TableRules, wager: str) -> str:
    """When the fee of a buy or lay bet is taken: when it is made, or when it is won."""
    base, _, spot = wager.partition("@")
    when: str = rules.rule(f"buy_fee_{spot}" if base == "buy" else "lay_fee")
    return when


def fee_of(rules: TableRules, wager: str, stake: int) -> int:
    """What a buy or lay bet costs."""
    return fee(stake, rules.rule(f"{base_of(wager)}_fee_rate"), rules.rule("payable_unit"))


def net(
    rules: TableRules, wager: str, stake: int, outcome: Outcome, dice: Dice, number: int
) -> int:
    """What a decided wager wins or loses by its paytable, without any fee."""
    if outcome == "lose":
        return -stake
    if outcome != "win":
        return 0
    schedule = rules.schedule(wager)
    won = prizes(
        schedule, rows_hit(schedule.prices, dice, number), lambda price: worth(price, stake, {})
    )
    return sum(worth(prize.price, stake, {}) for prize in won)
