"""Practice in a real browser: the coach at a table, and a lesson for dealers."""

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from house import SLOW, Running, findings, running, watched
from playwright.sync_api import Browser, Page, expect

from houseway.documents.pictures import card_name
from houseway.equipment.cards import NAMES, cards, deck
from houseway.games import game
from houseway.server.practice.tables import Practice
from houseway.training.lesson import make_lesson, right_answer
from houseway.training.one_hand import advice
from houseway.training.questions import PAYS, RULES

pytestmark = pytest.mark.slow
SEED = 1  # of a lesson with all kinds of questions


@pytest.fixture
def house() -> Iterator[Running]:
    with running(seed=11) as found:
        found.app.state.practice = Practice(seed=11)
        yield found


@pytest.fixture
def page(house: Running, browser: Browser) -> Iterator[Page]:
    with watched(house, browser, "Ada") as page:
        yield page


def practice(page: Page, game: str) -> None:
    page.get_by_role("navigation", name="House").get_by_role("link", name="Practice").click()
    page.get_by_role("button", name=f"Practice {game}, New Jersey", exact=True).click()
    page.locator("#now[data-begun]").wait_for()
    expect(page.locator("#coach")).to_be_attached()


def begin(page: Page, game: str, seed: int) -> None:
    page.get_by_role("navigation", name="House").get_by_role("link", name="Practice").click()
    page.get_by_role("link", name="Dealer trainer").click()
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Begin").click()


def shown_hand(page: Page) -> str:
    """The cards in hand, read from the page as somebody does who cannot see it."""
    said = page.locator(".hand.yours").get_attribute("aria-label") or ""
    named = {card_name(card): NAMES[card] for card in deck()}
    cards, _, called = said.removeprefix("Your cards: ").partition("; ")
    assert called
    return " ".join(named[name] for name in cards.split(", "))


def worths(page: Page) -> dict[str, Fraction]:
    """The exact worths that the coach shows, best first, in cents."""
    found = {}
    for row in page.locator("#coach tbody tr").all():
        row.locator("summary").click()
        exactly = row.locator("code").inner_text().removesuffix(" cents")
        found[row.locator("td").first.inner_text().split()[0].lower()] = Fraction(exactly)
    return found


def test_the_coach_names_the_better_choice_and_its_worth(page: Page) -> None:
    expect(page.locator("#balance")).to_have_text("$1,000")
    practice(page, "Three-Card Poker")
    expect(page.locator("#balance")).to_have_count(0)
    page.locator("#again").click()
    page.locator("#ready").click()
    best = page.locator("#coach tr.best")
    expect(best).to_contain_text("Play $10")
    expect(best.locator(".number").first).to_have_text(re.compile(r"^\+\$\d+(\.\d+)?$"))
    tcp, hand = game("three-card-poker"), shown_hand(page)
    assert len(cards(hand)) == 3
    expected = advice(tcp, tcp.rulebook("nj"), {}, {"ante": 1000}, hand, {})[1]
    assert worths(page) == expected
    page.get_by_role("button", name="Fold").click()
    expect(page.locator("#coach .verdict")).to_contain_text("“Play $10” was better")
    cost = expected["play"] - expected["fold"]
    expect(page.locator("#cost")).to_have_text(f"${float(round(cost / 100, 4)):g}")
    expect(page.locator(".tally")).to_contain_text("Of 1 decision, 0 were the best")
    expect(page.locator("#practice-balance")).to_have_text("$990")
    page.get_by_role("link", name="houseway").click()
    expect(page.locator("#balance")).to_have_text("$1,000")


def test_the_coach_can_be_told_to_speak_afterwards(page: Page) -> None:
    practice(page, "Three-Card Poker")
    page.get_by_role("button", name="after", exact=True).click()
    expect(page.locator("#tell-after")).to_have_attribute("aria-pressed", "true")
    page.locator("#again").click()
    page.locator("#ready").click()
    expect(page.locator("#coach")).to_contain_text("Choose first")
    expect(page.locator("#coach table")).to_have_count(0)
    page.get_by_role("button", name="Play $10").click()
    expect(page.locator("#coach .verdict")).to_contain_text("That was the best choice")
    expect(page.locator("#coach tr.best")).to_contain_text("yours")


