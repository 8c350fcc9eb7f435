"""The floor's figures by HTTP: takings, alerts, table presets."""

from datetime import date, datetime
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from houseway.ledger.tables.takings import Takings, cents
from houseway.server.floor.desk import durable
from houseway.server.floor.overview import floor_now, settings_of
from houseway.server.floor.presets import Preset, opened_before, usual_presets
from houseway.server.host import Host
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import FloorHouse, TheHouse

Day = Annotated[str, Query(max_length=20, description="A gaming day, 2026-01-31; today if none.")]
Shift = Annotated[str, Query(max_length=5, description="`day`, or the number of a shift.")]
Share = Annotated[str | None, Field(description="A fraction, `1/8`; none where it has no meaning.")]


class TakingsOut(BaseModel):
    """A table's takings in a period; money in whole cents, rounded down."""

    table: int = Field(description="0 is all of them together.")
    game: str
    edition: str
    rounds: int
    rounds_an_hour: Share
    drop: int = Field(description="Cash in the drop box, and chips that players brought.")
    cash: int = Field(description="Of the drop, what was in cash.")
    win: int
    hold: Share = Field(description="Win by drop.")
    players: dict[str, int] = Field(description="What each player has won; negative: lost.")


class PeriodOut(BaseModel):
    """The takings of every table in a gaming day, or in one shift of it."""

    day: date
    shift: str
    since: datetime
    until: datetime
    tables: list[TakingsOut]
    total: TakingsOut


class AlertOut(BaseModel):
    """An alert for the floor."""

    table: int = Field(description="0 is the house itself: its log.")
    kind: str = Field(examples=["waiting", "cards", "limit", "win", "meter", "house", "clock"])
    says: str
    cite: str
    urgent: bool = Field(description="Play waits for somebody of the house.")


class PresetOut(BaseModel):
    """A preset: `wanted` is the request body for `POST /api/floor/tables`."""

    title: str
    like: int = Field(description="The table that it is a copy of; 0 is the usual table.")
    differs: list[str] = Field(description="From the usual table, in words.")
    wanted: dict[str, Any]


floor_figures_api = APIRouter(prefix="/api/floor", tags=["floor"])


@floor_figures_api.get("/takings", responses=documented(401, 403, 409, 422))
def takings(
    request: Request, caller: FloorHouse, host: TheHouse, day: Day = "", shift: Shift = ""
) -> PeriodOut:
    """Return drop, win, hold and rounds of every table in a day or a shift."""
    found = floor_now(durable(host), settings_of(request), caller.name, day, shift)
    period = found.period
    return PeriodOut(
        day=period.day,
        shift=period.name,
        since=period.since,
        until=period.until,
        tables=[taken_out(one) for one in found.taken.values()],
        total=taken_out(found.total),
    )


@floor_figures_api.get("/alerts", responses=documented(401, 403, 409))
def alerts(request: Request, caller: FloorHouse, host: TheHouse) -> list[AlertOut]:
    """Return the current alerts, urgent ones first."""
    found = floor_now(durable(host), settings_of(request), caller.name)
    return [AlertOut(**vars(one)) for one in found.alerts]


@floor_figures_api.get("/presets", responses=documented(401, 403))
def presets(caller: FloorHouse, host: TheHouse) -> list[PresetOut]:
    """List setups of tables that this house has opened before, then the usual table of every game
    and edition."""
    return _presets(host)


def _presets(host: Host) -> list[PresetOut]:
    return [_preset(one) for one in (*opened_before(host), *usual_presets())]


def _preset(one: Preset) -> PresetOut:
    wanted = one.wanted
    return PresetOut(
        title=one.title,
        like=one.like,
        differs=list(one.differs),
        wanted={
            "game": wanted.game,
            "edition": wanted.edition,
            "options": {
                name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
                for name, value in wanted.options.items()
            },
            "limits": {name: list(vars(limit).values()) for name, limit in wanted.limits.items()},
            "meters": {name: dict(terms) for name, terms in wanted.meters.items()},
            "by_hand": list(wanted.by_hand),
        },
    )


def taken_out(one: Takings) -> TakingsOut:
    """Return a table's takings as plain data."""
    return TakingsOut(
        table=one.table,
        game=one.game,
        edition=one.edition,
        rounds=one.rounds,
        rounds_an_hour=_share(one.rounds_an_hour),
        drop=cents(one.drop),
        cash=cents(one.cash),
        win=cents(one.win),
        hold=_share(one.hold),
        players={name: cents(won) for name, won in one.players.items()},
    )


def _share(part: Fraction | None) -> str | None:
    return None if part is None else str(part)
