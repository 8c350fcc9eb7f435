"""Petition packs: every paper that a game can answer with, and what is missing."""

import io
import zipfile
from pathlib import Path

import pytest
import yaml

from houseway.certificates.petitions import law
from houseway.documents.blocks import Document, Grid, Heading, Terms
from houseway.documents.subchapter import subchapter
from houseway.games import games
from houseway.rulebook.load import read
from houseway.rulebook.petition import Petition
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.petition_pack import ANSWERS, MISSING, Asked, checklist, drafted, pack

BLITZ = "three-card-blitz"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "petition.yaml"


def asked(id: str, given: Petition | None = None, **options: object) -> Asked:
    game = games()[id]
    book = game.rulebook(game.editions[0])
    written = given or Petition(title=book.title)
    return Asked(game, TableRules(book, options), options, written, "A. Smith", "2026-11-17")


def rows(made: Document, name: str) -> list[list[str]]:
    (grid,) = [block for block in made.blocks if isinstance(block, Grid) and block.name == name]
    return [list(row) for row in grid.rows]


def test_a_pack_has_every_paper(run, tmp_path) -> None:
    path = tmp_path / "pack.zip"
    told = run("petition", "pack", BLITZ, "-o", str(path)).stdout
    assert "[8.4(d), 8.4(d)7]" in told
    assert "as on checklist.pdf" in told
    archive = zipfile.ZipFile(path)
    names = {name.removeprefix(f"{BLITZ}/") for name in archive.namelist()}
    papers = {"rules", "layout", "sign", "guide", "dealer-card", "math-report", "par-sheet"}
    assert {f"{paper}.pdf" for paper in (*papers, "checklist")} <= names
    assert {"par-sheet.xlsx", "layout.svg", "petition.yaml", "data/nj.certificate.json"} <= names
    assert {"data/nj.yaml", "data/nj.scenarios.yaml"} <= names
    for name in archive.namelist():
        if name.endswith(".pdf"):
            assert archive.read(name).startswith(b"%PDF")
    kept = tmp_path / "petition.yaml"
    kept.write_bytes(archive.read(f"{BLITZ}/petition.yaml"))
    check = run("petition", "check", str(kept))
    assert check.exit_code == 1
    assert "true_odds" not in check.stdout  # the figures are the exact ones


def test_what_the_petitioners_wrote_completes_it() -> None:
    given = read(Petition, EXAMPLE)
    content, lacking = pack(asked(BLITZ, given, blind="1"))
    assert lacking == []
    kept = zipfile.ZipFile(io.BytesIO(content)).read(f"{BLITZ}/petition.yaml")
    written = yaml.safe_load(kept)
    assert written["petitioners"][0]["name"] == "Boardwalk Casino"
    assert written["description"]["summary"]["method"] == "seven cards each; play or fold"


def test_the_checklist_says_where_each_thing_is_or_that_it_is_missing() -> None:
    wanted = asked("roulette")
    petition = drafted(wanted, {})
    rules = law("nj")
    files = {"rules.pdf": b"", "layout.pdf": b""}
    where = {what: at for _, what, at in rows(checklist(rules, petition, [], files), "Checklist")}
    items = rules.contents.items
    assert set(ANSWERS) <= set(items)
    assert where[items["description.draft_rules.game"].says] == "rules.pdf"
    assert where[items["description.layout_sketch"].says] == "layout.pdf"
    assert where[items["description.figures"].says] == MISSING
    assert where[items["asks_for_test"].says] == MISSING
    assert where[items["description.equipment_sketches"].says] == "petition.yaml"  # the wheels
    assert len(where) == len(items) + 1


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_draft_subchapter_has_lettered_paragraphs_in_numbered_sections(game) -> None:
    book = game.rulebook("nj")
    made = subchapter(book, game.handout)
    number = book.law.rpartition("-")[2]
    heads = [one.text for one in made.blocks if isinstance(one, Heading) and one.level == 1]
    assert heads[0].startswith(f"13:69F-{number}.1 ")
    assert any(head.endswith(" Procedure") for head in heads)
    for block in made.blocks:
        if isinstance(block, Terms):
            marks = [mark for mark, _ in block.items]
            assert marks[0] == "(a)"
            assert len(set(marks)) == len(marks)


def test_a_pack_is_a_zip(refused) -> None:
    assert "a document ends in .zip" in refused("petition", "pack", BLITZ, "-o", "pack.tar")
    assert "is not a date" in refused("petition", "pack", BLITZ, "-o", "p.zip", "--date", "soon")
