"""The floor's first page: every table with its takings, current alerts, and presets that open a
table with one click."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from houseway.ledger.tables.takings import Takings, cents, takings, total
from houseway.rulebook.calendar import zone_of
from houseway.rulebook.refusal import Refused
from houseway.server.durable import DurableHost
from houseway.server.floor import desk
from houseway.server.floor.alerts import Alert, house_alerts, table_alerts
from houseway.server.floor.presets import Preset, opened_before, usual_presets
from houseway.server.floor.shifts import Period, asked_period
from houseway.server.host import Host, TableCard
from houseway.server.house_settings import HouseSettings
from houseway.server.pages import page, templates
from houseway.server.sign_in.caller import FloorHouse, TheHouse
from houseway.server.table.view import table_view

Text = Annotated[str, Query(max_length=100)]
floor_overview = APIRouter(
    prefix="/floor", include_in_schema=False, default_response_class=HTMLResponse
)


def share(part: Fraction | None) -> str:
    """Return a share in percent, to a tenth; a dash for None.

    >>> share(Fraction(1, 3)), share(Fraction(-1, 40)), share(None)
    ('33.3%', '−2.5%', '–')
    """
    if part is None:
        return "–"
    tenths = round(1000 * abs(part))
    return f"{'−' if part < 0 and tenths else ''}{tenths // 10}.{tenths % 10}%"


def pace(rounds: Fraction | None) -> str:
    """Return rounds per hour as a whole number."""
    return "–" if rounds is None else f"{round(rounds):,}"


templates.env.filters |= {"share": share, "pace": pace, "fine_cents": cents}


@dataclass(frozen=True)
class Floor:
    """The floor in a period: takings of every table, and alerts."""

    period: Period
    taken: Mapping[int, Takings]
    total: Takings
    alerts: tuple[Alert, ...]


def settings_of(request: Request) -> HouseSettings:
    """Return the server's settings."""
    found: HouseSettings = request.app.state.settings
    return found


def period_of(host: DurableHost, settings: HouseSettings, day: str, shift: str) -> Period:
    """Return the requested day or shift, by the house's clock."""
    now = datetime.fromisoformat(host.house.store.moment())
    return asked_period(day, shift, now, zone_of(host.house.zone), settings.shifts)


def taken_in(host: DurableHost, period: Period) -> list[Takings]:
    """Return the takings of every table in a period."""
    return takings(host.house, period.since, period.until)


def alerts(
    host: DurableHost,
    cards: list[TableCard],
    taken: Mapping[int, Takings],
    settings: HouseSettings,
    by: str,
) -> list[Alert]:
    """Return the current alerts, urgent ones first."""
    found = house_alerts(host.house)
    found += [
        alert
        for card in cards
        for alert in table_alerts(
            host.house, host.look(card.id, by=by), taken.get(card.id), settings
        )
    ]
    return sorted(found, key=lambda one: not one.urgent)


def floor_now(
    host: DurableHost, settings: HouseSettings, by: str, day: str = "", shift: str = ""
) -> Floor:
    """Return the overview of a period; alerts about wins cover the current gaming day."""
    period = period_of(host, settings, day, shift)
    found = taken_in(host, period)
    today = period_of(host, settings, "", "")
    of_today = found if period == today else taken_in(host, today)
    told = alerts(host, host.tables(), {one.table: one for one in of_today}, settings, by)
    return Floor(period, {one.table: one for one in found}, total(found), tuple(told))


@floor_overview.get("")
def all_tables(
    request: Request, session: FloorHouse, host: TheHouse, day: Text = "", shift: Text = ""
) -> Response:
    """Return every table with its state and takings."""
    settings, refusal = settings_of(request), None
    floor = None
    if isinstance(host, DurableHost):
        try:
            floor = floor_now(host, settings, session.name, day, shift)
        except Refused as refused:
            refusal, floor = refused, floor_now(host, settings, session.name)
    cards = host.tables()
    rows = [_row(host, card, session.name) for card in cards][::-1]
    open_ = {card.id for card in cards}
    closed = [one for one in (floor.taken.values() if floor else ()) if one.table not in open_]
    return page(
        request,
        "floor.html",
        session,
        host,
        rows=rows,
        floor=floor,
        closed=closed[::-1],
        shifts=settings.shifts,
        before=opened_before(host),
        families=_families(),
        titles={(one.wanted.game, one.wanted.edition): one.title for one in usual_presets()},
        waiting=host.waiting() if isinstance(host, DurableHost) else [],
        refusal=refusal,
        status_code=409 if refusal else 200,
    )


def _families() -> dict[str, list[Preset]]:
    """Return the usual tables by family, in the order of the games."""
    found: dict[str, list[Preset]] = {}
    for one in usual_presets():
        found.setdefault(one.family, []).append(one)
    return found


def _row(host: Host, card: TableCard, by: str) -> dict[str, object]:
    seen = host.look(card.id, by=by)
    waiting = 0
    if isinstance(host, DurableHost):
        waiting = sum(one.in_effect is None for one in desk.changes(host, card.id))
    return {"card": card, "status": table_view(seen, drawn=False).status, "changes": waiting}
