"""Who may bet, the first cards of a round, and its end, as the games of this family have them.

A game deals in an order of its own and puts it together from these. What goes wrong with the first
cards (a seat without its second, a dealer passed over) is made good here.
"""

from collections.abc import Callable
from functools import partial

from houseway.games.authoring.shoe import answer, burn_exposed, deal_card, end_round, pending
from houseway.games.twenty_one import behind, reports
from houseway.games.twenty_one.behind import callers, followers
from houseway.games.twenty_one.boxes import DEALER, MAIN, base, dealt_to, places, seat_of
from houseway.games.twenty_one.dealer import DREW_AGAIN, burn_overdrawn
from houseway.games.twenty_one.insurance import put_reader_away
from houseway.games.twenty_one.reports import (
    MISSED_DEALER,
    MISSED_SECOND,
    MISSED_THIRD,
    READER_OUT,
)
from houseway.games.twenty_one.rules import rule_of
from houseway.referee.events import Place, box_of
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

LATE = {MISSED_SECOND: ("one_card", "second_card"), MISSED_THIRD: ("two_cards", "third_card")}
LASTING = frozenset({"shoe", "in_last", "reader_out"})  # notes that a void round leaves


def watch(r: Round) -> None:
    """What is done at once about a report, and which reports can be true."""
    r.may_report = lambda given: reports.check(r, given)
    r.on_report[READER_OUT] = lambda: put_reader_away(r)
    r.on_report[DREW_AGAIN] = lambda: burn_overdrawn(r)


# -- wagers --------------------------------------------------------------------------------------


def check_bet(r: Round, given: Input) -> None:
    """Refuse a bet that the window does not take, beyond the boxes, or from one too many."""
    r.window.check_bet(given)
    if isinstance(given.who, int):
        if box_of(given.who) > r.rule("box_count"):
            raise Refused(f"the layout has {r.rule('box_count')} boxes", r.cite("box_count"))
        behind.check_bet(r, given)


def check_entry(r: Round, given: Input) -> None:
    """Who has sat out a round of this shoe may be kept out until the reshuffle, unless the house
    accepts the wager."""
    seat = given.who
    if not isinstance(seat, int) or given.accepted:
        return
    if rule_of(r.rules, "mid_shoe_entry") == "barred" and not r.data.fresh_deck:
        was_in = r.data.notes.get("in_last")
        if was_in is not None and not shuffled(r) and r.data.players[seat] not in was_in.values():
            raise Refused(f"seat {seat} sat out a round of this shoe", r.cite("mid_shoe_entry"))


def note_players(r: Round) -> None:
    """Who has wagered on this round, for the next."""
    r.data.notes["in_last"] = {str(seat): r.data.players[seat] for seat in r.clockwise(MAIN)}


def shuffled(r: Round) -> bool:
    """Whether this round began with a shuffle."""
    return any(event.kind == "shuffled" for event in r.events)


def offer_attack(r: Round, wager: str, step: str) -> Script[None]:
    """Who decides on a box may add a wager to the first one, as much as that or nothing; if it is
    added, the others on the box may as well."""
    for seat in callers(r):
        if seat in r.state.gone or not (yield from offer_one(r, seat, wager, step)):
            continue
        for person in followers(r, seat):
            yield from offer_one(r, person, wager, "behind_attacks")


def offer_one(r: Round, seat: int, wager: str, step: str) -> Script[bool]:
    """Whether somebody adds a wager to the first one."""
    amount = r.exact_amount(seat, wager)
    add = Choice(f"add_{wager}", amount, amount, cite=r.rules.wager(wager).cite)
    given = yield from r.ask(seat, add, Choice(f"no_{wager}"), step=step)
    if given.what == add.name:
        r.wager(seat, wager, given.amount, step)
    return bool(given.what == add.name)


# -- the first cards -----------------------------------------------------------------------------


def deal_first(r: Round, seats: list[int], up: bool = True) -> Script[None]:
    """A first card to each hand of each box."""
    for seat in seats:
        for place in dealt_to(r, seat):
            yield from deal_card(r, place, "deal", up, unless=partial(is_gone, r, seat))
    for seat in seats:  # where a hand of a box got no card its others go as well
        for place in [place for place in places(r, seat) if is_gone(r, seat)]:
            r.collect(place, "dead_box")


