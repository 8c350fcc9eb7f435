"""A layout on paper: to scale, measured in feet and inches, every area listed."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import Result

from houseway.documents.blocks import Drawing, Grid
from houseway.documents.layout.felt import arranged
from houseway.documents.layout.printed import (
    MARGIN,
    area_rows,
    feet,
    printed,
    printed_svg,
    scale_of,
)
from houseway.games import games
from houseway.rulebook.table_rules import TableRules

EDITIONS = [
    (game.id, edition)
    for game in games().values()
    for edition in game.editions
    if not game.rulebook(edition).rates  # bets are marked on a card
]


def rules_of(game: str, edition: str) -> TableRules:
    return TableRules(games()[game].rulebook(edition))


def test_measures_are_told_to_a_quarter_of_an_inch() -> None:
    told = {
        0.25: '1/4"',
        1: '1"',
        11.75: '11 3/4"',
        12: "1' 0\"",
        18.5: "1' 6 1/2\"",
        35.95: "3' 0\"",
    }
    assert {inches: feet(inches) for inches in told} == told


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_drawing_is_to_scale_and_says_so(game: str, edition: str) -> None:
    rules, layout = rules_of(game, edition), games()[game].layout(edition)
    drawn = printed_svg(rules, layout)
    root = ElementTree.fromstring(drawn)
    wide, high = arranged(rules, layout, "wide").size
    _, _, across, down = (float(one) for one in str(root.get("viewBox")).split())
    assert across == pytest.approx(wide + 2 * MARGIN, abs=0.02)
    ratio = scale_of(wide)
    for said, inches in ((root.get("width"), across), (root.get("height"), down)):
        assert float(str(said).removesuffix("in")) * ratio == pytest.approx(inches, abs=0.02)
    assert float(str(root.get("width")).removesuffix("in")) <= 9.5  # of a sheet of eleven inches
    words = " ".join(root.itertext())
    assert f"Scale 1 to {ratio}:" in words
    assert feet(wide) in words
    assert feet(high) in words
    assert rules.book.title in words
    assert 'role="button"' not in drawn


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_area_is_listed_with_its_size(game: str, edition: str) -> None:
    rules, layout = rules_of(game, edition), games()[game].layout(edition)
    laid = arranged(rules, layout, "wide")
    rows = area_rows(laid, rules)
    named = {row[0] for row in rows}
    drawn = {rules.wagers[one.wager.partition("@")[0]].name for one in laid.areas}
    assert named == drawn
    for _, _, shape, size in rows:
        assert shape
        assert size == "takes a chip" or re.search(r'\d"', size)
    document = printed(rules, layout)
    assert document.paper == "us-tabloid"
    pictures = [block for block in document.blocks if isinstance(block, Drawing)]
    assert [one.inches for one in pictures] == [
        pytest.approx((laid.size[0] + 2 * MARGIN) / scale_of(laid.size[0]))
    ]
    assert any(isinstance(block, Grid) for block in document.blocks) == bool(laid.areas)


def test_keno_is_a_card_and_no_cloth() -> None:
    rules = rules_of("keno", "nj")
    made = printed(rules, games()["keno"].layout("nj"))
    (card,) = made.blocks
    assert isinstance(card, Drawing)
    assert (made.title, card.inches) == ("Keno: card", 7.0)
    words = " ".join(ElementTree.fromstring(card.svg).itertext())
    assert "80" in words.split()
    assert "Scale" not in words


def test_a_layout_is_written_as_its_file_says(run: Callable[..., Result], tmp_path: Path) -> None:
    game = EDITIONS[0][0]
    for name, begins in (("a.svg", b"<svg"), ("a.pdf", b"%PDF"), ("a.html", b"<!doctype html>")):
        out = tmp_path / name
        assert run("layout", game, "-o", str(out)).exit_code == 0
        assert out.read_bytes().startswith(begins)


def test_options_of_the_house_are_drawn(run: Callable[..., Result], tmp_path: Path) -> None:
    for id, game in games().items():
        book = game.rulebook(game.editions[0])
        flags = [n for n, o in book.options.items() if o.kind == "flag" and n.endswith("_offered")]
        for flag in flags:
            value = "no" if book.options[flag].default else "yes"
            out = tmp_path / "x.svg"
            done = run("layout", id, "-o", str(out), "--option", f"{flag}={value}")
            if done.exit_code == 0:
                assert out.read_text() != printed_svg(TableRules(book), game.layout(book.edition))
                return
    pytest.fail("no game has a wager that a house may offer")


def test_what_cannot_be_written_is_one_line(refused: Callable[..., str], tmp_path: Path) -> None:
    game = EDITIONS[0][0]
    assert "a layout file must end in" in refused("layout", game, "-o", str(tmp_path / "a.doc"))
    assert "No such file" in refused("layout", game, "-o", str(tmp_path / "no" / "a.svg"))
    assert "no game" in refused("layout", "no-such-game", "-o", str(tmp_path / "a.svg"))
