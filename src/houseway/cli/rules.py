"""Reading the rules, and how far the law is covered."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import AnyGame, Edition, GameId, Json, find
from houseway.cli.errors import passed


def games(json: Json = False) -> None:
    """List every game and edition and what it supports."""
    from houseway.terminal.console import print_json, stdout
    from houseway.terminal.lists import entries, print_games

    found = entries()
    if json:
        print_json([entry.to_json() for entry in found])
    else:
        print_games(stdout(), found)


def show(
    game: AnyGame = None,
    edition: Edition = "nj",
    cite: Annotated[
        str,
        typer.Option(
            metavar="PARAGRAPH", help="Only values that cite this paragraph or one below it."
        ),
    ] = "",
    json: Json = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of rulebooks.")
    ] = False,
) -> None:
    """Show a game's rules, every value with its paragraph."""
    from houseway.rulebook.citing import citing
    from houseway.rulebook.models import Rulebook
    from houseway.terminal.console import paged, print_json, stderr
    from houseway.terminal.rules import print_places, print_rulebook

    if schema:
        print_json(Rulebook.model_json_schema(by_alias=True))
        return
    if game is None:
        raise ValueError("which game? `houseway games` lists them")
    found = find(game)
    book = found.rulebook(edition)
    kept = citing(book, cite)
    if json:
        print_json(kept)
    elif kept:
        with paged() as console:
            print_rulebook(console, book, kept)
            if cite:
                print_places(console, book, kept, found.folder / f"{edition}.yaml")
    else:
        stderr().print(f"Nothing in {game} ({edition}) cites {cite}.")


def diff(
    game: GameId,
    left: Annotated[str, typer.Argument(metavar="EDITION")],
    right: Annotated[str, typer.Argument(metavar="EDITION")],
    json: Json = False,
) -> None:
    """Show what two editions of a game do differently."""
    from houseway.rulebook.compare import compare
    from houseway.terminal.console import print_json, stderr, stdout
    from houseway.terminal.differences import print_differences

    books = [find(game).rulebook(edition) for edition in (left, right)]
    found = compare(*books)
    if json:
        print_json([difference.to_json() for difference in found])
    elif found:
        print_differences(stdout(), found, *books)
    else:
        stderr().print(f"{left} and {right} do not differ.")


def law(
    subchapter: Annotated[str | None, typer.Argument(help="Only this source: 51, MD-3CB.")] = None,
    markdown: Annotated[bool, typer.Option(help="Print the coverage page.")] = False,
    json: Json = False,
) -> None:
    """Count the paragraphs of the law that are covered."""
    from houseway.pages import coverage
    from houseway.terminal.console import print_json, stdout
    from houseway.terminal.lists import print_coverage

    if markdown:
        typer.echo(coverage.markdown(), nl=False)
        return
    found = coverage.report(subchapter)
    if json:
        print_json([{"source": one.source, "paragraphs": one.total, **one.counts} for one in found])
    else:
        covered = sum(one.covered for one in found)
        total = sum(one.total for one in found)
        share = coverage.percent(coverage.share(found))
        print_coverage(stdout(), found, f"In all: {covered} of {total} paragraphs, {share}.")


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files.")],
    json: Json = False,
) -> None:
    """Run scenarios and report those that fail."""
    from houseway.terminal.checks import print_scenarios

    passed(print_scenarios(files, json))
