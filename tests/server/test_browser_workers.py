"""A page in a real browser, whose table loses its process."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from doors import doors
from house import ARGUMENTS, CHROMIUM, table_of
from playwright.sync_api import Browser, expect, sync_playwright
from test_workers import addresses, owner, pid, until

import postgres

SLOW = 60_000  # milliseconds: the machine may be busy


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "no Chromium: apt-get install -y chromium"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


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
        page = chromium.new_context().new_page()
        page.set_default_timeout(SLOW)
        page.goto(f"{house.base}/enter?token={house.link}")
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("heading", name="Lobby").wait_for()
        page.goto(f"{house.base}/games/three-card-blitz")
        page.locator("form[action$='/play'] button").first.click()
        page.wait_for_url("**/tables/*")
        table = table_of(page)
        for round in (1, 2):
            page.locator("#again").click()
            page.locator("#ready").click()
            expect(page.get_by_role("status")).to_contain_text("It is for you to decide")
            cards = page.locator(".yours svg").get_attribute("aria-label")
            before = page.locator("#now").get_attribute("data-version") or "0"
            os.kill(pid(owner(url, table)), signal.SIGKILL)
            # the stream comes back by itself, and the page draws itself from the next process
            expect(page.locator("#now")).not_to_have_attribute("data-version", before)
            assert page.locator(".yours svg").get_attribute("aria-label") == cards
            page.get_by_role("button", name="Fold").click()
            expect(page.get_by_role("status")).to_contain_text("The round is over")
            expect(page.locator("#now")).to_have_attribute("data-rounds", str(round))
            until(lambda: len(addresses(url)) == 2)
        page.context.close()
