"""The pages: door, lobby, game, table. What they change, they change by the same commands as a
program does."""

from collections.abc import AsyncIterator
from html import escape
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Header, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.concurrency import run_in_threadpool

from houseway.documents.felt import felt
from houseway.games import game as find_game
from houseway.ledger.errors import Elsewhere
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import option_words, rule_words, ruling_words, words
from houseway.server.api import TableId
from houseway.server.bell import Bell
from houseway.server.caller import (
    Caller,
    FormCaller,
    PlayerForm,
    TheBell,
    TheHouse,
    TheSessions,
    session_of,
    slow_down,
)
from houseway.server.chips import CHIPS
from houseway.server.door import come_in as enter_by
from houseway.server.door import invitation
from houseway.server.form import command_of
from houseway.server.game_view import families, game_view, has_strategy, strategy_view
from houseway.server.host import Host
from houseway.server.sessions import COOKIE, PLAYER, ROLES, Session, Sessions
from houseway.server.staff import may_say
from houseway.server.table_view import table_view

EDITIONS = {"nj": "New Jersey", "md": "Maryland", "nj-19-47": "New Jersey, older text"}

_environment = Environment(
    loader=PackageLoader("houseway.server"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters |= {
    "money": money,
    "words": words,
    "option_words": option_words,
    "rule_words": rule_words,
    "ruling_words": ruling_words,
    "edition_name": lambda edition: EDITIONS[edition],
}
templates = Jinja2Templates(env=_environment)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def page(
    request: Request, name: str, session: Session | None, host: Host | None = None, **shown: Any
) -> Response:
    """A page for somebody."""
    plays = host and session and session.role == PLAYER
    balance = host.balance(session.name) if plays and host and session else None
    status = shown.pop("status_code", 200)
    shown = {"session": session, "balance": balance, **shown}
    return templates.TemplateResponse(request, name, shown, status_code=status)


# The door


@pages.get("/enter")
def door(request: Request, sessions: TheSessions, token: str = "") -> Response:
    """Whoever has a link is asked for a name."""
    if session_of(request) is not None:
        return RedirectResponse("/", 303)
    return _door(request, sessions, token)


def _door(
    request: Request, sessions: Sessions, token: str, reason: str = "", status: int = 200
) -> Response:
    link = sessions.behind(token)
    shown: dict[str, Any] = {
        "token": token if link else "",
        "roles": link.roles if link else (),
        "reason": reason,
        "status_code": status if link or reason else 401,
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
) -> Response:
    """The link is used up, and a session begins."""
    try:
        return _begin(request, enter_by(host, sessions, token, name, role))
    except Refused as refusal:
        return _door(request, sessions, token, refusal.reason, 409)


@pages.post("/sign-in")
def log_in(
    request: Request,
    sessions: TheSessions,
    name: Annotated[str, Form(max_length=100)],
    password: Annotated[str, Form(max_length=100)],
) -> Response:
    """A session begins for somebody whom the house has given a password."""
    slow_down(request)
    try:
        return _begin(request, sessions.log_in(name, password))
    except Refused as refusal:
        return _door(request, sessions, "", refusal.reason, 409)


def _begin(request: Request, secret: str) -> Response:
    answer = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, secret, httponly=True, samesite="lax", secure=secure, path="/")
    return answer


@pages.post("/sign-out")
def sign_out(request: Request, session: FormCaller, sessions: TheSessions) -> Response:
    """The session is over."""
    sessions.end(request.cookies.get(COOKIE, ""))
    answer = RedirectResponse("/enter", 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


@pages.post("/invite")
def invite(
    request: Request,
    session: FormCaller,
    host: TheHouse,
    sessions: TheSessions,
    role: Annotated[str, Form(max_length=20)] = PLAYER,
) -> Response:
    """A one-time link for somebody else."""
    if role not in ROLES:
        raise Refused(f"{role!r} is not a role: it is one of {', '.join(ROLES)}")
    link = f"{request.base_url}enter?token={quote(invitation(session, sessions, role))}"
    return page(request, "invite.html", session, host, link=link, role=role, roles=ROLES)


@pages.post("/buy-in")
def buy_in(session: PlayerForm, host: TheHouse) -> Response:
    """Fresh chips."""
    host.buy_in(session.name)
    return RedirectResponse("/", 303)


# Lobby and games


@pages.get("/")
def lobby(
    request: Request, session: Caller, host: TheHouse, q: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """Games by family, and the tables that are open: one's own first, then the newest."""
    wanted = q.strip().lower()
    tables = sorted(
        host.tables(), key=lambda one: (session.name not in one.players.values(), -one.id)
    )
    shown = [
        (family, [b for b in books if wanted in f"{b.title} {b.summary} {family}".lower()])
        for family, books in families()
    ]
    return page(
        request,
        "lobby.html",
        session,
        host,
        families=[(family, books) for family, books in shown if books],
        tables=tables,
        q=q,
    )


@pages.get("/games/{id}")
def game_page(
    request: Request, id: str, session: Caller, host: TheHouse, edition: str = ""
) -> Response:
    """One game."""
    game = find_game(id)
    shown = game_view(game, edition or game.editions[0])
    tables = [one for one in host.tables() if one.rules.book.game == id]
    rules = TableRules(shown.book)
    return page(
        request,
        "game.html",
        session,
        host,
        shown=shown,
        book=shown.book,
        felt=felt(rules),
        tables=tables,
        has_strategy=has_strategy(game),
    )


@pages.get("/games/{id}/strategy")
def strategy(request: Request, id: str, session: Caller, edition: str = "nj") -> Response:
    """How it is played best, computed when somebody asks."""
    try:
        shown = strategy_view(find_game(id), edition)
    except ModuleNotFoundError as error:
        raise Refused(f"this needs {error.name}: install houseway[odds]") from None
    return page(request, "strategy.html", session, shown=shown)


@pages.get("/games/{id}/felt.svg")
def felt_picture(id: str, edition: str = "") -> Response:
    """A game's felt, with nothing on it."""
    game = find_game(id)
    drawn = felt(TableRules(game.rulebook(edition or game.editions[0])))
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@pages.post("/games/{id}/play")
def play(
    id: str,
    session: PlayerForm,
    host: TheHouse,
    bell: TheBell,
    edition: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """A table of one's own: the one where one sits already, or a new one with the middle seat
    taken."""
    game = find_game(id)
    book = game.rulebook(edition or game.editions[0])
    for one in host.tables():
        same = (one.rules.book.game, one.rules.book.edition) == (id, book.edition)
        if same and session.name in one.players.values():
            return RedirectResponse(f"/tables/{one.id}", 303)
    table = host.open_table(id, book.edition, {}, by=session.name)
    seat = (book.seats.max + 1) // 2 if book.seats else 1
    host.do(table, {"do": "sit", "seat": seat}, by=session.name)
    bell.ring(table)
    return RedirectResponse(f"/tables/{table}", 303)


# A table


@pages.get("/tables/{id}")
def table_page(request: Request, id: TableId, session: Caller, host: TheHouse) -> Response:
    """A table."""
    shown = table_view(host.look(id, by=session.name), narrow=is_narrow(request))
    return page(request, "table.html", session, host, shown=shown, refusal=None)


@pages.get("/tables/{id}/now")
def table_now(
    request: Request,
    id: TableId,
    session: Caller,
    host: TheHouse,
    rounds: Annotated[int, Query(ge=0, le=10**9)] = 0,
    seen: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:
    """The part of a table that changes."""
    snapshot = host.look(id, by=session.name)
    shown = table_view(snapshot, seen=(rounds, seen), narrow=is_narrow(request))
    return page(request, "now.html", session, host, shown=shown, refusal=None)


@pages.post("/tables/{id}/do")
async def table_do(
    request: Request,
    id: TableId,
    session: FormCaller,
    host: TheHouse,
    bell: TheBell,
    key: Annotated[str, Header(alias="Idempotency-Key", max_length=100)] = "",
    hx: Annotated[str, Header(alias="HX-Request")] = "",
) -> Response:
    """Do something at a table. A refusal is shown in its place, with the paragraph."""
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    # in a thread of its own: others are answered while this one waits for the disk
    return await run_in_threadpool(_do, request, id, session, host, bell, form, key, bool(hx))


def _do(
    request: Request,
    id: int,
    session: Session,
    host: Host,
    bell: Bell,
    form: dict[str, str],
    key: str,
    hx: bool,
) -> Response:
    refusal = None
    try:
        command = command_of(form, host.look(id, by=session.name))
        may_say(session.role, command["do"])
        host.do(id, command, by=session.name, key=key)
        bell.ring(id)
    except Elsewhere:
        raise
    except Refused as refused:
        refusal = refused
    if not hx and refusal is None:
        return RedirectResponse(f"/tables/{id}", 303)
    seen = (_number(form.get("rounds", "")), _number(form.get("seen", "")))
    snapshot = host.look(id, by=session.name)
    chip, narrow = _chip(form.get("chip", "")), is_narrow(request)
    shown = table_view(snapshot, chip=chip, seen=seen, narrow=narrow)
    name = "now.html" if hx else "table.html"
    return page(request, name, session, host, shown=shown, refusal=refusal)


@pages.get("/tables/{id}/stream")
async def table_stream(
    id: TableId,
    session: Caller,
    host: TheHouse,
    bell: TheBell,
    after: Annotated[int, Query(ge=0, le=10**9)] = 0,
    last: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
) -> StreamingResponse:
    """Tells a page that there is something newer than what it has; the page then asks for it."""
    await run_in_threadpool(host.version, id)  # a table that is not there is told now
    known = max(after, _number(last))

    async def messages() -> AsyncIterator[str]:
        async for version in bell.versions(id, host.version, known):
            yield f"event: changed\nid: {version}\ndata: {version}\n\n" if version else ": \n\n"

    return StreamingResponse(messages(), media_type="text/event-stream")


def is_narrow(request: Request) -> bool:
    """Whether the page has told, in a cookie, that it is shown on something narrow."""
    return request.cookies.get("sheet") == "narrow"


def _chip(text: str) -> int:
    return int(text) if text.isdecimal() and int(text) in CHIPS else 0


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def problem_page(request: Request, status: int, reason: str, cite: str = "") -> Response:
    """What went wrong, for a person; for a part of a page just the words."""
    if request.headers.get("HX-Request"):
        return HTMLResponse(f'<p class="refusal" role="alert">{escape(reason)}</p>', status)
    session = session_of(request)
    if status == 401:
        return page(request, "door.html", None, status_code=401, token="", roles=(), reason="")
    shown: dict[str, Any] = {"status": status, "reason": reason, "cite": cite}
    return page(request, "problem.html", session, status_code=status, **shown)
