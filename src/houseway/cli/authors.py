"""For those who write a game."""

from pathlib import Path
from sys import stdin
from typing import Annotated

import typer

from houseway.cli.arguments import AnyGame, Edition, GameId, Json, find
from houseway.cli.errors import passed


def new_game(
    id: Annotated[str, typer.Argument(metavar="ID", help="The game's id, such as red-dog.")],
    law: Annotated[
        str, typer.Option(metavar="NN", help="The subchapter that regulates it; by default none.")
    ] = "",
    like: Annotated[
        str, typer.Option(metavar="GAME", help="Start from the files of this game.")
    ] = "",
    title: Annotated[str, typer.Option(help="Its printed title; asked if absent.")] = "",
    into: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder to create it in.")
    ] = Path(),
) -> None:
    """Create a folder with a game of your own that runs."""
    from houseway.new_game.make import make, usual_title

    if like and not title and stdin.isatty():
        title = typer.prompt("Title", default=usual_title(id))
    source = law.rjust(2, "0") if law.isdigit() else law
    folder = make(id, into, source, find(like) if like else None, title)
    typer.echo(f"{folder} is a game that runs. Try")
    typer.echo(f"  houseway --games {into} lint-game {id}")
    typer.echo(f"  houseway --games {into} play {id}")


def vectors(
    game: AnyGame = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="A .jsonl, a line each.")
    ] = None,
    edition: Edition = "nj",
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a vector.")
    ] = False,
) -> None:
    """Export a game's scenarios as JSON Lines test vectors."""
    import json

    from houseway.referee.scenarios import read_scenarios
    from houseway.referee.scenarios.vectors import Vector
    from houseway.referee.scenarios.vectors import vectors as made
    from houseway.terminal.console import print_json, stderr

    if schema:
        print_json(Vector.model_json_schema())
        return
    if game is None or out is None:
        raise ValueError("which game, and into which file? houseway vectors roulette -o out.jsonl")
    found = find(game)
    count = 0
    with out.open("w", encoding="utf-8") as file:
        scenarios = read_scenarios(found.scenarios(edition))
        for vector in made(scenarios, found.play, found.rulebook(edition)):
            file.write(json.dumps(vector, separators=(",", ":")) + "\n")
            count += 1
    stderr().print(f"{out}: {count} vectors.")


def lint_game(game: GameId, json: Json = False) -> None:
    """List names that only a game's rulebook or only its code has."""
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
