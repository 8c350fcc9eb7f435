"""The waiting list for seats: forms, API, and its display in the lobby and at tables."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from houseway.games import game as find_game
from houseway.games import games
from houseway.ledger.house import House
from houseway.ledger.tables import seating
from houseway.ledger.tables.seating import Request
from houseway.referee.absence import seats_kept
from houseway.referee.requests import MOVE
from houseway.rulebook.handout import stakes
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.api import Key, Name, Strict, TableId
from houseway.server.durable import DurableHost
from houseway.server.host import Host, Snapshot, TableCard
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import (
    Caller,
    PlayerForm,
    SeatsForm,
    SeatsOnly,
    TheBell,
    TheHouse,
)
from houseway.server.sign_in.sessions import PLAYER
from houseway.server.table.view import TAKE_A_SEAT

SENT = documented(400, 401, 403, 404, 409, 413, 422, 429)
Entry = Annotated[int, Path(ge=1, le=10**9, description="A request, by the entry that made it.")]
FULL = "The table is full."
Back = Annotated[str, Form(max_length=20)]


class SeatIn(Strict):
    """A request for a seat: at a table, at any table of a game, or another seat at the same
    table."""

    table: Annotated[int, Field(ge=0, le=10**9)] = 0
    game: Name = ""
    options: dict[str, str | bool | int] = Field(
        default={}, max_length=40, description="What any table of the game must have chosen."
    )
    seat: Annotated[int, Field(ge=0, le=9999)] = Field(
        default=0, description="Another seat at the caller's own table."
    )
    player: Name = Field(default="", description="For whom the floor asks.")


class SeatOut(BaseModel):
    """A request on the list. Players see that others wait, not who they are."""

    entry: int = Field(description="Of the chain of the house; names the request.")
    player: str
    at: str
    table: int
    game: str
    options: dict[str, Any]
    seat: int
    place: int = Field(description="In the list of those who wait for the same.")
    offered_table: int = Field(description="Where a seat is held; none while there is none.")
    offered_seat: int
    until: int = Field(description="Minutes for which it is held still.")
    ended: str = Field(description="`seated`, `dropped` or `lapsed`; nothing while it is open.")


@dataclass(frozen=True)
class Room:
    """The lobby's announcement of a table where players wait for seats (13:69F-14.18)."""

    says: tuple[str, ...]  # game and limits as posted
    free: int
    waiting: int
    own: Request | None = None
    place: int = 0
    offered: int = 0  # the seat held for the viewer


def house_of(host: Host) -> House:
    """Return the house, or refuse: a house in memory keeps no list."""
    if not isinstance(host, DurableHost):
        raise Refused("this house is kept in memory: it has no waiting list")
    return host.house


def keeps_list(host: Host, rules: TableRules) -> bool:
    """Return whether pages offer the list for a table: where players keep seats, as in a poker
    room."""
    return isinstance(host, DurableHost) and seats_kept(rules)


def place_of(requests: Sequence[Request], one: Request) -> int:
    """Return a person's place among those who wait for the same."""
    same = (one.table, one.game, one.options, one.seat)
    alike = [r for r in requests if (r.table, r.game, r.options, r.seat) == same]
    return alike.index(one) + 1 if one in alike else 0


def room_of(card: TableCard, requests: Sequence[Request], by: str, now: int) -> Room:
    """Return a table with its free seats and its waiting players."""
    rules = card.rules
    line = [one for one in requests if not one.seat and one.is_for(card.id, rules)]
    own = next((one for one in line if one.player == by), None)
    held = seating.held(requests, card.id, rules, card.players, now)
    kept = [seat for seat, one in held.items() if not one.seat and one.player != by]
    free, left = seating.room_at(rules, card.players)
    offer = own.offer if own and own.offer and own.offer.table == card.id else None
    return Room(
        tuple(stakes(rules, games()[rules.book.game].handout)[1:3]),
        max(0, min(left, len(free)) - len(kept)),
        len(line),
        own,
        line.index(own) + 1 if own else 0,
        offer.seat if offer else 0,
    )


def rooms(host: Host, cards: Sequence[TableCard], by: str) -> dict[int, Room]:
    """Return every table that keeps a list."""
    listed = [one for one in cards if keeps_list(host, one.rules)]
    if not listed or not isinstance(host, DurableHost):
        return {}
    requests, now = host.waiting(), host.house.now()
    return {one.id: room_of(one, requests, by, now) for one in listed}


def waiting_at(host: Host, found: Snapshot, by: str) -> dict[str, Any] | None:
    """Return what a table's page shows of the list; None if there is no list."""
    if not keeps_list(host, found.rules):
        return None
    assert isinstance(host, DurableHost)
    requests, now = seating.waiting(host.house), host.house.now()
    card = TableCard(found.id, found.rules, found.players, found.rounds)
    room = room_of(card, requests, by, now)
    held = seating.held(requests, found.id, found.rules, found.players, now)
    mine = (one for one in requests if one.player == by and one.table == found.id and one.seat)
    change = next(mine, None)
    own = change or room.own
    return {
        "count": room.waiting,
        "free": room.free,
        "entry": own.entry if own else 0,
        "place": room.place,
        "offered": own.offer.seat if own and own.offer else 0,
        "wants": change.seat if change else 0,
        "held": [seat for seat, one in held.items() if one.player != by],
    }


