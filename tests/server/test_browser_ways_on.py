"""No page of a table is a dead end: chips, a way out, another player, usual amounts."""

from collections.abc import Iterator

import pytest
from house import Running, running, take_all, watched
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=5, kind="durable") as found:
        yield found


def sit_down(house: Running, page: Page, game: str) -> None:
    page.goto(f"{house.base}/games/{game}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#now[data-begun]").wait_for()


def test_out_of_chips_offers_chips(house: Running, browser: Browser) -> None:
    with watched(house, browser, "Ada") as page:
        page.set_viewport_size(PHONE)
        take_all(house.app.state.host, "Ada")
        sit_down(house, page, "blackjack")
        expect(page.locator("#rail")).to_contain_text("You are out of chips.")
        expect(page.locator("#chips")).to_have_count(0)
        page.locator("#fresh-chips").click()
        expect(page.locator("#chips")).to_be_visible()
        expect(page.locator("#purse")).to_contain_text("Chips $1,000")
        expect(page.locator("#purse")).to_contain_text("Limits $1 to $1,000")


def test_getting_up_takes_back_what_lies_there(house: Running, browser: Browser) -> None:
    with watched(house, browser, "Bea") as page:
        sit_down(house, page, "three-card-poker")
        page.locator("#again").click()
        expect(page.locator(".staked")).to_be_visible()
        page.get_by_role("button", name="Get up").click()
        expect(page.locator("#get-up")).to_be_hidden()
        expect(page.locator("#purse")).to_contain_text("Chips $1,000")
        expect(page.get_by_role("heading", name="Three-Card Poker")).to_be_visible()


def test_signing_out_asks_and_offers_a_password(house: Running, browser: Browser) -> None:
    with watched(house, browser, "Cyd") as page:
        page.get_by_role("link", name="Cyd").click()
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        button = page.get_by_role("button", name="Sign out")
        expect(button).to_be_hidden()
        page.get_by_text("Sign out", exact=True).first.click()
        expect(page.locator(".leave")).to_contain_text("You have no password")
        expect(page.get_by_role("link", name="set one")).to_be_visible()
        button.click()
        expect(button).to_have_count(0)


def test_chemin_de_fer_bids_little_and_says_that_another_player_is_needed(
    house: Running, browser: Browser
) -> None:
    with watched(house, browser, "Dan") as page:
        sit_down(house, page, "baccarat-chemin-de-fer")
        expect(page.locator("#alone")).to_contain_text("Another player is needed")
        expect(page.get_by_role("button", name="Bid $5")).to_be_visible()
        page.get_by_label("Amount").fill("20")
        expect(page.get_by_role("button", name="Bid $20")).to_be_visible()
