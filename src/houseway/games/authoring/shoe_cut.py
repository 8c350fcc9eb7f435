"""Who cuts the cards: in which order it is offered, who takes it, and another cut where the first
was no good.
"""

from typing import Any

from houseway.referee.events import Event, Place, box_of
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

BAD_CUT = "improper_cut"
DEALER: Place = "dealer"  # who stands last in every order
LAST_OFFER = "cut_offered"  # the note of who was last offered the cut first, where that goes around
ON_DEALER, BY_HOUSE, FIRST_PLAYER = 0, -1, -2  # who cuts, where no box got the cutting card


def from_seat(r: Round, first: int | None) -> list[Place]:
    """Players by falling numbers, which is clockwise where the highest is the first, from a seat or
    from the highest; then the dealer."""
    seats = sorted((seat for seat in r.data.players if box_of(seat) == seat), reverse=True)
    if first is not None:
        seats = [one for one in seats if one <= first] + [one for one in seats if one > first]
    return [*seats, DEALER]


def from_box(r: Round, idle: bool = False) -> list[Place]:
    """At a new table from the first player; else from the box where the cutting card came, or from
    the dealer's far right; clockwise, and then the dealer."""
    arrived = [seat for seat in r.data.players if box_of(seat) == seat]
    seats = sorted(arrived)
    if not seats:
        return [DEALER]
    kept: dict[str, Any] = r.data.notes.get("shoe", {})
    cutter = FIRST_PLAYER if idle else kept.get("cutter", ON_DEALER)
    steps = r.rules.book.round
    if cutter in seats and "cut_box" in steps:
        r.say("cut_box")
        first = cutter
    elif cutter == FIRST_PLAYER or not r.data.rounds:
        r.say("cut_first")
        first = arrived[0]
    else:
        r.say("cut_house" if cutter == BY_HOUSE and "cut_house" in steps else "cut_right")
        first = seats[-1]
    at = seats.index(first)
    return [*seats[at:], *seats[:at], DEALER]


def one_further(r: Round, idle: bool = False) -> list[Place]:
    """Before the first round from the first player at the table, and at one that was idle; in the
    next from the dealer's far right, and in each that follows from one player further
    counterclockwise; then the dealer."""
    arrived = [seat for seat in r.data.players if box_of(seat) == seat]
    if not arrived:
        return [DEALER]
    if idle or not r.data.rounds:
        r.say("cut_first")
        return from_seat(r, arrived[0])
    last = r.data.notes.get(LAST_OFFER, 0)
    further = [seat for seat in arrived if seat < last]
    r.say("cut_further" if further else "cut_right")
    r.data.notes[LAST_OFFER] = max(further or arrived)
    return from_seat(r, r.data.notes[LAST_OFFER])


def cut_in_order(r: Round, order: list[Place]) -> Script[None]:
    """The cut as it is offered in this order; until a card is dealt it may be ordered again."""
    by = yield from offer_cut(r, order, "cut")
    r.on_report[BAD_CUT] = lambda: recut(r, order, by)
    yield from r.go_on("load")


def recut(r: Round, order: list[Place], by: Place) -> Script[None]:
    """Another cut by whoever cut last or, as the house has chosen, by the next entitled."""
    says = r.rules.says("recut")
    r.emit(Event("answered", DEALER, BAD_CUT, says=says, step="recut", cite=r.cite("recut")))
    if r.rule("recut_by") == "next_entitled":
        order = [*order[order.index(by) + 1 :], DEALER]
        by = yield from offer_cut(r, order, "recut")
        r.on_report[BAD_CUT] = lambda: recut(r, order, by)
    else:
        yield from offer_cut(r, [by, DEALER], "recut")


def offer_cut(r: Round, order: list[Place], step: str) -> Script[Place]:
    """The first who takes the cut; the dealer, who stands last, cannot pass it on."""
    least = r.rule("cut_at_least")
    depth = Choice("cut", least, r.cards_left - least, cite=r.cite("cut_at_least"), cards=True)
    for seat in order[:-1]:
        if seat == DEALER:
            break
        given = yield from r.ask(seat, depth, Choice("pass"), step=step, ceremony="pass")
        if given.what == "cut":
            return seat
    yield from r.ask(DEALER, depth, step=f"dealer_{step}s")
    return DEALER
