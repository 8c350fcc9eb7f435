"""The robot in a real browser: round after round of every game by what its page offers, and the
books of the house afterwards."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from house import Running, running, table_of, watched
from playwright.sync_api import Browser, Page

from houseway.games import games
from houseway.rulebook.refusal import Refused
from houseway.server.host import LITTLE, Host, Snapshot
from houseway.server.http.limits import Buckets
from houseway.server.practice.tables import Corner

ROBOT = (Path(__file__).parent / "robot.js").read_text()
SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
ROUNDS = 30 if SOAK else 6
SIZES = {(1440, 900): "wide", (1024, 768): "wide", (390, 844): "narrow"}
EDITIONS = [(id, edition) for id, found in games().items() for edition in found.editions]
ALONE = [one for one in EDITIONS if not games()[one[0]].has_bots]  # others need company
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=23, kind="durable") as found:
        found.app.state.buckets = Buckets(rate=1e6, burst=1e6)  # a robot is faster than hands
        yield found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_round_goes_on_by_what_is_offered(
    house: Running, browser: Browser, game: str, edition: str
) -> None:
    name = f"robot {game} {edition}"
    alone = (game, edition) in ALONE
    with watched(house, browser, name) as page:
        page.emulate_media(reduced_motion="reduce")
        table = (open_at if alone else practice_at)(house, page, game, edition)
        at = house.app.state.host if alone else AtPractice(house.app.state.practice.of(name))
        played = 0
        for size, sheet in SIZES.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.locator(f"#now[data-begun][data-sheet={sheet}]").wait_for()
            due = played + ROUNDS // len(SIZES)
            while played < due:
                if fresh_chips(at, name):
                    page.reload()
                page.locator("#now[data-begun]").wait_for()
                before = at.look(table, by=name).rounds
                page.evaluate(f"({ROBOT})({{rounds: {due - played}, seed: {len(game) + played}}})")
                played += at.look(table, by=name).rounds - before
        purse = page.locator("#balance" if alone else "#practice-balance")
        shown = (purse.text_content() or "").lstrip("$").replace(",", "")
        assert round(float(shown) * 100) == at.balance(name)
        assert house.app.state.host.house.reconcile().holds


class AtPractice:
    """Somebody's practice, looked at as a house is."""

    def __init__(self, corner: Corner) -> None:
        self.corner = corner

    def look(self, table: int, by: str) -> Snapshot:
        return self.corner.look(table)

    def balance(self, name: str) -> int:
        return self.corner.balance

    def buy_in(self, name: str) -> int:
        return self.corner.buy_in()


def fresh_chips(at: Host | AtPractice, name: str) -> bool:
    """Chips for somebody who has few left; whether they were needed. What lies on a table counts:
    who has enough there is refused, and plays with that."""
    if at.balance(name) >= LITTLE:
        return False
    with suppress(Refused):
        at.buy_in(name)
    return True


def open_at(house: Running, page: Page, game: str, edition: str) -> int:
    """A table of a game, sat down at."""
    page.goto(f"{house.base}/games/{game}?edition={edition}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#now[data-begun]").wait_for()
    return table_of(page)


def practice_at(house: Running, page: Page, game: str, edition: str) -> int:
    """A practice table of a game that nobody plays alone, with company."""
    page.goto(f"{house.base}/practice")
    form = page.locator("form", has=page.locator(f"input[name=game][value={game}]"))
    form.get_by_role("button").click()
    page.locator("#now[data-begun]").wait_for()
    return table_of(page)
