"""Petition packs: every paper that a game can answer with, and what is missing."""

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from houseway.certificates import figures, petitions
from houseway.certificates.petitions import law
from houseway.documents.blocks import Clauses, Document, Grid, Heading
from houseway.documents.math_report import whole_game
from houseway.documents.petition_papers import (
    entrance_sign,
    petition_letter,
    release_form,
    submission_of_test,
)
from houseway.documents.plain import plain
from houseway.documents.poster import poster_source
from houseway.documents.subchapter import subchapter
from houseway.games import games
from houseway.rulebook.load import read
from houseway.rulebook.petition import Petition, Shown, Trial, trial_problems
from houseway.rulebook.table_rules import TableRules
from houseway.terminal import petition_pack
from houseway.terminal.petition_pack import ANSWERS, MISSING, Asked, checklist, drafted, pack
from houseway.terminal.scenarios import Played
from houseway.terminal.simulated import beside

BLITZ = "three-card-blitz"
CITED = re.compile(r"13:69F-[\d_]+\.\d+")
FOREIGN = re.compile(r"(?<![-:\d$])\b\d{1,2}\.\d+\([a-z]\)|\b(?:of|in|by) \d+\.\d+(?!%)")
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
    told = run("petition", "pack", BLITZ, "-o", str(path), "--rounds", "1000").stdout
    assert "[8.4(d), 8.4(d)7]" in told
    assert "as on checklist.pdf" in told
    archive = zipfile.ZipFile(path)
    names = {name.removeprefix(f"{BLITZ}/") for name in archive.namelist()}
    papers = {"rules", "layout", "sign", "guide", "dealer-card", "math-report", "par-sheet"}
    papers |= {"petition-letter", "release", "equipment", "scenarios", "sign-wall"}
    papers |= {"test-submission", "entrance-sign"}
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
    content, lacking = pack(replace(asked(BLITZ, given, blind="1"), rounds=1000))
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
    assert where[items["description.equipment_sketches"].says] == "petition.yaml"  # not made
    assert len(where) == len(items) + 1


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_draft_subchapter_has_lettered_paragraphs_in_numbered_sections(game) -> None:
    book = game.rulebook("nj")
    made = subchapter(book, game.handout)
    number = book.law.rpartition("-")[2]
    heads = [one.text for one in made.blocks if isinstance(one, Heading) and one.level == 1]
    assert heads[0] == f"13:69F-{number}.1 {'Definitions' if book.terms else 'Equipment'}"
    assert any("Settlement" in head or "Dealing" in head for head in heads)
    sections = {head.partition(" ")[0] for head in heads}
    said = [item for block in made.blocks if isinstance(block, Clauses) for item in block.items]
    assert {mark for level, mark, *_ in said if level == 0} >= {"(a)", "(b)"}
    assert {"1.", "2."} <= {mark for level, mark, *_ in said if level == 1}
    assert sum("shall" in text for *_, text, _ in said) > 20
    for *_, text, note in said:
        assert not note
        for cite in CITED.findall(text):
            assert cite in sections or cite in ("13:69F-8.3",)
        assert not FOREIGN.search(text), text


def test_a_pack_is_complete_only_if_its_own_checks_hold(monkeypatch) -> None:
    poker = asked("three-card-poker")
    monkeypatch.setattr(
        petition_pack, "pdf", lambda _: b"%PDF"
    )  # what is in them is told elsewhere
    monkeypatch.setattr(petition_pack, "_drawn", lambda _: {})
    monkeypatch.setattr(petition_pack, "_counted", lambda *_: {})
    monkeypatch.setattr(petition_pack, "played", lambda *_: [Played("f", "odd", "22.1", ("no",))])
    _, lacking = pack(poker)
    assert "a scenario does not hold: odd" in [one.reason for one in lacking]
    uncounted = [replace(one, second_count="") for one in petition_pack._results(poker)]
    monkeypatch.setattr(petition_pack, "_results", lambda _: uncounted)
    _, lacking = pack(poker)
    assert any(one.reason.startswith("no second count was made of: ") for one in lacking)


def test_a_letter_says_who_asks_for_what() -> None:
    given = read(Petition, EXAMPLE)
    wanted = asked(BLITZ, given, blind="1")
    made = plain(petition_letter(given, law("nj"), wanted.rules, ["Draft rules"], wanted.date))
    assert "Boardwalk Casino" in made
    assert "Another game that suits casinos and the public interest" in made
    assert "a test of the game, if it is approved (8.4(d)7)" in made
    assert "1. Draft rules" in made
    empty = plain(petition_letter(Petition(title="X"), law("nj"), wanted.rules, [], ""))
    assert "not requested yet" in empty
    assert "8.4(d)5" in plain(release_form(given))


def test_a_test_submission_says_what_it_lacks() -> None:
    given, rules = read(Petition, EXAMPLE), law("nj")
    trial = Trial(casinos=["Boardwalk Casino"], signage="as drawn", success_criteria="hold")
    lacking = trial_problems(rules, given, trial)
    made = submission_of_test(given, trial, rules, lacking)
    proposed = {row[0]: row[2] for row in rows(made, "Test")}
    assert proposed["8.4(f)2i"] == "Boardwalk Casino"
    assert set(proposed["8.4(f)2ii"]) == {"…"}
    assert {row[0] for row in rows(made, "Lacking")} >= {"8.4(f)2, 8.4(f)2ii"}
    assert [row[0] for row in rows(made, "Licenses")] == ["Blitz Games"]
    sign = poster_source(entrance_sign(given, trial), "wall")
    assert "3 Card Blitz" in sign
    assert "Boardwalk Casino" in sign


def test_the_whole_game_is_counted_once() -> None:
    poker = games()["three-card-poker"]
    rules = TableRules(poker.rulebook("nj"), limits={"ante": (1000, 50_000)})
    results = figures.at_table(poker, rules)
    stated = petitions.figures(Shown(game=poker.id))
    own = [one for one in results if one.wager in stated]
    (main, loss, risk), (every, *sums) = whole_game(results, own, rules)
    assert [one.wager for one in main] == ["main"]
    assert [one.wager for one in every] == ["main", "pair_plus", "six_card"]
    exact = main[0].outcomes
    assert (loss, risk) == (1000 * exact.house_advantage, 1000 * exact.mean_action)
    least = rules.limits["pair_plus"].minimum
    more = sum(one.outcomes.house_advantage for one in every[1:]) * least
    assert sums[0] == loss + more


def test_rounds_are_dealt_beside_the_exact_figures() -> None:
    poker = asked("three-card-poker")
    results = petition_pack._results(poker)
    found = beside(poker.game, poker.rules, results, 500)
    assert {one.wager for one in found} >= {"main"}
    assert all(one.agrees for one in found)
    wrong = replace(found[0], value=float(found[0].exact) + 5 * found[0].error)
    assert not wrong.agrees


def test_a_pack_is_a_zip(refused) -> None:
    assert "a document ends in .zip" in refused("petition", "pack", BLITZ, "-o", "pack.tar")
    assert "is not a date" in refused("petition", "pack", BLITZ, "-o", "p.zip", "--date", "soon")
