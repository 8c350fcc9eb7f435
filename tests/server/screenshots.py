"""Pictures of every page, wide and narrow, light and dark: ``make screenshots``.

They go to the folder that is named, for people to look at.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from house import ARGUMENTS, CHROMIUM, Running, running
from playwright.sync_api import Browser, Page, sync_playwright

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
LOOKS = [(size, scheme) for size in ("wide", "phone") for scheme in ("light", "dark")]
GAMES = (
    "three-card-blitz", "roulette", "craps", "blackjack", "pai-gow", "keno", "big-six",
    "mini-baccarat", "let-it-ride-poker", "ultimate-texas-hold-em",
)  # fmt: skip


def play(page: Page) -> None:
    """Bets as usual, and the window closed."""
    while page.locator("#act-1").count():
        page.locator(".decide button").first.click()
        page.wait_for_timeout(250)
    page.locator("#again").click()
    page.locator("#ready").click()
    page.wait_for_timeout(500)


def practice(house: Running, page: Page, shot: Callable[[str], None]) -> None:
    """The practice pages: a table with its coach, and a lesson up to its report."""
    page.goto(f"{house.base}/practice")
    shot("practice")
    page.get_by_role("button", name="Practise Three-Card Poker, New Jersey").click()
    page.locator("#again").click()
    page.locator("#ready").click()
    page.locator("#coach tr.best").wait_for()
    shot("coach-before")
    page.locator("#act-2").click()
    page.locator("#cost").wait_for()
    shot("coach-after")
    page.goto(f"{house.base}/practice/dealer?game=three-card-poker")
    page.get_by_label("Seed").fill("1")
    shot("trainer")
    page.get_by_role("button", name="Begin").click()
    shot("lesson-1")
    while not page.get_by_role("heading", name="Report").count():
        page.locator(".answers input[type=radio]").first.check()
        if page.locator("#amount").count():
            page.locator("#amount").fill("25")
            shot("lesson-2")
        page.locator("#answer").click()
        page.locator("#next").wait_for()
        shot("lesson-3")
        page.locator("#next").click()
    shot("report")
    page.goto(house.base)


def take(house: Running, browser: Browser, size: str, scheme: str, folder: Path) -> None:
    """All pages in one look."""
    context, page = house.come_in(
        browser,
        f"Ada {size} {scheme}",
        viewport=WIDE if size == "wide" else PHONE,
        color_scheme=scheme,
    )

    def shot(name: str, *, full: bool = True) -> None:
        page.wait_for_timeout(350)
        page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=full)

    shot("lobby")
    practice(house, page, shot)
    page.goto(f"{house.base}/games/three-card-blitz")
    shot("game")
    for game in GAMES if scheme == "light" else GAMES[:3]:
        page.goto(f"{house.base}/games/{game}")
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#now").wait_for()
        if game == "keno":
            page.locator("#buy").click()
            page.locator("#ready").click()
            shot(f"{game}-2")
            continue
        shot(f"{game}-1")
        play(page)
        shot(f"{game}-2")
        for _ in range(12):
            if not page.locator("#act-1").count():
                break
            page.locator(".decide button").first.click()
            page.wait_for_timeout(250)
        shot(f"{game}-3")
    context.close()


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with running(seed=11) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for size, scheme in LOOKS:
            take(house, browser, size, scheme, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
