"""For those who write a game."""

from pathlib import Path
from sys import stdin
from typing import Annotated

import typer

from houseway.cli.arguments import GameId, Json, find
from houseway.cli.errors import passed


def new_game(
    id: Annotated[str, typer.Argument(metavar="ID", help="What it is called, as red-dog.")],
    law: Annotated[
        str, typer.Option(metavar="NN", help="The subchapter that it is played by; else its own.")
    ] = "",
    like: Annotated[str, typer.Option(metavar="GAME", help="Begin with that game's files.")] = "",
    title: Annotated[str, typer.Option(help="What is printed on papers; asked if absent.")] = "",
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="Where its folder goes.")] = Path(),
) -> None:
    """Begin a game of your own: a folder that runs, to be changed."""
    from houseway.new_game.make import make, usual_title

    if like and not title and stdin.isatty():
        title = typer.prompt("Title", default=usual_title(id))
    source = law.rjust(2, "0") if law.isdigit() else law
    folder = make(id, into, source, find(like) if like else None, title)
    typer.echo(f"{folder} is a game that runs. Try")
    typer.echo(f"  houseway --games {into} lint-game {id}")
    typer.echo(f"  houseway --games {into} play {id}")


def lint_game(game: GameId, json: Json = False) -> None:
    """List what does not fit in a game: names that only its rulebook has, or only its code."""
    from houseway.new_game.lint import flaws
    from houseway.terminal.console import print_json, stderr

    found = flaws(find(game))
    if json:
        print_json([{"file": one.file.name, "key": one.key, "what": one.what} for one in found])
    else:
        for one in found:
            typer.echo(str(one))
        if not found:
            stderr().print(f"Nothing in {game} that does not fit.")
    passed(not found)
