"""Figures of usual tables, found without reading a rulebook.

Most who ask for odds ask for those of a table at which the house has chosen nothing. Which results
of a certificate those are stands in the game's ``usual.json``, under a seal over all that it rests
on: the edition's rulebook and the code that reads it, the certificate, the entry itself. Where the
seal does not hold nothing is found here, and the rulebook is read as for any other table.

    python -m houseway.certificates.usual    writes the files anew; nothing is counted for it
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.counting.result import Result, canonical, sealed
from houseway.games import Game, editions_with_odds

_RULEBOOK = Path(__file__).parents[1] / "rulebook"
FILE = "usual.json"
DRAWN = ("layout.py", "handout.py", "placard.py")  # words and pictures change no figure


@dataclass(frozen=True)
class Usual:
    """What is to be told about the usual table of an edition."""

    title: str
    results: tuple[Result, ...]
    compulsory: tuple[str, ...] = ()  # wagers that everyone must make


def look_up(game: Game, edition: str) -> Usual | None:
    """The figures of the usual table as shipped; nothing if anything is not as it was then."""
    entry = _entries(game).get(edition)
    certificate = game.certificate(edition)
    if entry is None or not certificate.exists():
        return None
    if entry.pop("seal", "") != _seal(game, edition, entry):
        return None
    every = sealed(certificate.read_text(encoding="utf-8"))
    results = tuple(Result.from_json(*every[n]) for n in entry["results"])
    return Usual(entry["title"], results, tuple(entry["compulsory"]))


def _entries(game: Game) -> dict[str, dict[str, Any]]:
    try:
        text = (game.folder / FILE).read_text(encoding="utf-8")
        found: dict[str, dict[str, Any]] = json.loads(text)
    except (OSError, ValueError):
        return {}  # everything can be found without it
    return found


def _seal(game: Game, edition: str, entry: Mapping[str, Any]) -> str:
    """A hash over an entry and every file that it rests on."""
    files = {
        f"{path.parent.name}/{path.name}": _sha256(path.read_bytes())
        for path in _files(game, edition)
    }
    return _sha256(canonical([entry, files]))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _files(game: Game, edition: str) -> Iterator[Path]:
    """Return the files that determine an edition's rulebook and its certificate."""
    for pattern in ("*.py", "law/*.tsv", "chapters/*.yaml"):
        yield from (path for path in _RULEBOOK.glob(pattern) if path.name not in DRAWN)
    yield from (game.folder / f"{name}.yaml" for name in game.editions)
    yield game.certificate(edition)


# Making it


def write(games: Collection[Game] | None = None) -> None:
    """Write the files for the certificates at hand, of these games or of all. An edition whose
    certificate was made under another rulebook has no entry."""
    for game in dict.fromkeys(game for game, _ in editions_with_odds()):
        if games is None or game in games:
            (game.folder / FILE).write_text(dumps(game), encoding="utf-8")


def dumps(game: Game) -> str:
    """The text of a game's file: a line for each edition."""
    lines = [
        f"{json.dumps(edition)}: {json.dumps(entry, ensure_ascii=False)}"
        for edition in game.editions
        if (entry := _entry(game, edition))
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _entry(game: Game, edition: str) -> dict[str, Any] | None:
    from houseway.certificates import figures
    from houseway.rulebook.table_rules import TableRules

    book = game.rulebook(edition)
    rules = TableRules(book)
    found = figures.look_up(game, rules)
    if not found:
        return None
    every = figures.shipped(game, edition)
    entry = {
        "title": book.title,
        "results": [every.index(one) for one in found],
        "compulsory": list(rules.compulsory),
    }
    return {**entry, "seal": _seal(game, edition, entry)}


if __name__ == "__main__":
    write()
