"""houseway: the executable edition of casino table-game regulation.

>>> import houseway
>>> table = houseway.open_table("three-card-blitz")
"""

from typing import Any

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game, game
from houseway.referee.table import Table
from houseway.rulebook.money import dollars, money
from houseway.rulebook.refusal import Refused

__version__ = "0.1.0"
__all__ = ["Game", "Refused", "Table", "dollars", "game", "money", "open_table"]


def open_table(id: str, edition: str = "nj", *, seed: int | None = None, **settings: Any) -> Table:
    """Open a table of a game. Settings are those of ``Table``: options, limits, meters, chance.

    A seed deals the same cards every time, for practice and for tests; without one the shoe is
    cryptographic.
    """
    found = game(id)
    if seed is not None:
        settings["chance"] = Shoe(Philox(seed))
    return Table(found.play, found.rulebook(edition), **settings)
