"""What somebody may see of a round, and what a finished round came to."""

from dataclasses import dataclass
from typing import Any

from houseway.equipment.cards import names
from houseway.referee.events import Event, Place
from houseway.referee.requests import Ask, Request
from houseway.referee.round import Round
from houseway.referee.state import State


@dataclass(frozen=True)
class View:
    """The events of a round as one viewer may see them, and the state they add up to."""

    who: Place
    events: tuple[Event, ...]
    state: State
    asked: Ask | None  # what this viewer has to decide now

    @classmethod
    def of(cls, round: Round, who: Place, waiting: Request | None = None) -> "View":
        """A round as somebody may see it; ``house`` sees everything."""
        events = tuple(event.seen_by(who) for event in round.events)
        asked = waiting if isinstance(waiting, Ask) and waiting.who == who else None
        return cls(who, events, State.of(events), asked)

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


class Results:
    """What a round came to: each wager's net, and why."""

    def __init__(self, round: Round) -> None:
        self.round = round

    @property
    def nets(self) -> dict[int, dict[str, int]]:
        """Each seat's wagers and what each has won or lost, in cents."""
        return {seat: dict(nets) for seat, nets in self.round.state.nets.items() if nets}

    def net(self, seat: int) -> int:
        """What a seat has won or lost in all, in cents."""
        return sum(self.round.state.nets[seat].values())

    @property
    def void(self) -> bool:
        """Whether the round was voided."""
        return self.round.state.void

    def why(self, seat: int, wager: str) -> list[Event]:
        """The events that decided a wager, each with its cite."""
        return [event for event in self.round.events if event.who == seat and event.wager == wager]
