"""Fast action hold 'em in the order of the regulation (N.J.A.C. 13:69F-21).

Four cards each, of which two are kept; five community cards; copies lose. The shoe, which lasts
many rounds, is in ``authoring.shoe``. The second hand of a player who splits lies at a place such
as ``1.2``. Each step's cite stands in the rulebook under ``round``.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from houseway.equipment.cards import Card, names
from houseway.games.against_dealer.fast_action_hold_em.hand import (
    CATEGORIES,
    best_five,
    house_way,
    is_natural,
    read_way,
)
from houseway.games.authoring.commission import fee
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.authoring.shoe import (
    OutOfCards,
    answer,
    burn,
    deal_card,
    end_round,
    leave_shoe,
    prepare_shoe,
    run_out,
    shoe,
)
from houseway.games.authoring.shoe_cut import from_box
from houseway.hands.poker import category
from houseway.referee.events import Event, Place
from houseway.referee.requests import Barred, Choice, Input, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS

ORIGINAL, SPLIT = "original", "split"
DEALER, BOARD = "dealer", "board"
PLAY, NATURAL, SURRENDER = "play", "natural", "surrender"
NO_CARDS, SHORT, EXTRA = "no_cards_dealt", "player_short", "player_extra"
DEALER_SHORT, DEALER_EXTRA = "dealer_short", "dealer_extra"
SHOWN, WRONG_WAY = "player_card_exposed", "dealer_set_wrong"
MARKER, RUNS_OUT = "marker_not_moved", "shoe_runs_out"


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    hold_to_ranking(r.rules, {"card_order": RANKS, "hand_order": CATEGORIES})
    missed: Counter[Place] = Counter()  # cards that were not dealt when they were due
    r.may_report = lambda given: check_report(r, given, missed)
    for short in (SHORT, DEALER_SHORT):
        r.on_report[short] = partial(miss, r, missed, short)
    r.on_report[EXTRA] = lambda: deal_extra(r)
    r.on_report[WRONG_WAY] = lambda: set_again(r)
    try:
        r.lasting = frozenset({"shoe"})
        yield from prepare_shoe(r, lambda idle: from_box(r, idle))
        yield from r.take_bets()
        r.say("close")
        yield from deal(r, missed)
        yield from decide(r)
        yield from collect_discards(r)
        if still_in(r):
            yield from finish(r)
        for place in list(r.state.hands):
            r.collect(place, "collect")
        move_marker(r)
        yield from end_round(r)
    except OutOfCards:
        run_out(r)
    finally:
        leave_shoe(r)
        keep_after_misdeal(r)


def still_in(r: Round) -> list[int]:
    """Seats whose first wager is undecided, from the dealer's right."""
    return [seat for seat in r.counterclockwise(ORIGINAL) if r.live(seat, ORIGINAL)]


def second_hand(seat: int) -> str:
    """Where the second hand of a seat that splits lies."""
    return f"{seat}.2"


# -- the dealing marker --------------------------------------------------------------------------


def marker(r: Round) -> dict[str, Any]:
    """Where the dealing marker stands, and where it stood in the round before, if there was one."""
    found: dict[str, Any] = r.data.notes.get("marker", {"at": DEALER, "before": None})
    return found


def clockwise_from(r: Round, start: Place, places: Sequence[Place]) -> list[Place]:
    """These places clockwise from a position on; the dealer's is before the first seat's."""
    assert r.rules.book.seats is not None
    around = r.rules.book.seats.max + 1

    def steps(place: Place) -> int:
        at, first = (one if isinstance(one, int) else 0 for one in (place, start))
        return (at - first) % around

    return sorted(places, key=steps)


def deal_order(r: Round) -> list[Place]:
    """Every position with a wager and the dealer, clockwise from the marker; one that was not moved
    is where it stood before."""
    now = marker(r)
    start = now["before"] if was_reported(r, MARKER) else now["at"]
    order = clockwise_from(r, start, [*r.clockwise(ORIGINAL), DEALER])
    r.data.notes["marker"] = {**now, "at": order[0]}
    says = f"the first card goes to {place_name(order[0])}"
    r.emit(Event("starts", order[0], says=says, step="marker", cite=r.cite("marker")))
    return order


