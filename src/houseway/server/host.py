"""The interface between the web server and a house: people, money, tables.

A command is plain data, ``{"do": "bet", "seat": 1, "bets": {"ante": 1000}}``; money is cents.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from houseway.referee.events import Event, Place
from houseway.referee.requests import Ask
from houseway.referee.view import View
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.sign_in.sessions import PLAYER

Command = Mapping[str, Any]
PUBLIC: Place = "public"  # viewers without a seat
BANK = 100_000  # starting balance in cents
LITTLE = 10_000  # cents; a player with less may get new chips
NAME = 40  # letters of a name at most
MOST_TABLES = 500  # most tables opened by players, and by the house
OPENERS = ("floor", "admin")  # roles that open tables in their own name
IDLE = 60 * 60.0  # seconds after which the house closes an empty table
TERMS = ("limits", "meters", "by_hand")  # terms of a new table besides its options
SHOWN = (
    "point",
    "shooter",
)  # data of a table that everyone sees and that lasts from round to round


@dataclass(frozen=True)
class TableCard:
    """A table as the lobby lists it."""

    id: int
    rules: TableRules
    players: Mapping[int, str]
    rounds: int


@dataclass(frozen=True)
class Snapshot:
    """A table as one person may see it, and nothing else."""

    id: int
    rules: TableRules
    players: Mapping[int, str]
    own: tuple[int, ...]  # the viewer's seats
    seat: int | None  # the seat from whose side the viewer sees the table
    view: View | None  # none before the first round
    asks: str  # what the table waits for: "bets", "tickets", "decision", "dealing", nothing
    asked_of: Place | None  # who must decide
    ask: Ask | None  # the decision, if it is the viewer's
    cite: str  # about the pending request
    barred: Mapping[str, Refused]  # wagers that may not be made now
    ready: frozenset[int]  # seats that have finished betting
    awaited: frozenset[int]  # seats that the table still waits for, once one is ready
    overdue: bool  # the ready seats have waited long enough
    rounds: int
    meters: Mapping[str, int] = field(default_factory=dict)
    # notes beside meters: a payout is pending, or not offered now
    meter_notes: Mapping[str, str] = field(default_factory=dict)
    # wagers in steps of more than a dollar, or payouts would not be exact
    steps: Mapping[str, int] = field(default_factory=dict)
    # wagers that do not accept every chip now: the largest chip accepted
    largest_chip: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)  # a puck, the shooter: see SHOWN
    away: frozenset[int] = frozenset()  # seats that the table does not wait for
    takes_substitute: frozenset[int] = (
        frozenset()
    )  # of those, the seats in which another player may play meanwhile
    changes: tuple[
        tuple[int, tuple[str, ...]], ...
    ] = ()  # announced changes: minutes left, and contents
    marks: tuple[str, ...] = ()  # results of the last rounds, oldest first
    clock: float | None = None  # seconds left for the pending decision
    bank: float = 0.0  # seconds of the player's time bank among them
    not_yet: Refused | None = None  # why betting cannot be closed now
    may_double: bool = False  # the seat's wagers may be doubled
    question_first: bool = (
        False  # the next round asks a player something before bets, such as a cut
    )
    version: int = 0
    staff: bool = False  # the viewer is staff and takes no seat
    waits: str = ""  # the staff command that is possible now
    waits_for: str = ""  # and what it must contain

    @property
    def over(self) -> bool:
        """Return whether a round has been played and none is in progress."""
        return self.view is not None and not self.asks


@dataclass(frozen=True)
class Answer:
    """The result of a command, as the person who gave it may see it."""

    table: int
    version: int
    events: tuple[Event, ...]
    repeated: bool = False  # the key was used before: nothing was executed now


class Host(Protocol):
    """A house with tables."""

    def enter(self, name: str, role: str = PLAYER) -> str:
        """Register a new user with this name. A player gets chips."""

    def role(self, name: str) -> str:
        """Return the user's role; empty if there is no such user."""

    def balance(self, name: str) -> int:
        """Return the user's balance in cents, without bets."""

    def buy_in(self, name: str) -> int:
        """Give new chips to a player with a low balance; return the balance."""

    def tables(self) -> list[TableCard]:
        """Return every table."""

    def open_table(
        self, game: str, edition: str, options: Mapping[str, Any], *, by: str, **terms: Any
    ) -> int:
        """Open a table and return its number. Terms are its limits, its meters and what is done by
        hand (``TERMS``)."""

    def look(self, table: int, *, by: str, seat: int | None = None, role: str = "") -> Snapshot:
        """Return a table as one person may see it; ``role`` is looked up if it is not given."""

    def looks(self, table: int, viewers: Mapping[str, str]) -> Mapping[str, Snapshot]:
        """Return a table as each of these people (names with roles) may see it, all at the same
        moment."""

    def version(self, table: int) -> int:
        """Return a number that grows with every change of a table."""

    def do(self, table: int, command: Command, *, by: str, role: str = "", key: str = "") -> Answer:
        """Execute a command at a table. A repeated key returns the first answer and executes
        nothing."""


def proper(name: str) -> str:
    """Return a name in its canonical form, or refuse an invalid one."""
    name = " ".join(name.split())
    if not name or len(name) > NAME or not name.isprintable():
        raise Refused(f"a name has 1 to {NAME} characters")
    return name


def check_chips(has: int) -> None:
    """Refuse new chips to a player who has enough."""
    if has >= LITTLE:
        raise Refused(f"new chips are available only to players who have less than {money(LITTLE)}")


def check_pays(takes: int, has: int) -> None:
    """Refuse an amount that a player cannot pay."""
    if 0 < takes > has:
        raise Refused(f"that takes {money(takes)}; you have {money(has)}")
