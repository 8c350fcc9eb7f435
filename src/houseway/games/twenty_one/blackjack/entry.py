"""Who may come in late, or come back, before the next reshuffle (19:47-2.3(i), (j)).

The table's notes keep under ``entry``, since the last reshuffle: who wagered on the ``first``
round, where each who has wagered sat (``seats``), who then ``missed`` a round, and whose spot is
``reserved``. What goes for one person goes for all; only a reserved spot is an exception.
"""

from typing import Any

from houseway.games.twenty_one.boxes import MAIN
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.referee.window import MATCH_PLAY
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of

NEWCOMERS, RETURNERS = "newcomers", "returners"


def check_bet(r: Round, given: Input, first_round: bool) -> None:
    """Refuse what a person may not wager who came late or missed a round of this shoe."""
    assert isinstance(given.who, int)
    person, kept = r.data.players[given.who], entry(r)
    for other, seat in kept["reserved"].items():
        if seat == given.who and other != person:
            raise Refused(f"the spot at seat {seat} is reserved", r.cite("reserve_spot"))
    if first_round:
        return
    if person not in kept["first"]:
        check_person(r, given, NEWCOMERS, f"{person} has not wagered on the first round")
    if person in kept["missed"]:
        check_person(r, given, RETURNERS, f"{person} has declined to wager on a round")


def check_person(r: Round, given: Input, option: str, why: str) -> None:
    """Refuse by what the house has chosen for such persons: no wager, or the minimum alone."""
    choice, cite = r.rule(option), r.cite(f"{option}_wager")
    if given.accepted:  # an exception for one person
        cite = r.rules.joined(f"{option}_wager", r.cite("same_for_all"))
    for wager, amount in given.amounts:
        limit = r.rules.limits.get(base_of(wager))
        if not amount or choice == "anything":
            continue
        if choice == "barred":
            raise Refused(f"{why} and wagers again after a reshuffle", cite)
        if limit and (given.what == MATCH_PLAY or amount != limit.minimum):
            raise Refused(f"{why} and wagers {money(limit.minimum)} until a reshuffle", cite)


def note_wagers(r: Round, first_round: bool) -> Script[None]:
    """After the close: who has wagered, and who of those who had before has not."""
    wagered = {r.data.players[seat]: seat for seat in r.clockwise(MAIN)}
    now = r.data.notes["entry"] = entry(r)
    if first_round:
        now.update(first=sorted(wagered), seats={}, missed=[])
    for person, seat in now["seats"].items():
        if person not in (*wagered, *now["missed"], *now["reserved"]):
            if (yield from is_reserved(r, person, seat)):
                now["reserved"][person] = seat
            else:
                now["missed"].append(person)
    now["seats"].update(wagered)
    now["reserved"] = {who: seat for who, seat in now["reserved"].items() if who not in wagered}


def is_reserved(r: Round, person: str, seat: int) -> Script[bool]:
    """Whether the house keeps the spot of a person who has left the table for a while."""
    if not r.rule("spots_reserved") or person in r.data.players.values():
        return False
    r.say("leaves_spot", seat)
    choices = (Choice("let_go"), Choice("reserve"))
    given = yield from r.ask("floor", *choices, step="reserve_spot")
    return bool(given.what == "reserve")


def entry(r: Round) -> dict[str, Any]:
    """What the table keeps of who has wagered; nothing yet before the first round."""
    empty: dict[str, Any] = {"first": [], "seats": {}, "missed": [], "reserved": {}}
    kept: dict[str, Any] = r.data.notes.get("entry", empty)
    return kept
