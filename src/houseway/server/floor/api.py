"""The HTTP API of the floor, under ``/api/floor``. It can do everything that the floor's pages can
do."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from houseway.referee.table import BY_HAND
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.refusal import Refused
from houseway.server.api import Cents, Key, Name, Seat, Strict, TableId, TableOut, card_out
from houseway.server.durable import DurableHost
from houseway.server.floor import desk
from houseway.server.host import Answer
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import FloorHouse, FloorOnly, TheBell, TheHouse
from houseway.server.table.snapshot_json import (
    AnswerOut,
    BarredOut,
    EventOut,
    SnapshotOut,
    snapshot_out,
)

Value = str | bool | int | None
LimitIn = Annotated[
    list[Cents],
    Field(min_length=2, max_length=3, description="The least, the most and the step, in cents."),
]
Minutes = Annotated[int, Field(ge=0, le=100_000)]
Entry = Annotated[int, Field(ge=0, le=1_000_000_000, description="An entry of the table's log.")]


class MeterIn(Strict):
    """Terms of a meter, within the limits of the law."""

    link: str | None = Field(
        default=None, min_length=1, max_length=60, description="A name that tables share."
    )
    reset: Cents | None = None
    rate: Name | None = Field(default=None, examples=["2.00%"])


class Configured(Strict):
    """The setup of a table."""

    game: Name
    edition: Name = "nj"
    options: dict[str, Value] = {}
    limits: dict[str, LimitIn] = {}
    meters: dict[str, MeterIn] = {}
    by_hand: list[Name] = Field(default=[], max_length=len(BY_HAND), examples=[["chance"]])


class OfferOut(BaseModel):
    """One value of an option, and the rules that it would break with the other choices."""

    value: str
    barred: list[BarredOut]


class OptionOut(BaseModel):
    """An option, its current value and its permitted values."""

    name: str
    says: str
    kind: str
    value: Any
    cite: str
    offers: list[OfferOut]
    refusal: BarredOut | None


class LimitOut(BaseModel):
    """The limits of a wager, in cents."""

    wager: str
    minimum: int
    maximum: int
    step: int
    refusal: BarredOut | None = None


class ChoosingOut(BaseModel):
    """The choices for a new table, and every reason why it cannot be opened."""

    lawful: bool
    problems: list[BarredOut]
    options: list[OptionOut]
    limits: list[LimitOut]


class StampOut(BaseModel):
    """A notice that the law requires before a change: when it was given, and its deadline."""

    name: str
    at: datetime | None
    at_the_latest: datetime
    cite: str


class ChangeOut(BaseModel):
    """An announced change."""

    entry: int
    options: dict[str, Any]
    limits: dict[str, list[int]]
    effective: datetime
    minutes_left: int
    stamps: list[StampOut]
    in_effect: int | None = Field(description="The entry since which it holds.")


class ChangeIn(Strict):
    """A change of rules or limits. Each stamp is the number of minutes since that notice was
    given."""

    options: dict[str, Value] = {}
    limits: dict[str, LimitIn] = {}
    in_minutes: Minutes
    posted: Minutes = 0
    announced: Minutes = 0
    division: Minutes | None = 0


class IrregularityOut(BaseModel):
    """An irregularity: the seats for which it can be reported now, or why it cannot."""

    name: str
    says: str
    rulings: list[str]
    cite: str
    names_seat: bool
    seats: list[int]
    refusal: BarredOut | None


class FloorTableOut(BaseModel):
    """A table as the house sees it."""

    table: SnapshotOut
    options: dict[str, Any]
    limits: list[LimitOut]
    changes: list[ChangeOut]
    entry: int = Field(description="Where its log is; none in memory.")
    irregularities: list[IrregularityOut]


class LineOut(BaseModel):
    """A line of a sign."""

    text: str
    cite: str


class ReportIn(Strict):
    """An irregularity to preview or report."""

    what: Name = Field(examples=["card_face_up"])
    seat: Seat | None = None


class ConfirmIn(ReportIn):
    """An irregularity to report, and the entry at which its ruling was previewed."""

    entry: Entry


class SeatMoneyOut(BaseModel):
    """The effect of a ruling on a seat's money, in cents."""

    seat: int
    player: str
    before: int = Field(description="On the layout now.")
    after: int = Field(description="On the layout then.")
    moved: int = Field(description="To the player; negative from the player.")
    net: int = Field(description="What the round comes to, then.")


