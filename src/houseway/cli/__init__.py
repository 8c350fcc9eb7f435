"""The command ``houseway``.

Results go to stdout, messages to stderr. The exit code is 2 for input that is refused, 1 for a
check that fails, 0 otherwise. Nothing is imported before a command needs it, so that help is
there at once.
"""

import gc
import os
from typing import Annotated

import typer

from houseway.cli import authors, certificates, chance, hands, mutate, odds, papers, rules, table
from houseway.cli.errors import House
from houseway.cli.typed import Command
from houseway.terminal import house, payout_systems, train

# Nobody plugs anything into the models here, and to look for it in every package takes its time
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

COMMANDS = (
    rules.games, rules.show, rules.diff, rules.law, rules.check,
    papers.sign, papers.rule_change, papers.guide, papers.card, papers.layout, papers.submission,
    table.play, table.serve, table.replay,
    chance.simulate, chance.policies, chance.evenings,
    odds.odds, odds.strategy, odds.sweep, odds.parsheet, odds.equity,
    certificates.certify, certificates.recount, certificates.verify, certificates.warm,
    authors.new_game, authors.lint_game, authors.vectors, mutate.mutate,
)  # fmt: skip

app = typer.Typer(
    cls=House,
    help="Casino table games by the book: cited rules, a referee, exact odds.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command. Nothing that is still there at its end is searched for garbage: the process
    ends anyway, and the search takes a tenth of the time of a command that only looks something up.
    """
    try:
        app()
    finally:
        gc.freeze()


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"houseway {version('houseway')}")
        raise typer.Exit


@app.callback()
def _house(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    games: Annotated[
        list[str] | None,
        typer.Option(
            "--games",
            metavar="FOLDER",
            help="A folder with games of your own; repeat for more. Their code is run.",
        ),
    ] = None,
) -> None:
    """Casino table games by the book: cited rules, a referee, exact odds."""
    if games:  # in the environment, so that processes started from this one have them too
        named = [os.path.abspath(one) for one in games]
        before = os.environ.get("HOUSEWAY_GAMES", "")
        os.environ["HOUSEWAY_GAMES"] = os.pathsep.join(filter(None, [*named, before]))


for command in COMMANDS:
    app.command(cls=Command)(command)
app.add_typer(papers.petition, name="petition")
app.add_typer(papers.tournament, name="tournament")
app.add_typer(hands.hands, name="hands")
house.register(app)
payout_systems.register(app)
train.register(app)
