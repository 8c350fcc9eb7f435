"""The reference of the command line as a page of the documentation: ``make docs`` writes it."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command

from houseway.cli import app
from houseway.cli.errors import ROLES

PAGE = "cli.md"
BAR = "\\|"
BARE = str.maketrans("", "", "{}")
HEAD = """# Command line

Every command of `houseway`, by what it is for. A game, a wager or an option is named by its id or
its title. Results go to stdout and messages to stderr. The exit code is 0; 1 when a check fails; 2
when the input is refused, with one line that says why. `houseway COMMAND -h` prints the same help,
and `houseway --install-completion` completes commands, games, wagers and options in bash, zsh and
fish.
"""


def markdown() -> str:
    """Return the page."""
    root: Any = get_command(app)
    context = root.context_class(root, info_name="houseway")
    parts = [HEAD, "## Before a command\n", *_options(root, context)]
    for role, names in ROLES.items():
        parts.append(f"\n## {role}\n")
        for name in names.split():
            if command := root.commands.get(name):
                parts += _command(command, f"houseway {name}", context, 3)
    return "\n".join(parts).rstrip() + "\n"


def _command(command: Any, path: str, parent: Any, level: int) -> Iterator[str]:
    """Yield the lines about a command and, of a group, about those in it."""
    context = command.context_class(command, info_name=path, parent=None)
    yield f"\n{'#' * level} {path}\n"
    yield " ".join((command.help or "").split()) + "\n"
    for name in getattr(command, "commands", {}):
        yield from _command(command.commands[name], f"{path} {name}", context, level + 1)
    if not hasattr(command, "commands"):
        usage = " ".join(command.collect_usage_pieces(context)).translate(BARE)
        yield f"```\n{path} {usage}\n```\n"
        yield from _options(command, context)


def _options(command: Any, context: Any) -> Iterator[str]:
    """Yield a table of what a command takes."""
    rows = [param.get_help_record(context) for param in command.get_params(context)]
    shown = [row for row in rows if row and row[0] != "--help"]
    if shown:
        yield "| | |\n|---|---|"
        for name, what in shown:
            cells = (f"`{name.removesuffix(' <str>')}`", " ".join(what.split()))
            yield f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |"


def main() -> None:
    """Write the page into the folder that is named."""
    folder = Path(sys.argv[1])
    (folder / PAGE).write_text(markdown(), encoding="utf-8")
    typer.echo(f"{folder / PAGE}")


if __name__ == "__main__":
    main()
