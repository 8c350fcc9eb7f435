"""Every figure of automated craps at one table: those of craps (``craps_results``)."""

from houseway.games.dice.craps_results import STAKES, every_variation, results, strategy

__all__ = ["STAKES", "every_variation", "results", "strategy"]