class RulingOut(BaseModel):
    """The ruling that would be made. Nothing is changed."""

    entry: int
    events: list[EventOut]
    seats: list[SeatMoneyOut]
    void: bool = Field(description="If not, the round goes on; how is not foretold.")


class MeterOut(BaseModel):
    """A meter's account, in millionths of a cent: contributions - awards + resets = stands."""

    name: str
    tables: list[int]
    linked: bool
    contributions: int
    awards: int
    resets: int
    stands: int
    holds: bool


class MetersOut(BaseModel):
    """Every meter, and whether all books balance."""

    holds: bool
    accounts: int
    total: int
    wrong: list[str]
    meters: list[MeterOut]


floor_api = APIRouter(prefix="/api/floor", tags=["floor"])
ASKED = (401, 403, 404, 409, 422)
SENT = (400, 401, 403, 404, 409, 413, 422, 429)


@floor_api.get("/tables", responses=documented(401, 403))
def tables(caller: FloorHouse, host: TheHouse) -> list[TableOut]:
    """List every table."""
    return [card_out(one) for one in host.tables()]


@floor_api.post("/check", responses=documented(*SENT))
def check(wanted: Configured, caller: FloorHouse) -> ChoosingOut:
    """Return what the law bars in a table's setup, and why. No table is opened."""
    chosen = _wanted(wanted).choosing()
    return ChoosingOut(
        lawful=chosen.rules is not None,
        problems=[_barred(one) for one in chosen.problems],
        options=[
            OptionOut(
                name=one.name,
                says=one.option.says,
                kind=one.option.kind,
                value=_plain(one.value),
                cite=one.option.cite,
                offers=[
                    OfferOut(
                        value=offer.value,
                        barred=[BarredOut(reason=b.says, cite=b.cite) for b in offer.barred],
                    )
                    for offer in one.offers
                ],
                refusal=_barred(one.refusal) if one.refusal else None,
            )
            for one in chosen.options
        ],
        limits=[_limit(one.name, one.limit, one.refusal) for one in chosen.limits],
    )


@floor_api.post("/tables", status_code=201, responses=documented(*SENT))
def open_table(wanted: Configured, caller: FloorHouse, host: TheHouse, key: Key = "") -> TableOut:
    """Open a table that the law permits."""
    id = desk.open_table(host, _wanted(wanted), caller.name, key)
    return next(card_out(one) for one in host.tables() if one.id == id)


@floor_api.get("/tables/{id}", responses=documented(*ASKED))
def one_table(id: TableId, caller: FloorHouse, host: TheHouse) -> FloorTableOut:
    """Return a table: its rules, announced changes and the irregularities that can be reported."""
    seen = host.look(id, by=caller.name)
    kept = isinstance(host, DurableHost)
    entry, reports = desk.irregularities(host, id) if kept else (0, [])
    return FloorTableOut(
        table=snapshot_out(seen),
        options={name: _plain(value) for name, value in seen.rules.options.items()},
        limits=[_limit(name, limit) for name, limit in seen.rules.limits.items()],
        changes=[_change(one) for one in desk.changes(host, id)] if kept else [],
        entry=entry,
        irregularities=[
            IrregularityOut(
                name=one.name,
                says=one.irregularity.says,
                rulings=list(one.rulings),
                cite=one.cite,
                names_seat=one.irregularity.names_seat,
                seats=list(one.seats),
                refusal=_barred(one.refusal) if one.refusal else None,
            )
            for one in reports
        ],
    )


@floor_api.post("/tables/{id}/close", responses=documented(*SENT))
def close_table(
    id: TableId, caller: FloorHouse, host: TheHouse, bell: TheBell, key: Key = ""
) -> AnswerOut:
    """Close a table that has no seated players."""
    done = desk.close_table(host, id, caller.name, key)
    bell.ring(id)
    return _answer(done)


