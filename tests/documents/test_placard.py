"""Signs as placards: one page, whatever stands on it."""

import re
from pathlib import Path

import pytest

from houseway.documents.placard import SIZES, placard_html, placard_source, spread, write_placard
from houseway.games import games
from houseway.rulebook.placard import placard
from houseway.rulebook.table_rules import TableRules

# the longest signs of several families
LONG = ["craps", "keno", "pai-gow-poker", "colorado-hold-em-poker", "three-card-poker"]


def made(id: str, **options: object):
    game = games()[id]
    return placard(TableRules(game.rulebook(game.editions[0]), options), game.handout)


def pages(path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))


@pytest.mark.parametrize("id", LONG)
def test_a_sign_is_one_page(id, tmp_path) -> None:
    options = {}
    if id == "pai-gow-poker":
        options = {"bonus_offered": True, "insurance_offered": True}
    path = tmp_path / "sign.pdf"
    write_placard(made(id, **options), path)
    assert pages(path) == 1


def test_both_sizes_say_the_same(tmp_path) -> None:
    one = made("three-card-blitz")
    for size, (wide, high) in SIZES.items():
        path = tmp_path / f"{size}.svg"
        write_placard(one, path, size)
        points = f'viewBox="0 0 {wide * 72:g} {high * 72:g}"'
        assert points in path.read_text()[:400]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_word_of_a_sign_is_on_it_in_each_form(game) -> None:
    one = placard(TableRules(game.rulebook(game.editions[0])), game.handout)
    source, page = placard_source(one, "table"), placard_html(one)
    for line in one.rules:
        assert line.replace('"', '\\"') in source
        assert line.replace("'", "&#x27;") in page
    for table in one.tables:
        assert table.name.replace("'", "&#x27;") in page
        for _, price in table.rows:
            assert f'"{price}"' in source
            assert f"<td>{price}</td>" in page


def test_columns_are_of_about_the_same_height() -> None:
    parts = spread([(9, "a"), (1, "b"), (1, "c"), (8, "d")], 2)
    assert [[name for _, name in part] for part in parts] == [["a"], ["b", "c", "d"]]


def test_wagers_of_equal_prices_share_a_row() -> None:
    page = placard_html(made("roulette"))
    assert "<td>Red, Black, Odd, Even, 1 to 18, 19 to 36</td><td>1 to 1</td>" in page


def test_poker_without_a_limit_posts_its_stakes() -> None:
    one = made("poker")
    assert (one.minimum, one.maximum, list(one.limits)) == ("", "", [])
    assert list(one.stakes) == ["Hold 'em", "No limit; minimum bet $2", "Blinds $1 and $2"]
    assert "Minimum <b>" not in placard_html(one)
    for line in one.stakes:
        assert line in placard_source(one, "table")


def test_a_sign_may_say_which_table_it_is_of() -> None:
    game = games()["roulette"]
    one = placard(TableRules(game.rulebook("nj")), game.handout, place="Table 12, Pit 3")
    assert "Table 12, Pit 3" in placard_source(one, "table")
    assert "Table 12, Pit 3" in placard_html(one)
