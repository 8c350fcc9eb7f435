"""What the documents say is true: the README runs, and generated pages are fresh."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from houseway.cli import app, reference
from houseway.pages.__main__ import pages

ROOT = Path(__file__).parents[1]
PAGES = {**pages(ROOT / "docs"), reference.PAGE: reference.markdown}


WITH_PYTHON = ("README.md", "docs/python.md", "docs/for-designers.md", "docs/for-developers.md")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", WITH_PYTHON)
def test_python_in_the_documents_runs(page: str) -> None:
    result = doctest.testfile(
        str(ROOT / page),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
    )
    assert result.attempted >= 2
    assert result.failed == 0


def commands(page: str) -> list[list[str]]:
    """The commands in the fenced blocks of a page, without what is said beside them."""
    blocks = BLOCK.findall((ROOT / page).read_text())
    lines = [line for language, block in blocks if not language for line in block.split("\n")]
    shown = [re.split(r" {2,}", line)[0] for line in lines if line.startswith("houseway ")]
    return [shlex.split(line)[1:] for line in shown]


def test_commands_of_the_readme_run_in_order(tmp_path: Path) -> None:
    found = commands("README.md")
    assert len(found) >= 8
    for command in found:
        done = subprocess.run(
            [sys.executable, "-m", "houseway", *command],
            cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.parametrize("page", sorted(p.name for p in ROOT.glob("docs/*.md")))
def test_commands_of_the_documents_are_understood(page: str) -> None:
    root: Any = get_command(app)
    for command in commands(f"docs/{page}"):
        if "COMMAND" in command or "[OPTIONS]" in command:
            continue  # the reference, which is generated
        group, words = root, list(command)
        while hasattr(group, "commands") and words:
            assert words[0] in group.commands, f"{page}: houseway {' '.join(command)}"
            group = group.commands[words.pop(0)]
        known = {name for param in group.params for name in (*param.opts, *param.secondary_opts)}
        used = {word for word in words if word.startswith("--")}
        assert used <= known | {"--help"}, f"{page}: houseway {' '.join(command)}"


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_fresh(name) -> None:
    assert (ROOT / "docs" / name).read_text() == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))])
def test_links_lead_somewhere(page) -> None:
    path = ROOT / page
    for part in path.read_text().split("](")[1:]:
        target = part.split(")")[0]
        if not target.startswith("http"):
            assert (path.parent / target).exists(), f"{page}: {target}"


def test_doctests_of_every_module() -> None:
    import importlib
    import pkgutil

    import houseway

    failed, tried = 0, 0
    for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
        if module.name.endswith("__main__"):
            continue
        result = doctest.testmod(importlib.import_module(module.name))
        failed, tried = failed + result.failed, tried + result.attempted
    assert tried > 20
    assert failed == 0


def test_the_site_has_every_page_and_asks_nobody() -> None:
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = [page for part in site["nav"] for value in part.values() for page in _pages(value)]
    assert sorted(listed) == sorted(["GAMES", *(page.name for page in ROOT.glob("docs/*.md"))])
    assert site["theme"]["font"] is False
    assert "http" not in (ROOT / "mkdocs.yml").read_text().replace("http.md", "").replace(
        "http.server", ""
    )


def _pages(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
