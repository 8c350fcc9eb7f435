"""The HTTP API of the table page: the table as the page draws it, and the buttons on it.

A press is answered with the table as it is then, so that it takes one request. Its words are those
of hands on a felt (a chip here, the same again); ``/commands`` has those of the ledger.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from houseway.documents.sprite import sprite
from houseway.server.api import Cents, Key, Name, Place, Seat, Strict, TableId
from houseway.server.floor.staff import may_say
from houseway.server.host import Command, Host, Snapshot
from houseway.server.http.json_answers import Json
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import Caller, TheBell, TheHouse
from houseway.server.sign_in.sessions import PLAYER
from houseway.server.table.data import table_data
from houseway.server.table.form import command_of, seat_of
from houseway.server.table.waiting_list import with_waiting

Count = Annotated[int, Query(ge=0, le=10**9)]


class Pressed(Strict):
    """A button or betting area pressed on the page of a table."""

    do: str
    seat: Seat | Place | None = None
    to: Annotated[int, Field(ge=0, le=9999)] = Field(default=0, description="A seat to change to.")
    wager: Name = ""
    chip: Cents = 0
    bets: dict[str, Cents] = Field(default={}, max_length=400)
    what: Name = ""
    amount: Name = Field(default="", description="In dollars, or in cards where they are counted.")
    ticket: Annotated[str, Field(max_length=400)] = ""
    given: Annotated[str, Field(max_length=2000)] = ""
    round: Annotated[int, Field(ge=0, le=10**9)] = 0
    seen: Annotated[int, Field(ge=0, le=10**9)] = Field(
        default=0, description="How many events of that round the page has shown."
    )

    def command(self, snapshot: Snapshot) -> dict[str, Any]:
        """Return the command that a press gives."""
        form = {name: str(value) for name, value in self.model_dump(exclude_none=True).items()}
        if self.do == "bet":
            return {"do": "bet", "seat": seat_of(form, snapshot), "bets": self.bets}
        return command_of({**form, "chip": str(self.chip) if self.chip else ""}, snapshot)


class Press(Pressed):
    """A press on the page of a table."""

    do: Literal[
        "sit", "leave", "chip", "take", "clear", "again", "double", "bet", "ready", "act",
        "hurry", "away", "back", "change_seat", "buy", "void", "refund", "redeem",
        "begin", "close", "go", "shuffled", "draw", "rolled", "picked", "spun",
    ] = Field(description="`chip` puts one more on a wager, `take` takes a wager back, `clear` all"
        " of them, `again` makes the bets of the round before, `double` doubles what lies there;"
        " the others are words of `/commands`.")  # fmt: skip


table_api = APIRouter(prefix="/api/tables", tags=["tables"])


@table_api.get("/{id}/view", responses=documented(401, 404, 422), response_class=JSONResponse)
def view(
    id: TableId, caller: Caller, host: TheHouse, bell: TheBell, round: Count = 0, seen: Count = 0
) -> Response:
    """Return a table as the page draws it for you: felt, hands, chips, buttons, and what happened
    after the events that you have shown."""
    here = bell.here(id)
    return Json(drawn(host, id, caller.name, caller.role, (round, seen), here))


@table_api.post(
    "/{id}/press",
    responses=documented(400, 401, 403, 404, 409, 413, 422, 429),
    response_class=JSONResponse,
)
def press(
    id: TableId, pressed: Press, caller: Caller, host: TheHouse, bell: TheBell, key: Key = ""
) -> Response:
    """Press something at a table; return the table after it. A press that the rules do not allow is
    refused and changes nothing."""
    command: Command = pressed.command(host.look(id, by=caller.name, role=caller.role))
    may_say(caller.role, command["do"])
    done = host.do(id, command, by=caller.name, role=caller.role, key=key)
    bell.ring(id, done.version if not done.repeated else 0)
    seen = (pressed.round, pressed.seen)
    return Json(drawn(host, id, caller.name, caller.role, seen, bell.here(id)))


def drawn(
    host: Host, id: int, by: str, role: str, seen: tuple[int, int], here: Sequence[str]
) -> dict[str, Any]:
    """Return a table for one viewer's page, with the names of the seated players."""
    balance = host.balance(by) if role == PLAYER else None
    found = host.look(id, by=by, role=role)
    shown = table_data(found, seen=seen, balance=balance, here=set(here) - {by})
    return with_waiting(host, found, by, shown)


pictures = APIRouter(prefix="/pictures", include_in_schema=False)


@pictures.get("/{kind}.svg")
def picture_sheet(kind: Literal["cards", "tiles"]) -> Response:
    """Return the pictures that the page puts on the felt."""
    return Response(
        sprite(kind == "tiles"),
        media_type="image/svg+xml",
        headers={"Cache-Control": "public, max-age=86400"},
    )
