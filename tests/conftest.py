"""The command line as a test calls it: in this process, or as a program of its own."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner, Result

import failures
import postgres
import tiers
import times
from houseway.cli import app
from houseway.ledger.tables import snapshots
from houseway.referee.table import Table

FOLDER = Path(__file__).parents[1] / "build"
DONE = FOLDER / "soak-passed.txt"

# No check of hypothesis depends on the speed of the machine; the gate tries the same every time.
for profile, same in {"gate": True, "soak": False}.items():
    settings.register_profile(
        profile,
        derandomize=same,
        deadline=None,
        database=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
settings.load_profile("soak" if tiers.SOAK else "gate")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--resume", action="store_true", help="leave out what passed in a soak that was interrupted"
    )


def pytest_configure(config: pytest.Config) -> None:
    if os.access(postgres.MEMORY, os.W_OK):
        for name in ("TMPDIR", "PYTEST_DEBUG_TEMPROOT"):
            os.environ.setdefault(name, str(postgres.MEMORY))
        tempfile.tempdir = None  # read TMPDIR again
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        times.start()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave soak tests out of the gate, and out of a resumed soak those that passed before."""
    tiers.mark(items)
    passed = set(DONE.read_text().splitlines()) if config.option.resume and DONE.exists() else set()
    named = any("::" in argument for argument in config.args)
    kept, left = [], []
    for item in items:
        only_soak = item.get_closest_marker("soak") and not tiers.SOAK and not named
        (left if only_soak or item.nodeid in passed else kept).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = sorted(kept, key=tiers.order)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    measured = times.record(item.nodeid)
    next(measured)
    done = yield
    next(measured, None)
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[pytest.TestReport]:
    report = yield
    if report.failed:
        failures.keep(item, report)
    elif report.when == "call" and tiers.SOAK:
        DONE.parent.mkdir(exist_ok=True)
        with DONE.open("a") as file:
            file.write(f"{item.nodeid}\n")
    return report


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print how to run each failed test again."""
    failed = [
        one.nodeid for key in ("failed", "error") for one in terminalreporter.stats.get(key, [])
    ]
    if failed:
        terminalreporter.section("run again; logs and screenshots are in build/failures/")
    for test in dict.fromkeys(failed):
        terminalreporter.line(failures.command(test))


@pytest.fixture(autouse=True)
def strict_tables(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an error in a round fail the test instead of voiding the round, unless it is marked."""
    if request.node.get_closest_marker("faults") is None:
        for opens in (Table.__init__, snapshots.table):
            monkeypatch.setitem(opens.__kwdefaults__, "strict", True)


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
