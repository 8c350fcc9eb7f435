"""The HTTP API for your own password and second factor, and for the sign-in log."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from houseway.ledger.people.sign_in import Door
from houseway.ledger.people.sign_in_log import Line
from houseway.server.api import Code, Name, Strict
from houseway.server.host import Host
from houseway.server.http.pool import Pool
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import (
    AdminOnly,
    Caller,
    DoorsOnly,
    StaffOnly,
    TheHouse,
    address_of,
    end_streams,
)
from houseway.server.surveillance.search import ledger_of

account_api = APIRouter(prefix="/api", tags=["people"])
_SAYS = documented(400, 401, 403, 409, 413, 422, 429, 503)
HOUSE = "houseway"  # the name of this server in an authenticator app


class NewPassword(Strict):
    """A new password."""

    password: Name
    old: Name = Field(default="", description="The one so far, if there is one.")


class FactorOut(BaseModel):
    """A second factor that is not yet confirmed."""

    address: str = Field(description="An `otpauth` address for an authenticator (RFC 6238).")


class CodeIn(Strict):
    """A code of the second factor."""

    code: Code


class DoorLine(BaseModel):
    """An entry of the sign-in log."""

    at: int = Field(description="Milliseconds since 1970.")
    what: str
    person: str
    address: str
    by: str
    note: str


def door_of(host: Host) -> Door:
    """Return the sign-in service of a house that is kept in a ledger."""
    return ledger_of(host).door


async def change_password(request: Request, host: Host, name: str, password: str, old: str) -> None:
    """Set a user's password in the hashing threads; all of the user's sessions end."""
    door, address = door_of(host), address_of(request)
    door.must_wait(name, address)
    hashing: Pool = request.app.state.hashing

    def work() -> None:
        door.set_password(name, password, old, address)
        end_streams(request)

    await hashing.run(work)


@account_api.post("/me/password", status_code=204, responses=_SAYS)
async def set_password(said: NewPassword, caller: Caller, host: TheHouse, request: Request) -> None:
    """Set or change your password. Every session of yours ends; sign in again with the new
    password."""
    await change_password(request, host, caller.name, said.password, said.old)


@account_api.post("/me/factor", status_code=201, responses=_SAYS)
def enroll(caller: StaffOnly, host: TheHouse, request: Request) -> FactorOut:
    """Start to set up a second factor (staff with a password): add the returned address to an
    authenticator app, then confirm it with a code."""
    made = door_of(host).enroll(caller.name, HOUSE, address_of(request))
    return FactorOut(address=made)


@account_api.post("/me/factor/confirm", status_code=204, responses=_SAYS)
def confirm(said: CodeIn, caller: StaffOnly, host: TheHouse, request: Request) -> None:
    """Confirm the second factor; every later sign-in requires a code."""
    door_of(host).confirm(caller.name, said.code, address_of(request))


@account_api.delete("/people/{name}/factor", status_code=204, responses=_SAYS)
def reset(
    name: Annotated[str, Path(max_length=100)], caller: AdminOnly, host: TheHouse, request: Request
) -> None:
    """Remove a user's lost second factor; the user's sessions end."""
    ledger_of(host).reset_factor(name, by=caller.name)
    end_streams(request)


@account_api.get("/eye/doors", responses=documented(401, 403, 409, 422))
def doors(
    caller: DoorsOnly,
    host: TheHouse,
    person: Annotated[str, Query(max_length=100)] = "",
    before: Annotated[int, Query(ge=0, le=10**14, description="`at` of the last line.")] = 0,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[DoorLine]:
    """List sign-ins, failed attempts, sign-outs and role changes, newest first."""
    found = door_of(host).log(person=person, before=before, most=most)
    return [_line(one) for one in found]


def _line(one: Line) -> DoorLine:
    return DoorLine(**vars(one))