def with_waiting(
    host: Host | None, found: Snapshot, by: str, shown: dict[str, Any]
) -> dict[str, Any]:
    """Return a table's page with its list; seats held for others are not offered."""
    if host is None or (waiting := waiting_at(host, found, by)) is None:
        return shown
    free = [seat for seat in shown["free"] if seat not in waiting["held"]]
    free = free if waiting["free"] or waiting["offered"] else []
    full = not free and found.seat is None and not found.staff
    status = shown["status"].replace(TAKE_A_SEAT, FULL) if full else shown["status"]
    return {**shown, "status": status, "waiting": waiting, "free": free}


def out(one: Request, requests: Sequence[Request], by: str, role: str, now: int) -> SeatOut:
    """Return a request as one person may see it."""
    offer = one.offer if one.open else None
    return SeatOut(
        entry=one.entry,
        player=one.player if role != PLAYER or one.player == by else "",
        at=one.at,
        table=one.table,
        game=one.game,
        options=dict(one.options),
        seat=one.seat,
        place=place_of(requests, one),
        offered_table=offer.table if offer else 0,
        offered_seat=offer.seat if offer else 0,
        until=max(0, offer.until - now) if offer else 0,
        ended=one.ended,
    )


def chosen(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a game, or refuse invalid ones."""
    if not game:
        return {}
    found = find_game(game)
    known = TableRules(found.rulebook(found.editions[0]), dict(options)).options
    return {name: known[name] for name in options}


seats_api = APIRouter(prefix="/api/seats", tags=["seats"])
seats = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@seats_api.get("", responses=documented(401, 409))
def waiting_list(caller: Caller, host: TheHouse) -> list[SeatOut]:
    """Return the waiting list of the house, in order. A free seat is held for the next in line for
    a few minutes and taken with `sit` or `move`."""
    house = house_of(host)
    requests = seating.serve(house, by=caller.name)
    return [out(one, requests, caller.name, caller.role, house.now()) for one in requests]


@seats_api.post("", status_code=201, responses=SENT)
def join(said: SeatIn, caller: SeatsOnly, host: TheHouse, bell: TheBell, key: Key = "") -> SeatOut:
    """Request a seat."""
    return _asked(host, bell, said, caller.name, caller.role, key)


@seats_api.post("/{entry}/end", responses=SENT)
def end(entry: Entry, caller: SeatsOnly, host: TheHouse, bell: TheBell, key: Key = "") -> SeatOut:
    """Remove a request: your own or, as the floor, any."""
    house = house_of(host)
    found = seating.take_off(house, entry, by=caller.name, key=key or uuid.uuid4().hex)
    _ring(bell, found)
    return out(found, [], caller.name, caller.role, house.now())


def _asked(host: Host, bell: Any, said: SeatIn, by: str, role: str, key: str) -> SeatOut:
    house = house_of(host)
    found = seating.ask(
        house,
        said.player or by,
        by=by,
        key=key or uuid.uuid4().hex,
        table=said.table,
        game=said.game,
        options=chosen("" if said.table else said.game, said.options),
        seat=said.seat,
    )
    _ring(bell, found)
    return out(found, seating.waiting(house), by, role, house.now())


def _ring(bell: Any, found: Request) -> None:
    """Notify the pages of the table."""
    if table := found.offer.table if found.offer else found.table:
        bell.ring(table)


@seats.post("/seats/join")
def join_page(
    session: PlayerForm,
    host: TheHouse,
    bell: TheBell,
    table: Annotated[int, Form(ge=1, le=10**9)],
    key: Annotated[str, Form(max_length=100)] = "",
    back: Back = "",
) -> Response:
    """Join the list of a table, from the lobby or the table."""
    _asked(host, bell, SeatIn(table=table), session.name, session.role, key)
    return RedirectResponse(f"/tables/{table}" if back == "table" else "/#open", 303)


@seats.post("/seats/{entry}/end")
def end_page(
    entry: Entry, session: SeatsForm, host: TheHouse, bell: TheBell, back: Back = "/"
) -> Response:
    """Remove a request from the list."""
    found = seating.take_off(house_of(host), entry, by=session.name, key=uuid.uuid4().hex)
    _ring(bell, found)
    return RedirectResponse("/floor#waiting" if back == "floor" else "/#open", 303)


@seats.post("/tables/{id}/take")
def take_page(
    id: TableId,
    session: PlayerForm,
    host: TheHouse,
    bell: TheBell,
    seat: Annotated[int, Form(ge=1, le=9999)],
) -> Response:
    """Take the seat that is held for the user; a player of the table moves to it."""
    own = host.look(id, by=session.name).own
    said = {"do": MOVE, "seat": own[0], "to": seat} if own else {"do": "sit", "seat": seat}
    done = host.do(id, said, by=session.name)
    bell.ring(id, done.version)
    return RedirectResponse(f"/tables/{id}", 303)
