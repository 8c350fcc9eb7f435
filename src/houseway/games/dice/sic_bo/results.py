"""Every figure of sic bo, from its round: nothing is decided but what to bet on."""

from collections.abc import Iterator

from houseway.games.authoring.best_wagers import Strategy, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.round_figures import RoundFigures
from houseway.games.dice.sic_bo.game import play
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Both readings of two of a kind; everything else pays as it is listed."""
    return variations(book, "two_in_three")


ODDS = RoundFigures(play, every_variation, depends_on={"two_of_a_kind": ("two_in_three",)})
results = ODDS.results


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The wagers from the best to the worst."""
    return best_wagers(results(rules, stakes))


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
