"""The betting window: who is ready, whom the house waits for and how long, what a wager costs."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import ceil
from typing import Any

from houseway.games import game
from houseway.referee.absence import counted, given_up, seats_kept
from houseway.referee.events import Event
from houseway.referee.requests import BACK, Ask, Bets, Input, Tickets
from houseway.referee.state import State
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused

PATIENCE = 20.0  # seconds for which ready players wait for the others
ROUNDS = 72  # rounds shown on the board beside a table
BANK = 60.0  # a player's time bank per session in seconds, where chips are kept on the table
CLOCK = 30  # default seconds for a decision while others wait


@dataclass(frozen=True)
class Areas:
    """What a seat may bet."""

    barred: dict[str, Refused] = field(default_factory=dict)  # barred wagers, and why
    steps: dict[str, int] = field(default_factory=dict)  # steps of wagers, where larger than a chip
    largest_chip: dict[str, int] = field(default_factory=dict)  # where not every chip may be added
    question_first: bool = False  # the next round asks a player something before bets


@dataclass
class Window:
    """What a house remembers between two closings, so that nobody is dealt past. No money hangs
    on it: who is forgotten says again that they are ready."""

    ready: set[int] = field(default_factory=set)
    regulars: set[int] = field(default_factory=set)  # who bet in the last round, or is new
    since: float = 0.0  # when the first of them was ready
    away: set[int] = field(default_factory=set)  # seats that the house does not wait for
    marks: deque[str] = field(
        default_factory=lambda: deque(maxlen=ROUNDS)
    )  # results of the last rounds
    marked: int = -1  # number of rounds when the last result was recorded
    asked: Ask | None = None  # the pending decision
    asked_at: float = 0.0
    banks: dict[str, float] = field(default_factory=dict)  # the rest of each player's time bank
    areas: dict[int | None, Areas] = field(default_factory=dict)  # by seat, at one state
    areas_of: object = None  # that state

    def areas_at(self, state: object, seat: int | None, find: Callable[[], Areas]) -> Areas:
        """Return what a seat may bet at a state of the table; computed once per state."""
        if state != self.areas_of:
            self.areas, self.areas_of = {}, state
        if seat not in self.areas:
            self.areas[seat] = find()
        return self.areas[seat]

    def awaited(self, live: Table) -> set[int]:
        """Return the seats that the house waits for: those that have bet, those that bet in the
        last round, and new ones."""
        if not isinstance(live.waiting, Bets):
            return set()
        return (bettors(live) | self.regulars) & set(live.data.players) - self.not_here(live)

    def not_here(self, live: Table) -> set[int]:
        """Return the seats that the house does not wait for: their players are away, or have given
        up a substitute's seat."""
        kept = {*live.data.absent, *given_up(live.data)} if seats_kept(live.rules) else set()
        return self.away | kept

    def overdue(self, now: float) -> bool:
        """Return whether the ready seats have waited long enough."""
        return bool(self.ready) and now - self.since >= PATIENCE

    def closes(self, live: Table, seat: int, now: float) -> bool:
        """Return whether betting closes now that this seat is ready: every awaited seat is ready,
        or the time is up."""
        if not isinstance(live.waiting, Bets):
            raise Refused("no wagers are being taken now")
        if seat in live.data.absent:
            raise Refused(f"seat {seat} is away", live.rules.cite("seated"))
        if seat not in bettors(live) and not isinstance(live.waiting, Tickets):
            raise Refused("no wager is on the table", live.rules.cite("bets"))
        return self.overdue(now) or self.awaited(live) <= {*self.ready, seat}

    def mark(self, seat: int, now: float) -> None:
        """Mark a seat ready; wait for the others."""
        if not self.ready:
            self.since = now
        self.ready.add(seat)

    def closed(self, in_round: set[int]) -> None:
        """Record that the round has begun for the seats that have bet."""
        self.ready.clear()
        self.regulars = in_round

    def left(self, seat: int) -> None:
        """Record that a player has left a seat."""
        self.ready.discard(seat)
        self.away.discard(seat)

    def mark_round(self, live: Table) -> None:
        """Keep the result of the last round for the board beside the table."""
        if live.waiting is None and live.started and live.data.rounds > self.marked:
            self.marked = live.data.rounds
            self.marks.extend(marks_of(live, live.round.events))

    def recall(self, live: Table, told: Iterable[Sequence[Event]]) -> None:
        """What rounds before this process showed; they come from the last on, as far as they show
        anything."""
        self.marked = live.data.rounds
        for events in islice(told, ROUNDS):
            found = marks_of(live, events)
            if not found and not self.marks:
                return  # the game has no board
            self.marks.extendleft(found)

    def go_away(self, seat: int, away: bool) -> None:
        """Mark a player away or back."""
        (self.away.add if away else self.away.discard)(seat)

    def time_left(self, live: Table, now: float, clock: int) -> float | None:
        """Return the seconds that a player has for a decision while others wait: 0 for an absent
        player, None without a limit."""
        asked = live.waiting if isinstance(live.waiting, Ask) else None
        if asked is not self.asked:
            self._spend(live, now - self.asked_at - clock if clock else 0)
            self.asked, self.asked_at = asked, now
        if asked is None or not isinstance(asked.who, int) or not asked.absent:
            return None
        players = live.data.players
        if not clock or set(players.values()) <= {players.get(asked.who)}:
            return None
        due = self.asked_at + clock + self.bank(live, asked.who)
        return 0.0 if asked.who in self.not_here(live) else max(0.0, due - now)

    def bank(self, live: Table, seat: int) -> float:
        """Return the seconds left in a player's time bank."""
        if not any(wager.kept for wager in live.rules.wagers.values()):
            return 0.0
        return self.banks.get(live.data.players.get(seat, ""), BANK)

    def _spend(self, live: Table, over: float) -> None:
        """Charge the time of the previous decision beyond its limit to the time bank."""
        who = self.asked.who if self.asked else None
        if isinstance(who, int) and over > 0 and who in live.data.players:
            self.banks[live.data.players[who]] = max(0.0, self.bank(live, who) - over)

    def pass_over(self, live: Table, by: str, now: float, clock: int) -> int:
        """Return the seat whose time is up; it is away from now on."""
        left, asked = self.time_left(live, now, clock), self.asked
        if left is None or asked is None or not isinstance(asked.who, int):
            raise Refused("no player has run out of time")
        who = live.data.players.get(asked.who, "")
        if left > 0 or who == by:
            raise Refused(f"{who} has {ceil(left)} seconds left to decide")
        self.away.add(asked.who)
        return asked.who


