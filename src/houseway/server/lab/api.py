"""The HTTP API of the lab, under ``/api/lab``: exact figures of a hypothetical table, and whether
the law permits it."""

from fractions import Fraction
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from houseway.certificates.suppose import Supposed, name_of
from houseway.counting.result import Result, estimate, standard_errors
from houseway.rulebook.refusal import Refused
from houseway.server.http.problems import documented
from houseway.server.lab import view
from houseway.server.lab.figures import figures
from houseway.server.lab.state import LONG, LabState, read_lists
from houseway.server.sign_in.caller import Caller, heavy

GameName = Annotated[str, Path(max_length=100, description="A game, as in `/api/games`.")]
Edition = Annotated[str, Query(max_length=20, description="The first of the game's, by default.")]
Field200 = Annotated[str, Query(max_length=LONG)]
Options = Annotated[
    list[Field200],
    Query(max_length=100, description="`NAME=VALUE`: what the house chooses; repeat for more."),
]
Prices = Annotated[
    list[Field200],
    Query(max_length=100, description="`PAYTABLE.ROW=PRICE`: 3, 3/2, push; repeat for more."),
]
WagerName = Annotated[str, Query(max_length=100, description="A wager, or `main`.")]


def state_of(
    id: GameName,
    edition: Edition = "",
    option: Options = [],  # noqa: B006
    price: Prices = [],  # noqa: B006
) -> LabState:
    """Return the table that the query describes."""
    return read_lists(id, edition, option, price)


TheTable = Annotated[LabState, Depends(state_of)]
lab_api = APIRouter(
    prefix="/api/lab",
    tags=["lab"],
    responses=documented(400, 401, 404, 409, 422, 503),
)


class ProblemOut(BaseModel):
    """A rule of law that bars the table."""

    reason: str
    cite: str


class VerdictOut(BaseModel):
    """Whether the law permits the table."""

    lawful: bool
    computed: bool = Field(description="Whether it can be computed; a barred table often can.")
    problems: list[ProblemOut]


class FigureOut(BaseModel):
    """A wager's figures, per unit bet: exact fractions as text. Those of a simulation are decimals
    with the digits that their standard error supports."""

    wager: str
    name: str
    table: str
    unit: str = Field(description="The money that it is measured by.")
    house_advantage: str
    player_return: str
    variance: str
    standard_deviation: float
    standard_error: float = Field(description="Of a simulated house advantage; 0 for exact counts.")
    hit_frequency: str
    strategy: str
    method: str


class LabOut(BaseModel):
    """A table and its figures. Poll while the state is `working`."""

    game: str
    edition: str
    verdict: VerdictOut
    state: Literal["working", "known"]
    waiting: list[str] = Field(description="Wagers that are being counted.")
    reason: str = Field(description="Why something could not be counted.")
    figures: list[FigureOut]


class SweptOut(BaseModel):
    """A wager under one permitted table."""

    table: str
    house_advantage: str
    here: bool = Field(description="Whether this is the table that was asked about.")


def verdict_out(supposed: Supposed) -> VerdictOut:
    """Return the verdict of the law as plain data."""
    return VerdictOut(
        lawful=supposed.lawful,
        computed=supposed.rules is not None,
        problems=[ProblemOut(reason=one.reason, cite=one.cite) for one in supposed.problems],
    )


def _figure(state: LabState, result: Result) -> FigureOut:
    table = result.outcomes
    errors = None if result.is_exact else standard_errors(table)

    def told(value: Fraction, name: str) -> str:
        return str(value) if errors is None else estimate(float(value), errors[name])["decimal"]

    return FigureOut(
        wager=result.wager,
        name=name_of(state.book, result.wager),
        table=result.table,
        unit=table.unit,
        house_advantage=told(table.house_advantage, "house_advantage"),
        player_return=told(1 - table.house_advantage, "house_advantage"),
        variance=told(table.variance, "variance"),
        standard_deviation=table.standard_deviation,
        standard_error=result.standard_error,
        hit_frequency=told(table.hit_frequency, "hit_frequency"),
        strategy=result.strategy,
        method=str(result.method),
    )


@lab_api.get("/{id}")
async def table(
    request: Request,
    session: Caller,
    state: TheTable,
) -> LabOut:
    """Return the exact figures of every wager at a hypothetical table, and whether the law permits
    it."""
    found = await figures(heavy(request), state)
    return LabOut(
        game=state.game,
        edition=state.edition,
        verdict=verdict_out(found.supposed),
        state="working" if found.waiting else "known",
        waiting=list(found.waiting),
        reason=found.reason,
        figures=[_figure(state, one) for one in found.results],
    )


@lab_api.get("/{id}/sweep")
async def sweep(
    request: Request,
    session: Caller,
    state: TheTable,
    wager: WagerName,
) -> list[SweptOut]:
    """Return a wager's edge under every permitted table that differs from this one in one
    choice."""
    found = await figures(heavy(request), state)
    names = [name for name, _ in view.swept_wagers(state, found.supposed)]
    if wager not in names:
        raise Refused(f"no permitted change affects {wager!r}: choose one of {', '.join(names)}")
    return [
        SweptOut(table=bar.label, house_advantage=str(bar.edge), here=bar.here)
        for bar in await run_in_threadpool(view.sweep, state, found, wager)
    ]
