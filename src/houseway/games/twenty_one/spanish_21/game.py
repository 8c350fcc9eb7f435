"""Spanish 21 in the order of the regulation (N.J.A.C. 13:69F-19).

Blackjack without tens, in which many a 21 is paid more. The parts of the round are the family's;
the super bonus is this game's. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import answer, prepare_shoe, shuffle
from houseway.games.authoring.shoe_cut import LAST_OFFER, one_further
from houseway.games.twenty_one import behind, dealing, match_dealer
from houseway.games.twenty_one.attack_round import check_bet, from_the_shoe
from houseway.games.twenty_one.behind import callers, people_on
from houseway.games.twenty_one.boxes import MAIN, cards_of, is_split, more_of, up_card
from houseway.games.twenty_one.dealer import dealer_plays, settle
from houseway.games.twenty_one.decisions import play_hands
from houseway.games.twenty_one.insurance import insure, shows_blackjack
from houseway.games.twenty_one.moments import Moments
from houseway.games.twenty_one.super_bonus import SUPER, is_super, super_row
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

TURNED_OVER = "card_turned_over"
OTHERS = "others"  # the row of everybody else


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from from_the_shoe(r, play_round(r), dealing.LASTING | {LAST_OFFER})


def play_round(r: Round) -> Script[None]:
    """Wagers, the deal, match-the-dealer, insurance, decisions, the dealer's hand, settlement."""
    r.on_report[TURNED_OVER] = lambda: remix(r)
    if r.data.fresh_deck:
        r.say("tens_out")
    else:
        watch_shuffle(r)
    yield from prepare_shoe(r, lambda idle: one_further(r, idle))
    yield from cash.take_bets(r, lambda given: check_bet(r, given), r.window.check_close)
    r.say("close")
    dealing.note_players(r)
    yield from behind.ask_consent(r)
    yield from dealing.deal_around(r)
    moments = Moments(settled=pay_super_bonus)
    match_dealer.settle(r)
    for seat in callers(r):
        yield from insure(r, seat)
    if not (yield from shows_blackjack(r, moments)):
        yield from play_hands(r, moments)
    yield from dealer_plays(r, 1, moments)
    yield from settle(r, 1, moments)
    yield from dealing.pick_up(r)


def watch_shuffle(r: Round) -> None:
    """Only new cards are washed, so that one can be turned over then."""
    check = r.may_report

    def may_report(given: Input) -> None:
        if given.what == TURNED_OVER:
            raise Refused(f"{TURNED_OVER}: no new cards are mixed", r.cite(TURNED_OVER))
        if check is not None:
            check(given)

    r.may_report = may_report


def remix(r: Round) -> Script[None]:
    """A card was turned over while the cards were mixed: they are mixed again."""
    answer(r, TURNED_OVER, "remixed")
    yield from shuffle(r, "remixed")


def pay_super_bonus(r: Round, seat: int) -> None:
    """Three sevens of one suit beside a seven of the dealer's, neither split nor doubled: a fixed
    amount to everyone on the box by the first wager, and another to everybody else for each."""
    if seat not in r.state.hands or is_split(r, seat):
        return
    if not is_super(list(cards_of(r, seat)), up_card(r)):
        return
    for person, wager in people_on(r, seat):
        row = super_row(r.state.stake(person, MAIN), r.rules)
        if not row or r.has(person, more_of(wager)):
            continue
        r.bonus(person, SUPER, {row}, SUPER)
        name = r.data.players.get(person)
        rest = [s for s in r.clockwise(MAIN) if s != person and r.data.players.get(s) != name]
        for other in r.one_box_each(rest):
            r.bonus(other, SUPER, {OTHERS}, "super_bonus_others")
