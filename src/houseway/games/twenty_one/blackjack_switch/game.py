"""Blackjack switch in the order of the regulation (N.J.A.C. 13:69F-2A).

Every player has two hands and may exchange their second cards. The parts of the round are the
family's; the match wager is this game's. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import prepare_shoe
from houseway.games.authoring.shoe_cut import from_box
from houseway.games.twenty_one import behind, dealing
from houseway.games.twenty_one.attack_round import check_bet, from_the_shoe
from houseway.games.twenty_one.behind import callers
from houseway.games.twenty_one.blackjack_switch.match import settle_match
from houseway.games.twenty_one.dealer import dealer_plays, settle
from houseway.games.twenty_one.decisions import play_hands
from houseway.games.twenty_one.insurance import insure, shows_blackjack
from houseway.games.twenty_one.moments import NO_MOMENTS
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from from_the_shoe(r, play_round(r))


def play_round(r: Round) -> Script[None]:
    """Wagers, the deal, the match, insurance, switches and decisions, the dealer's hand."""
    yield from prepare_shoe(r, lambda idle: from_box(r, idle))
    yield from cash.take_bets(r, lambda given: check_bet(r, given), r.window.check_close)
    r.say("close")
    dealing.note_players(r)
    yield from behind.ask_consent(r)
    yield from dealing.deal_around(r, settle_match)
    for seat in callers(r):
        yield from insure(r, seat)
    if not (yield from shows_blackjack(r, NO_MOMENTS)):
        yield from play_hands(r, NO_MOMENTS)
    yield from dealer_plays(r, 1, NO_MOMENTS)
    yield from settle(r, 1, NO_MOMENTS)
    yield from dealing.pick_up(r)
