"""Switch hands blackjack in the order of the regulation (N.J.A.C. 13:69F-2B).

Each player has a pair face down and a pair face up, and plays one of them against the dealer's
hand. The privilege costs an ante fee. The face-down pairs are in ``pairs``, the other parts of the
round are the family's. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import pending, prepare_shoe
from houseway.games.authoring.shoe_cut import from_box
from houseway.games.twenty_one import attack_round, dealing
from houseway.games.twenty_one.attack_round import from_the_shoe
from houseway.games.twenty_one.behind import callers
from houseway.games.twenty_one.boxes import DEALER, MAIN, has_blackjack, may_be_blackjack, up_card
from houseway.games.twenty_one.dealer import dealer_plays, lose_insurance, settle
from houseway.games.twenty_one.decisions import announce_total, in_play, play_hands
from houseway.games.twenty_one.insurance import insure, reader_in_use
from houseway.games.twenty_one.moments import NO_MOMENTS
from houseway.games.twenty_one.reports import MISSED_DEALER
from houseway.games.twenty_one.switch_hands_blackjack import pairs
from houseway.games.twenty_one.switch_hands_blackjack.ante import ANTE, ante_fee
from houseway.games.twenty_one.twentyone import ACE, rank
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

BARRED = (
    "additional_barred",
    "multiple_action_barred",
    "progressive_barred",
    "bj_bonus_barred",
    "streak_barred",
    "match_dealer_barred",
    "switch_barred",
    "optional_bonus_barred",
    "in_between_barred",
)


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from from_the_shoe(r, play_round(r))


def play_round(r: Round) -> Script[None]:
    """Wagers, two pairs for each player, antes, the choice, insurance, decisions, the dealer."""
    r.may_report = lambda given: pairs.check_report(r, given)
    yield from prepare_shoe(r, lambda idle: from_box(r, idle))
    yield from cash.take_bets(r, lambda given: check_bet(r, given), r.window.check_close)
    r.say("close")
    dealing.note_players(r)
    yield from deal(r)
    yield from collect_antes(r)
    yield from pairs.choose_hands(r)
    for seat in callers(r):
        yield from insure(r, seat)
    yield from announce_totals(r)
    if not (yield from finds_blackjack(r)):
        yield from play_hands(r, NO_MOMENTS)
    yield from dealer_plays(r, 1, NO_MOMENTS)
    yield from settle(r, 1, NO_MOMENTS)
    yield from dealing.pick_up(r)


def check_bet(r: Round, given: Input) -> None:
    """Refuse a bet that may not be made: wagers of blackjack that this game bars by name."""
    for wager, _ in given.amounts:
        for rule in BARRED:
            if wager in r.rule(rule):
                raise Refused(f"{r.rules.book.title} has no {wager} wager", r.cite(rule))
    attack_round.check_bet(r, given)


def deal(r: Round) -> Script[None]:
    """Two cards face down to each player, then two face up; between these one face up to the
    dealer, and after them one face down."""
    r.phase("deal")
    yield from r.go_on("deal_down")
    yield from pairs.deal_down(r)
    yield from dealing.deal_first(r, callers(r))
    pairs.drop_dead(r)
    yield from dealing.deal_dealer(r)
    missed = pending(r, MISSED_DEALER)
    yield from dealing.deal_seconds(r)
    pairs.drop_dead(r)
    if missed:
        yield from dealing.deal_missed(r)
    yield from dealing.deal_hole(r)


def collect_antes(r: Round) -> Script[None]:
    """The ante fees are the house's, whatever becomes of the hands."""
    yield from r.go_on("ante_fee")
    for seat in callers(r):
        if r.live(seat, MAIN):
            r.charge(seat, ANTE, ante_fee(r.state.stake(seat, MAIN), r.rules), "ante_fee")


def announce_totals(r: Round) -> Script[None]:
    """After insurance, from the dealer's left, what each hand counts."""
    yield from r.go_on("totals")
    for seat in callers(r):
        if in_play(r, seat):
            announce_total(r, seat)


def finds_blackjack(r: Round) -> Script[bool]:
    """Whether the dealer has a blackjack, which ends the round: with a reader the dealer looks
    beside an ace or a ten, without one beside an ace, as insurance is decided."""
    if not may_be_blackjack(r):
        return False
    yield from r.go_on("check")
    if not reader_in_use(r) and rank(up_card(r)) != ACE:
        return False
    r.say("reader" if reader_in_use(r) else "by_hand")
    if has_blackjack(r, DEALER):
        r.say("dealer_blackjack")
        return True
    lose_insurance(r, 1)
    return False
