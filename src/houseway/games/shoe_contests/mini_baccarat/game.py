"""Mini-baccarat in the order of the regulation (N.J.A.C. 13:69F-7).

One dealer deals everything. What this table has in common with the large one is in
``baccarat_table``; the shoe, which lasts many rounds, is in ``shoe``. Each step's cite stands
in the rulebook under ``round``.
"""

from houseway.games.authoring.shoe import OutOfCards, leave_shoe, prepare_shoe, run_out
from houseway.games.authoring.shoe_cut import from_seat
from houseway.games.shoe_contests.baccarat_table import (
    announce,
    banker_commission,
    deal_hands,
    finish,
    keep_markers_due,
    settle,
    take_bets,
    write_off_markers,
)
from houseway.referee.round import Round, Script

commission = banker_commission


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    try:
        write_off_markers(r)
        r.lasting = frozenset({"shoe"})
        yield from prepare_shoe(r, lambda _: from_seat(r, None))
        yield from take_bets(r)
        r.say("close")
        yield from deal_hands(r, may_call_banker=r.rule("deal_style") != "face_up")
        yield from r.go_on("result")
        yield from settle(r, announce(r))
        yield from finish(r)
    except OutOfCards:
        run_out(r)
    finally:
        leave_shoe(r)
        keep_markers_due(r)
