"""Every figure of automated craps at one table: those of craps (``craps_results``)."""

from houseway.games.dice.craps_results import FIGURES

__all__ = ["FIGURES"]
