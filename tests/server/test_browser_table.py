"""Every game played through its page alone, and what a page at a table may show to whom."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from at_table import (
    OVER,
    ROUNDS,
    abreast,
    at_rest,
    bet,
    decide,
    finish,
    play_on,
    results,
    sit_down,
    status,
    then,
)
from house import SLOW, Running, all_of, running, table_of, watched
from kinds import one_of_each_family, that_hide_cards
from may_know import hidden_from, seen_cards, told_of
from playwright.sync_api import Browser, Locator, Page, Route, expect
from test_browser import findings

from houseway.client import Client
from houseway.documents.pictures import card_name
from houseway.equipment.cards import NAMES
from houseway.games import games
from houseway.simulation.policies import usual_bets
from until import until

PHONE = {"width": 375, "height": 812}
# what comes over the wire of every game is read in test_hidden_cards.py without a browser
FAMILIES = {games()[id].folder.parent.name: id for id in that_hide_cards()}
HIDING = that_hide_cards() if os.environ.get("HOUSEWAY_SOAK") else sorted(FAMILIES.values())
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=11) as found:
        yield found


_names = (f"player {number}" for number in range(1, 1000))


@pytest.fixture
def page(house: Running, browser: Browser) -> Iterator[Page]:
    with watched(house, browser, next(_names)) as page:
        yield page


@pytest.mark.parametrize("game", one_of_each_family())
def test_what_a_wager_came_to_has_its_reason(house: Running, page: Page, game: str) -> None:
    sit_down(page, house.base, game)
    bet(page)
    finish(page)
    for _ in range(ROUNDS):  # a wager may stand for several rolls
        if any(row.locator(".cite").count() for row in results(page)):
            break
        finish(page)
    rows = [row for row in results(page) if row.locator(".cite").count()]
    assert rows
    for row in rows:
        expect(row.locator("summary strong")).to_have_text(re.compile(r"^[+−]?\$[\d,.]+$"))
        expect(row.locator(".cite")).to_have_text(re.compile(r"\d+\.\d+"))
        row.locator("summary").click()
        expect(row.locator("li").first).to_be_visible()
        expect(row.locator("li.rule").first).to_be_visible()


def test_the_same_bets_are_played_at_one_press_or_undone(house: Running, page: Page) -> None:
    sit_down(page, house.base, "three-card-poker")
    bet(page)
    finish(page)
    rounds = page.locator("#now").get_attribute("data-rounds")
    at = page.locator("#rebet").bounding_box()
    page.locator("#rebet").click()
    expect(page.locator(".staked")).to_be_visible()
    page.locator("#undo").click()  # before the cards are dealt
    expect(page.locator("#rebet")).to_be_visible()
    expect(page.locator(".staked")).to_have_count(0)
    until(lambda: page.locator("#rebet").bounding_box() == at, "the button has moved")
    page.keyboard.press(" ")
    expect(status(page)).to_contain_text("Your turn")
    play_on(page)
    assert page.locator("#now").get_attribute("data-rounds") == str(int(rounds or 0) + 1)


def test_craps_across_rolls_with_a_point_and_odds(house: Running, page: Page) -> None:
    sit_down(page, house.base, "craps")
    odds = page.locator("[data-wager='pass_odds']")
    expect(odds).to_have_attribute("aria-disabled", "true")
    for _ in range(ROUNDS):
        then(page, page.locator("[data-wager='pass']"))
        finish(page)
        if "Point" in page.locator("#now").inner_text():
            break
    expect(page.locator(".marks")).to_contain_text("Point")
    then(page, odds)
    expect(odds).to_have_class(re.compile("mine"))
    finish(page)
    for _ in range(ROUNDS):
        if "Point" not in page.locator("#now").inner_text():
            break
        finish(page)
    told = page.locator(".results").inner_text()
    assert "Pass odds" in told
    expect(page.locator(".layer-things .die")).to_have_count(2)


def test_a_wager_that_goes_in_steps_takes_whole_ones(house: Running, page: Page) -> None:
    sit_down(page, house.base, "craps")
    six = page.locator("[data-wager='place_win@6']")
    expect(six).to_have_attribute("aria-label", re.compile(r"in steps of \$6"))
    then(page, six)  # a chip of five dollars
    expect(six).to_have_attribute("aria-label", re.compile(r"\$6 of yours"))
    then(page, six)
    expect(six).to_have_attribute("aria-label", re.compile(r"\$12 of yours"))


def test_a_keno_ticket_is_marked_bought_and_drawn(house: Running, page: Page) -> None:
    sit_down(page, house.base, "keno")
    for number in (7, 21, 63):
        page.locator(f"[data-number='{number}']").click()
    then(page, page.locator("#buy"))
    expect(page.locator(".slips")).to_contain_text("7 21 63")
    then(page, page.get_by_role("button", name="Draw"))
    expect(status(page)).to_contain_text("Round over")
    expect(page.locator(".number.drawn")).to_have_count(20)


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Drag something with the mouse in small steps."""
    what.scroll_into_view_if_needed()
    box, aim = what.bounding_box(), to.bounding_box()
    assert box
    assert aim
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2, steps=6)
    page.mouse.up()


