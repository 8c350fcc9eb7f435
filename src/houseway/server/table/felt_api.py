"""The felt of a table as data: a drawing, and the position of everything on it."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from houseway.documents.layout import Shape, felt, felt_version
from houseway.games import games
from houseway.rulebook.layout import Layout
from houseway.rulebook.table_rules import TableRules
from houseway.server.api import TableId
from houseway.server.http.problems import documented
from houseway.server.practice.api import TheCorner
from houseway.server.sign_in.caller import Caller, TheHouse

FOREVER = "private, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"

Wanted = Annotated[
    Shape,
    Query(
        description="`wide` is the table as it stands; the others have your seat in front: `seat`"
        " for a wide screen, `low` for a phone on its side, `phone` for one held upright."
    ),
]
Known = Annotated[
    str,
    Query(max_length=40, description="The version that is wanted: then it may be kept for good."),
]


class AreaOut(BaseModel):
    """A betting area."""

    wager: str
    seat: int | None = Field(description="None where all bet on one sheet; 0 is whoever looks.")
    x: float = Field(description="Where the chips lie.")
    y: float
    r: float = Field(description="The radius of a chip there.")
    required: bool
    later: bool = Field(description="Whether it is made in the course of the round.")
    name: str
    says: str


class PlaceOut(BaseModel):
    """The position of cards, dice or a name."""

    x: float
    y: float
    turn: float
    card: float | None = Field(default=None, description="How wide a card is there.")
    room: float | None = Field(default=None, description="How wide a row of cards may become.")


class PaytableOut(BaseModel):
    """What a wager pays."""

    name: str
    rows: list[tuple[str, str]]


class FeltOut(BaseModel):
    """A felt, in inches of the real table."""

    version: str
    shape: Shape
    width: float
    height: float
    common: bool = Field(description="Whether all bet on one sheet.")
    svg: str
    areas: dict[str, AreaOut]
    places: dict[str, PlaceOut]
    seats: dict[str, PlaceOut]
    company: list[tuple[float, float, float, float]] = Field(
        description="Boxes for other players: left, top, width, height."
    )
    least: float = Field(description="The size of the smallest letters.")
    tables: list[PaytableOut] = Field(description="What the wagers on offer pay.")


felt_api = APIRouter(prefix="/api", tags=["tables"])
UNCHANGED = {"description": "As it was: the version that `If-None-Match` names."}
ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"model": FeltOut},
    304: UNCHANGED,
    **documented(401, 404, 409, 422),
}


@felt_api.get("/tables/{id}/felt", responses=ANSWERS, response_class=Response)
def table_felt(
    id: TableId,
    caller: Caller,
    host: TheHouse,
    request: Request,
    shape: Wanted = "wide",
    version: Known = "",
) -> Response:
    """Return the felt of a table: the printed layout, and the position of everything on it."""
    return _answer(host.look(id, by=caller.name).rules, shape, version, request)


@felt_api.get(
    "/practice/tables/{id}/felt", responses=ANSWERS, response_class=Response, tags=["practice"]
)
def practice_felt(
    id: TableId,
    corner: TheCorner,
    request: Request,
    shape: Wanted = "wide",
    version: Known = "",
) -> Response:
    """Return the felt of one of your practice tables."""
    return _answer(corner.look(id).rules, shape, version, request)


def layout_of(rules: TableRules) -> Layout | None:
    """Return the layout of a table's game, if the house still has the game."""
    found = games().get(rules.book.game)
    return found.layout(rules.book.edition) if found else None


def _answer(rules: TableRules, shape: Shape, version: str, request: Request) -> Response:
    layout = layout_of(rules)
    now = felt_version(rules, layout, shape)
    headers = {
        "ETag": f'"{now}"',
        "Cache-Control": FOREVER if version == now else ASK_AGAIN,
        "Vary": "Authorization, Cookie",
    }
    if f'"{now}"' in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=headers)
    content = json.dumps(felt(rules, layout, shape).to_json(), separators=(",", ":"))
    return Response(content, media_type="application/json", headers=headers)
