"""Supreme pai gow in the order of the regulation (N.J.A.C. 13:69F-34).

Seats bear the numbers of the betting positions: 1 is at the dealer's far right and 6 at the far
left, so that counterclockwise is upward. Each step's cite stands in the rulebook under ``round``.
"""

from functools import partial

from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.authoring.shared_limit import divided_limit
from houseway.games.authoring.shoe_cut import cut_in_order
from houseway.games.set_hands import player_bank
from houseway.games.set_hands.arranging import (
    FOULS,
    Arranging,
    check_bank_foul,
    check_foul,
    tell_compared,
    turn_up_by_line,
)
from houseway.games.set_hands.bank_window import Bank, BankWindow
from houseway.games.set_hands.seat_cut import cut_later, cut_order
from houseway.games.set_hands.setting import ask_about_exposed, gives_up, seats_with
from houseway.games.set_hands.start import (
    DEALER,
    build_stacks,
    collect_empty,
    deal_to_all,
    dealt_places,
    deliver,
    find_start,
    move_button,
    places_from,
    table_ring,
)
from houseway.games.set_hands.supreme_pai_gow.hand import (
    BONUS_ROWS,
    CLASS,
    NOTHING,
    PAIRS,
    POINTS,
    ROYAL_FLUSH,
    VALUE,
    bonus_row,
    is_joker,
)
from houseway.games.set_hands.supreme_pai_gow.way import (
    HAND_NAMES,
    WAYS,
    Hands,
    set_by_house_way,
    way_of,
)
from houseway.referee.dealing import count_stub, prepare_deck
from houseway.referee.events import Event, Place
from houseway.referee.requests import Input, place_name
from houseway.referee.round import Round, Script

WAGER, BONUS = "supreme", "bonus"
BOTH_JOKERS = "jokers_three_and_six"
EXPOSED = "player_card_exposed"
CARD_ORDER = "A23456789TJQK"  # of single cards, from the lowest
RANKED = {"card_order": CARD_ORDER, "bonus_order": BONUS_ROWS[::-1]}

commission = player_bank.vigorish


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the last payment."""
    hold_to_ranking(r.rules, RANKED)
    way_of(r.rules)
    felt = BankWindow(r)
    r.window = felt
    r.may_report = lambda given: check_report(r, given)
    to_cut: list[bool] = []
    yield from prepare_deck(r, partial(cut_later, to_cut))
    bank = yield from player_bank.take_wagers(r, felt)
    r.phase("cut")
    if to_cut:
        yield from cut_in_order(r, cut_order(r, bank))
    if bank.seat:
        bank = yield from player_bank.set_out_wager(r, bank, WAGER)
        felt.bank = bank
    r.say("close")
    if bank.seat or seats_with(r, WAGER):
        yield from deal(r, bank)
        yield from play_cards(r, bank)
    move_button(r)


# -- the deal --------------------------------------------------------------------------------------


def deal(r: Round, bank: Bank) -> Script[None]:
    """Four cards to each of the seven places, whether or not there is a wager."""
    first: Place = bank.seat or DEALER
    playing = {*seats_with(r, WAGER), bank.seat}
    shake = "bank_shakes" if bank.seat else "shake"
    if r.rule("dealing") == "hand":
        r.phase("deal")
        stacks = yield from build_stacks(r)
        count_stub(r)
        clockwise = bool(bank.seat)
        if bank.seat:
            stacks = yield from player_bank.choose_stack(r, bank, stacks)
        else:
            stacks = stacks[::-1]
        r.phase("start")
        start = yield from find_start(r, first, shake)
        r.phase("deal")
        places = dealt_places(places_from(table_ring(r), start, clockwise), playing)
        step = "deliver_bank" if bank.seat else "deliver"
        yield from r.go_on(step)
        deliver(r, stacks, places, step)
    else:
        r.phase("start")
        start = yield from find_start(r, first, shake)
        r.phase("deal")
        places = dealt_places(places_from(table_ring(r), start, clockwise=True), playing)
        yield from deal_to_all(r, places)
        count_stub(r)
    collect_empty(r, places)
    if r.rule("start_by") == "dice":
        r.say("cover_shaker")


# -- setting ---------------------------------------------------------------------------------------


def play_cards(r: Round, bank: Bank) -> Script[None]:
    """Hands are set, compared and settled, and then what is left of the bonus wagers."""
    hands = yield from SETTING.set_hands(r)
    if not r.state.contest_void:
        if bank.seat:
            yield from player_bank.finish(r, bank, hands, BANKED)
        else:
            yield from settle(r, hands)
    for seat in seats_with(r, BONUS):
        settle_bonus(r, seat)
    for place in list(r.state.hands):
        r.collect(place, "collect")
    if not r.state.contest_void:
        player_bank.remember(r, bank, WAGER)


def ask_exposed(r: Round, seat: int) -> Script[None]:
    """A player whose card the dealer has shown."""
    yield from ask_about_exposed(r, seat, EXPOSED, (WAGER, BONUS))


def ways_to_set(r: Round, place: Place) -> dict[str, Hands]:
    """Each way to divide a place's cards by its name."""
    cards = list(r.state.hands[place])
    return {name: Hands.of(cards, way) for way, name in enumerate(WAYS)}


