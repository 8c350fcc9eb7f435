"""Kill and half-kill of omaha high-low split eight or better (14.1, 14.11(i)): who scoops a pot
of a certain size has a kill button, and the next round is played at higher limits."""

from fractions import Fraction

from houseway.games.pots.poker.table import Table
from houseway.referee.events import Event
from houseway.referee.round import Round
from houseway.rulebook.money import money

KILL = "kill_button"  # a note: the seat and the player that have it
TIMES = {"none": Fraction(1), "half_kill": Fraction(3, 2), "kill": Fraction(2)}


def offered(r: Round) -> bool:
    """Whether this game has a kill here."""
    return bool(r.rule("may_kill")) and r.rule("kill") != "none"


def in_effect(r: Round) -> int:
    """The seat that has the kill button, or none."""
    kept = r.data.notes.get(KILL) or {}
    seat = int(kept.get("seat", 0))
    return seat if offered(r) and r.data.players.get(seat) == kept.get("who") else 0


def multiplied(r: Round, amount: int) -> int:
    """A limit as it holds in this round; one that a half-kill raises is of whole chips, and no less
    than half as much again."""
    if not (offered(r) and r.data.notes.get(KILL)):
        return amount
    raised = int(amount * TIMES[r.rule("kill")])
    return raised + -raised % r.rules.chip


def kill_blind(t: Table) -> int:
    """Who has the kill button posts one blind of the increased minimum, and no other."""
    seat = in_effect(t.r)
    t.kill = seat if seat in t.order else 0
    return multiplied(t.r, t.r.rule("minimum_bet"))


def move_kill_button(t: Table, pot: int, winners: set[int], divided: bool) -> None:
    """A sole winner of a pot that is large enough has the kill button for the next round; after any
    other pot the dealer collects it."""
    r = t.r
    if not offered(r):
        return
    had = r.data.notes.get(KILL)
    if pot >= r.rule("kill_pot") and len(winners) == 1 and not divided:
        (seat,) = winners
        r.data.notes[KILL] = {"seat": seat, "who": r.data.players.get(seat, "")}
        step = "half_kill_button" if r.rule("kill") == "half_kill" else "kill_button"
        says = f"the kill button lies before seat {seat}: a pot of {money(pot)}"
        r.emit(Event("button", seat, "kill", says=says, step=step, cite=r.cite(step)))
    elif had:
        r.data.notes.pop(KILL)
        t.tell("collect_kill_button")
