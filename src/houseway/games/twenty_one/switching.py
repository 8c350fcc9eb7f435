"""The one switch: the second cards of a player's two hands change places.

The player is asked when the turn comes, and may take it back as long as neither hand nor the
dealer's has got another card (the rule ``switches``; the steps ``switch``, ``switch_back``).
"""

from houseway.games.twenty_one.boxes import DEALER, cards_of, dealt_to, is_switched
from houseway.games.twenty_one.rules import rule_of
from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

SWITCH, BACK = "switch", "switch_back"
FIRST = 2  # cards that a hand is dealt


def offer(r: Round, seat: int) -> Script[None]:
    """A player with two hands of two cards hears the total of the first and may switch."""
    if not rule_of(r.rules, "switches") or not is_whole(r, seat):
        return
    choices = (Choice(SWITCH, cite=r.cite(SWITCH)), Choice("no_switch"))
    given = yield from r.ask(seat, *choices, step=SWITCH, idle="no_switch")
    if given.what == SWITCH:
        exchange(r, seat, SWITCH)
        r.data.notes.setdefault("switched", []).append(seat)


def is_whole(r: Round, seat: int) -> bool:
    """Whether a seat has all its hands, each of two cards."""
    return all(len(r.state.hands.get(place, ())) == FIRST for place in dealt_to(r, seat))


def exchange(r: Round, seat: int, step: str) -> None:
    """The second cards change places."""
    one, other = dealt_to(r, seat)
    (first, second), (third, fourth) = cards_of(r, one), cards_of(r, other)
    for place, cards in ((one, (first, fourth)), (other, (third, second))):
        r.emit(Event("revealed", place, cards=cards, step=step, cite=r.cite(step)))


def may_take_back(r: Round, seat: int) -> bool:
    """Whether a seat has switched and no card has come since to its hands or the dealer's."""
    if not is_switched(r, seat) or not is_whole(r, seat):
        return False
    mine = (*dealt_to(r, seat), DEALER)
    for event in reversed(r.events):
        if event.kind == "chose" and event.who == seat and event.what == SWITCH:
            return True
        if event.kind == "dealt" and event.who in mine:
            return False
    return False


def is_kept(r: Round, seat: int) -> Script[bool]:
    """Whether a switch stands: asked here only of who was asked about neither hand."""
    if not may_take_back(r, seat) or was_asked(r, seat):
        return True
    choices = (Choice(BACK, cite=r.cite(BACK)), Choice("keep_switch"))
    given = yield from r.ask(seat, *choices, step=BACK, idle="keep_switch")
    return bool(given.what != BACK)


def was_asked(r: Round, seat: int) -> bool:
    """Whether a seat has decided on a hand since it switched."""
    last = next(e for e in reversed(r.events) if e.kind == "chose" and e.who == seat)
    return last.what != SWITCH


def take_back(r: Round, seat: int) -> None:
    """The cards go back to where they were dealt, for good."""
    exchange(r, seat, BACK)
    r.data.notes["switched"].remove(seat)
