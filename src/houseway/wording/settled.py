"""How a wager was settled."""

from houseway.referee.events import Event
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.wording.events import prize_words

DECIDED = ("paid", "taken", "returned", "reclaimed")
STAYS = "stays"


def deciding(view: View, seat: int, wager: str) -> list[Event]:
    """The events that settled a wager."""
    return [
        event
        for event in view.events
        if event.who == seat and event.wager == wager and event.kind in DECIDED
    ]


def staying(view: View, seat: int, wager: str) -> list[Event]:
    """The events by which a wager stays on the layout."""
    mine = [event for event in view.events if event.who == seat and event.wager == wager]
    return [event for event in mine if event.kind == STAYS]


def how(events: list[Event], book: Rulebook) -> str:
    """How a wager was settled, in a word or two."""
    paid = [prize_words(event, book) for event in events if event.kind == "paid"]
    if paid:
        return "; ".join(paid)
    kinds = {event.kind for event in events}
    if any(event.what == "void" for event in events):
        return "void"
    if kinds == {STAYS}:
        return STAYS
    return "pushes" if kinds == {"returned"} else "loses" if "taken" in kinds else ""
