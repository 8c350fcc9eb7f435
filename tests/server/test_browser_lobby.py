"""How much a browser loads to show the lobby."""

from collections.abc import Iterator

import pytest
from house import Running, running
from playwright.sync_api import Browser

from houseway.games import games

MOST = 150_000  # bytes
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=5) as found:
        yield found


def test_the_lobby_is_light(house: Running, browser: Browser) -> None:
    """A first visit on a desktop: felts are compressed, and those that nobody has scrolled to yet
    are not loaded."""
    context, page = house.come_in(browser, "Ada", viewport={"width": 1440, "height": 900})
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    loaded: list[int] = []
    session.on("Network.loadingFinished", lambda said: loaded.append(said["encodedDataLength"]))
    page.goto(house.base)
    page.wait_for_load_state("networkidle")
    assert 20_000 < sum(loaded) < MOST
    felts = page.locator("img[src$='felt.svg']")
    assert felts.count() == len(games())
    assert page.locator("h2").first.inner_text() == "Popular games"
    context.close()
