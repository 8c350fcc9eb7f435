"""A wager in a few words: what may be bet on it, and what it pays."""

from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules


def limit_words(rules: TableRules, name: str) -> str:
    """What may be bet, shortly."""
    limit = rules.limits.get(name)
    wager = rules.wagers.get(name) or rules.book.wagers[name]
    if limit and limit.minimum == limit.maximum:
        return money(limit.minimum)
    if limit:
        return f"{money(limit.minimum)} to {money(limit.maximum)}"
    return " and ".join(str(rule).replace("_", " ") for rule in wager.amount)


def price_of(rules: TableRules, name: str) -> str:
    """The price of a wager that has only one."""
    wager = rules.book.wagers[name]
    if rules.book.rates or not (wager.paytable or wager.pays):
        return ""
    prices = list(rules.schedule(name).prices.values())
    return str(prices[0]) if len(prices) == 1 else ""
