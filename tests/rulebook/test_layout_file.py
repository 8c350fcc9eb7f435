"""A layout's file: strict, with errors that name the key; files of a family are laid under it."""

from pathlib import Path

import pytest

from houseway.rulebook.layout import Layout, laid_over, read_layout
from houseway.rulebook.load import BadFile, check

SMALL = {"size": [40, 30], "areas": {"ante": {"circle": [4, 4, 1]}}}


@pytest.mark.parametrize(
    ("change", "key", "what"),
    [
        ({"sise": [1, 2]}, "sise", "there is no such key"),
        ({"size": [0, 30]}, "size.0", "greater than 0"),
        ({"areas": {"ante": {}}}, "areas.ante", "has one shape"),
        ({"areas": {"ante": {"circle": [1, 1, 1], "box": [1, 1, 1, 1]}}}, "areas.ante", "not 2"),
        ({"areas": {"ante": {"path": "m 1 1 z"}}}, "areas.ante", "capital letters"),
        ({"areas": {"ante": {"circle": [1, 1, 1], "ink": "mauve"}}}, "areas.ante.ink", "'white'"),
        ({"seats": {"areas": {}}}, "seats", "seats lie along an arc"),
        ({"inscriptions": [{"text": "x"}]}, "inscriptions.0", "at a point or along an arc"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(change: dict[str, object], key: str, what: str) -> None:
    with pytest.raises(BadFile) as told:
        check(Layout, {**SMALL, **change}, "layout.yaml")
    assert any(at == key and what in said for at, said in told.value.problems), told.value


def test_a_file_is_laid_over_what_it_is_like(tmp_path: Path) -> None:
    family, game = tmp_path, tmp_path / "game"
    game.mkdir()
    (family / "base.layout.yaml").write_text(
        "size: [40, 30]\nplaces: {dealer: {at: [20, 4]}, shoe: {at: [30, 4]}}\n"
        "inscriptions: [{text: below, at: [1, 1]}]\n"
    )
    assert read_layout(game, "nj") is None
    (game / "layout.yaml").write_text(
        "like: base\nsize: [50, 30]\nplaces: {dealer: {card: 3}, shoe:}\n"
        "inscriptions: [{text: above, at: [2, 2]}]\n"
    )
    found = read_layout(game, "nj")
    assert found is not None
    assert found.size == (50, 30)
    assert list(found.places) == ["dealer"]
    assert (found.places["dealer"].at, found.places["dealer"].card) == ((20, 4), 3)
    assert [one.text for one in found.inscriptions] == ["below", "above"]
    (game / "md.layout.yaml").write_text("size: [60, 30]\n")
    other = read_layout(game, "md")
    assert other is not None
    assert other.size == (60, 30)
    (game / "layout.yaml").write_text("- a\n")
    with pytest.raises(BadFile, match="a table of keys"):
        read_layout(game, "nj")


def test_numbers_replace_numbers_and_other_lists_are_added_to() -> None:
    assert laid_over({"at": [1, 2], "marks": [{"a": 1}]}, {"at": [3, 4], "marks": [{"b": 2}]}) == {
        "at": [3, 4],
        "marks": [{"a": 1}, {"b": 2}],
    }
