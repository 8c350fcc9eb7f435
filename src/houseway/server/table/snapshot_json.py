"""A table as programs are given it: models that describe it, the plain data that is sent, and what
of it has changed since it was last sent."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.equipment.cards import names
from houseway.referee.events import Event
from houseway.server.host import Answer, Snapshot
from houseway.server.table.nets import round_nets


class EventOut(BaseModel):
    """Something that happened, as the caller may see it; what is empty is left out."""

    model_config = ConfigDict(extra="allow")

    kind: str
    cite: str = ""


class AnswerOut(BaseModel):
    """What came of a command."""

    table: int
    version: int
    repeated: bool
    events: list[EventOut]
    state: "SnapshotOut | None" = Field(
        default=None, description="The table as you may see it then, where it was asked for."
    )


class ChoiceOut(BaseModel):
    """One thing that can be chosen; amounts are cents, or cards where it counts `cards`."""

    name: str
    says: str
    least: int
    most: int
    step: int
    cards: bool
    cite: str


class BarredOut(BaseModel):
    """Why a wager may not be made now."""

    reason: str
    cite: str


class SnapshotOut(BaseModel):
    """A table as the caller may see it now: cards that are not for the caller are `??`."""

    id: int
    game: str
    edition: str
    version: int
    rounds: int
    players: dict[int, str]
    seat: int | None
    own: list[int]
    asks: Literal["", "bets", "tickets", "decision", "dealing"]
    asked_of: int | str | None
    choices: list[ChoiceOut]
    cite: str
    ready: list[int]
    awaited: list[int]
    away: list[int]
    clock: float | None
    barred: dict[str, BarredOut]
    steps: dict[str, int]
    largest_chip: dict[str, int]
    meters: dict[str, int]
    notes: dict[str, int]
    phase: str
    hands: dict[str, str]
    bets: dict[str, dict[str, int]]
    nets: dict[str, dict[str, int]]
    void: bool
    events: list[EventOut]


def snapshot_out(found: Snapshot) -> SnapshotOut:
    """Return a table as its model, made from nothing but the caller's view."""
    return SnapshotOut.model_validate(snapshot_json(found))


def snapshot_json(found: Snapshot, after: int = 0) -> dict[str, Any]:
    """Return a table as plain data, made from nothing but the caller's view; of its events only
    those ``after`` so many."""
    book, view = found.rules.book, found.view
    state = view.state if view else None
    return {
        "id": found.id,
        "game": book.game,
        "edition": book.edition,
        "version": found.version,
        "rounds": found.rounds,
        "players": dict(found.players),
        "seat": found.seat,
        "own": list(found.own),
        "asks": found.asks,
        "asked_of": found.asked_of,
        "choices": [
            {
                "name": one.name,
                "says": one.says,
                "least": one.least,
                "most": one.most,
                "step": one.step,
                "cards": one.cards,
                "cite": one.cite,
            }
            for one in (found.ask.choices if found.ask else ())
        ],
        "cite": found.cite,
        "ready": sorted(found.ready),
        "awaited": sorted(found.awaited),
        "away": sorted(found.away),
        "clock": found.clock,
        "barred": {
            name: {"reason": refusal.reason, "cite": refusal.cite}
            for name, refusal in found.barred.items()
        },
        "steps": dict(found.steps),
        "largest_chip": dict(found.largest_chip),
        "meters": dict(found.meters),
        "notes": dict(found.notes),
        "phase": state.phase if state else "",
        "hands": {str(place): names(cards) for place, cards in state.hands.items()}
        if state
        else {},
        "bets": {str(seat): dict(bets) for seat, bets in state.bets.items() if bets}
        if state
        else {},
        "nets": {str(seat): round_nets(view, seat) for seat, nets in state.nets.items() if nets}
        if view and state
        else {},
        "void": state.void if state else False,
        "events": [event.to_json() for event in view.events[after:]] if view else [],
    }


def answer_json(done: Answer, state: Snapshot | None = None) -> dict[str, Any]:
    """Return what came of a command as plain data."""
    return {
        "table": done.table,
        "version": done.version,
        "repeated": done.repeated,
        "events": [event.to_json() for event in done.events],
        "state": snapshot_json(state) if state else None,
    }


@dataclass
class Sent:
    """What one stream has sent of a table, so that only what is new follows."""

    fields: dict[str, Any] = field(default_factory=dict)
    events: tuple[Event, ...] = ()

    def changes(self, found: Snapshot) -> dict[str, Any]:
        """Return the fields that are not as they were sent last. ``events`` are the events of a new
        round, ``new_events`` those that follow the ones already sent."""
        events = found.view.events if found.view else ()
        before = len(self.events)
        goes_on = before > 0 and events[:before] == self.events
        now = snapshot_json(found, after=before if goes_on else 0)
        new = now.pop("events")
        changed = {
            name: value
            for name, value in now.items()
            if name not in self.fields or self.fields[name] != value
        }
        if not goes_on and (new or self.events or not self.fields):
            changed["events"] = new
        elif new:
            changed["new_events"] = new
        self.fields, self.events = now, events
        return changed
