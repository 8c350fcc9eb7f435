"""The big six wheel in the order of the regulation (N.J.A.C. 13:69F-5.5 and 5.6). A round is one
valid spin.

Each step's cite stands in the rulebook under ``round``; wheels and odds are its data. A section of
the wheel goes by the name of the wager on its symbol.
"""

from functools import partial

from houseway.games.wheels.clapper import spin_to_clapper
from houseway.games.wheels.wheel import spin_until_it_counts
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One round, from the first wager to the last payment."""
    spin = partial(spin_to_clapper, wheel=r.rule("wheel"), on="on_number")
    symbol = yield from spin_until_it_counts(r, spin)
    yield from settle(r, symbol)


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