def is_gone(r: Round, seat: int) -> bool:
    """Whether a box is out of the round."""
    return seat in r.state.gone


def deal_dealer(r: Round) -> Script[None]:
    """The dealer's first card, unless it is forgotten."""
    yield from deal_card(r, DEALER, "deal_dealer", unless=partial(pending, r, MISSED_DEALER))


def deal_around(r: Round, after_seconds: Callable[[Round], None] | None = None) -> Script[None]:
    """A card to each box and one to the dealer, a second to each box, then what is settled by these
    and, in some modes, the dealer's second card."""
    r.phase("deal")
    yield from r.go_on("deal")
    yield from deal_first(r, callers(r))
    yield from deal_dealer(r)
    missed = pending(r, MISSED_DEALER)
    behind.let_go(r)
    yield from deal_seconds(r)
    if missed:
        yield from deal_missed(r)
    if after_seconds:
        after_seconds(r)
    yield from deal_hole(r)


def deal_seconds(r: Round, up: bool = True) -> Script[None]:
    """A second card to each hand; one that was passed over gets it after the others."""
    yield from deal_next(r, "deal_second", MISSED_SECOND, up)


def deal_thirds(r: Round) -> Script[None]:
    """A third card to each hand, likewise."""
    yield from deal_next(r, "deal_third", MISSED_THIRD)


def deal_next(r: Round, step: str, missed: str, up: bool = True) -> Script[None]:
    """Another card to each hand; one of which it is reported that it was passed over gets it after
    the others."""
    late: list[Place] = []
    for seat in callers(r):
        passed_over = partial(was_reported, r, missed, seat)
        for place in dealt_to(r, seat):
            dealt = False
            if place in r.state.hands:
                dealt = yield from deal_card(r, place, step, up, unless=passed_over)
            if passed_over() and not dealt:
                late.append(place)
    for place in late:
        yield from deal_late(r, place, up, *LATE[missed])


def deal_missed(r: Round) -> Script[None]:
    """The first card that the dealer did not take in its turn."""
    answer(r, MISSED_DEALER, "deal_missed")
    yield from deal_card(r, DEALER, "deal_missed")


def deal_hole(r: Round) -> Script[None]:
    """The dealer's second card, in the modes in which it comes before the players' decisions."""
    mode = r.rule("dealer_cards")
    if mode == "double_exposure":
        yield from deal_card(r, DEALER, "deal_exposed")
    elif mode != "no_hole":
        yield from deal_card(r, DEALER, "deal_hole", up=False)


def deal_late(r: Round, place: Place, up: bool, step: str, choice: str) -> Script[None]:
    """A player who lacks a card may take it after the others, or lets the hand go."""
    asked = (Choice(choice), Choice("dead"))
    given = yield from r.ask(seat_of(place), *asked, step=step, idle=choice)
    if given.what == choice:
        yield from deal_card(r, place, step, up)
    elif given.what == "dead":
        call_dead(r, place, step)


def call_dead(r: Round, place: Place, step: str) -> None:
    """A hand that never got its cards is dead: all that was bet on it goes back, and what was bet
    on more than that hand."""
    seat = seat_of(place)
    others = {base(r, hand) for hand in dealt_to(r, seat) if hand != place}
    for person in (seat, *followers(r, seat)):
        for wager in [name for name in r.state.bets[person] if name not in others]:
            r.push(person, wager, step=step)
    r.collect(place, step)


def was_reported(r: Round, what: str, seat: int) -> bool:
    """Whether something was reported of a seat."""
    return any(e.kind == "reported" and e.what == what and e.who == seat for e in r.events)


# -- the end -------------------------------------------------------------------------------------


def pick_up(r: Round, before_end: Callable[[], None] = lambda: None) -> Script[None]:
    """All cards go to the discard rack."""
    yield from r.go_on("collect")
    burn_exposed(r)
    for seat in list(r.counterclockwise()):
        for place in places(r, seat):
            r.collect(place, "collect")
    r.collect(DEALER, "collect")
    r.data.notes.pop("given_up", None)
    r.data.notes.pop("switched", None)
    before_end()
    yield from end_round(r)
