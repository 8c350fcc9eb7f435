"""Every figure of mini-baccarat at one table; the odds are those of any baccarat."""

from houseway.games.shoe_contests.baccarat_odds import FIGURES

__all__ = ["FIGURES"]
