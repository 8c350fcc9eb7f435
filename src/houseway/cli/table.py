"""Playing at a table, opening a house of tables, dealing rounds again."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Edition, GameId, Json, Options, find
from houseway.cli.errors import passed


def play(
    game: GameId,
    edition: Edition = "nj",
    option: Options = None,
    bank: Annotated[str, typer.Option(metavar="DOLLARS", help="Your money at the start.")] = "500",
    seats: Annotated[int, typer.Option(min=1, help="How many seats you play.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="Deal the same cards every time.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Write the rounds to this file.")] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Show advice; a live table may not.")
    ] = False,
    company: Annotated[
        int | None,
        typer.Option(min=0, help="How many bots play with you; usually 4."),
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from houseway.games import open_table
    from houseway.rulebook.money import dollars
    from houseway.rulebook.refusal import Refused
    from houseway.simulation.company import company_for
    from houseway.terminal import arguments
    from houseway.terminal.console import stdout
    from houseway.terminal.play import TerminalTable

    found = find(game)
    chosen = arguments.options(found.rulebook(edition), option)
    table = open_table(game, edition, seed=seed, options=chosen, practice=practice)
    places = range(1, seats + 1)
    for seat in places:
        table.sit(seat, "you")
    others = company_for(table, company, seed)
    if company is not None and others is None:
        raise Refused(f"{game} is played against the house: it has no bots")
    TerminalTable(stdout(), found, table, places, dollars(bank), log, others).run()


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8000,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that serve; more than one needs PostgreSQL.")
    ] = 1,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the house and its keys; the user's data folder by default.",
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="HOUSEWAY_DATABASE_URL",
            help="A SQLite file or PostgreSQL URL instead of the file in that folder.",
        ),
    ] = "",
    memory: Annotated[
        bool, typer.Option("--memory", help="Use a database in memory that is lost at the end.")
    ] = False,
    payouts: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS:PORT",
            envvar="HOUSEWAY_PAYOUTS",
            help="The address at which other casinos reach payout systems hosted here.",
        ),
    ] = "",
) -> None:
    """Start the web server. People, money and rounds survive a restart."""
    from houseway.server.serve import serve as open_doors

    open_doors(host, port, workers, data=data, database=database, memory=memory, payouts=payouts)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of rounds.")],
    round: Annotated[int | None, typer.Option(min=1, help="Show this round.")] = None,
    viewer: Annotated[
        str,
        typer.Option(
            "--as", metavar="SEAT|dealer|house", help="The viewer: a seat, dealer or house."
        ),
    ] = "house",
    json: Json = False,
) -> None:
    """Deal recorded rounds again and compare the results."""
    from houseway.terminal import arguments
    from houseway.terminal.replay import print_log, print_round

    who = arguments.viewer(viewer)
    passed(print_log(file, json) if round is None else print_round(file, round, who, json))
