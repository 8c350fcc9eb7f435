"""Arguments that several commands take."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from houseway.games import Game
    from houseway.rulebook.models import Rulebook


def _edition(context: typer.Context, value: str) -> str:
    """Return the game's first edition if none is named and it has no New Jersey edition."""
    asked = context.get_parameter_source("edition")
    if asked is not None and asked.name != "DEFAULT":
        return value
    from houseway.games import games

    found = games().get(context.params.get("game") or "")
    return value if found is None or value in found.editions else found.editions[0]


def _games(incomplete: str) -> list[str]:
    """Complete a game's id."""
    from houseway.games import games

    return [id for id in games() if id.startswith(incomplete)]


def _named(context: typer.Context) -> "Game | None":
    """Return the game that was named so far."""
    from houseway.games import games

    named = [context.params.get("game"), *context.args]
    return next((games()[name] for name in named if name in games()), None)


def _editions(context: typer.Context, incomplete: str) -> list[str]:
    """Complete an edition of the game that was named."""
    found = _named(context)
    return [name for name in (found.editions if found else ()) if name.startswith(incomplete)]


def _book(context: typer.Context) -> "Rulebook | None":
    found = _named(context)
    edition = context.params.get("edition") or "nj"
    known = found.editions if found else []
    return found.rulebook(edition if edition in known else known[0]) if found else None


def _options(context: typer.Context, incomplete: str) -> list[str]:
    """Complete an option of the game that was named or, after its name, one of its choices."""
    book = _book(context)
    choices = book.choices if book else {}
    name, chosen, _ = incomplete.partition("=")
    if chosen and name in choices:
        values = choices[name].choices or ["true", "false"]
        found = [f"{name}={value}" for value in values]
    else:
        found = [f"{name}=" for name in choices]
    return [one for one in found if one.startswith(incomplete)]


def _wagers(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a wager of the game that was named."""
    book = _book(context)
    return [name for name in (book.wagers if book else ()) if name.startswith(incomplete)]


def _bets(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a wager that is bet."""
    return [f"{name}=" for name in _wagers(context, incomplete)]


_GAME: Any = {
    "metavar": "GAME",
    "help": "A game's id or title, as `houseway games` lists it.",
    "autocompletion": _games,
}
GameId = Annotated[str, typer.Argument(**_GAME)]
AnyGame = Annotated[str | None, typer.Argument(**_GAME)]
Edition = Annotated[
    str,
    typer.Option(
        callback=_edition,
        help="The edition, as `houseway games` lists it.",
        autocompletion=_editions,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the table, by id or title; repeat for more.",
        autocompletion=_options,
    ),
]
Bets = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="WAGER=DOLLARS",
        help="A bet, wager by id or title; repeat for more.",
        autocompletion=_bets,
    ),
]
OneWager = Annotated[str, typer.Option(help="Only this wager.", autocompletion=_wagers)]
Frame = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="FILE", help="Write a .csv or .parquet file instead."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def find(name: str) -> "Game":
    """The game of that name."""
    from houseway.games import game

    return game(name)
