"""How the figures are counted a second time, as at the other baccarat."""

from houseway.games.baccarat_recount import NO_BURN, WITH, small_tables

__all__ = ["SMALL", "WITH"]

SMALL = small_tables({}, NO_BURN)
