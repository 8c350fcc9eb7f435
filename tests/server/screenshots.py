"""Pictures of every page, wide and narrow, light and dark: ``make screenshots``.

They go to the folder that is named, for people to look at. After it may come looks and games, as in
``screenshots.py build/screenshots phone-dark craps``, where not all are wanted. ``screenshots.py
docs/screenshots best`` takes those that the README shows, small enough to be kept.
"""

import base64
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from house import ARGUMENTS, CHROMIUM, Running, running, table_of
from playwright.sync_api import Browser, Page, sync_playwright
from rounds import deal, decide, expose, seat

from houseway.games import games
from houseway.server.durable import FLOOR, DurableHost
from houseway.server.host import Host
from houseway.simulation.policies import usual_bets

SIZES = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 375, "height": 812}}
LOOKS = [f"{size}-{scheme}" for size in SIZES for scheme in ("light", "dark")]
LETTERS = dict(zip(LOOKS, ("", " B.", " C.", " D."), strict=True))  # a name lets one person in
OTHERS = {1: "Ben", 2: "Cyd", 5: "Fay"}
BEST = {
    "lobby-wide-light", "table-three-card-blitz-2-wide-light", "eye-step-wide-dark",
    "floor-open-wide-light", "table-craps-3-wide-light", "table-roulette-3-phone-dark",
    "table-poker-2-wide-light", "floor-tables-wide-light",
}  # fmt: skip
BUSY = "three-card-blitz"  # where others play too
Shot = Callable[[str], None]


STILL = """async () => {
  const ends = one => Number.isFinite(one.effect?.getComputedTiming().endTime);
  const runs = one => one.playState === "running" && ends(one);
  const moving = () => document.getAnimations().filter(runs);
  while (moving().length) await Promise.allSettled(moving().map(one => one.finished));
  await document.fonts.ready;
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}"""  # until nothing moves that comes to an end, and it is painted


def settle(page: Page) -> None:
    """Wait until what was asked for is drawn."""
    page.locator(".htmx-request").first.wait_for(state="detached")
    if page.locator("#now").count():
        page.locator("#now[data-begun]").wait_for()
    page.evaluate(STILL)


def first(page: Page) -> bool:
    """Answer a decision with the first button that can be pressed, or set hands with the pieces in
    their order; whether there was one."""
    if page.locator("#setting").count():
        while page.locator(".pile .piece").count() and not page.locator("#set").is_enabled():
            page.locator(".pile .piece").first.click()
        lawful = page.locator("#set").is_enabled()
        page.locator("#set" if lawful else ".decide button:enabled").first.click()
    elif page.locator(".decide button").count():
        page.locator(".decide button").first.click()
    else:
        return False
    settle(page)
    return True


def tickets(page: Page, shot: Shot) -> None:
    """A ticket is bought and drawn."""
    for number in (3, 17, 42, 65, 80):
        page.locator(f"[data-number='{number}']").click()
    shot("1")
    page.locator("#buy").click()
    settle(page)
    shot("2")
    page.locator("#ready").click()
    settle(page)
    shot("3")


def company(host: Host, table: int) -> None:
    """Others sit down and are ready before the one whose page is shown."""
    rules = next(card.rules for card in host.tables() if card.id == table)
    for number, name in OTHERS.items():
        host.do(table, {"do": "sit", "seat": number}, by=host.enter(name))
    others(host, table)
    for number, name in host.look(table, by="").players.items():
        if not name.startswith("Ada"):
            host.do(table, {"do": "bet", "seat": number, "bets": usual_bets(rules)}, by=name)
            host.do(table, {"do": "ready", "seat": number}, by=name)


def others(host: Host, table: int) -> None:
    """Whatever is asked of the others is answered with the first choice."""
    while isinstance(number := (found := host.look(table, by="")).asked_of, int):
        name = found.players[number]
        if name.startswith("Ada"):
            return
        ask = host.look(table, by=name, seat=number).ask
        assert ask
        host.do(table, {"do": "act", "seat": number, "what": ask.choices[0].name}, by=name)


def rounds(page: Page, shot: Shot, host: Host | None = None) -> None:
    """A round: before the bets, at the first decision, and settled; with others at the table where
    there is a host to let them in."""
    for _ in range(3):  # what comes before the bets
        if page.locator(".rail").count() or not first(page):
            break
    shot("1")
    if host:
        company(host, table_of(page))
        page.reload()
    if page.locator("#again").count():  # where players are the bank there is nothing to bet yet
        page.locator("#again").click()
        settle(page)
        page.locator("#ready").click()
        settle(page)
    if host:
        others(host, table_of(page))
        page.reload()
    shot("2")
    for _ in range(12):
        if not first(page):
            break
    shot("3")


def picture(page: Page, file: Path) -> None:
    """A page as high as it is, so that what sticks to the foot of a window is where it ends."""
    size = page.viewport_size
    assert size
    page.mouse.move(0, 0)
    high = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": high})
    page.evaluate(STILL)
    page.screenshot(path=file)
    page.set_viewport_size(size)


def keepsake(page: Page, file: Path) -> None:
    """What is seen of a page without scrolling, in a small file."""
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(STILL)
    session = page.context.new_cdp_session(page)
    found = session.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    file.with_suffix(".webp").write_bytes(base64.b64decode(found["data"]))


def keep(page: Page, folder: Path, name: str, best: bool) -> None:
    """A picture in the folder, or a keepsake of the best."""
    if not best:
        picture(page, folder / f"{name}.png")
    elif name in BEST:
        keepsake(page, folder / name)