def by_house_way(r: Round, place: Place) -> tuple[int, Hands]:
    """The line of the house way that decides about four cards, and how it sets them."""
    cards = r.state.hands[place]
    line, way = set_by_house_way(cards, way_of(r.rules))
    return line, Hands.of(cards, way)


def dealer_sets(r: Round, place: Place, step: str) -> Hands:
    """The dealer turns up four cards and sets them by the house way."""
    return turn_up_by_line(r, place, step, way_of(r.rules), *by_house_way(r, place))


SETTING = Arranging(
    WAGER,
    EXPOSED,
    ask_exposed,
    ways_to_set,
    lambda r, at: by_house_way(r, at)[1],
    fouls=FOULS,
)


# -- settlement ------------------------------------------------------------------------------------


def compare(r: Round, who: Place, own: Hands, bank: Hands) -> int:
    """High hand against high hand and low against low, each with what decides it."""
    bank = SETTING.bank_as_it_stands(r, bank)
    jokers = any(is_joker(card) for hand in (*own, *bank) for card in hand)
    for name, mine, theirs in zip(HAND_NAMES, own.strengths, bank.strengths, strict=True):
        step, result = decided_by(mine, theirs, is_low=name == "low")
        tell_compared(r, who, name, step, result, ["compare_joker"] if jokers else [])
    return own.against(bank)


