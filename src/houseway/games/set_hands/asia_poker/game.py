"""Asia poker in the order of the regulation (N.J.A.C. 13:69F-31).

Seats bear the numbers of the betting positions: 1 is at the dealer's far right and 6 at the far
left, so that counterclockwise is upward. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.set_hands.asia_poker.hand import CATEGORIES, NEEDED
from houseway.games.set_hands.asia_poker.way import (
    NAMES,
    Setting,
    set_by_house_way,
    settings,
    way_of,
    wheel_of,
)
from houseway.games.set_hands.setting import (
    HOUSE_WAY,
    ask_about_exposed,
    gives_up,
    seats_with,
    setting_order,
)
from houseway.games.set_hands.seven_cards import PAIR_OF_TWO
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
    table_ring,
)
from houseway.referee.dealing import prepare_deck
from houseway.referee.events import Event, Place
from houseway.referee.requests import Choice, Input, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS

WAGER = "asia"
EXPOSED = "player_card_exposed"
FOULS = ("hands_out_of_order", "wrong_division")
RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the last payment."""
    hold_to_ranking(r.rules, RANKED)
    way_of(r.rules)
    r.may_report = lambda given: check_report(r, given)
    yield from prepare_deck(r)
    yield from r.take_bets()
    r.say("close")
    yield from deal(r)
    hands = yield from set_hands(r)
    yield from settle(r, hands)
    for place in list(r.state.hands):
        r.collect(place, "collect")
    move_button(r)


# -- the deal ------------------------------------------------------------------------------------


def deal(r: Round) -> Script[None]:
    """Seven cards to each of the seven places, whether or not there is a wager; four are left."""
    if r.rule("dealing") == "hand":
        r.phase("deal")
        stacks = yield from build_stacks(r)
        yield from count_left(r)
        places = yield from places_in_order(r)
        r.phase("deal")
        yield from r.go_on("deliver")
        deliver(r, stacks, places)
    else:
        places = yield from places_in_order(r)
        r.phase("deal")
        yield from deal_to_all(r, places)
        yield from count_left(r)
    collect_empty(r, places)
    if r.rule("start_by") == "dice":
        r.say("cover_shaker")


def places_in_order(r: Round) -> Script[list[Place]]:
    """All places clockwise from where the deal begins."""
    r.phase("start")
    start = yield from find_start(r)
    order = places_from(table_ring(r), start, clockwise=True)
    return dealt_places(order, seats_with(r, WAGER))


# -- setting -------------------------------------------------------------------------------------


def set_hands(r: Round) -> Script[dict[int, Setting]]:
    """Every player with a wager sets three hands, one betting area after the other."""
    r.phase("decision")
    r.on_report[EXPOSED] = lambda: ask_all_about_exposed(r)
    yield from r.go_on("set_hands")
    hands: dict[int, Setting] = {}
    for seat in list(setting_order(r, WAGER)):
        yield from ask_about_exposed(r, seat, EXPOSED, (WAGER,))
        if seat in r.state.gone:
            continue
        found = settings(r.state.hands[seat], wheel_of(r.rules))
        ways = [Choice(name, says=setting.__str__) for name, setting in found.items()]
        told = Choice(HOUSE_WAY, cite=r.cite("tell_house_way"))
        given = yield from r.ask(seat, *ways, told, step="set_hands", idle=HOUSE_WAY)
        if given.what == HOUSE_WAY:
            hands[seat] = found[by_house_way(r, seat)[1]]
        elif given.what:
            hands[seat] = found[given.what]
    yield from r.go_on("turn_up")
    return hands


def ask_all_about_exposed(r: Round) -> Script[None]:
    """A card shown while hands are set: its player chooses before looking at the others."""
    for seat in seats_with(r, WAGER):
        yield from ask_about_exposed(r, seat, EXPOSED, (WAGER,))


def by_house_way(r: Round, place: Place) -> tuple[int, str]:
    """The line of the house way that decides about seven cards, and how it sets them."""
    return set_by_house_way(r.state.hands[place], way_of(r.rules), wheel_of(r.rules))


def dealer_sets(r: Round) -> Setting:
    """The dealer turns up seven cards and sets them by the house way."""
    r.reveal(DEALER, "turn_up")
    line, name = by_house_way(r, DEALER)
    setting = settings(r.state.hands[DEALER], wheel_of(r.rules))[name]
    says = f"{setting}. {way_of(r.rules).lines[line].says}"
    cite = r.cite("house_way")
    r.emit(Event("set", DEALER, str(line + 1), says=says, step="house_way", cite=cite))
    return setting


# -- settlement ----------------------------------------------------------------------------------


def settle(r: Round, hands: dict[int, Setting]) -> Script[None]:
    """From the dealer's far right, each player's hands are turned up, compared and settled."""
    r.phase("settlement")
    dealer = dealer_sets(r)
    for seat in seats_with(r, WAGER):
        yield from r.go_on("expose")
        surrenders = yield from gives_up(r, seat)
        if not r.live(seat, WAGER):
            continue
        if surrenders:
            r.lose(seat, WAGER, step="surrender")
            count = len(r.state.hands[seat])
            says, cite = f"{count} cards of {place_name(seat)} are counted", r.cite("surrender")
            r.emit(Event("counted", seat, str(count), says=says, step="surrender", cite=cite))
            r.collect(seat, "surrender")
            continue
        r.reveal(seat, "expose")
        says, cite = str(hands[seat]), r.cite("expose")
        r.emit(Event("set", seat, says=says, step="expose", cite=cite))
        if compare(r, seat, hands[seat], dealer) >= NEEDED:
            r.win(seat, WAGER, step="win")
            r.collect(seat, "win")
        else:
            step = losing_step(hands[seat], dealer)
            r.lose(seat, WAGER, step=step)
            r.collect(seat, step)


def compare(r: Round, seat: int, own: Setting, dealer: Setting) -> int:
    """High hand against high hand, medium against medium, low against low, each with what decides
    it; says how many are higher."""
    for at, name in enumerate(NAMES):
        mine, theirs = own.strengths[at], dealer.strengths[at]
        result = "higher" if mine > theirs else "copy" if mine == theirs else "lower"
        step = deciding_step(at, mine, theirs)
        cite = r.rules.joined("compare", r.cite(step))
        what, says = f"{name} {result}", f"{place_name(seat)}: {name} hand {result}"
        r.emit(Event("compared", seat, what, says=says, step=step, cite=cite))
    return own.beats(dealer)


def deciding_step(hand: int, mine: int, theirs: int) -> str:
    """The rule that decides between two hands: the better kind, or the cards of one kind."""
    if mine == theirs:
        return "copy"
    kinds = [_kind(hand, strength) for strength in (mine, theirs)]
    return "higher_card" if kinds[0] == kinds[1] else CATEGORIES[max(kinds)]


def _kind(hand: int, strength: int) -> int:
    if hand == 0:
        return strength >> 20
    return int(strength >= PAIR_OF_TWO)


def losing_step(own: Setting, dealer: Setting) -> str:
    """The paragraph by which a wager loses: two hands that are not higher, or also one that copies
    beside one that is lower."""
    copies = any(a == b for a, b in zip(own.strengths, dealer.strengths, strict=True))
    lower = any(a < b for a, b in zip(own.strengths, dealer.strengths, strict=True))
    return "lose_copy" if copies and lower else "lose"


def check_report(r: Round, given: Input) -> None:
    """Refuse to find hands fouled that have been settled."""
    if given.what in FOULS and isinstance(given.who, int) and not r.live(given.who, WAGER):
        raise Refused(f"the wager of {place_name(given.who)} is settled", r.cite(given.what))
