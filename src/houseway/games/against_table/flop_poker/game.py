"""Flop poker in the order of the regulation (N.J.A.C. 13:69F-29).

Ante and flop play against a paytable, the pot among the players, and the bonus on three cards. Each
step's cite stands in the rulebook under ``round``.
"""

from houseway.games.against_table.flop_poker.hand import best_strength, rows_hit, three_card_row
from houseway.games.against_table.three_each import BOARD, deal_three_each, show_board
from houseway.games.authoring.pot import divided, pay_out, put_in, put_right
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES
from houseway.referee.dealing import prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
ANTE, POT, FLOP, BONUS = "ante", "pot", "flop", "three_card_bonus"
BET, SURRENDER = "bet", "surrender"
WRONG_COUNT = "player_wrong_count"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    r.on_report[WRONG_COUNT] = lambda: award_again(r)
    yield from prepare_deck(r)
    yield from r.take_bets(lambda: check_close(r))
    r.say("close")
    give_back_lone_pot(r)
    yield from deal_three_each(r, ANTE)
    yield from decide(r)
    yield from show_board(r)
    yield from settle(r)
    yield from award_pot(r)
    yield from collect(r)


# -- wagers --------------------------------------------------------------------------------------


def check_close(r: Round) -> None:
    """What the rulebook requires, but for the pot wager of one who plays alone."""
    try:
        r.window.check_close()
    except Refused as refusal:
        alone = list(r.clockwise())
        if len(alone) != 1 or r.has(alone[0], POT) or not r.has(alone[0], ANTE):
            raise refusal


def give_back_lone_pot(r: Round) -> None:
    """A pot wager that nobody else stands against goes back."""
    seats = list(r.clockwise())
    if len(seats) == 1 and r.has(seats[0], POT):
        r.take_back(seats[0], POT, "lone_pot")


# -- ante and flop -------------------------------------------------------------------------------


def decide(r: Round) -> Script[None]:
    """Each player adds a flop wager or surrenders the ante."""
    r.phase("decision")
    for seat in r.clockwise():
        chips = r.exact_amount(seat, FLOP)
        bet = Choice(BET, chips, chips, cite=r.cite(BET))
        give_up = Choice(SURRENDER, cite=r.cite(SURRENDER))
        given = yield from r.ask(seat, bet, give_up, step="decide")
        if given.what == BET:
            r.wager(seat, FLOP, given.amount, BET)
        elif given.what == SURRENDER:
            r.lose(seat, ANTE, step=SURRENDER)


def settle(r: Round) -> Script[None]:
    """Each player from the dealer's right: the bonus, then ante and flop."""
    least = RANKS.index(r.rule("least_win"))
    for seat in r.counterclockwise():
        yield from r.go_on("turn_up")
        if seat in r.state.gone:  # found void just now
            continue
        r.reveal(seat, "turn_up")
        if r.live(seat, BONUS):
            r.settle(seat, BONUS, {three_card_row(r.mask(seat))}, "settle_bonus")
        hit = rows_hit(strength_of(r, seat), least)
        for wager in (ANTE, FLOP):
            if r.live(seat, wager):
                r.settle(seat, wager, hit, "settle_main")


def strength_of(r: Round, seat: int) -> int:
    """The best hand of a player's three cards and two community cards."""
    return best_strength(r.mask(seat), [r.mask(place) for place in BOARD], r.rule("board_used"))


# -- the pot -------------------------------------------------------------------------------------


def award_pot(r: Round) -> Script[None]:
    """All pot wagers go to the best hand at the table; equal hands share them."""
    yield from r.go_on("award_pot")
    seats = [seat for seat in r.counterclockwise(POT) if r.live(seat, POT)]
    r.say("award_pot")
    for seat in seats:
        put_in(r, seat, POT, "award_pot")
    for seat, due in shares_of(r, seats).items():
        pay_out(r, seat, POT, due, "award_pot")


def shares_of(r: Round, seats: list[int]) -> dict[int, int]:
    """What each of the best hands gets of the pot wagers of these seats."""
    found = {seat: strength_of(r, seat) for seat in seats}
    winners = [seat for seat in seats if found[seat] == max(found.values())]
    return divided(sum(r.state.placed[seat][POT] for seat in seats), winners)


def award_again(r: Round) -> Script[None]:
    """A hand is found void after the pot was awarded: it goes to the best of the others."""
    if any(event.kind == "said" and event.what == "award_pot" for event in r.events):
        seats = [seat for seat in r.counterclockwise(POT) if seat not in r.state.gone]
        shares, cite = shares_of(r, seats), r.cite(WRONG_COUNT)
        for seat in seats:
            due = shares.get(seat, 0) - r.state.placed[seat][POT] - r.state.nets[seat][POT]
            put_right(r, seat, POT, due, cite)
    return
    yield


def collect(r: Round) -> Script[None]:
    """When the pot is awarded the cards are picked up in order."""
    yield from r.go_on("collect")
    places: list[Place] = [*(s for s in r.counterclockwise() if s in r.state.hands), *BOARD]
    for place in places:
        r.collect(place, "collect")
