"""The exact figures that the house ships: counted, checked; kernels compiled."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import GameId, Json, find
from houseway.cli.errors import INTERRUPTED, passed


def certify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="All that have odds, by default.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write here instead of beside the rulebooks."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.")] = None,
) -> None:
    """Recompute every figure and write the certificates."""
    import os

    from houseway.certificates import figures, usual
    from houseway.games import editions_with_odds
    from houseway.simulation.shards import local
    from houseway.terminal.console import progress, stderr

    for name in games or ():
        if not find(name).has_odds:
            raise ValueError(f"the odds of {name} are not computed yet")
    every = dict.fromkeys(found for found, _ in editions_with_odds())
    wanted = [found for found in every if not games or found.id in games]
    many = workers or os.cpu_count() or 1
    with progress(len(wanted), "games") as told, local(many) as executor:
        for found, counts in figures.each_certified(wanted, into, executor):
            for edition, results in counts.items():
                stderr().print(f"{found.id} {edition}: {results} results")
            told(1)
    if into is None:
        usual.write(wanted)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate.")],
    json: Json = False,
) -> None:
    """Recompute a certificate and compare."""
    from houseway.terminal.checks import print_certificate

    passed(print_certificate(file, json))


def recount(
    game: GameId,
    edition: Annotated[
        str, typer.Option(help="One edition; all that have a certificate, by default.")
    ] = "",
    wager: Annotated[str, typer.Option(help="One wager; all, by default.")] = "",
    rounds: Annotated[str, typer.Option(help="Rounds of the sample, or in all.")] = "2000",
    seed: Annotated[
        int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random numbers.")
    ] = 0,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Deal the wager at the usual table by the referee, keep what is dealt here, and "
            "go on from it.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that deal; the result is the same for any number.")
    ] = 1,
    record: Annotated[
        bool, typer.Option(help="Record the count in the certificate if it agrees.")
    ] = True,
) -> None:
    """Recount certified figures by an independent method."""
    from houseway.terminal import recounts
    from houseway.terminal.arguments import count
    from houseway.terminal.console import stderr

    found, number = find(game), count(rounds)
    if number < 1:
        raise ValueError("--rounds: deal at least one round")
    try:
        if keep is None:
            passed(recounts.count_again(found, edition, wager, number, seed, record=record))
        else:
            passed(recounts.deal(found, edition, wager, number, seed, keep, workers, record=record))
    except KeyboardInterrupt:
        if keep:
            stderr().print(f"Broken off. The same command goes on from {keep}.")
        raise typer.Exit(INTERRUPTED) from None


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="All that have odds, by default.")
    ] = None,
) -> None:
    """Compile the solvers and kernels for this machine."""
    from houseway.games import editions_with_odds
    from houseway.games import games as known
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal.console import progress

    wanted = [one for one in editions_with_odds() if not games or one[0].id in games]
    dealt = [one for one in known().values() if one.has_deal and (not games or one.id in games)]
    with progress(len(wanted) + len(dealt), "kernels") as told:
        for found, edition in wanted:
            if found.odds.warm:
                found.odds.warm()
            else:
                found.odds.results(TableRules(found.rulebook(edition)))
            told(1)
        for found in dealt:
            found.deal.warm()
            told(1)
