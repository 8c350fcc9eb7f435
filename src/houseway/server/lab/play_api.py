"""The HTTP API of the lab for strategy, single hands and bankroll simulation, under
``/api/lab``."""

import csv
import io
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from houseway.rulebook.refusal import Refused
from houseway.server.http.pool import Busy
from houseway.server.http.problems import documented
from houseway.server.lab.api import TheTable, WagerName
from houseway.server.lab.figures import Worked, worked
from houseway.server.lab.frames import PARQUET, SOON, parquet
from houseway.server.lab.play import Hand, Plan, Spread, analysis, read_plan, spread
from houseway.server.lab.state import LabState
from houseway.server.sign_in.caller import Caller, heavy

Cards = Annotated[str, Query(max_length=60, description="Cards: `As Kd`.")]
Amount = Annotated[str, Query(max_length=20, description="Dollars.")]
Rounds = Annotated[str, Query(max_length=20, description="Rounds in an evening, at most.")]
lab_play_api = APIRouter(
    prefix="/api/lab",
    tags=["lab"],
    responses=documented(400, 401, 404, 409, 422, 503),
)


class ChoiceOut(BaseModel):
    """A choice and its value."""

    name: str
    cents: str = Field(description="On average, exactly: a fraction.")


class HandOut(BaseModel):
    """The value of every choice with a hand, the best first. Poll while the state is `working`."""

    state: Literal["working", "known"]
    hand: str = Field(description="The cards as they were read.")
    bets: dict[str, int] = Field(description="What is bet, in cents.")
    choices: list[ChoiceOut]


class SpreadOut(BaseModel):
    """Simulated sessions at a table; amounts in cents. Poll while the state is `working`."""

    state: Literal["working", "known"]
    evenings: int
    ruined: int = Field(description="Evenings on which the money no longer covered a round.")
    reached: int = Field(description="Evenings on which the goal was reached.")
    rounds_played: str = Field(description="On average: a fraction.")
    money_left: str = Field(description="On average: a fraction.")
    expected: str = Field(description="Of all rounds, exactly: a fraction.")
    marks: list[int] = Field(description="Rounds after which the bankroll was noted.")
    percentiles: dict[str, list[int]] = Field(description="The bankroll at each mark.")
    lasted: dict[str, int] = Field(description="Rounds played, by percentile.")


def _known(found: Worked[Any]) -> None:
    if found.reason:
        raise Refused(found.reason)


@lab_play_api.get("/{id}/hand")
async def one_hand(
    request: Request,
    session: Caller,
    state: TheTable,
    hand: Cards = "",
    board: Cards = "",
    dealer: Cards = "",
) -> HandOut:
    """Return the value of every choice with a hand, at the usual bets."""
    held = Hand(hand.strip(), board.strip(), dealer.strip())
    if held.is_empty:
        raise Refused("name the cards: hand=As Kd")
    found = await worked(heavy(request), analysis, state, held)
    _known(found)
    if found.made is None:
        return HandOut(state="working", hand="", bets={}, choices=[])
    choices = [ChoiceOut(name=name, cents=str(cents)) for name, cents in found.made.worth]
    return HandOut(state="known", hand=found.made.read, bets=dict(found.made.bets), choices=choices)


def the_plan(
    wager: WagerName,
    unit: Amount = "10",
    bankroll: Amount = "500",
    rounds: Rounds = "300",
    goal: Amount = "",
) -> Plan:
    """Return the session plan that the query describes."""
    return read_plan(wager, {"unit": unit, "bankroll": bankroll, "rounds": rounds, "goal": goal})


ThePlan = Annotated[Plan, Depends(the_plan)]


async def _spread(request: Request, state: LabState, plan: Plan) -> Spread | None:
    found = await worked(heavy(request), spread, state, plan)
    _known(found)
    return found.made


@lab_play_api.get("/{id}/bankroll")
async def bankroll(request: Request, session: Caller, state: TheTable, plan: ThePlan) -> SpreadOut:
    """Simulate sessions from the exact odds: risk of ruin, how long the bankroll lasts, the spread
    of results."""
    made = await _spread(request, state, plan)
    if made is None:
        return SpreadOut(
            state="working", evenings=0, ruined=0, reached=0, rounds_played="0", money_left="0",
            expected="0", marks=[], percentiles={}, lasted={},
        )  # fmt: skip
    return SpreadOut(
        state="known",
        evenings=made.evenings,
        ruined=made.ruined,
        reached=made.reached,
        rounds_played=str(made.rounds_played),
        money_left=str(made.money_left),
        expected=str(made.expected),
        marks=list(made.marks),
        percentiles={str(p): list(line) for p, line in made.percentiles},
        lasted={str(p): rounds for p, rounds in made.lasted},
    )


@lab_play_api.get(
    "/{id}/bankroll.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}, "description": "A line for each mark."}},
)
async def bankroll_csv(
    request: Request, session: Caller, state: TheTable, plan: ThePlan
) -> Response:
    """Return the simulated sessions as CSV: the bankroll in dollars after each number of rounds, by
    percentile. The answer is 503 with `Retry-After` until the computation is finished."""
    made = await _spread(request, state, plan)
    if made is None:
        raise Busy(SOON)
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(["rounds", *(f"percentile_{p}" for p, _ in made.percentiles)])
    for at, mark in enumerate(made.marks):
        lines.writerow([mark, *(f"{line[at] / 100:.2f}" for _, line in made.percentiles)])
    headers = {"Content-Disposition": f'attachment; filename="{state.game}-bankroll.csv"'}
    return Response(out.getvalue(), media_type="text/csv", headers=headers)


@lab_play_api.get(
    "/{id}/bankroll.parquet",
    response_class=Response,
    responses={200: {"content": {PARQUET: {}}, "description": "A row for each mark."}},
)
async def bankroll_parquet(
    request: Request, session: Caller, state: TheTable, plan: ThePlan
) -> Response:
    """Return the simulated sessions as a Parquet file, in cents; 503 with `Retry-After` until the
    computation is finished."""
    made = await _spread(request, state, plan)
    if made is None:
        raise Busy(SOON)
    rows = [
        {"rounds": mark, **{f"percentile_{p}": int(line[at]) for p, line in made.percentiles}}
        for at, mark in enumerate(made.marks)
    ]
    return await run_in_threadpool(parquet, rows, f"{state.game}-bankroll.parquet")
