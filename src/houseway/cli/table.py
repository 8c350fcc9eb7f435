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
    bank: Annotated[str, typer.Option(metavar="DOLLARS", help="What you start with.")] = "500",
    seats: Annotated[int, typer.Option(min=1, help="How many seats you play.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="Deal the same cards every time.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Write the rounds here.")] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Let the table advise; a live one may not.")
    ] = False,
    company: Annotated[
        int | None,
        typer.Option(min=0, help="How many others play, where a game needs several; 4 as a rule."),
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from houseway.games import open_table
    from houseway.rulebook.money import dollars
    from houseway.rulebook.refusal import Refused
    from houseway.simulate.company import company_for
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
        raise Refused(f"{game} is played against the house: nobody keeps company there")
    TerminalTable(stdout(), found, table, places, dollars(bank), log, others).run()


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 is any that is free.")] = 8000,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that serve; more than one needs PostgreSQL.")
    ] = 1,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where the house and its keys lie; the user's data by default."
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="HOUSEWAY_DATABASE_URL",
            help="Another database than the file in that folder: a SQLite file or PostgreSQL.",
        ),
    ] = "",
    memory: Annotated[bool, typer.Option("--memory", help="Keep nothing.")] = False,
    payouts: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS:PORT",
            envvar="HOUSEWAY_PAYOUTS",
            help="Where other casinos reach the payout systems that this house is host of.",
        ),
    ] = "",
) -> None:
    """Open the web house. People, money and rounds are kept, and go on after a restart."""
    from houseway.server.serve import serve as open_doors

    open_doors(host, port, workers, data=data, database=database, memory=memory, payouts=payouts)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of rounds.")],
    round: Annotated[int | None, typer.Option(min=1, help="Show this round.")] = None,
    viewer: Annotated[
        str, typer.Option("--as", metavar="SEAT|dealer|house", help="Who looks at it.")
    ] = "house",
    json: Json = False,
) -> None:
    """Deal recorded rounds again and compare."""
    from houseway.terminal import arguments
    from houseway.terminal.replay import print_log, print_round

    who = arguments.viewer(viewer)
    passed(print_log(file, json) if round is None else print_round(file, round, who, json))
