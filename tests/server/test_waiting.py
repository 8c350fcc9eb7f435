"""Nobody freezes a table: a clock for decisions that others wait for, players who are away, and
ceremonies that are done for whoever does not care."""

from collections.abc import Iterator

import pytest
from at_table import abreast, sit_down, status, then
from fastapi import FastAPI
from house import KINDS, application, running, table_of, watched
from playwright.sync_api import Browser, expect

import houseway
from houseway.games import games
from houseway.referee.requests import Ask, Bets, Choice
from houseway.rulebook.refusal import Refused
from houseway.server.host import Host
from houseway.server.house_settings import house_settings
from houseway.server.table.window import CLOCK
from houseway.simulation.policies import usual_bets

BETS = {"ante": 1000, "blind": 1000}


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture(params=KINDS)
def app(request: pytest.FixtureRequest, clock: list[float]) -> Iterator[FastAPI]:
    with application(request.param, seed=5, clock=lambda: clock[0]) as found:
        yield found


def asked(host: Host) -> int:
    """Ada and Ben have bet, and Ada is asked."""
    table = host.open_table("three-card-blitz", "nj", {}, by=host.enter("Ada"))
    host.enter("Ben")
    for seat, name in ((1, "Ada"), (2, "Ben")):
        host.do(table, {"do": "sit", "seat": seat}, by=name)
    play(host, table)
    return table


def play(host: Host, table: int, *names: tuple[int, str]) -> None:
    for seat, name in names or ((1, "Ada"), (2, "Ben")):
        host.do(table, {"do": "bet", "seat": seat, "bets": BETS}, by=name)
        host.do(table, {"do": "ready", "seat": seat}, by=name)


def hurry(host: Host, table: int, by: str = "Ben", seat: int = 2) -> None:
    host.do(table, {"do": "hurry", "seat": seat}, by=by)


def test_a_player_who_does_not_decide_is_passed_over(app: FastAPI, clock: list[float]) -> None:
    host = app.state.host
    table = asked(host)
    assert host.look(table, by="Ben").clock == CLOCK
    clock[0] += CLOCK - 0.5
    with pytest.raises(Refused, match="Ada has 1 seconds left"):
        hurry(host, table)
    clock[0] += 0.5
    with pytest.raises(Refused, match="seat 2 is not Ada's"):
        hurry(host, table, by="Ada")
    with pytest.raises(Refused, match="Ada has"):  # not by the one who is asked
        hurry(host, table, by="Ada", seat=1)
    hurry(host, table)
    found = host.look(table, by="Ben")
    chosen = [(event.who, event.what) for event in found.view.events if event.kind == "chose"]
    assert chosen[-1] == (1, "fold")
    assert found.away == {1}
    assert found.asked_of == 2
    assert found.clock == CLOCK, "the next one has time of his own"


def test_who_is_away_is_not_waited_for_until_back(app: FastAPI, clock: list[float]) -> None:
    host = app.state.host
    table = asked(host)
    version = host.version(table)
    host.do(table, {"do": "away", "seat": 1}, by="Ada")
    assert host.version(table) > version, "pages are told"
    assert host.look(table, by="Ben").clock == 0
    hurry(host, table)
    host.do(table, {"do": "act", "seat": 2, "what": "fold"}, by="Ben")
    play(host, table, (2, "Ben"))
    assert host.look(table, by="Ben").asks == "decision", "nor for bets"
    host.do(table, {"do": "act", "seat": 2, "what": "fold"}, by="Ben")
    host.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ada")
    assert host.look(table, by="Ada").away == frozenset(), "who does something is back"
    host.do(table, {"do": "away", "seat": 1}, by="Ada")
    host.do(table, {"do": "back", "seat": 1}, by="Ada")
    assert host.look(table, by="Ada").away == frozenset()
    with pytest.raises(Refused, match="seat 1 is not Ben's"):
        host.do(table, {"do": "away", "seat": 1}, by="Ben")


