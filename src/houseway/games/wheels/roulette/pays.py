"""What a number does to a roulette wager: pure rules, shared by table and odds (5.1 to 5.3)."""

from houseway.games.wheels.roulette.felt import FIVE_ADJACENT, covered
from houseway.rulebook.table_rules import TableRules, base_of


def wins(rules: TableRules, wager: str, number: str) -> bool:
    """Whether a wager lies on the number."""
    return number in covered(rules, wager)


def zero_takes(rules: TableRules, wager: str, number: str) -> bool:
    """Whether a wager at even money loses to a zero."""
    return wager in rules.rule("even_money") and number in rules.rule("zeros")


def halved(rules: TableRules, wager: str, number: str) -> bool:
    """Whether a zero takes only one half of a wager, as the house has chosen."""
    return zero_takes(rules, wager, number) and rules.rule("zero_rule") == "half"


def part(rules: TableRules, wager: str, amount: int) -> int:
    """What of an amount stands on the number that wins: all of it, or a fifth of five adjacent
    numbers."""
    return amount // len(covered(rules, wager)) if base_of(wager) == FIVE_ADJACENT else amount


def taken(rules: TableRules, wager: str, number: str, chips: int) -> int:
    """What of a wager goes to the rack."""
    if wins(rules, wager, number):
        return chips - part(rules, wager, chips)
    return chips // 2 if halved(rules, wager, number) else chips


def paid(rules: TableRules, wager: str, number: str, stake: int) -> int:
    """What a wager wins."""
    if not wins(rules, wager, number):
        return 0
    (price,) = rules.schedule(wager).prices.values()
    return price.wins(part(rules, wager, stake))
