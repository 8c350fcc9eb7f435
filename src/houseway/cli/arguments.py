"""Arguments that several commands take."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from houseway.games import Game


def _edition(context: typer.Context, value: str) -> str:
    """Where none is named and the game has none of New Jersey, the first that it has."""
    asked = context.get_parameter_source("edition")
    if asked is not None and asked.name != "DEFAULT":
        return value
    from houseway.games import games

    found = games().get(context.params.get("game") or "")
    return value if found is None or value in found.editions else found.editions[0]


GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as `houseway games` lists it.")
]
Edition = Annotated[
    str, typer.Option(callback=_edition, help="The edition, as `houseway games` lists it.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the house; repeat for more."),
]
Bets = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=DOLLARS", help="A bet of every round; repeat for more."),
]
Frame = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="FILE", help="Write a .csv or .parquet instead."),
]
Json = Annotated[bool, typer.Option("--json", help="Print plain data.")]


def find(name: str) -> "Game":
    """The game of that name."""
    from houseway.games import game

    return game(name)
