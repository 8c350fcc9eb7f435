"""Three Card 21 "N" Done in the order of the regulation (N.J.A.C. 13:69F-2C).

Each player has three open cards. The bonus is settled first, then every 21 is paid, then the dealer
looks for a blackjack; what players do with the rest is in ``three_way``. The other parts of the
round are the family's. Each step's cite stands in the rulebook under ``round``.
"""

from functools import partial

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import answer, deal_card, pending, prepare_shoe
from houseway.games.authoring.shoe_cut import from_box
from houseway.games.twenty_one import behind, dealing
from houseway.games.twenty_one.attack_round import check_bet, from_the_shoe
from houseway.games.twenty_one.behind import callers, followers
from houseway.games.twenty_one.boxes import (
    DEALER,
    cards_of,
    has_blackjack,
    may_be_blackjack,
    up_card,
    worth_of,
)
from houseway.games.twenty_one.dealer import dealer_plays, lose_insurance, settle
from houseway.games.twenty_one.decisions import announce_total, in_play, pay_at_once
from houseway.games.twenty_one.insurance import insure, reader_in_use
from houseway.games.twenty_one.moments import NO_MOMENTS
from houseway.games.twenty_one.reports import MISSED_DEALER
from houseway.games.twenty_one.three_card_21_n_done.hand import bonus_of
from houseway.games.twenty_one.three_card_21_n_done.three_way import play_hands
from houseway.games.twenty_one.twentyone import ACE, GOAL, rank
from houseway.referee.round import Round, Script

BONUS = "bonus"
MISSED_HOLE = "dealer_misses_hole"


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from from_the_shoe(r, play_round(r))


def play_round(r: Round) -> Script[None]:
    """Wagers, three cards, the bonus, paid 21s, insurance, decisions, the dealer, settlement."""
    if r.data.fresh_deck and r.rule("dealer_cards") == "hole_with_reader":
        r.say("reader_inspected")
    yield from prepare_shoe(r, lambda idle: from_box(r, idle))
    yield from cash.take_bets(r, lambda given: check_bet(r, given), r.window.check_close)
    r.say("close")
    dealing.note_players(r)
    yield from behind.ask_consent(r)
    yield from deal(r)
    yield from settle_bonus(r)
    yield from pay_21s(r)
    yield from offer_insurance(r)
    if not (yield from finds_blackjack(r)):
        yield from play_hands(r)
    yield from dealer_plays(r, 1, NO_MOMENTS)
    yield from settle(r, 1, NO_MOMENTS)
    yield from dealing.pick_up(r)


def deal(r: Round) -> Script[None]:
    """Three cards face up to each spot, and between them one up and one down to the dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    yield from dealing.deal_first(r, callers(r))
    yield from dealing.deal_dealer(r)
    missed = pending(r, MISSED_DEALER)
    behind.let_go(r)
    yield from dealing.deal_seconds(r)
    if not missed:
        passed = partial(pending, r, MISSED_HOLE)
        yield from deal_card(r, DEALER, "deal_hole", up=False, unless=passed)
    yield from dealing.deal_thirds(r)
    if missed:
        yield from dealing.deal_missed(r)
        yield from deal_card(r, DEALER, "deal_hole", up=False)
    elif pending(r, MISSED_HOLE):
        answer(r, MISSED_HOLE, "hole_missed")
        yield from deal_card(r, DEALER, "hole_missed", up=False)


def settle_bonus(r: Round) -> Script[None]:
    """Losing bonus wagers are taken, and then the winners paid by their highest hand."""
    r.phase("decision")
    yield from r.go_on(BONUS)
    rows: dict[int, list[str]] = {}
    for seat in reversed([seat for seat in callers(r) if seat in r.state.hands]):
        row = bonus_of(cards_of(r, seat), worth_of(r, seat).total)
        rows |= {person: [row] if row else [] for person in (seat, *followers(r, seat))}
    for person in sorted(rows, key=lambda person: bool(rows[person])):
        r.settle(person, BONUS, rows[person], BONUS)


def pay_21s(r: Round) -> Script[None]:
    """From the dealer's left the totals are announced, and three cards that count 21 paid."""
    yield from r.go_on("announce")
    for seat in callers(r):
        if in_play(r, seat):
            announce_total(r, seat)
            if worth_of(r, seat).total == GOAL:
                pay_at_once(r, seat, "three_card_21", NO_MOMENTS)


def offer_insurance(r: Round) -> Script[None]:
    """Beside an ace whoever has no 21 may insure; then the totals are announced again."""
    if rank(up_card(r)) != ACE:
        return
    for seat in callers(r):
        yield from insure(r, seat)
    r.say("totals_again")
    for seat in callers(r):
        if in_play(r, seat):
            announce_total(r, seat)


def finds_blackjack(r: Round) -> Script[bool]:
    """Whether the dealer, who looks beside an ace or a ten, has a blackjack; without one insurance
    is lost."""
    if may_be_blackjack(r):
        yield from r.go_on("check")
        r.say("reader" if reader_in_use(r) else "by_hand")
        if has_blackjack(r, DEALER):
            r.say("dealer_blackjack")
            return True
        lose_insurance(r, 1)
    r.say("no_blackjack")
    return False