def move_marker(r: Round) -> None:
    """After the round the marker goes clockwise to the next position that was played, or to the
    dealer's."""
    now = marker(r)
    order = clockwise_from(r, now["at"], [*r.state.placed, DEALER])
    further = [place for place in order if place != now["at"]]
    r.data.notes["marker"] = {"at": further[0], "before": now["at"]}
    says = f"the dealing marker moves to {place_name(further[0])}"
    step = "move_marker"
    r.emit(Event("said", DEALER, step, says=says, step=step, cite=r.cite(step)))


# -- the deal ------------------------------------------------------------------------------------


def deal(r: Round, missed: Counter[Place]) -> Script[None]:
    """Four cards each, one at a time face down; then what was not dealt is made good."""
    r.phase("deal")
    yield from r.go_on("deal")
    order, passed = deal_order(r), Counter[Place]()
    for _ in range(r.rule("cards_each")):
        for place in order:
            step = "deal_dealer" if place == DEALER else "deal"
            left_out = partial(is_missed, missed, passed, place)
            came = yield from deal_card(r, place, step, up=False, unless=left_out)
            passed[place] += not came
    for _ in range(missed[DEALER]):
        yield from deal_card(r, DEALER, "complete_dealer", up=False)
    for seat in [place for place in order if isinstance(place, int) and missed[place]]:
        if (yield from wants_cards(r, seat)):
            for _ in range(missed[seat]):
                yield from deal_card(r, seat, "complete_player", up=False)
    yield from r.go_on("dealt")


def is_missed(missed: Counter[Place], passed: Counter[Place], place: Place) -> bool:
    """Whether a card that is due to a place is one that does not come."""
    return missed[place] > passed[place]


def wants_cards(r: Round, seat: int) -> Script[bool]:
    """Whether a player who lacks cards gets them after all others; else the hand is void."""
    choices = Choice("complete"), Choice("void_hand")
    given = yield from r.ask(seat, *choices, step="short_choice")
    if given.what == "void_hand":
        r.push(seat, ORIGINAL, step="short_choice")
        r.collect(seat, "short_choice")
        r.emit(Event("gone", seat, step="short_choice", cite=r.cite("short_choice")))
    return given.what == "complete"


# -- the players' hands --------------------------------------------------------------------------


def decide(r: Round) -> Script[None]:
    """Each player sets a hand, splits, surrenders or announces a natural."""
    r.phase("decision")
    for seat in list(r.clockwise(ORIGINAL)):
        if r.chooses_nothing(seat):  # the hand is void or has been set
            continue
        given = yield from r.ask(
            seat, *choices(r, seat), step="set_hand", barred=barred(r, seat),
            idle=NATURAL if is_natural(r.state.hands[seat]) else PLAY,
        )  # fmt: skip
        if given.what == NATURAL:
            r.reveal(seat, NATURAL)
            r.settle(seat, ORIGINAL, {NATURAL}, NATURAL)
            r.collect(seat, NATURAL)
        elif given.what == SURRENDER:
            chips = r.state.bets[seat][ORIGINAL]
            half = fee(chips, parse_rate(r.rule("surrendered")))
            r.take(seat, ORIGINAL, half, SURRENDER)
            r.give_back(seat, ORIGINAL, chips - half, SURRENDER)
            count_cards(r, seat, len(r.state.hands[seat]), SURRENDER)
            r.collect(seat, SURRENDER)
        elif given.what == SPLIT:
            r.wager(seat, SPLIT, given.amount, SPLIT)
            yield from split(r, seat)
        elif given.what == PLAY:
            yield from keep_two(r, seat)


def choices(r: Round, seat: int) -> list[Choice]:
    """What a player may do with the cards dealt; one who has too many can only set one hand."""
    found = [Choice(PLAY, cite=r.cite("keep"))]
    if too_many(r, seat):
        return found
    amount = r.exact_amount(seat, SPLIT)
    found.append(Choice(SPLIT, amount, amount, cite=r.cite(SPLIT)))
    found.append(Choice(SURRENDER, cite=r.cite(SURRENDER)))
    if is_natural(r.state.hands[seat]):
        found.append(Choice(NATURAL, cite=r.cite(NATURAL)))
    return found


