"""Mini-craps in the order of the regulation (N.J.A.C. 13:69F-1). A round is one roll.

It is craps for seated players and without the fire bet. The steps are those of ``craps_table``;
numbers, names and cites stand in the rulebook.
"""

from houseway.games.craps_table import (
    book,
    call_on,
    find_shooter,
    leave,
    settle,
    take_up,
    throw,
    turn_puck,
)
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One roll, from the wagers to what stays on the layout."""
    take_up(r)
    yield from r.take_bets()
    book(r)
    if (yield from find_shooter(r)):
        called = yield from call_on(r)
        if dice := (yield from throw(r)):
            settle(r, dice, called)
            turn_puck(r, dice)
    leave(r)
