"""Wagers against the Banker: banco suivi, banco, and parts from his right on (4.7)."""

from houseway.games.shoe_contests.baccarat_chemin_de_fer.bank import (
    BANK,
    COVER,
    DECLINE,
    Banker,
    notes,
)
from houseway.games.shoe_contests.baccarat_table import to_the_right_of
from houseway.referee.events import Event, bet_account, seat_account
from houseway.referee.requests import Barred, Choice
from houseway.referee.round import Round, Script

SUIVI, BANCO, PARTS = "suivi", "banco", "parts"


def take_covers(r: Round, banker: Banker) -> Script[int]:
    """Wagers against the Banker until they equal his; the Dominant Player's seat, or nothing if
    nobody has made one. What is not covered the Banker takes back."""
    whole = (yield from call_whole(r, banker, SUIVI)) or (yield from call_whole(r, banker, BANCO))
    if not whole:
        yield from take_parts(r, banker)
    yield from change_cash(r, "cash_of_others")
    r.say("close")
    order = to_the_right_of(r, banker.seat)
    covered = {seat: r.state.stake(seat, COVER) for seat in order if r.state.stake(seat, COVER)}
    withdraw(r, banker, banker.stake - sum(covered.values()))
    if not covered:
        r.say("uncovered")
        return 0
    dominant = max(covered, key=lambda seat: covered[seat])  # of equals the nearest
    r.say("dominant", dominant)
    return dominant


def call_whole(r: Round, banker: Banker, call: str) -> Script[int]:
    """The first who wagers as much as the Banker: who did so and lost before all others, or the
    nearest at his right."""
    for seat in to_the_right_of(r, banker.seat):
        who = r.data.players.get(seat, "")
        if not who or (call == SUIVI and who != notes(r)["suivi"]):
            continue
        choices = (Choice(DECLINE), Choice(call, banker.stake, banker.stake))
        other = Barred(SUIVI, "it is for who equaled the last wager and lost", r.cite(SUIVI))
        barred = () if call == SUIVI else (other,)
        given = yield from r.ask(seat, *choices, step=call, barred=barred, idle=DECLINE)
        if given.what == call and r.data.players.get(seat) == who:
            r.wager(seat, COVER, banker.stake, call)
            return seat
    return 0


def take_parts(r: Round, banker: Banker) -> Script[None]:
    """Any part of what is left of the Banker's wager, from his right counterclockwise."""
    limit, left = r.rules.limits[COVER], banker.stake
    for seat in to_the_right_of(r, banker.seat):
        if not left:
            return
        if not (who := r.data.players.get(seat)):
            continue
        least, most = min(limit.minimum, left), min(limit.maximum, left)
        most -= (most - least) % limit.step
        part = Choice(COVER, least, most, step=limit.step if least % limit.step == 0 else 1)
        given = yield from r.ask(seat, Choice(DECLINE), part, step=PARTS, idle=DECLINE)
        if given.what == COVER and r.data.players.get(seat) == who:
            r.wager(seat, COVER, given.amount, PARTS)
            left -= given.amount


def change_cash(r: Round, step: str) -> Script[None]:
    """Wagers placed in cash are changed at once."""
    given = yield from r.ask("dealer", Choice("no_cash"), Choice("change_cash"), step=step)
    if given.what == "change_cash":
        r.say(step)


def withdraw(r: Round, banker: Banker, amount: int) -> None:
    """The Banker takes back what nobody covers."""
    if not amount:
        return
    seat, cite = banker.seat, r.cite("withdraw")
    bet, own = bet_account(seat, BANK), seat_account(seat)
    r.emit(
        Event("withdrawn", seat, "", BANK, amount, 0, bet, own, step="withdraw", cite=cite)
    )  # fmt: skip
