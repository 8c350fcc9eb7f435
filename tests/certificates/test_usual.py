"""The figures of usual tables are those that the rulebook leads to, or none are found."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.certificates import figures, usual
from houseway.games import Game, editions_with_odds, game
from houseway.rulebook.table_rules import TableRules

EDITIONS = [pytest.param(*one, id=f"{one[0].id}-{one[1]}") for one in editions_with_odds()]
STUD = "caribbean-stud-poker"
OLDER = "nj-19-47"  # an edition that extends another
SHIPPED = Path(usual.__file__).parents[1]


@pytest.mark.parametrize("found", dict.fromkeys(game for game, _ in editions_with_odds()))
def test_the_shipped_file_is_fresh(found: Game) -> None:
    shipped = (found.folder / usual.FILE).read_text(encoding="utf-8")
    assert shipped == usual.dumps(found), "make usual"


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_it_tells_what_the_rulebook_leads_to(found: Game, edition: str) -> None:
    known, book = usual.look_up(found, edition), found.rulebook(edition)
    assert known is not None
    assert known.title == book.title
    assert list(known.results) == figures.look_up(found, TableRules(book))
    assert {one.rulebook_hash for one in known.results} == {book.hash}


def test_an_edition_that_there_is_not_is_not_found() -> None:
    assert usual.look_up(game(STUD), "md") is None


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all that an edition's entry rests on, in use instead of what is shipped."""
    stud = game(STUD).folder
    for part in (SHIPPED / "rulebook", stud):
        shutil.copytree(part, tmp_path / part.relative_to(SHIPPED))
    monkeypatch.setattr(usual, "_RULEBOOK", tmp_path / "rulebook")
    return tmp_path


def found_in(house: Path) -> usual.Usual | None:
    return usual.look_up(Game(STUD, house / game(STUD).folder.relative_to(SHIPPED)), OLDER)


RESTS_ON = [
    "games/against_dealer/caribbean_stud_poker/nj-19-47.yaml",
    "games/against_dealer/caribbean_stud_poker/nj.yaml",
    "rulebook/models.py",
    "rulebook/extend.py",
    "rulebook/law/16-19-47.tsv",
    "rulebook/chapters/nj.yaml",
    "games/against_dealer/caribbean_stud_poker/nj-19-47.certificate.json",
]


@pytest.mark.parametrize("name", RESTS_ON)
def test_nothing_is_found_once_anything_has_changed(house: Path, name: str) -> None:
    path = house / name
    whole = path.read_bytes()
    assert found_in(house)
    path.write_bytes(whole + b"\n")
    assert found_in(house) is None
    path.write_bytes(whole)
    assert found_in(house)
    path.unlink()
    assert found_in(house) is None


def file_in(house: Path) -> Path:
    """The file of entries that is in use."""
    return house / game(STUD).folder.relative_to(SHIPPED) / usual.FILE


def forge(house: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the entry in the file that is in use."""
    entries = json.loads(file_in(house).read_text())
    change(entries[OLDER])
    file_in(house).write_text(json.dumps(entries))


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry.update(results=entry["results"][::-1]),
        lambda entry: entry.update(title="Another game"),
        lambda entry: entry.update(seal="0" * 64),
        lambda entry: entry.update(more=1),
        lambda entry: entry.pop("seal"),
        lambda entry: entry.clear(),
    ],
)
def test_nothing_is_found_in_an_entry_that_was_changed(
    house: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    assert found_in(house)
    forge(house, change)
    assert found_in(house) is None


@pytest.mark.parametrize("other", ["there-is-none.json", "nj.yaml"])
def test_the_odds_are_the_same_without_the_file(
    run, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    printed = run("odds", STUD, "--edition", OLDER).stdout
    monkeypatch.setattr(usual, "FILE", other)
    assert run("odds", STUD, "--edition", OLDER).stdout == printed