def test_tiles_are_dragged_into_two_hands(house: Running, page: Page) -> None:
    sit_down(page, house.base, "pai-gow")
    bet(page)
    then(page, page.locator("#ready"))
    expect(status(page)).to_contain_text("set your hands")
    expect(page.locator("#set")).to_be_disabled()
    codes = [one.get_attribute("data-card") for one in page.locator(".pile .piece").all()]
    high, low = page.locator("[data-group='high']"), page.locator("[data-group='low']")
    first, last = (page.locator(f"[data-card='{codes[at]}']") for at in (0, 3))
    drag(page, first, high)
    expect(high.locator(".piece")).to_have_count(1)
    drag(page, first, page.locator(".pile"))  # and back
    expect(page.locator(".pile .piece")).to_have_count(4)
    drag(page, first, low)
    drag(page, last, low)  # the others have but one place left
    expect(page.locator("#set")).to_be_enabled()
    expect(page.locator(".pile .piece")).to_have_count(0)
    groups = [
        {one.get_attribute("data-card") for one in group.locator(".piece").all()}
        for group in (high, low)
    ]
    assert {codes[0], codes[3]} in groups  # the stronger pair is the high hand either way
    told = page.locator("[data-sets]").all()
    made = ";".join(
        f"{name}={' '.join(sorted(str(code) for code in group))}"
        for name, group in zip(("high", "low"), groups, strict=True)
    )
    assert made in [one.get_attribute("data-sets") for one in told]
    then(page, page.locator("#set"))
    play_on(page)
    expect(page.locator(".results summary")).to_contain_text("Pai Gow")


def test_tiles_are_set_with_the_keyboard_alone(house: Running, page: Page) -> None:
    sit_down(page, house.base, "pai-gow")
    page.keyboard.press("a")
    expect(page.locator(".staked")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator("#setting")).to_be_visible()
    page.locator(".piece").first.focus()
    code = page.locator(".piece").first.get_attribute("data-card")
    page.keyboard.press("Enter")
    piece = page.locator(f"[data-card='{code}']")
    expect(piece).to_have_attribute("aria-label", re.compile("in the high hand"))
    expect(piece).to_be_focused()
    page.keyboard.press("Enter")
    expect(piece).to_have_attribute("aria-label", re.compile("in the low hand"))
    page.locator(".pile .piece").first.focus()
    page.keyboard.press("Enter")
    page.locator(".pile .piece").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#set")).to_be_enabled()
    page.locator("#set").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#setting")).to_have_count(0)
    if page.get_by_role("button", name="Stay").count():
        page.keyboard.press("s")
    expect(status(page)).to_contain_text("Round over")


def test_what_is_being_set_stays_when_the_table_changes(
    house: Running, browser: Browser, page: Page
) -> None:
    sit_down(page, house.base, "pai-gow")
    bet(page)
    then(page, page.locator("#ready"))
    page.locator(".pile .piece").first.click()
    context, other = house.come_in(browser, next(_names))
    other.goto(page.url)
    other.locator("#seat-6").click()
    expect(page.locator(".seats li")).to_have_count(2)
    expect(page.locator("[data-group='high'] .piece")).to_have_count(1)
    context.close()


