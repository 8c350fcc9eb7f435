"""What `make site` does besides: games are listed from their folder, and links to files that are no
part of the site become plain words."""

import re
from pathlib import Path
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]*\)")
DATA = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)#]+\.(?:yaml|json|ipynb|py)\)")


def on_config(config: Any) -> Any:
    """Put every game in its place."""
    folder = Path(config["docs_dir"]) / "games"
    pages = [f"games/{one.name}" for one in sorted(folder.glob("*.md"))]
    for part in config["nav"]:
        for name, value in part.items():
            if value == "GAMES":
                part[name] = pages
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Leave out links that lead nowhere here; pages of the site link to each other."""
    inside = re.sub(r"\]\(\.\./([\w-]+\.md)", r"](../\1", markdown)
    return DATA.sub(r"\1", OUTSIDE.sub(_kept, inside))


def _kept(found: re.Match[str]) -> str:
    return found[0] if re.search(r"\(\.\./[\w-]+\.md[#)]", found[0]) else found[1]
