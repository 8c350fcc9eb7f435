"""Tournaments: business days against another count, the pool to the cent."""

from datetime import date, timedelta
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.rulebook.chapter import chapter
from houseway.rulebook.load import read
from houseway.rulebook.refusal import Refused
from houseway.rulebook.tournament import (
    Funds,
    Held,
    Pool,
    Tips,
    Tournament,
    begin,
    business_days,
    pay_out,
    play_on,
    pool_problems,
    problems,
    public_controls,
    stop,
)

LAW = chapter("nj").tournament
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "tournament.yaml"
PLAN = read(Tournament, EXAMPLE)
GAMES = ["three-card-blitz"]
DAYS = st.dates(date(2024, 1, 1), date(2028, 12, 31))


@given(DAYS, st.integers(-10, 40), st.lists(st.integers(-5, 45), max_size=6))
def test_business_days_are_those_of_another_count(first, ahead, off) -> None:
    end = first + timedelta(days=ahead)
    holidays = [first + timedelta(days=n) for n in off]
    counted = numpy.busday_count(first, max(first, end), holidays=holidays)
    assert business_days(first, end, holidays) == counted


@given(DAYS, st.lists(st.integers(-20, 0), max_size=4))
def test_the_last_day_to_file_is_the_fifth_business_day_before(start, off) -> None:
    holidays = [start + timedelta(days=n) for n in off]
    last = start
    for _ in range(LAW.notice_time.days):
        last -= timedelta(days=1)
        while not numpy.is_busday(last, holidays=holidays):
            last -= timedelta(days=1)
    for filed, in_time in ((last, True), (last + timedelta(days=1), False)):
        notice = PLAN.notice.model_copy(update={"filed": filed})
        plan = PLAN.model_copy(update={"starts": start, "holidays": holidays, "notice": notice})
        assert ([p.cite for p in problems(LAW, plan, GAMES)] == []) is in_time


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 20_000)), max_size=4),
    st.integers(0, 5_000),
    st.integers(0, 5_000),
    st.booleans(),
    st.integers(-2, 2),
)
def test_the_pool_comes_out_to_the_cent(funds, added, withheld, told, off) -> None:
    collected = [Funds.model_construct(what="buy-in", count=n, each=cents) for n, cents in funds]
    whole = sum(n * cents for n, cents in funds) + added
    tips = Tips.model_construct(withheld=min(withheld, whole), participants_told=told)
    pool = Pool.model_construct(
        collected=collected, added_by_house=added, tips=tips, prizes={}, fees=0
    )
    paid = whole - tips.withheld + off
    pool = pool.model_copy(update={"prizes": {"first": paid // 2, "second": paid - paid // 2}})
    lawful = off == 0 and (told or not tips.withheld)
    found = pool_problems(LAW, pool)
    assert (not found) is lawful
    assert {problem.cite for problem in found} <= {"8.6(e)"}


def test_money_in_a_file_is_dollars() -> None:
    assert PLAN.pool.due == 759_500
    assert sum(PLAN.pool.prizes.values()) == 759_500


def test_an_empty_plan_is_told_everything_at_once() -> None:
    empty = Tournament(title="x", game="chess", starts=date(2026, 12, 1))
    told = {one for p in problems(LAW, empty, GAMES) for one in p.cite.split(", ")}
    fields = [*LAW.notice.items.values(), *LAW.controls.items.values()]
    assert {item.cite for item in fields} | {"8.6(a)", "8.6(g)"} <= told


def test_the_example_is_in_order() -> None:
    assert problems(LAW, PLAN, GAMES) == []
    assert problems(LAW, PLAN, []) != []


def test_a_tournament_has_its_course() -> None:
    planned = Held(PLAN)
    running = begin(LAW, planned, GAMES)
    stopped = stop(LAW, running, "security")
    over = pay_out(LAW, stopped, PLAN.pool)
    assert [held.stage for held in (planned, running, stopped, over)] == [
        "planned",
        "running",
        "stopped",
        "over",
    ]
    assert play_on(LAW, running) == running
    for held in (planned, stopped, over):
        with pytest.raises(Refused):
            play_on(LAW, held)
        with pytest.raises(Refused):
            stop(LAW, held, "security")
    for held in (running, stopped, over):
        with pytest.raises(Refused):
            begin(LAW, held, GAMES)
    for held in (planned, over):
        with pytest.raises(Refused):
            pay_out(LAW, held, PLAN.pool)


def test_the_public_reads_six_subjects_of_eight() -> None:
    seen = public_controls(LAW, PLAN.controls)
    assert [item.removeprefix("controls.") for item in LAW.controls.items][:6] == list(seen)
    assert "forms" not in seen
    assert seen["winners"] == PLAN.controls.winners
