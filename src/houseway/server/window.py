"""The betting window as a house runs it: who is ready, whom it waits for, what a wager takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.referee.requests import Ask, Bets, Input, Tickets
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused

PATIENCE = 20.0  # seconds for which those who are ready wait for the others


@dataclass
class Window:
    """What a house remembers between two closings, so that nobody is dealt past. No money hangs
    on it: who is forgotten says again that they are ready."""

    ready: set[int] = field(default_factory=set)
    regulars: set[int] = field(default_factory=set)  # who bet in the last round, or is new
    since: float = 0.0  # when the first of them was ready

    def awaited(self, live: Table) -> set[int]:
        """The seats that the house waits for before it closes: those that have bet, those that did
        in the last round, and whoever has just sat down."""
        if not isinstance(live.waiting, Bets):
            return set()
        return (bettors(live) | self.regulars) & set(live.data.players)

    def overdue(self, now: float) -> bool:
        """Whether those who are ready have waited long enough."""
        return bool(self.ready) and now - self.since >= PATIENCE

    def closes(self, live: Table, seat: int, now: float) -> bool:
        """Whether the house closes now that this seat is ready: everybody is whom it waits for, or
        has been waited for long enough."""
        if not isinstance(live.waiting, Bets):
            raise Refused("no wagers are being taken now")
        if seat not in bettors(live) and not isinstance(live.waiting, Tickets):
            raise Refused("no wager is on the table", live.rules.cite("bets"))
        return self.overdue(now) or self.awaited(live) <= {*self.ready, seat}

    def mark(self, seat: int, now: float) -> None:
        """A seat is ready, and others are waited for."""
        if not self.ready:
            self.since = now
        self.ready.add(seat)

    def closed(self, in_round: set[int]) -> None:
        """The round has begun for those who have bet."""
        self.ready.clear()
        self.regulars = in_round

    def left(self, seat: int) -> None:
        """Somebody has got up."""
        self.ready.discard(seat)


def bettors(live: Table) -> set[int]:
    """The seats that have something in this round."""
    return {seat for seat in live.data.players if live.round.state.placed.get(seat)}


def check_own(live: Table, command: Mapping[str, Any], by: str) -> None:
    """Refuse what is for another's seat, and getting up while one is asked."""
    seat = command["seat"]
    if command["do"] == "sit":
        return
    if live.data.players.get(seat) != by:
        raise Refused(f"seat {seat} is not {by}'s", live.rules.cite("seated"))
    if command["do"] == "leave" and isinstance(live.waiting, Ask) and live.waiting.who == seat:
        raise Refused(f"seat {seat} has something to decide first", live.waiting.cite)


def takes(live: Table, command: Mapping[str, Any]) -> int:
    """What a wager or decision takes from its player now, in cents. What the rules refuse is
    refused first."""
    seat, waiting = command["seat"], live.waiting
    if command["do"] == "bet" and isinstance(waiting, Bets):
        bets, tender = command["bets"], command.get("tender", "chips")
        what = "" if tender == "chips" else tender
        waiting.check(Input("bet", seat, what, amounts=tuple(bets.items())))
        placed = live.round.state.placed.get(seat, {})
        return 0 if what else sum(bets[name] - placed.get(name, 0) for name in bets)
    if command["do"] == "act" and isinstance(waiting, Ask) and waiting.who == seat:
        choice, amount = waiting.choice(command["what"]), command.get("amount")
        if not choice.cards:  # the depth of a cut is no money
            return choice.least if amount is None else int(amount)
    return 0
