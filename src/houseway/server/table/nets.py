"""The result of a round for a seat, where wagers may stand between rounds."""

from houseway.referee.view import View, nets_of


def round_nets(view: View, seat: int) -> dict[str, int]:
    """Return each wager's gain or loss in this round, in cents: what stays on the table is not
    lost, and what stood there before was not won."""
    return nets_of(view.events, view.state).get(seat, {})


def staying(view: View, seat: int) -> dict[str, int]:
    """Return the wagers that a seat leaves on the table for the next round, in cents."""
    found: dict[str, int] = {}
    for event in view.events:
        if event.who == seat and event.kind == "stays":
            found[event.wager] = found.get(event.wager, 0) + event.amount
    return found