def test_nobody_is_hurried_who_plays_alone(app: FastAPI, clock: list[float]) -> None:
    host = app.state.host
    table = host.open_table("three-card-blitz", "nj", {}, by=host.enter("Ada"))
    host.do(table, {"do": "sit", "seat": 1}, by="Ada")
    play(host, table, (1, "Ada"))
    clock[0] += 10 * CLOCK
    assert host.look(table, by="Ada").clock is None
    with pytest.raises(Refused, match="no player has run out of time"):
        hurry(host, table, by="Ada", seat=1)


@pytest.mark.slow
def test_a_page_waits_no_longer_than_the_clock(browser: Browser) -> None:
    """Ben's page goes on by itself when Ada does not decide."""
    with (
        running(seed=5, decision_seconds=1) as house,
        watched(house, browser, "Ada") as ada,
        watched(house, browser, "Ben") as ben,
    ):
        sit_down(ada, house.base, "three-card-blitz")
        ben.goto(ada.url)
        ben.locator("#now[data-begun]").wait_for()
        then(ben, ben.locator("#sit-1"))
        for page in (ada, ben):
            abreast(house.app.state.host, table_of(ada), ada, ben)
            then(page, page.locator("#again"))
            abreast(house.app.state.host, table_of(ada), ada, ben)
            then(page, page.locator("#ready"))
        expect(status(ben)).to_contain_text("Round over")  # Ada's page passes him over as well
        expect(ada.locator(".seats")).to_contain_text("away")
        ada.locator("[id^=away-]").click()
        expect(ada.locator("[id^=away-]")).to_have_text("Away")


@pytest.mark.slow
def test_who_wants_to_cut_is_asked(browser: Browser) -> None:
    with running(seed=5) as house, watched(house, browser, "Ada") as ada:
        sit_down(ada, house.base, "blackjack")
        expect(status(ada)).to_contain_text("Place your bets")
        ada.locator("#ceremonies").click()
        expect(ada.locator("#ceremonies")).to_contain_text("by me")
        sit_down(ada, house.base, "baccarat-punto-banco")
        expect(status(ada)).to_contain_text("Your turn: cut or not")


def test_the_house_sets_the_clock() -> None:
    assert house_settings({}).clock == CLOCK
    assert house_settings({"HOUSEWAY_CLOCK": "0"}).clock == 0
    with pytest.raises(Refused, match="HOUSEWAY_CLOCK must be a number from 0 to 600"):
        house_settings({"HOUSEWAY_CLOCK": "fast"})


def test_a_choice_that_costs_is_never_made_for_somebody() -> None:
    double, stand = Choice("double", 500, 500), Choice("stand")
    assert Ask(1, (Choice("hit"), stand, double)).absent == "stand"
    assert Ask(1, (Choice("hit"), stand, double), idle="hit").absent == "hit"
    assert Ask(1, (stand, double), idle="double").absent == "stand"
    assert Ask(1, (double,)).absent == ""


def test_ceremonies_are_choices_that_there_are() -> None:
    line = Choice("bet_pass", 500, 500)
    assert Ask(1, (line, Choice("pass_dice")), ceremony="shoot").customary == ""
    assert Ask(1, (Choice("shoot"), Choice("pass_dice")), ceremony="shoot").customary == "shoot"


@pytest.mark.parametrize("game", sorted(games()))
def test_a_round_of_absent_players_ends(game: str) -> None:
    """Whatever is asked of players who are not there is decided for them, at no cost."""
    table = houseway.open_table(game, seed=11)
    if table.rules.book.rates:
        pytest.skip("tickets are bought at a desk")
    table.sit(1, "Ann")
    table.sit(2, "Ben")
    for _ in range(3):
        table.begin()
        bets_to_absent_end(table)


def bets_to_absent_end(table: houseway.Table) -> None:
    closed = False
    for _ in range(200):
        waiting = table.waiting
        if waiting is None:
            return
        if isinstance(waiting, Ask) and isinstance(waiting.who, int):
            assert waiting.absent, waiting
            table.act(waiting.who, waiting.absent)
        elif isinstance(waiting, Bets):
            if not closed:
                for seat in (1, 2):
                    if not table.round.state.placed.get(seat):  # or it stands from before
                        table.bet(seat, usual_bets(table.rules))
            closed = True
            table.close()
        else:
            raise AssertionError(waiting)
    raise AssertionError("the round does not end")
