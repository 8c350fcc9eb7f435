"""Every figure of double attack blackjack: the family's, with this game's side wagers."""

from collections.abc import Iterator

from houseway.counting.result import OutcomeTable
from houseway.games.authoring.result_at import Variation, variations
from houseway.games.twenty_one import odds, third_card
from houseway.games.twenty_one.attack_figures import AttackFigures
from houseway.games.twenty_one.shoe_cards import one_row
from houseway.games.twenty_one.table_numbers import prices
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, together=[("decks_in_use", "dealer_cards", "six_positions")])


def bonus(rules: TableRules, known: odds.Rules) -> OutcomeTable:
    """The optional bonus."""
    counts = third_card.counts(known, rules.rule("dealer_stands"))
    return one_row(third_card.BONUS, counts, prices(rules, third_card.BONUS))


def insurance(rules: TableRules, known: odds.Rules) -> OutcomeTable:
    """Insurance of a player who has looked at no other card."""
    return odds.insurance_table(known, prices(rules, "insurance")["win"])


ATTACK = AttackFigures({third_card.BONUS: bonus}, insurance, every_variation)
FIGURES = ATTACK.to_figures("double_attack", apart=("decks_in_use",))
