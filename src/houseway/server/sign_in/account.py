"""Pages for the user's own password and second factor, and the sign-in log."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.ledger.errors import TooMany
from houseway.rulebook.refusal import Refused
from houseway.server.host import Host
from houseway.server.pages import page
from houseway.server.sign_in.account_api import HOUSE, change_password, door_of
from houseway.server.sign_in.caller import (
    AdminForm,
    Caller,
    DoorsOnly,
    FormCaller,
    StaffForm,
    TheHouse,
    address_of,
    end_streams,
)
from houseway.server.sign_in.sessions import COOKIE, Session
from houseway.server.surveillance.search import ledger_of

Word = Annotated[str, Form(max_length=100)]
LINES = 100  # log entries per page

account = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def _page(
    request: Request, session: Session, host: Host, status: int = 200, **shown: Any
) -> Response:
    told = {"reason": "", "address": "", "done": "", **shown}
    told["factor"] = door_of(host).has_factor(session.name)
    told["password"] = door_of(host).has_password(session.name)
    return page(request, "account.html", session, host, status_code=status, **told)


@account.get("/account")
def own(request: Request, session: Caller, host: TheHouse) -> Response:
    """Show the user's own password and second factor."""
    return _page(request, session, host)


@account.post("/account/password")
async def set_password(
    request: Request, session: FormCaller, host: TheHouse, password: Word, old: Word = ""
) -> Response:
    """Set or change the user's password."""
    try:
        await change_password(request, host, session.name, password, old)
    except TooMany:
        raise
    except Refused as refusal:
        why = refusal.reason
        return await run_in_threadpool(_page, request, session, host, 409, reason=why)
    answer = RedirectResponse("/enter", 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


@account.post("/account/factor")
def enroll(request: Request, session: StaffForm, host: TheHouse) -> Response:
    """Start to set up a second factor."""
    try:
        made = door_of(host).enroll(session.name, HOUSE, address_of(request))
    except Refused as refusal:
        return _page(request, session, host, 409, reason=refusal.reason)
    return _page(request, session, host, address=made)


@account.post("/account/factor/confirm")
def confirm(request: Request, session: StaffForm, host: TheHouse, code: Word) -> Response:
    """Confirm the second factor with a code."""
    try:
        door_of(host).confirm(session.name, code.strip(), address_of(request))
    except Refused as refusal:
        return _page(request, session, host, 409, reason=refusal.reason)
    return _page(request, session, host, done="The second factor is on.")


@account.post("/account/factor/reset")
def reset(request: Request, session: AdminForm, host: TheHouse, name: Word) -> Response:
    """Remove another user's lost second factor (admins)."""
    try:
        ledger_of(host).reset_factor(name, by=session.name)
    except Refused as refusal:
        return _page(request, session, host, 409, reason=refusal.reason)
    end_streams(request)
    return _page(request, session, host, done=f"{name} signs in without a second factor now.")


@account.get("/eye/doors")
def doors(
    request: Request,
    session: DoorsOnly,
    host: TheHouse,
    person: Annotated[str, Query(max_length=100)] = "",
    before: Annotated[int, Query(ge=0, le=10**14)] = 0,
) -> Response:
    """Show the sign-in log."""
    found = door_of(host).log(person=person, before=before, most=LINES)
    lines = [(datetime.fromtimestamp(one.at / 1000, UTC), one) for one in found]
    older = found[-1].at if len(found) == LINES else 0
    return page(request, "doors.html", session, host, lines=lines, person=person, older=older)
