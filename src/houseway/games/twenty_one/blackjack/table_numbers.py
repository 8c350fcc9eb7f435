"""The rulebook's numbers as the mathematics of blackjack takes them."""

from fractions import Fraction
from functools import lru_cache

from houseway.games.twenty_one.blackjack import odds
from houseway.games.twenty_one.blackjack.hand import extras_at
from houseway.rulebook.table_rules import TableRules

MAIN, DEALER = "main", "dealer"


def decks_dealt(rules: TableRules) -> int:
    """Decks that a round is dealt from: one side of a double shoe has half of them."""
    decks: int = rules.rule("decks")
    return decks // 2 if rules.rule("dealing") == "double_shoe" else decks


def numbers(rules: TableRules) -> odds.Rules:
    """The game's numbers as the rulebook gives them."""
    deck = rules.book.deck
    assert deck is not None
    any_total = rules.rule("double_on") == "any"
    prices = rules.schedule(MAIN).prices
    return odds.Rules(
        points=rules.points,
        decks=decks_dealt(rules),
        stands=rules.rule("dealer_stands"),
        stands_soft=rules.rule("dealer_stands_soft"),
        split_hands=rules.rule("split_hands"),
        prices=tuple((row, price.odds) for row, price in prices.items()),
        extras=extras_at(rules),
        resplit_aces=rules.rule("resplit_aces"),
        double_after_split=rules.rule("double_after_split"),
        double_totals=() if any_total else tuple(map(int, rules.rule("double_totals"))),
        surrender=rules.rule("surrender"),
        exposed=rules.rule("dealer_cards") == "double_exposure",
        split_21_beats=rules.rule("split_21_beats"),
        bust_is_final=bool(rules.rule("multiple_action") and rules.rule("multi_bust")),
        ranks=deck.ranks,
        suits=deck.suits,
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
