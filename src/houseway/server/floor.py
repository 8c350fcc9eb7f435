"""The floor's pages: tables opened within the law, changes with their notice, rulings seen before
they are confirmed, meters and their books."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.games import game as find_game
from houseway.games import games
from houseway.referee.table import BY_HAND
from houseway.rulebook.chapter import chapter
from houseway.rulebook.choosing import Choosing, choose, value_words
from houseway.rulebook.money import FINE
from houseway.rulebook.rate import rate_text
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import change_words, limit_words
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.server import floor_desk as desk
from houseway.server.api import TableId
from houseway.server.caller import (
    FloorForm,
    FloorHouse,
    FloorHouseForm,
    FloorOnly,
    TheBell,
    TheHouse,
)
from houseway.server.durable import DurableHost
from houseway.server.floor_form import Read, plain, read_form, whole
from houseway.server.host import Host
from houseway.server.pages import is_narrow, page, templates
from houseway.server.sessions import Session
from houseway.server.table_view import kind_of, signed, table_view
from houseway.terminal.events import event_text

AGO = ("posted", "announced", "division")
Text = Annotated[str, Query(max_length=100)]
floor = APIRouter(prefix="/floor", include_in_schema=False, default_response_class=HTMLResponse)


def fine_money(fine: int) -> str:
    """An amount of a meter, exactly: meters count in millionths of a cent.

    >>> fine_money(50 * 100 * FINE), fine_money(123 * FINE + 400_000)
    ('$50.00', '$1.234')
    """
    whole, rest = divmod(abs(fine), 100 * FINE)
    digits = f"{rest:08d}".rstrip("0").ljust(2, "0")
    return f"{'−' if fine < 0 else ''}${whole:,}.{digits}"


def clock(moment: datetime | None) -> str:
    """A time of day as the floor reads it, in the house's time zone."""
    return f"{moment:%H:%M %Z}" if moment else "not yet"


templates.env.filters |= {
    "fine_money": fine_money,
    "clock": clock,
    "plain": plain,
    "rate": rate_text,
    "limit_words": limit_words,
    "signed": signed,
    "kind_of": kind_of,
}


# All tables


@floor.get("")
def all_tables(request: Request, session: FloorHouse, host: TheHouse) -> Response:
    """Every table with its state."""
    rows = []
    for card in host.tables():
        seen = host.look(card.id, by=session.name)
        waiting = 0
        if isinstance(host, DurableHost):
            waiting = sum(one.in_effect is None for one in desk.changes(host, card.id))
        rows.append({"card": card, "status": table_view(seen).status, "changes": waiting})
    return page(request, "floor.html", session, host, rows=rows[::-1])


# A table is opened


@floor.get("/open")
def configure(
    request: Request,
    session: FloorHouse,
    host: TheHouse,
    game: Text = "three-card-blitz",
    edition: Text = "",
) -> Response:
    """Choose a game and everything that the law leaves to the house."""
    return _configure(request, session, host, game, edition, dict(request.query_params))


@floor.post("/open")
async def open_table(request: Request, session: FloorHouseForm, host: TheHouse) -> Response:
    """Open it; what is unlawful is refused in its place."""
    form = await _form(request)
    game, edition = form.get("game", ""), form.get("edition", "")
    try:
        wanted, read = _wanted(game, edition, form)
        for unread in read.unread:
            raise unread
        table = desk.open_table(host, wanted, session.name, form.get("key", "")[:100])
    except Refused as refusal:
        find_game(game)  # or there is nothing to choose from
        return _configure(request, session, host, game, edition, form, refusal)
    return RedirectResponse(f"/floor/tables/{table}", 303)


def _wanted(game: str, edition: str, form: Mapping[str, str]) -> tuple[desk.Wanted, Read]:
    found = find_game(game)
    edition = edition if edition in found.editions else found.editions[0]
    book = found.rulebook(edition)
    read = read_form(book, form, chapter(edition).limits)
    offered = choose(book, read.options, {})  # a form may still have what is no longer on offer
    lines = {line.name for line in offered.limits}
    read.limits = {name: limit for name, limit in read.limits.items() if name in lines}
    read.meters = {name: terms for name, terms in read.meters.items() if name in offered.meters}
    wanted = desk.Wanted(game, edition, read.options, read.limits, read.meters, read.by_hand)
    return wanted, read


def _configure(
    request: Request,
    session: Session,
    host: Host,
    game: str,
    edition: str,
    form: Mapping[str, str],
    refusal: Refused | None = None,
) -> Response:
    wanted, read = _wanted(game, edition, form)
    found = find_game(game)
    choosing = wanted.choosing()
    problems = [*read.unread, *choosing.problems]
    return page(
        request,
        "floor_open.html",
        session,
        host,
        games=[(id, find_game(id).rulebook(find_game(id).editions[0]).title) for id in games()],
        game=game,
        edition=wanted.edition,
        editions=found.editions,
        by_hand=BY_HAND,
        form=form,
        key=form.get("key") or uuid.uuid4().hex,
        refusal=refusal if refusal and not problems else None,
        status_code=409 if refusal else 200,
        **_shown(choosing, problems),
    )


