"""Pages of the documentation that are written from the code.

python -m houseway.pages docs
"""

import json
import sys
from pathlib import Path

from houseway.certificates import published
from houseway.games import games
from houseway.pages import chapter_page, coverage, dossier, recount_page, scenario_words
from houseway.rulebook.models import Rulebook


def pages(folder: Path) -> dict[str, str]:
    """Every generated page, by its path in the documentation, which stands in a folder."""
    schema = json.dumps(Rulebook.model_json_schema(by_alias=True), indent=2) + "\n"
    return {
        "coverage.md": coverage.markdown(),
        "chapter-8.md": chapter_page.markdown("nj"),
        "published.md": published.markdown(folder),
        scenario_words.FILE: scenario_words.markdown(folder),
        "odds.md": recount_page.page((folder / "odds.md").read_text(encoding="utf-8")),
        "rulebook.schema.json": schema,
        **{f"games/{game.id}.md": dossier.markdown(game) for game in games().values()},
    }


def write(folder: Path) -> None:
    """Write them all."""
    for name, text in pages(folder).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
