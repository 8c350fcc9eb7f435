"""The floor at work in a real browser: tables within the law, changes with their notice, a ruling
that is seen before it is confirmed, meters that balance."""

import re
from collections.abc import Iterator

import pytest
from at_table import then
from house import SLOW, Running, findings, running, watched
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[Running]:
    with running(kind="durable") as found:
        yield found


@pytest.fixture
def flo(house: Running, browser: Browser) -> Iterator[Page]:
    # a refusal in its place, and a stream that ends with its table, as one test wants it
    with watched(house, browser, "Flo", "floor", ("409 (Conflict)", "[object Event]")) as page:
        yield page


def a_player(house: Running, browser: Browser) -> tuple[BrowserContext, Page]:
    context, page = house.come_in(browser, "Ada")
    page.set_default_timeout(SLOW)
    return context, page


def press(button: Locator, wanted: Locator) -> None:
    """Press it until that shows: a click may fall into a redraw on a busy machine."""
    for _ in range(5):
        if button.count():
            button.first.click()
        try:
            expect(wanted.first).to_be_visible(timeout=SLOW / 4)
            return
        except AssertionError:
            continue
    raise AssertionError(f"{wanted} did not come")


def bet(page: Page) -> None:
    """The usual bet, until it is for the player to decide."""
    press(page.locator("#again"), page.locator("#ready"))
    press(page.locator("#ready"), page.locator("#act-1"))


def open_blitz(house: Running, flo: Page) -> str:
    """A table of 3 Card Blitz as usual, and its address on the floor."""
    flo.goto(f"{house.base}/floor/open")
    flo.locator("#open").click()
    expect(flo).to_have_url(re.compile(r"/floor/tables/\d+$"))
    return flo.url


def test_an_unlawful_table_is_explained_and_a_lawful_one_opened(house: Running, flo: Page) -> None:
    flo.get_by_role("link", name="Floor").click()
    flo.get_by_role("link", name="Open a table").click()
    expect(flo.locator(".judged")).to_contain_text("Lawful as it stands")
    flo.locator("#group-cards-and-equipment summary").click()
    flo.locator("#option-dealing").focus()
    flo.locator("#option-dealing").select_option("hand")
    expect(flo.locator(".judged")).to_contain_text("Unlawful as it stands")
    expect(flo.locator(".judged")).to_contain_text("only where an automated shuffler")
    expect(flo.locator(".judged")).to_contain_text("51.8(b)")
    expect(flo.locator("#open")).to_be_disabled()
    assert flo.evaluate("document.activeElement.id") == "option-dealing"
    flo.locator("#option-shuffler").select_option("automated")
    expect(flo.locator(".judged")).to_contain_text("Lawful as it stands")
    ante = flo.get_by_role("group", name="Limits of Ante")
    ante.get_by_label("least").fill("25")
    flo.locator("#choosing").evaluate("form => { form.dataset.old = 'yes' }")
    ante.get_by_label("most").fill("100")  # kept, although the page is drawn anew meanwhile
    flo.locator("#choosing:not([data-old])").wait_for()
    expect(ante.get_by_label("least")).to_have_value("25")
    expect(ante.get_by_label("most")).to_have_value("100")
    most = ante.get_by_label("most")
    with flo.expect_response(lambda answer: "/floor/open?" in answer.url):
        most.evaluate(
            "field => { field.focus(); field.select(); htmx.trigger('#choosing', 'change') }"
        )
    expect(most).to_be_focused()
    most.press("9")  # what was selected is so still, so that a key replaces it
    expect(most).to_have_value("9")
    most.fill("100")
    most.press("Tab")
    expect(flo.locator(".judged")).to_contain_text("the maximum must be at least $250")
    expect(flo.locator(".judged")).to_contain_text("8.2(a)")
    flo.locator("#limit-ante-maximum").fill("500")
    flo.locator("#limit-ante-maximum").press("Tab")
    expect(flo.locator(".judged")).to_contain_text("Lawful as it stands")
    flo.locator("#open").click()
    expect(flo.get_by_role("heading", name="3 Card Blitz")).to_be_visible()
    expect(flo.locator(".pairs").first).to_contain_text("$25 to $500")
    [table] = house.app.state.host.tables()
    assert table.rules.options["dealing"] == "hand"


