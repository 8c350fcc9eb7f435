"""How the figures are counted a second time, as at the other baccarat."""

from houseway.games.shoe_contests.baccarat_recount import SMALL, WITH

__all__ = ["SMALL", "WITH"]