def _shown(choosing: Choosing, problems: list[Refused]) -> dict[str, Any]:
    """What the part of a page needs in which a table is chosen."""
    tables = choosing.book.paytables
    return {
        "choosing": choosing,
        "groups": [
            ("Rules", [one for one in choosing.options if one.name not in tables]),
            ("Paytables", [one for one in choosing.options if one.name in tables]),
        ],
        "problems": problems,
        "ten_times": (choosing.rules.chapter if choosing.rules else _chapter(choosing)).ten_times,
    }


def _chapter(choosing: Choosing) -> Any:
    return chapter(choosing.book.edition)


# One table


@floor.get("/tables/{id}")
def one_table(request: Request, id: TableId, session: FloorHouse, host: TheHouse) -> Response:
    """A table as the house sees it."""
    return page(
        request, "floor_table.html", session, host, **_table(host, id, session, is_narrow(request))
    )


@floor.get("/tables/{id}/now")
def table_now(request: Request, id: TableId, session: FloorHouse, host: TheHouse) -> Response:
    """The part of it that changes."""
    return page(
        request, "floor_now.html", session, host, **_table(host, id, session, is_narrow(request))
    )


def _table(host: Host, id: int, session: Session, narrow: bool) -> dict[str, Any]:
    shown = table_view(host.look(id, by=session.name), live=False, narrow=narrow)
    rules = shown.snapshot.rules
    kept = isinstance(host, DurableHost)
    return {
        "shown": shown,
        "kept": kept,
        "changes": [_told(one, rules) for one in desk.changes(host, id)] if kept else [],
        "reports": desk.irregularities(host, id)[1] if kept else [],
        "limits": _limits(rules),
        "options": _options(rules),
        "refusal": None,
    }


def _limits(rules: TableRules) -> list[tuple[str, str]]:
    """The limits of each wager, or of all where they are the same."""
    if len(rules.limits) > 1 and len(set(rules.limits.values())) == 1:
        return [("Every wager", limit_words(next(iter(rules.limits.values()))))]
    return [(rules.wagers[name].name, limit_words(one)) for name, one in rules.limits.items()]


def _options(rules: TableRules) -> list[tuple[str, str, str]]:
    choices = rules.book.choices
    return [
        (option.says, value_words(option, rules.options[name]), option.cite)
        for name, option in choices.items()
    ]


def _told(change: desk.Change, rules: TableRules) -> dict[str, Any]:
    """A change in words."""
    return {"change": change, "says": change_words(rules, change.options, change.limits)}