def test_a_pair_is_split(house: Running, page: Page) -> None:
    sit_down(page, house.base, "blackjack")
    split = page.get_by_role("button", name=re.compile("^Split"))
    for _ in range(ROUNDS):
        bet(page)
        then(page, page.locator("#ready"))
        if split.count():
            break
        while not status(page).inner_text().startswith(OVER):
            last = page.locator(".decide button").last  # to stand is offered last
            then(page, last)
    then(page, split)
    expect(page.locator(".hand.yours")).to_have_count(2)
    while not status(page).inner_text().startswith(OVER):
        then(page, page.locator(".decide button").last)
    expect(page.locator(".results")).to_contain_text("Split hand 2")


def test_two_act_in_turn_and_a_third_looks_on(house: Running, browser: Browser, page: Page) -> None:
    sit_down(page, house.base, "blackjack")
    ada = page.locator(".who").inner_text()
    names = [next(_names), next(_names)]
    (one, ben), (two, cyd) = (house.come_in(browser, name) for name in names)
    for other in (ben, cyd):
        other.goto(page.url)
    host, table = house.app.state.host, table_of(page)
    at_rest(page)
    abreast(host, table, ben)
    then(ben, ben.locator("#seat-2"))
    for what in ("[data-wager='main'][role=button]", "#ready"):
        for player in (page, ben):
            abreast(host, table, page, ben, cyd)
            then(player, player.locator(what))
    acted: list[str] = []
    for _ in range(12):
        abreast(host, table, page, ben, cyd)
        said = status(cyd).inner_text()
        if "Round over" in said:
            break
        turn = re.search(r"Waiting for ([^.]+)\.", said)
        assert turn, said
        actor, waits = (page, ben) if turn[1] == ada else (ben, page)
        assert turn[1] in (ada, names[0])
        expect(status(actor)).to_contain_text("Your turn")
        expect(status(waits)).to_contain_text(f"Waiting for {turn[1]}")
        assert not waits.locator(".decide button").count()
        assert not cyd.locator(".decide button, [data-wager][role=button], #ready").count()
        then(actor, actor.locator(".decide button").last)
        acted.append(turn[1])
    assert acted.index(names[0]) < acted.index(ada)  # seat 2 is before seat 4
    for seen in (page, ben, cyd):
        expect(status(seen)).to_contain_text("Round over")
    one.close()
    two.close()


NO_SECOND_LOOK = """(() => {
  const real = window.setTimeout;
  window.setTimeout = (what, wait, ...rest) => (wait >= 5000 ? 0 : real(what, wait, ...rest));
})()"""


def test_what_happens_while_a_page_is_told_of_something_else(
    house: Running, browser: Browser
) -> None:
    """Whoever looks on is told of everything, also of what changes while it waits."""
    host = house.app.state.host
    one, cyd = house.come_in(browser, next(_names))
    cyd.set_default_timeout(SLOW)
    cyd.add_init_script(NO_SECOND_LOOK)
    with Client(house.base) as ada:
        ada.enter(house.link().partition("token=")[2], next(_names))
        table = ada.open_table("big-six")
        table.sit(2)
        bets = usual(host, table.id)
        cyd.goto(f"{house.base}/tables/{table.id}")
        abreast(host, table.id, cyd)
        late: list[int] = []

        def then_another(route: Route) -> None:
            answer = route.fetch()
            if not late:
                late.append(host.version(table.id))
                table.bet(2, {name: 2 * cents for name, cents in bets.items()})
                newest = host.version(table.id)  # it is told of meanwhile
                cyd.locator(f"#now[data-told='{newest}']").wait_for(state="attached")
            route.fulfill(response=answer)

        cyd.route("**/view?*", then_another)
        table.bet(2, bets)
        abreast(host, table.id, cyd)
        assert late
        assert host.version(table.id) > late[0]
    one.close()


# What must not be seen


