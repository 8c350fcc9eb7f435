"""How the figures are counted a second time, as at the other baccarat."""

from houseway.games.shoe_contests.baccarat_recount import RECOUNT

__all__ = ["RECOUNT"]
