"""The HTTP API of surveillance, under ``/api/eye``: search for rounds, view one from any place at
the table, verify it, download it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field

from houseway.ledger.audit import extract
from houseway.ledger.audit.verify_round import verify
from houseway.ledger.tables.rounds import Record, RoundCard, tables
from houseway.referee.events import Place
from houseway.rulebook.refusal import Refused
from houseway.server.api import TableId
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import EyeOnly, PlayerOnly, TheHouse
from houseway.server.surveillance.round_report import MEDIA, report, written
from houseway.server.surveillance.round_seen import SeenRound, look, look_back, read
from houseway.server.surveillance.search import (
    PAGE,
    InProgress,
    Wanted,
    all_found,
    in_progress,
    ledger_of,
    search,
)
from houseway.server.table.snapshot_json import EventOut

LINES = "application/jsonl"
PIECE = 100_000  # characters of a file sent at a time
RoundNumber = Annotated[int, Path(ge=1, le=1_000_000_000, description="A round's number.")]
Number = Annotated[int | None, Query(ge=1, le=1_000_000_000)]
Mark = Annotated[str, Query(max_length=100, description="`next` of the page before.")]
Size = Annotated[int, Query(ge=1, le=500)]
Least = Annotated[
    int, Query(ge=0, le=10**11, description="Cents that one seat has bet, won or lost at least.")
]
Ruling = Annotated[
    str, Query(max_length=100, description="An irregularity that was reported, or `any`.")
]
SeenAs = Annotated[
    str,
    Query(
        alias="as",
        max_length=20,
        description="`house`, `dealer`, `public` or a seat; unless told otherwise the house, and"
        " while the round is in progress the public.",
    ),
]
PROBLEMS = documented(401, 403, 404, 409, 422)
_TEXT = {"schema": {"type": "string"}}
_FILE = {"schema": {"type": "string", "format": "binary"}}


class RoundOut(BaseModel):
    """A round in summary; money in cents, times in UTC."""

    table: int
    game: str
    edition: str
    round: int
    players: dict[int, str]
    staked: dict[int, int]
    nets: dict[int, int] = {}
    began: str = ""
    ended: str = Field(default="", description="Nothing while it is in progress.")
    first: int | None = Field(default=None, description="The entry that began it.")
    last: int | None = Field(default=None, description="The entry that ended it.")
    void: bool = False
    wagers: dict[str, int] = Field(default={}, description="What was put on each, by all seats.")
    rulings: list[str] = Field(default=[], description="Irregularities that were reported.")
    staff: list[str] = Field(default=[], description="Who of the house did something in it.")


class RoundsOut(BaseModel):
    """Finished rounds, newest first, and rounds in progress."""

    rounds: list[RoundOut]
    in_progress: list[RoundOut]
    next: str = Field(description="Where the next page begins: `before`. Nothing on the last.")


class OneRoundOut(BaseModel):
    """A round as one place at the table saw it; cards that it did not see are `??`."""

    table: int
    round: int
    game: str
    edition: str
    seen_as: str
    places: list[str]
    players: dict[int, str]
    over: bool
    rulebook: str = Field(description="The hash of the rulebook that it was dealt under.")
    differs: str = Field(description="In what it comes out otherwise when it is dealt again now.")
    events: list[EventOut]


class CheckOut(BaseModel):
    """The result of one check."""

    name: Literal["chain", "signature", "chance", "payments"]
    proves: str
    state: Literal["holds", "fails", "open"]
    found: list[str]


class ProofOut(BaseModel):
    """The verification of a round."""

    table: int
    round: int
    holds: bool = Field(description="Nothing is wrong.")
    complete: bool = Field(description="Nothing is wrong, and nothing is left to be told later.")
    public_key: str
    checks: list[CheckOut]


def wanted_by(
    game: Annotated[str, Query(max_length=100)] = "",
    table: Number = None,
    player: Annotated[str, Query(max_length=100)] = "",
    since: datetime | None = None,
    until: datetime | None = None,
    round: Number = None,
    void: bool = False,
    least: Least = 0,
    wager: Annotated[str, Query(max_length=100)] = "",
    ruling: Ruling = "",
    staff: Annotated[str, Query(max_length=100)] = "",
    flagged: bool = False,
) -> Wanted:
    """Return the search that the query describes."""
    when = (since, until, round, void)
    return Wanted(game, table, player, *when, least, wager, ruling, staff, flagged)


def card_out(card: RoundCard) -> RoundOut:
    """Return the summary of a finished round."""
    names = ("table", "game", "edition", "round", "began", "ended", "first", "last", "void")
    found: dict[str, Any] = {name: getattr(card, name) for name in names}
    return RoundOut(
        **found,
        players=dict(card.players),
        staked=dict(card.staked),
        nets=dict(card.nets),
        wagers=dict(card.wagers),
        rulings=list(card.rulings),
        staff=list(card.staff),
    )


def _going_on(one: InProgress) -> RoundOut:
    return RoundOut(**vars(one))


def place_of(text: str) -> Place | None:
    """Return the place at the table that a program or a page names."""
    return int(text) if text.isdecimal() and len(text) < 10 else text or None


def round_out(seen: SeenRound) -> OneRoundOut:
    """Return a round as plain data, made only from what that place saw."""
    book = seen.rules.book
    return OneRoundOut(
        table=seen.table,
        round=seen.number,
        game=book.game,
        edition=book.edition,
        seen_as=str(seen.place),
        places=[str(place) for place in seen.places],
        players=dict(seen.players),
        over=seen.over,
        rulebook=seen.rulebook,
        differs=seen.differs,
        events=[EventOut.model_validate(event.to_json()) for event in seen.events],
    )


eye_api = APIRouter(prefix="/api/eye", tags=["eye"])
TheWanted = Annotated[Wanted, Depends(wanted_by)]


@eye_api.get("/rounds", responses=PROBLEMS)
def find_rounds(
    caller: EyeOnly,
    host: TheHouse,
    wanted: TheWanted,
    before: Mark = "",
    most: Size = PAGE,
) -> RoundsOut:
    """Search for rounds by game, table, person, time, number, amount, wager or ruling; optionally
    only void or flagged ones."""
    house = ledger_of(host)
    found = search(house, wanted, before, most)
    return RoundsOut(
        rounds=[card_out(card) for card in found.cards],
        in_progress=[_going_on(one) for one in in_progress(house, wanted)],
        next=found.next,
    )


@eye_api.get(
    "/log",
    response_class=StreamingResponse,
    responses={
        200: {"description": "One finished round a line, oldest first.", "content": {LINES: _TEXT}},
        **PROBLEMS,
    },
)
def log_of_rounds(
    caller: EyeOnly,
    host: TheHouse,
    wanted: TheWanted,
) -> Response:
    """Download the rounds that match, as JSON Lines for `houseway replay`, without signatures."""
    house = ledger_of(host)
    cards = all_found(house, wanted)

    def lines() -> Iterator[Mapping[str, Any]]:
        for card in cards:
            record = read(house, card.table, card.round)
            if not extract.waits(house, record):
                yield record.log.to_json()

    return download(lines(), "rounds.jsonl")


@eye_api.get("/tables/{id}/rounds/{round}", responses=PROBLEMS)
def one_round(
    id: TableId, round: RoundNumber, caller: EyeOnly, host: TheHouse, place: SeenAs = ""
) -> OneRoundOut:
    """Return a round as one place at the table saw it; a round in progress as the public sees
    it."""
    return round_out(look(ledger_of(host), id, round, place_of(place)))


@eye_api.get("/tables/{id}/rounds/{round}/proof", responses=PROBLEMS)
def proof_of_round(id: TableId, round: RoundNumber, caller: EyeOnly, host: TheHouse) -> ProofOut:
    """Verify a finished round: its chain, its signature, its chance and its payments."""
    return ProofOut.model_validate(verify(ledger_of(host), id, round).to_json())


@eye_api.get(
    "/tables/{id}/rounds/{round}/log",
    response_class=Response,
    responses={200: {"description": "The round, one line.", "content": {LINES: _TEXT}}, **PROBLEMS},
)
def log_of_round(id: TableId, round: RoundNumber, caller: EyeOnly, host: TheHouse) -> Response:
    """Return a finished round as a line for `houseway replay`, without a signature."""
    house = ledger_of(host)
    record = read(house, id, round)
    _must_not_wait(extract.waits(house, record))
    return download([record.log.to_json()], _name(record))


@eye_api.get(
    "/tables/{id}/rounds/{round}/report",
    response_class=Response,
    responses={
        200: {
            "description": "The report.",
            "content": {"text/html": _TEXT, "application/pdf": _FILE},
        },
        **PROBLEMS,
    },
)
def report_of_round(
    id: TableId,
    round: RoundNumber,
    caller: EyeOnly,
    host: TheHouse,
    place: SeenAs = "",
    form: Literal["pdf", "html"] = "pdf",
) -> Response:
    """Return the report of a finished round: wagers, every event with its paragraph, and the
    proof."""
    house = ledger_of(host)
    seen = look(house, id, round, place_of(place))
    if not seen.over:
        raise Refused(f"round {round} of table {id} is not over")
    made = written(report(seen, verify(house, id, round)), form)
    return Response(
        made, media_type=MEDIA[form], headers=attachment(f"table-{id}-round-{round}.{form}")
    )


@eye_api.get(
    "/tables/{id}/rounds/{round}/ledger",
    response_class=StreamingResponse,
    responses={200: {"description": "The signed lines.", "content": {LINES: _TEXT}}, **PROBLEMS},
)
def ledger_of_round(id: TableId, round: RoundNumber, caller: EyeOnly, host: TheHouse) -> Response:
    """Return a finished round with everything needed to verify it elsewhere: the table's chain up
    to its end, the signed heads with proof of their inclusion in the log, and the rulebooks, as
    JSON Lines for `houseway audit --key`."""
    house = ledger_of(host)
    record = read(house, id, round)
    _must_not_wait(extract.waits(house, record))
    lines = extract.of_table(house, id, record.card.last)
    return download(lines, f"table-{id}-round-{round}-signed.jsonl")


@eye_api.get(
    "/public-key",
    response_class=Response,
    responses={
        200: {"description": "The key, one line.", "content": {"text/plain": _TEXT}},
        **PROBLEMS,
    },
)
def public_key(caller: EyeOnly, host: TheHouse) -> Response:
    """Return the server's public key, in the form that `houseway audit --key` takes."""
    written = f"{ledger_of(host).keys.public}\n"
    return Response(written, media_type="text/plain", headers=attachment("house-public.key"))


