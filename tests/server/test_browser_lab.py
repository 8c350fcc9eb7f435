"""The lab in a browser: typed prices, a phone, and what axe finds."""

import re
from collections.abc import Iterator

import pytest
from house import Running, findings, running, watched
from playwright.sync_api import Browser, expect

PAGES = {
    "light": [
        "/lab",
        "/lab/craps",
        "/lab/casino-war/strategy?hand=As&dealer=Ad",
        "/lab/roulette/bankroll",
    ],
    "dark": ["/lab/roulette?price.straight.straight=34"],
}


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running() as found:
        yield found


def test_a_price_is_typed_and_the_address_holds_it(house: Running, browser: Browser) -> None:
    with watched(house, browser, "Ada") as page:
        page.goto(f"{house.base}/games/roulette")
        page.get_by_role("link", name="Change prices and options in the lab").click()
        page.locator("#price-straight-straight").fill("34")
        page.locator("#price-straight-straight").press("Tab")
        expect(page).to_have_url(re.compile(r"/lab/roulette\?price\.straight\.straight=34$"))
        expect(page.get_by_text("Barred by this law")).to_be_visible()
        expect(page.locator("#figures tr", has_text="Straight")).to_contain_text("7.8947%")
        address = page.url
        page.goto(house.base)
        page.goto(address)
        expect(page.locator("#price-straight-straight")).to_have_value("34")
        page.get_by_role("link", name="Back to the usual table").click()
        expect(page.locator("#price-straight-straight")).to_have_value("35 to 1")


@pytest.mark.parametrize("scheme", list(PAGES))
def test_axe_finds_nothing_serious_and_a_phone_does_not_scroll_sideways(
    house: Running, browser: Browser, scheme: str
) -> None:
    narrow = {"width": 390, "height": 844}
    context, page = house.come_in(
        browser, f"Bo {scheme}", bypass_csp=True, color_scheme=scheme, viewport=narrow
    )
    found = {}
    for path in PAGES[scheme]:
        page.goto(house.base + path)
        page.locator("[aria-busy]").wait_for(state="detached")
        found[path] = findings(page)
        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert over <= 0, (path, over)
    context.close()
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
