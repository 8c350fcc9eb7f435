"""When something that has gone wrong at a blackjack table can be so (2.15).

The rulebook says in which phase an irregularity is ruled on and how; here is what it presupposes of
the cards.
"""

from houseway.games.twenty_one.behind import callers
from houseway.games.twenty_one.boxes import DEALER, dealt_to, may_be_blackjack
from houseway.games.twenty_one.rules import rule_of
from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.rulebook.refusal import Refused

MISSED_DEALER, MISSED_SECOND, MISSED_CARD = "dealer_misses_card", "one_card_dealt", "card_not_dealt"
MISSED_THIRD = "two_cards_dealt"
NO_CARDS = "no_cards_dealt"
HAVE = {NO_CARDS: 0, MISSED_SECOND: 1, MISSED_THIRD: 2}  # cards that a box has then
READER_OUT, READER_USED = "reader_fails", ("reader_shown", "reader_unshown")
CARD_SHOWN = "double_card_shown"
ASKS_FOR_CARD = ("hit", "double", "double_down")


def check(r: Round, given: Input) -> None:
    """Refuse a report of something that the cards show to be otherwise."""
    what, seat = given.what, given.who
    if what in HAVE:
        wanted = HAVE[what]
        if seat not in callers(r) or wanted not in cards_held(r, seat):
            raise Refused(f"{what}: seat {seat} has not {wanted} cards", r.cite(what))
    face_down = "double" if rule_of(r.rules, "double_card") == "down" else "double_down"
    if what in READER_USED and DEALER in r.state.hands and may_be_blackjack(r):
        raise Refused(f"{what}: the first card is one that the reader is for", r.cite(what))
    if what == MISSED_CARD and not awaits_card(r, ASKS_FOR_CARD, seat):
        raise Refused(f"{what}: seat {seat} is waiting for no card", r.cite(what))
    if what == CARD_SHOWN and not awaits_card(r, (face_down,)):
        raise Refused(f"{what}: no card is to be dealt face down", r.cite(what))


def cards_held(r: Round, seat: object) -> list[int]:
    """How many cards each hand of a seat has that is dealt to it."""
    assert isinstance(seat, int)
    return [len(r.state.hands.get(place, ())) for place in dealt_to(r, seat)]


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
