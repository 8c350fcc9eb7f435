"""The result of a scenario."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from houseway.referee.events import Event, Place
from houseway.referee.requests import Ask, Tickets
from houseway.referee.scenario import Scenario
from houseway.referee.table import Table
from houseway.rulebook.cite import split
from houseway.rulebook.refusal import Refused

SEAT, HAND = "1", "1.2"  # a seat, and a further hand of one, as a scenario names them


class Unready(ValueError):
    """A scenario that does not say what it must."""


@dataclass
class Words:
    """What a game was heard to say: its phases in order, the places that got cards or answered, and
    what each of them could choose."""

    phases: dict[str, None] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    acts: dict[str, set[str]] = field(default_factory=dict)

    def hear(self, table: Table) -> None:
        """Take in where a round is and whom it asks what."""
        waiting = table.waiting
        self.phases.setdefault(table.round.state.phase)
        if isinstance(waiting, Ask):
            heard = self.acts.setdefault(_place(waiting.who), set())
            heard.update(choice.name for choice in waiting.choices)
        elif isinstance(waiting, Tickets):
            for who, what in waiting.acts():
                self.acts.setdefault(who, set()).add(what)

    def add(self, other: "Words") -> None:
        """Take in what another scenario heard."""
        self.phases.update(other.phases)
        self.places |= other.places
        for who, what in other.acts.items():
            self.acts.setdefault(who, set()).update(what)


def _place(place: Place) -> str:
    """Seats are all alike, and so are the further hands of each."""
    if isinstance(place, int):
        return SEAT
    return HAND if re.fullmatch(r"\d+\.\d+", place) else place


@dataclass
class Checked:
    """The result of a scenario; empty ``problems`` mean that it passed."""

    scenario: Scenario
    problems: list[str] = field(default_factory=list)
    cites: set[str] = field(default_factory=set)  # paragraphs that were seen at work
    paid: set[tuple[str, str, str]] = field(default_factory=set)  # paytable, table, row
    refusals: list[Refused] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    nets: dict[int, Counter[str]] = field(default_factory=dict)
    words: Words = field(default_factory=Words)
    asked: set[str] = field(default_factory=set)  # names that the round looked up in its rules

    def happened(self, events: Iterable[Event]) -> None:
        """Add the events of a finished round."""
        for event in events:
            self.events.append(event)
            if event.kind == "dealt" and event.who is not None:
                self.words.places.add(_place(event.who))

    def problem(self, what: str) -> None:
        """Record a difference from the scenario."""
        self.problems.append(what)

    def saw(self, cite: str) -> None:
        """Paragraphs have been seen at work."""
        self.cites.update(split(cite))

    def refused(self, refusal: Refused) -> None:
        """Record a refusal, which the scenario may expect."""
        self.refusals.append(refusal)
        self.saw(refusal.cite)

    def move(self, seat: int, amounts: dict[str, int]) -> None:
        """Add the net of a seat's wagers."""
        self.nets.setdefault(seat, Counter()).update(amounts)
