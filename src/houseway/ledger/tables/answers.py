"""The answer to a command, as each person may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.ledger.people.people import Person
from houseway.referee.events import HOUSE, Event, Place
from houseway.rulebook.refusal import Refused

SEES = {"auditor": HOUSE, "admin": "admin", "floor": "floor", "dealer": "dealer"}


@dataclass(frozen=True)
class Answer:
    """The result of a command: its entry in the log, and what the giver may see of it."""

    table: int
    seq: int
    round: int
    events: tuple[Event, ...]
    waiting: Mapping[str, Any]
    repeated: bool = False  # the key had been used: this is what was answered then


def answer_of(
    body: Mapping[str, Any], answer: Mapping[str, Any], giver: Person, repeated: bool
) -> Answer:
    """A committed entry as its giver may see it."""
    players = players_of(body)
    events = tuple(seen_by(Event.from_json(event), giver, players) for event in body["events"])
    seq, round = body["seq"], body["round"]
    return Answer(body["table"], seq, round, events, answer["waiting"], repeated)


def players_of(body: Mapping[str, Any]) -> dict[int, str]:
    """Return the player of each seat."""
    return {int(seat): name for seat, name in body["players"].items()}


def seen_by(event: Event, viewer: Person, players: Mapping[int, str]) -> Event:
    """Return an event as a person in these seats may see it."""
    if isinstance(event.sees, int) and players.get(event.sees) == viewer.name:
        return event
    return event.seen_by(SEES.get(viewer.role, "public"))


def place_of(viewer: Person, players: Mapping[int, str], seat: int | None) -> Place:
    """Return the place from which a person sees the table."""
    if viewer.role in SEES:
        return SEES[viewer.role]
    own = [number for number, name in players.items() if name == viewer.name]
    if seat is not None:
        if seat not in own:
            raise Refused(f"seat {seat} is not {viewer.name}'s")
        return seat
    return own[0] if own else "public"
