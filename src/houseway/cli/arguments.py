"""Arguments that several commands take."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from houseway.games import Game

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as `houseway games` lists it.")
]
Edition = Annotated[str, typer.Option(help="The edition: nj or md.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the house; repeat for more."),
]
Bets = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=DOLLARS", help="A bet of every round; repeat for more."),
]
Json = Annotated[bool, typer.Option("--json", help="Print plain data.")]


def find(name: str) -> "Game":
    """The game of that name."""
    from houseway.games import game

    return game(name)
