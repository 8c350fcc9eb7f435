"""What is an extra and not installed is one line that names the extra."""

import sys
import tomllib
from pathlib import Path

import houseway
from houseway.cli.errors import EXTRAS

IMPORTED_AS = {
    "argon2-cffi": "argon2",
    "jinja2": "jinja2",
    "prometheus-client": "prometheus_client",
    "psycopg[binary]": "psycopg",
    "python-multipart": "python_multipart",
    "sqlalchemy": "sqlalchemy",
}
BY_OTHERS = {"python_multipart"}  # imported by the server's framework, not by us


def test_every_extra_is_known() -> None:
    project = tomllib.loads((Path(houseway.__file__).parents[2] / "pyproject.toml").read_text())
    for extra, needs in project["project"]["optional-dependencies"].items():
        for need in needs if extra != "test" else ():
            name = need.partition(">")[0].lower()
            module = IMPORTED_AS.get(name, name)
            if not module.startswith("houseway") and module not in BY_OTHERS:
                assert EXTRAS[module] == extra, module


def test_a_par_sheet_without_its_extra_is_one_line(refused, monkeypatch, tmp_path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    out = str(tmp_path / "sheet.pdf")
    assert "houseway[documents]" in refused("parsheet", "big-six", "-o", out)


def test_a_layout_needs_its_extra_for_paper_alone(run, refused, monkeypatch, tmp_path) -> None:
    for name in ("typst", "openpyxl", "numpy", "numba", "fastapi", "sqlalchemy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run("layout", "big-six", "-o", str(tmp_path / "layout.svg")).exit_code == 0
    assert "houseway[documents]" in refused("layout", "big-six", "-o", str(tmp_path / "l.pdf"))
