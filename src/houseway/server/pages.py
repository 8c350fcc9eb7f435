"""The web pages: sign-in, lobby, game, table. They change things by the same commands as the
API."""

import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import suppress
from functools import lru_cache
from html import escape
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Header, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.concurrency import run_in_threadpool

from houseway.documents.layout import picture
from houseway.games import game as find_game
from houseway.ledger.errors import TooMany
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import option_words, rule_words, ruling_words, words
from houseway.server.api import TableId, check_password
from houseway.server.game_view import GameView, has_strategy, popular_first, table_title
from houseway.server.host import Host, Snapshot
from houseway.server.http.json_answers import as_json
from houseway.server.sign_in.caller import (
    Caller,
    FormCaller,
    PlayerForm,
    TheBell,
    TheHouse,
    TheSessions,
    address_of,
    heavy,
    house,
    leave,
    session_key,
    session_of,
    take_rare,
)
from houseway.server.sign_in.links import MAY_INVITE, invitation, may_return
from houseway.server.sign_in.links import come_in as enter_by
from houseway.server.sign_in.sessions import (
    COOKIE,
    GUEST_COOKIE,
    GUEST_DAYS,
    PLAYER,
    ROLES,
    Session,
    Sessions,
)
from houseway.server.table.data import is_tiled, table_data
from houseway.server.table.waiting_list import rooms, with_waiting

EDITIONS = {
    "nj": "New Jersey",
    "md": "Maryland",
    "nj-19-47": "New Jersey, older text",
    "own": "the inventor's own rules",
}

