"""Who asks: a browser by its cookie, a program by its token."""

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
BY_ITSELF = ("/now", "/stream", "/coach")  # what a page asks for while nobody touches it


def house(request: Request) -> Host:
    """The house that this application opens the doors of."""
    found: Host = request.app.state.host
    return found


def sessions(request: Request) -> Sessions:
    """Everybody who has come in."""
    found: Sessions = request.app.state.sessions
    return found


def bell(request: Request) -> Bell:
    """What rings when something has happened at a table."""
    found: Bell = request.app.state.bell
    return found


def heavy(request: Request) -> Heavy:
    """The pages that take long."""
    found: Heavy = request.app.state.heavy
    return found


def session_of(request: Request) -> Session | None:
    """Whoever asks, if anybody has signed in. What pages ask for by themselves does not keep a
    session of staff from ending."""
    active = not request.url.path.endswith(BY_ITSELF)
    return sessions(request).of(secret_of(request), active=active)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def secret_of(request: HTTPConnection) -> str:
    """What stands for a session: a program's token, or a browser's cookie."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")


def session_key(request: HTTPConnection) -> str:
    """What stands for a session where its secret is not to be."""
    return hashed(secret_of(request))


def leave(request: Request, everywhere: bool = True) -> None:
    """Sign whoever asks out, of every session of theirs or of this one: also programs, and streams
    that are open, here and in the other processes of the house."""
    sessions(request).end(secret_of(request), address_of(request), everywhere=everywhere)
    end_streams(request)


def end_streams(request: Request) -> None:
    """End the streams whose sessions are over, in every process of the house."""
    bell(request).end_all_but(sessions(request).lasting())
    request.app.state.tell_crew()


async def caller(request: Request) -> Session:
    """Whoever asks, or a problem. What a browser changes must come from a page of ours, and nobody
    may ask without end."""
    found = sessions(request).known(secret_of(request))
    if found is None:  # the database knows, and it is asked in another thread
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
    """Refuse somebody who invites people or opens tables without end."""
    rare: Buckets = request.app.state.rare
    if not rare.take(who):
        raise Problem(429, "too many requests of this kind: wait a minute")


async def form_caller(request: Request) -> Session:
    """Whoever sent a form. Its token is in the form where no script has put it in a header."""
    if not request.headers.get(CSRF):
        form = await request.form()
        given = form.get("csrf")
        request.scope["houseway.csrf"] = given if isinstance(given, str) else ""
    return await caller(request)


def only(*roles: str) -> Any:
    """What only these roles may ask for, as a page or a program."""

    async def check(session: Annotated[Session, Depends(caller)]) -> Session:
        return _one_of(session, roles)

    check.roles = roles  # type: ignore[attr-defined]  # who may ask for what is read from here
    return Annotated[Session, Depends(check)]


def form_only(*roles: str) -> Any:
    """What only these roles may send by a form."""

    async def check(session: Annotated[Session, Depends(form_caller)]) -> Session:
        return _one_of(session, roles)

    check.roles = roles  # type: ignore[attr-defined]
    return Annotated[Session, Depends(check)]


def _one_of(session: Session, roles: tuple[str, ...]) -> Session:
    if session.role not in roles:
        raise Problem(403, f"this is for {' or '.join(roles)}; you are signed in as {session.role}")
    return session


# What is only looked up is asynchronous: a plain function would be given to another thread.


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
OpenerOnly = only(PLAYER, "floor", "admin")  # a player opens a table of their own
SeatsOnly = only(PLAYER, "floor", "admin")  # who waits for a seat, and who keeps the list
SeatsForm = form_only(PLAYER, "floor", "admin")
FloorOnly = only("floor")  # what is said at a table is the floor's to say
FloorForm = form_only("floor")
FloorHouse = only("floor", "admin")  # those who run the house
FloorHouseForm = form_only("floor", "admin")
EyeOnly = only("auditor", "floor", "admin")
EyeForm = form_only("auditor", "floor", "admin")
DoorsOnly = only("auditor", "admin")  # the log of the doors watches the floor too
StaffOnly = only(*STAFF)
StaffForm = form_only(*STAFF)
AdminOnly = only("admin")
AdminForm = form_only("admin")
