"""The pair of cards that lies face down before each player, and what may be done with it."""

from functools import partial

from houseway.games.authoring.shoe import deal_card
from houseway.games.twenty_one import dealing, reports
from houseway.games.twenty_one.behind import callers
from houseway.games.twenty_one.boxes import MOST_HANDS, cards_of
from houseway.referee.events import Event, Place
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

HIDDEN = f".{MOST_HANDS + 1}"  # beyond the hands that splits may form
MISSED_DOWN = "one_down_card_dealt"
SWITCH, KEEP = "switch_hands", "keep_hand"


def hidden_of(seat: int) -> str:
    """The place of a player's face-down pair.

    >>> hidden_of(3)
    '3.5'
    """
    return f"{seat}{HIDDEN}"


def is_hidden(place: Place) -> bool:
    """Whether a place is that of a face-down pair."""
    return isinstance(place, str) and place.endswith(HIDDEN)


# -- the deal --------------------------------------------------------------------------------------


def deal_down(r: Round) -> Script[None]:
    """Two cards face down to each player, one at a time; who was passed over may have the second
    after the others."""
    for seat in callers(r):
        yield from deal_card(
            r, hidden_of(seat), "deal_down", up=False, unless=partial(dealing.is_gone, r, seat)
        )
    late = []
    for seat in callers(r):
        missed = partial(dealing.was_reported, r, MISSED_DOWN, seat)
        step = "deal_down_second"
        dealt = yield from deal_card(r, hidden_of(seat), step, up=False, unless=missed)
        if missed() and not dealt:
            late.append(seat)
    for seat in late:
        yield from dealing.deal_late(r, hidden_of(seat), False, "one_down_card", "second_card")


def drop_dead(r: Round) -> None:
    """The face-down cards of whoever is out of the round go to the discard rack."""
    for seat in r.data.players:
        if seat not in r.state.hands and hidden_of(seat) in r.state.hands:
            r.collect(hidden_of(seat), "dead_box")


def check_report(r: Round, given: Input) -> None:
    """Refuse a report of something that the cards show to be otherwise."""
    reports.check(r, given)
    if given.what == MISSED_DOWN:
        assert isinstance(given.who, int)
        if len(r.state.hands.get(hidden_of(given.who), ())) != 1:
            wanted = f"{given.what}: seat {given.who} has not one face-down card"
            raise Refused(wanted, r.cite(given.what))


# -- the choice ------------------------------------------------------------------------------------


def choose_hands(r: Round) -> Script[None]:
    """From the dealer's left each player takes the face-down pair or keeps the open one; the other
    goes to the discard rack."""
    r.phase("decision")
    yield from r.go_on("choose")
    for seat in sorted(seat for seat in r.data.players if hidden_of(seat) in r.state.hands):
        choices = (Choice(SWITCH, cite=r.cite(SWITCH)), Choice(KEEP, cite=r.cite(KEEP)))
        given = yield from r.ask(seat, *choices, step="choose", idle=KEEP)
        if given.what == SWITCH:
            exchange(r, seat)
        else:
            r.collect(hidden_of(seat), KEEP)


def exchange(r: Round, seat: int) -> None:
    """The face-down pair is turned up and becomes the hand; the open one is discarded."""
    hidden = hidden_of(seat)
    turned, laid_aside = tuple(cards_of(r, hidden)), tuple(cards_of(r, seat))
    for place, cards in ((seat, turned), (hidden, laid_aside)):
        r.emit(Event("revealed", place, cards=cards, step=SWITCH, cite=r.cite(SWITCH)))
    r.collect(hidden, SWITCH)
