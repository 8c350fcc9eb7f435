"""Every figure of mini-baccarat at one table; the odds are those of any baccarat."""

from houseway.games.shoe_contests.baccarat_odds import every_variation, results, strategy

__all__ = ["every_variation", "results", "strategy"]
