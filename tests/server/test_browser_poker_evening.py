"""An evening of each poker game: two people in browsers of their own press what is offered, four of
the house's own players sit with them, and every chip is accounted for."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from house import SLOW, Running, running, watched
from playwright.sync_api import Browser, Page
from sqlalchemy import text
from test_browser_robot import ROBOT

from houseway.equipment.randomness import Philox
from houseway.games import game
from houseway.referee.requests import Ask, Bets
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.server.durable import DurableHost
from houseway.server.http.limits import Buckets

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
HANDS = 6 if SOAK else 2
GAMES = game("poker").rulebook("nj").options["game"].choices or []
BOTS = ("Alma", "Bert", "Cora", "Dell")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=5, kind="durable") as found:
        found.app.state.buckets = Buckets(rate=1e6, burst=1e6)  # a robot is faster than hands
        yield found


@contextmanager
def company(house: Running, table: int, seats: dict[int, str]) -> Iterator[None]:
    """Four players who bring chips, say that they are ready and answer what they are asked."""
    host, bell = house.app.state.host, house.app.state.bell
    over, wrong = threading.Event(), list[BaseException]()
    source = Philox(len(seats) + table)

    def turn() -> None:
        bots = game("poker").bots
        with host.house.looking(table) as live:
            asked, rules, rounds = live.table.waiting, live.table.rules, live.table.data.rounds
            if isinstance(asked, Ask) and asked.who in seats:
                seat = int(asked.who)
                name, amount = bots.choose(live.table.view(seat), rules, source)
                said = [(seat, {"do": "act", "seat": seat, "what": name, "amount": amount})]
            elif asked is None or isinstance(asked, Bets):
                said = []
                for seat in seats:
                    lies = live.table.data.standing.get(seat, {})
                    placed = live.table.round.state.placed.get(seat, {}) if asked else lies
                    bets = bots.top_up(placed, rules)
                    said += [(seat, {"do": "bet", "seat": seat, "bets": bets})] if bets else []
                    said.append((seat, {"do": "ready", "seat": seat}))
            else:
                return
        for seat, command in said:
            if command["do"] == "ready" and done.get(seat) == rounds:
                continue
            host.do(table, command, by=seats[seat])
            bell.ring(table)
            if command["do"] == "ready":
                done[seat] = rounds

    done: dict[int, int] = {}

    def play() -> None:
        while not over.wait(0.01):
            try:
                with suppress(Refused):  # somebody was quicker
                    turn()
            except BaseException as error:
                wrong.append(error)
                return

    playing = threading.Thread(target=play)
    playing.start()
    try:
        yield
    finally:
        over.set()
        playing.join()
    assert not wrong, wrong


@pytest.mark.parametrize("played", GAMES)
def test_an_evening_of_two_people_and_four_bots(
    house: Running, browser: Browser, played: str
) -> None:
    host = house.app.state.host
    people = [f"{name} {played}" for name in ("Ada", "Ben")]
    bots = [f"{name} {played}" for name in BOTS]
    for name in bots:
        host.enter(name)
    with watched(house, browser, people[0]) as one, watched(house, browser, people[1]) as two:
        table = host.open_table("poker", "nj", {"game": played}, by=people[0])
        before = worth(host, table, [*people, *bots])
        seats = dict(enumerate([people[0], bots[0], bots[1], people[1], bots[2], bots[3]], 1))
        for seat, name in seats.items():
            host.do(table, {"do": "sit", "seat": seat}, by=name)
        for page in (one, two):
            page.goto(f"{house.base}/tables/{table}")
            page.locator("#now[data-begun]").wait_for()
            page.locator("label[data-chip='10000']").click()
        those = {seat: name for seat, name in seats.items() if name in bots}
        with company(house, table, those):
            for number, page in enumerate((one, two)):
                start(page, number)
            for page in (one, two):
                page.wait_for_function(
                    "() => window.over || window.failed", timeout=HANDS * SLOW + SLOW
                )
                assert page.evaluate("() => window.failed || ''") == ""
        with host.house.looking(table) as live:
            assert live.table.data.rounds >= HANDS
        takes = host.house.reconcile()
        assert takes.holds, takes.wrong
        assert worth(host, table, [*people, *bots]) == before


def start(page: Page, seed: int) -> None:
    """Somebody begins to press what is offered."""
    given = f"{{rounds: {HANDS}, seed: {seed}, patient: true}}"
    page.evaluate(
        f"() => {{ ({ROBOT})({given}).then("
        "(found) => { window.over = found; }, (error) => { window.failed = String(error); }); }"
    )


def worth(host: DurableHost, table: int, names: list[str]) -> int:
    """What these people have beside a table and what is at it, in cents."""
    query = text("SELECT COALESCE(SUM(balance), 0) FROM accounts WHERE name LIKE :parts")
    with host.house.database.reading() as connection:
        at_table = connection.execute(query, {"parts": f"table {table} %"}).scalar_one()
    return sum(host.balance(name) for name in names) + int(at_table) // FINE
