"""A game from a folder outside of the package, played through its page and through its table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import bet, finish, results, sit_down
from house import Running, running, watched
from playwright.sync_api import Browser, expect

import houseway.new_game
from houseway.games import forget_games

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    """A house with high card in it, as `houseway --games FOLDER serve` opens it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_GAMES", str(Path(houseway.new_game.__file__).parent))
        forget_games()
        with running(seed=3) as found:
            yield found
    forget_games()


def test_high_card_is_played_through_the_page_alone(house: Running, browser: Browser) -> None:
    with watched(house, browser, "inventor") as page:
        sit_down(page, house.base, "high-card")
        bet(page)
        finish(page)
        rows = [row for row in results(page) if row.locator(".cite").count()]
        assert rows
        expect(rows[0].locator(".cite")).to_contain_text("1.")


@pytest.mark.parametrize(
    ("path", "says"),
    [("/games/high-card", "raises or folds"), ("/games/high-card/strategy", "fold below a five")],
)
def test_its_rules_and_its_best_play_have_pages(
    house: Running, browser: Browser, path: str, says: str
) -> None:
    with watched(house, browser, f"reader of {path}") as page:
        page.goto(f"{house.base}{path}?edition=own")
        expect(page.locator("body")).to_contain_text(says)
