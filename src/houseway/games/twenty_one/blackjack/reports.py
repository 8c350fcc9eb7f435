"""When something that has gone wrong at a blackjack table can be so (2.15).

The rulebook says in which phase an irregularity is ruled on and how; here is what it presupposes of
the cards.
"""

from houseway.games.twenty_one.blackjack.behind import callers
from houseway.games.twenty_one.blackjack.boxes import DEALER, may_be_blackjack
from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.rulebook.refusal import Refused

MISSED_DEALER, MISSED_SECOND, MISSED_CARD = "dealer_misses_card", "one_card_dealt", "card_not_dealt"
NO_CARDS = "no_cards_dealt"
READER_OUT, READER_USED = "reader_fails", ("reader_shown", "reader_unshown")
CARD_SHOWN = "double_card_shown"
ASKS_FOR_CARD = ("hit", "double", "double_down")


def check(r: Round, given: Input) -> None:
    """Refuse a report of something that the cards show to be otherwise."""
    what, seat = given.what, given.who
    if what in (NO_CARDS, MISSED_SECOND):
        wanted = 0 if what == NO_CARDS else 1
        if seat not in callers(r) or len(r.state.hands.get(seat, ())) != wanted:
            raise Refused(f"{what}: seat {seat} has not {wanted} cards", r.cite(what))
    face_down = "double" if r.rule("double_card") == "down" else "double_down"
    if what in READER_USED and DEALER in r.state.hands and may_be_blackjack(r):
        raise Refused(f"{what}: the first card is one that the reader is for", r.cite(what))
    if what == MISSED_CARD and not awaits_card(r, ASKS_FOR_CARD, seat):
        raise Refused(f"{what}: seat {seat} is waiting for no card", r.cite(what))
    if what == CARD_SHOWN and not awaits_card(r, (face_down,)):
        raise Refused(f"{what}: no card is to be dealt face down", r.cite(what))


def awaits_card(r: Round, choices: tuple[str, ...], seat: object = None) -> bool:
    """Whether somebody (or this seat) has asked for a card in one of these ways and waits."""
    for event in reversed(r.events):
        if event.kind in ("dealt", "phase"):
            return False
        if event.kind == "reported" and event.what == MISSED_CARD:
            return False
        if event.kind == "chose" and event.what in choices:
            return seat in (None, event.who)
        if event.kind == "chose" and event.what not in ("double_along", "no_double"):
            return False
    return False
