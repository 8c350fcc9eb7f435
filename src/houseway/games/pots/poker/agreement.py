"""Players who agree to have the rest of the board dealt several times (14.10(l), 14.11(j))."""

from collections.abc import Sequence

from houseway.games.pots.poker.streets import COMMON, Street
from houseway.games.pots.poker.table import Table
from houseway.referee.requests import Choice
from houseway.referee.round import Script

NUMBERS = {"once": 1, "twice": 2, "three_times": 3, "four_times": 4}
AGREE, DECLINE = "agree", "decline"


def ask_run(t: Table, left: Sequence[Street]) -> Script[int]:
    """When nobody can bet any more the first player names a number of hands, and it holds if all
    who contend agree; the dealer confirms it and lays a marker down."""
    r = t.r
    cards = sum(n for street in left for what, n in street.deals if what == COMMON)
    if t.asked_run or not cards or not (r.rule("may_run") and r.rule("run_multiple")):
        return 1
    t.asked_run = True
    burns = len([street for street in left for what, _ in street.deals if what == COMMON])
    most = min(r.rule("most_runs"), r.cards_left // (cards + burns))
    first, *others = t.live
    choices = [Choice(name) for name, count in NUMBERS.items() if count <= most]
    r.phase("decision")
    given = yield from r.ask(first, *choices, step="run_number", idle="once")
    count = NUMBERS.get(given.what, 1)
    if count == 1:
        return 1
    for seat in others:
        answer = yield from r.ask(
            seat, Choice(AGREE), Choice(DECLINE), step="run_agree", idle=DECLINE
        )
        if answer.what != AGREE:
            return 1
    t.tell("run_confirmed", says=f"{count} hands are dealt; the marker shows {count}")
    return count
