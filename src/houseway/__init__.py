"""houseway: the executable edition of casino table-game regulation.

>>> import houseway
>>> table = houseway.open_table("three-card-blitz")
"""

from typing import Any

from houseway.games import Game, game
from houseway.referee.table import Table
from houseway.rulebook.money import dollars, money
from houseway.rulebook.refusal import Refused

__version__ = "0.1.0"
__all__ = ["Game", "Refused", "Table", "dollars", "game", "money", "open_table"]


def open_table(id: str, edition: str = "nj", **settings: Any) -> Table:
    """Open a table of a game. Settings are those of ``Table``: options, limits, meters, chance."""
    found = game(id)
    return Table(found.play, found.rulebook(edition), **settings)
