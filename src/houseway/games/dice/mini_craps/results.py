"""Every figure of mini-craps at one table; craps and mini-craps share them (``craps_results``)."""

from houseway.games.dice.craps_results import FIGURES

__all__ = ["FIGURES"]
