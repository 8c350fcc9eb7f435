"""A pot among players: chips go into it from betting areas, and who has won it is paid out of it.

The pot lies in the middle of the layout (``CENTRE``), so that a void round puts it back. What turns
out otherwise once it has been awarded is put right between the players and the rack: a void hand
has been given back from there what it had put in, and has given back there what it had got.
"""

from collections.abc import Sequence

from houseway.referee.events import CENTRE, RACK, Event, bet_account, seat_account
from houseway.referee.round import Round
from houseway.rulebook.money import FINE


def put_in(r: Round, seat: int, wager: str, step: str) -> None:
    """A wager goes into the pot."""
    chips, account = r.state.bets[seat][wager], bet_account(seat, wager)
    cite = r.cite(step)
    r.emit(Event("taken", seat, "", wager, chips, 0, account, CENTRE, step=step, cite=cite))


def in_pot(r: Round) -> int:
    """What lies in the pot, in cents."""
    return r.state.books.get(CENTRE, 0) // FINE


def divided(total: int, winners: Sequence[int]) -> dict[int, int]:
    """What each of the winners gets; of cents that do not go into it evenly, the first have one
    more each.

    >>> divided(1000, [3, 2, 1])
    {3: 334, 2: 333, 1: 333}
    """
    each, over = divmod(total, len(winners) or 1)
    return {seat: each + (place < over) for place, seat in enumerate(winners)}


def pay_out(r: Round, seat: int, wager: str, amount: int, step: str) -> None:
    """A winner is paid out of the pot."""
    account, cite = seat_account(seat), r.cite(step)
    r.emit(Event("paid", seat, "", wager, amount, 0, CENTRE, account, step=step, cite=cite))


def put_right(r: Round, seat: int, wager: str, due: int, cite: str) -> None:
    """Somebody gets so much more of a pot that has been awarded, or gives it back."""
    way = ("paid", RACK, seat_account(seat))
    kind, source, target = way if due > 0 else ("reclaimed", seat_account(seat), RACK)
    if due:
        r.emit(Event(kind, seat, "", wager, abs(due), 0, source, target, cite=cite))