_environment = Environment(
    loader=PackageLoader("houseway.server"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters |= {
    "table_title": table_title,
    "money": money,
    "words": words,
    "option_words": option_words,
    "rule_words": rule_words,
    "ruling_words": ruling_words,
    "edition_name": lambda edition: EDITIONS[edition],
}
templates = Jinja2Templates(env=_environment)
TableNumber = Annotated[int, Query(ge=0, le=10**9)]
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def page(
    request: Request, name: str, session: Session | None, host: Host | None = None, **shown: Any
) -> Response:
    """Render a page for the signed-in user."""
    plays = host and session and session.role == PLAYER
    balance = host.balance(session.name) if plays and host and session else None
    status = shown.pop("status_code", 200)
    sessions = request.app.state.sessions
    guest = False
    if session and session.role == PLAYER and sessions.keeps_passwords:
        guest = not sessions.has_password(session.name)
    shown = {"session": session, "balance": balance, "guest": guest, **shown}
    return templates.TemplateResponse(request, name, shown, status_code=status)


@pages.get("/favicon.ico")
def icon() -> Response:
    """Return the favicon."""
    return RedirectResponse("/static/icon.svg", 308)


# Sign-in


@pages.get("/enter")
def door(
    request: Request, sessions: TheSessions, token: str = "", table: TableNumber = 0
) -> Response:
    """Show the sign-in form; a link asks for a name and may lead to a table."""
    if session_of(request) is not None:
        return RedirectResponse(_at(table), 303)
    return _door(request, sessions, token, table=table)


def _at(table: int) -> str:
    return f"/tables/{table}" if table else "/"


def _door(
    request: Request,
    sessions: Sessions,
    token: str,
    reason: str = "",
    status: int = 200,
    table: int = 0,
) -> Response:
    link = sessions.behind(token)
    guest = may_return(house(request), sessions, request.cookies.get(GUEST_COOKIE, ""))
    shown: dict[str, Any] = {
        "token": token if link else "",
        "link": link,
        "guest": guest,
        "passwords": sessions.keeps_passwords,
        "reason": reason,
        "table": table,
        "practice": practice_is_open(request),
        "status_code": status if link or guest or reason else 401,
    }
    return page(request, "door.html", None, **shown)


@pages.post("/enter")
def come_in(
    request: Request,
    host: TheHouse,
    sessions: TheSessions,
    token: Annotated[str, Form(max_length=100)],
    name: Annotated[str, Form(max_length=100)] = "",
    role: Annotated[str, Form(max_length=20)] = "",
    table: Annotated[int, Form(ge=0, le=10**9)] = 0,
    password: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Use up the link and start a session, at a table if the link leads to one."""
    try:
        made = enter_by(host, sessions, token, name, role, address_of(request), password)
        return _begin(request, made, _at(table))
    except Refused as refusal:
        return _door(request, sessions, token, refusal.reason, 409, table)


LOCAL = ("127.0.0.1", "::1")
TRIES = 20  # names that are tried for a visitor


def practice_is_open(request: Request) -> bool:
    """Whether a visitor without a link may practice here: as the house has chosen or, where it has
    not, on a server that only this machine reaches and that stands behind no proxy."""
    settings = request.app.state.settings
    if settings.practice:
        return bool(settings.practice == "open")
    served, _ = request.scope.get("server") or ("", None)
    visitor = request.client.host if request.client else ""
    return served in LOCAL and visitor in LOCAL and not settings.url


@pages.post("/enter/practice")
def practice(request: Request, host: TheHouse, sessions: TheSessions) -> Response:
    """Start a session for a visitor who wants to practice, under a name that nobody has."""
    if not practice_is_open(request):
        return _door(request, sessions, "", "practice here is for members: open a link", 409)
    take_rare(request, f"practice {address_of(request)}")
    for _ in range(TRIES):
        name = f"Visitor {secrets.randbelow(900_000) + 100_000}"
        with suppress(Refused):
            made = enter_by(host, sessions, sessions.link(PLAYER), name, "", address_of(request))
            return _begin(request, made, "/practice")
    return _door(request, sessions, "", "no name was free; try again", 409)


@pages.post("/enter/back")
def come_back(request: Request, host: TheHouse, sessions: TheSessions) -> Response:
    """Start a session for the guest whom this browser remembers."""
    name = may_return(host, sessions, request.cookies.get(GUEST_COOKIE, ""))
    if not name:
        why = "this browser remembers no guest who may return; sign in or ask for a link"
        return _door(request, sessions, "", why, 409)
    made = sessions.start(name, PLAYER, address_of(request), "returning guest")
    return _begin(request, made)


@pages.post("/sign-in")
async def log_in(
    request: Request,
    sessions: TheSessions,
    name: Annotated[str, Form(max_length=100)],
    password: Annotated[str, Form(max_length=100)],
    code: Annotated[str, Form(max_length=10)] = "",
) -> Response:
    """Sign in with a password."""
    try:
        secret = await check_password(request, sessions, name, password, code, lambda _, made: made)
    except TooMany:
        raise
    except Refused as refusal:
        return await run_in_threadpool(_door, request, sessions, "", refusal.reason, 409)
    return _begin(request, secret)


def _begin(request: Request, secret: str, to: str = "/") -> Response:
    answer = RedirectResponse(to, 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, secret, httponly=True, samesite="lax", secure=secure, path="/")
    sessions: Sessions = request.app.state.sessions
    found = sessions.of(secret)
    if found and found.role == PLAYER and not sessions.has_password(found.name):
        answer.set_cookie(
            GUEST_COOKIE,
            sessions.guest_pass(found.name),
            max_age=GUEST_DAYS * 24 * 60 * 60,
            httponly=True,
            samesite="lax",
            secure=secure,
            path="/enter",
        )
    return answer


@pages.post("/sign-out")
def sign_out(request: Request, session: FormCaller) -> Response:
    """End every session of the user."""
    leave(request)
    answer = RedirectResponse("/enter", 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


def public_address(request: Request) -> str:
    """Return the URL for invitations: the configured one, or else the socket's own. Never the
    request's Host header, which the client controls."""
    if url := request.app.state.settings.url:
        return str(url)
    host, port = request.scope.get("server") or ("", None)
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}.get(request.url.scheme)
    at = f":{port}" if port and port != usual else ""
    return f"{request.url.scheme}://{shown}{at}" if host else ""


@pages.post("/invite")
def invite(
    request: Request,
    session: FormCaller,
    host: TheHouse,
    sessions: TheSessions,
    role: Annotated[str, Form(max_length=20)] = PLAYER,
    table: Annotated[int, Form(ge=0, le=10**9)] = 0,
) -> Response:
    """Create a one-time link for another person, to the house or to a table."""
    if role not in ROLES:
        raise Refused(f"{role!r} is not a role: it is one of {', '.join(ROLES)}")
    take_rare(request, f"invite {session.name}")
    made = invitation(session, sessions, role, address_of(request))
    base = public_address(request)
    link = f"{base}/enter?token={quote(made)}" + (f"&table={table}" if table else "")
    return page(
        request,
        "invite.html",
        session,
        host,
        link=link,
        table=table,
        role=role,
        roles=(PLAYER, *MAY_INVITE.get(session.role, ())),
    )


@pages.post("/buy-in")
def buy_in(session: PlayerForm, host: TheHouse) -> Response:
    """Give new chips to a player with a low balance."""
    host.buy_in(session.name)
    return RedirectResponse("/", 303)


# Lobby and games


@pages.get("/")
def lobby(
    request: Request, session: Caller, host: TheHouse, q: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """List games by family, and open tables: the user's own first, then the newest."""
    wanted = q.strip().lower()
    tables = sorted(
        host.tables(), key=lambda one: (session.name not in one.players.values(), -one.id)
    )
    shown = [
        (family, [b for b in books if wanted in f"{b.title} {b.summary} {b.family}".lower()])
        for family, books in popular_first()
    ]
    return page(
        request,
        "lobby.html",
        session,
        host,
        families=[(family, books) for family, books in shown if books],
        tables=tables,
        rooms=rooms(host, tables, session.name),
        q=q,
    )


@pages.get("/games/{id}")
async def game_page(
    request: Request, id: str, session: Caller, host: TheHouse, edition: str = ""
) -> Response:
    """Show one game."""
    game = find_game(id)
    shown = await heavy(request).game(id, edition or game.editions[0])
    return await run_in_threadpool(_game_page, request, shown, session, host)


def _game_page(request: Request, shown: GameView, session: Session, host: Host) -> Response:
    tables = [one for one in host.tables() if one.rules.book.game == shown.book.game]
    return page(
        request,
        "game.html",
        session,
        host,
        shown=shown,
        book=shown.book,
        felt=picture(TableRules(shown.book), shown.game.layout(shown.book.edition)),
        tables=tables,
        has_strategy=has_strategy(shown.game),
    )


@pages.get("/games/{id}/strategy")
async def strategy(request: Request, id: str, session: Caller, edition: str = "nj") -> Response:
    """Show a game's best play, computed once on first request; 503 with `Retry-After` while too
    many computations wait."""
    try:
        shown = await heavy(request).strategy(id, edition)
    except ModuleNotFoundError as error:
        raise Refused(f"this needs {error.name}: install houseway[odds]") from None
    return await run_in_threadpool(page, request, "strategy.html", session, shown=shown)


@pages.get("/games/{id}/felt.svg")
def felt_picture(id: str, edition: str = "") -> Response:
    """Return a game's empty felt."""
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(_drawn(id, edition), media_type="image/svg+xml", headers=headers)


@lru_cache(100)
def _drawn(id: str, edition: str) -> str:
    game = find_game(id)
    named = edition or game.editions[0]
    return picture(TableRules(game.rulebook(named)), game.layout(named))


@pages.post("/games/{id}/play")
def play(
    request: Request,
    id: str,
    session: PlayerForm,
    host: TheHouse,
    bell: TheBell,
    edition: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Open a table with the middle seat taken, or go to the user's existing one."""
    game = find_game(id)
    book = game.rulebook(edition or game.editions[0])
    for one in host.tables():
        same = (one.rules.book.game, one.rules.book.edition) == (id, book.edition)
        if same and session.name in one.players.values():
            return RedirectResponse(f"/tables/{one.id}", 303)
    take_rare(request, f"open {session.name}")
    table = host.open_table(id, book.edition, {}, by=session.name)
    seat = (book.seats.max + 1) // 2 if book.seats else 1
    host.do(table, {"do": "sit", "seat": seat}, by=session.name)
    bell.ring(table)
    return RedirectResponse(f"/tables/{table}", 303)


# A table


@pages.get("/tables/{id}")
def table_page(
    request: Request, id: TableId, session: Caller, host: TheHouse, bell: TheBell
) -> Response:
    """Show a table; the page loads changes under ``/api``."""
    others = set(bell.here(id)) - {session.name}
    return at_table(request, session, host, host.look(id, by=session.name), here=others)


def at_table(
    request: Request,
    session: Session,
    host: Host | None,
    found: Snapshot,
    *,
    practice: Mapping[str, Any] | None = None,
    here: Collection[str] = (),
) -> Response:
    """Render the table page with the table's present state, and with the coach at a practice
    table."""
    plays = host is not None and session.role == PLAYER
    balance = host.balance(session.name) if host and plays else None
    first = table_data(found, balance=balance, here=here)
    first = with_waiting(host, found, session.name, first)
    kind = "practice/tables" if practice else "tables"
    return page(
        request,
        "table.html",
        session,
        host,
        book=found.rules.book,
        title=table_title(found.rules),
        id=found.id,
        api=f"/api/{kind}/{found.id}",
        stream="" if practice else f"/tables/{found.id}/stream",
        practice=bool(practice),
        tiled=is_tiled(found),
        first=as_json({**first, **(practice or {})}).decode().replace("<", "\\u003c"),
    )


@pages.get("/tables/{id}/stream")
async def table_stream(
    id: TableId,
    session: Caller,
    host: TheHouse,
    bell: TheBell,
    request: Request,
    after: Annotated[int, Query(ge=0, le=10**9)] = 0,
    last: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
) -> StreamingResponse:
    """Stream a notice to the page whenever its table has changed; the page then reloads the
    table."""
    bell.admit(session.name)
    await run_in_threadpool(
        host.version, id
    )  # fail before the stream starts if there is no such table
    known = max(after, _number(last))

    async def messages() -> AsyncIterator[str]:
        key, name = session_key(request), session.name if session.role == PLAYER else ""
        async for version in bell.versions(id, host.version, known, key, name, who=session.name):
            yield f"event: changed\nid: {version}\ndata: {version}\n\n" if version else ": \n\n"

    return StreamingResponse(messages(), media_type="text/event-stream")


def is_narrow(request: Request) -> bool:
    """Return whether the page has reported a narrow screen in its cookie."""
    return request.cookies.get("sheet") == "narrow"


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def problem_page(request: Request, status: int, reason: str, cite: str = "") -> Response:
    """Show an error as a page; for a part of a page only the text."""
    if request.headers.get("HX-Request"):
        return HTMLResponse(f'<p class="refusal" role="alert">{escape(reason)}</p>', status)
    session = session_of(request)
    if status == 401:
        return _door(request, request.app.state.sessions, "", status=401)
    shown: dict[str, Any] = {"status": status, "reason": reason, "cite": cite}
    return page(request, "problem.html", session, status_code=status, **shown)
