"""What the documents say is true: the README runs, and generated pages are fresh."""

import doctest
from pathlib import Path

import pytest
import yaml

from houseway.pages.__main__ import pages

ROOT = Path(__file__).parents[1]
PAGES = pages(ROOT / "docs")


def test_the_readme_is_a_tutorial_that_runs() -> None:
    result = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert result.attempted > 10
    assert result.failed == 0


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