@eye_api.get(
    "/tables/{id}/ledger",
    response_class=StreamingResponse,
    responses={
        200: {"description": "The entries of one table.", "content": {LINES: _TEXT}},
        **PROBLEMS,
    },
)
def ledger_of_table(id: TableId, caller: EyeOnly, host: TheHouse) -> Response:
    """Return a table's whole chain with its signatures and rulebooks, up to its last finished
    round, as JSON Lines for `houseway audit`."""
    house = ledger_of(host)
    if id not in tables(house):
        raise Refused(f"there is no table {id}")
    return download(extract.of_table(house, id), f"table-{id}.jsonl")


# What somebody has played


@eye_api.get("/mine/rounds", responses=documented(401, 403, 409, 422))
def my_rounds(
    caller: PlayerOnly, host: TheHouse, before: Mark = "", most: Size = PAGE
) -> RoundsOut:
    """List your own finished rounds, newest first."""
    found = search(ledger_of(host), Wanted(player=caller.name), before, most)
    return RoundsOut(
        rounds=[card_out(card) for card in found.cards], in_progress=[], next=found.next
    )


@eye_api.get("/mine/tables/{id}/rounds/{round}", responses=PROBLEMS)
def my_round(
    id: TableId,
    round: RoundNumber,
    caller: PlayerOnly,
    host: TheHouse,
    seat: Annotated[int | None, Query(ge=1, le=9999)] = None,
) -> OneRoundOut:
    """Return a finished round as your own seat saw it."""
    return round_out(look_back(ledger_of(host), id, round, caller.name, seat))


# Files


def _must_not_wait(waits: bool) -> None:
    if waits:
        raise Refused(
            "a card of this round is still face down and undealt; ask again when it has been dealt"
        )


def _name(record: Record) -> str:
    return f"table-{record.card.table}-round-{record.card.round}.jsonl"


def attachment(name: str) -> dict[str, str]:
    """Return the headers that make a browser save the answer as a file."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def download(data: Iterable[Mapping[str, Any]], name: str) -> Response:
    """Return plain data as a file of lines."""
    return StreamingResponse(_pieces(data), media_type=LINES, headers=attachment(name))


def _pieces(data: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield lines in groups large enough to send efficiently."""
    gathered, size = list[str](), 0
    for one in data:
        gathered.append(json.dumps(one, separators=(",", ":"), ensure_ascii=False) + "\n")
        size += len(gathered[-1])
        if size >= PIECE:
            yield "".join(gathered)
            gathered, size = [], 0
    yield "".join(gathered)
