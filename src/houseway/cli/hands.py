"""Hands of poker in a format that others read and write."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Edition, GameId, Json, find
from houseway.cli.errors import passed

hands = typer.Typer(help="Hands as PHH files, which PokerKit reads.", no_args_is_help=True)


@hands.command("export")
def hands_export(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A log of rounds, or a durable house.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .phh file for one hand, a .phhs file for any number."),
    ] = None,
    round: Annotated[int | None, typer.Option(min=1, help="Only this round.")] = None,
    table: Annotated[int | None, typer.Option(min=1, help="For a house: only this table.")] = None,
    keys: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="For a house: the folder with its keys.")
    ] = None,
) -> None:
    """Write rounds as PHH hands; list what PHH cannot express."""
    from houseway.terminal.hands import Source, export_rounds

    passed(export_rounds(Source(file, keys, table), out, round))


@hands.command("import")
def hands_import(
    game: GameId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .phh or .phhs file.")],
    log: Annotated[Path | None, typer.Option(help="Write the rounds to this file.")] = None,
    edition: Edition = "nj",
    json: Json = False,
) -> None:
    """Deal the hands of a PHH file and list differing rules."""
    from houseway.terminal.hands import import_hands

    passed(import_hands(find(game), edition, file, log, json))
