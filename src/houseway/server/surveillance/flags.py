"""Rounds flagged with a note: forms and API."""

import uuid
from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from houseway.ledger.house import House
from houseway.ledger.tables.round_flags import Flag, clear, flag, flags
from houseway.ledger.tables.rounds import RoundCard
from houseway.server.api import Key, Strict, TableId
from houseway.server.http.problems import documented
from houseway.server.pages import page
from houseway.server.sign_in.caller import EyeForm, EyeOnly, TheHouse
from houseway.server.surveillance.api import RoundNumber
from houseway.server.surveillance.search import ledger_of

Note = Annotated[str, Form(max_length=2000)]
Entry = Annotated[int, Form(ge=1, le=10**9)]
KeyField = Annotated[str, Form(max_length=100)]
Kind = Literal["look", "dispute", "procedure", "play"]
SENT = documented(400, 401, 403, 404, 409, 413, 422, 429)


class FlagIn(Strict):
    """A flag for a round."""

    kind: Kind = "look"
    note: str = Field(min_length=1, max_length=500, examples=["Player says the card was late."])


class ClearIn(Strict):
    """A note that resolves a flag."""

    note: str = Field(min_length=1, max_length=500)


class FlagOut(BaseModel):
    """A flag. Setting and clearing it are both in the house's hash chain."""

    entry: int = Field(description="Of the chain of the house; names the flag.")
    table: int
    round: int
    kind: str
    note: str
    by: str
    at: str
    cleared: str = Field(description="By whom; nothing while it is open.")
    cleared_at: str
    answer: str


def flagged_places(house: House, cards: Iterable[RoundCard]) -> dict[tuple[int, int], list[Flag]]:
    """Return the flags of some rounds, by table and round."""
    listed = {(one.table, one.round) for one in cards}
    found: dict[tuple[int, int], list[Flag]] = {}
    for table in {table for table, _ in listed}:
        numbers = [round for id, round in listed if id == table]
        for one in flags(house, table, min(numbers), max(numbers)):
            if (one.table, one.round) in listed:
                found.setdefault((one.table, one.round), []).append(one)
    return found


eye_flags = APIRouter(prefix="/eye", include_in_schema=False, default_response_class=HTMLResponse)
eye_flags_api = APIRouter(prefix="/api/eye", tags=["eye"])


@eye_flags.get("/flags")
def flags_page(request: Request, session: EyeOnly, host: TheHouse) -> Response:
    """Show every flag, newest first."""
    return page(request, "eye_flags.html", session, host, flags=flags(ledger_of(host)))


@eye_flags.post("/tables/{id}/rounds/{round}/flag")
def flag_round(
    id: TableId,
    round: RoundNumber,
    session: EyeForm,
    host: TheHouse,
    note: Note = "",
    kind: Annotated[str, Form(max_length=40)] = "look",
    key: KeyField = "",
) -> Response:
    """Flag a round, from a page."""
    key = key or uuid.uuid4().hex
    flag(ledger_of(host), id, round, kind, note, by=session.name, key=key)
    return RedirectResponse(f"/eye/tables/{id}/rounds/{round}#flags", 303)


@eye_flags.post("/tables/{id}/rounds/{round}/clear")
def clear_flag(
    id: TableId,
    round: RoundNumber,
    session: EyeForm,
    host: TheHouse,
    entry: Entry,
    note: Note = "",
    key: KeyField = "",
) -> Response:
    """Clear a flag, from a page."""
    key = key or uuid.uuid4().hex
    clear(ledger_of(host), id, round, entry, note, by=session.name, key=key)
    return RedirectResponse(f"/eye/tables/{id}/rounds/{round}#flags", 303)


@eye_flags_api.get("/flags", responses=documented(401, 403, 409, 422))
def all_flags(
    caller: EyeOnly,
    host: TheHouse,
    table: Annotated[int | None, Query(ge=1, le=10**9)] = None,
) -> list[FlagOut]:
    """List the flags of one table or of all, newest first, at most a thousand."""
    return [_out(one) for one in flags(ledger_of(host), table)]


@eye_flags_api.post("/tables/{id}/rounds/{round}/flags", status_code=201, responses=SENT)
def mark(
    id: TableId, round: RoundNumber, said: FlagIn, caller: EyeOnly, host: TheHouse, key: Key = ""
) -> FlagOut:
    """Flag a round with a note. The flag is kept in the house's hash chain."""
    key = key or uuid.uuid4().hex
    return _out(flag(ledger_of(host), id, round, said.kind, said.note, by=caller.name, key=key))


@eye_flags_api.post("/tables/{id}/rounds/{round}/flags/{entry}/clear", responses=SENT)
def settle(
    id: TableId,
    round: RoundNumber,
    entry: RoundNumber,
    said: ClearIn,
    caller: EyeOnly,
    host: TheHouse,
    key: Key = "",
) -> FlagOut:
    """Clear a flag with a note on how it was resolved."""
    key = key or uuid.uuid4().hex
    return _out(clear(ledger_of(host), id, round, entry, said.note, by=caller.name, key=key))


def _out(one: Flag) -> FlagOut:
    return FlagOut(**vars(one))
