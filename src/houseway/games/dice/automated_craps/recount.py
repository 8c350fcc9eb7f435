"""How the figures are counted a second time: as at the other craps."""

from houseway.games.dice.craps_recount import RECOUNT

__all__ = ["RECOUNT"]
