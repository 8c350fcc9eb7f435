"""The dragon's eye wagers at one table: the rulebook's numbers put into the mathematics."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.counting.result import Method, Result
from houseway.games.authoring.result_at import result_at
from houseway.games.set_hands.dragon_odds import FACES, DiceBonus, Prices, dice_table
from houseway.games.set_hands.dragons_eye import names_shaker
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

DICE = ("odd", "even", "double", "match", "triple")
SHAKER, OTHER = "dice_bonus@shaker", "dice_bonus@other"


def prices(rules: TableRules, wager: str) -> Prices:
    """A dice wager's prices, as"""
    return {row: price.odds for row, price in rules.schedule(wager).prices.items()}


def dice_bonus(rules: TableRules) -> DiceBonus:
    """The dice bonus at this table."""
    return DiceBonus(prices(rules, "dice_bonus"), rules.rule("triples_paid"), rules.rule("dice"))


def on_dice(rules: TableRules, bets: Mapping[str, Fraction]) -> list[Result]:
    """Every position has the same odds, so any of them will do for the match wager."""
    found = []
    for name in DICE:
        table = dice_table(name, prices(rules, name), 1, rules.rule("dice"))
        stake = {name: bets[name]}
        found.append(
            result_at(
                rules, table, Method.ENUMERATION, depends_on=["dragons_eye"], stakes=stake
            )
        )  # fmt: skip
    return found


def on_triples(rules: TableRules, bets: Mapping[str, Fraction]) -> list[Result]:
    """The dice bonus, whoever shakes, for who shakes and for others."""
    bonus = dice_bonus(rules)
    shaking = {SHAKER: {True: 1}, OTHER: {False: 1}}
    usual = {False: 1}
    if names_shaker(rules, False):
        usual = {True: 1, False: len(FACES) - 1}  # the button is at any position
    found = []
    for name, weights in {"dice_bonus": usual, **shaking}.items():
        if name == SHAKER and not names_shaker(rules, False):
            continue  # nobody can shake for a first triple
        found.append(
            result_at(
                rules, bonus.table(weights), Method.MARKOV_CHAIN, wager=name,
                depends_on=["dragons_eye", "shaker_named"],
                stakes={"dice_bonus": bets["dice_bonus"]}, strategy="optimal",
            )
        )  # fmt: skip
    return found


def left_down(view: View, rules: TableRules, seat: int) -> dict[str, Fraction]:
    """A dice bonus wager that has just been paid: left down, or taken down for nothing."""
    paid = [e.what for e in view.events if e.wager == "dice_bonus" and e.who == seat]
    triples = max(int(row.rpartition("_")[2]) for row in paid if "_" in row)
    button = next(event.who for event in reversed(view.events) if event.kind == "button")
    bonus = dice_bonus(rules)
    worth = bonus.worth[triples % bonus.triples, button == seat]
    return {"retain": worth * view.state.placed[seat]["dice_bonus"], "take_down": Fraction(0)}