def practice(house: Running, page: Page, shot: Callable[[str], None]) -> None:
    """The practice pages: a table with its coach, and a lesson up to its report."""
    page.goto(f"{house.base}/practice")
    shot("practice")
    page.get_by_role("button", name="Practice Three-Card Poker, New Jersey").click()
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


def _stage(shot: Shot, game: str, stage: str) -> None:
    shot(f"table-{game}-{stage}")


def take(
    house: Running, browser: Browser, look: str, folder: Path, wanted: Collection[str], best: bool
) -> None:
    """All pages in one look."""
    size, _, scheme = look.partition("-")
    context, page = house.come_in(
        browser,
        f"Ada{LETTERS[look]}",
        viewport=SIZES[size],
        color_scheme=scheme,
        has_touch=size == "phone",
    )
    page.set_default_timeout(90_000)

    def shot(name: str) -> None:
        name = f"{name}-{look}"
        keep(page, folder, name, best)
        if size == "phone" and "-2-" in name and not best:
            page.screenshot(path=folder / f"{name}-seen.png")

    if best or not wanted:
        shot("lobby")
    if not best and (not wanted or "practice" in wanted):
        practice(house, page, shot)
    for game in games():
        if wanted and game not in wanted:
            continue
        page.goto(f"{house.base}/games/{game}")
        shot(f"game-{game}")
        if games()[game].has_bots:  # nobody plays it alone
            page.goto(f"{house.base}/practice")
            form = page.locator("form", has=page.locator(f"input[name=game][value={game}]"))
            form.get_by_role("button").click()
        else:
            page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#now[data-begun][data-busy='']").wait_for()
        stage = partial(_stage, shot, game)
        if page.locator("#ticket").count():
            tickets(page, stage)
        else:
            rounds(page, stage, house.app.state.host if game == BUSY and best else None)
    context.close()


def take_eye(house: Running, browser: Browser, look: str, folder: Path, best: bool) -> None:
    """Surveillance's pages in one look."""
    size, _, scheme = look.partition("-")
    context, page = house.come_in(
        browser, f"Ida{LETTERS[look]}", "auditor", viewport=SIZES[size], color_scheme=scheme
    )

    def shot(name: str) -> None:
        keep(page, folder, f"eye-{name}-{look}", best)

    page.goto(f"{house.base}/eye")
    shot("rounds")
    page.goto(f"{house.base}/eye/tables/1/rounds/1?step=24")
    shot("step")
    page.goto(f"{house.base}/eye/tables/1/rounds/1?step=999&as=1")
    shot("last")
    page.locator("#verify").click()
    page.locator(".eye-verdict").wait_for()
    shot("proof")
    page.goto(f"{house.base}/eye/tables/2/rounds/1?step=12")
    shot("void")
    page.goto(f"{house.base}/eye/tables/4/rounds/1?step=999")
    shot("roulette")
    context.close()


def take_floor(house: Running, browser: Browser, look: str, folder: Path, best: bool) -> None:
    """The floor's pages in one look; a change is announced with the first."""
    size, _, scheme = look.partition("-")
    context, page = house.come_in(
        browser, f"Flo{LETTERS[look]}", "floor", viewport=SIZES[size], color_scheme=scheme
    )
    page.set_default_timeout(90_000)
    blitz, wheel = f"{house.base}/floor/tables/3", f"{house.base}/floor/tables/4"

    def shot(name: str, url: str) -> None:
        page.goto(url)
        keep(page, folder, f"floor-{name}-{look}", best)

    page.goto(f"{blitz}/change?option.blind=2")
    if not house.app.state.host.house.notices(3):
        page.locator("#announce").click()
        page.locator(".countdown").wait_for()
    shot("tables", f"{house.base}/floor")
    shot("open", f"{house.base}/floor/open?option.dealing=hand&limit.ante.minimum=10")
    shot("blackjack", f"{house.base}/floor/open?game=blackjack&option.dealing=hand")
    shot("table", blitz)
    shot("wheel", wheel)
    shot("ruling", f"{blitz}/report?what=wrong_number_of_cards")
    shot("change", f"{blitz}/change?option.blind=3&in_minutes=10")
    shot("sign", f"{blitz}/sign")
    shot("meters", f"{house.base}/floor/meters")
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


def main(folder: Path, wanted: Collection[str]) -> None:
    """Take them all, or those that are wanted."""
    folder.mkdir(parents=True, exist_ok=True)
    best = "best" in wanted
    chosen = [one for one in wanted if one not in (*LOOKS, "best")]
    looks = [one for one in LOOKS if one in wanted] or LOOKS

    def wanted_of(kind: str, look: str) -> bool:
        if best:
            return any(one.startswith(kind) and one.endswith(look) for one in BEST)
        return not chosen or kind in chosen

    if not chosen or {"eye", "floor"} & set(chosen):
        with running(kind="durable") as house, sync_playwright() as playwright:
            play_for_the_eye(house.app.state.host)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for look in looks:
                if wanted_of("eye", look):
                    take_eye(house, browser, look, folder, best)
                if wanted_of("floor", look):
                    take_floor(house, browser, look, folder, best)
            browser.close()
    with running(seed=11) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for look in looks:
            kept = [
                one
                for one in games()
                if best and any(f"-{one}-" in b and b.endswith(look) for b in BEST)
            ]
            if kept or not best:
                take(house, browser, look, folder, kept if best else chosen, best)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