def test_a_change_counts_down_with_its_sign(house: Running, flo: Page) -> None:
    table = open_blitz(house, flo)
    flo.get_by_role("link", name="Change rules or limits").click()
    expect(flo.locator("#announce")).to_be_disabled()
    flo.locator("#group-paytables summary").click()
    flo.get_by_label("Paytable of the Blind").select_option("2")
    expect(flo.locator(".announce")).to_contain_text("Paytable of the Blind: 1 → 2")
    expect(flo.locator("#in-minutes")).to_have_value("30")
    flo.locator("#in-minutes").fill("29")
    flo.locator("#in-minutes").press("Tab")
    expect(flo.locator(".announce .refusal")).to_contain_text("at least 30 minutes before")
    expect(flo.locator(".announce .refusal")).to_contain_text("8.3(b)1")
    expect(flo.locator("#announce")).to_be_disabled()
    flo.locator("#in-minutes").fill("30")
    flo.locator("#in-minutes").press("Tab")
    expect(flo.locator(".announce .refusal")).to_have_count(0)
    flo.locator("#announce").click()
    expect(flo.locator(".countdown")).to_contain_text(re.compile(r"(30|29|28) minutes left"))
    for cite in ("8.3(b)1", "8.3(b)2", "8.3(b)3"):
        expect(flo.locator(".stamps")).to_contain_text(cite)
    flo.get_by_role("link", name="The sign to post").click()
    expect(flo.locator(".posted")).to_contain_text("Total of 28 1 to 1")  # as table 2 pays
    house.app.state.host.house._clock = _later(house.app.state.host.house._clock, 31)
    flo.goto(table)
    expect(flo.locator(".countdown")).to_contain_text("holds from the next round")


def _later(clock, minutes):  # type: ignore[no-untyped-def]
    return lambda: clock() + minutes


def test_limits_change_after_notice_alone(house: Running, flo: Page) -> None:
    open_blitz(house, flo)
    flo.get_by_role("link", name="Change rules or limits").click()
    flo.locator("#limit-ante-minimum").fill("10")
    flo.locator("#limit-ante-minimum").press("Tab")
    expect(flo.locator(".announce")).to_contain_text("8.3(c)")
    flo.locator("#in-minutes").fill("5")
    flo.locator("#in-minutes").press("Tab")
    expect(flo.locator("#announce")).to_be_enabled()
    flo.locator("#announce").click()
    expect(flo.locator(".countdown")).to_contain_text(re.compile(r"(5|4) minutes left"))
    expect(flo.locator(".changes")).to_contain_text("Ante: $10 to $1,000")


def test_the_floor_voids_a_round_after_an_exposed_card(
    house: Running, browser: Browser, flo: Page
) -> None:
    table = open_blitz(house, flo)
    context, ada = a_player(house, browser)
    ada.goto(table.replace("/floor", ""))
    ada.locator("#seat-2").click()
    expect(flo.locator(".seats")).to_contain_text("Ada")
    before = ada.locator("#balance").inner_text()
    bet(ada)
    assert ada.locator("#balance").inner_text() != before
    flo.get_by_role(
        "button", name="See the ruling: A player or the dealer has too many or too few"
    ).click()
    expect(flo.get_by_role("heading", name="The ruling")).to_be_visible()
    expect(flo.locator(".round")).to_contain_text("every wager is returned")
    expect(flo.locator(".round")).to_contain_text("51.12(b)")
    expect(flo.locator(".consequences")).to_contain_text("2, Ada")
    expect(flo.locator(".consequences .won")).to_have_count(1)
    expect(ada.get_by_role("status")).to_contain_text("Your turn")  # nothing yet
    over = ada.get_by_role("status").filter(has_text="Round over")
    press(ada.get_by_role("button", name="Play"), over)  # the table moves on meanwhile
    flo.locator("#confirm").click()
    expect(flo.get_by_role("alert")).to_contain_text("has changed since")
    bet(ada)
    flo.goto(table)
    staked = ada.locator("#balance").inner_text()
    flo.get_by_role(
        "button", name="See the ruling: A player or the dealer has too many or too few"
    ).click()
    flo.locator("#confirm").click()
    expect(flo.get_by_role("status")).to_contain_text("Round void")
    expect(ada.get_by_role("status")).to_contain_text("Round void")
    expect(ada.locator("#balance")).not_to_have_text(staked)
    assert house.app.state.host.house.reconcile().holds
    ada.get_by_role("button", name="Get up").click()
    flo.goto(table)
    flo.locator("#close-table").click()
    expect(flo.get_by_role("heading", name="Floor")).to_be_visible()
    expect(flo.locator("main")).to_contain_text("No table is open")
    context.close()


