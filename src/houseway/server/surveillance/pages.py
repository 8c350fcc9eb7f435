"""Surveillance pages: find any round, step through it, verify it, download it."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import HTMLResponse, Response

from houseway.games import game as find_game
from houseway.games import games
from houseway.ledger.audit.verify_round import Verified, verify
from houseway.ledger.tables.round_flags import KINDS, flags
from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.server.api import TableId
from houseway.server.host import Host
from houseway.server.pages import is_narrow, page, templates
from houseway.server.sign_in.caller import EyeOnly, PlayerOnly, TheHouse
from houseway.server.sign_in.sessions import Session
from houseway.server.surveillance.api import Mark, RoundNumber, SeenAs, place_of
from houseway.server.surveillance.flags import flagged_places
from houseway.server.surveillance.round_seen import Unreadable, look, look_back
from houseway.server.surveillance.search import (
    Found,
    InProgress,
    Wanted,
    in_progress,
    ledger_of,
    search,
)
from houseway.server.surveillance.view import EyeView, eye_view
from houseway.server.table.view import kind_of, signed

Step = Annotated[int | None, Query(ge=0, le=1_000_000)]
Text = Annotated[str, Query(max_length=100)]


@dataclass(frozen=True)
class Asked:
    """A search, as in the form and in a page's URL."""

    game: Text = ""
    table: Text = ""
    player: Text = ""
    since: Text = ""
    until: Text = ""
    round: Text = ""
    void: Text = ""
    least: Text = ""
    wager: Text = ""
    ruling: Text = ""
    staff: Text = ""
    flagged: Text = ""

    @property
    def sifted(self) -> bool:
        """Return whether one of the less common fields is filled in."""
        return bool(self.least or self.wager or self.ruling or self.staff or self.round)

    @property
    def for_programs(self) -> str:
        """Return the same search as a query of the API, where money is in cents."""
        told = {**vars(self), "least": f"{dollars(self.least)}" if self.least.strip() else ""}
        return urlencode({name: value for name, value in told.items() if value})

    @property
    def query(self) -> str:
        """Return the search as a query string."""
        return urlencode({name: value for name, value in vars(self).items() if value})

    def wanted(self) -> Wanted:
        """Return the search, or refuse invalid fields."""
        return Wanted(
            self.game,
            _number(self.table, "table"),
            self.player.strip(),
            _moment(self.since),
            _moment(self.until),
            _number(self.round, "round"),
            bool(self.void),
            dollars(self.least) if self.least.strip() else 0,
            self.wager.strip(),
            self.ruling.strip(),
            self.staff.strip(),
            bool(self.flagged),
        )


def _number(text: str, what: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 10 and int(text)):
        raise Refused(f"a {what} must be a number, not {text!r}")
    return int(text)


def _moment(text: str) -> datetime | None:
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise Refused(f"{text!r} is not a time: write 2026-01-31T18:30") from None


TheAsked = Annotated[Asked, Depends()]
Part = Annotated[str, Header(alias="HX-Request")]
Back = Annotated[str, Header(alias="HX-History-Restore-Request")]
templates.env.filters |= {"gain": signed, "gain_kind": kind_of}
eye = APIRouter(prefix="/eye", include_in_schema=False, default_response_class=HTMLResponse)


@eye.get("")
def rounds_page(
    request: Request, session: EyeOnly, host: TheHouse, asked: TheAsked, before: Mark = ""
) -> Response:
    """Show rounds, newest first, and rounds in progress. Errors of the search are shown in the
    form."""
    house = ledger_of(host)
    found, live, refusal = Found((), ""), list[InProgress](), None
    try:
        wanted = asked.wanted()
        found = search(house, wanted, before)
        live = [] if before else in_progress(house, wanted)
    except Refused as refused:
        refusal = refused
    return page(
        request,
        "eye.html",
        session,
        host,
        found=found,
        live=live,
        asked=asked,
        before=before,
        refusal=refusal,
        titles=titles(),
        flagged=flagged_places(house, found.cards),
        rulings=_rulings(asked.game),
        mine=False,
    )


