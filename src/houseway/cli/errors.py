"""What is wrong with the input, as one line and an exit code."""

from typing import Any

import typer
from typer.core import TyperGroup

from houseway.cli.typed import as_typed

BAD_INPUT = 2
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

    def invoke(self, ctx: Any) -> Any:
        """Run a command; bad input ends it with its reason."""
        try:
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


def _reason(error: Exception) -> str:
    """What is wrong, in one line."""
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
    """End with the code of a failed check, unless it holds."""
    if not holds:
        raise typer.Exit(FAILED)