def marks_of(live: Table, events: Sequence[Event]) -> list[str]:
    """What the board shows of a round: one mark, or none of a void round or where there is no
    board."""
    if State.of(events).void:
        return []
    found = game(live.rules.book.game).mark_round(events, live.rules)
    return [found] if found else []


def bettors(live: Table) -> set[int]:
    """Return the seats with a stake in this round."""
    return {seat for seat in live.data.players if live.round.state.placed.get(seat)}


def asks_first(live: Table) -> bool:
    """Return whether the next round asks a player something before bets, such as a cut."""
    ahead = live.opening()
    waiting = ahead.waiting if ahead else None
    return isinstance(waiting, Ask) and isinstance(waiting.who, int)


def check_own(live: Table, command: Mapping[str, Any], by: str) -> None:
    """Refuse commands for another player's seat, and leaving while a decision is pending."""
    seat = command["seat"]
    if command["do"] == "sit":
        return
    if live.data.players.get(seat) != by:
        raise Refused(f"seat {seat} is not {by}'s", live.rules.cite("seated"))
    if command["do"] == "leave" and isinstance(live.waiting, Ask) and live.waiting.who == seat:
        raise Refused(f"seat {seat} has a decision to make first", live.waiting.cite)


def takes(live: Table, command: Mapping[str, Any]) -> int:
    """Return the cost of a wager or decision to its player now, in cents; first refuse what the
    rules do not allow."""
    seat, waiting = command["seat"], live.waiting
    if command["do"] == BACK:
        return max(command.get("amount") or 0, counted(live.data, seat) or 0)
    if command["do"] == "bet" and (window := live.window) is not None:
        bets, tender = command["bets"], command.get("tender", "chips")
        what = "" if tender == "chips" else tender
        window.check(Input("bet", seat, what, amounts=tuple(bets.items())))
        placed = live.round.state.placed.get(seat, {})
        return 0 if what else sum(bets[name] - placed.get(name, 0) for name in bets)
    if command["do"] == "act" and isinstance(waiting, Ask) and waiting.who == seat:
        choice, amount = waiting.choice(command["what"]), command.get("amount")
        on_table = any(wager.kept for wager in live.rules.wagers.values())
        if not choice.cards and not on_table:  # the depth of a cut is not money
            return choice.least if amount is None else int(amount)
    return 0
