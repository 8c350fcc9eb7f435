"""The rulebook's numbers as the mathematics of blackjack takes them."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from houseway.games.twenty_one import odds
from houseway.games.twenty_one.hand import contest_at, extras_at
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.super_bonus import super_units
from houseway.rulebook.table_rules import TableRules

MAIN, DEALER = "main", "dealer"


def decks_dealt(rules: TableRules) -> int:
    """Decks that a round is dealt from: one side of a double shoe has half of them."""
    decks: int = rules.rule("decks")
    return decks // 2 if rule_of(rules, "dealing") == "double_shoe" else decks


def numbers(rules: TableRules) -> odds.Rules:
    """The game's numbers as the rulebook gives them."""
    deck = rules.book.deck
    assert deck is not None
    any_total = rule_of(rules, "double_on") == "any"
    prices = rules.schedule(MAIN).prices
    return odds.Rules(
        points=rules.points,
        decks=decks_dealt(rules),
        stands=rules.rule("dealer_stands"),
        stands_soft=rules.rule("dealer_stands_soft"),
        split_hands=rules.rule("split_hands"),
        prices=tuple((row, price.odds) for row, price in prices.items()),
        extras=extras_at(rules),
        resplit_aces=rule_of(rules, "resplit_aces"),
        double_after_split=rule_of(rules, "double_after_split"),
        double_totals=() if any_total else tuple(map(int, rules.rule("double_totals"))),
        surrender=rule_of(rules, "surrender"),
        exposed=rules.rule("dealer_cards") == "double_exposure",
        split_21_beats=rule_of(rules, "split_21_beats"),
        bust_is_final=bust_is_final(rules),
        more=more_at(rules),
        ranks=deck.ranks,
        suits=deck.suits,
    )


def numbers_at(rules: TableRules, stake: int) -> odds.Rules:
    """The same for a first wager of so many cents, where that matters."""
    known, units = numbers(rules), super_units(stake, rules)
    return replace(known, more=replace(known.more, super_bonus=units)) if units else known


def bust_is_final(rules: TableRules) -> bool:
    """Whether what a hand over 21 has lost stays lost beside a blackjack of the dealer's."""
    several = rules.fixes("multiple_action") and rules.rule("multiple_action")
    return bool(rule_of(rules, "bust_is_final") or (several and rule_of(rules, "multi_bust")))


def more_at(rules: TableRules) -> odds.More:
    """What blackjack's relatives have besides, as the rulebook gives it."""
    contest, attacks = contest_at(rules), rule_of(rules, "attacks")
    reader = rules.rule("dealer_cards") == "hole_with_reader"
    named = (
        "double_more_cards", "surrender_any_time", "rescue", "split_aces_double",
        "split_aces_surrender", "blackjack_wins", "least_cards_win", "push_total",
        "doubled_pays_plain", "split_aces_play",
    )  # fmt: skip
    return odds.More(
        **{name: rule_of(rules, name) for name in named},
        wins_21=contest.wins_21,
        attacks=tuple(zip(attacks, rule_of(rules, "attacks_after"), strict=True)),
        lost=len(rule_of(rules, "lost_to_blackjack")),
        two_card_21_ties=rule_of(rules, "two_card_21_ties") and not reader,
        peeks=rule_of(rules, "bust_is_final") and reader,
        means=bool(attacks or rule_of(rules, "pays_bonus_21") or rule_of(rules, "switches")),
    )


@lru_cache(maxsize=64)
def _shoe_alone(rules: odds.Rules) -> odds.Rules:
    """The same shoe with everything that side wagers do not ask for at its plainest."""
    return odds.Rules(
        rules.points, rules.decks, rules.stands, rules.stands_soft, 2, (),
        ranks=rules.ranks, suits=rules.suits,
    )  # fmt: skip


def shoe(rules: TableRules) -> odds.Rules:
    """The table's shoe, for what first cards decide."""
    return _shoe_alone(numbers(rules))


def prices(rules: TableRules, wager: str) -> dict[str, Fraction]:
    """A wager's paytable in use, as odds."""
    return {row: price.odds for row, price in rules.schedule(wager).prices.items()}
