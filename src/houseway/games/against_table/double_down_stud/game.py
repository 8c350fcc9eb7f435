"""Double down stud in the order of the regulation (N.J.A.C. 13:69F-17).

Each player has one card, and four before the dealer are everybody's: three face up and the hole
card. Having seen four of the five a player may add to the wager. Each step's cite stands in the
rulebook under ``round``.
"""

from houseway.games.against_table.settling import settle_in_passes
from houseway.games.authoring.pair_rows import rows_hit
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.authoring.shoe_cut import LAST_OFFER, cut_in_order, one_further
from houseway.hands.poker import CATEGORIES
from houseway.referee.dealing import Cut, prepare_deck, shuffle_and_cut
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
ORIGINAL, DOUBLE = "original", "double_down"
WAGERS = (ORIGINAL, DOUBLE)
NO_DOUBLE = "no_double"
HOLE, UP_CARDS = "board_hole", "board_up"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    r.lasting = frozenset({LAST_OFFER})
    offer_cut = offered_cut()
    r.on_report["shuffler_fails"] = lambda: shuffle_and_cut(r, offer_cut)
    yield from prepare_deck(r, offer_cut)
    yield from r.take_bets()
    r.say("close")
    yield from deal(r)
    yield from take_doubles(r)
    yield from show_hole_card(r)
    yield from settle(r)


def offered_cut() -> Cut:
    """The cut of a round, offered to players and made by the dealer if nobody takes it; after
    another shuffle in the same round it is offered in the same order."""
    order: list[Place] = []

    def offer(r: Round) -> Script[None]:
        order[:] = order or one_further(r)
        yield from cut_in_order(r, order)
        r.say("load")

    return offer


def deal(r: Round) -> Script[None]:
    """A card face up to each player; then the hole card and three face up before the dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    for seat in r.clockwise():
        yield from r.deal(seat, 1, "deal", up=True)
    yield from r.deal(HOLE, 1, "deal_hole")
    yield from r.deal(UP_CARDS, r.rule("up_cards"), "deal_up", up=True)


def take_doubles(r: Round) -> Script[None]:
    """Each player may add a wager up to the original one."""
    r.phase("decision")
    for seat in r.clockwise():
        most, chip = r.most_amount(seat, DOUBLE), r.rules.chip
        add = Choice(DOUBLE, chip, most, cite=r.cite("double"), step=chip)
        given = yield from r.ask(seat, add, Choice(NO_DOUBLE), step="double")
        if given.what == DOUBLE:
            r.wager(seat, DOUBLE, given.amount, "double")


def show_hole_card(r: Round) -> Script[None]:
    """No more bets; the hole card is turned over."""
    yield from r.go_on("close_doubles")
    r.phase("settlement")
    r.say("close_doubles")
    r.reveal(HOLE, "show_hole")


def settle(r: Round) -> Script[None]:
    """Losing hands first, then pushes, then winners; at last the cards before the dealer."""
    shared = r.mask(HOLE) | r.mask(UP_CARDS)
    win, push = (RANKS.index(r.rule(name)) for name in ("least_win", "least_push"))
    hits = {seat: rows_hit(shared | r.mask(seat), win, push) for seat in r.clockwise()}
    yield from settle_in_passes(r, hits, WAGERS)
    yield from r.go_on("collect")
    places: list[Place] = [HOLE, UP_CARDS]
    for place in places:
        r.collect(place, "collect")
