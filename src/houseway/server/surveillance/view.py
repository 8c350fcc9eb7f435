"""A round at one of its steps as the surveillance page shows it. State is a fold over events, so a
step is the fold of the events up to it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from houseway.referee.events import HOUSE, Event, Place
from houseway.referee.state import State
from houseway.referee.view import View
from houseway.rulebook.words import words
from houseway.server.host import PUBLIC, Snapshot
from houseway.server.surveillance.round_seen import DEALER, SeenRound
from houseway.server.table.nets import round_nets
from houseway.server.table.view import Row, TableView, kind_of, signed, table_view, wager_rows
from houseway.wording.events import event_text

PLACES = {HOUSE: "the house", DEALER: "the dealer", PUBLIC: "everybody"}


@dataclass(frozen=True)
class Happened:
    """One event in words, with its author and time."""

    number: int
    says: str
    cite: str
    step: str  # its title
    rule: str  # the rulebook's text about that step
    by: str
    at: str
    entry: int
    phase: bool = False


@dataclass(frozen=True)
class Part:
    """Consecutive events of one step of the round, or of none."""

    name: str
    rule: str
    cite: str
    events: tuple[Happened, ...]


@dataclass(frozen=True)
class Settled:
    """The results of a seat's wagers."""

    seat: int
    name: str
    rows: tuple[Row, ...]
    net: str
    kind: str


@dataclass(frozen=True)
class EyeView:
    """The contents of a round's page."""

    seen: SeenRound
    step: int
    last: int
    places: tuple[tuple[str, str], ...]  # value and words
    table: TableView
    event: Happened | None
    parts: tuple[Part, ...]
    settled: tuple[Settled, ...]

    @property
    def ended(self) -> bool:
        """Return whether this is the last step of a finished round."""
        return self.seen.over and self.step == self.last


def eye_view(seen: SeenRound, step: int | None = None, *, narrow: bool = False) -> EyeView:
    """Return a round after a number of its events; by default after the first."""
    last = len(seen.events)
    step = min(last, 1) if step is None else max(min(step, last), min(last, 1))
    happened = tuple(told(seen))
    snapshot = _snapshot(seen, step)
    return EyeView(
        seen=seen,
        step=step,
        last=last,
        places=tuple((str(place), place_words(place, seen)) for place in seen.places),
        table=table_view(snapshot, seen=(seen.number, max(step - 1, 0)), live=False, narrow=narrow),
        event=happened[step - 1] if step else None,
        parts=tuple(_parts(happened, seen)),
        settled=tuple(_settled(snapshot)),
    )


def place_words(place: Place, seen: SeenRound) -> str:
    """Return a place in words."""
    if isinstance(place, int):
        name = seen.players.get(place, "")
        return f"seat {place}{f', {name}' if name else ''}"
    return PLACES[place]


def _snapshot(seen: SeenRound, step: int) -> Snapshot:
    """Return a table at that moment, without choices."""
    events = seen.events[:step]
    ended = seen.over and step == len(seen.events)
    return Snapshot(
        id=seen.table,
        rules=seen.rules,
        players=seen.players,
        own=(),
        seat=seen.place if isinstance(seen.place, int) else None,
        view=View(seen.place, events, State.of(events), None),
        asks="" if ended else "decision",
        asked_of=None,
        ask=None,
        cite="",
        barred={},
        ready=frozenset(),
        awaited=frozenset(),
        overdue=False,
        rounds=seen.number,
        notes=seen.notes,
    )


def told(seen: SeenRound) -> Iterator[Happened]:
    """Return every event in words."""
    book = seen.rules.book
    ends = list(accumulate(said.caused for said in seen.said))
    at = 0
    for number, event in enumerate(seen.events, 1):
        while at < len(ends) and ends[at] < number:
            at += 1
        said = seen.said[at] if at < len(ends) else None
        step = book.round.get(event.step)
        yield Happened(
            number,
            _says(event, seen),
            event.cite,
            words(event.step) if step else "",
            step.says if step else "",
            said.by if said else "",
            clock(said.at) if said else "",
            said.seq if said else 0,
            event.kind == "phase",
        )


def _says(event: Event, seen: SeenRound) -> str:
    if event.kind == "phase":
        return event.what.capitalize()
    return event_text(event, seen.rules.book).plain


def clock(at: str) -> str:
    """Return the time of day of an entry, UTC."""
    return at[11:19]


def _parts(happened: tuple[Happened, ...], seen: SeenRound) -> Iterator[Part]:
    """Return events grouped by step."""
    book = seen.rules.book
    gathered: list[Happened] = []
    names = [event.step for event in seen.events]
    for at, one in enumerate(happened):
        gathered.append(one)
        if at + 1 == len(happened) or names[at + 1] != names[at]:
            step = book.round.get(names[at])
            cite = seen.rules.cite(names[at]) if step else ""
            yield Part(one.step, one.rule, cite, tuple(gathered))
            gathered = []


def _settled(snapshot: Snapshot) -> Iterator[Settled]:
    """Return the results of a seat's wagers; of every seat for other places."""
    view = snapshot.view
    assert view is not None
    seats = [snapshot.seat] if snapshot.seat is not None else sorted(snapshot.players)
    for seat in seats:
        rows = tuple(wager_rows(replace(snapshot, seat=seat)))
        if rows:
            net = sum(round_nets(view, seat).values())
            name = snapshot.players.get(seat, "")
            shown = signed(net) if snapshot.over else ""
            yield Settled(seat, name, rows, shown, kind_of(net))
