"""The exact figures that the house ships: counted, checked; kernels compiled."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Json, find
from houseway.cli.errors import passed


def certify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="All that have odds, by default.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Not beside the rulebooks but here.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.")] = None,
) -> None:
    """Count every figure anew and write the certificates that the house ships."""
    import os

    from houseway.certificates import figures, usual
    from houseway.games import editions_with_odds
    from houseway.simulate.shards import local
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
    """Compute every result of a certificate again."""
    from houseway.terminal.checks import print_certificate

    passed(print_certificate(file, json))


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="All that have odds, by default.")
    ] = None,
) -> None:
    """Compile everything that exact odds and simulation need, once for this machine."""
    from houseway.games import editions_with_odds
    from houseway.games import games as known
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal.console import progress

    wanted = [one for one in editions_with_odds() if not games or one[0].id in games]
    dealt = [one for one in known().values() if one.has_deal and (not games or one.id in games)]
    with progress(len(wanted) + len(dealt), "kernels") as told:
        for found, edition in wanted:
            if make := getattr(found.odds, "warm", None):
                make()
            else:
                found.odds.results(TableRules(found.rulebook(edition)))
            told(1)
        for found in dealt:
            found.deal.warm()
            told(1)
