"""The command line as a test calls it: in this process, or as a program of its own."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from houseway.cli import app

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is left to a soak."""
    for item in items:
        if not SOAK and item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="takes long: make soak"))


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command; what is typed comes as lines."""
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: str, typed: str = "") -> Result:
        result = CliRunner().invoke(app, list(arguments), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must be refused, and return its one line of reason."""

    def call(*arguments: str) -> str:
        result = run(*arguments)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("houseway: ")
        return str(result.stderr.removeprefix("houseway: ").strip())

    return call


@pytest.fixture
def program() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the installed program."""

    def call(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from houseway.cli import main; main()", *arguments]
        return subprocess.run(
            command,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
            timeout=120,
        )

    return call
