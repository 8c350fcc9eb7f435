"""The data that a table keeps between rounds, as plain data."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from houseway.referee import absence
from houseway.referee.requests import ABSENCE, Input
from houseway.rulebook.calendar import local_time
from houseway.rulebook.refusal import Refused

# inputs for the table, not for the round; those of ABSENCE are for a window that takes them
SET_CLOCK = "set_clock"
NOTES = ("sit", "leave", "clock", SET_CLOCK, "take_out", "meters", "offered", *ABSENCE)
RARE = ("sides", "tickets", "began", "zone", "offered", "absent")


@dataclass
class TableData:
    """A round starts from this and ends in it."""

    rounds: int = 0
    players: dict[int, str] = field(default_factory=dict)  # seat -> who sits there
    meters: dict[str, int] = field(default_factory=dict)  # millionths of a cent
    standing: dict[int, dict[str, int]] = field(default_factory=dict)  # wagers left on the layout
    notes: dict[str, Any] = field(default_factory=dict)  # a game's own: a point, a shooter, ...
    tickets: dict[str, Any] = field(default_factory=dict)  # by number; replaced, never changed
    out: list[int] = field(default_factory=list)  # cards out of a shoe that lasts several rounds
    sides: dict[str, list[int]] = field(default_factory=dict)  # cards out of each side of a shoe
    uncounted: int = 0  # rounds since the last count of the stub
    deck_in_use: int = 1  # of two that alternate
    fresh_deck: bool = True  # no round has been dealt from it yet
    deck_removed: str = ""  # the paragraph that took it away
    out_of_use: list[str] = field(default_factory=list)  # devices taken away
    minutes: int = 0  # the table's clock, set from outside
    deck_since: int = 0  # when the present cards came to the table
    began: int = 0  # when that clock stood at nothing, in minutes since 1970 UTC
    zone: str = ""  # the house's time zone, by which it has dates
    offered: dict[str, int] = field(default_factory=dict)  # meters that casinos share: see below
    # seats whose players are away, and what is kept of each; replaced, never changed
    absent: dict[int, dict[str, Any]] = field(default_factory=dict)

    def note(self, given: Input) -> None:
        """Take in something that concerns the table and not the round."""
        if given.do == "sit":
            self.players[_seat(given)] = given.what
        elif given.do == "leave":
            del self.players[_seat(given)]
            self.absent.pop(_seat(given), None)
        elif given.do == "clock":
            if given.amount < self.minutes:
                raise Refused("the clock does not run backward")
            self.minutes = given.amount
        elif given.do == SET_CLOCK:
            self.began = given.amount
        elif given.do == "take_out":
            self.out_of_use.append(given.what)
        elif given.do == "meters":  # those that other tables move too
            self.meters.update(given.amounts)
        elif given.do == "offered":  # the step of the casinos' system by which it is, or 0
            self.offered.update(given.amounts)
        elif given.do in ABSENCE:
            absence.note(self, given)

    def local_time(self, minutes: int) -> datetime:
        """The time in the house when the table's clock stood there."""
        return local_time(self.began + minutes, self.zone)

    @property
    def today(self) -> date:
        """The date in the house."""
        return self.local_time(self.minutes).date()

    def copy(self) -> "TableData":
        """The same data, to be changed by a round that may yet be refused its beginning."""
        copied = TableData.__new__(TableData)
        vars(copied).update(
            vars(self),
            players=dict(self.players),
            meters=dict(self.meters),
            offered=dict(self.offered),
            standing={seat: dict(wagers) for seat, wagers in self.standing.items()},
            notes=plain_copy(self.notes) if self.notes else {},
            tickets=dict(self.tickets),
            out=list(self.out),
            sides={side: list(cards) for side, cards in self.sides.items()},
            out_of_use=list(self.out_of_use),
            absent=dict(self.absent),
        )
        return copied

    def to_json(self) -> dict[str, Any]:
        """As plain data; what few tables have is named only where there is any."""
        return {name: plain_copy(value) for name, value in self.told().items()}

    def told(self) -> dict[str, Any]:
        """Return the data without a copy, for immediate writing; it changes with the table."""
        return {name: value for name, value in vars(self).items() if value or name not in RARE}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "TableData":
        """Return what a log tells; the table does not change the record."""
        by_seat = {
            key: {int(seat): value for seat, value in data.get(key, {}).items()}
            for key in ("players", "standing", "absent")
        }
        return cls(**plain_copy({**data, **by_seat}))


def plain_copy(value: Any) -> Any:
    """Return a copy that does not change with the table; must be fast, as every round needs one."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, dict):
        return {key: plain_copy(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(plain_copy, value))
    return value


def _seat(given: Input) -> int:
    if not isinstance(given.who, int):
        raise ValueError(f"{given.do} must name a seat")
    return given.who
