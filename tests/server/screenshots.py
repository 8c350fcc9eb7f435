"""Pictures of every page, wide and narrow, light and dark: ``make screenshots``.

They go to the folder that is named, for people to look at.
"""

import sys
from pathlib import Path

from house import ARGUMENTS, CHROMIUM, Running, running
from playwright.sync_api import Browser, Page, sync_playwright
from rounds import deal, decide, expose, seat

from houseway.server.durable import FLOOR, DurableHost

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


def take_eye(house: Running, browser: Browser, size: str, scheme: str, folder: Path) -> None:
    """The eye's pages in one look."""
    wanted = {"viewport": WIDE if size == "wide" else PHONE, "color_scheme": scheme}
    context, page = house.come_in(browser, f"Ida {size} {scheme}", "auditor", **wanted)

    def shot(name: str) -> None:
        page.wait_for_timeout(350)
        page.screenshot(path=folder / f"eye-{name}-{size}-{scheme}.png", full_page=True)

    page.goto(f"{house.base}/eye")
    shot("rounds")
    page.goto(f"{house.base}/eye/tables/1/rounds/1?step=24")
    shot("step")
    page.goto(f"{house.base}/eye/tables/1/rounds/1?step=999&as=1")
    shot("last")
    page.locator("#verify").click()
    page.locator(".verdict").wait_for()
    shot("proof")
    page.goto(f"{house.base}/eye/tables/2/rounds/1?step=12")
    shot("void")
    page.goto(f"{house.base}/eye/tables/4/rounds/1?step=999")
    shot("roulette")
    context.close()


def play_for_the_eye(host: DurableHost) -> None:
    """Rounds to look back on: settled, void and in progress, at a few tables."""
    first, second, third = (seat(host, "Ann", "Bob", "Cyd") for _ in range(3))
    for table in (first, second, third):
        deal(host, table, "Ann", "Bob", "Cyd")
    decide(host, first, "Ann", "Bob", "Cyd", what="play")
    expose(host, second)
    host.house.close_table(first, by=FLOOR, key="closed")
    wheel = seat(host, "Ann", "Bob", game="roulette")
    for number, name in ((1, "Ann"), (2, "Bob")):
        bets = {"straight@17": 500, "red": 2500, f"split@{17 + number}-{20 + number}": 1000}
        host.do(wheel, {"do": "bet", "seat": number, "bets": bets}, by=name)
    for number, name in ((1, "Ann"), (2, "Bob")):
        host.do(wheel, {"do": "ready", "seat": number}, by=name)


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with running(kind="durable") as house, sync_playwright() as playwright:
        play_for_the_eye(house.app.state.host)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for size, scheme in LOOKS:
            take_eye(house, browser, size, scheme, folder)
        browser.close()
    with running(seed=11) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for size, scheme in LOOKS:
            take(house, browser, size, scheme, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
