"""Craps in the order of the regulation (N.J.A.C. 13:69F-1). A round is one roll.

Its steps are in ``craps_table``; numbers, names and cites stand in the rulebook.
"""

from houseway.games.dice.craps_table import play

__all__ = ["play"]
