"""Lists of the house: its games, and how far the law is covered."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.games import Game, games
from houseway.rulebook.law import Coverage
from houseway.rulebook.load import BadFile, read_yaml
from houseway.terminal.console import HEAD, grid


@dataclass(frozen=True)
class Entry:
    """One edition of a game, and what can be done with it."""

    game: str
    edition: str
    title: str
    law: str
    seats: int | None  # none where anyone may play who comes
    wagers: list[str]
    scenarios: int
    supports: list[str]

    def to_json(self) -> dict[str, Any]:
        """The entry as plain data."""
        return asdict(self)


def entries() -> list[Entry]:
    """Every edition of every game."""
    return [_entry(game, edition) for game in games().values() for edition in game.editions]


def _entry(game: Game, edition: str) -> Entry:
    book = game.rulebook(edition)
    return Entry(
        game=game.id,
        edition=edition,
        title=book.title,
        law=book.law,
        seats=book.seats.max if book.seats else None,
        wagers=[wager.name for wager in book.wagers.values()],
        scenarios=_scenarios(game, edition),
        supports=["play", "simulate", *(["odds"] if game.has_odds else [])],
    )


def _scenarios(game: Game, edition: str) -> int:
    files = [game.scenarios(edition), *game.act_scenarios(edition)]
    return sum(_scenarios_in(path) for path in files if path.exists())


def _scenarios_in(path: Path) -> int:
    content = read_yaml(path)
    if not isinstance(content, dict) or not isinstance(content.get("scenarios"), list):
        raise BadFile(str(path), [("scenarios", "is not a list")])
    return len(content["scenarios"])


def print_games(console: Console, found: list[Entry]) -> None:
    """The games, one edition a row; `show` has their wagers."""
    table = grid("game", "edition", "seats>", "wagers>", "scenarios>", "supports")
    for entry in found:
        table.add_row(
            Text(entry.game, HEAD),
            entry.edition,
            "any" if entry.seats is None else str(entry.seats),
            str(len(entry.wagers)),
            str(entry.scenarios),
            ", ".join(entry.supports),
        )
    console.print(table)


def print_coverage(console: Console, found: list[Coverage], total: str) -> None:
    """How each source is covered; of one source alone, the paragraphs that are missing."""
    from houseway.pages.coverage import percent

    table = grid("source", "paragraphs>", "executed>", "data>", "conduct>", "missing>", "covered>")
    for coverage in found:
        counts = coverage.counts
        table.add_row(
            coverage.source,
            str(coverage.total),
            *(str(counts[status]) for status in ("executed", "data", "conduct", "missing")),
            percent(coverage.share),
        )
    console.print(table)
    if len(found) == 1:
        missing = [paragraph.cite for paragraph, status in found[0].rows if status == "missing"]
        if missing:
            console.print(f"missing: {', '.join(missing)}")
    else:
        console.print(total)
