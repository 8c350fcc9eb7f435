"""Chips of a seat that lie on a table: wagers of the round, wagers that stand, tickets."""

from houseway.referee.table import Table


def at_stake(table: Table, seat: int) -> int:
    """What a seat has on the table and may get back, in cents; a ticket counts for the games that
    are not drawn yet, and for what it has won."""
    if table.started and table.waiting is not None:
        chips = sum(table.round.state.bets.get(seat, {}).values())
    else:
        chips = sum(table.data.standing.get(seat, {}).values())
    for ticket in table.data.tickets.values():
        if ticket["patron"] == seat:
            left = ticket["games"] - len(ticket["won"])
            chips += ticket["each"] * left + sum(ticket["won"])
    return chips


def chips_of(table: Table, name: str) -> int:
    """What somebody has on the table, in cents: at their seats, and at seats that nobody has any
    more, which may have been theirs."""
    players, data = table.data.players, table.data
    seats = {*players, *data.standing, *(one["patron"] for one in data.tickets.values())}
    if table.started and table.waiting is not None:
        seats |= set(table.round.state.bets)
    return sum(at_stake(table, seat) for seat in seats if players.get(seat, name) == name)
