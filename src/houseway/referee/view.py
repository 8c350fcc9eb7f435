"""Views of a round for one place, and the results of a finished round."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from houseway.equipment.cards import names
from houseway.referee.events import Event, Place
from houseway.referee.requests import Ask, Request
from houseway.referee.round import Round
from houseway.referee.state import State
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules, base_of


@dataclass(frozen=True)
class View:
    """The events of a round as one viewer may see them, and the state they add up to."""

    who: Place
    events: tuple[Event, ...]
    state: State
    asked: Ask | None  # what this viewer has to decide now

    @classmethod
    def of(cls, round: Round, who: Place, waiting: Request | None = None) -> "View":
        """Return a round as a place may see it; ``house`` sees everything."""
        events, state = round.seen_by(who)
        asked = waiting if isinstance(waiting, Ask) and waiting.who == who else None
        return cls(who, events, state, asked)

    def to_json(self) -> dict[str, Any]:
        """The view as plain data."""
        state = self.state
        return {
            "who": self.who,
            "phase": state.phase,
            "hands": {str(place): names(cards) for place, cards in state.hands.items()},
            "bets": {str(seat): dict(bets) for seat, bets in state.bets.items() if bets},
            "choices": {str(place): list(chosen) for place, chosen in state.choices.items()},
            "asked": [choice.name for choice in self.asked.choices] if self.asked else [],
            "events": [event.to_json() for event in self.events],
        }


Policy = Callable[[View, TableRules], str]  # the name of what a seat does that is asked


class Results:
    """The results of a round: each wager's net, and why."""

    def __init__(self, round: Round) -> None:
        self.round = round

    @property
    def nets(self) -> dict[int, dict[str, int]]:
        """Each seat's wagers and what each has won or lost in this round, in cents. A wager that
        stays for the next round is neither lost now nor won when it comes back."""
        return nets_of(self.round.events, self.round.state)

    def net(self, seat: int) -> int:
        """Return a seat's total win or loss in this round, in cents."""
        return sum(self.nets.get(seat, {}).values())

    def cash(self, seat: int) -> int:
        """What has come to a seat from the table, less what it has put there, in cents: a wager
        that stays is out of its hands."""
        return sum(self.round.state.nets.get(seat, {}).values())

    @property
    def void(self) -> bool:
        """Whether the round was voided."""
        return self.round.state.void

    def why(self, seat: int, wager: str) -> list[Event]:
        """The events that decided a wager, each with its cite."""
        return [event for event in self.round.events if event.who == seat and event.wager == wager]


def nets_of(events: Iterable[Event], state: State) -> dict[int, dict[str, int]]:
    """Each seat's wagers and what each has won or lost in a round, in cents: what stays on the
    table is not lost, and what stood there before was not won."""
    found = {seat: dict(nets) for seat, nets in state.nets.items() if nets}
    for event in events:
        if event.kind in ("stays", "stands") and isinstance(event.who, int):
            nets = found.setdefault(event.who, {})
            sign = 1 if event.kind == "stays" else -1
            nets[event.wager] = nets.get(event.wager, 0) + sign * event.amount
    return found


def grown(events: Iterable[Event], seat: int, book: Rulebook) -> dict[str, int]:
    """By how much chips have grown that a seat keeps on the table: what stays of them, less what
    stood there before."""
    found: dict[str, int] = {}
    for event in events:
        if event.who != seat or event.kind not in ("stays", "stands"):
            continue
        if book.wagers[base_of(event.wager)].kept:
            more = event.amount if event.kind == "stays" else -event.amount
            found[event.wager] = found.get(event.wager, 0) + more
    return found
