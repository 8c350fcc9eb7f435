"""Every figure of mini-craps at one table; craps and mini-craps share them (``craps_results``)."""

from houseway.games.dice.craps_results import STAKES, every_variation, results, strategy

__all__ = ["STAKES", "every_variation", "results", "strategy"]