def decided_by(mine: int, theirs: int, *, is_low: bool) -> tuple[str, str]:
    """The rule that decides between two hands, by strength, and what comes of it."""
    if is_low and mine < VALUE and mine > theirs:
        return "compare_zero", "zero"
    if mine == theirs:
        return "compare_equal", "equal"
    result = "higher" if mine > theirs else "lower"
    best = max(mine, theirs) // CLASS
    if best == PAIRS:
        return "compare_pair", result
    if best > POINTS:
        return "compare_faces", result
    return ("compare_card" if mine // VALUE == theirs // VALUE else "compare_points"), result


def settle(r: Round, hands: dict[Place, Hands]) -> Script[None]:
    """Against the dealer each player's wagers are settled as the hands are turned up."""
    r.phase("settlement")
    dealer = dealer_sets(r, DEALER, "turn_up")

    def lose(seat: int, step: str) -> None:
        r.lose(seat, WAGER, step=step)

    def win(seat: int) -> None:
        won = r.rules.schedule(WAGER).prices["win"].wins(r.state.stake(seat, WAGER))
        r.win(seat, WAGER, step="win")
        player_bank.take_vigorish(r, seat, WAGER, won, "vigorish")
        finish_seat(r, seat)

    for seat in seats_with(r, WAGER):
        if (yield from turn_up(r, seat, hands, dealer, lose)):
            win(seat)


def expose(
    r: Round, hands: dict[Place, Hands], bank: Hands, lose: player_bank.Lose
) -> Script[list[int]]:
    """Against a bank losers are taken as they are seen, and winners wait."""
    winners = []
    for seat in seats_with(r, WAGER):
        if (yield from turn_up(r, seat, hands, bank, lose)):
            winners.append(seat)
        if r.state.contest_void:
            return []
    return winners


def turn_up(
    r: Round, seat: int, hands: dict[Place, Hands], bank: Hands, lose: player_bank.Lose
) -> Script[bool]:
    """A player's hands are turned up and compared, unless they are given up; says whether both are
    higher, and settles the wager otherwise."""
    yield from r.go_on("expose")
    if not r.live(seat, WAGER):
        return False
    surrenders = yield from gives_up(r, seat)
    if r.state.contest_void or not r.live(seat, WAGER):
        return False
    if surrenders:
        lose(seat, "surrender")
        if r.live(seat, BONUS):
            r.keep(seat, "keep_under_bonus")
        else:
            count = len(r.state.hands[seat])
            says, step = f"{count} cards of {place_name(seat)} are counted", "count_surrendered"
            r.emit(Event("counted", seat, str(count), says=says, step=step, cite=r.cite(step)))
            r.collect(seat, step)
        return False
    r.reveal(seat, "expose")
    says, cite = str(hands[seat]), r.cite("expose")
    r.emit(Event("set", seat, says=says, step="expose", cite=cite))
    won = compare(r, seat, hands[seat], bank)
    if won == 2:
        return True
    if won == 1:
        r.push(seat, WAGER, step="push")
    else:
        lose(seat, "lose")
    finish_seat(r, seat)
    return False


def finish_seat(r: Round, seat: int) -> None:
    """The bonus wager of a player whose other wager is settled, and then the cards."""
    if r.live(seat, BONUS):
        settle_bonus(r, seat)
    r.collect(seat, "collect")


BANKED = player_bank.Banked[Hands](
    WAGER, SETTING.player_sets, dealer_sets, compare, expose, finish_seat
)


def settle_bonus(r: Round, seat: int) -> None:
    """The bonus wager by the best hand of four cards; several royal flushes share one limit."""
    if seat not in r.state.face_up:
        r.reveal(seat, "settle_bonus")
    rows = rows_of(r, seat)
    r.settle(seat, BONUS, rows, "settle_bonus", at_most=share_of_limit(r, seat))


def rows_of(r: Round, seat: int) -> set[str]:
    """The row that a player's four cards answer to, if any."""
    row = row_number(r, r.state.hands[seat])
    return set() if row == NOTHING else {BONUS_ROWS[row]}


def share_of_limit(r: Round, seat: int) -> int | None:
    """Where two or more players with a bonus wager have been dealt a royal flush, the part of the
    limit that one of them may be paid, by the wagers; otherwise nothing."""
    royal = BONUS_ROWS[ROYAL_FLUSH]
    dealt = {event.who: list(event.cards) for event in r.events if event.kind == "revealed"}
    held = {s: r.state.hands.get(s) or dealt.get(s, []) for s in r.counterclockwise(BONUS)}
    having = [
        s for s, four in held.items() if len(four) == 4 and row_number(r, four) == ROYAL_FLUSH
    ]
    if seat not in having or len(having) < 2 or not r.would_win(seat, BONUS, {royal}):
        return None
    stakes = {s: r.state.stake(s, BONUS) for s in having}
    limit = min(limit for limit, _ in r.rules.caps(BONUS))
    return divided_limit(limit, stakes)[seat]


def row_number(r: Round, four: list[int]) -> int:
    """Return the number of the bonus row that four cards hit at this table."""
    a, b, c, d = four
    return bonus_row(a, b, c, d, r.rule(BOTH_JOKERS))


# -- what goes wrong -------------------------------------------------------------------------------


def check_report(r: Round, given: Input) -> None:
    """Refuse to find hands fouled that have been settled, and a bank's where nobody banks."""
    check_foul(r, given, WAGER)
    check_bank_foul(r, given)
