"""The lab's pages: a hypothetical table with its exact figures and the verdict of the law.

The address holds the table, so a link shows it to somebody else. ``against`` holds another one.
"""

import asyncio
import math
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.documents.parsheet import percent
from houseway.games import game as find_game
from houseway.server.game_view import families, has_strategy
from houseway.server.http.heavy import Heavy
from houseway.server.http.pool import Busy
from houseway.server.lab import view
from houseway.server.lab.charts import edge_chart
from houseway.server.lab.figures import Figures, figures, looked_up
from houseway.server.lab.play import has_advice
from houseway.server.lab.state import LabState, api_query, fields_of, read, read_query, says
from houseway.server.pages import page, templates
from houseway.server.sign_in.caller import Caller, heavy
from houseway.server.sign_in.sessions import Session

Against = Annotated[str, Query(max_length=4000)]
Wager = Annotated[str, Query(max_length=100)]
lab = APIRouter(prefix="/lab", include_in_schema=False, default_response_class=HTMLResponse)
templates.env.filters |= {
    "percent": percent,
    "change": view.signed,
    "change_class": view.change_class,
}


@lab.get("")
def every_game(request: Request, session: Caller) -> Response:
    """List the games of the lab."""
    return page(
        request,
        "lab_games.html",
        session,
        families=families(),
        with_odds={
            book.game for _, books in families() for book in books if find_game(book.game).has_odds
        },
    )


@lab.get("/{id}")
async def table(
    request: Request, id: str, session: Caller, against: Against = "", sweep: Wager = ""
) -> Response:
    """Show a table, optionally beside another."""
    state = await run_in_threadpool(read, id, fields_of(request.query_params))
    if (
        "form" in request.query_params
    ):  # a full form was sent: redirect to a URL with only the differences
        to = state.query(against=against, sweep=sweep)
        return RedirectResponse(f"/lab/{id}{'?' if to else ''}{to}", 303)
    other = await run_in_threadpool(read_query, id, against) if against else None
    beside = other or (None if state.is_usual else state.usual)
    here, there, busy = await _both(heavy(request), state, beside)
    shown = await run_in_threadpool(_shown, state, here, beside, there, against, sweep)
    made = await run_in_threadpool(_page, request, session, shown, busy)
    if busy:
        made.headers["Retry-After"] = str(math.ceil(busy.wait))
    return made


def _page(request: Request, session: Session, shown: dict[str, Any], busy: Busy | None) -> Response:
    status = 503 if busy else 200
    return page(request, "lab.html", session, status_code=status, busy=busy, **shown)


async def _both(
    heavy: Heavy, state: LabState, beside: LabState | None
) -> tuple[Figures, Figures | None, Busy | None]:
    """Return the figures of both tables; only shipped ones when the queue is full."""
    try:
        tables = [state] if beside is None else [state, beside]
        found = await asyncio.gather(*(figures(heavy, one) for one in tables))
        return found[0], found[1] if beside else None, None
    except Busy as busy:
        here = Figures(*looked_up(state)[:2])
        return here, Figures(*looked_up(beside)[:2]) if beside else None, busy


def _shown(
    state: LabState,
    here: Figures,
    beside: LabState | None,
    there: Figures | None,
    against: str,
    sweep: str,
) -> dict[str, Any]:
    """Return the template's data."""
    supposed, book = here.supposed, state.book
    wagers = view.swept_wagers(state, supposed)
    names = [name for name, _ in wagers]
    wager = sweep if sweep in names else ""
    bars = view.sweep(state, here, wager) if wager else []
    for name in names if not wager else ():  # the first paytable with something to show
        bars = view.sweep(state, here, name)
        wager = name if len(bars) > 1 else ""
        if wager:
            break
    title = f"{dict(wagers)[wager]}: house edge by table" if wager else ""
    pinned = beside if against else None
    return {
        "state": state,
        "book": book,
        "game": state.found,
        "form": view.form(state, supposed),
        "supposed": supposed,
        "here": here,
        "there": there,
        "beside": beside,
        "pinned": pinned,
        "rows": view.rows(book, here, there),
        "wagers": wagers,
        "wager": wager,
        "bars": bars,
        "chart": edge_chart(bars, title) if len(bars) > 1 else "",
        "links": _links(state, pinned, sweep),
        "against": against,
        "sweep": sweep,
        "pinned_says": says(pinned) if pinned else "",
    }


def tabs(state: LabState) -> list[tuple[str, str, str]]:
    """Return the lab's tabs about one table: name, title, URL."""
    query = f"?{state.query()}" if state.query() else ""
    base, found = f"/lab/{state.game}", state.found
    pages = [("table", "Paytable", f"{base}{query}")]
    if has_strategy(found) or has_advice(state):
        pages.append(("strategy", "Strategy", f"{base}/strategy{query}"))
    if found.has_odds:
        pages.append(("bankroll", "Bankroll", f"{base}/bankroll{query}"))
    return pages


def _links(state: LabState, pinned: LabState | None, sweep: str) -> dict[str, Any]:
    """Return links to other pages about the same table."""
    base, mine = f"/lab/{state.game}", state.query()
    other = pinned.query() if pinned else ""

    def to(query: str) -> str:
        return f"{base}?{query}" if query else base

    return {
        "tabs": tabs(state),
        "json": f"/api/lab/{state.game}?{api_query(state)}".rstrip("?"),
        "parquet": f"/api/lab/{state.game}/figures.parquet?{api_query(state)}".rstrip("?"),
        "self": to(state.query(against=other, sweep=sweep)),
        "reset": to(state.usual.query(against=other, sweep=sweep)),
        "pin": to(state.query(against=mine or "edition=" + state.edition)),
        "unpin": to(state.query(sweep=sweep)),
        "swap": to(pinned.query(against=mine or "edition=" + state.edition)) if pinned else "",
    }
