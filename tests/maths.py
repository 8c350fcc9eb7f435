"""What a game's mathematics has besides its ``Figures``, for tests that look inside."""

from importlib import import_module
from types import ModuleType

from houseway.games import Game


def maths(game: Game) -> ModuleType:
    """The module with a game's figures."""
    return import_module(f"{game.module}.results")