def barred(r: Round, seat: int) -> list[Barred]:
    """What a player may not do, and why."""
    if too_many(r, seat):
        says, cite = "more than four cards were dealt", r.cite(EXTRA)
        return [Barred(name, says, cite) for name in (SPLIT, SURRENDER, NATURAL)]
    return [Barred(NATURAL, "the four cards are not four of a kind", r.cite(NATURAL))]


def too_many(r: Round, seat: int) -> bool:
    """Whether a player has more cards than are dealt to a hand."""
    return len(r.state.hands[seat]) > int(r.rule("cards_each"))


def keep_two(r: Round, seat: int) -> Script[None]:
    """The player chooses two cards; the others go face down to the discard area."""
    cards = list(r.state.hands[seat])
    ways = {}
    for kept in combinations(range(len(cards)), 2):
        others = [card for at, card in enumerate(cards) if at not in kept]
        held = names(cards[at] for at in kept)
        name = "+".join(str(at + 1) for at in kept)
        ways[name] = Choice(name, says=f"keep {held}, discard {names(others)}"), others
    offered = [choice for choice, _ in ways.values()]
    given = yield from r.ask(seat, *offered, step="keep", idle=usual_way(r, cards))
    if given.what:
        for card in ways[given.what][1]:
            r.discard(seat, card, "keep")


def usual_way(r: Round, cards: Sequence[Card]) -> str:
    """What is kept for a player who does not answer: of the first four cards what the dealer would
    keep."""
    (first, second), _ = house_way(cards[: r.rule("cards_each")], house_ways(r))
    return f"{first + 1}+{second + 1}"


def split(r: Round, seat: int) -> Script[None]:
    """The player makes two hands; the second lies in the discard area with its wager on it."""
    cards = list(r.state.hands[seat])
    ways = {}
    for other in (1, 2, 3):
        second = [card for at, card in enumerate(cards) if at not in (0, other)]
        first = names([cards[0], cards[other]])
        name = f"1+{other + 1}"
        ways[name] = Choice(name, says=f"first {first}, second {names(second)}"), second
    offered = [choice for choice, _ in ways.values()]
    given = yield from r.ask(seat, *offered, step="split_cards")
    if given.what:
        cite, second = r.cite("split_cards"), ways[given.what][1]
        for card in second:
            r.discard(seat, card, "split_cards")
        r.emit(
            Event(
                "dealt", second_hand(seat), cards=tuple(second), sees=seat, step="split_cards",
                cite=cite,
            )
        )  # fmt: skip


def collect_discards(r: Round) -> Script[None]:
    """The discards go to the rack from the dealer's right, counted face down."""
    yield from r.go_on("collect_discards")
    for seat in still_in(r):
        count_cards(r, seat, len(laid_aside(r, seat)), "collect_discards")


def laid_aside(r: Round, seat: int) -> list[Card]:
    """The cards that a player has discarded to keep two, since the hand was last whole."""
    cards: list[Card] = []
    for event in r.events:
        if event.who == seat and event.kind == "discarded" and event.step == "keep":
            cards += event.cards
        elif event.who == seat and event.step == "complete_player":
            cards.clear()
    return cards


def count_cards(r: Round, seat: int, count: int, step: str) -> None:
    """Cards that go to the rack are counted face down."""
    says = f"{count} cards of {place_name(seat)} go to the rack"
    r.emit(Event("counted", seat, str(count), says=says, step=step, cite=r.cite(step)))


# -- the dealer's hand ---------------------------------------------------------------------------


def finish(r: Round) -> Script[None]:
    """The dealer turns four cards: a natural wins at once; otherwise two are kept, the community
    cards come and the hands are compared."""
    r.phase("settlement")
    yield from r.go_on("turn_up")
    r.reveal(DEALER, "turn_up")
    if is_natural(r.state.hands[DEALER]):
        yield from settle_natural(r)
        return
    set_dealer(r)
    yield from r.go_on("burn_community")
    yield from burn(r, "burn_community")
    for _ in range(r.rule("community_cards")):
        yield from deal_card(r, BOARD, "community")
    yield from settle(r)


