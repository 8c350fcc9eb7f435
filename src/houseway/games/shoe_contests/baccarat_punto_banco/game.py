"""Baccarat-punto banco in the order of the regulation (N.J.A.C. 13:69F-3).

A participant deals, the curator, under the instructions of the dealer who calls the game; the shoe
goes around the table. What this table has in common with the small one is in ``baccarat_table``;
the shoe itself, which lasts many rounds, is in ``shoe``. Each step's cite stands in the
rulebook under ``round``.
"""

from typing import Any

from houseway.games.authoring.shoe import (
    OutOfCards,
    answer,
    leave_shoe,
    pending,
    prepare_shoe,
    run_out,
)
from houseway.games.authoring.shoe_cut import from_seat
from houseway.games.shoe_contests.baccarat_hand import Outcome
from houseway.games.shoe_contests.baccarat_table import (
    BANKER,
    announce,
    banker_commission,
    deal_hands,
    finish,
    keep_markers_due,
    settle,
    take_bets,
    to_the_right_of,
    write_off_markers,
)
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

ORDERED = "curator_ordered_to_pass"

commission = banker_commission


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard bucket."""
    try:
        write_off_markers(r)
        r.lasting = frozenset({"shoe", "curator"})
        yield from prepare_shoe(r, lambda _: from_seat(r, curator(r)["seat"]))
        yield from choose_curator(r)
        yield from take_bets(r)
        r.say("close")
        r.say("cards")
        yield from deal_hands(r, may_call_banker=curator(r)["seat"] is None)
        yield from r.go_on("result")
        found = announce(r)
        yield from settle(r, found)
        yield from finish(r)
        yield from pass_shoe(r, found)
    except OutOfCards:
        run_out(r)
    finally:
        leave_shoe(r)
        keep_markers_due(r)


# -- who deals -----------------------------------------------------------------------------------


def curator(r: Round) -> dict[str, Any]:
    """Who deals, as the table keeps it between rounds: a seat, or nobody if it is the dealer;
    ``offer`` is the seat whose right-hand neighbor is offered the shoe first, if it is free."""
    free = {"free": True, "seat": None, "who": "", "offer": 0}
    found: dict[str, Any] = r.data.notes.setdefault("curator", free)
    return found


def choose_curator(r: Round) -> Script[None]:
    """A free shoe is offered counterclockwise until somebody takes it or names the dealer."""
    now = curator(r)
    if now["seat"] is not None and r.data.players.get(now["seat"]) != now["who"]:
        now.update(free=True, offer=now["seat"])  # who dealt has left the table
    if not now["free"]:
        return
    taken, named = Choice("accept"), Choice("name_dealer", cite=r.cite("dealer_named"))
    for seat in to_the_right_of(r, now["offer"]):
        asked = (taken, named, Choice("decline"))
        given = yield from r.ask(seat, *asked, step="offer_shoe", ceremony="decline")
        if given.what == taken.name:
            now.update(free=False, seat=seat, who=r.data.players.get(seat, ""), offer=seat)
            r.say("curator", seat)
            return
        if given.what == named.name:
            now.update(free=False, seat=None, who="", offer=seat)
            r.say("dealer_named")
            return
    now.update(free=False, seat=None, who="", offer=0)
    r.say("nobody_deals")


def pass_shoe(r: Round, found: Outcome) -> Script[None]:
    """The shoe passes if the banker's hand has lost or somebody orders it; else as the curator
    likes."""
    now = curator(r)
    if pending(r, ORDERED):
        answer(r, ORDERED, "ordered_to_pass")
        now["free"] = True
    elif found.winner not in (BANKER, "tie"):
        r.say("must_pass")
        now["free"] = True
    elif now["seat"] is not None:
        asked = (Choice("keep"), Choice("pass"))
        given = yield from r.ask(now["seat"], *asked, step="may_pass", ceremony="keep")
        now["free"] = given.what == "pass"
