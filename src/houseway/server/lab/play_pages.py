"""The lab's pages about playing: the best play at a table, one hand, bankroll simulation."""

import re
from collections.abc import Awaitable
from fractions import Fraction
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.certificates.suppose import name_of
from houseway.counting.plot import fan_chart
from houseway.games import game as find_game
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.server.game_view import has_strategy
from houseway.server.http.pool import Busy
from houseway.server.lab.figures import Worked, looked_up, worked
from houseway.server.lab.pages import tabs
from houseway.server.lab.play import (
    MOST_ROUNDS,
    Hand,
    Plan,
    Spread,
    analysis,
    best_play,
    has_advice,
    read_plan,
    spread,
)
from houseway.server.lab.state import LabState, api_query, fields_of, read
from houseway.server.pages import page, templates
from houseway.server.sign_in.caller import Caller, heavy

Made = TypeVar("Made")
Cards = Annotated[str, Query(max_length=60)]
Amount = Annotated[str, Query(max_length=20)]
Wager = Annotated[str, Query(max_length=100)]
lab_play_pages = APIRouter(
    prefix="/lab", include_in_schema=False, default_response_class=HTMLResponse
)


def worth(cents: Fraction) -> str:
    """Return the value of a choice in dollars.

    >>> worth(Fraction(-1234, 10)), worth(Fraction(50))
    ('−$1.2340', '+$0.5000')
    """
    return f"{'−' if cents < 0 else '+'}${abs(float(cents)) / 100:.4f}"


templates.env.filters |= {"worth": worth}


async def _unless_busy(work: Awaitable[Worked[Made]]) -> Worked[Made]:
    """Show a message in place of a result while the queue is full."""
    try:
        return await work
    except Busy as busy:
        return Worked(reason=f"the lab counts for others: try again in {busy.wait:g} seconds")


def _shown(request: Request, state: LabState, *work: Worked[Any] | None) -> dict[str, Any]:
    waits = any(one.waits for one in work if one)
    return {
        "state": state,
        "book": state.book,
        "supposed": looked_up(state)[0],
        "links": {"tabs": tabs(state), "self": f"{request.url.path}?{request.url.query}"},
        "waits": waits,
        "seconds": max((one.seconds for one in work if one), default=0),
    }


@lab_play_pages.get("/{id}/strategy")
async def strategy(
    request: Request,
    id: str,
    session: Caller,
    hand: Cards = "",
    board: Cards = "",
    dealer: Cards = "",
    chart: Annotated[str, Query(max_length=5)] = "",
) -> Response:
    """Show the best play at a table, and the value of every choice with a hand."""
    find_game(id)
    state = await run_in_threadpool(read, id, fields_of(request.query_params))
    held = Hand(hand.strip(), board.strip(), dealer.strip())
    work = heavy(request)
    best = await _unless_busy(worked(work, best_play, state)) if chart else None
    told = None if held.is_empty else await _unless_busy(worked(work, analysis, state, held))
    shown = await run_in_threadpool(_shown, request, state, best, told)
    query = state.query(hand=held.cards, board=held.board, dealer=held.dealer, chart="yes")
    shown |= {
        "best": best,
        "told": told,
        "held": held,
        "chart": chart,
        "has_strategy": has_strategy(state.found),
        "has_advice": has_advice(state),
        "chart_link": f"/lab/{id}/strategy?{query}",
    }
    return await run_in_threadpool(page, request, "lab_strategy.html", session, **shown)


@lab_play_pages.get("/{id}/bankroll")
async def bankroll(
    request: Request,
    id: str,
    session: Caller,
    wager: Wager = "",
    unit: Amount = "10",
    bankroll: Amount = "500",
    rounds: Amount = "300",
    goal: Amount = "",
) -> Response:
    """Show simulated sessions: the spread of bankrolls, and the risk of ruin."""
    state = await run_in_threadpool(read, id, fields_of(request.query_params))
    _, results, missing = await run_in_threadpool(looked_up, state)
    names = [name for name in (*(one.wager for one in results), *missing) if name]
    chosen = wager if wager in names else next(iter(names), "")
    fields = {"unit": unit, "bankroll": bankroll, "rounds": rounds, "goal": goal}
    found: Worked[Spread] | None = None
    plan: Plan | None = None
    if chosen:
        try:
            plan = read_plan(chosen, fields)
            found = await _unless_busy(worked(heavy(request), spread, state, plan))
        except Refused as refusal:
            found = Worked(reason=refusal.reason)
    shown = await run_in_threadpool(_shown, request, state, found)
    shown |= {
        "wagers": [(name, name_of(state.book, name)) for name in names],
        "wager": chosen,
        "fields": fields,
        "plan": plan,
        "found": found,
        "spread": found.made if found else None,
        "picture": picture(plan, found.made) if plan and found and found.made else "",
        "most": MOST_ROUNDS,
        "download": f"/api/lab/{id}/bankroll",
        "query": "&".join(filter(None, [api_query(state), _plan_query(chosen, fields)])),
    }
    return await run_in_threadpool(page, request, "lab_bankroll.html", session, **shown)


def _plan_query(wager: str, fields: dict[str, str]) -> str:
    return urlencode({"wager": wager, **{name: text for name, text in fields.items() if text}})


def picture(plan: Plan, found: Spread) -> str:
    """Return a chart of the spread of bankrolls, styled by the page."""
    drawn = fan_chart(
        list(found.marks),
        {p: [cents / 100 for cents in line] for p, line in found.percentiles},
        title=f"{money(plan.unit)} a round from {money(plan.bankroll)}",
        along="rounds",
        up="dollars",
        width=520,
        height=340,
    )
    bare = re.sub(r"<style>.*?</style>", "", drawn, flags=re.DOTALL)
    return re.sub(r' width="520" height="340"', "", bare, count=1)
