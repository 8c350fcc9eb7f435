"""The signed-in user of a request: a browser by its cookie, a program by its token."""

import secrets
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from houseway.ledger.people.people import hashed
from houseway.server.host import Host
from houseway.server.http.heavy import Heavy
from houseway.server.http.limits import Buckets
from houseway.server.http.middleware import TOLD
from houseway.server.http.notifications import Bell
from houseway.server.http.problems import Problem
from houseway.server.sign_in.sessions import COOKIE, PLAYER, STAFF, Session, Sessions

SAFE = ("GET", "HEAD")
CSRF = "X-CSRF-Token"
BY_ITSELF = ("/now", "/stream", "/coach")  # requests that a page sends without user action


def house(request: Request) -> Host:
    """Return the house of this application."""
    found: Host = request.app.state.host
    return found


def sessions(request: Request) -> Sessions:
    """Return the sessions."""
    found: Sessions = request.app.state.sessions
    return found


def bell(request: Request) -> Bell:
    """Return the change notifications of tables."""
    found: Bell = request.app.state.bell
    return found


def heavy(request: Request) -> Heavy:
    """Return the slow pages."""
    found: Heavy = request.app.state.heavy
    return found


def session_of(request: Request) -> Session | None:
    """Return the request's session, or None. Requests that pages send by themselves do not keep a
    staff session alive."""
    active = not request.url.path.endswith(BY_ITSELF)
    return sessions(request).of(secret_of(request), active=active)


def address_of(request: HTTPConnection) -> str:
    """Return the client's address."""
    return request.client.host if request.client else ""


def secret_of(request: HTTPConnection) -> str:
    """Return the session's secret: a program's token, or a browser's cookie."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")


def session_key(request: HTTPConnection) -> str:
    """Return a hash of the session's secret."""
    return hashed(secret_of(request))


def leave(request: Request, everywhere: bool = True) -> None:
    """Sign the user out of this session or of all, including programs and open streams, in every
    process of the house."""
    sessions(request).end(secret_of(request), address_of(request), everywhere=everywhere)
    end_streams(request)


def end_streams(request: Request) -> None:
    """End the streams of ended sessions, in every process of the house."""
    bell(request).end_all_but(sessions(request).lasting())
    request.app.state.tell_crew()


async def caller(request: Request) -> Session:
    """Return the request's session, or raise a problem. State-changing browser requests must come
    from our own pages, and requests are rate limited."""
    found = sessions(request).known(secret_of(request))
    if found is None:  # the lookup uses the database, so it runs in a thread
        found = await run_in_threadpool(session_of, request)
    if found is None:
        raise Problem(
            401, "sign in: open the link that the server printed when it started, or ask for one"
        )
    request.app.state.visitors.know(session_key(request), found.name)
    bearer = request.headers.get("Authorization", "").lower().startswith("bearer ")
    request.scope.get(TOLD, {})["who"] = found.name
    if request.method not in SAFE:
        if not bearer:
            given = request.headers.get(CSRF) or request.scope.get("houseway.csrf", "")
            if not secrets.compare_digest(given.encode(), found.csrf.encode()):
                raise Problem(
                    403, "this request did not come from a page of this server; reload the page"
                )
        _take(request, found.name)
    return found


def _take(request: Request, who: str) -> None:
    buckets: Buckets = request.app.state.buckets
    if not buckets.take(who):
        raise Problem(429, "too many requests: wait a moment")


def take_rare(request: Request, who: str) -> None:
    """Refuse a user who creates too many invitations or tables."""
    rare: Buckets = request.app.state.rare
    if not rare.take(who):
        raise Problem(429, "too many requests of this kind: wait a minute")


async def form_caller(request: Request) -> Session:
    """Return the session of a form's sender. Without scripts the CSRF token is in the form, not in
    a header."""
    if not request.headers.get(CSRF):
        form = await request.form()
        given = form.get("csrf")
        request.scope["houseway.csrf"] = given if isinstance(given, str) else ""
    return await caller(request)


def only(*roles: str) -> Any:
    """Return a dependency that admits only these roles, in a page or a program."""

    async def check(session: Annotated[Session, Depends(caller)]) -> Session:
        return _one_of(session, roles)

    check.roles = roles  # type: ignore[attr-defined]  # who may ask for what is read from here
    return Annotated[Session, Depends(check)]


def form_only(*roles: str) -> Any:
    """Return a dependency that admits forms only from these roles."""

    async def check(session: Annotated[Session, Depends(form_caller)]) -> Session:
        return _one_of(session, roles)

    check.roles = roles  # type: ignore[attr-defined]
    return Annotated[Session, Depends(check)]


def _one_of(session: Session, roles: tuple[str, ...]) -> Session:
    if session.role not in roles:
        raise Problem(403, f"this is for {' or '.join(roles)}; you are signed in as {session.role}")
    return session


# These lookups are async, because FastAPI would run plain functions in a thread.


async def _house(request: Request) -> Host:
    return house(request)


async def _bell(request: Request) -> Bell:
    return bell(request)


async def _sessions(request: Request) -> Sessions:
    return sessions(request)


TheHouse = Annotated[Host, Depends(_house)]
TheBell = Annotated[Bell, Depends(_bell)]
TheSessions = Annotated[Sessions, Depends(_sessions)]
Caller = Annotated[Session, Depends(caller)]
FormCaller = Annotated[Session, Depends(form_caller)]
PlayerOnly = only(PLAYER)
PlayerForm = form_only(PLAYER)
OpenerOnly = only(PLAYER, "floor", "admin")  # players may open tables
SeatsOnly = only(PLAYER, "floor", "admin")  # who may join the waiting list, and who manages it
SeatsForm = form_only(PLAYER, "floor", "admin")
FloorOnly = only("floor")  # commands at a table are decided by the ledger
FloorForm = form_only("floor")
FloorHouse = only("floor", "admin")  # those who manage the house
FloorHouseForm = form_only("floor", "admin")
EyeOnly = only("auditor", "floor", "admin")
EyeForm = form_only("auditor", "floor", "admin")
DoorsOnly = only("auditor", "admin")  # the sign-in log also supervises the floor
StaffOnly = only(*STAFF)
StaffForm = form_only(*STAFF)
AdminOnly = only("admin")
AdminForm = form_only("admin")
