"""A command tried on a copy of a table, before anybody confirms it: nothing is written.

The copy is brought up from the committed entries. It has no chance of its own: where cards or dice
would follow, the rehearsal ends, so that nobody learns what is next in the shoe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.equipment.cards import Card
from houseway.equipment.shoe import Place
from houseway.ledger import commands
from houseway.ledger.live import Live, waiting_json
from houseway.ledger.people import Person
from houseway.referee.events import Event


@dataclass(frozen=True)
class SeatMoney:
    """What a command would do to a seat's money, in cents: what lies on the layout before and
    after, what comes back to the player (or is taken), and what the round then comes to."""

    seat: int
    player: str
    before: int
    after: int
    moved: int
    net: int


@dataclass(frozen=True)
class Rehearsal:
    """What would come of a command given now, at this place of the log."""

    table: int
    seq: int
    events: tuple[Event, ...]
    seats: tuple[SeatMoney, ...]
    ends: bool  # the round would be over
    void: bool
    chance: bool  # cards, dice or a wheel would follow, and nobody knows them
    waiting: Mapping[str, Any]


class _Asked(Exception):
    """Chance would be asked."""


class _Unseen:
    """A shoe of which nobody sees a card: it is shuffled and cut, and nothing comes out."""

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """Whatever the order, it is not told."""

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """Wherever they go, it is not told."""

    def cut(self, depth: int, side: str = "") -> None:
        """Wherever it is cut, it is not told."""

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """Nothing is drawn for a rehearsal."""
        raise _Asked

    def below(self, n: int) -> int:
        """Nothing is decided for a rehearsal."""
        raise _Asked


def rehearse(copy: Live, command: Mapping[str, Any], by: Person) -> Rehearsal:
    """Try a command on a table that nobody plays at; what is not allowed is refused."""
    table = copy.table
    commands.authorise(commands.check(command), command, by, table.data.players)
    chance, table.chance = table.chance, _Unseen()
    before = _money(copy)
    mark = copy.mark()
    asked = False
    try:
        commands.run(table, command, by, copy.heard.append)
    except _Asked:
        asked = True
    finally:
        table.chance = chance
    after = _money(copy)
    seats = []
    for seat, (down, net) in sorted(after.items()):
        was_down, was_net = before.get(seat, (0, 0))
        if was_down or down or net != was_net:
            player = table.data.players.get(seat, "")
            seats.append(SeatMoney(seat, player, was_down, down, net - was_net, net))
    return Rehearsal(
        table=copy.id,
        seq=copy.seq,
        events=tuple(copy.since(mark)),
        seats=tuple(seats),
        ends=copy.resting,
        void=table.started and table.round.state.void,
        chance=asked,
        waiting=waiting_json(table.waiting),
    )


def _money(copy: Live) -> dict[int, tuple[int, int]]:
    """What each seat has on the layout, and what the round has come to for it so far."""
    if not copy.table.started:
        return {}
    state = copy.table.round.state
    seats = {*state.bets, *state.nets}
    return {
        seat: (sum(state.bets.get(seat, {}).values()), sum(state.nets.get(seat, {}).values()))
        for seat in seats
    }
