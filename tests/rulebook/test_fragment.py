"""What many subchapters say is written once; a rulebook brings its sections and its differences."""

from pathlib import Path

import pytest
import yaml

from houseway.rulebook.extend import read_edition
from houseway.rulebook.fragment import fragments, gaps, included
from houseway.rulebook.load import BadFile, read_yaml

HERE = Path(__file__)
SECTIONS = {"deck": "90.2", "shuffle": "90.4"}


def book(tmp_path: Path, **content: object) -> Path:
    path = tmp_path / "nj.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    return path


def test_gaps_are_filled_with_the_sections_of_the_game() -> None:
    found = included({"includes": {"one_deck": SECTIONS}}, HERE)
    assert found["rules"]["cut_at_least"]["cite"] == "90.4(c)1ii"
    assert found["conduct"]["90.2(b)2"].endswith("of two decks")


def test_what_has_a_gap_that_is_not_filled_is_left_out() -> None:
    found = included({"includes": {"one_deck": SECTIONS}}, HERE)
    assert "stub_counted" not in found["rules"]
    assert "improper_cut" in found["irregularities"]
    assert "card_face_up" not in found["irregularities"]
    assert [one["cite"] for one in found["constraints"]] == ["90.2(b)"]


def test_a_rulebook_lays_its_differences_over_it(tmp_path: Path) -> None:
    own = {"cut_at_least": {"is": 5}, "preshuffled_cut": None}
    found = read_edition(book(tmp_path, includes={"one_deck": SECTIONS}, rules=own))
    assert found["rules"]["cut_at_least"]["is"] == 5
    assert found["rules"]["cut_at_least"]["cite"] == "90.4(c)1ii"
    assert "preshuffled_cut" not in found["rules"]
    assert "includes" not in found


def test_choices_that_the_game_does_not_have_go(tmp_path: Path) -> None:
    found = read_edition(book(tmp_path, includes={"one_deck": SECTIONS}))
    assert found["rules"]["cut_required"]["by"] == {
        "shuffler": {"manual": True, "automated": False}
    }
    assert found["constraints"][0]["then"] == {"shuffler": ["automated"]}
    counting = {"shuffle": "90.4", "counting": "90.7(f)"}
    both = {"one_deck": SECTIONS, "counting_shuffler": counting}
    found = read_edition(book(tmp_path, includes=both))
    assert found["options"]["shuffler"]["choices"] == ["manual", "automated", "counting"]
    assert found["constraints"][0]["then"] == {"shuffler": ["automated", "counting"]}


def test_an_entry_can_be_left_out_by_name(tmp_path: Path) -> None:
    given = {**SECTIONS, "without": ["stated.idle_table"]}
    assert "idle_table" not in included({"includes": {"one_deck": given}}, HERE)["stated"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"two_decks": {}}, "'two_decks' is none of"),
        ({"one_deck": {"shufle": "90.4"}}, "'shufle' is none of its sections"),
        ({"one_deck": {"without": ["rules.nothing"]}}, "it has no rules.nothing"),
    ],
)
def test_what_there_is_not_is_one_line(given: object, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        included({"includes": given}, HERE)  # type: ignore[dict-item]


@pytest.mark.parametrize("name", fragments())
def test_every_fragment_says_what_its_gaps_are(name: str) -> None:
    path = fragments()[name]
    head = [line for line in path.read_text().splitlines() if line.startswith("#")]
    for gap in gaps(read_yaml(path)):
        assert any(gap in line for line in head), gap


def test_a_rulebook_names_what_is_included_where_the_order_matters(tmp_path: Path) -> None:
    own = {"bets": {"says": "Bets.", "cite": "90.5"}, "cut": "included", "shuffle": "included"}
    found = read_edition(book(tmp_path, includes={"one_deck": SECTIONS}, round=own))
    assert list(found["round"])[-3:] == ["bets", "cut", "shuffle"]
    assert found["round"]["cut"]["cite"].startswith("90.4(b)2")
    wrong = book(tmp_path, includes={"one_deck": SECTIONS}, round={"cutt": "included"})
    with pytest.raises(BadFile, match=r"round.cutt: no fragment has it"):
        read_edition(wrong)
