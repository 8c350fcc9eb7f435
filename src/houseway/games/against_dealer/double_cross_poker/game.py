"""Double cross poker in the order of the regulation (N.J.A.C. 13:69F-25).

Each step's cite stands in the rulebook under ``round``. Five community cards lie in a cross. Two of
them are turned over and the three-card wager is settled (``three_card``); each player folds or
commits to an axis with two raises (``decision``); the dealer plays the better axis.
"""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.double_cross_poker.hand import (
    AXES,
    better_axis,
    five_card_rows,
    three_card_rows,
)
from houseway.games.against_dealer.higher_hand import EQUAL, HIGHER, LOWER, contest
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.authoring.shared_limit import shares
from houseway.hands.poker import CATEGORIES, THREE_CARD_CATEGORIES, strength
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {
    "card_order": RANKS,
    "hand_order": CATEGORIES,
    "three_card_order": THREE_CARD_CATEGORIES[1:],
}
SIDE = "three_card"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal(r)
    yield from show_first(r)
    yield from settle_three_card(r)
    yield from decide(r)
    yield from show_last(r)
    yield from settle(r)
    yield from r.go_on("collect")
    for place in list(r.state.hands):
        r.collect(place, "collect")


def deal(r: Round) -> Script[None]:
    """Two consecutive cards to each player and to the dealer, and five in a cross."""
    r.phase("deal")
    yield from r.go_on("deal")
    places: list[Place] = [*r.clockwise("ante"), "dealer"]
    for place in places:
        if r.rule("dealing") == "automated_shoe":
            yield from r.go_on("stack")
        step = "deal_dealer" if place == "dealer" else "deal_players"
        yield from r.deal(place, r.rule("cards_each"), step)
    yield from r.go_on("deal_cross")
    for place in r.rule("cross"):
        yield from r.deal(place, 1, "deal_cross")
    count_stub(r)


def show_first(r: Round) -> Script[None]:
    """One card of each axis is turned over."""
    r.phase("three_card")
    yield from r.go_on("show_first")
    for place in r.rule("first_shown"):
        r.reveal(place, "show_first")


def settle_three_card(r: Round) -> Script[None]:
    """Players may show two cards for the three-card wager; losers are taken, then winners paid."""
    shown = []
    for seat in r.clockwise(SIDE):
        given = yield from r.ask(seat, Choice("expose"), Choice("keep"), step="ask_three_card")
        if given.what == "expose":
            r.reveal(seat, "expose")
            shown.append(seat)
    seats = list(r.clockwise(SIDE))
    if not seats:
        return
    yield from r.go_on("settle_three_card")
    won = [seat for seat in shown if r.would_win(seat, SIDE, three_cards(r, seat))]
    for seat in seats:
        if seat not in won:
            r.lose(seat, SIDE, step="lose_three_card")
    for seat in won:
        r.settle(seat, SIDE, three_cards(r, seat), "pay_three_card")
    for seat in shown:
        r.keep(seat, "turn_down")


def three_cards(r: Round, seat: int) -> set[str]:
    """The row that a player's two cards answer to with the far card of the vertical axis."""
    return three_card_rows(r.mask(seat) | r.mask(r.rule("three_card_with")))


def decide(r: Round) -> Script[None]:
    """Each player folds, or says which axis it is and places two raises along it."""
    r.phase("decision")
    for seat in r.clockwise("ante"):
        choices = [axis_choice(r, seat, axis) for axis in AXES]
        fold = Choice("fold", cite=r.cite("fold"))
        given = yield from r.ask(seat, *choices, fold, step="decide")
        if given.what == "fold":
            r.lose(seat, "ante", step="fold")
            r.collect(seat, "fold")
            continue
        for wager in raises(r, given.what):
            r.wager(seat, wager, r.exact_amount(seat, wager), "raise")


def axis_choice(r: Round, seat: int, axis: str) -> Choice:
    """To play an axis, with what both raises come to."""
    amount = sum(r.exact_amount(seat, wager) for wager in raises(r, axis))
    return Choice(axis, amount, amount, cite=r.cite("raise"))


def raises(r: Round, axis: str) -> list[str]:
    """The two wagers that lie along an axis."""
    found: list[str] = r.rule(f"{axis}_raises")
    return found


def show_last(r: Round) -> Script[None]:
    """The other three community cards are turned over, then the dealer's two."""
    yield from r.go_on("show_last")
    r.phase("settlement")
    for place in r.rule("cross"):
        if place not in r.rule("first_shown"):
            r.reveal(place, "show_last")
    yield from r.go_on("reveal")
    r.reveal("dealer", "reveal")


def settle(r: Round) -> Script[None]:
    """Each player who has raised, from the dealer's right."""
    for seat in list(r.counterclockwise("ante")):
        made = [axis for axis in AXES if r.has(seat, raises(r, axis)[0])]
        for axis in made:
            yield from r.go_on("settle")
            settle_player(r, seat, axis)


def settle_player(r: Round, seat: int, axis: str) -> None:
    """One player's hand on the axis of the raises against the dealer's better one."""
    r.reveal(seat, "turn_up")
    made = strength(r.mask(seat) | along(r, axis))
    result = contest(made, better_axis(r.mask("dealer"), *(along(r, one) for one in AXES)))
    wagers = raises(r, axis)
    if result == LOWER:
        r.lose(seat, "ante", *wagers, step=LOWER)
        r.collect(seat, LOWER)
    elif result == EQUAL:
        r.push(seat, "ante", *wagers, step=EQUAL)
    else:
        pay(r, seat, wagers, five_card_rows(made))


def along(r: Round, axis: str) -> int:
    """The three cards of an axis."""
    return mask([card for place in r.rule(f"{axis}_axis") for card in r.state.hands[place]])


def pay(r: Round, seat: int, wagers: list[str], rows: set[str]) -> None:
    """The ante is paid first; of what a limit leaves the raises have equal shares."""
    r.win(seat, "ante", step=HIGHER)
    ante = r.rules.schedule("ante").prices["win"].wins(r.state.stake(seat, "ante"))
    most = shares(r, seat, wagers, rows, paid=ante)
    for wager in wagers:
        r.settle(seat, wager, rows, HIGHER, at_most=most.get(wager))
