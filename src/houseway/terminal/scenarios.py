"""The scenarios of a game with what became of each: for laboratories and petitions."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from houseway.documents.blocks import Block, Document, Grid, Heading, Words
from houseway.games import Game
from houseway.referee.scenarios import as_scenarios, check_file
from houseway.rulebook.acts import ActsFile, check_acts
from houseway.rulebook.load import check, read_yaml
from houseway.wording.titles import prose


@dataclass(frozen=True)
class Played:
    """A scenario, the paragraphs that it is of, and what did not come out as it says."""

    file: str
    name: str
    cite: str
    problems: tuple[str, ...]


def played(game: Game, edition: str) -> list[Played]:
    """Return every scenario of an edition, each played through the referee."""
    found = list(_at_tables(game, edition)) if game.scenarios(edition).exists() else []
    for path in game.act_scenarios(edition):
        acts = check(ActsFile, read_yaml(path), str(path))
        found += [
            Played(path.name, one.scenario.name, one.scenario.cite, tuple(one.problems))
            for one in check_acts(game.acts, acts)
        ]
    return found


def _at_tables(game: Game, edition: str) -> Iterator[Played]:
    path: Path = game.scenarios(edition)
    file = as_scenarios(read_yaml(path), str(path))
    for one in check_file(file, game.play, game.rulebook(edition)):
        yield Played(path.name, one.scenario.name, one.scenario.cite, tuple(one.problems))


def scenario_report(game: Game, edition: str, found: list[Played]) -> Document:
    """Return the scenarios with their results."""
    book = game.rulebook(edition)
    held = sum(not one.problems for one in found)
    blocks: list[Block] = [
        Words(
            f"{held} of {len(found)} scenarios hold. A scenario is a round, or an act away from "
            "the table, that was worked out by hand from the text; the referee plays it, and "
            "cards, money and cites are compared."
        )
    ]
    for file in dict.fromkeys(one.file for one in found):
        rows = [
            [prose(one.name, book), one.cite, "; ".join(one.problems) or "holds"]
            for one in found
            if one.file == file
        ]
        blocks += [Heading(file), Grid(file, ["Scenario", "Paragraphs", "Result"], rows)]
    under = f"{book.law}, edition {edition}"
    running = f"{book.title} · scenarios · rulebook {book.hash[:16]}"
    return Document(f"Scenarios: {book.title}", under, blocks, running=running)