def test_the_money_of_a_void_round_comes_back(house: Running, browser: Browser, flo: Page) -> None:
    table = open_blitz(house, flo)
    context, ada = a_player(house, browser)
    ada.goto(table.replace("/floor", ""))
    ada.locator("#seat-2").click()
    before = ada.locator("#balance").inner_text()
    bet(ada)
    expect(ada.locator("#balance")).not_to_have_text(before)
    flo.get_by_role(
        "button", name="See the ruling: A player or the dealer has too many or too few"
    ).click()
    flo.locator("#confirm").click()
    expect(ada.get_by_role("status")).to_contain_text("Round void")
    expect(ada.locator("#balance")).to_have_text(before)
    context.close()


def test_meters_balance(house: Running, flo: Page) -> None:
    open_blitz(house, flo)
    flo.goto(f"{house.base}/floor/meters")
    expect(flo.locator(".judged")).to_contain_text("The books hold")
    rows = flo.locator(".meters tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("$5,000.00")


def test_a_dealer_deals_by_hand(house: Running, browser: Browser) -> None:
    host = house.app.state.host
    id = host.open_table("three-card-blitz", "nj", {}, by="", by_hand=("chance", "dealer"))
    context, ada = a_player(house, browser)
    other, dee = house.come_in(browser, "Dee", "dealer")
    dee.set_default_timeout(SLOW)
    ada.goto(f"{house.base}/tables/{id}")
    dee.goto(f"{house.base}/tables/{id}")
    ada.locator("#seat-2").click()
    expect(dee.get_by_role("status")).to_contain_text("Waiting for the dealer")
    close, go = (dee.get_by_role("button", name=name) for name in ("No more bets", "Go on"))
    for _ in range(6):  # the cards are shuffled and cut before bets are taken
        if close.count():
            break
        then(dee, dee.locator("#deal, #act-1").first)
    press(ada.locator("#again"), ada.locator("#ready"))
    press(ada.locator("#ready"), ada.locator("#clear"))
    press(close, go)
    press(go, dee.get_by_label("Cards, as"))
    dee.get_by_label("Cards, as").fill("As Ah")
    dee.locator("#deal").click()
    expect(dee.get_by_role("alert")).to_be_visible()  # seven are due
    dee.get_by_label("Cards, as").fill("As Ah Ad Ac Ks Kh Kd")
    dee.locator("#deal").click()
    expect(ada.locator(".hand.yours")).to_have_attribute("aria-label", re.compile("ace of spades"))
    expect(dee.get_by_role("alert")).to_have_count(0)
    context.close()
    other.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_floor(
    house: Running, browser: Browser, scheme: str
) -> None:
    host = house.app.state.host
    host.enter("Ada")
    id = host.open_table("three-card-blitz", "nj", {}, by="Ada")
    for said in ({"do": "sit"}, {"do": "bet", "bets": {"ante": 1000, "blind": 1000}}):
        host.do(id, {**said, "seat": 2}, by="Ada")
    host.do(id, {"do": "ready", "seat": 2}, by="Ada")
    context, page = house.come_in(
        browser, "Flo", "floor", bypass_csp=True, color_scheme=scheme,
        viewport={"width": 375, "height": 800},
    )  # fmt: skip
    page.set_default_timeout(SLOW)
    table = f"/floor/tables/{id}"
    found = {}
    for path in (
        "/floor", "/floor/open?game=three-card-blitz&option.dealing=hand", "/floor/open?game=craps",
        table, f"{table}/report?what=wrong_number_of_cards",
        f"{table}/change?option.blind=2&in_minutes=9", f"{table}/sign", "/floor/meters",
    ):  # fmt: skip
        page.goto(f"{house.base}{path}")
        found[path] = findings(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 375, f"{path} is {wide} wide"
    context.close()
    assert {path: told for path, told in found.items() if told} == {}
