"""A page in a real browser, whose table loses its process."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from doors import Doors, doors
from house import ARGUMENTS, CHROMIUM, table_of
from kinds import one_of_each_family
from playwright.sync_api import Browser, Page, expect, sync_playwright
from test_browser_robot import ROBOT, SOAK
from test_workers import addresses, owner, pid, until

import postgres

ROUNDS = 30 if SOAK else 2
SLOW = 60_000  # milliseconds: the machine may be busy


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "no Chromium: apt-get install -y chromium"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


def come_in(chromium: Browser, house: Doors) -> Page:
    """Ada's page in the lobby."""
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(SLOW)
    page.goto(f"{house.base}/enter?token={house.link}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Lobby").wait_for()
    return page


@pytest.mark.soak
def test_the_robot_plays_a_house_of_two_processes(
    chromium: Browser, server: str, tmp_path: Path
) -> None:
    """A game of some families (of all in a soak) by what its page offers, on either process."""
    with (
        postgres.database(server) as url,
        doors("--workers", "2", "--database", url, "--data", str(tmp_path)) as house,
    ):
        until(lambda: len(addresses(url)) == 2)
        page = come_in(chromium, house)
        page.emulate_media(reduced_motion="reduce")
        for game in one_of_each_family()[:: 1 if SOAK else 3]:
            page.goto(f"{house.base}/games/{game}")
            page.locator("form[action$='/play'] button").first.click()
            page.wait_for_url("**/tables/*")
            page.locator("#now[data-begun]").wait_for()
            done = page.evaluate(f"({ROBOT})({{rounds: {ROUNDS}, seed: 7, pause: 150}})")
            played = page.locator("#now").get_attribute("data-rounds")
            assert played == str(ROUNDS) or "poor" in done, f"{game}: {played} rounds"
        page.context.close()


def test_a_page_goes_on_when_the_process_of_its_table_is_killed(
    chromium: Browser, server: str, tmp_path: Path
) -> None:
    """Twice, in two rounds; nothing is loaded again by hand."""
    expect.set_options(timeout=SLOW)
    with (
        postgres.database(server) as url,
        doors("--workers", "2", "--database", url, "--data", str(tmp_path)) as house,
    ):
        until(lambda: len(addresses(url)) == 2)
        page = come_in(chromium, house)
        page.goto(f"{house.base}/games/three-card-blitz")
        page.locator("form[action$='/play'] button").first.click()
        page.wait_for_url("**/tables/*")
        table = table_of(page)
        for round in (1, 2):
            page.locator("#again").click()
            page.locator("#ready").click()
            expect(page.get_by_role("status")).to_contain_text("Your turn")
            cards = page.locator(".hand.yours").get_attribute("aria-label")
            before = page.locator("#now").get_attribute("data-version") or "0"
            os.kill(pid(owner(url, table)), signal.SIGKILL)
            # the stream comes back by itself, and the page draws itself from the next process
            expect(page.locator("#now")).not_to_have_attribute("data-version", before)
            expect(page.locator(".hand.yours")).to_have_attribute("aria-label", cards or "")
            page.get_by_role("button", name="Fold").click()
            expect(page.get_by_role("status")).to_contain_text("Round over")
            expect(page.locator("#now")).to_have_attribute("data-rounds", str(round))
            until(lambda: len(addresses(url)) == 2)
        page.context.close()