def settle_natural(r: Round) -> Script[None]:
    """No community cards: the original wagers are taken, and a split wager goes back."""
    r.say("dealer_natural")
    for seat in still_in(r):
        yield from r.go_on("take_all")
        if seat in r.state.gone:
            continue
        r.lose(seat, ORIGINAL, step="take_all")
        if r.live(seat, SPLIT):
            r.push(seat, SPLIT, step="take_all")


def set_dealer(r: Round) -> None:
    """The dealer keeps two cards by the first house way that fits, the highest within it."""
    cards = r.state.hands[DEALER]
    kept, way = house_way(cards, house_ways(r))
    held, others = [cards[at] for at in kept], [c for at, c in enumerate(cards) if at not in kept]
    step = f"way_{way + 1}"
    cite = r.rules.joined("set_dealer", r.cite(step))
    says = f"The dealer keeps {names(held)}. {r.rules.says(step)}"
    r.emit(Event("set", DEALER, step, says=says, step=step, cite=cite))
    for card in others:
        r.emit(
            Event("discarded", DEALER, cards=(card,), step="set_dealer", cite=r.cite("set_dealer"))
        )


def house_ways(r: Round) -> list[int]:
    """The house ways in the order of preference."""
    return [read_way(words) for words in r.rule("house_ways")]


def settle(r: Round) -> Script[None]:
    """Hands are turned up and compared from the dealer's right, losers taken as they are found;
    then the winners are paid from the right."""
    dealer = strength(r, DEALER)
    announce(r, DEALER, dealer, "dealer_hand")
    won: list[tuple[int, Place, str]] = []
    for seat in still_in(r):
        yield from r.go_on("expose")
        hands: list[tuple[Place, str]] = [(seat, ORIGINAL)]
        if r.live(seat, SPLIT):
            hands.append((second_hand(seat), SPLIT))
        for place, wager in hands:
            r.reveal(place, "expose")
            step = compare(r, place, dealer)
            if step == "higher":
                won.append((seat, place, wager))
            else:
                r.lose(seat, wager, step=step)
                r.collect(place, "collect_losers")
    for seat, place, wager in won:
        yield from r.go_on("pay")
        if wager == ORIGINAL:
            r.settle(seat, wager, {"higher"}, "pay")
        else:
            r.win(seat, wager, step="pay")
        r.collect(place, "collect_paid")


def compare(r: Round, place: Place, dealer: int) -> str:
    """How a player's hand stands to the dealer's, as it is announced."""
    own = strength(r, place)
    step = "higher" if own > dealer else "copy" if own == dealer else "lower"
    announce(r, place, own, step)
    return step


def announce(r: Round, place: Place, found: int, step: str) -> None:
    """What a hand is, and what becomes of it."""
    kind = CATEGORIES[category(found)]
    says = f"{place_name(place)}, {kind.replace('_', ' ')}. {r.rules.says(step)}"
    cite = r.rules.joined(step, r.cite(kind))
    r.emit(Event("compared", place, kind, says=says, step=step, cite=cite))


def strength(r: Round, place: Place) -> int:
    """The best five of a place's two cards and the community cards."""
    cards: list[Card] = [*r.state.hands[place], *r.state.hands[BOARD]]
    return best_five(cards)


# -- what goes wrong -----------------------------------------------------------------------------


def was_reported(r: Round, what: str) -> bool:
    """Whether something has been reported in this round."""
    return any(event.kind == "reported" and event.what == what for event in r.events)


