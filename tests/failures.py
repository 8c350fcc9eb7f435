"""Keep what a failed test leaves in build/failures/: log, screenshots, the command to rerun it."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "failures"


def command(test: str) -> str:
    """The command that runs a test again."""
    seed = os.environ.get("HOUSEWAY_SEED")
    words = [f"HOUSEWAY_SEED={seed}"] if seed else []
    if os.environ.get("HOUSEWAY_SOAK"):
        words.append("HOUSEWAY_SOAK=1")
    return " ".join([*words, ".venv/bin/pytest", f"'{test}'"])


def keep(item: pytest.Item, report: pytest.TestReport) -> None:
    """Write the log of a failed test, with screenshots of the pages that are open."""
    folder = FOLDER / re.sub(r"[^\w.-]+", "_", item.nodeid)[-150:]
    folder.mkdir(parents=True, exist_ok=True)
    parts = [command(item.nodeid), report.longreprtext]
    parts += [f"--- {title} ---\n{text}" for title, text in report.sections]
    (folder / f"{report.when}.log").write_text("\n\n".join(parts) + "\n")
    for number, page in enumerate(_pages(getattr(item, "funcargs", {}))):
        try:
            page.screenshot(path=folder / f"page-{number}.png", timeout=5_000)
        except Exception as error:  # a page that is closed or stuck has no picture
            (folder / f"page-{number}.txt").write_text(str(error))


def _pages(used: dict[str, Any]) -> list[Any]:
    browser = used.get("browser")
    return [page for context in getattr(browser, "contexts", ()) for page in context.pages]
