"""An edition known in part is the other edition with its own words laid over it."""

from pathlib import Path

import pytest
import yaml

from houseway.games import Game, games
from houseway.rulebook import law
from houseway.rulebook.chapter import chapter
from houseway.rulebook.cite import CHAPTER, is_under
from houseway.rulebook.extend import fitted, in_chapter, overlay, read_edition
from houseway.rulebook.load import BadFile, read_yaml


def write(path: Path, content: object) -> Path:
    path.write_text(yaml.safe_dump(content))
    return path


def test_what_is_not_said_comes_from_the_edition_below(tmp_path: Path) -> None:
    below = {
        "edition": "nj",
        "seats": {"max": 7, "cite": "2.1"},
        "rules": {"burn": {"is": 1, "cite": "2.6(c)"}, "fee": {"is": 2, "cite": "2.3(l)"}},
        "readings": [{"at": "2.3(a)3"}],
        "conduct": {"2.4(b)": "people"},
    }
    write(tmp_path / "nj.yaml", below)
    own = {
        "extends": "nj",
        "edition": "nj-19-47",
        "rules": {"burn": {"cite": "2.2(a)"}, "fee": None},
        "readings": [{"at": "2.3(k)"}],
    }
    assert read_edition(write(tmp_path / "nj-19-47.yaml", own)) == {
        "edition": "nj-19-47",
        "seats": {"max": 7, "cite": "69F-2.1"},
        "rules": {"burn": {"is": 1, "cite": "2.2(a)"}},
        "readings": [{"at": "2.3(k)"}, {"at": "69F-2.3(a)3"}],
        "conduct": {"69F-2.4(b)": "people"},
    }


def test_an_edition_that_extends_nothing_is_itself(tmp_path: Path) -> None:
    assert read_edition(write(tmp_path / "nj.yaml", {"edition": "nj"})) == {"edition": "nj"}


def test_extending_what_is_not_there_names_file_and_key(tmp_path: Path) -> None:
    path = write(tmp_path / "nj-19-47.yaml", {"extends": "nj"})
    with pytest.raises(BadFile, match=r"nj-19-47.yaml: extends: there is no nj.yaml"):
        read_edition(path)


def test_what_both_texts_say_alike_is_cited_from_the_older(tmp_path: Path) -> None:
    below = {
        "rules": {"void": {"is": 1, "cite": "2.3(b), 2.7(b)"}},
        "readings": [{"at": "2.3(a)3"}, {"at": "2.3(b)"}, {"at": "2.7(b), 2.3(d)"}],
        "constraints": [{"when": {}, "then": {}, "cite": "2.2(a)4"}],
        "conduct": {"2.3(h)": "people", "2.4(b)": "people", "2.6A(b)": "people"},
    }
    write(tmp_path / "nj.yaml", below)
    own = {
        "extends": "nj",
        "law_sources": ["02-19-47"],
        "alike": ["2.3(b)", "2.3(h)"],
        "lacks": ["2.6A"],
    }
    assert read_edition(write(tmp_path / "nj-19-47.yaml", own)) == {
        "law_sources": ["02-19-47"],
        "rules": {"void": {"is": 1, "cite": "2.3(b), 69F-2.7(b)"}},
        "readings": [{"at": "2.3(b)"}],  # the others rest on paragraphs that are worded otherwise
        "constraints": [],
        "conduct": {"2.3(h)": "people"},
    }


def test_only_a_paragraph_of_its_own_can_be_alike(tmp_path: Path) -> None:
    write(tmp_path / "nj.yaml", {"edition": "nj"})
    own = {"extends": "nj", "law_sources": ["16-19-47"], "alike": ["16.5(c)", "16.12(a)"]}
    with pytest.raises(BadFile, match=r"alike: 16.12\(a\) is none of its paragraphs"):
        read_edition(write(tmp_path / "nj-19-47.yaml", own))


def test_with_a_choice_go_its_cases_and_constraints() -> None:
    hand = {"when": {"dealing": ["hand"]}, "then": {"burn": [True]}, "cite": "1"}
    shoe = {"when": {"dealing": ["shoe", "hand"]}, "then": {"burn": [False]}, "cite": "2"}
    fee = {"when": {"burn": [True]}, "then": {"fee": [False]}, "cite": "3"}
    content = {
        "options": {"dealing": {"choices": ["shoe", "two"]}, "burn": {"kind": "flag"}},
        "paytables": {"main": {"tables": {"A": []}}},
        "rules": {"hours": {"by": {"dealing": {"shoe": 24, "hand": 4, "two": 24}}}},
        "wagers": {"bet": {"cases": {"main": {"B": {}}, "fee": {"true": {}}}}},
        "round": {"cut": {"cite_by": {"burn": {"true": "1", "false": "2"}}}},
        "constraints": [hand, shoe, fee],
    }
    assert fitted(content) == content | {
        "rules": {"hours": {"by": {"dealing": {"shoe": 24, "two": 24}}}},
        "wagers": {"bet": {"cases": {"main": {}}}},
        "constraints": [{**shoe, "when": {"dealing": ["shoe"]}}],
    }


OLDER = [game for game in games().values() if "nj-19-47" in game.editions]


@pytest.mark.parametrize("game", OLDER, ids=lambda game: game.id)
def test_nothing_is_taken_from_the_current_text_where_the_older_speaks(game: Game) -> None:
    book = game.rulebook("nj-19-47")
    cited = law.cited(book.model_dump(mode="json", by_alias=True)) | set(book.conduct)
    spoken = [p.cite for name in book.law_sources for p in law.paragraphs(name)]
    lacking = read_yaml(game.folder / "nj-19-47.yaml").get("lacks", [])
    barred = [CHAPTER + cite for cite in (*spoken, *lacking)]
    assert [one for one in sorted(cited) if any(is_under(one, cite) for cite in barred)] == []


def test_lists_are_put_in_place_of_lists() -> None:
    assert overlay({"choices": [1, 2], "x": 1}, {"choices": [3]}) == {"choices": [3], "x": 1}


def test_every_form_of_cite_gets_its_chapter() -> None:
    found = in_chapter(
        {
            "at": "2.3(d)",
            "cites": {"A": "2.18(a), 69E-1.10"},
            "cite_by": {"dealing": {"hand": "2.6A(b)"}},
            "borrows": {"8.3": "notice"},
        }
    )
    assert found == {
        "at": "69F-2.3(d)",
        "cites": {"A": "69F-2.18(a), 69E-1.10"},
        "cite_by": {"dealing": {"hand": "69F-2.6A(b)"}},
        "borrows": {"69F-8.3": "notice"},
    }


def test_the_older_edition_plays_under_the_current_rules_for_every_table() -> None:
    assert chapter("nj-19-47").limits.cite == "69F-8.2(a)"
    assert chapter("nj").limits.cite == "8.2(a)"
    assert "69F-8.2(a)" in law.known("nj-19-47")
    assert "8.2(a)" not in law.known("nj-19-47")
