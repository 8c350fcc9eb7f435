"""How much a browser loads to show the lobby."""

from collections.abc import Iterator

import pytest
from house import Running, running
from playwright.sync_api import Browser

from houseway.games import games

MOST = 150_000  # bytes
SHOWN = """() => [...document.querySelectorAll("img[data-src]")].every((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top > innerHeight || bottom < 0 || (one.complete && one.naturalWidth > 0);
})"""  # whether every picture in the window is there
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
    loaded: dict[str, int] = {}
    session.on(
        "Network.loadingFinished",
        lambda said: loaded.update({said["requestId"]: said["encodedDataLength"]}),
    )
    page.goto(house.base)
    page.wait_for_function(SHOWN)
    assert 20_000 < sum(loaded.values()) < MOST
    felts = page.locator("img[data-src$='felt.svg']")
    assert felts.count() == len(games())
    assert 4 <= page.locator("img[src$='felt.svg']").count() < len(games()) / 2
    felts.last.scroll_into_view_if_needed()
    page.wait_for_function(SHOWN)
    assert felts.last.get_attribute("src")
    assert page.locator("h2").first.inner_text() == "Popular games"
    context.close()
