"""Blackjack in the order of the regulation (N.J.A.C. 13:69F-2).

Each step's cite stands in the rulebook under ``round``. The names of hands and wagers are in
the family's ``boxes``, the first cards in ``dealing``, the cards in ``shoe``, insurance in
``insurance``, what players decide in ``decisions``, the dealer's hand and the settlement in
``dealer``; the side wagers are in ``sides``.
"""

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import burn, pending
from houseway.games.twenty_one import behind, dealing
from houseway.games.twenty_one.behind import callers
from houseway.games.twenty_one.blackjack import entry, sides
from houseway.games.twenty_one.blackjack.double_shoe import draw_determinant, prepare_shoe
from houseway.games.twenty_one.blackjack.sides import MOMENTS
from houseway.games.twenty_one.boxes import DEALER, MAIN, is_hand_dealt, made_on, spots
from houseway.games.twenty_one.dealer import dealer_plays, settle, wanted
from houseway.games.twenty_one.decisions import play_hands
from houseway.games.twenty_one.insurance import insure, shows_blackjack
from houseway.games.twenty_one.reports import MISSED_DEALER
from houseway.referee.events import RACK, Event, Place, seat_account
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused


def play(r: Round) -> Script[None]:
    """One round; the next goes on from what it leaves of the shoe."""
    r.lasting = dealing.LASTING | {"sides", "entry", "down_offered"}
    dealing.watch(r)
    try:
        yield from play_round(r)
    finally:
        r.keep_shoe()


def play_round(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from prepare_shoe(r)
    yield from take_bets(r)
    yield from close_bets(r)
    yield from behind.ask_consent(r)
    yield from deal(r)
    yield from sides.settle_at_once(r, sides.AFTER_HOLE)
    if r.rule("insurance_window") == "at_once":
        for seat in callers(r):
            yield from insure(r, seat)
    if (yield from shows_blackjack(r, MOMENTS)):
        r.phase("decision")
        yield from sides.third_sevens(r)
    else:
        yield from play_hands(r, MOMENTS)
    for spot in spots(r):
        if wanted(r, spot):
            yield from dealer_plays(r, spot, MOMENTS)
            yield from settle(r, spot, MOMENTS)
    yield from finish(r)


# -- wagers --------------------------------------------------------------------------------------


def take_bets(r: Round) -> Script[None]:
    """Wagers until they are closed."""
    yield from cash.take_bets(r, lambda given: check_bet(r, given), lambda: check_close(r))


def check_bet(r: Round, given: Input) -> None:
    """Refuse a bet that may not be made."""
    if isinstance(given.who, int) and given.who in r.data.players:
        sides.check_bet(r, given)
    dealing.check_bet(r, given)
    if r.rules.fixes("mid_shoe_entry"):
        dealing.check_entry(r, given)
    elif isinstance(given.who, int):
        entry.check_bet(r, given, dealing.shuffled(r))


def check_close(r: Round) -> None:
    """Refuse to close while wagers do not go together."""
    r.window.check_close()
    for seat in r.clockwise("progressive"):
        sides.check_light(r, seat)
    if len(spots(r)) > 1:
        for seat in r.clockwise():
            if len(list(made_on(r, seat))) < r.rule("multi_least"):
                wanted = f"seat {seat} needs {r.rule('multi_least')} wagers"
                raise Refused(wanted, r.cite("multi_least"))


def close_bets(r: Round) -> Script[None]:
    """Wagers are locked; the hand fee is collected and progressive wagers are registered."""
    if r.rule("hand_fee"):
        r.say("fee_posted")
    for seat in r.one_box_each(seat for seat in r.clockwise(MAIN) if owes_fee(r, seat)):
        yield from charge_fee(r, seat)
    r.say("close")
    if "progressive" in r.rules.wagers:
        r.say("lock_progressive")
        for seat in r.clockwise("progressive"):
            r.lose(seat, "progressive", step="collect_progressive")
        r.feed("progressive", "lock_progressive")
    if not r.rules.fixes("mid_shoe_entry"):
        yield from entry.note_wagers(r, dealing.shuffled(r))
    dealing.note_players(r)


def owes_fee(r: Round, seat: int) -> bool:
    """Whether a first wager is so small that a fee is due for it."""
    return bool(r.rule("hand_fee")) and r.state.stake(seat, MAIN) <= r.rule("fee_wager_most") * 100


def charge_fee(r: Round, seat: int) -> Script[None]:
    """A fee for the round from a player who owes it, once for all of his boxes."""
    fee, step = r.rule("hand_fee"), "hand_fee"
    given = yield from r.ask("floor", Choice("charge"), Choice("waive"), step="fee_waiver")
    if given.what == "charge":
        player, cite = seat_account(seat), r.cite(step)
        r.emit(Event("fee", seat, step, step, fee, 0, player, RACK, step=step, cite=cite))


# -- the deal ------------------------------------------------------------------------------------


def deal(r: Round) -> Script[None]:
    """One card to each box and one to the dealer, a second to each box, and in some modes to the
    dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    if r.rule("burn_each_round"):
        yield from burn(r, "burn_round")
    up = not is_hand_dealt(r)
    first: list[Place] = [*callers(r), DEALER]
    if r.rule("dealing") == "double_shoe":
        used = yield from draw_determinant(r, first[0])
        first = first[1:] if used else first
    yield from dealing.deal_first(r, [seat for seat in callers(r) if seat in first], up)
    if first:
        yield from dealing.deal_dealer(r)
    missed = pending(r, MISSED_DEALER)
    behind.let_go(r)
    yield from dealing.deal_seconds(r, up)
    if missed:
        yield from dealing.deal_missed(r)
    yield from sides.settle_at_once(r, sides.BEFORE_HOLE)
    yield from dealing.deal_hole(r)


# -- the end -------------------------------------------------------------------------------------


def finish(r: Round) -> Script[None]:
    """Bonus amounts are drawn, the cards picked up, and standing wagers stay."""
    yield from sides.pay_bonuses(r)
    yield from dealing.pick_up(r, lambda: r.leave_standing("streak_stands"))
