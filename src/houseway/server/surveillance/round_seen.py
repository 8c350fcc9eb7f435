"""One round as one place saw it: finished, from the ledger; in progress, as the public sees it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.ledger.audit import extract
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import Record, RoundCard, Said, record
from houseway.referee.events import HOUSE, Event, Place
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.host import PUBLIC, SHOWN
from houseway.server.surveillance.search import UNREADABLE

DEALER = "dealer"


class Unreadable(Refused):
    """The record of a round contradicts itself."""


@dataclass(frozen=True)
class SeenRound:
    """The events of a round as one place saw them, and the other places with a view of it."""

    table: int
    number: int
    rules: TableRules
    players: Mapping[int, str]
    place: Place
    places: tuple[Place, ...]
    events: tuple[Event, ...]
    said: tuple[Said, ...]  # who gave the commands, when, and how many events each caused
    notes: Mapping[str, Any]  # what everyone saw at the table before it
    card: RoundCard | None  # none while it is in progress
    rulebook: str = ""
    differs: str = (
        ""  # where dealing it again gives another result: cards that only the house may see
    )
    waits: bool = False  # a face-down card of the round has not been dealt

    @property
    def over(self) -> bool:
        """Return whether the round has ended."""
        return self.card is not None


def read(house: House, table: int, number: int) -> Record:
    """Return a finished round's record, or refuse if it is damaged."""
    try:
        return record(house, table, number)
    except Refused:
        raise
    except Broken as error:
        raise Unreadable(str(error)) from None
    except UNREADABLE:
        raise Unreadable(f"the record of round {number} is damaged: verify it") from None


def look(house: House, table: int, number: int, place: Place | None = None) -> SeenRound:
    """Return a round as one place saw it; by default as the house did."""
    if seen := _live(house, table, number, place):
        return seen
    found = read(house, table, number)
    places: tuple[Place, ...] = (HOUSE, DEALER, *sorted(found.card.players), PUBLIC)
    return _finished(house, found, places, HOUSE if place is None else place)


def look_back(
    house: House, table: int, number: int, player: str, seat: int | None = None
) -> SeenRound:
    """Return a finished round as one of a player's own seats saw it."""
    found = read(house, table, number)
    own = own_seats(found, player)
    if not own:
        raise Refused(f"you had no seat in round {number} of table {table}")
    return _finished(house, found, tuple(own), own[0] if seat is None else seat)


def own_seats(found: Record, player: str) -> list[int]:
    """Return the seats that a player held in a round. Players with wagers stay until these are
    settled, so a seat cannot change hands together with its cards."""
    return sorted(seat for seat, name in found.card.players.items() if name == player)


def _finished(house: House, found: Record, places: Iterable[Place], place: Place) -> SeenRound:
    places = tuple(places)
    if place not in places:
        raise Refused(f"this round has no view from {place}")
    waits = extract.waits(house, found)
    events = found.view(place).events
    notes = found.log.start["notes"]
    return SeenRound(
        table=found.card.table,
        number=found.card.round,
        rules=found.rules,
        players=found.card.players,
        place=place,
        places=places,
        events=tuple(extract.seen(event) for event in events) if waits else events,
        said=found.said,
        notes={name: notes[name] for name in SHOWN if notes.get(name)},
        card=found.card,
        rulebook=found.rulebook,
        differs=found.differs if place == HOUSE else found.differs and "ask the house",
        waits=waits,
    )


def _live(house: House, table: int, number: int, place: Place | None) -> SeenRound | None:
    """Return a round in progress with all hidden cards hidden."""
    if all(row["id"] != table for row in house.tables()):
        return None
    try:
        with house.looking(table) as live:
            if live.resting or live.round != number:
                return None
            if place not in (None, PUBLIC):
                raise Refused("a round in progress is shown only as the public sees it")
            notes = live.table.data.notes
            return SeenRound(
                table=table,
                number=number,
                rules=live.table.rules,
                players=dict(live.table.data.players),
                place=PUBLIC,
                places=(PUBLIC,),
                events=live.table.view(PUBLIC).events,
                said=(),
                notes={name: notes[name] for name in SHOWN if notes.get(name)},
                card=None,
            )
    except Broken:
        return None  # errors of the record are reported by the audit