@floor.post("/tables/{id}/close")
def close_table(
    id: TableId,
    session: FloorHouseForm,
    host: TheHouse,
    bell: TheBell,
    key: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Close a table at which nobody sits."""
    desk.close_table(host, id, session.name, key)
    bell.ring(id)
    return RedirectResponse("/floor", 303)


# A change of rules or limits


@floor.get("/tables/{id}/change")
def change_page(request: Request, id: TableId, session: FloorOnly, host: TheHouse) -> Response:
    """Choose what shall hold instead, and when."""
    return _change(request, id, session, host, dict(request.query_params))


@floor.post("/tables/{id}/change")
async def announce(
    request: Request, id: TableId, session: FloorForm, host: TheHouse, bell: TheBell
) -> Response:
    """Announce it; what the law does not allow is refused in its place."""
    form = await _form(request)
    try:
        rules = host.look(id, by=session.name).rules
        read = _changed(rules, form)
        for unread in read.unread:
            raise unread
        minutes, ago = _times(rules, read, form)
        desk.announce(
            host,
            id,
            read.options,
            read.limits,
            minutes,
            ago,
            by=session.name,
            key=form.get("key", "")[:100],
        )
    except Refused as refusal:
        return _change(request, id, session, host, form, refusal)
    bell.ring(id)
    return RedirectResponse(f"/floor/tables/{id}#changes", 303)


def _changed(rules: TableRules, form: Mapping[str, str]) -> Read:
    """What a form has otherwise than it is in effect."""
    read = read_form(rules.book, form, rules.chapter.limits)
    chosen = choose(rules.book, {**rules.options, **read.options}, {}, chapter=rules.chapter)
    read.options = {
        one.name: read.options[one.name]
        for one in chosen.options
        if one.name in read.options
        and (one.refusal is not None or one.value != rules.options[one.name])
    }
    read.limits = {n: limit for n, limit in read.limits.items() if rules.limits.get(n) != limit}
    return read


def _times(
    rules: TableRules, read: Read, form: Mapping[str, str]
) -> tuple[int, dict[str, int | None]]:
    """In how many minutes it shall hold, and how long ago it was told; the earliest time by law
    unless one is written."""
    notice = desk.notice_of(rules, read.options, read.limits)
    text = form.get("in_minutes", "").strip()
    ago = {name: whole(form.get(f"ago.{name}") or "0", f"minutes since {name}") for name in AGO}
    return whole(text, "the time") if text else notice.minutes, dict(ago)


def _change(
    request: Request,
    id: int,
    session: Session,
    host: Host,
    form: Mapping[str, str],
    refusal: Refused | None = None,
) -> Response:
    house = desk.ledger(host)
    with house.looking(id) as live:
        rules = live.table.rules
        read = _changed(rules, form)
        terms = {n: {"reset": m.reset, "rate": m.rate} for n, m in rules.meters.items()}
        options = {**rules.options, **read.options}
        limits = {**rules.limits, **read.limits}
        offered = choose(rules.book, options, {}, chapter=rules.chapter)
        known = {line.name for line in offered.limits}
        choosing = choose(
            rules.book,
            options,
            {name: limit for name, limit in limits.items() if name in known},
            {n: m for n, m in terms.items() if n in offered.meters},
            rules.chapter,
        )
        problems = [*read.unread, *choosing.problems]
        notice = desk.notice_of(rules, read.options, read.limits)
        says, late = [], None
        try:
            minutes, ago = _times(rules, read, form)
            if (read.options or read.limits) and not problems:
                desk.announcement(house, live, read.options, read.limits, minutes, ago)
        except Refused as refused:
            late, minutes = refused, notice.minutes
        says = [
            f"{one.option.says}: {value_words(one.option, rules.options[one.name])}"
            f" → {value_words(one.option, one.value)}"
            for one in choosing.options
            if one.name in read.options
        ]
        says += [
            f"{rules.book.wagers[name].name}: {limit_words(limit)}"
            for name, limit in read.limits.items()
        ]
    return page(
        request,
        "floor_change.html",
        session,
        host,
        id=id,
        rules=rules,
        notice=notice,
        in_minutes=form.get("in_minutes", "").strip(),
        minutes=minutes,
        form=form,
        says=says,
        late=late,
        key=form.get("key") or uuid.uuid4().hex,
        refusal=refusal if refusal and not problems and not late else None,
        status_code=409 if refusal else 200,
        **_shown(choosing, problems),
    )


@floor.get("/tables/{id}/sign")
def sign_page(
    request: Request,
    id: TableId,
    session: FloorHouse,
    host: TheHouse,
    change: Annotated[int | None, Query(ge=1, le=10**9)] = None,
) -> Response:
    """The sign to post: of the rules in effect, or of a change."""
    rules, lines = desk.sign_of(host, id, change)
    found = None
    if change is not None:
        found = next(one for one in desk.changes(host, id) if one.seq == change)
    return page(
        request, "floor_sign.html", session, host, id=id, rules=rules, lines=lines, change=found
    )


# Something has gone wrong


@floor.get("/tables/{id}/report")
def preview(
    request: Request,
    id: TableId,
    session: FloorOnly,
    host: TheHouse,
    what: Text = "",
    seat: Annotated[int | None, Query(ge=1, le=9999)] = None,
) -> Response:
    """What would be ruled; nothing has happened yet."""
    return _preview(request, id, session, host, what, seat)


@floor.post("/tables/{id}/report")
def confirm(
    request: Request,
    id: TableId,
    session: FloorForm,
    host: TheHouse,
    bell: TheBell,
    what: Annotated[str, Form(max_length=100)],
    at: Annotated[int, Form(ge=0, le=10**9)],
    seat: Annotated[int | None, Form(ge=1, le=9999)] = None,
    key: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """It is ruled so, if the table is still where the preview was made."""
    try:
        desk.report(host, id, what, seat, by=session.name, key=key, at=at)
    except Refused as refusal:
        return _preview(request, id, session, host, what, seat, refusal)
    bell.ring(id)
    return RedirectResponse(f"/floor/tables/{id}", 303)


def _preview(
    request: Request,
    id: int,
    session: Session,
    host: Host,
    what: str,
    seat: int | None,
    refusal: Refused | None = None,
) -> Response:
    rules = host.look(id, by=session.name).rules
    found, lines, barred = None, [], None
    try:
        found = desk.preview(host, id, what, seat, session.name)
        lines = [
            (event_text(event, rules.book).plain, event.cite)
            for event in found.events
            if event.kind != "phase"
        ]
    except Refused as refused:
        barred = refused
    irregularity = rules.book.irregularities.get(what)
    return page(
        request,
        "floor_report.html",
        session,
        host,
        id=id,
        rules=rules,
        what=what,
        seat=seat,
        says=irregularity.says if irregularity else words(what),
        found=found,
        rulings=[e for e in found.events if e.kind == "ruled"] if found else [],
        lines=lines,
        key=uuid.uuid4().hex,
        refusal=refusal,
        barred=barred,
        status_code=409 if refusal or barred else 200,
    )


# Meters


@floor.get("/meters")
def meters_page(request: Request, session: FloorHouse, host: TheHouse) -> Response:
    """Every meter, its account, and whether the books hold."""
    return page(request, "floor_meters.html", session, host, found=desk.meters(host))


async def _form(request: Request) -> dict[str, str]:
    sent = await request.form()
    return {name: value for name, value in sent.items() if isinstance(value, str)}
