"""Roulette in the order of the regulation (N.J.A.C. 13:69F-5.1 to 5.4). A round is one valid spin.

Each step's cite stands in the rulebook under ``round``; wheels, spots and odds are its data.
"""

from houseway.games.wheels.roulette.felt import FIVE_ADJACENT, Felt
from houseway.games.wheels.roulette.pays import halved, paid, part, taken, wins, zero_takes
from houseway.games.wheels.wheel import called_off, laid, spin_until_it_counts
from houseway.referee.events import RACK, Event, seat_account
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import base_of


def play(r: Round) -> Script[None]:
    """One round, from the first wager to the last payment."""
    r.window = Felt(r)
    number = yield from spin_until_it_counts(r, spin)
    yield from settle(r, number)


def spin(r: Round) -> Script[str]:
    """The ball comes to rest; nothing comes back of a spin that does not count."""
    yield from r.go_on("spin")
    number = yield from r.spin(r.rule("wheel_spun"), "spin")
    if not number or called_off(r):
        r.say("no_spin")
        return ""
    if number in r.rule("void_pockets"):
        r.say("double_zero_void")
        return ""
    return number


def settle(r: Round, number: str) -> Script[None]:
    """The number is marked; all losing wagers are collected, and then all winning ones paid."""
    r.phase("settlement")
    yield from r.go_on("mark")
    r.say("mark")
    for seat, wager in laid(r):
        if base_of(wager) == FIVE_ADJACENT and wins(r.rules, wager, number):
            move_fifth(r, seat, wager, number)
    yield from r.go_on("collect")
    for seat, wager in laid(r):
        collect(r, seat, wager, number)
    yield from r.go_on("pay")
    for seat, wager in laid(r):
        pay(r, seat, wager, number)


def collect(r: Round, seat: int, wager: str, number: str) -> None:
    """What a wager loses goes to the rack; what wins stays, a fifth of five adjacent numbers. A
    zero takes a wager at even money whole, or by half where the house has chosen so."""
    chips = r.state.bets[seat][wager]
    lost = taken(r.rules, wager, number, chips)
    if halved(r.rules, wager, number):
        r.take(seat, wager, lost, "half")
        r.give_back(seat, wager, chips - lost, "half")
    elif lost:
        zero = zero_takes(r.rules, wager, number)
        r.take(seat, wager, lost, "zero" if zero else "collect")


def pay(r: Round, seat: int, wager: str, number: str) -> None:
    """A winning wager is paid; of five adjacent numbers the fifth on the number, as a straight."""
    schedule = r.rules.schedule(wager)
    if base_of(wager) != FIVE_ADJACENT:
        r.settle(seat, wager, schedule.prices, "pay")
        return
    ((row, price),) = schedule.prices.items()
    due = paid(r.rules, wager, number, r.state.stake(seat, wager))
    cite, player = r.rules.joined("pay", schedule.cite), seat_account(seat)
    r.emit(
        Event(
            "paid", seat, row, wager, due, 0, RACK, player, says=str(price), step="pay", cite=cite
        )
    )
    r.give_back(seat, wager, r.state.bets[seat][wager], "pay")


def move_fifth(r: Round, seat: int, wager: str, number: str) -> None:
    """One fifth of a winning five adjacent wager moves to the box of the number."""
    amount, box = part(r.rules, wager, r.state.bets[seat][wager]), f"straight@{number}"
    says, cite = r.rules.says("move_fifth"), r.cite("move_fifth")
    r.emit(Event("moved", seat, box, wager, amount, says=says, step="move_fifth", cite=cite))
