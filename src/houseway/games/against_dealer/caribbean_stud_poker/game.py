"""Caribbean stud poker in the order of the regulation (N.J.A.C. 13:69F-16).

Each step's cite stands in the edition's rulebook under ``round``. Seats are dealt to from the
dealer's far left and settled from the far right.
"""

from houseway.games.against_dealer.caribbean_stud_poker.hand import (
    qualifies,
    rows_hit,
    strength_of_ranks,
)
from houseway.games.against_dealer.fold_or_play import stays_in
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES, strength
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.meters import share_of_meter
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

PLAYERS_CARD = {1: "first_card", 2: "second_card"}  # the steps of the first times around
DEALERS_CARD = {1: "hole_card", 2: "hole_card"}


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, {"card_order": RANKS, "hand_order": CATEGORIES})
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal(r)
    yield from decide(r)
    yield from reveal(r)
    if qualifies(r.mask("dealer"), strength_of_ranks(r.rule("qualifying_hand"))):
        yield from settle_contest(r)
        yield from collect_cards(r, "collect", "document")
    else:
        yield from settle_no_hand(r)
        yield from collect_cards(r, "collect_no_hand", "document_no_hand")


# -- the deal ------------------------------------------------------------------------------------


def deal(r: Round) -> Script[None]:
    """Five cards to each ante and to the dealer, one of the dealer's for all to see."""
    r.phase("deal")
    yield from r.go_on("deal")
    if r.rule("deals_stacks"):
        yield from deal_stacks(r)
    else:
        yield from deal_singly(r)
    count_stub(r)


def deal_singly(r: Round) -> Script[None]:
    """One card at a time around the table; one of the dealer's is face up."""
    seats = list(r.clockwise("ante"))
    for number in range(1, r.rule("cards_each") + 1):
        yield from r.deal_around(seats, 1, PLAYERS_CARD.get(number, "further_cards"))
        up = number == r.rule("dealer_up_card")
        step = "up_card" if up else DEALERS_CARD.get(number, "further_cards")
        yield from r.deal("dealer", 1, step, up=up)


def deal_stacks(r: Round) -> Script[None]:
    """A stack to each place; one card of the dealer's, counted from its top, is turned up."""
    count, up = r.rule("cards_each"), r.rule("dealer_up_card")
    yield from r.deal_stacks(r.clockwise("ante"), count, "stack")
    if above := up - 1:
        yield from r.deal("dealer", above, "hole_card")
    yield from r.deal("dealer", 1, "up_card", up=True)
    if below := count - up:
        yield from r.deal("dealer", below, "hole_card")


# -- the decision --------------------------------------------------------------------------------


def decide(r: Round) -> Script[None]:
    """Each player makes a bet wager, or folds."""
    r.phase("decision")
    for seat in r.clockwise("ante"):
        if not (yield from stays_in(r, seat, "bet")) and seat not in r.state.gone:
            fold(r, seat)
    r.say("decided")


def fold(r: Round, seat: int) -> None:
    """The ante is lost, and the hand is gone with whatever it could have won."""
    r.lose(seat, "ante", step="fold")
    if r.has(seat, "progressive"):
        r.forfeit(seat, "progressive", "forfeit_progressive")
    r.collect(seat, "fold")


def reveal(r: Round) -> Script[None]:
    """The dealer turns up the hole cards."""
    yield from r.go_on("reveal")
    r.phase("settlement")
    r.reveal("dealer", "reveal")


# -- a dealer who qualifies ----------------------------------------------------------------------


def settle_contest(r: Round) -> Script[None]:
    """Losers first, then pushes, then winners: each time from the dealer's right."""
    dealer = strength(r.mask("dealer"))
    for seat in r.counterclockwise("bet"):
        yield from r.go_on("turn_up")
        if seat in r.state.gone:
            continue
        r.reveal(seat, "turn_up")
        if strength(r.mask(seat)) < dealer:
            r.lose(seat, "ante", "bet", step="lower")
            take_hand(r, seat, "lower")
    for seat in still_there(r):
        if strength(r.mask(seat)) == dealer:
            r.push(seat, "ante", "bet", step="equal")
            take_hand(r, seat, "equal")
    for seat in still_there(r):
        yield from r.go_on("pay")
        if seat in r.state.gone:
            continue
        if strength(r.mask(seat)) > dealer:
            r.win(seat, "ante", step="higher")
            r.settle(seat, "bet", rows_hit(r.mask(seat)), "higher")
        yield from pay_progressive(r, seat)


