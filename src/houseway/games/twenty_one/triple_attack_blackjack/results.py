"""Every figure of triple attack blackjack: the family's, with this game's side wagers."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.authoring.result_at import Variation, variations
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.attack_figures import AttackFigures
from houseway.games.twenty_one.composition.terms import TEN
from houseway.games.twenty_one.shoe_cards import LOSE, first_of, one_row, tally
from houseway.games.twenty_one.table_numbers import prices
from houseway.games.twenty_one.triple_attack_blackjack.side_rows import match_rows, royal_rows
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, together=[("dealer_cards", "max_splits")])
    yield from variations(book, "dealer_cards", resplit_offered=False, max_splits="1")
    yield from variations(book, "royals_pay", "match_pays")


@lru_cache(maxsize=8)
def _royals(known: odds.Rules) -> dict[str, int]:
    return dict(tally(known.cards, 2, lambda drawn: first_of(royal_rows(drawn))))


@lru_cache(maxsize=8)
def _matches(known: odds.Rules) -> dict[str, int]:
    return dict(tally(known.cards, 3, lambda drawn: first_of(match_rows(drawn[:2], drawn[2]))))


def suited_royals(rules: TableRules, known: odds.Rules) -> OutcomeTable:
    """Suited royals, by the player's first two cards."""
    return one_row("suited_royals", _royals(known), prices(rules, "suited_royals"))


def triple_match(rules: TableRules, known: odds.Rules) -> OutcomeTable:
    """Triple match, by the player's first two cards and the dealer's first."""
    return one_row("triple_match", _matches(known), prices(rules, "triple_match"))


def insurance(rules: TableRules, known: odds.Rules) -> OutcomeTable:
    """Insurance of a player who has looked at no other card: a ten of the ace's suit pays more."""
    pays, cards, tens = prices(rules, "insurance"), sum(known.shoe) - 1, known.shoe[TEN]
    suited = tens // len(known.suits)
    outcomes = (
        Outcome("suited", pays["suited"], suited),
        Outcome("win", pays["win"], tens - suited),
        Outcome(LOSE, Fraction(-1), cards - tens),
    )
    return OutcomeTable("insurance", cards, outcomes)


ATTACK = AttackFigures(
    {"suited_royals": suited_royals, "triple_match": triple_match}, insurance, every_variation
)
FIGURES = ATTACK.to_figures("second_attack", "third_attack")
