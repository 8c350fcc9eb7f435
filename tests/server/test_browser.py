"""Rounds played through the page alone, in a real browser.

Chromium comes from the system (``apt-get install -y chromium``); where there is none these tests
fail rather than pass unseen.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from at_table import abreast, at_rest, caught, click, decide, looked, looks, then
from doors import doors
from house import SLOW, Running, all_of, findings, running, table_of, watched
from playwright.sync_api import Browser, Page, Route, expect

from houseway.documents.pictures import card_name
from until import until

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[Running]:
    with running(seed=11) as found:
        yield found


AWAY = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")  # as one test wants


@pytest.fixture
def page(house: Running, browser: Browser) -> Iterator[Page]:
    with watched(house, browser, "Ada", wanted=AWAY) as page:
        yield page


def sit_down(page: Page, game: str) -> None:
    page.get_by_role("button", name=f"Play {game}", exact=True).click()
    page.locator("#now[data-begun]").wait_for()


def put(page: Page, wager: str, chip: str = "") -> None:
    """A chip on an area, by click."""
    if chip:
        page.locator("label.chip", has_text=re.compile(rf"^\s*{re.escape(chip)}\s*$")).click()
    click(page.locator(f"[data-wager='{wager}'][role=button]"))


def balance(page: Page) -> int:
    return round(float(page.locator("#balance").inner_text().lstrip("$").replace(",", "")) * 100)


def test_blitz_from_the_lobby_to_the_reason_of_each_payment(page: Page) -> None:
    sit_down(page, "3 Card Blitz")
    put(page, "ante", "$25")
    expect(page.locator("#balance")).to_have_text("$975")
    expect(page.locator("#ready")).to_be_disabled()
    expect(page.locator("#rail")).to_contain_text("needs Blind")
    put(page, "blind", "$25")
    expect(page.locator("#balance")).to_have_text("$950")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator("#ready").click()
    expect(page.get_by_role("status")).to_contain_text("Your turn")
    expect(page.locator(".hand.yours")).to_have_attribute(
        "aria-label", re.compile("^Your cards: (.*, ){6}")
    )
    page.get_by_role("button", name="Play $25").click()
    expect(page.get_by_role("status")).to_contain_text("Round over")
    nets = page.locator(".results summary strong").all_inner_texts()
    assert len(nets) == 3
    won = sum(
        round(float(net.replace("−", "-").replace("$", "").replace(",", "")) * 100) for net in nets
    )
    assert balance(page) == 100_000 + won
    page.locator(".results summary").first.click()
    expect(page.locator(".results li.rule").first).to_be_visible()


def test_roulette_by_click_on_a_number_a_line_and_a_box(page: Page) -> None:
    sit_down(page, "Roulette")
    put(page, "straight@17", "$5")
    put(page, "split@17-20")
    put(page, "red", "$25")
    put(page, "red")
    expect(page.locator("[data-wager='red']")).to_have_attribute(
        "aria-label", re.compile(r"\$50 of yours")
    )
    expect(page.locator(".staked")).to_have_text("$60 down")
    click(page.locator("[data-wager='red']"), button="right")
    expect(page.locator(".staked")).to_have_text("$10 down")
    page.locator("#ready").click()
    expect(page.get_by_role("status")).to_contain_text("Round over")
    expect(page.locator(".felt .wheel")).to_have_attribute("aria-label", re.compile("at rest on"))
    expect(page.locator(".results summary")).to_have_count(2)


def test_blackjack_with_the_keyboard_alone(page: Page) -> None:
    play = page.get_by_role("button", name="Play Blackjack", exact=True)
    play.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Place your bets")  # the cut was passed
    page.locator("[data-wager='main'][role=button]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".staked")).to_have_text("$5 down")
    expect(page.locator("[data-wager='main'][role=button]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".staked")).to_have_text("$10 down")
    page.keyboard.press("Delete")
    expect(page.locator(".staked")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.locator(".staked")).to_have_text("$10 down")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    stand = page.get_by_role("button", name="Stand")
    over = page.get_by_role("status").filter(has_text="Round over")
    for _ in range(6):
        expect(stand.or_(over).first).to_be_visible()
        if over.count():
            break
        with page.expect_response("**/press"):
            page.keyboard.press("s")
        at_rest(page)
    expect(page.get_by_role("status")).to_contain_text("Round over")
    expect(page.locator(".results summary").first).to_contain_text("Blackjack")


def test_chips_clicked_fast_are_all_counted(page: Page) -> None:
    sit_down(page, "Big Six Wheel")
    page.evaluate(
        "for (let i = 0; i < 8; i++) document.querySelector(\"[data-wager='joker']\")"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    expect(page.locator(".staked")).to_have_text("$40 down")


def test_what_somebody_has_chosen_stays_when_the_table_changes(
    house: Running, browser: Browser, page: Page
) -> None:
    sit_down(page, "Big Six Wheel")
    context, ben = house.come_in(browser, "Ben")
    ben.goto(page.url)
    page.locator("label.chip", has_text="$100").click()
    ben.locator("#sit-1").click()
    expect(page.locator(".seats")).to_contain_text("Ben")
    expect(page.locator("#chips input[value='10000']")).to_be_checked()
    page.goto(house.base)
    sit_down(page, "Keno")
    ben.goto(page.url)
    for number in (3, 17, 42):
        page.locator(f"[data-number='{number}']").click()
    expect(page.locator("#ticket")).to_have_value("3 17 42 $1")
    ben.get_by_role("button", name="Come to the desk").click()
    expect(page.locator(".seats")).to_contain_text("Ben")
    expect(page.locator("#ticket")).to_have_value("3 17 42 $1")
    expect(page.locator("[data-number].marked")).to_have_count(3)
    context.close()


def test_a_chip_is_dragged_onto_an_area(page: Page) -> None:
    sit_down(page, "Big Six Wheel")
    page.locator("label.chip", has_text="$100").drag_to(page.locator("[data-wager='flag']"))
    expect(page.locator(".staked")).to_have_text("$100 down")


def test_two_browsers_at_one_blackjack_table_and_one_that_looks_on(
    house: Running, browser: Browser, page: Page
) -> None:
    sit_down(page, "Blackjack")
    at_rest(page)
    others = [house.come_in(browser, name) for name in ("Ben", "Cyd")]
    (_, ben), (_, cyd) = others
    for one in (ben, cyd):
        one.get_by_role("link", name="Blackjack table 1").click()
        one.locator("#now").wait_for()
    ben.locator("#seat-2").click()
    expect(page.locator(".seats")).to_contain_text("Ben")
    expect(cyd.locator(".seats")).to_contain_text("Ben")
    put(page, "main", "$25")
    put(ben, "main", "$100")
    expect(cyd.locator(".seats")).to_contain_text("$100 down")
    expect(ben.locator("#looking-on")).to_have_text("Looking on: Cyd")
    expect(cyd.locator("#looking-on")).to_have_count(0)
    page.locator("#ready").click()
    expect(page.locator("#now")).to_contain_text("Waiting for Ben")
    ben.locator("#ready").click()
    host, table = house.app.state.host, table_of(page)
    for _ in range(20):
        abreast(host, table, page, ben, cyd)
        if "over" in page.get_by_role("status").inner_text():
            break
        [turn] = [one for one in (page, ben) if one.locator(".decide button").count()]
        stand = turn.get_by_role("button", name="Stand")
        then(turn, stand if stand.count() else turn.locator(".decide button").last)
    for one in (page, ben, cyd):
        expect(one.get_by_role("status")).to_contain_text("Round over")
    assert cyd.locator("#ready").count() == 0
    assert cyd.locator("[data-wager][role=button]").count() == 0
    for context, _ in others:
        context.close()


@pytest.fixture
def two(house: Running, browser: Browser, page: Page) -> Iterator[tuple[Page, Page]]:
    """Two people at one table of blackjack, the first with a bet."""
    sit_down(page, "Blackjack")
    at_rest(page)
    context, ben = house.come_in(browser, "Ben")
    ben.goto(page.url)
    ben.locator("#seat-2").click()
    put(page, "main", "$25")
    expect(ben.locator(".seats")).to_contain_text("$25 down")
    yield page, ben
    context.close()


def test_a_page_is_not_drawn_anew_under_a_press(two: tuple[Page, Page]) -> None:
    page, ben = two
    page.locator("#ready").hover()
    page.mouse.down()
    before = looks(page)
    put(ben, "main", "$100")
    looked(page, before)
    expect(page.locator(".seats")).not_to_contain_text("$100 down")
    page.mouse.up()
    expect(page.locator("#now")).to_contain_text("Waiting for Ben")
    expect(page.locator(".seats")).to_contain_text("$100 down")


def test_a_press_does_not_wait_for_news_nor_give_way_to_old(two: tuple[Page, Page]) -> None:
    page, ben = two
    late: list[Route] = []
    page.route("**/view?*", lambda route: late.append(route))  # noqa: PLW0108
    put(ben, "main", "$100")
    answer, before = caught(page, late).fetch(), looks(page)
    page.locator("#ready").click()
    expect(page.locator("#now")).to_contain_text("Waiting for Ben")
    for one in late:
        one.fulfill(response=answer)
    looked(page, before)
    expect(page.locator("#now")).to_contain_text("Waiting for Ben")


def test_a_refusal_is_told_even_if_the_table_has_gone_on(two: tuple[Page, Page]) -> None:
    page, ben = two
    put(page, "main", "$500")
    expect(page.locator("#balance")).to_have_text("$475")
    late: list[Route] = []
    page.route("**/press", lambda route: late.append(route))  # noqa: PLW0108
    page.locator("[data-wager='main'][role=button]").dispatch_event("click")  # more than allowed
    answer = caught(page, late).fetch()
    put(ben, "main", "$100")
    expect(page.locator(".seats")).to_contain_text("$100 down")
    late[0].fulfill(response=answer)
    expect(page.get_by_role("alert")).to_contain_text("not $1,025")
    expect(page.locator(".seats")).to_contain_text("$100 down")


def bet_again(page: Page) -> None:
    """Make the usual bet; a click that falls into a redraw on a busy machine is made again."""
    for _ in range(5):
        page.locator("#again").click()
        try:
            expect(page.locator("#ready")).to_be_visible(timeout=SLOW / 4)
            return
        except AssertionError:
            continue
    raise AssertionError("the bet was not taken")


def test_nothing_hidden_reaches_a_browser(house: Running, browser: Browser, page: Page) -> None:
    """Whatever comes over the wire to one browser is searched for what its seat may not see."""
    context, ben = house.come_in(browser, "Ben")
    received: list[str] = []
    ben.on(
        "response",
        lambda got: (
            received.append(got.text())
            if "/tables/" in got.url and "stream" not in got.url and got.status == 200
            else None
        ),
    )
    sit_down(page, "3 Card Blitz")
    ben.goto(page.url)
    ben.locator("#seat-5").click()
    for one in (page, ben):
        bet_again(one)
        one.locator("#ready").click()
    expect(page.get_by_role("status")).to_contain_text(re.compile("Your turn|Waiting for"))
    expect(ben.get_by_role("status")).to_contain_text(re.compile("Your turn|Waiting for"))
    abreast(house.app.state.host, table_of(page), page, ben)
    hands = all_of(house.app.state.host, table_of(page)).state.hands
    hidden = {card_name(card) for place in (3, "dealer") for card in hands[place]}
    own = {card_name(card) for card in hands[5]}
    until(lambda: ben.evaluate("1") and any(name in text for text in received for name in own))
    assert not [name for text in received for name in hidden if name in text]
    context.close()


def test_a_page_that_is_loaded_again_goes_on_where_it_was(page: Page) -> None:
    sit_down(page, "3 Card Blitz")
    page.locator("#again").click()
    page.locator("#ready").click()
    expect(page.get_by_role("status")).to_contain_text("Your turn")
    cards = page.locator(".hand.yours").get_attribute("aria-label")
    page.reload()
    expect(page.locator(".hand.yours")).to_have_attribute("aria-label", cards or "")
    page.route("**/press", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Fold").click()
    expect(page.locator("#link")).to_contain_text("The connection is lost")
    page.reload()  # a press that never reached the house is not made
    expect(page.get_by_role("button", name="Fold")).to_be_enabled()
    page.unroute("**/press")
    page.get_by_role("button", name="Fold").click()
    expect(page.get_by_role("status")).to_contain_text("Round over")


def test_a_press_without_a_network_is_made_when_it_is_back(page: Page) -> None:
    sit_down(page, "3 Card Blitz")
    page.locator("#again").click()
    page.locator("#ready").click()
    expect(page.get_by_role("status")).to_contain_text("Your turn")
    page.context.set_offline(True)
    page.get_by_role("button", name="Fold").click()
    expect(page.locator("#link")).to_contain_text("The connection is lost")
    page.context.set_offline(False)
    expect(page.get_by_role("status")).to_contain_text("Round over")
    expect(page.locator("#link")).to_be_empty()


def test_a_page_goes_on_when_the_house_was_killed(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(SLOW)
    with doors("--data", str(tmp_path)) as first:
        page.goto(f"{first.base}/enter?token={first.link}")
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Sign in").click()
        sit_down(page, "3 Card Blitz")
        page.locator("#again").click()
        page.locator("#ready").click()
        expect(page.get_by_role("status")).to_contain_text("Your turn")
        cards = page.locator(".hand.yours").get_attribute("aria-label")
        first.kill()
    port = int(first.base.rpartition(":")[2])
    with ExitStack() as second:
        with page.expect_response(re.compile("/view")):  # the stream comes back by itself
            second.enter_context(doors("--data", str(tmp_path), port=port))
        expect(page.locator(".hand.yours")).to_have_attribute("aria-label", cards or "")
        page.get_by_role("button", name="Fold").click()
        expect(page.get_by_role("status")).to_contain_text("Round over")
    context.close()


def test_a_narrow_page_does_not_scroll_sideways(house: Running, browser: Browser) -> None:
    context, page = house.come_in(
        browser, "on a phone", viewport={"width": 360, "height": 740}, has_touch=True
    )
    pages = ["/", "/games/three-card-blitz", "/games/craps"]
    for game in ("3 Card Blitz", "Craps", "Keno"):
        page.goto(house.base)
        sit_down(page, game)
        pages.append(page.url.removeprefix(house.base))
    for path in pages:
        page.goto(f"{house.base}{path}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, f"{path} is {wide} wide"
    context.close()


def test_light_and_dark_and_still_are_kept(page: Page) -> None:
    page.get_by_role("button", name="Light or dark").click()
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.get_by_role("button", name="Still").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == theme == "dark"
    assert page.evaluate("document.documentElement.dataset.motion") == "still"


def test_the_search_of_the_lobby_filters_while_typing(page: Page) -> None:
    page.get_by_label("Search games").fill("wheel")
    expect(page.get_by_role("heading", name="Roulette")).to_be_visible()
    expect(page.get_by_role("heading", name="Blackjack")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(house: Running, browser: Browser, scheme: str) -> None:
    how = {"bypass_csp": True, "color_scheme": scheme, "reduced_motion": "reduce"}
    context = browser.new_context(**how)  # type: ignore[arg-type]
    page = context.new_page()
    found = {}
    page.goto(house.link())
    found["door"] = findings(page)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Lobby").wait_for()
    found["lobby"] = findings(page)
    for game in ("three-card-blitz", "roulette", "craps", "pai-gow", "keno"):
        page.goto(f"{house.base}/games/{game}")
        found[game] = findings(page)
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#now[data-begun]").wait_for()
        found[f"{game}, betting"] = findings(page)
        page.locator("#buy" if game == "keno" else "#again").click()
        page.locator("#ready").click()
        page.get_by_role("status").filter(
            has_text=re.compile("Your turn|over|No decision")
        ).wait_for()
        found[f"{game}, bets closed"] = findings(page)
        for _ in range(4):
            at_rest(page)
            decide(page)
        found[f"{game}, later"] = findings(page)
    context.close()
    assert {name: told for name, told in found.items() if told} == {}
