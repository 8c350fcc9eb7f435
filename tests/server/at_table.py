"""What a person does at a table's page, by what the page itself offers."""

from playwright.sync_api import Locator, Page, expect

from houseway.games import games
from houseway.server.host import Host

SLOW = 15_000  # milliseconds that anything may take on a busy machine
ROUNDS = 40  # rolls within which a wager that stands is decided, on any seed here


def status(page: Page) -> Locator:
    """What the page says is to be done now."""
    return page.get_by_role("status")


def sit_down(page: Page, base: str, game: str) -> None:
    """A table of one's own."""
    page.goto(base)
    title = games()[game].rulebook().title
    page.get_by_role("button", name=f"Play {title}", exact=True).click()
    page.locator("#now").wait_for()


def then(page: Page, act: Locator) -> None:
    """Press something and wait until the house has answered and the table has changed."""
    before = page.locator("#now").get_attribute("data-version")
    with page.expect_response(lambda got: got.url.endswith("/do")):
        act.click()
    expect(page.locator(f"#now:not([data-version='{before}'])")).to_have_count(1)


def abreast(host: Host, table: int, *pages: Page) -> None:
    """Wait until pages show what has happened, so that nothing is drawn anew under the mouse."""
    version = host.version(table)
    for page in pages:
        expect(page.locator(f"#now[data-version='{version}']")).to_have_count(1)


def decide(page: Page) -> bool:
    """Answer a decision with the first button that can be pressed, or put hands together from the
    pieces as they lie; whether there was one."""
    if page.locator("#setting").count():
        for _ in range(page.locator(".piece").count()):
            if page.locator("#set").is_enabled():
                break
            page.locator(".pile .piece").first.click()
        then(page, page.locator("#set"))
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
        if "The round is" in status(page).inner_text():
            return
        assert decide(page), status(page).inner_text()
    raise AssertionError(f"it does not end: {status(page).inner_text()}")


def results(page: Page) -> list[Locator]:
    """What became of each wager."""
    return page.locator(".results details").all()