@eye.get("/mine")
def my_page(request: Request, session: PlayerOnly, host: TheHouse, before: Mark = "") -> Response:
    """Show a player's own rounds."""
    found = search(ledger_of(host), Wanted(player=session.name), before)
    return page(
        request,
        "eye.html",
        session,
        host,
        found=found,
        live=[],
        asked=Asked(),
        before=before,
        refusal=None,
        titles=titles(),
        flagged={},
        rulings={},
        mine=True,
    )


def _rulings(game: str) -> dict[str, str]:
    """Return the irregularities of a game, with the rulebook's text."""
    if game not in games():
        return {}
    found = find_game(game)
    reported = found.rulebook(found.editions[0]).irregularities
    return {name: one.says for name, one in reported.items()}


def titles() -> dict[str, str]:
    """Return every game's id and title, by title."""
    found = {id: find_game(id) for id in games()}
    named = {id: game.rulebook(game.editions[0]).title for id, game in found.items()}
    return dict(sorted(named.items(), key=lambda pair: pair[1]))


@eye.get("/tables/{id}/rounds/{round}")
def round_page(
    request: Request,
    id: TableId,
    round: RoundNumber,
    session: EyeOnly,
    host: TheHouse,
    step: Step = None,
    place: SeenAs = "",
    hx: Part = "",
    back: Back = "",
) -> Response:
    """Show a round at one of its steps, or what is wrong with its record."""
    house = ledger_of(host)
    try:
        seen = look(house, id, round, place_of(place))
    except Unreadable as refusal:
        return _verify_page(request, session, host, verify(house, id, round), refusal)
    shown = eye_view(seen, step, narrow=is_narrow(request))
    base = f"/eye/tables/{id}/rounds/{round}"
    return _round(request, session, host, shown, base, bool(hx and not back), mine=False)


@eye.get("/mine/tables/{id}/rounds/{round}")
def my_round_page(
    request: Request,
    id: TableId,
    round: RoundNumber,
    session: PlayerOnly,
    host: TheHouse,
    step: Step = None,
    place: SeenAs = "",
    hx: Part = "",
    back: Back = "",
) -> Response:
    """Show a round as a player's own seat saw it."""
    seat = place_of(place)
    if isinstance(seat, str):
        raise Refused("a player can see a round only from a seat")
    seen = look_back(ledger_of(host), id, round, session.name, seat)
    shown = eye_view(seen, step, narrow=is_narrow(request))
    base = f"/eye/mine/tables/{id}/rounds/{round}"
    return _round(request, session, host, shown, base, bool(hx and not back), mine=True)


def _round(
    request: Request,
    session: Session,
    host: Host,
    shown: EyeView,
    base: str,
    part: bool,
    mine: bool,
) -> Response:
    name = "eye_step.html" if part else "eye_round.html"
    seen = shown.seen
    marked = [] if mine or part else flags(ledger_of(host), seen.table, seen.number, seen.number)
    told = {"flags": marked, "kinds": KINDS, "key": uuid.uuid4().hex}
    return page(request, name, session, host, shown=shown, base=base, mine=mine, **told)


@eye.get("/tables/{id}/rounds/{round}/verify")
def verify_page(
    request: Request,
    id: TableId,
    round: RoundNumber,
    session: EyeOnly,
    host: TheHouse,
    hx: Part = "",
) -> Response:
    """Show every check of a round, and what each proves."""
    found = verify(ledger_of(host), id, round)
    if hx:
        return page(request, "eye_proof.html", session, host, proof=found)
    return _verify_page(request, session, host, found)


def _verify_page(
    request: Request,
    session: Session,
    host: Host,
    found: Verified,
    refusal: Refused | None = None,
) -> Response:
    return page(request, "eye_verify.html", session, host, proof=found, refusal=refusal)