def still_there(r: Round) -> list[int]:
    """The seats that bet and whose hands are on the layout, from the dealer's right."""
    return [seat for seat in r.counterclockwise("bet") if seat in r.state.hands]


def take_hand(r: Round, seat: int, step: str) -> None:
    """A hand that has not won is collected, unless it has a progressive award to come."""
    if wins_progressive(r, seat):
        r.keep(seat, "keep_for_progressive")
    else:
        r.collect(seat, step)


# -- a dealer who does not -----------------------------------------------------------------------


def settle_no_hand(r: Round) -> Script[None]:
    """Every ante is paid and every bet goes back; then progressive hands are paid."""
    r.say("no_hand")
    for seat in r.counterclockwise("bet"):
        yield from r.go_on("pay_ante")
        if seat in r.state.gone:
            continue
        if r.rule("hands_turned_up") == "all" or r.has(seat, "progressive"):
            r.reveal(seat, "turn_up_no_hand")
        r.win(seat, "ante", step="pay_ante")
        r.push(seat, "bet", step="bet_void")
    for seat in still_there(r):
        yield from pay_progressive(r, seat)


# -- the progressive -----------------------------------------------------------------------------


def pay_progressive(r: Round, seat: int) -> Script[None]:
    """A winning hand is checked and paid from the meter as it stands, with those who share it."""
    winners = paid_together(r, seat)
    for _ in winners:
        yield from r.ask("floor", Choice("validate"), step="validate_progressive")
    winners = [winner for winner in winners if winner not in r.state.gone]
    for winner in winners:
        r.settle(
            winner,
            "progressive",
            rows_hit(r.mask(winner)),
            "pay_progressive",
            returns_stake=False,
            share=share_of_meter(r, winner, winners),
        )


def paid_together(r: Round, seat: int) -> list[int]:
    """Who is paid at this seat's turn: nobody, the seat alone, or all who share the meter."""
    shared: str = r.rule("meter_shared_by")
    if seat not in r.state.hands or not wins_progressive(r, seat) or awards(r, seat):
        return []
    if shared not in rows_hit(r.mask(seat)):
        return [seat]
    return [
        each
        for each in still_there(r)
        if r.has(each, "progressive") and shared in rows_hit(r.mask(each))
    ]


def wins_progressive(r: Round, seat: int) -> bool:
    """Whether a seat's progressive wager wins, whatever the dealer holds."""
    return r.has(seat, "progressive") and r.would_win(seat, "progressive", rows_hit(r.mask(seat)))


def awards(r: Round, seat: int) -> list[int]:
    """What a seat's progressive wager has been paid so far, in cents, and given back of it."""
    signs = {"paid": 1, "reclaimed": -1}
    return [
        event.amount * signs[event.kind]
        for event in r.events
        if event.kind in signs and event.who == seat and event.wager == "progressive"
    ]


# -- the cards -----------------------------------------------------------------------------------


def collect_cards(r: Round, step: str, document: str) -> Script[None]:
    """All hands go to the rack; one whose award is paid elsewhere waits for its documents."""
    yield from r.go_on(step)
    waiting = [seat for seat in still_there(r) if paid_elsewhere(r, seat)]
    for seat in still_there(r):
        if seat in waiting:
            r.keep(seat, document)
        else:
            r.collect(seat, step)
    r.collect("dealer", step)
    for seat in waiting:
        yield from r.ask("floor", Choice("documented"), step=document)
        if seat in r.state.hands:
            r.collect(seat, step)


def paid_elsewhere(r: Round, seat: int) -> bool:
    """Whether a seat's award is more than the table inventory pays."""
    most = r.rule("inventory_pays_up_to")
    return most is not None and sum(awards(r, seat)) > most
