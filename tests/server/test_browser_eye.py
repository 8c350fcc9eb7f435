"""Surveillance in a real browser: a voided round is found, stepped through, verified and exported.
Chromium comes from the system (``apt-get install -y chromium``)."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from house import SLOW, Running, findings, running, watched
from playwright.sync_api import Browser, Page, expect
from rounds import deal, decide, expose, seat
from typer.testing import Result

from houseway.documents.pictures import card_name
from houseway.ledger.tables.rounds import record
from houseway.server.durable import FLOOR, DurableHost
from houseway.terminal.house import UNSIGNED

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[Running]:
    with running(kind="durable") as found:
        yield found


@pytest.fixture
def host(house: Running) -> DurableHost:
    found: DurableHost = house.app.state.host
    return found


@pytest.fixture
def page(house: Running, browser: Browser) -> Iterator[Page]:
    with watched(house, browser, "Ida", "auditor") as page:
        yield page


def voided(host: DurableHost) -> int:
    """A round of Ann and Bob in which a card was exposed; the table is closed after it."""
    table = seat(host, "Ann", "Bob")
    deal(host, table, "Ann", "Bob")
    expose(host, table)
    host.house.close_table(table, by=FLOOR, key="closed")
    return table


def at(page: Page, step: int) -> None:
    expect(page.locator("#round")).to_have_attribute("data-step", str(step))


def test_a_voided_round_is_replayed(house: Running, host: DurableHost, page: Page) -> None:
    table = voided(host)
    last = len(record(host.house, table, 1).log.events)
    page.get_by_role("link", name="Surveillance", exact=True).click()
    page.get_by_label("Void only").check()
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="3 Card Blitz").click()
    at(page, 1)
    expect(page.locator(".lead")).to_contain_text("void")
    for step in range(2, last + 1):
        page.locator("#next").click()
        at(page, step)
        expect(page.locator("#events [aria-current]")).to_have_attribute("value", str(step))
        assert f"step={step}" in page.url
    expect(page.get_by_role("status")).to_contain_text("Over")
    told = page.locator("#events")
    expect(told).to_contain_text("Reported: A player or the dealer has too many or too few cards")
    expect(told).to_contain_text("51.12(b)")
    expect(page.locator(".results")).to_contain_text("void")
    page.locator(".results summary").first.click()
    expect(page.locator(".results li").first).to_be_visible()
    for step in range(last - 1, last - 4, -1):
        page.locator("#back").click()
        at(page, step)
    page.keyboard.press("ArrowRight")
    at(page, last - 2)
    page.keyboard.press("ArrowLeft")
    at(page, last - 3)
    page.keyboard.press("f")
    at(page, 1)
    expect(page.locator("#back")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("l")
    at(page, last)
    page.locator("#event-5").click()
    at(page, 5)
    page.reload()
    at(page, 5)


def test_a_seat_sees_no_hidden_card_of_another(
    house: Running, host: DurableHost, page: Page
) -> None:
    table = voided(host)
    hands = {
        event.who: {card_name(card) for card in event.cards}
        for event in record(host.house, table, 1).log.events
        if event.kind == "dealt"
    }
    page.goto(f"{house.base}/eye/tables/{table}/rounds/1?step=999")
    for cards in hands.values():
        assert all(name in page.content() for name in cards)
    received: list[str] = []
    page.on("response", lambda got: received.append(got.text()) if "/eye/" in got.url else None)
    page.get_by_label("Seen as").select_option(label="seat 1, Ann")
    expect(page).to_have_url(re.compile("as=1"))
    last = len(record(host.house, table, 1).log.events)
    page.evaluate("document.activeElement.blur()")
    for key, step in (("f", 1), ("l", last)):
        page.keyboard.press(key)
        at(page, step)
    received.append(page.content())
    assert len(received) > 2
    hidden = hands[2] | hands["dealer"]
    assert not [name for text in received for name in hidden if name in text]
    assert all(name in received[-1] for name in hands[1])


def test_the_proof_holds_and_what_is_taken_away_passes_the_audit(
    house: Running, host: DurableHost, page: Page, tmp_path: Path, run: Callable[..., Result]
) -> None:
    table = voided(host)
    page.goto(f"{house.base}/eye/tables/{table}/rounds/1")
    page.get_by_role("link", name="Verify this round").click()
    expect(page.locator(".eye-verdict")).to_have_text("All of it holds.")
    expect(page.locator(".eye-checks .holds")).to_have_count(4)
    for id, code in (("log", UNSIGNED), ("ledger", 0)):
        with page.expect_download() as given:
            page.locator(f"#{id}").click()
        file = tmp_path / given.value.suggested_filename
        given.value.save_as(file)
        audit = run("audit", str(file), "--workers", "1", "--json")
        assert audit.exit_code == code, audit.output
        assert json.loads(audit.output)["holds"]
        assert json.loads(audit.output)["rounds"] == 1
    with page.expect_download() as given:
        page.get_by_role("link", name="Report, PDF").click()
    given.value.save_as(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    with page.expect_download() as given:
        page.goto(f"{house.base}/eye")
        page.get_by_role("link", name="Download these rounds").click()
    given.value.save_as(tmp_path / "rounds.jsonl")
    audit = run("audit", str(tmp_path / "rounds.jsonl"), "--workers", "1")
    assert audit.exit_code == UNSIGNED, audit.output


def test_a_player_looks_back(house: Running, host: DurableHost, browser: Browser) -> None:
    context, ann = house.come_in(browser, "Ann")
    table = seat(host, "Ann", "Bob")
    deal(host, table, "Ann", "Bob")
    decide(host, table, "Ann", "Bob")
    ann.get_by_role("link", name="Your rounds").click()
    ann.get_by_role("link", name="3 Card Blitz").click()
    at(ann, 1)
    ann.locator("#last").click()
    expect(ann.locator(".results")).to_contain_text("Seat 1, Ann")
    assert ann.locator("#as option").all_inner_texts() == ["seat 1, Ann"]
    expect(ann.locator("#verify")).to_have_count(0)
    context.close()


def test_a_round_is_flagged_and_cleared_on_its_page(
    house: Running, host: DurableHost, browser: Browser
) -> None:
    table = voided(host)
    context, page = house.come_in(browser, "Ida", "auditor")
    page.set_default_timeout(SLOW)
    page.goto(f"{house.base}/eye/tables/{table}/rounds/1")
    page.locator("#flag-kind").select_option("dispute")
    page.locator("#flag-note").fill("The card was late.")
    page.locator("#flag").click()
    expect(page.locator(".flag")).to_contain_text("The card was late.")
    page.get_by_label("How it was settled").fill("Seen on tape.")
    page.get_by_role("button", name="Clear flag").click()
    expect(page.locator(".flag")).to_contain_text("Cleared by Ida")
    page.goto(f"{house.base}/eye/day")
    expect(page.locator(".day-list").last).to_contain_text("Seen on tape.")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    house: Running, host: DurableHost, browser: Browser, scheme: str
) -> None:
    table = voided(host)
    other = seat(host, "Ann", game="roulette")
    host.do(other, {"do": "bet", "seat": 1, "bets": {"red": 500}}, by="Ann")
    live = seat(host, "Ann", "Bob")
    deal(host, live, "Ann", "Bob")
    wanted = {"bypass_csp": True, "color_scheme": scheme}
    context, page = house.come_in(browser, "Ida", "auditor", **wanted)
    found = {}
    for name, path in {
        "rounds": "/eye",
        "refused": "/eye?table=x",
        "first step": f"/eye/tables/{table}/rounds/1",
        "last step": f"/eye/tables/{table}/rounds/1?step=999&as=1",
        "in progress": f"/eye/tables/{live}/rounds/1?step=999",
        "in progress on a sheet": f"/eye/tables/{other}/rounds/1?step=999",
        "proof": f"/eye/tables/{table}/rounds/1/verify",
        "day": "/eye/day",
        "flags": "/eye/flags",
    }.items():
        page.goto(f"{house.base}{path}")
        page.get_by_role("heading", level=1).wait_for()
        found[name] = findings(page)
    page.set_viewport_size({"width": 375, "height": 800})
    for path in ("/eye", "/eye/day", f"/eye/tables/{table}/rounds/1?step=999&as=1"):
        page.goto(f"{house.base}{path}")
        page.get_by_role("heading", level=1).wait_for()
        found[f"{path} on a phone"] = findings(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 375, f"{path} is {wide} wide"
    context.close()
    assert {name: told for name, told in found.items() if told} == {}
