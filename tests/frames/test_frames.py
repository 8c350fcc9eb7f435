"""Results as frames and files: exact beside rounded, the same in every form."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import nbclient
import nbformat
import pandas
import polars
import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from houseway import frames
from houseway.certificates import usual
from houseway.cli import app
from houseway.games import game
from houseway.rulebook.refusal import Refused

NOTEBOOKS = Path(__file__).parents[2] / "docs/notebooks"
ROULETTE = usual.look_up(game("roulette"), "nj")
LIGHT = """
import sys
from houseway import frames
loaded = {name.split(".")[0] for name in sys.modules}
assert not loaded & {"pandas", "polars", "pyarrow", "numpy", "sqlalchemy"}, loaded
"""


def test_every_form_holds_the_same(tmp_path: Path) -> None:
    assert ROULETTE is not None
    rows = frames.figures(ROULETTE.results)
    assert rows[0]["house_advantage_exact"] == "1/19"
    assert frames.to_pandas(rows).to_dict("records") == rows
    assert frames.to_polars(rows).to_dicts() == rows
    frames.write(rows, tmp_path / "x.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "x.parquet").to_pylist() == rows
    frames.write(rows, tmp_path / "x.csv")
    kept = pandas.read_csv(tmp_path / "x.csv", dtype=str, keep_default_na=False)
    assert list(kept["house_advantage_exact"]) == [row["house_advantage_exact"] for row in rows]


def test_outcomes_add_up_exactly() -> None:
    assert ROULETTE is not None
    rows = frames.outcomes(ROULETTE.results[:1])
    assert sum(Fraction(int(row["count"]), int(row["denominator"])) for row in rows) == 1
    mean = sum(Fraction(row["net_exact"]) * Fraction(row["count"]) for row in rows)
    assert -mean / int(rows[0]["denominator"]) == Fraction(1, 19)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "column"),
    [
        ("odds roulette", "net_exact"),
        ("simulate roulette --rounds 50 --workers 1", "house_edge_value"),
        ("evenings roulette --bankroll 100 --evenings 100 --rounds 10 --workers 1", "bankroll"),
        ("sweep three-card-blitz --wager blind --paytable 30:2..3", "price_"),
    ],
)
def test_commands_write_parquet(tmp_path: Path, command: str, column: str) -> None:
    path = tmp_path / "x.parquet"
    done = CliRunner().invoke(app, [*command.split(), "-o", str(path)])
    assert done.exit_code == 0, done.output
    found = polars.read_parquet(path)
    assert found.height
    assert any(one.startswith(column) for one in found.columns), found.columns


def test_another_form_is_refused_in_one_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["odds", "roulette", "-o", str(tmp_path / "x.doc")])
    assert done.exit_code == 2
    assert done.output.strip() == "houseway: x.doc: a table file must end in .csv or .parquet"
    with pytest.raises(Refused):
        frames.write([], "x.json")


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda one: one.stem)
def test_notebooks_run(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells), "kept without what it printed"
    made = nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    assert any(cell.get("outputs") for cell in made.cells)
