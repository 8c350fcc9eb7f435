"""The HTTP API under ``/api``. It can do everything that the pages can do, with the same
permissions."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from houseway.games import game as find_game
from houseway.games import games
from houseway.server.floor.staff import may_say
from houseway.server.host import TableCard
from houseway.server.http.json_answers import Json, as_json
from houseway.server.http.limits import MOST, Buckets
from houseway.server.http.pool import Pool
from houseway.server.http.problems import Problem, documented
from houseway.server.sign_in.caller import (
    Caller,
    OpenerOnly,
    PlayerOnly,
    TheBell,
    TheHouse,
    TheSessions,
    address_of,
    leave,
    session_key,
    take_rare,
)
from houseway.server.sign_in.links import come_in, invitation
from houseway.server.sign_in.sessions import PLAYER, Sessions
from houseway.server.table.shared_looks import SharedLooks
from houseway.server.table.snapshot_json import (
    AnswerOut,
    Sent,
    SnapshotOut,
    answer_json,
    snapshot_json,
)

Made = TypeVar("Made")
Seat = Annotated[int, Field(ge=1, le=9999, description="A seat; 103 stands behind box 3.")]
Cents = Annotated[int, Field(ge=0, le=1_000_000_000, description="Whole cents.")]
Name = Annotated[str, Field(max_length=100)]
Code = Annotated[str, Field(max_length=10)]
Place = Literal["dealer", "floor", "writer", "supervisor", "key employee"]
Role = Literal["player", "dealer", "floor", "auditor", "admin"]
TableId = Annotated[int, Path(ge=1, le=1_000_000_000, description="A table's number.")]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=100,
        description="A command with a key that has been used is not done again: the answer is what"
        " it was the first time.",
    ),
]


class Strict(BaseModel):
    """Base of request bodies; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid")


class Door(Strict):
    """A one-time link's token, and the name of the person who signs in."""

    link: Name = Field(description="The token of a one-time link.")
    name: Name = Field(min_length=1)
    role: Role | None = Field(default=None, description="One that the link is for; else its first.")
    password: Name = Field(
        default="",
        description="Your password, if you have one. If you are new: one to set, which everybody"
        " but a player must.",
    )


class Password(Strict):
    """A name and a password, with a second-factor code where one is set up."""

    name: Name = Field(min_length=1)
    password: Name = Field(min_length=1)
    code: Code = Field(default="", description="Of the second factor, where one is set up.")


class Invited(Strict):
    """The role that a new sign-in link gives."""

    role: Role = "player"


class Signed(BaseModel):
    """The token of a session, for the `Authorization: Bearer` header."""

    name: str
    role: str
    token: str = Field(description="Sent as `Authorization: Bearer ...` from now on.")


class Me(BaseModel):
    """Your account."""

    name: str
    role: str
    balance: int = Field(description="Cents that are not bet.")


class GameOut(BaseModel):
    """A game."""

    id: str
    title: str
    family: str
    summary: str
    editions: list[str]


class TableIn(Strict):
    """A table to open."""

    game: Name
    edition: Name = "nj"
    options: dict[str, str | bool | int | None] = Field(
        default={}, description="What the house chooses within the law; the rest is as usual."
    )


class TableOut(BaseModel):
    """A table in a list."""

    id: int
    game: str
    edition: str
    title: str
    players: dict[int, str]
    seats: int | None = Field(description="How many there are; none where there is no number.")
    rounds: int


class Sit(Strict):
    """Take a seat."""

    do: Literal["sit"]
    seat: Seat
    player: Name | None = Field(default=None, description="Whom the floor seats.")


class Leave(Strict):
    """Leave the seat."""

    do: Literal["leave"]
    seat: Seat


class Bet(Strict):
    """Make wagers of these amounts."""

    do: Literal["bet"]
    seat: Seat
    bets: dict[str, Cents] = Field(min_length=1, max_length=400)
    tender: Name = "chips"


class Ready(Strict):
    """Mark the seat ready: it makes no more bets. If its wagers stand from the previous round, this
    also starts the next round."""

    do: Literal["ready"]
    seat: Seat


class Wait(Strict):
    """Stop waiting for a player. `hurry`: the player's time is up, and the choice that costs
    nothing is made. `away`: the player is away until `back`. At games that keep seats (such as
    poker), an absent player is not dealt in, and the chips are counted, covered or left as the
    house rules say; during a round this takes effect in the next one."""

    do: Literal["hurry", "away", "back"]
    seat: Seat
    amount: Cents | None = Field(
        default=None, description="What is counted back in, if it is more than what left."
    )


class Move(Strict):
    """Move to another seat together with the chips: `move` between rounds, `change_seat` as soon as
    the seat is free, where a list is kept."""

    do: Literal["move", "change_seat"]
    seat: Seat
    to: Seat


class Act(Strict):
    """Make a decision: play, fold, hit, stand and so on."""

    do: Literal["act"]
    seat: Seat | Place = Field(description="A seat or, where staff decides, its place.")
    what: Name
    amount: Cents | None = None


