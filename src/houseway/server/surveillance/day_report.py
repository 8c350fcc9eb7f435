"""The report of a gaming day: rounds, drop, win and hold of every table, rulings, disputes, the
largest wins, flags."""

from collections import Counter
from dataclasses import dataclass
from heapq import nlargest
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field

from houseway.documents.blocks import Blanks, Block, Document, Grid, Heading, Words
from houseway.games import game as find_game
from houseway.ledger.tables.round_flags import Flag, flags
from houseway.ledger.tables.rounds import RoundCard, find
from houseway.ledger.tables.takings import Takings, cents, takings, total
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.server.floor.desk import durable
from houseway.server.floor.figures_api import Day, Shift, TakingsOut, taken_out
from houseway.server.floor.overview import pace, period_of, settings_of, share
from houseway.server.floor.shifts import Period
from houseway.server.host import Host
from houseway.server.house_settings import HouseSettings
from houseway.server.http.problems import documented
from houseway.server.pages import page
from houseway.server.sign_in.caller import EyeOnly, TheHouse
from houseway.server.surveillance.api import attachment
from houseway.server.surveillance.flags import FlagOut
from houseway.server.surveillance.round_report import MEDIA, written
from houseway.server.table.view import signed

MOST = 5_000  # maximum rounds examined, newest first
LARGEST = 10  # largest wins listed
Text = Annotated[str, Query(max_length=100)]


@dataclass(frozen=True)
class Win:
    """A seat's win in one round, in cents."""

    table: int
    round: int
    game: str
    player: str
    staked: int
    won: int


@dataclass(frozen=True)
class Ruling:
    """An irregularity and its ruling."""

    table: int
    round: int
    game: str
    what: str
    says: str
    void: bool


@dataclass(frozen=True)
class Summary:
    """The summary of a gaming day or shift."""

    period: Period
    tables: tuple[Takings, ...]
    total: Takings
    rounds: int  # rounds examined
    complete: bool  # whether all rounds were examined
    void: int
    rulings: tuple[Ruling, ...]
    wins: tuple[Win, ...]
    flags: tuple[Flag, ...]

    @property
    def disputes(self) -> tuple[Flag, ...]:
        """Return the flags that are disputes."""
        return tuple(one for one in self.flags if one.kind == "dispute")


def summary(host: Host, settings: HouseSettings, day: str, shift: str) -> Summary:
    """Return the summary of a gaming day."""
    kept = durable(host)
    period = period_of(kept, settings, day, shift)
    taken = takings(kept.house, period.since, period.until)
    cards = [
        card
        for card in find(kept.house, since=period.since, until=period.until, most=MOST + 1)
        if card.ended < period.until.isoformat(timespec="milliseconds")
    ]
    looked = cards[:MOST]
    ranges: dict[int, list[int]] = {}
    for card in looked:
        ranges.setdefault(card.table, []).append(card.round)
    marked = [
        one
        for table, numbers in ranges.items()
        for one in flags(kept.house, table, min(numbers), max(numbers))
    ]
    return Summary(
        period,
        tuple(taken),
        total(taken),
        len(looked),
        len(cards) <= MOST,
        sum(card.void for card in looked),
        tuple(_ruling(card, what) for card in reversed(looked) for what in card.rulings),
        tuple(nlargest(LARGEST, _wins(looked), key=lambda one: one.won)),
        tuple(sorted(marked, key=lambda one: one.entry)),
    )


def _ruling(card: RoundCard, what: str) -> Ruling:
    try:
        known = find_game(card.game).rulebook(card.edition).irregularities.get(what)
    except Refused:
        known = None
    says = known.says if known else what.replace("_", " ")
    return Ruling(card.table, card.round, card.game, what, says, card.void)


def _wins(cards: list[RoundCard]) -> list[Win]:
    return [
        Win(
            card.table,
            card.round,
            card.game,
            card.players.get(seat, f"seat {seat}"),
            card.staked.get(seat, 0),
            net,
        )
        for card in cards
        for seat, net in card.nets.items()
        if net > 0
    ]


# On paper


SIGNED = (
    "Prepared by (name and title)", "Date and time", "Signature", "License number",
    "Reviewed by (name and title)", "Date and time", "Signature", "License number",
)  # fmt: skip
FIGURES = ["Rounds>", "Rounds an hour>", "Drop>", "Win>", "Hold>"]


def on_paper(found: Summary) -> Document:
    """Return the summary as a document: all tables, then each under its heading, lines to sign."""
    day = found.period
    titles = {one.table: _title(one.game, one.edition) for one in found.tables}
    named = f"gaming day {day.day}" + (f", shift {day.shift}" if day.shift else "")
    blocks: list[Block] = [
        Heading("All Tables"),
        Grid(
            "Tables",
            ["Table", "Game", *FIGURES],
            [
                *([str(one.table), titles[one.table], *_figures(one)] for one in found.tables),
                ["In all", "", *_figures(found.total)],
            ],
            totals=1,
        ),
    ]
    if not found.complete:
        blocks.append(Words(f"Of more rounds, the newest {MOST:,} were looked at below."))
    for one in found.tables:
        blocks += _table(one, titles[one.table], found)
    blocks += [Heading("Signatures"), Blanks(SIGNED)]
    since, until = (f"{at:%Y-%m-%d %H:%M} UTC" for at in (day.since, day.until))
    running = f"Summary of {named}"
    return Document(running, f"{since} to {until}", blocks, running=running)


