"""What decided a round for a seat, in one sentence made from the events that decided it.

A fold is told as a fold and never as a showdown: the dealer's hand did not decide it.
"""

from collections.abc import Iterable, Sequence

from houseway.referee.events import Event, Place
from houseway.rulebook.models import Rulebook
from houseway.wording.events import wager_name
from houseway.wording.settled import DECIDED

GIVEN_UP = {"fold": "folded", "surrender": "surrendered"}  # choices that end a hand
UNQUALIFIED = (  # steps that settle against a dealer's hand that is too low
    "below_queen", "bet_void", "higher_unqualified", "not_opened", "pay_ante", "pay_unqualified",
    "return_unqualified",
)  # fmt: skip
POINTS = {
    "point_set": "the point is {total}",
    "point_made": "point made, {total}",
    "point_loser_seven": "seven out",
}
RESULT = "result"  # the step at which a dealer calls what a round came to


def decided(events: Sequence[Event], seat: int | None, book: Rulebook) -> str:
    """Return what decided a round, besides hands that were compared: a fold, a hand that does not
    qualify, a seven out, a result that was called; nothing where only hands decided."""
    if seat is not None and (folded := given_up(events, seat, book)):
        return folded
    total = sum(int(number) for number in _last_roll(events).split() if number.isdecimal())
    said = [event for event in events if event.kind == "said" and event.who == "dealer"]
    called = [POINTS[one.step].format(total=total) for one in said if one.step in POINTS]
    results = [event.says for event in said if event.step == RESULT and event.says]
    if called or results:
        return (called or results)[-1]
    settled = [event for event in events if event.who == seat and event.kind in DECIDED]
    if any(event.step in UNQUALIFIED for event in settled):
        return "the dealer does not qualify"
    return ""


def given_up(events: Sequence[Event], seat: int, book: Rulebook) -> str:
    """Return how a seat gave up its hand and the wagers that this cost; nothing if it did not."""
    mine = [event for event in events if event.who == seat]
    how = [event.what for event in mine if event.kind == "chose" and event.what in GIVEN_UP]
    if not how or any(is_split(event.who, seat) for event in events):
        return ""
    lost = dict.fromkeys(e.wager for e in mine if e.kind == "taken" and _is_given_up(e.step))
    kept = {e.wager for e in mine if e.kind == "returned"}
    names = [
        f"half of {wager_name(name, book)}" if name in kept else wager_name(name, book)
        for name in lost
    ]
    return f"you {GIVEN_UP[how[-1]]}{f': {_listed(names)} lost' if names else ''}"


def is_split(place: Place | None, seat: int) -> bool:
    """Return whether a place is another hand of a seat: 3.2 of seat 3."""
    return isinstance(place, str) and place.startswith(f"{seat}.")


def _is_given_up(step: str) -> bool:
    return step.startswith(tuple(GIVEN_UP))


def _last_roll(events: Iterable[Event]) -> str:
    rolled = [event.what for event in events if event.kind == "rolled"]
    return rolled[-1] if rolled else ""


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
