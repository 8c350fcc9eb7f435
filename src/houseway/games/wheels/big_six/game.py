"""The big six wheel in the order of the regulation (N.J.A.C. 13:69F-5.5 and 5.6). A round is one
valid spin.

Each step's cite stands in the rulebook under ``round``; wheels and odds are its data. A section of
the wheel goes by the name of the wager on its symbol.
"""

from houseway.games.wheels.wheel import called_off, spin_until_it_counts
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One round, from the first wager to the last payment."""
    symbol = yield from spin_until_it_counts(r, spin)
    yield from settle(r, symbol)


def spin(r: Round) -> Script[str]:
    """The wheel comes to a stop; nothing comes back of a spin that does not count."""
    yield from r.go_on("spin")
    symbol = yield from r.spin(r.rule("wheel"), "spin")
    if not symbol or called_off(r):
        r.say("no_spin")
        return ""
    return (yield from read_clapper(r, symbol))


def read_clapper(r: Round, symbol: str) -> Script[str]:
    """The clapper rests on a number, or between two: then the one passed last wins or the spin is
    void, as the house has chosen."""
    r.phase("stop")
    given = yield from r.ask(
        "dealer",
        Choice("on_number", cite=r.cite("on_number")),
        Choice("between", cite=r.cite("between")),
        step="stop",
    )
    if given.what == "on_number":
        return symbol
    if r.rule("clapper") == "previous":
        r.say("previous_wins")
        return symbol
    r.phase("spin")
    r.say("void_spin")
    return ""


def settle(r: Round, symbol: str) -> Script[None]:
    """All losing wagers are collected, and then all winning ones paid."""
    r.phase("settlement")
    yield from r.go_on("collect")
    for seat in r.clockwise():
        for wager in list(r.state.bets[seat]):
            if wager != symbol:
                r.lose(seat, wager, step="collect")
    yield from r.go_on("pay")
    for seat in r.clockwise():
        for wager in list(r.state.bets[seat]):
            r.settle(seat, wager, r.rules.schedule(wager).prices, "pay")
