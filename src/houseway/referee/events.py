"""The events of a round. State is a fold over them, and a view is a filter over them."""

from collections.abc import Mapping
from itertools import compress
from typing import Any, NamedTuple

from houseway.equipment.cards import NAMES, UNKNOWN, Card, cards
from houseway.rulebook.money import FINE

Place = int | str  # a seat's number, or "dealer", "board", "floor", "house"

EVERYONE = "everyone"
HOUSE = "house"  # the surveillance view sees everything


class Event(NamedTuple):
    """One thing that happened."""

    kind: str  # dealt, wagered, paid, ...
    who: Place | None = None  # whom it concerns
    what: str = ""  # a choice, a row of a paytable, a phase, a ruling
    wager: str = ""
    amount: int = 0  # cents
    fine: int = 0  # millionths of a cent, for meters
    source: str = ""  # account the money leaves
    target: str = ""  # account it reaches
    cards: tuple[Card, ...] = ()
    sees: Place = EVERYONE  # who may see the cards or, without cards, the event's text
    says: str = ""
    step: str = ""  # the step of the round, as the rulebook names it
    cite: str = ""

    @property
    def moved(self) -> int:
        """The money moved, in millionths of a cent."""
        return self.amount * FINE + self.fine

    def seen_by(self, viewer: Place) -> "Event":
        """The event as a viewer may see it: hidden cards are counted but not shown; where there
        are no cards, what the event says is hidden."""
        if self.sees == EVERYONE or viewer in (self.sees, HOUSE):
            return self
        if not self.cards:
            return self._replace(what="", says="")
        return self._replace(cards=(UNKNOWN,) * len(self.cards))

    def to_json(self) -> dict[str, Any]:
        """The event as plain data; what is empty is left out."""
        data: dict[str, Any] = dict(compress(zip(self._fields, self, strict=True), self))
        if self.sees == EVERYONE:
            del data["sees"]
        if self.cards:
            data["cards"] = " ".join([NAMES[card] for card in self.cards])
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Event":
        """An event read back from a log."""
        return cls(**{**data, "cards": tuple(cards(data.get("cards", "")))})


STANDING = 100  # who stands behind box 3 is 103, a second person 203


def box_of(seat: int) -> int:
    """Return the box that a seat bets on: its own, or the one behind which the player stands."""
    return seat % STANDING


def seat_account(seat: int) -> str:
    """A player's own money."""
    return f"seat {seat}"


def bet_account(seat: int, wager: str) -> str:
    """The chips that lie on one betting area."""
    return f"bet {seat} {wager}"


def meter_account(meter: str) -> str:
    """A progressive meter."""
    return f"meter {meter}"


RACK = "rack"  # the table's own chips
CENTRE = "centre"  # losing wagers against a bank lie in the middle of the layout
LAYOUT = "layout"  # wagers that stand from one round to the next
TICKETS = "tickets"  # what has been paid for games that are not drawn yet
