"""Somebody who presses anything anywhere, loads the page again, goes back, opens a second window,
gets up and sits down and loses the network: the table can be played on within one reload."""

import os
from collections.abc import Iterator
from random import Random

import pytest
from house import Running, running, watched
from playwright.sync_api import Browser, Error, Page
from test_browser_robot import ALONE, EDITIONS, ROBOT, fresh_chips, open_at

from houseway.server.http.limits import Buckets

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
BURSTS, PRESSES = (6, 25) if SOAK else (2, 10)
SAMPLE = ALONE if SOAK else [one for one in EDITIONS[:: len(EDITIONS) // 4] if one in ALONE]
KEYS = (
    "b",
    "c",
    "u",
    "x",
    " ",
    "Enter",
    "Tab",
    "Delete",
    "1",
    "5",
    "h",
    "s",
    "d",
    "f",
    "p",
    "ArrowLeft",
)
ENDS = "a, .top, .top *"  # links lead away and the door signs out: that is no vandalism
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=29, kind="durable") as found:
        found.app.state.buckets = Buckets(rate=1e6, burst=1e6)
        yield found


@pytest.mark.parametrize(("game", "edition"), SAMPLE)
def test_a_table_survives_anything(
    house: Running, browser: Browser, game: str, edition: str
) -> None:
    name, chance = f"vandal {game} {edition}", Random(f"{game} {edition}")
    wanted = (
        "Failed to load resource",
        "ERR_INTERNET_DISCONNECTED",
        "ERR_NETWORK",
        "Failed to fetch",
    )
    with watched(house, browser, name, wanted=wanted) as page:
        table = open_at(house, page, game, edition)
        address = f"{house.base}/tables/{table}"
        for _ in range(BURSTS):
            for _ in range(PRESSES):
                try:
                    vandalize(page, chance, address)
                except Error as error:  # a press before has led elsewhere
                    if "because of a navigation" not in str(error):
                        raise
                    page.wait_for_load_state()
            page.context.set_offline(False)
            play_a_round(house, page, name, table, address)
        assert house.app.state.host.house.reconcile().holds


def vandalize(page: Page, chance: Random, address: str) -> None:
    """One thing that nobody should do."""
    size = page.viewport_size or {"width": 800, "height": 600}
    x, y = chance.randrange(size["width"]), chance.randrange(size["height"])
    what = chance.choice(("click", "click", "click", "right", "key", "key", "button", "world"))
    if what in ("click", "right"):
        ends = "([x, y, ends]) => document.elementFromPoint(x, y)?.matches(ends)"
        if not page.evaluate(ends, [x, y, ENDS]):
            page.mouse.click(x, y, button="right" if what == "right" else "left")
    elif what == "key":
        page.keyboard.press(chance.choice(KEYS))
    elif what == "button":
        page.evaluate(
            "share => { const all = [...document.querySelectorAll('#now button, [data-area]')];"
            " all[Math.floor(share * all.length)]?.dispatchEvent("
            "new MouseEvent('click', {bubbles: true})) }",
            chance.random(),
        )
    else:
        shake(page, chance, address)


def shake(page: Page, chance: Random, address: str) -> None:
    """Something that happens to the page and not on it."""
    what = chance.choice(("reload", "back", "second", "offline"))
    if what == "reload":
        back_to(page, address)
    elif what == "back":
        page.go_back()
        back_to(page, address)
    elif what == "second":
        other = page.context.new_page()
        other.goto(address)
        other.locator("#now[data-begun]").wait_for()
        other.keyboard.press(chance.choice(KEYS))
        other.close()
    else:
        page.context.set_offline(True)
        page.keyboard.press(chance.choice(KEYS))
        page.evaluate("fetch('/healthz').catch(() => {})")  # what the key asked for has failed too
        page.context.set_offline(False)


def back_to(page: Page, address: str) -> None:
    """The table again; a key on a link may be leading elsewhere still."""
    try:
        page.goto(address)
    except Error:
        page.wait_for_load_state()
        page.goto(address)


def play_a_round(house: Running, page: Page, name: str, table: int, address: str) -> None:
    """After one reload a round goes on by what the page offers."""
    fresh_chips(house.app.state.host, name)
    back_to(page, address)
    page.locator("#now[data-begun]").wait_for()
    if not house.app.state.host.look(table, by=name).own:
        page.locator("[data-sit], .free button").first.click()
        page.locator("#now:not([data-seat=''])").wait_for()
    page.evaluate(f"({ROBOT})({{rounds: 1, seed: {table}}})")
