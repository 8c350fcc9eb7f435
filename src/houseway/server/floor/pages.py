"""The floor's pages: open tables, announce changes, preview and confirm rulings, check meters."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.documents.placard import SIZES, placard_pdf
from houseway.rulebook.choosing import choose, value_words
from houseway.rulebook.money import FINE
from houseway.rulebook.rate import rate_text
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import change_words, limit_words
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.server.api import TableId
from houseway.server.durable import DurableHost
from houseway.server.floor import desk
from houseway.server.floor.form import Read, plain, read_form, sent_form, whole
from houseway.server.floor.opening import shown
from houseway.server.host import Host
from houseway.server.pages import is_narrow, page, templates
from houseway.server.sign_in.caller import (
    FloorForm,
    FloorHouse,
    FloorHouseForm,
    FloorOnly,
    TheBell,
    TheHouse,
)
from houseway.server.sign_in.sessions import Session
from houseway.server.table.view import kind_of, signed, table_view
from houseway.wording.events import event_text

AGO = ("posted", "announced", "division")
Text = Annotated[str, Query(max_length=100)]
ChangeEntry = Annotated[int | None, Query(ge=1, le=10**9)]
floor = APIRouter(prefix="/floor", include_in_schema=False, default_response_class=HTMLResponse)


def fine_money(fine: int) -> str:
    """Return an exact meter amount; meters count in millionths of a cent.

    >>> fine_money(50 * 100 * FINE), fine_money(123 * FINE + 400_000)
    ('$50.00', '$1.234')
    """
    whole, rest = divmod(abs(fine), 100 * FINE)
    digits = f"{rest:08d}".rstrip("0").ljust(2, "0")
    return f"{'−' if fine < 0 else ''}${whole:,}.{digits}"


def clock(moment: datetime | None) -> str:
    """Return a time of day in the house's time zone."""
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


# One table


@floor.get("/tables/{id}")
def one_table(request: Request, id: TableId, session: FloorHouse, host: TheHouse) -> Response:
    """Show a table as the house sees it."""
    return page(
        request, "floor_table.html", session, host, **_table(host, id, session, is_narrow(request))
    )


@floor.get("/tables/{id}/now")
def table_now(request: Request, id: TableId, session: FloorHouse, host: TheHouse) -> Response:
    """Show the part of the table page that changes."""
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
    """Return the limits of each wager, or one line where all are the same."""
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
    """Return a change in words."""
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


@floor.post("/tables/{id}/clock")
def set_clock(
    id: TableId,
    session: FloorForm,
    host: TheHouse,
    bell: TheBell,
    key: Annotated[str, Form(max_length=100)] = "",
) -> RedirectResponse:
    """Set back the clock of a table that was played while the house's clock ran ahead."""
    desk.set_clock(host, id, session.name, key)
    bell.ring(id)
    return RedirectResponse("/floor", 303)


# A change of rules or limits


@floor.get("/tables/{id}/change")
def change_page(request: Request, id: TableId, session: FloorOnly, host: TheHouse) -> Response:
    """Show the form for a change of rules or limits."""
    return _change(request, id, session, host, dict(request.query_params))


@floor.post("/tables/{id}/change")
async def announce(
    request: Request, id: TableId, session: FloorForm, host: TheHouse, bell: TheBell
) -> Response:
    """Announce a change; show the reason beside the field if it is not permitted."""
    form = await sent_form(request)
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
    """Return the fields of a form that differ from the rules in effect."""
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
    """Return when the change takes effect and how long ago each notice was given; the earliest
    lawful time is the default."""
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
        **shown(choosing, problems, rules),
    )


@floor.get("/tables/{id}/sign")
def sign_page(
    request: Request, id: TableId, session: FloorHouse, host: TheHouse, change: ChangeEntry = None
) -> Response:
    """Show the sign to post, for the rules in effect or for a change."""
    rules, lines = desk.sign_of(host, id, change)
    found = None
    if change is not None:
        found = next(one for one in desk.changes(host, id) if one.seq == change)
    return page(
        request,
        "floor_sign.html",
        session,
        host,
        id=id,
        rules=rules,
        lines=lines,
        change=found,
        made=desk.placard_of(host, id, rules),
        sizes=SIZES,
    )


@floor.get("/tables/{id}/sign.pdf")
def sign_pdf(
    id: TableId,
    session: FloorHouse,
    host: TheHouse,
    change: ChangeEntry = None,
    size: Text = "table",
) -> Response:
    """Return the sign as PDF, as `houseway sign` makes it."""
    rules, _ = desk.sign_of(host, id, change)
    made = placard_pdf(desk.placard_of(host, id, rules), size)
    name = f"sign-table-{id}.pdf"
    how = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made, media_type="application/pdf", headers=how)


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
    """Show the ruling that would be made, without applying it."""
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
    """Confirm the ruling, if the table is still at the entry of the preview."""
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
    """Show every meter, its account, and whether the books balance."""
    return page(request, "floor_meters.html", session, host, found=desk.meters(host))
