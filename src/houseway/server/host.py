"""What the pages need of a house: people, money, tables. The only way from here to the tables.

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
PUBLIC: Place = "public"  # whoever looks on
BANK = 100_000  # cents that everyone comes in with
LITTLE = 10_000  # below this somebody may have fresh chips
NAME = 40  # letters of a name at most
MOST_TABLES = 500  # of players, and as many of the house's own
OPENERS = ("floor", "admin")  # who opens tables in their own name
IDLE = 60 * 60.0  # seconds after which the house closes a table at which nobody sits
TERMS = ("limits", "meters", "by_hand")  # what a table may be opened with besides its options
SHOWN = ("point", "shooter")  # what a table keeps from round to round and everyone sees


@dataclass(frozen=True)
class TableCard:
    """A table as the lobby lists it."""

    id: int
    rules: TableRules
    players: Mapping[int, str]
    rounds: int


@dataclass(frozen=True)
class Snapshot:
    """A table as one person may see it now, and nothing more."""

    id: int
    rules: TableRules
    players: Mapping[int, str]
    own: tuple[int, ...]  # the viewer's seats
    seat: int | None  # the seat that the viewer looks from
    view: View | None  # none before the first round
    asks: str  # what is waited for: "bets", "tickets", "decision", "dealing", nothing
    asked_of: Place | None  # whose decision it is
    ask: Ask | None  # the decision, if it is the viewer's
    cite: str  # of what is waited for
    barred: Mapping[str, Refused]  # wagers that may not be made now
    ready: frozenset[int]  # seats that have finished betting
    awaited: frozenset[int]  # seats that are waited for, once somebody is ready
    overdue: bool  # those who are ready have waited long enough
    rounds: int
    meters: Mapping[str, int] = field(default_factory=dict)
    # what is to be told beside a meter: that a payout is pending, or not offered now
    meter_notes: Mapping[str, str] = field(default_factory=dict)
    # wagers that go in steps of more than a dollar, or they cannot be paid
    steps: Mapping[str, int] = field(default_factory=dict)
    # wagers to which not every chip within the limits may be added now: the largest that may
    largest_chip: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)  # a puck, the shooter: SHOWN
    away: frozenset[int] = frozenset()  # seats that are not waited for
    takes_substitute: frozenset[int] = frozenset()  # of those, where another may play meanwhile
    changes: tuple[tuple[int, tuple[str, ...]], ...] = ()  # announced: minutes left, and what
    marks: tuple[str, ...] = ()  # what the last rounds showed, the oldest first
    clock: float | None = None  # seconds left for the decision that is waited for
    bank: float = 0.0  # so many of them are of that player's time bank
    not_yet: Refused | None = None  # why the betting cannot be closed as it stands
    may_double: bool = False  # what the seat has put down may be doubled
    question_first: bool = False  # the next round asks a player something before bets: a cut, say
    version: int = 0
    staff: bool = False  # the viewer works here and takes no seat
    waits: str = ""  # the word that those who deal may say now
    waits_for: str = ""  # and what they are asked for

    @property
    def over(self) -> bool:
        """Whether a round has been played and none is in progress."""
        return self.view is not None and not self.asks


@dataclass(frozen=True)
class Answer:
    """What came of a command, as its giver may see it."""

    table: int
    version: int
    events: tuple[Event, ...]
    repeated: bool = False  # the key had been used: nothing was done a second time


class Host(Protocol):
    """A house with tables."""

    def enter(self, name: str, role: str = PLAYER) -> str:
        """Somebody new comes in, under this name. A player gets chips."""

    def role(self, name: str) -> str:
        """What somebody is here; nothing if nobody is called so."""

    def balance(self, name: str) -> int:
        """What somebody has and has not bet, in cents."""

    def buy_in(self, name: str) -> int:
        """Somebody who has little left gets fresh chips; the balance then."""

    def tables(self) -> list[TableCard]:
        """Every table."""

    def open_table(
        self, game: str, edition: str, options: Mapping[str, Any], *, by: str, **terms: Any
    ) -> int:
        """A new table, and its number. Terms are its limits, its meters and what is done by hand
        there (``TERMS``)."""

    def look(self, table: int, *, by: str, seat: int | None = None, role: str = "") -> Snapshot:
        """A table as somebody may see it; the ``role`` is looked up where it is not given."""

    def looks(self, table: int, viewers: Mapping[str, str]) -> Mapping[str, Snapshot]:
        """A table as each of these may see it, at the same moment: names with their roles."""

    def version(self, table: int) -> int:
        """A number that grows with whatever happens at a table."""

    def do(self, table: int, command: Command, *, by: str, role: str = "", key: str = "") -> Answer:
        """Do something at a table. With a key that has been used nothing is done again."""


def proper(name: str) -> str:
    """A name as it is written here, or a refusal of what is none."""
    name = " ".join(name.split())
    if not name or len(name) > NAME or not name.isprintable():
        raise Refused(f"a name has 1 to {NAME} characters")
    return name


def check_chips(has: int) -> None:
    """Refuse fresh chips to somebody who has enough."""
    if has >= LITTLE:
        raise Refused(f"new chips are available only to players who have less than {money(LITTLE)}")


def check_pays(takes: int, has: int) -> None:
    """Refuse what somebody cannot pay."""
    if 0 < takes > has:
        raise Refused(f"that takes {money(takes)}; you have {money(has)}")
