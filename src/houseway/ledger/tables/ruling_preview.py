"""A ruling tried on a copy of a table, before anybody confirms it: nothing is written.

Only the ruling is tried and not what the round would go on to: that could turn up cards that nobody
may see yet, and whoever confirms must not know how the round would end.
"""

from dataclasses import dataclass

from houseway.ledger.people.people import Person
from houseway.ledger.tables import commands
from houseway.ledger.tables.live import Live
from houseway.referee.events import Event
from houseway.referee.reports import rule_alone


@dataclass(frozen=True)
class SeatMoney:
    """What a ruling would do to a seat's money, in cents: what lies on the layout before and
    after, what comes back to the player (or is taken), and what the round then comes to."""

    seat: int
    player: str
    before: int
    after: int
    moved: int
    net: int


@dataclass(frozen=True)
class Rehearsal:
    """What would be ruled now, at this place of the log; a round that is not void goes on."""

    table: int
    seq: int
    events: tuple[Event, ...]
    seats: tuple[SeatMoney, ...]
    void: bool


def rehearse(copy: Live, what: str, who: int | None, by: Person) -> Rehearsal:
    """Try a ruling on a copy of the table; refuse what cannot be reported now."""
    table = copy.table
    command = {"do": "report", "what": what, "who": who}
    commands.check(command)
    commands.authorize(command, by, table.data.players)
    before = _money(copy)
    events = rule_alone(table, what, who)
    seats = []
    for seat, (down, net) in sorted(_money(copy).items()):
        was_down, was_net = before.get(seat, (0, 0))
        if was_down or down or net != was_net:
            player = table.data.players.get(seat, "")
            seats.append(SeatMoney(seat, player, was_down, down, net - was_net, net))
    return Rehearsal(copy.id, copy.seq, tuple(events), tuple(seats), table.round.state.void)


def _money(copy: Live) -> dict[int, tuple[int, int]]:
    """Return each seat's money on the layout, and the result of the round for it so far."""
    if not copy.table.started:
        return {}
    state = copy.table.round.state
    seats = {*state.bets, *state.nets}
    return {
        seat: (sum(state.bets.get(seat, {}).values()), sum(state.nets.get(seat, {}).values()))
        for seat in seats
    }
