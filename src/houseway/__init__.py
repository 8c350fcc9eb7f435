"""houseway: the executable edition of casino table-game regulation.

>>> import houseway
>>> table = houseway.open_table("three-card-blitz")

Names are loaded when they are first used, so that the command line starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.games import Game, game, open_table
    from houseway.referee.table import Table
    from houseway.rulebook.money import dollars, money
    from houseway.rulebook.refusal import Refused

__version__ = "0.1.0"
__all__ = ["Game", "Refused", "Table", "dollars", "game", "money", "open_table"]

_HOME = {
    "Game": "houseway.games",
    "Refused": "houseway.rulebook.refusal",
    "Table": "houseway.referee.table",
    "dollars": "houseway.rulebook.money",
    "game": "houseway.games",
    "money": "houseway.rulebook.money",
    "open_table": "houseway.games",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"houseway has no {name!r}")