def check_report(r: Round, given: Input, missed: Counter[Place]) -> None:
    """Refuse a report of something that the cards show to be otherwise."""
    what, cite = given.what, r.cite(given.what)
    place: Place = DEALER if what in (DEALER_SHORT, DEALER_EXTRA) else given.who or 0
    held, each = len(r.state.hands.get(place, ())), int(r.rule("cards_each"))
    dealing = r.state.phase == "deal" and not dealt_out(r)
    if what == NO_CARDS and (held if dealing else acted(r, place)):
        raise Refused(f"{place_name(place)} has been dealt a card", cite)
    if what in (SHORT, DEALER_SHORT) and dealing:
        if held + missed[place] >= each or missed[place] >= each - 1:
            raise Refused(f"no card is still due to {place_name(place)}", cite)
    elif what == SHORT and not has_one_hand(r, place):
        raise Refused(f"{place_name(place)} does not play one hand of two cards", cite)
    if what in (EXTRA, DEALER_EXTRA) and dealing and (held < each or not r.cards_left):
        raise Refused(f"{place_name(place)} has not been dealt four cards yet", cite)
    if what == EXTRA and not dealing and not (has_one_hand(r, place) and r.cards_left):
        raise Refused(f"{place_name(place)} does not play one hand of two cards", cite)
    if what == SHOWN and not held:
        raise Refused(f"{place_name(place)} has no cards", cite)
    if what == SHOWN and any(e.kind == "revealed" and e.who == place for e in r.events):
        raise Refused(f"the hand of {place_name(place)} has been turned up", cite)
    if what == MARKER and (marker(r)["before"] is None or was_reported(r, MARKER)):
        raise Refused("the marker stands where the game begins", cite)
    if what == RUNS_OUT and r.cards_left:
        raise Refused(f"{r.cards_left} cards are left in the shoe", cite)


def dealt_out(r: Round) -> bool:
    """Whether every card has been dealt that was due, and those that were missed."""
    each = r.rule("cards_each")
    places: list[Place] = [*r.clockwise(ORIGINAL), DEALER]
    return all(len(r.state.hands.get(place, ())) >= each for place in places)


def acted(r: Round, place: Place) -> bool:
    """Whether a player has set, split or surrendered a hand or announced a natural."""
    return any(
        e.kind == "chose" and e.who == place and e.step in ("set_hand", "keep") for e in r.events
    )


def has_one_hand(r: Round, place: Place) -> bool:
    """Whether a player has not split, and the wager is undecided."""
    return isinstance(place, int) and r.live(place, ORIGINAL) and not r.live(place, SPLIT)


def reported_seat(r: Round) -> int:
    """The seat that the last report names."""
    event = next(e for e in reversed(r.events) if e.kind == "reported")
    assert isinstance(event.who, int)
    return event.who


def miss(r: Round, missed: Counter[Place], what: str) -> Script[None]:
    """In the deal the card that is due next to a place does not come, and is made good after it. A
    card that is found missing later is the last of the four: a player has the choice then."""
    place: Place = DEALER if what == DEALER_SHORT else reported_seat(r)
    if r.state.phase == "deal" and not dealt_out(r):
        missed[place] += 1
    elif isinstance(place, int) and (yield from wants_cards(r, place)):
        yield from set_anew(r, place)


def set_anew(r: Round, seat: int) -> Script[None]:
    """A player who has set a hand of fewer than four cards sets it with the missing card."""
    if not (aside := laid_aside(r, seat)):
        return
    r.emit(
        Event(
            "dealt", seat, cards=tuple(aside), sees=seat, step="complete_player",
            cite=r.cite("complete_player"),
        )
    )  # fmt: skip
    yield from keep_two(r, seat)
    if any(event.kind == "counted" and event.who == seat for event in r.events):
        count_cards(r, seat, len(laid_aside(r, seat)), "collect_discards")


def deal_extra(r: Round) -> Script[None]:
    """A player gets a card too many. Found after the deal, the player keeps two cards at
    once; where a hand is set already that card is among the discards."""
    seat = reported_seat(r)
    if laid_aside(r, seat):
        return
    yield from deal_card(r, seat, "extra_card", up=False)
    if r.state.phase != "deal":
        yield from keep_two(r, seat)
        r.emit(Event("silenced", seat, step="extra_card", cite=r.cite(EXTRA)))


def set_again(r: Round) -> Script[None]:
    """A hand that the dealer has set otherwise is set by the house ways."""
    answer(r, WRONG_WAY, "set_again")
    return
    yield


def keep_after_misdeal(r: Round) -> None:
    """A round that is void for the dealer's number of cards does not end the shoe."""
    now = shoe(r)
    if r.state.void and was_reported(r, DEALER_EXTRA) and "last" in now:
        now["done"] = now["last"]
        now["players"] = {str(seat): who for seat, who in r.data.players.items()}
