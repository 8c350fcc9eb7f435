"""The state of a round: a fold over its events, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from houseway.equipment.cards import UNKNOWN, Card
from houseway.referee.events import RACK, Event, Place, seat_account
from houseway.rulebook.money import FINE


def _by_seat() -> dict[int, dict[str, int]]:
    return defaultdict(dict)


def _copied(by_seat: dict[int, dict[str, int]]) -> dict[int, dict[str, int]]:
    return defaultdict(dict, {seat: dict(held) for seat, held in by_seat.items()})


@dataclass
class State:
    """Hands, chips on the layout, decisions and the books of one round."""

    phase: str = ""
    hands: dict[Place, list[Card]] = field(default_factory=dict)
    face_up: set[Place] = field(default_factory=set)
    bets: dict[int, dict[str, int]] = field(default_factory=_by_seat)  # chips on the layout
    placed: dict[int, dict[str, int]] = field(default_factory=_by_seat)  # chips ever put there
    coupons: dict[int, dict[str, int]] = field(default_factory=_by_seat)
    nets: dict[int, dict[str, int]] = field(default_factory=_by_seat)  # each wager's net so far
    choices: dict[Place, list[str]] = field(default_factory=dict)
    books: dict[str, int] = field(default_factory=dict)  # account -> millionths of a cent
    gone: set[Place] = field(default_factory=set)  # seats that have left their wagers
    silenced: set[Place] = field(default_factory=set)  # who may no longer choose
    contest_void: bool = False  # only the side wagers are still to be settled
    void: bool = False

    @classmethod
    def of(cls, events: Iterable[Event]) -> "State":
        """The state after these events."""
        state = cls()
        for event in events:
            state.apply(event)
        return state

    def copy(self) -> "State":
        """Return the same state, which later events do not change."""
        return State(
            self.phase,
            {place: list(cards) for place, cards in self.hands.items()},
            set(self.face_up),
            _copied(self.bets),
            _copied(self.placed),
            _copied(self.coupons),
            _copied(self.nets),
            {place: list(chosen) for place, chosen in self.choices.items()},
            dict(self.books),
            set(self.gone),
            set(self.silenced),
            self.contest_void,
            self.void,
        )

    def apply(self, event: Event) -> None:
        """Take in one event."""
        if event.source:
            self._move(event)
        kind = event.kind
        if kind == "dealt":
            self.hands.setdefault(_place(event), []).extend(event.cards)
        elif kind == "revealed":
            self.hands[_place(event)] = list(event.cards)
            self.face_up.add(_place(event))
        elif kind == "collected":
            self.hands.pop(_place(event), None)
        elif kind in ("discarded", "kept_to_burn"):
            held = self.hands[_place(event)]
            for card in event.cards:  # who sees it only now had not known it
                held.remove(card if card in held else UNKNOWN)
        elif kind == "chose":
            self.choices.setdefault(_place(event), []).append(event.what)
        elif kind == "phase":
            self.phase = event.what
        elif kind == "coupon":
            self._coupon(event)
        elif kind in ("wagered", "stands"):
            placed = self.placed[_seat(event)]
            placed[event.wager] = placed.get(event.wager, 0) + event.amount
        elif kind == "withdrawn":
            placed = self.placed[_seat(event)]
            placed[event.wager] -= event.amount
            if not placed[event.wager]:
                del placed[event.wager]
        elif kind == "gone":
            self.gone.add(_place(event))
        elif kind == "silenced":
            self.silenced.add(_place(event))
        elif kind == "voided":
            self.void = True
        elif kind == "contest_void":
            self.contest_void = True

    def _coupon(self, event: Event) -> None:
        coupons = self.coupons[_seat(event)]
        if event.amount:
            coupons[event.wager] = event.amount
        else:
            coupons.pop(event.wager, None)

    def _move(self, event: Event) -> None:
        books, moved = self.books, event.amount * FINE + event.fine
        books[event.source] = books.get(event.source, 0) - moved
        books[event.target] = books.get(event.target, 0) + moved
        if not isinstance(event.who, int) or not event.wager:
            return
        player, seat, wager = seat_account(event.who), event.who, event.wager
        if player == event.target:
            self.nets[seat][wager] = self.nets[seat].get(wager, 0) + event.amount
        elif player == event.source:
            self.nets[seat][wager] = self.nets[seat].get(wager, 0) - event.amount
        if event.target.startswith("bet "):
            self.bets[seat][wager] = self.bets[seat].get(wager, 0) + event.amount
        elif event.source.startswith("bet "):
            left = self.bets[seat][wager] - event.amount
            if left:
                self.bets[seat][wager] = left
            else:
                del self.bets[seat][wager]

    def stake(self, seat: int, wager: str) -> int:
        """Return the stake of a wager: chips and a coupon, if there is one."""
        chips = self.placed[seat].get(wager, 0) if seat in self.placed else 0
        if chips and seat in self.coupons:
            chips += self.coupons[seat].get(wager, 0)
        return chips

    def stakes(self, seat: int) -> dict[str, int]:
        """Every wager that a seat has made in this round."""
        return {wager: self.stake(seat, wager) for wager in self.placed.get(seat, {})}

    @property
    def house(self) -> int:
        """Return the gain of the rack, in millionths of a cent."""
        return self.books.get(RACK, 0)

    def balanced(self) -> bool:
        """Whether the books sum to nothing, no chip is left on the layout and nobody was paid a
        part of a cent."""
        left = [amount for account, amount in self.books.items() if account.startswith("bet ")]
        own = [amount for account, amount in self.books.items() if account.startswith("seat ")]
        whole = not any(amount % FINE for amount in own)
        return sum(self.books.values()) == 0 and not any(left) and whole


def _place(event: Event) -> Place:
    if event.who is None:
        raise ValueError(f"{event.kind} names no place")
    return event.who


def _seat(event: Event) -> int:
    if not isinstance(event.who, int):
        raise ValueError(f"{event.kind} names no seat")
    return event.who
