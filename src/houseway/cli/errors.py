"""Errors of input as one line and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from houseway.cli.typed import as_typed

BAD_INPUT = 2
UsageError: Any = typer.BadParameter.__mro__[1]  # any misuse of the command line
ROLES = {
    "Look up": "games show diff law odds strategy equity",
    "Play and learn": "play train serve",
    "Design and test": "sweep simulate policies evenings parsheet petition submission check vectors"
    " replay verify recount",
    "Run a house": "sign rule-change guide card layout house tournament payouts backup restore",
    "Regulate": "audit witness export hands",
    "Write games": "new-game lint-game mutate certify warm",
}  # the commands in the order of the help, by what they are for
FAILED = 1
INTERRUPTED = 130
EXTRAS = {
    "numba": "odds",
    "numpy": "odds",
    "distributed": "cluster",
    "openpyxl": "documents",
    "typst": "documents",
    "sqlalchemy": "ledger",
    "alembic": "ledger",
    "argon2": "ledger",
    "psycopg": "postgres",
    "fastapi": "server",
    "httpx": "server",
    "jinja2": "server",
    "orjson": "server",
    "prometheus_client": "server",
    "uvicorn": "server",
    "httptools": "server",
    "uvloop": "server",
    "gymnasium": "gym",
    "pettingzoo": "gym",
    "pandas": "frames",
    "polars": "frames",
    "pyarrow": "frames",
}  # what is installed by name, and by which extra


class House(TyperGroup):
    """The one place where what is wrong with the input becomes a reason and an exit code.

    Refusals, files that cannot be used, records and certificates that do not hold and values that
    are none are all ``ValueError``.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """What the program can be given before a command."""
        return as_typed(super().get_params(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Print the commands by what they are for; what has no place in a role comes last."""
        left = dict.fromkeys(self.list_commands(ctx))
        for role, named in [*ROLES.items(), ("More", "")]:
            names = [name for name in named.split() if name in left] if named else list(left)
            commands = [(name, self.get_command(ctx, name)) for name in names]
            limit = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
            rows = [(name, one.get_short_help_str(limit)) for name, one in commands if one]
            for name in names:
                del left[name]
            if rows:
                with formatter.section(role):
                    formatter.write_dl(rows, col_max=limit)

    def make_context(self, *args: Any, **more: Any) -> Any:
        """Read what comes before a command; misuse ends with one line."""
        with _one_line():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; bad input ends it with its reason."""
        try:
            with _one_line():
                return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (RecursionError, OverflowError, MemoryError) as error:
            why = type(error).__name__.removesuffix("Error").lower()
            typer.echo(f"houseway: that is too deep or too large ({why})", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except (ValueError, OSError, ModuleNotFoundError, SyntaxError) as error:
            typer.echo(f"houseway: {_reason(error)}", err=True)
            raise typer.Exit(BAD_INPUT) from None


@contextmanager
def _one_line() -> Iterator[None]:
    """Say what is wrong with the command line, and where help is, in one line."""
    try:
        yield
    except UsageError as error:
        message = error.format_message().rstrip(".")
        if type(error).__name__ == "NoArgsIsHelpError":
            raise  # the help follows
        path = error.ctx.command_path if error.ctx else "houseway"
        end = "" if message.endswith("?") else "."
        typer.echo(f"houseway: {message}{end} Help: {path} -h", err=True)
        raise typer.Exit(BAD_INPUT) from None


def _reason(error: Exception) -> str:
    """Return the error as one line."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, SyntaxError):  # in a game that somebody writes
        return f"{error.filename}, line {error.lineno}: {error.msg}"
    if isinstance(error, ModuleNotFoundError):
        if error.name not in EXTRAS:
            raise error
        return f"this needs {error.name}: pip install 'houseway[{EXTRAS[error.name]}]'"
    first, *more = str(error).splitlines() or [type(error).__name__]
    return f"{first} (and {len(more)} more)" if more else first


def passed(holds: bool) -> None:
    """Exit with the code of a failed check, unless it passed."""
    if not holds:
        raise typer.Exit(FAILED)
