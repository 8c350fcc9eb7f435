"""Mini-craps in the order of the regulation (N.J.A.C. 13:69F-1). A round is one roll.

It is craps for seated players and without the fire bet, which is for the rulebook to say: the steps
are those of ``craps_table``.
"""

from houseway.games.dice.craps_table import play

__all__ = ["play"]