def test_where_nothing_is_decided_the_coach_is_still_there(page: Page) -> None:
    practice(page, "Roulette")
    expect(page.locator("#coach")).to_contain_text("No decision of yours has been valued yet")
    page.locator("#again").click()
    page.locator("#ready").click()
    expect(page.get_by_role("status")).to_contain_text("Round over")


def answer(page: Page, choice: int, amount: int | None) -> None:
    page.locator(".answers input[type=radio]").nth(choice).check()
    if amount is not None:
        page.get_by_label("Amount in dollars").fill(f"{amount / 100:.2f}")
    page.get_by_role("button", name="Answer").click()


def test_a_lesson_answered_through_the_page_alone(page: Page) -> None:
    known = make_lesson(game("three-card-poker"), "nj", SEED)
    assert {PAYS, RULES} <= {one.topic for one in known.questions}
    begin(page, "three-card-poker:nj", SEED)
    missed = next(at for at, one in enumerate(known.questions) if one.topic == PAYS)
    for number, question in enumerate(known.questions):
        expect(page.locator("#asked")).to_have_text(question.asks)
        expect(page.locator(".progress")).to_contain_text(f"Question {number + 1} of")
        right = right_answer(question)
        if number == missed:
            answer(page, 0 if right.choice else 1, 12345)
            said = page.locator(".verdict.bad")
            expect(said).to_contain_text("Not so.")
            expect(said).to_contain_text(question.answer)
            expect(said.locator(".rule")).to_have_text(question.rule)
            expect(said.locator(".cite")).to_have_text(question.cite)
        else:
            answer(page, right.choice, right.amount)
            expect(page.locator(".verdict.good")).to_contain_text("Right.")
        page.locator("#next").click()
    expect(page.get_by_role("heading", name="Report: Three-Card Poker")).to_be_visible()
    asked = len(known.questions)
    expect(page.locator(".purse")).to_contain_text(f"{asked - 1} of {asked}")
    section = known.questions[missed].section
    row = page.locator(".score tr", has=page.get_by_role("rowheader", name=section, exact=True))
    within = sum(one.section == section for one in known.questions)
    expect(row.first.locator(".number")).to_have_text(f"{within - 1}/{within}")
    page.get_by_role("link", name=known.questions[missed].asks).click()
    expect(page.locator(".verdict.bad")).to_be_visible()


def test_a_lesson_with_the_keyboard_alone(page: Page) -> None:
    begin(page, "roulette:nj", 2)
    first = page.locator(".answers input[type=radio]").first
    first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".answers input[type=radio]").nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".progress")).to_contain_text("Question 2 of")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(house: Running, browser: Browser, scheme: str) -> None:
    context, page = house.come_in(browser, "Ada", bypass_csp=True, color_scheme=scheme)
    page.set_default_timeout(SLOW)
    page.goto(f"{house.base}/practice")
    assert findings(page) == []
    practice(page, "Three-Card Poker")
    page.locator("#again").click()
    page.locator("#ready").click()
    expect(page.locator("#coach tr.best")).to_be_visible()
    assert findings(page) == []
    begin(page, "three-card-poker:nj", SEED)
    assert findings(page) == []
    answer(page, 0, None)
    expect(page.locator(".verdict")).to_be_visible()
    assert findings(page) == []
    page.goto(f"{page.url.partition('?')[0]}/report")
    assert findings(page) == []
    begin(page, "craps:nj", 2)
    assert findings(page) == []
    context.close()


def test_nothing_is_wider_than_a_phone(house: Running, browser: Browser) -> None:
    context, page = house.come_in(browser, "Ada", viewport={"width": 375, "height": 812})
    page.set_default_timeout(SLOW)
    wide = "document.documentElement.scrollWidth > window.innerWidth"
    page.goto(f"{house.base}/practice")
    assert not page.evaluate(wide)
    page.goto(f"{house.base}/practice/dealer")
    assert not page.evaluate(wide)
    practice(page, "Three-Card Poker")
    page.locator("#again").click()
    page.locator("#ready").click()
    page.locator("#side-open").click()
    expect(page.locator("#coach tr.best")).to_be_visible()
    assert not page.evaluate(wide)
    page.goto(f"{house.base}/practice")
    for id in ("three-card-poker:nj", "roulette:nj", "keno:nj"):
        begin(page, id, 3)
        expect(page.locator("#asked")).to_be_visible()
        assert not page.evaluate(wide)
    context.close()
