"""A round as the events tell it to a viewer: whose chips lie before whom in this betting round,
what is in the middle and who contends for it. Made of a view alone, so that nothing hidden is in
it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from houseway.games.pots.poker.betting import ALL_IN, BET, RAISE
from houseway.games.pots.poker.pots import Pot, gather
from houseway.games.pots.poker.table import STAKES
from houseway.referee.events import CENTRE, Event
from houseway.referee.state import State
from houseway.rulebook.money import FINE

ANTE, UNCALLED = "ante", "uncalled"
WAGERS = (BET, RAISE, ALL_IN)


@dataclass
class Seen:
    """What the chips say."""

    put: dict[int, int] = field(default_factory=dict)  # in this betting round, by seat
    pots: list[Pot] = field(default_factory=list)  # what was gathered before it, pot by pot
    raises: int = 0  # bets and raises in this betting round
    wagered: dict[int, int] = field(default_factory=dict)  # bets and raises so far, by seat
    thrown: dict[int, int] = field(default_factory=dict)  # cards thrown in the last draw, by seat
    burns: int = 0  # so many cards were burned
    button: int = 0  # the seat that has it

    @property
    def current(self) -> int:
        """What it takes to stay in this betting round."""
        return max(self.put.values(), default=0)


def contenders(state: State) -> list[int]:
    """Seats that still have cards."""
    return [place for place in state.hands if isinstance(place, int)]


def pot_of(state: State) -> int:
    """All that lies in the middle, bets of this betting round included, in cents."""
    return state.books.get(CENTRE, 0) // FINE


def read(events: Iterable[Event]) -> Seen:
    """What the events of a round say of its chips. A betting round is over when an uncalled bet
    goes back, the house takes its rake, a card is burned or the hands are settled."""
    seen, state = Seen(), State()
    for event in events:
        if event.kind in ("burned", "fee") or (event.kind, event.what) == ("phase", "settlement"):
            _gather(seen, state)
        state.apply(event)
        seat = event.who
        if event.kind == "burned":
            seen.burns += 1
            seen.thrown = {}
        elif event.source == CENTRE and event.kind != "returned":
            _take_out(seen, event.amount)
        elif not isinstance(seat, int):
            continue
        elif event.kind == "button" and not event.what:
            seen.button = seat
        elif event.kind == "discarded":
            seen.thrown[seat] = seen.thrown.get(seat, 0) + len(event.cards)
        elif event.wager == STAKES and event.target == CENTRE:
            _put_in(seen, seat, event)
        elif event.wager == STAKES and event.source == CENTRE:
            seen.put[seat] = max(0, seen.put.get(seat, 0) - event.amount)
            if event.what == UNCALLED:
                _gather(seen, state)
    return seen


def _put_in(seen: Seen, seat: int, event: Event) -> None:
    """Chips go in: an ante to the pot, anything else before their player."""
    if event.what == ANTE:
        if not seen.pots:
            seen.pots.append(Pot())
        seen.pots[0].amount += event.amount
        seen.pots[0].seats.add(seat)
        return
    seen.put[seat] = seen.put.get(seat, 0) + event.amount
    if event.what in WAGERS:
        seen.raises += 1
        seen.wagered[seat] = seen.wagered.get(seat, 0) + 1


def _gather(seen: Seen, state: State) -> None:
    """What lies before the players goes into the pot and the side pots."""
    live = contenders(state)
    done = [seat for seat in live if not state.bets.get(seat, {}).get(STAKES)]
    if any(seen.put.values()):
        gather(seen.pots, seen.put, live, done)
    seen.put, seen.raises = {}, 0


def _take_out(seen: Seen, amount: int) -> None:
    """A rake, a contribution or a pot that is pushed: out of the last pots first."""
    for pot in reversed(seen.pots):
        part = min(amount, pot.amount)
        pot.amount, amount = pot.amount - part, amount - part
