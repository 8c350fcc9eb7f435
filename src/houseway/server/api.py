"""The HTTP interface under ``/api``: everything that the pages do, and nothing more privileged."""

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
    """Unknown fields are errors."""

    model_config = ConfigDict(extra="forbid")


class Door(Strict):
    """What lets somebody in."""

    link: Name = Field(description="The token of a one-time link.")
    name: Name = Field(min_length=1)
    role: Role | None = Field(default=None, description="One that the link is for; else its first.")
    password: Name = Field(
        default="",
        description="Your password, if you have one. If you are new: one to set, which everybody"
        " but a player must.",
    )


class Password(Strict):
    """What somebody signs in with whom the house has given a password."""

    name: Name = Field(min_length=1)
    password: Name = Field(min_length=1)
    code: Code = Field(default="", description="Of the second factor, where one is set up.")


class Invited(Strict):
    """Whom a link is for."""

    role: Role = "player"


class Signed(BaseModel):
    """A program that has come in."""

    name: str
    role: str
    token: str = Field(description="Sent as `Authorization: Bearer ...` from now on.")


class Me(BaseModel):
    """Whoever asks."""

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
    """A table to be opened."""

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
    """Get up."""

    do: Literal["leave"]
    seat: Seat


class Bet(Strict):
    """Let wagers stand at these amounts; nothing withdraws one."""

    do: Literal["bet"]
    seat: Seat
    bets: dict[str, Cents] = Field(min_length=1, max_length=400)
    tender: Name = "chips"


class Ready(Strict):
    """No more bets from this seat. Where its wagers stand from the round before, that begins the
    next round too."""

    do: Literal["ready"]
    seat: Seat


class Wait(Strict):
    """Do not wait any longer for a player whose time is up (`hurry`: what costs that player nothing
    is chosen), or for this seat while its player is `away`, until `back`. Where seats are kept (as
    at poker), who is away is not dealt in, and the chips are counted, covered or left as the house
    has it; during a round it holds from the next one on."""

    do: Literal["hurry", "away", "back"]
    seat: Seat
    amount: Cents | None = Field(
        default=None, description="What is counted back in, if it is more than what left."
    )


class Move(Strict):
    """Take another seat with all that lies before the first: `move` between rounds, `change_seat`
    as soon as it is free, where a list is kept."""

    do: Literal["move", "change_seat"]
    seat: Seat
    to: Seat


class Act(Strict):
    """Decide."""

    do: Literal["act"]
    seat: Seat | Place = Field(description="A seat or, where staff decides, its place.")
    what: Name
    amount: Cents | None = None


class Buy(Strict):
    """Buy a ticket, as it is written on the form."""

    do: Literal["buy"]
    seat: Seat
    form: dict[str, Any] = Field(examples=[{"wager": "quick_pick", "spots": 5, "rate": 100}])


class AtDesk(Strict):
    """Void, refund or redeem a ticket."""

    do: Literal["void", "refund", "redeem"]
    seat: Seat
    ticket: Name


class Staff(Strict):
    """What whoever deals says: a round begins, no more bets, the dealer goes on, the cards are
    shuffled; the floor: new cards have come."""

    do: Literal["begin", "close", "go", "shuffled", "new_deck"]


class Draw(Strict):
    """The cards that came out, where they are dealt by hand."""

    do: Literal["draw"]
    cards: str = Field(max_length=2000, examples=["As Td 4c"])


class Numbers(Strict):
    """The dice or the numbers, where they are thrown or drawn by hand; none do not count."""

    do: Literal["rolled", "picked"]
    numbers: list[Annotated[int, Field(ge=0, le=10_000)]] = Field(max_length=100)


class Spun(Strict):
    """The pocket, where the wheel is spun by hand; `void` does not count."""

    do: Literal["spun"]
    pocket: Name


class Report(Strict):
    """Something has gone wrong; the rulebook rules on it."""

    do: Literal["report"]
    what: Name = Field(examples=["card_face_up"])
    who: Seat | None = None


class TakeOut(Strict):
    """A shuffler or a shoe leaves service."""

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
    """A table in a list."""
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
    """Sign in with a one-time link, which is then used up."""
    address = address_of(request)
    made = come_in(host, sessions, door.link, door.name, door.role or "", address, door.password)
    return _signed(sessions, made)


@api.post("/session/password", responses=documented(400, 409, 413, 422, 429), tags=["people"])
async def log_in(given: Password, sessions: TheSessions, request: Request) -> Signed:
    """Sign in with a password that the house gave you and, where one is set up, the code of your
    second factor. Whoever is wrong too often has to wait."""
    return await check_password(request, sessions, given.name, given.password, given.code, _signed)


async def check_password(
    request: Request,
    sessions: Sessions,
    name: str,
    password: str,
    code: str,
    then: Callable[[Sessions, str], Made],
) -> Made:
    """Sign somebody in where passwords are hashed: in threads of their own, a few at a time."""
    address = address_of(request)
    sessions.must_wait(name, address)  # costs nothing, and nobody waits for it
    familiar: set[str] = request.app.state.familiar
    tries: Buckets = request.app.state.tries
    if not tries.take(address if address in familiar else "strangers"):
        raise Problem(429, "many passwords are being tried: wait a moment")

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
    """Your name and your balance."""
    return Me(name=caller.name, role=caller.role, balance=host.balance(caller.name))


@api.post("/me/buy-in", responses=documented(401, 403, 409, 429), tags=["people"])
def buy_in(caller: PlayerOnly, host: TheHouse) -> Me:
    """Fresh chips, for those who have little left."""
    return Me(name=caller.name, role=caller.role, balance=host.buy_in(caller.name))


@api.post(
    "/links", status_code=201, responses=documented(400, 401, 403, 413, 422, 429), tags=["people"]
)
def invite(
    caller: Caller, sessions: TheSessions, request: Request, wanted: Invited | None = None
) -> dict[str, str]:
    """A one-time link for somebody else: a player; from the floor, a dealer or the floor; from an
    admin, anybody."""
    take_rare(request, f"invite {caller.name}")
    role = wanted.role if wanted else PLAYER
    return {"link": invitation(caller, sessions, role, address_of(request))}


@api.get("/games", responses=documented(401), tags=["games"])
def list_games(caller: Caller) -> list[GameOut]:
    """Every game."""
    return [_game_out(id) for id in games()]


@api.get("/games/{id}", responses=documented(401, 404, 422), tags=["games"])
def one_game(id: str, caller: Caller) -> GameOut:
    """One game."""
    return _game_out(find_game(id).id)


@api.get("/games/{id}/rulebook", responses=documented(401, 404, 409, 422), tags=["games"])
def rulebook(id: str, caller: Caller, edition: str = "nj") -> dict[str, Any]:
    """A game's rulebook: what the law says of it, as data with cites."""
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
    """Every table."""
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
    """A table as you may see it."""
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
    """Do something at a table. What the rules do not allow is refused and changes nothing. Who may
    say what is the ledger's to know: players for their seats, those who deal, the floor."""
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
    """A table as you may see it, again and again: each time whole, so that nothing is lost when a
    connection is, or only what has changed."""
    bell.admit(caller.name)
    await run_in_threadpool(host.version, id)  # a table that is not there is told now
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
