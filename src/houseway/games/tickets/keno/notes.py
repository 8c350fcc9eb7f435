"""What the keno system remembers from game to game, as plain data."""

from typing import TypedDict, cast

from houseway.games.tickets.keno.ticket import Ticket
from houseway.referee.data import TableData
from houseway.referee.round import Round

DOWN, RESTORED = "system_down", "system_restored"


class Notes(TypedDict):
    """What the system keeps besides the tickets."""

    serial: int  # of the last ticket
    voids: dict[str, list[str]]  # today's voided tickets, by work station
    voids_of: str  # the date
    down: bool  # the system is not operational


def notes_of(data: TableData) -> Notes:
    """The system's memory, empty at the opening."""
    if "serial" not in data.notes:
        fresh = Notes(serial=0, voids={}, voids_of="", down=False)
        data.notes.update({**fresh, **data.notes})
    return cast(Notes, data.notes)


def notes(r: Round) -> Notes:
    """The system's memory."""
    return notes_of(r.data)


def tickets(r: Round) -> dict[str, Ticket]:
    """The tickets that can still win or be paid, by serial number, earliest first."""
    return r.data.tickets


def game_number(r: Round) -> int:
    """The number of the game that is open or being drawn; each is one more than the last."""
    return r.data.rounds + 1


def is_down(r: Round) -> bool:
    """Whether the system is not operational now."""
    for event in reversed(r.events):
        if event.kind == "reported" and event.what in (DOWN, RESTORED):
            return event.what == DOWN
    return notes(r)["down"]


def waits(ticket: Ticket, game: int) -> bool:
    """Whether a ticket has games that are not drawn yet, the open one included."""
    return ticket["last"] >= game
