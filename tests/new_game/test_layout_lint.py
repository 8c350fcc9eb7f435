"""What does not fit in a layout is one line, with the file and the key; ours all fit."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.games import Game, forget_rulebooks, games, id_of, outside
from houseway.new_game.lint import Words, flaws, in_layout
from houseway.new_game.make import make
from houseway.rulebook import law

GAMES = list(games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_layouts_of_ours_fit(game: Game) -> None:
    assert [str(one) for one in flaws(game) if one.file.name.endswith("layout.yaml")] == []


def begun(folder: Path) -> Game:
    made = make("odd-card", folder)
    forget_rulebooks()
    game = Game(id_of(made), made)
    outside.add_law(game.folder)
    return game


def told(game: Game, old: str, new: str) -> list[str]:
    """What is said of a layout in which something is changed."""
    path = game.folder / "layout.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    forget_rulebooks()
    books = [game.rulebook("own")]
    found = [str(one) for one in in_layout(game, "own", books, Words({"dealer"}))]
    path.write_text(text)
    forget_rulebooks()
    return found


@pytest.fixture(autouse=True)
def own_law() -> Iterator[None]:
    """Paragraphs that a test brings are gone after it."""
    yield
    law.forget_sources()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    match: {", "    mach: {", "seats.areas.mach: is no wager of the game"),
        ("    match: {", "    mach: {", "areas: match has no area (wide)"),
        ("places:\n", "places:\n  attic: {at: [4, 4]}\n", "places.attic: no code knows the place"),
        ("{price:match}", "{price:mach}", "asks for a price of 'mach'"),
        ("{price:match}", "{rule:weather}", "asks for {rule:weather}: no such figure"),
        ("circle: [0, -1.8, 1.8]", "circle: [0, -1.8]", "seats.areas.ante.circle"),
        ("circle: [0, -1.8, 1.8]", "round: 3", "seats.areas.ante.round: there is no such key"),
        ("like: card_table", "like: no_table", "there is no no_table.layout.yaml"),
        ("1.1(c)", "9.9(z)", "there is no paragraph 9.9(z)"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    game = begun(tmp_path)
    found = told(game, old, new)
    assert any(said in line for line in found), found
    assert all("\n" not in line for line in found)


def test_a_game_that_is_begun_has_a_layout_that_fits(tmp_path: Path) -> None:
    game = begun(tmp_path)
    assert told(game, "like: card_table", "like: card_table") == []
    layout = game.layout("own")
    assert layout is not None
    assert layout.seats is not None
    assert set(layout.seats.areas) == set(game.rulebook("own").layout.areas)  # type: ignore[union-attr]


def test_a_game_like_another_takes_its_layout_along(tmp_path: Path) -> None:
    for old in GAMES:
        made = make("new-game", tmp_path / old.id, like=old)
        new = Game(id_of(made), made)
        for edition in new.editions:
            taken, before = new.layout(edition), old.layout(edition)
            assert taken is not None
            assert before is not None
            assert taken.size == before.size
