"""Asia poker in the order of the regulation (N.J.A.C. 13:69F-31).

Seats bear the numbers of the betting positions: 1 is at the dealer's far right and 6 at the far
left, so that counterclockwise is upward. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.set_hands.arranging import (
    Arranging,
    check_foul,
    compare_strengths,
    turn_up_by_line,
)
from houseway.games.set_hands.asia_poker.hand import CATEGORIES, NEEDED
from houseway.games.set_hands.asia_poker.way import (
    NAMES,
    set_by_house_way,
    settings,
    way_of,
    wheel_of,
)
from houseway.games.set_hands.setting import ask_about_exposed, gives_up, seats_with
from houseway.games.set_hands.seven_card_way import Hands
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
from houseway.referee.requests import place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

WAGER = "asia"
EXPOSED = "player_card_exposed"
RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the last payment."""
    hold_to_ranking(r.rules, RANKED)
    way_of(r.rules)
    r.may_report = lambda given: check_foul(r, given, WAGER)
    yield from prepare_deck(r)
    yield from r.take_bets()
    r.say("close")
    yield from deal(r)
    hands = yield from SETTING.set_hands(r)
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


def ask_exposed(r: Round, seat: int) -> Script[None]:
    """A player whose card the dealer has shown."""
    yield from ask_about_exposed(r, seat, EXPOSED, (WAGER,))


def ways_to_set(r: Round, place: Place) -> dict[str, Hands]:
    """Every lawful setting of a place's cards by its name."""
    return settings(r.state.hands[place], wheel_of(r.rules))


def by_house_way(r: Round, place: Place) -> tuple[int, Hands]:
    """The line of the house way that decides about seven cards, and how it sets them."""
    line, name = set_by_house_way(r.state.hands[place], way_of(r.rules), wheel_of(r.rules))
    return line, ways_to_set(r, place)[name]


SETTING = Arranging(WAGER, EXPOSED, ask_exposed, ways_to_set, lambda r, at: by_house_way(r, at)[1])


# -- settlement ----------------------------------------------------------------------------------


def settle(r: Round, hands: dict[Place, Hands]) -> Script[None]:
    """From the dealer's far right, each player's hands are turned up, compared and settled."""
    r.phase("settlement")
    dealer = turn_up_by_line(r, DEALER, "turn_up", way_of(r.rules), *by_house_way(r, DEALER))
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
        r.emit(Event("set", seat, says=str(hands[seat]), step="expose", cite=r.cite("expose")))
        own = hands[seat]
        compare_strengths(r, seat, NAMES, own.strengths, dealer.strengths, CATEGORIES)
        if own.against(dealer) >= NEEDED:
            r.win(seat, WAGER, step="win")
            r.collect(seat, "win")
        else:
            step = losing_step(own, dealer)
            r.lose(seat, WAGER, step=step)
            r.collect(seat, step)


def losing_step(own: Hands, dealer: Hands) -> str:
    """The paragraph by which a wager loses: two hands that are not higher, or also one that copies
    beside one that is lower."""
    copies = any(a == b for a, b in zip(own.strengths, dealer.strengths, strict=True))
    lower = any(a < b for a, b in zip(own.strengths, dealer.strengths, strict=True))
    return "lose_copy" if copies and lower else "lose"