class Buy(Strict):
    """Buy a ticket, as marked on the form."""

    do: Literal["buy"]
    seat: Seat
    form: dict[str, Any] = Field(examples=[{"wager": "quick_pick", "spots": 5, "rate": 100}])


class AtDesk(Strict):
    """Void, refund or redeem a ticket."""

    do: Literal["void", "refund", "redeem"]
    seat: Seat
    ticket: Name


class Staff(Strict):
    """A dealer's command: start a round, call no more bets, continue, report a shuffle; or the
    floor's: report new cards."""

    do: Literal["begin", "close", "go", "shuffled", "new_deck"]


class Draw(Strict):
    """The cards that were dealt by hand."""

    do: Literal["draw"]
    cards: str = Field(max_length=2000, examples=["As Td 4c"])


class Numbers(Strict):
    """The dice or numbers that were thrown or drawn by hand; empty if the throw does not count."""

    do: Literal["rolled", "picked"]
    numbers: list[Annotated[int, Field(ge=0, le=10_000)]] = Field(max_length=100)


class Spun(Strict):
    """The pocket of a wheel that was spun by hand; `void` if the spin does not count."""

    do: Literal["spun"]
    pocket: Name


class Report(Strict):
    """Report an irregularity; the rulebook rules on it."""

    do: Literal["report"]
    what: Name = Field(examples=["card_face_up"])
    who: Seat | None = None


class TakeOut(Strict):
    """Take a shuffler or a dealing shoe out of service."""

    do: Literal["take_out"]
    device: Name
    how: Name


CommandIn = Annotated[
    Sit
    | Leave
    | Bet
    | Ready
    | Wait
    | Move
    | Act
    | Buy
    | AtDesk
    | Staff
    | Draw
    | Numbers
    | Spun
    | Report
    | TakeOut,
    Field(discriminator="do"),
]


def card_out(found: TableCard) -> TableOut:
    """Return a table as an item of a list."""
    book = found.rules.book
    return TableOut(
        id=found.id,
        game=book.game,
        edition=book.edition,
        title=book.title,
        players=dict(found.players),
        seats=book.seats.max if book.seats else None,
        rounds=found.rounds,
    )


api = APIRouter(prefix="/api")


@api.post("/session", responses=documented(400, 409, 413, 422), tags=["people"])
def sign_in(door: Door, host: TheHouse, sessions: TheSessions, request: Request) -> Signed:
    """Sign in with a one-time link. The link works once."""
    address = address_of(request)
    made = come_in(host, sessions, door.link, door.name, door.role or "", address, door.password)
    return _signed(sessions, made)


@api.post("/session/password", responses=documented(400, 409, 413, 422, 429), tags=["people"])
async def log_in(given: Password, sessions: TheSessions, request: Request) -> Signed:
    """Sign in with your password and, if you set up a second factor, its current code. After too
    many failed attempts you must wait."""
    return await check_password(request, sessions, given.name, given.password, given.code, _signed)


async def check_password(
    request: Request,
    sessions: Sessions,
    name: str,
    password: str,
    code: str,
    then: Callable[[Sessions, str], Made],
) -> Made:
    """Check a password in a thread pool of its own, because hashing is slow."""
    address = address_of(request)
    sessions.must_wait(name, address)  # needs no hashing, so it does not use the pool
    familiar: set[str] = request.app.state.familiar
    tries: Buckets = request.app.state.tries
    if not tries.take(address if address in familiar else "strangers"):
        raise Problem(429, "too many sign-in attempts at once: wait a moment")

    def work() -> Made:
        return then(sessions, sessions.log_in(name, password, code, address))

    hashing: Pool = request.app.state.hashing
    made = await hashing.run(work)
    if len(familiar) < MOST:
        familiar.add(address)
    return made


@api.delete("/session", status_code=204, responses=documented(401, 422, 429), tags=["people"])
def sign_out(
    caller: Caller,
    request: Request,
    everywhere: Annotated[
        bool, Query(description="Every browser and program of yours, or this one alone.")
    ] = True,
) -> None:
    """Sign out: your sessions, tokens and streams end at once."""
    leave(request, everywhere)


def _signed(sessions: Sessions, secret: str) -> Signed:
    found = sessions.of(secret)
    assert found is not None
    return Signed(name=found.name, role=found.role, token=secret)


@api.get("/me", responses=documented(401), tags=["people"])
def me(caller: Caller, host: TheHouse) -> Me:
    """Return your name, role and balance."""
    return Me(name=caller.name, role=caller.role, balance=host.balance(caller.name))


@api.post("/me/buy-in", responses=documented(401, 403, 409, 429), tags=["people"])
def buy_in(caller: PlayerOnly, host: TheHouse) -> Me:
    """Get new chips when your balance is low."""
    return Me(name=caller.name, role=caller.role, balance=host.buy_in(caller.name))


