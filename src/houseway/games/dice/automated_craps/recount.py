"""How the figures are counted a second time: as at the other craps."""

from houseway.games.dice.craps_recount import bettor

__all__ = ["bettor"]
