"""Pages of the documentation that are written from the code.

python -m houseway.pages docs
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from houseway.certificates import published
from houseway.games import games
from houseway.pages import (
    authority_page,
    chapter_page,
    coverage,
    dossier,
    http_page,
    readings_page,
    recount_page,
    scenario_words,
)
from houseway.rulebook.models import Rulebook


def pages(folder: Path) -> dict[str, Callable[[], str]]:
    """How every generated page is written, by its path in the documentation, which stands in a
    folder."""
    return {
        "coverage.md": coverage.markdown,
        authority_page.FILE: authority_page.markdown,
        http_page.FILE: http_page.markdown,
        "chapter-8.md": partial(chapter_page.markdown, "nj"),
        "published.md": partial(published.markdown, folder),
        readings_page.FILE: readings_page.markdown,
        scenario_words.FILE: partial(scenario_words.markdown, folder),
        "odds.md": lambda: recount_page.page((folder / "odds.md").read_text(encoding="utf-8")),
        "rulebook.schema.json": lambda: (
            json.dumps(Rulebook.model_json_schema(by_alias=True), indent=2) + "\n"
        ),
        **{f"games/{game.id}.md": partial(dossier.markdown, game) for game in games().values()},
    }


def write(folder: Path) -> None:
    """Write them all."""
    for name, text in pages(folder).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
