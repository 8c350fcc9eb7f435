"""The floor's page of payout funds: documents on file, the state of each fund, actions due today,
and a form for each action."""

import uuid
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.documents.contribution_form import contribution_form
from houseway.documents.pdf import pdf
from houseway.games import game as find_game
from houseway.ledger.errors import Unavailable
from houseway.ledger.payouts import fund_actions as payouts
from houseway.ledger.payouts.funds import find
from houseway.ledger.payouts.messages import Confirm, Decision, Deny, TellOtherwise, one_line
from houseway.ledger.payouts.systems import Systems
from houseway.rulebook.calendar import zone_of
from houseway.rulebook.refusal import Refused
from houseway.server.floor import desk
from houseway.server.floor.form import sent_form
from houseway.server.floor.overview import period_of, settings_of
from houseway.server.floor.payout_fields import fields_of, read_paper
from houseway.server.floor.shifts import gaming_day
from houseway.server.host import Host
from houseway.server.pages import page
from houseway.server.sign_in.caller import FloorHouse, FloorHouseForm, TheHouse
from houseway.server.sign_in.sessions import Session

Text = Annotated[str, Query(max_length=100)]
floor_payouts = APIRouter(
    prefix="/floor/payouts", include_in_schema=False, default_response_class=HTMLResponse
)


def _today(request: Request, host: Host) -> date:
    return period_of(desk.durable(host), settings_of(request), "", "").day


@floor_payouts.get("")
def all_funds(request: Request, session: FloorHouse, host: TheHouse) -> Response:
    """Show every fund and the documents on file."""
    return _funds(request, session, host)


def _funds(
    request: Request, session: Session, host: Host, refusal: Refused | None = None
) -> Response:
    house, settings = desk.ledger(host), settings_of(request)
    zone = zone_of(house.zone)

    def day_of(moment: datetime) -> date:
        return gaming_day(moment, zone, settings.shifts)

    today = _today(request, host)
    return page(
        request,
        "floor_payouts.html",
        session,
        host,
        today=today,
        lines=payouts.report(house, today, day_of),
        filed=[
            (find_game(game).rulebook(edition).title, game, edition, payout, given)
            for (game, edition, payout), given in payouts.filings(house).items()
        ],
        acts=payouts.ACTS,
        systems=request.app.state.payout_systems,
        refusal=refusal,
        status_code=409 if refusal else 200,
    )


@floor_payouts.post("/system")
async def do_in_system(request: Request, session: FloorHouseForm, host: TheHouse) -> Response:
    """Claim a shared payout; at the host, confirm or deny a claim, or record how a casino was
    notified."""
    form, systems = await sent_form(request), request.app.state.payout_systems
    try:
        if systems is None:
            raise Refused("this server runs no payout system")
        await run_in_threadpool(_do_in_system, systems, form, session.name)
    except (Refused, Unavailable) as error:
        told = error if isinstance(error, Refused) else Refused(str(error))
        return await run_in_threadpool(_funds, request, session, host, told)
    return RedirectResponse("/floor/payouts", 303)


def _do_in_system(systems: Systems, form: Mapping[str, str], by: str) -> None:
    name, what = form.get("system", ""), form.get("do", "")
    if what == "claim":
        systems.link(name).claim(_number(form, "table"), _number(form, "round"), by=by)
        return
    systems.host(name).do(_decision(form, what), by=by)
    systems.link(name).listen(0)


def _decision(form: Mapping[str, str], what: str) -> Decision:
    """Record the host's decision about a payout."""
    payout = _number(form, "payout")
    if what == "confirm":
        return Confirm(payout=payout)
    if what == "deny":
        return Deny(payout=payout)
    if what != "tell_otherwise":
        raise Refused(f"there is no {what[:40]!r}")
    casino, how = form.get("casino", ""), one_line(form.get("how", ""))
    return TellOtherwise(payout=payout, casino=one_line(casino), how=how)


def _number(form: Mapping[str, str], name: str) -> int:
    value = form.get(name, "")
    if not value.isdecimal() or len(value) > 9:
        raise Refused(f"{name} is a number")
    if not (number := int(value)):
        raise Refused(f"there is no {name} 0")
    return number


@floor_payouts.get("/form.pdf")
def printed_form(
    session: FloorHouse,
    host: TheHouse,
    fund: Text,
    serial: Annotated[int, Query(ge=1, le=10**9)],
    table: Text = "",
) -> Response:
    """Show one Payout Contribution Form."""
    with desk.ledger(host).database.reading() as connection:
        known = find(connection, fund)
    filled = {"payout": known.law.payouts.names[known.payout], "table": table}
    made = pdf(contribution_form(known.law, [serial], filled))
    how = {"Content-Disposition": f'attachment; filename="payout-form-{serial}.pdf"'}
    return Response(made, media_type="application/pdf", headers=how)


@floor_payouts.get("/do")
def act_page(
    request: Request, session: FloorHouse, host: TheHouse, act: Text, fund: Text = "",
    game: Text = "", edition: Text = "nj", payout: Text = "",
) -> Response:  # fmt: skip
    """Show the form of an action."""
    of = {"act": act, "fund": fund, "game": game, "edition": edition, "payout": payout}
    return _paper(request, session, host, {**of, "day": str(_today(request, host))})


@floor_payouts.post("/do")
async def do_act(request: Request, session: FloorHouseForm, host: TheHouse) -> Response:
    """Perform the action; show the reason beside the field if the law does not permit it."""
    form = await sent_form(request)
    try:
        model = _model(host, form)[1]
        given, key = read_paper(model, form), form.get("key") or uuid.uuid4().hex
        house = desk.ledger(host)
        if form.get("act") == payouts.FILE:
            payouts.file(
                house, form.get("payout", ""), given, game=form.get("game", ""),
                edition=form.get("edition") or "nj", by=session.name, key=key,
            )  # fmt: skip
        else:
            what = form.get("act", "")
            payouts.act(house, form.get("fund", ""), what, given, by=session.name, key=key)
    except Refused as refusal:
        return _paper(request, session, host, form, refusal)
    return RedirectResponse("/floor/payouts", 303)


def _model(host: Host, form: Mapping[str, str]) -> tuple[Any, Any]:
    """Return the values that the law fixes, and the document type of the action."""
    house, act = desk.ledger(host), form.get("act", "")
    if act not in (payouts.FILE, *payouts.ACTS):
        raise Refused(f"there is no {act[:40]!r}")
    if act == payouts.FILE:
        rules = find_game(form.get("game", "")).payouts
        law = rules.law(form.get("edition") or "nj") if rules else None
        if rules is None or law is None:
            raise Refused("this game has no payouts that pots contribute to")
        return law, rules.ACTS[act][0]
    with house.database.reading() as connection:
        known = find(connection, form.get("fund", ""))
    return known.law, known.rules.ACTS[act][0]


def _paper(
    request: Request,
    session: Session,
    host: Host,
    form: Mapping[str, str],
    refusal: Refused | None = None,
) -> Response:
    law, model = _model(host, form)
    return page(
        request,
        "floor_payout.html",
        session,
        host,
        of={name: form.get(name, "") for name in ("act", "fund", "game", "edition", "payout")},
        fields=fields_of(law, model, form),
        key=form.get("key") or uuid.uuid4().hex,
        refusal=refusal,
        status_code=409 if refusal else 200,
    )