@floor_api.post("/tables/{id}/changes", status_code=201, responses=documented(*SENT))
def announce(
    id: TableId, wanted: ChangeIn, caller: FloorOnly, host: TheHouse, bell: TheBell, key: Key = ""
) -> ChangeOut:
    """Announce a change of rules or limits."""
    ago = {"posted": wanted.posted, "announced": wanted.announced, "division": wanted.division}
    limits = {name: Limit(*value) for name, value in wanted.limits.items()}
    minutes = wanted.in_minutes
    made = desk.announce(host, id, wanted.options, limits, minutes, ago, by=caller.name, key=key)
    bell.ring(id)
    return _change(made)


@floor_api.get("/tables/{id}/sign", responses=documented(*ASKED))
def sign(
    id: TableId,
    caller: FloorHouse,
    host: TheHouse,
    change: Annotated[int | None, Query(ge=1, le=1_000_000_000)] = None,
) -> list[LineOut]:
    """Return the contents of the table's sign, for the rules in effect or for an announced
    change."""
    _, lines = desk.sign_of(host, id, change)
    return [LineOut(text=line.text, cite=line.cite) for line in lines]


@floor_api.post("/tables/{id}/reports/preview", responses=documented(*SENT))
def preview(id: TableId, wanted: ReportIn, caller: FloorOnly, host: TheHouse) -> RulingOut:
    """Return the ruling on an irregularity, tried on a copy of the table."""
    found = desk.preview(host, id, wanted.what, wanted.seat, caller.name)
    return RulingOut(
        entry=found.seq,
        events=[EventOut.model_validate(event.to_json()) for event in found.events],
        seats=[SeatMoneyOut(**vars(one)) for one in found.seats],
        void=found.void,
    )


@floor_api.post("/tables/{id}/reports", responses=documented(*SENT))
def report(
    id: TableId, wanted: ConfirmIn, caller: FloorOnly, host: TheHouse, bell: TheBell, key: Key = ""
) -> AnswerOut:
    """Report an irregularity and apply its ruling, if the table is still at the entry of the
    preview."""
    what, seat, at = wanted.what, wanted.seat, wanted.entry
    done = desk.report(host, id, what, seat, by=caller.name, key=key, at=at)
    bell.ring(id)
    return _answer(done)


@floor_api.get("/meters", responses=documented(401, 403, 409))
def meters(caller: FloorHouse, host: TheHouse) -> MetersOut:
    """Return every meter with its account, and whether the books balance."""
    found = desk.meters(host)
    return MetersOut(
        holds=found.holds,
        accounts=found.accounts,
        total=found.total,
        wrong=list(found.wrong),
        meters=[
            MeterOut(
                **vars(row.line),
                holds=row.line.holds,
                tables=[table for table, _ in row.tables],
                linked=row.linked,
            )
            for row in found.rows
        ],
    )


def _wanted(wanted: Configured) -> desk.Wanted:
    for who in wanted.by_hand:
        if who not in BY_HAND:
            raise Refused(f"{who!r} has nothing to do by hand: {', '.join(BY_HAND)} may")
    return desk.Wanted(
        wanted.game,
        wanted.edition,
        wanted.options,
        {name: Limit(*value) for name, value in wanted.limits.items()},
        {name: terms.model_dump(exclude_none=True) for name, terms in wanted.meters.items()},
        tuple(wanted.by_hand),
    )


def _plain(value: Any) -> Any:
    """Return a choice as plain data."""
    return [str(part) for part in value] if isinstance(value, tuple) else value


def _barred(refusal: Refused) -> BarredOut:
    return BarredOut(reason=refusal.reason, cite=refusal.cite)


def _limit(name: str, limit: Limit, refusal: Refused | None = None) -> LimitOut:
    told = _barred(refusal) if refusal else None
    return LimitOut(wager=name, **vars(limit), refusal=told)


def _change(one: desk.Change) -> ChangeOut:
    return ChangeOut(
        entry=one.seq,
        options=dict(one.options),
        limits={name: list(value) for name, value in one.limits.items()},
        effective=one.effective,
        minutes_left=one.minutes_left,
        stamps=[
            StampOut(name=stamp.name, at=stamp.at, at_the_latest=stamp.by, cite=stamp.cite)
            for stamp in one.stamps
        ],
        in_effect=one.in_effect,
    )


def _answer(done: Answer) -> AnswerOut:
    return AnswerOut(
        table=done.table,
        version=done.version,
        repeated=done.repeated,
        events=[EventOut.model_validate(event.to_json()) for event in done.events],
    )