@pytest.mark.parametrize("game", HIDING)
def test_nothing_hidden_comes_over_the_wire(house: Running, browser: Browser, game: str) -> None:
    """Everything that two browsers and a program receive in a whole round: one has a seat, one
    looks on, the program has the seat as well."""
    host = house.app.state.host
    with Client(house.base) as ada:
        ada.enter(house.link().partition("token=")[2], next(_names))
        table = ada.open_table(game)
        table.sit(2)
        (one, ben), (two, cyd) = (house.come_in(browser, next(_names)) for _ in range(2))
        received: dict[str, list[str]] = {"ben": [], "cyd": []}
        streamed = dict.fromkeys(received, False)
        for name, page in (("ben", ben), ("cyd", cyd)):
            page.set_default_timeout(SLOW)
            listen(page, received[name])
            page.goto(f"{house.base}/tables/{table.id}")
        then(ben, ben.locator("#seat-4"))
        tried, own = 0, False

        def search() -> None:
            nonlocal tried, own
            abreast(host, table.id, ben, cyd)
            api = ben.request.get(f"{house.base}/api/tables/{table.id}")
            assert api.json()["seat"] == 4
            received["ben"].append(api.text())
            events = list(all_of(host, table.id).events)
            for name, seat in (("ben", 4), ("cyd", None)):
                may = seen_cards(seat, events)
                for place, cards in hidden_from(seat, events).items():
                    for card in cards:
                        if card_name(card) in may:
                            continue  # another of the same name lies open
                        tried += 1
                        leaks = [text for text in received[name] if told_of(card).search(text)]
                        assert not leaks, f"{name} is told {NAMES[card]} of {place}"
                if seat:
                    mine = [c for e in events if seat in (e.sees, e.who) for c in e.cards]
                    own |= any(told_of(c).search(t) for c in mine for t in received[name])
                streamed[name] |= any("eventName" in text for text in received[name])
                received[name].clear()

        search()
        betting = False
        for _ in range(30):
            found = table.look(seat=2)
            if betting and found["asks"] == "":
                break
            if found["asks"] == "decision":
                if found["asked_of"] == 2:
                    table.act(2, found["choices"][-1]["name"])
                else:
                    assert decide(ben), status(ben).inner_text()
            elif not betting:
                betting = True
                bet(ben)
                table.bet(2, usual(host, table.id))
                search()
                table.ready(2)
                abreast(host, table.id, ben)
                then(ben, ben.locator("#ready"))
            search()
        assert table.look(seat=2)["asks"] == ""
        assert own
        assert all(streamed.values())
        assert tried or game == "blackjack"  # where nothing is dealt face down
        one.close()
        two.close()


def usual(host: Any, table: int) -> dict[str, int]:
    """What is bet here as a rule."""
    rules = next(card.rules for card in host.tables() if card.id == table)
    return usual_bets(rules)


