"""Every figure of punto banco at one table; the odds are those of any baccarat."""

from houseway.games.shoe_contests.baccarat_odds import FIGURES

__all__ = ["FIGURES"]