@api.post(
    "/links", status_code=201, responses=documented(400, 401, 403, 413, 422, 429), tags=["people"]
)
def invite(
    caller: Caller, sessions: TheSessions, request: Request, wanted: Invited | None = None
) -> dict[str, str]:
    """Create a one-time sign-in link for another person. Players can invite players; the floor can
    invite dealers and the floor; admins can invite anyone."""
    take_rare(request, f"invite {caller.name}")
    role = wanted.role if wanted else PLAYER
    return {"link": invitation(caller, sessions, role, address_of(request))}


@api.get("/games", responses=documented(401), tags=["games"])
def list_games(caller: Caller) -> list[GameOut]:
    """List every game."""
    return [_game_out(id) for id in games()]


@api.get("/games/{id}", responses=documented(401, 404, 422), tags=["games"])
def one_game(id: str, caller: Caller) -> GameOut:
    """Return one game."""
    return _game_out(find_game(id).id)


@api.get("/games/{id}/rulebook", responses=documented(401, 404, 409, 422), tags=["games"])
def rulebook(id: str, caller: Caller, edition: str = "nj") -> dict[str, Any]:
    """Return a game's rulebook as data with cites."""
    book = find_game(id).rulebook(edition)
    return book.model_dump(mode="json", by_alias=True, exclude_none=True)


def _game_out(id: str) -> GameOut:
    found = find_game(id)
    book = found.rulebook(found.editions[0])
    return GameOut(
        id=id,
        title=book.title,
        family=book.family,
        summary=book.summary,
        editions=found.editions,
    )


@api.get("/tables", responses=documented(401), tags=["tables"])
def list_tables(caller: Caller, host: TheHouse) -> list[TableOut]:
    """List every table."""
    return [card_out(one) for one in host.tables()]


@api.post(
    "/tables",
    status_code=201,
    responses=documented(400, 401, 403, 404, 409, 413, 422, 429),
    tags=["tables"],
)
def open_table(wanted: TableIn, caller: OpenerOnly, host: TheHouse, request: Request) -> TableOut:
    """Open a table."""
    take_rare(request, f"open {caller.name}")
    id = host.open_table(wanted.game, wanted.edition, wanted.options, by=caller.name)
    return next(card_out(one) for one in host.tables() if one.id == id)


@api.get(
    "/tables/{id}",
    responses=documented(401, 404, 409, 422),
    response_model=SnapshotOut,
    tags=["tables"],
)
def one_table(
    id: TableId,
    caller: Caller,
    host: TheHouse,
    seat: Annotated[int | None, Query(ge=1, le=9999)] = None,
) -> Json:
    """Return a table as you may see it."""
    return Json(snapshot_json(host.look(id, by=caller.name, seat=seat, role=caller.role)))


@api.post(
    "/tables/{id}/commands",
    responses=documented(400, 401, 403, 404, 409, 413, 422, 429),
    response_model=AnswerOut,
    tags=["tables"],
)
def command(
    id: TableId,
    said: CommandIn,
    caller: Caller,
    host: TheHouse,
    bell: TheBell,
    key: Key = "",
    state: Annotated[bool, Query(description="Return the table as it is then, too.")] = False,
) -> Json:
    """Send a command to a table. A command that the rules do not allow is refused and changes
    nothing. Players give commands for their own seats; dealers and the floor give staff commands.
    """
    may_say(caller.role, said.do)
    given = said.model_dump(exclude_none=True)
    done = host.do(id, given, by=caller.name, role=caller.role, key=key)
    bell.ring(id, done.version if not done.repeated else 0)
    seen = host.look(id, by=caller.name, role=caller.role) if state else None
    return Json(answer_json(done, seen))


@api.get(
    "/tables/{id}/stream",
    responses={
        200: {
            "description": "Server-sent events: `table`, a table as you may see it, now and"
            " whenever something has happened. With `changes` all but the first are `changed`:"
            " only the fields that differ from the message before; `new_events` follow the events"
            " that were sent, `events` replace them.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **documented(401, 404, 422),
    },
    response_class=StreamingResponse,
    tags=["tables"],
)
async def stream(
    id: TableId,
    caller: Caller,
    host: TheHouse,
    bell: TheBell,
    request: Request,
    changes: Annotated[bool, Query(description="Send only what has changed.")] = False,
) -> StreamingResponse:
    """Stream a table as you may see it, now and after every change. By default every message is the
    whole table, so a lost message loses nothing; with `changes` only the fields that differ are
    sent."""
    bell.admit(caller.name)
    # fail before the stream starts if there is no such table
    await run_in_threadpool(host.version, id)
    looks: SharedLooks = request.app.state.looks

    async def messages() -> AsyncIterator[bytes]:
        key, sent = session_key(request), Sent()
        async for version in bell.versions(id, host.version, session=key, who=caller.name):
            if not version:
                yield b": still here\n\n"
                continue
            found = await looks.look(id, caller.name, caller.role)
            kind = b"changed" if changes and sent.fields else b"table"
            data = as_json(sent.changes(found) if changes else snapshot_json(found))
            yield b"event: %b\nid: %d\ndata: %b\n\n" % (kind, found.version, data)

    return StreamingResponse(messages(), media_type="text/event-stream")
