"""Tables that everybody has left are closed after a while, so that there is room for others."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from house import KINDS, application
from kinds import one_of_each_family

from houseway.ledger.audit.audit import audit_database
from houseway.rulebook.refusal import Refused
from houseway.server import durable, memory
from houseway.server.host import IDLE, Host
from houseway.simulation.policies import usual_bets

BETS = {"ante": 1000, "blind": 1000}


class Clock:
    """Time goes by when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=KINDS)
def house(request: pytest.FixtureRequest, clock: Clock) -> Iterator[FastAPI]:
    """An application whose clock the test has in its hand."""
    with application(request.param, clock=clock) as app:
        app.state.host.enter("Ada")
        yield app


def open_table(host: Host, game: str = "three-card-blitz") -> int:
    return host.open_table(game, "nj", {}, by="Ada")


def do(host: Host, table: int, word: str, **more: object) -> None:
    host.do(table, {"do": word, "seat": 1, **more}, by="Ada")


def test_an_empty_table_is_closed_after_a_while(house: FastAPI, clock: Clock) -> None:
    host = house.state.host
    never, left, played, taken = (open_table(host) for _ in range(4))
    for table in (left, played, taken):
        do(host, table, "sit")
    do(host, played, "bet", bets=BETS)
    do(host, played, "ready")
    do(host, played, "act", what="play")
    for table in (left, played):
        do(host, table, "leave")
    assert host.close_empty() == []
    clock.now = IDLE - 1
    assert host.close_empty() == []
    clock.now = IDLE
    assert sorted(host.close_empty()) == [never, left, played]
    assert [one.id for one in host.tables()] == [taken]
    with pytest.raises(Refused, match=r"there is no table|is closed"):
        host.look(left, by="Ada")
    assert host.look(taken, by="Ada").players == {1: "Ada"}
    assert open_table(host) > taken, "a number is never given twice"


def test_somebody_who_sat_down_meanwhile_keeps_the_table(house: FastAPI, clock: Clock) -> None:
    host = house.state.host
    table = open_table(host)
    assert host.close_empty() == []
    clock.now = IDLE - 1
    do(host, table, "sit")
    do(host, table, "leave")
    host.close_empty()
    clock.now = IDLE + 1
    assert host.close_empty() == [], "somebody was here two seconds ago"
    clock.now = 3 * IDLE
    assert host.close_empty() == [table]


def test_a_house_that_is_full_has_room_again(
    house: FastAPI, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (durable, memory):
        monkeypatch.setattr(module, "MOST_TABLES", 2)
    host = house.state.host
    host.enter("Ben")
    for table in (open_table(host), open_table(host)):
        do(host, table, "sit")
    with pytest.raises(Refused, match="the most that are allowed"):
        open_table(host)
    do(host, table, "leave")
    with pytest.raises(Refused, match="the most that are allowed"):
        host.open_table("craps", "nj", {}, by="Ben")  # it is hers, and she may come back
    host.close_empty()
    clock.now = IDLE
    host.close_empty()
    host.open_table("craps", "nj", {}, by="Ben")


@pytest.mark.parametrize("wagers", [True, False])
@pytest.mark.parametrize("game", one_of_each_family())
def test_what_is_on_a_table_is_never_closed_over(clock: Clock, game: str, wagers: bool) -> None:
    """Wagers that stand and tickets that are out keep a table; an untouched one goes, and the log
    of it holds."""
    with application("durable", clock=clock) as app:
        host = app.state.host
        host.enter("Ada")
        table = open_table(host, game)
        do(host, table, "sit")
        while ask := host.look(table, by="Ada").ask:  # the shoe is cut first
            do(host, table, "act", what=ask.choices[-1].name)
        seen = host.look(table, by="Ada")
        if not wagers:
            do(host, table, "leave")
        elif seen.asks == "tickets":
            do(host, table, "buy", form={"wager": "straight", "numbers": [1, 2, 3], "rate": 100})
        else:
            do(host, table, "bet", bets=usual_bets(seen.rules))
        host.close_empty()
        clock.now = 2 * IDLE
        assert host.close_empty() == ([] if wagers else [table])
        url = host.house.database.engine.url.render_as_string(hide_password=False)
        assert audit_database(url, workers=1).findings == []
