"""Pai gow poker in the order of the regulation (N.J.A.C. 13:69F-11).

Seats bear the numbers of the betting positions: 1 is at the dealer's far right and 6 at the far
left, so that counterclockwise is upward. Each step's cite stands in the rulebook under ``round``.
"""

from functools import partial

from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.authoring.shoe_cut import cut_in_order
from houseway.games.set_hands import dragons_eye, player_bank
from houseway.games.set_hands.bank_window import Bank
from houseway.games.set_hands.pai_gow_poker.felt import (
    ENVY,
    NUMBER,
    PROGRESSIVES,
    THREE_CARD,
    WAGER,
    PokerWindow,
    card_seats,
    made,
)
from houseway.games.set_hands.pai_gow_poker.hand import CATEGORIES
from houseway.games.set_hands.pai_gow_poker.hands import check_report, play_cards
from houseway.games.set_hands.pai_gow_poker.rows import THREE_CARD_ROWS, three_card_facts
from houseway.games.set_hands.pai_gow_poker.way import way_of
from houseway.games.set_hands.seat_cut import cut_later, cut_order
from houseway.games.set_hands.start import (
    DEALER,
    build_stacks,
    collect_empty,
    count_left,
    deal_to_all,
    dealt_places,
    deliver,
    find_start,
    move_button,
    places_from,
    roll_flat,
    start_place,
    table_ring,
)
from houseway.referee.dealing import count_stub, prepare_deck
from houseway.referee.events import Event, Place
from houseway.referee.requests import place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
TAKES = "triple_takes_hands"
MARKERS = {"bonus": "envy_marker", "dynasty": "dynasty_marker"}

commission = player_bank.vigorish


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the last payment."""
    hold_to_ranking(r.rules, RANKED)
    way_of(r.rules)
    felt = PokerWindow(r)
    r.window = felt
    r.may_report = lambda given: check_report(r, given)
    to_cut: list[bool] = []
    yield from prepare_deck(r, partial(cut_later, to_cut))
    r.take_up_standing()
    bank = yield from player_bank.take_wagers(r, felt)
    r.phase("cut")
    if to_cut:
        yield from cut_in_order(r, cut_order(r, bank))
    if bank.seat:
        bank = yield from player_bank.set_out_wager(r, bank, WAGER)
        felt.bank = bank
    close(r)
    if r.rule("bonus_deal"):
        yield from deal_in_two(r, bank)
    else:
        yield from deal(r, bank)
    if bank.seat or card_seats(r):
        yield from play_cards(r, bank)
    move_button(r)
    r.leave_standing("retain")


def close(r: Round) -> None:
    """No more bets: progressive wagers are locked and collected, and markers are laid out."""
    r.say("close")
    for wager in PROGRESSIVES:
        if wager in r.rules.wagers:
            r.say("lock_progressive")
            for seat in r.clockwise(wager):
                r.lose(seat, wager, step="collect_progressive")
            r.feed(wager, "feed_progressive")
    for wager in ENVY:
        for seat in r.clockwise(wager):
            if r.state.stake(seat, wager) >= r.rule("envy_from"):
                r.say(MARKERS[wager], seat)


# -- where the deal begins -------------------------------------------------------------------------


def find_first(r: Round, bank: Bank) -> Script[Place]:
    """The place of the first card or stack; wagers on dice and number are settled before it."""
    r.phase("start")
    first: Place = bank.seat or DEALER
    shake = "bank_shakes" if bank.seat else "shake"
    if not r.rule("dragons_eye"):
        start = yield from find_start(r, first, shake)
        if NUMBER in r.rules.wagers:
            yield from settle_number(r)
        return start
    shaker = bank.seat or (yield from dragons_eye.hand_over_shaker(r))
    dice = yield from roll_flat(r, "bank_shakes" if bank.seat else "shake_dragon")
    yield from dragons_eye.settle(r, dice, shaker, WAGER, TAKES, "dragon_button")
    if r.rule("dragon_start") == "count" and r.rule("start_by") != "dice":
        return (yield from find_start(r, first, shake))
    by_button = r.rule("dragon_start") == "button"
    place = dice[0] if by_button else start_place(table_ring(r), sum(dice), first)
    says, step = f"the deal starts at {place_name(place)}", "start_button" if by_button else "start"
    r.emit(Event("starts", place, str(first), says=says, step=step, cite=r.cite(step)))
    return place


def settle_number(r: Round) -> Script[None]:
    """Wagers on the number that the generator shows: losers first."""
    yield from r.go_on("settle_number")
    shown = next(event.what for event in reversed(r.events) if event.kind == "rolled")
    bets = [(seat, name) for seat in r.clockwise() for name in made(r, seat, NUMBER)]
    for wins in (False, True):
        for seat, name in bets:
            if (name.partition("@")[2] == shown) == wins:
                r.settle(seat, name, {"shown"} if wins else set(), "settle_number")


# -- the deal --------------------------------------------------------------------------------------


def deal(r: Round, bank: Bank) -> Script[None]:
    """Seven cards to each of the seven places, whether or not there is a wager; four are left."""
    playing = {*card_seats(r), bank.seat}
    if r.rule("dealing") == "hand":
        r.phase("deal")
        stacks = yield from build_stacks(r)
        yield from count_left(r)
        if bank.seat:
            stacks = yield from player_bank.choose_stack(r, bank, stacks)
        start = yield from find_first(r, bank)
        r.phase("deal")
        places = dealt_places(places_from(table_ring(r), start, clockwise=True), playing)
        step = "deliver_bank" if bank.seat else "deliver"
        yield from r.go_on(step)
        deliver(r, stacks, places, step)
    else:
        start = yield from find_first(r, bank)
        if not (bank.seat or card_seats(r)):
            return
        r.phase("deal")
        places = dealt_places(places_from(table_ring(r), start, clockwise=True), playing)
        yield from deal_to_all(r, places)
        yield from count_left(r)
    collect_empty(r, places)
    if r.rule("start_by") == "dice":
        r.say("cover_shaker")


def deal_in_two(r: Round, bank: Bank) -> Script[None]:
    """Three cards to each who plays, from the far left, and the dealer; then four more."""
    r.phase("deal")
    seats = sorted({*card_seats(r), *([bank.seat] if bank.seat else [])}, reverse=True)
    yield from r.go_on("first_stack")
    yield from r.deal_stacks([*seats, DEALER], r.rule("first_cards"), "first_stack")
    if THREE_CARD in r.rules.wagers:
        yield from settle_three(r)
    yield from r.go_on("further_stack")
    yield from r.deal_stacks([*seats, DEALER], r.rule("further_cards"), "further_stack")
    count_stub(r)


def settle_three(r: Round) -> Script[None]:
    """Three-card wagers: winning hands are turned up, losers collected, winners paid."""
    yield from r.go_on("settle_three")
    seats = list(r.clockwise(THREE_CARD))
    winners = [seat for seat in seats if r.would_win(seat, THREE_CARD, rows_of_three(r, seat))]
    for seat in winners:
        r.reveal(seat, "show_three")
    for seat in [*(seat for seat in seats if seat not in winners), *winners]:
        r.settle(seat, THREE_CARD, rows_of_three(r, seat), "settle_three")


def rows_of_three(r: Round, seat: int) -> set[str]:
    """The rows that a player's first three cards answer to."""
    a, b, c = r.state.hands[seat]
    facts = three_card_facts(a, b, c)
    return {row for at, row in enumerate(THREE_CARD_ROWS) if facts >> at & 1}
