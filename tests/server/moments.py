"""Three moments of a round at a table where others play too: bets, a decision, the result."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from at_table import abreast, at_rest, decide, then
from house import Running, table_of
from playwright.sync_api import Page

from houseway.rulebook.refusal import Refused
from houseway.server.host import Host
from houseway.simulation.policies import usual_bets

GEOMETRY = (Path(__file__).parent / "geometry.js").read_text()
SIZES = {"desktop": (1440, 900), "phone": (390, 844), "landscape": (844, 390)}
ANSWERS = 40  # within which a round is over
OTHERS = 2
GIVING_UP = ("fold", "surrender", "concede")


def moments(house: Running, page: Page, name: str, game: str, edition: str) -> Iterator[str]:
    """Play one round of a game; give the name of each moment when the page shows it. A round in
    which nobody is asked has no decision."""
    host: Host = house.app.state.host
    page.goto(f"{house.base}/games/{game}?edition={edition}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#now[data-begun]").wait_for()
    at_rest(page)
    table = table_of(page)

    def shown() -> None:
        house.app.state.bell.ring(table, host.version(table))
        abreast(host, table, page)

    company = _company(host, table, name)
    shown()
    if page.locator("#buy").count():
        yield from _ticket(page)
        return
    _bet(host, table, page, company, shown)
    yield "bet"
    _ready(host, table, company)
    shown()
    if host.look(table, by=name).asks == "bets" and page.locator("#ready:enabled").count():
        then(page, page.locator("#ready"))
    asked = False
    for _ in range(ANSWERS):
        _others(host, table, company)
        shown()
        if host.look(table, by=name).over:
            break
        if not asked and page.locator(".decide button").count():
            asked = True
            yield "decision"
        if not _go_on(page):
            break
    yield "result"


def lay_out(page: Page, size: str) -> None:
    """Show the page in a size, and wait until it is laid out."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.locator(f"#now[data-laid='{width} {height}']").wait_for()


def felt_box(page: Page) -> tuple[float, ...]:
    """Where the felt lies on the page, in whole pixels."""
    box = page.locator(".felt").bounding_box()
    assert box
    return tuple(round(box[side]) for side in ("x", "y", "width", "height"))


def wrong(page: Page) -> list[str]:
    """What overlaps, is too small or lies outside the felt."""
    found: list[str] = page.evaluate(GEOMETRY)
    return found


def _company(host: Host, table: int, name: str) -> list[tuple[int, str]]:
    """Others who sit down, by seat."""
    seats = host.look(table, by=name).rules.book.seats
    taken = host.look(table, by=name).players
    if host.look(table, by=name).rules.book.rates:
        return []  # a drawing would wait for their tickets
    free = [n for n in range(1, (seats.max if seats else 7) + 1) if n not in taken]
    found = []
    for number in (free[0], free[-1])[:OTHERS] if len(free) > 1 else free:
        other = host.enter(f"Guest {table}{number}")
        with suppress(Refused):
            host.do(table, {"do": "sit", "seat": number}, by=other)
            found.append((number, other))
    return found


def _bet(
    host: Host,
    table: int,
    page: Page,
    company: list[tuple[int, str]],
    shown: Callable[[], None],
) -> None:
    """Everybody's usual bets."""
    rules = next(card.rules for card in host.tables() if card.id == table)
    for _ in range(ANSWERS):
        if page.locator(".rail .bets").count():
            break
        _others(host, table, company)
        shown()
        if not decide(page):
            break
    if page.locator("#again").count():
        then(page, page.locator("#again"))
    for number, other in company:
        with suppress(Refused):
            host.do(table, {"do": "bet", "seat": number, "bets": usual_bets(rules)}, by=other)
    shown()


def _ready(host: Host, table: int, company: list[tuple[int, str]]) -> None:
    for number, other in company:
        with suppress(Refused):
            host.do(table, {"do": "ready", "seat": number}, by=other)


def _others(host: Host, table: int, company: list[tuple[int, str]]) -> None:
    """Answer whatever is asked of the others with the first choice."""
    names = dict(company)
    for _ in range(ANSWERS):
        who = host.look(table, by="").asked_of
        if not isinstance(who, int) or who % 100 not in names:
            return
        name = names[who % 100]
        ask = host.look(table, by=name, seat=who).ask
        assert ask
        first = next((one for one in ask.choices if one.name not in GIVING_UP), ask.choices[0])
        said = {"do": "act", "seat": who, "what": first.name, "amount": first.most or None}
        host.do(table, {key: value for key, value in said.items() if value is not None}, by=name)


def _go_on(page: Page) -> bool:
    """Answer a decision so that hands come to be shown; whether there was one."""
    way = page.locator(".deciding:has(#setting) .decide button").filter(has_text="House way")
    left = "".join(f":not([data-what={name}])" for name in GIVING_UP)
    plays = page.locator(f".deciding:not(:has(#setting)) .decide button.main:enabled{left}")
    for wanted in (way, plays):
        if wanted.count():
            then(page, wanted.first)
            return True
    return decide(page)


def _ticket(page: Page) -> Iterator[str]:
    """A ticket is marked, bought and drawn."""
    for number in (3, 17, 42, 65, 80):
        page.locator(f"[data-number='{number}']").click()
    yield "bet"
    then(page, page.locator("#buy"))
    yield "decision"
    then(page, page.locator("#ready"))
    yield "result"