def _table(one: Takings, title: str, found: Summary) -> list[Block]:
    """What there is to tell of a table, under its heading."""
    rulings = [o for o in found.rulings if o.table == one.table]
    wins = [o for o in found.wins if o.table == one.table]
    flagged = [o for o in found.flags if o.table == one.table]
    return [
        Heading(f"Table {one.table}: {title}"),
        Grid("Figures", FIGURES, [_figures(one)]),
        _grid(
            "Rulings",
            ["Round>", "What", "Round was"],
            [[o.round, o.says, "void" if o.void else "played on"] for o in rulings],
        ),
        _grid(
            "Largest wins",
            ["Round>", "Player", "Bet>", "Won>"],
            [[o.round, o.player, money(o.staked), money(o.won)] for o in wins],
        ),
        _grid(
            "Disputes and flags",
            ["Round>", "Kind", "Note", "By", "Settled"],
            [[o.round, o.label, o.note, o.by, _settled(o)] for o in flagged],
        ),
    ]


def _settled(one: Flag) -> str:
    return "open" if one.open else f"{one.cleared}: {one.answer}"


def _grid(title: str, columns: list[str], rows: list[list[Any]]) -> Block:
    return (
        Grid(title, columns, [[str(cell) for cell in row] for row in rows])
        if rows
        else Words(f"{title}: none.")
    )


def _figures(one: Takings) -> list[str]:
    return [
        str(one.rounds),
        pace(one.rounds_an_hour),
        money(cents(one.drop)),
        signed(cents(one.win)),
        share(one.hold),
    ]


# Pages and API


class WinOut(BaseModel):
    """A seat's win in one round, in cents."""

    table: int
    round: int
    game: str
    player: str
    staked: int
    won: int


class RulingOut(BaseModel):
    """An irregularity and its ruling."""

    table: int
    round: int
    game: str
    what: str
    says: str
    void: bool


class SummaryOut(BaseModel):
    """The summary of a gaming day."""

    day: str
    shift: str
    tables: list[TakingsOut]
    total: TakingsOut
    rounds: int
    complete: bool = Field(description="Whether every round was looked at.")
    void: int
    rulings: list[RulingOut]
    rulings_by_kind: dict[str, int]
    largest_wins: list[WinOut]
    disputes: int
    flags: list[FlagOut]


eye_day = APIRouter(prefix="/eye", include_in_schema=False, default_response_class=HTMLResponse)
eye_day_api = APIRouter(prefix="/api/eye", tags=["eye"])
_TEXT = {"schema": {"type": "string"}}
_FILE = {"schema": {"type": "string", "format": "binary"}}
PROBLEMS = documented(401, 403, 404, 409, 422)


@eye_day.get("/day")
def day_page(
    request: Request, session: EyeOnly, host: TheHouse, day: Text = "", shift: Text = ""
) -> Response:
    """Show the summary of a gaming day, ready to print."""
    settings, refusal = settings_of(request), None
    try:
        found = summary(host, settings, day, shift)
    except Refused as refused:
        refusal, found = refused, summary(host, settings, "", "")
    named = {(one.game, one.edition): _title(one.game, one.edition) for one in found.tables}
    titles = {game: title for (game, _), title in named.items()}
    return page(
        request,
        "eye_day.html",
        session,
        host,
        found=found,
        titles=titles,
        shifts=settings.shifts,
        refusal=refusal,
        status_code=409 if refusal else 200,
    )


def _title(game: str, edition: str) -> str:
    try:
        return find_game(game).rulebook(edition).title
    except Refused:
        return game


@eye_day_api.get("/day", responses=PROBLEMS)
def day_summary(
    request: Request, caller: EyeOnly, host: TheHouse, day: Day = "", shift: Shift = ""
) -> SummaryOut:
    """Return the summary of a gaming day or shift: tables, rulings, disputes, largest wins,
    flags."""
    found = summary(host, settings_of(request), day, shift)
    return SummaryOut(
        day=str(found.period.day),
        shift=found.period.name,
        tables=[taken_out(one) for one in found.tables],
        total=taken_out(found.total),
        rounds=found.rounds,
        complete=found.complete,
        void=found.void,
        rulings=[RulingOut(**vars(one)) for one in found.rulings],
        rulings_by_kind=dict(Counter(one.what for one in found.rulings)),
        largest_wins=[WinOut(**vars(one)) for one in found.wins],
        disputes=len(found.disputes),
        flags=[FlagOut(**vars(one)) for one in found.flags],
    )


@eye_day_api.get(
    "/day/report",
    response_class=Response,
    responses={
        200: {
            "description": "The summary.",
            "content": {"text/html": _TEXT, "application/pdf": _FILE},
        },
        **PROBLEMS,
    },
)
def day_on_paper(
    request: Request,
    caller: EyeOnly,
    host: TheHouse,
    day: Day = "",
    shift: Shift = "",
    form: Literal["pdf", "html"] = "pdf",
) -> Response:
    """Return the summary as PDF or HTML."""
    found = summary(host, settings_of(request), day, shift)
    name = f"day-{found.period.day}-{found.period.name}.{form}"
    return Response(
        written(on_paper(found), form), media_type=MEDIA[form], headers=attachment(name)
    )
