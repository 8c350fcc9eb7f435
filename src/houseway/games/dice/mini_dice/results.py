"""Every figure of mini-dice at one table, counted as at craps (``craps_results``)."""

from collections.abc import Iterator

from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Variation, variations
from houseway.games.dice.craps_results import STAKES, results, strategy
from houseway.rulebook.models import Rulebook

__all__ = ["STAKES", "every_variation", "results", "strategy"]


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """What is listed: prices of a house's own are asked for."""
    return variations(book)


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
