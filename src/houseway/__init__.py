"""houseway: casino table-game regulation as software.

>>> import houseway
>>> table = houseway.open_table("three-card-blitz")

Names are loaded when they are first used, so that the command line starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.functions import Odds, Simulation, Strategy, odds, simulate, strategy
    from houseway.games import Game, game, open_table
    from houseway.referee.table import Table
    from houseway.rulebook.money import dollars, money
    from houseway.rulebook.refusal import Refused

__version__ = "0.1.0"
__all__ = [
    "Game",
    "Odds",
    "Refused",
    "Simulation",
    "Strategy",
    "Table",
    "dollars",
    "game",
    "money",
    "odds",
    "open_table",
    "simulate",
    "strategy",
]

_HOME = {
    "Game": "houseway.games",
    "Odds": "houseway.functions",
    "Refused": "houseway.rulebook.refusal",
    "Simulation": "houseway.functions",
    "Strategy": "houseway.functions",
    "Table": "houseway.referee.table",
    "dollars": "houseway.rulebook.money",
    "game": "houseway.games",
    "money": "houseway.rulebook.money",
    "odds": "houseway.functions",
    "open_table": "houseway.games",
    "simulate": "houseway.functions",
    "strategy": "houseway.functions",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"houseway has no {name!r}")
