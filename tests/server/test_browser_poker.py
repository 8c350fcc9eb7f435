"""The poker room in a real browser: somebody alone plays against company at a practice table, by
pressing what is offered; and a real table wants another player."""

from collections.abc import Iterator

import pytest
from at_table import at_rest, status, then
from house import SLOW, Running, findings, running, watched
from playwright.sync_api import Browser, Page, expect

from houseway.server.host import BANK
from houseway.server.practice.tables import Practice

pytestmark = pytest.mark.slow
PRESSES = 60  # answers within which a hand is over, whatever comes


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=7) as found:
        found.app.state.practice = Practice(seed=7)
        yield found


def sit_down(page: Page, base: str, game: str, company: int) -> None:
    """A practice table of one of the games, with so many others and chips before everybody."""
    page.goto(f"{base}/practice")
    form = page.locator("form", has=page.locator("input[name=game][value=poker]"))
    form.get_by_label("Game dealt").select_option(game)
    form.get_by_label("Players who keep you company").fill(str(company))
    form.get_by_role("button").click()
    page.locator("#now[data-begun]").wait_for()
    at_rest(page)
    page.locator("label[data-chip='10000']").click()
    then(page, page.locator("[data-wager=stakes][role=button][aria-disabled=false]").first)


def rounds(page: Page) -> int:
    return int(page.locator("#now").get_attribute("data-rounds") or 0)


def play_hand(page: Page, bets: bool = False) -> set[str]:
    """One hand: exchange two cards, throw one away, check or call, and bet once if that is wanted;
    the names of what was chosen."""
    before, chosen = rounds(page), set[str]()
    then(page, page.locator("#ready"))
    for _ in range(PRESSES):
        if rounds(page) > before:
            return chosen
        sized = page.locator(".sized")
        if page.locator("#exchange").count():
            chosen.add("draw")
            exchange(page)
        elif page.locator("[data-pick]").count():
            chosen.add("discard")
            then(page, page.locator("[data-pick]").first)
        elif bets and sized.count():
            chosen.add(str(sized.locator("button.main").get_attribute("data-what")))
            bets = False
            raise_pot(page)
        else:
            first = page.locator(".decide button.main").first
            chosen.add(str(first.get_attribute("data-what")))
            then(page, first)
        assert not page.locator("#refused .refusal").count(), page.locator("#refused").inner_text()
    raise AssertionError(f"the hand does not end: {status(page).inner_text()}")


def exchange(page: Page) -> None:
    """Two cards are picked, one of them is put back and picked again, and they go at one press."""
    cards = page.locator("[data-pick]")
    for at, lies in ((0, "true"), (1, "true"), (0, "false"), (0, "true")):
        cards.nth(at).click()
        expect(cards.nth(at)).to_have_attribute("aria-pressed", lies)
    expect(page.locator("#exchange")).to_contain_text("Exchange 2 cards")
    page.locator("#exchange").click()  # each card is a press of its own, and the draw another
    expect(page.locator("#now[data-busy=''] #exchange[data-what=stand_pat]")).to_have_count(0)
    at_rest(page)


def raise_pot(page: Page) -> None:
    """A bet by one of its named amounts; whatever is typed, it is one that may be bet."""
    sized = page.locator(".sized")
    field, sizes = sized.locator("input[type=number]"), sized.locator("[data-amount]")
    for typed in ("0", "1000000"):
        field.fill(typed)
        field.press("Tab")
        bound = "min" if typed == "0" else "max"
        expect(field).to_have_value(str(field.get_attribute(bound)))
    sizes.first.click()
    expect(field).to_have_value(str(sizes.first.get_attribute("data-amount")))
    then(page, sized.locator("button.main"))


@pytest.mark.parametrize(
    ("game", "company", "wanted"),
    [
        ("holdem", 4, {"bet"}),
        ("stud7_high", 3, {"bet"}),
        ("badugi", 3, {"draw"}),
        ("pineapple", 2, {"discard"}),
    ],
)
def test_hands_against_company(
    house: Running, browser: Browser, game: str, company: int, wanted: set[str]
) -> None:
    with watched(house, browser, f"{game} fan") as page:
        page.set_viewport_size({"width": 1440, "height": 900})
        sit_down(page, house.base, game, company)
        expect(page.locator(".seats li")).to_have_count(company + 1)
        chosen = set[str]()
        for _ in range(4):
            if page.locator("#ready").count() == 0:
                break  # no chips are left
            chosen |= play_hand(page, bets="bet" in wanted)
            expect(status(page)).to_contain_text("Round over")
            expect(page.locator("#told")).to_contain_text("win")
        told = {"bet"} if chosen & {"bet", "raise"} else set[str]()
        assert wanted <= chosen | told, chosen


