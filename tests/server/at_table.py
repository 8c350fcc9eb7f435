"""What a person does at a table's page, by what the page itself offers."""

from typing import Literal

from playwright.sync_api import Locator, Page, Route, expect

from houseway.games import games
from houseway.server.host import Host
from until import until

ROUNDS = 40  # rolls within which a wager that stands is decided, on any seed here
OVER = ("Round ", "No decision")  # how the line about a round that is over begins


def status(page: Page) -> Locator:
    """What the page says is to be done now."""
    return page.get_by_role("status")


def sit_down(page: Page, base: str, game: str) -> None:
    """A table of one's own."""
    page.goto(base)
    found = games()[game]
    title = found.rulebook(found.editions[0]).title
    page.get_by_role("button", name=f"Play {title}", exact=True).click()
    at_rest(page)


def at_rest(page: Page) -> None:
    """Wait until nothing is under way: a cut that is passed for whoever does not care, say."""
    page.locator("#now[data-version][data-busy='']").wait_for()


CHIP_AT = """area => {
  const [x, y] = area.dataset.at.split(" ").map(Number);
  const found = new DOMPoint(x, y).matrixTransform(area.ownerSVGElement.getScreenCTM());
  return [found.x, found.y];
}"""


def click(what: Locator, button: Literal["left", "right"] = "left") -> None:
    """Click something; an area of the felt where its chips lie, since it may be of any shape."""
    if what.get_attribute("data-at") is None:
        what.click(button=button)
        return
    expect(what).to_have_attribute("aria-disabled", "false")
    x, y = what.evaluate(CHIP_AT)
    what.page.mouse.click(x, y, button=button)


def then(page: Page, act: Locator) -> None:
    """Press something and wait until the house has answered and the table has changed."""
    before = page.locator("#now").get_attribute("data-version")
    with page.expect_response(lambda got: got.url.endswith("/press")):
        click(act)
    expect(page.locator(f"#now[data-busy='']:not([data-version='{before}'])")).to_have_count(1)


def abreast(host: Host, table: int, *pages: Page) -> None:
    """Wait until pages show what has happened, so that nothing is drawn anew under the mouse. The
    house may go on meanwhile: a page passes a cut for whoever does not care."""

    def same() -> bool:
        version = str(host.version(table))
        shown = [page.locator("#now").get_attribute("data-version") for page in pages]
        busy = [page.locator("#now").get_attribute("data-busy") for page in pages]
        return all(one == version for one in shown) and not any(busy)

    until(same, "a page does not show what has happened")


def caught(page: Page, routes: list[Route]) -> Route:
    """Wait until a request has been caught on its way."""
    return until(lambda: page.evaluate("1") and routes, "nothing is asked for")[0]


def looks(page: Page) -> int:
    """How many answers about its table a page has taken in."""
    return int(page.locator("#now").get_attribute("data-looks") or 0)


def looked(page: Page, before: int) -> None:
    """Wait until a page has taken in another answer, whether or not it shows."""
    until(lambda: looks(page) > before, "the page does not look")


def decide(page: Page) -> bool:
    """Answer a decision with the first button that can be pressed, or put hands together from the
    pieces as they lie, if that is lawful; whether there was one."""
    if page.locator("#setting").count():
        while page.locator(".pile .piece").count() and not page.locator("#set").is_enabled():
            page.locator(".pile .piece").first.click()
        lawful = page.locator("#set").is_enabled()
        then(page, page.locator("#set" if lawful else ".decide button:enabled").first)
    elif page.locator(".decide button").count():
        then(page, page.locator(".decide button").first)
    else:
        return False
    return True


def bet(page: Page) -> None:
    """Chips on every area that the page names, or on the first that is lit; whatever is asked
    before the bets is answered."""
    while not page.locator("#chips, #buy").count():
        assert decide(page), status(page).inner_text()
    if page.locator("#buy").count():
        for number in (3, 17, 42):
            page.locator(f"[data-number='{number}']").click()
        then(page, page.locator("#buy"))
        return
    lit = "[data-wager][role=button][aria-disabled=false]"
    due = page.locator(f"{lit}.required:not(.mine)")
    for _ in range(4):
        if "put a chip on" not in status(page).inner_text():
            break
        then(page, due.first)
    if not page.locator(".staked").count():
        then(page, page.locator(lit).first)
    expect(page.locator(".staked")).to_be_visible()


def finish(page: Page) -> None:
    """Close the betting and answer whatever is asked until the round is over."""
    then(page, page.locator("#ready"))
    play_on(page)


def play_on(page: Page) -> None:
    """Answer whatever is asked until the round is over."""
    for _ in range(20):
        if status(page).inner_text().startswith(OVER):
            return
        assert decide(page), status(page).inner_text()
    raise AssertionError(f"it does not end: {status(page).inner_text()}")


def results(page: Page) -> list[Locator]:
    """What became of each wager."""
    return page.locator(".results details").all()
