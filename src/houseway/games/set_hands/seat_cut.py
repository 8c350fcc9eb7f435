"""Who is offered the cut where a player may bank, once it is known who does.

Steps: ``cut_bank``, ``cut_first``, ``cut_right``.
"""

from houseway.games.set_hands.bank_window import Bank
from houseway.games.set_hands.start import DEALER
from houseway.referee.events import Place
from houseway.referee.round import Round, Script

OFFERED_CUT = "cut_offered"  # where notes keep who was first offered the last cut


def cut_later(to_cut: list[bool], r: Round) -> Script[None]:
    """The cut waits until it is known who banks."""
    to_cut.append(True)
    return
    yield


def cut_order(r: Round, bank: Bank) -> list[Place]:
    """To whom the cut is offered: the first player at the start of the game, a bank and on from it,
    or else from the far right and each round one player further; then the dealer."""
    arrived, notes = list(r.data.players), r.data.notes
    if not arrived:
        return [DEALER]
    if bank.seat:
        notes.pop(OFFERED_CUT, None)
        r.say("cut_bank")
        first = bank.seat
    elif not r.data.rounds:
        r.say("cut_first")
        first = arrived[0]
    else:
        further = [seat for seat in arrived if seat > notes.get(OFFERED_CUT, 0)]
        r.say("cut_right")
        first = min(further or arrived)
        notes[OFFERED_CUT] = first
    seats = sorted(arrived)
    return [*(s for s in seats if s >= first), *(s for s in seats if s < first), DEALER]