def test_pots_and_bets_lie_on_the_felt(house: Running, browser: Browser) -> None:
    with watched(house, browser, "Looker") as page:
        page.set_viewport_size({"width": 1440, "height": 900})
        sit_down(page, house.base, "holdem", 2)
        then(page, page.locator("#ready"))
        assert page.locator("[data-put]").count() >= 1, "the blinds"
        assert not findings(page)
        page.locator("#company-more").click()
        expect(page.locator("#company")).to_have_text("3", timeout=SLOW)


def test_somebody_alone_at_a_real_table_is_told_whom_it_waits_for(
    house: Running, browser: Browser
) -> None:
    with watched(house, browser, "Alone") as page:
        page.goto(f"{house.base}/games/poker")
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#now[data-begun]").wait_for()
        at_rest(page)
        page.locator("label[data-chip='10000']").click()
        then(page, page.locator("[data-wager=stakes][role=button][aria-disabled=false]").first)
        expect(status(page)).to_contain_text("Another player is needed")
        expect(status(page)).to_contain_text("14.6(b)")
        expect(page.locator("#ready")).to_be_disabled()
        assert rounds(page) == 0


def test_a_place_on_the_list_a_seat_away_and_back_and_another_seat(browser: Browser) -> None:
    with running(seed=7, kind="durable") as room, watched(room, browser, "Waiter") as page:
        page.set_viewport_size({"width": 1440, "height": 900})
        host = room.app.state.host
        names = [host.enter(f"Player {n}") for n in range(1, 8)]
        options = {"game": "triple_draw_27", "absent_stakes": "counted"}
        table = host.open_table("poker", "nj", options, by=names[0])
        for seat, name in enumerate(names, start=1):
            host.do(table, {"do": "sit", "seat": seat}, by=name)
        page.goto(room.base)
        told = page.locator(f"[data-room='{table}']")
        expect(told).to_contain_text("No limit; minimum bet $2")
        expect(told).to_contain_text("no free seats")
        page.locator(f"#join-{table}").click()
        expect(told).to_contain_text("You are number 1 on the waiting list")
        page.locator(f"#off-{table}").click()
        page.goto(f"{room.base}/tables/{table}")
        page.locator("#now[data-begun]").wait_for()
        expect(status(page)).to_contain_text("The table is full.")
        page.locator("#join-list").click()
        expect(page.locator("#waiting")).to_contain_text("You are number 1")
        page.goto(room.base)
        expect(told).to_contain_text("You are number 1 on the waiting list")
        assert not findings(page)
        host.do(table, {"do": "leave", "seat": 4}, by=names[3])
        page.reload()
        expect(told).to_contain_text("Seat 4 is held for you")
        page.locator(f"#take-{table}").click()
        page.locator("#now[data-begun]").wait_for()
        at_rest(page)
        page.locator("label[data-chip='10000']").click()
        then(page, page.locator("[data-wager=stakes][role=button][aria-disabled=false]").first)
        then(page, page.locator("#away-4"))
        expect(page.locator("#seats, .seats").first).to_contain_text("away")
        assert host.balance("Waiter") == BANK, "the stakes were counted and went along"
        expect(page.locator("#away-4")).to_have_text("I'm back")
        then(page, page.locator("#away-4"))
        assert host.balance("Waiter") == BANK - 10_000
        host.do(table, {"do": "leave", "seat": 7}, by=names[6])
        page.locator("#change summary").click()
        page.locator("#change-to").select_option("7")
        then(page, page.locator("#change-seat"))
        expect(page.locator("#away-7")).to_have_count(1)
        assert not findings(page)
        with host.house.looking(table) as live:
            assert live.table.round.state.bets[7] == {"stakes": 10_000}