def listen(page: Page, received: list[str]) -> None:
    """Keep every body that a page receives, and every message of its stream."""

    def got(response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if "event-stream" not in kind and response.status == 200 and "/static/" not in response.url:
            received.append(response.text())

    page.on("response", got)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.eventSourceMessageReceived", lambda said: received.append(str(said)))


# Narrow, by finger, by ear, without motion


def test_a_chip_is_dragged_by_finger(house: Running, browser: Browser) -> None:
    context, page = house.come_in(browser, next(_names), viewport=PHONE, has_touch=True)
    page.set_default_timeout(SLOW)
    sit_down(page, house.base, "three-card-blitz")
    chip, area = page.locator("label.chip.c2500"), page.locator("[data-wager='ante'][role=button]")
    box, aim = chip.bounding_box(), area.bounding_box()
    assert box
    assert aim
    finger = context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    to_x, to_y = aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2

    def touch(kind: str, share: float) -> None:
        at = [{"x": x + (to_x - x) * share, "y": y + (to_y - y) * share}]
        points = [] if kind == "touchEnd" else at
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for tenth in range(1, 11):
        touch("touchMove", tenth / 10)
    touch("touchEnd", 1)
    expect(page.locator(".staked")).to_have_text("$25 down")
    context.close()


def test_what_happens_is_said_in_words(house: Running, page: Page) -> None:
    sit_down(page, house.base, "three-card-blitz")
    ear = page.locator("#spoken")
    expect(ear).to_have_attribute("aria-live", "polite")
    ante = page.locator("[data-wager='ante'][role=button]")
    expect(ante).to_have_attribute("aria-label", re.compile(r"^Ante, \$1 to \$1,000, required"))
    then(page, ante)
    expect(ear).to_contain_text("you, bets $5 on Ante.")
    expect(ear).to_contain_text("put a chip on Blind, then press Deal")
    then(page, page.locator("[data-wager='blind'][role=button]"))
    then(page, page.get_by_role("button", name="Deal"))
    expect(ear).to_contain_text("No more bets.")
    expect(ear).to_contain_text(re.compile(r"you, is dealt (\w+ of \w+, ){6}\w+ of \w+\."))
    expect(ear).to_contain_text("The dealer is dealt 7 face down.")
    then(page, page.locator(".decide button").first)
    expect(ear).to_contain_text(re.compile(r"The dealer shows (\w+ of \w+, ){6}\w+ of \w+\."))
    expect(ear).to_contain_text("Round over: you")


def test_the_page_names_what_must_be_bet(house: Running, page: Page) -> None:
    sit_down(page, house.base, "ultimate-texas-hold-em")
    expect(status(page)).to_contain_text("put a chip on Ante and on Blind, then press Deal")
    lit = page.locator(".area.required[aria-disabled=false]")
    expect(lit).to_have_count(2)
    for area in lit.all():
        expect(area).to_have_attribute("aria-label", re.compile(r"\$1 to \$1,000|equal to ante"))
    then(page, lit.first)
    expect(status(page)).to_contain_text("put a chip on Blind, then press Deal")


def test_no_more_bets_is_shown_while_the_round_goes_on(house: Running, page: Page) -> None:
    sit_down(page, house.base, "three-card-poker")
    then(page, page.locator("[data-wager='ante'][role=button]"))
    expect(page.locator(".closed")).to_have_count(0)
    then(page, page.locator("#ready"))
    expect(page.locator(".closed")).to_have_text("No more bets")


@pytest.mark.parametrize("how", ["asked of the system", "asked of the page", "not asked"])
def test_motion_is_short_and_can_be_switched_off(
    house: Running, browser: Browser, how: str
) -> None:
    motion = "reduce" if how == "asked of the system" else "no-preference"
    context, page = house.come_in(browser, next(_names), reduced_motion=motion)
    page.set_default_timeout(SLOW)
    if how == "asked of the page":
        page.get_by_role("button", name="Still").click()
    sit_down(page, house.base, "roulette")
    bet(page)
    finish(page)
    turning = "one => { one.classList.add('turning'); return getComputedStyle(one).animation%s; }"
    rim = page.locator(".rim")  # it may have been drawn anew, at rest, before it is looked at
    assert (rim.evaluate(turning % "Name") == "rest") is (how == "not asked")
    assert float(rim.evaluate(turning % "Duration").removesuffix("s")) < 2
    context.close()


@pytest.mark.parametrize("game", ["pai-gow", "craps", "roulette"])
def test_axe_finds_nothing_serious_on_a_phone(house: Running, browser: Browser, game: str) -> None:
    context, page = house.come_in(browser, next(_names), viewport=PHONE, bypass_csp=True)
    page.set_default_timeout(SLOW)
    sit_down(page, house.base, game)
    bet(page)
    assert findings(page) == []
    then(page, page.locator("#ready"))
    if page.locator("#setting").count():
        page.locator(".pile .piece").first.click()
        page.locator(".ways summary").click()
    assert findings(page) == []
    context.close()


def test_sound_is_off_until_it_is_wanted(browser: Browser) -> None:
    with running(seed=5) as house, watched(house, browser, "Ada") as ada:
        ada.add_init_script(
            "window.heard = 0; const Real = AudioContext;"
            "window.AudioContext = class extends Real {"
            "  createGain() { window.heard += 1; return super.createGain(); } };"
        )
        sit_down(ada, house.base, "casino-war")
        expect(ada.locator("#sound")).to_have_text("Sound: off")
        then(ada, ada.locator("#again"))
        assert ada.evaluate("window.heard") == 0
        ada.locator("#sound").click()
        expect(ada.locator("#sound")).to_have_text("Sound: on")
        assert ada.evaluate("window.heard") == 1
        ada.locator("[data-area].lit").first.click()
        ada.wait_for_function("window.heard > 1")
