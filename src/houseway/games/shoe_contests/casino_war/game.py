"""Casino war in the order of the regulation (N.J.A.C. 13:69F-22).

One card for each player and one for the dealer; who ties gives up half or goes to war. The shoe,
which lasts many rounds, is in ``authoring.shoe``. Each step's cite stands in the rulebook
under ``round``.
"""

from collections.abc import Sequence

from houseway.games.authoring.commission import fee
from houseway.games.authoring.shoe import (
    answer,
    burn,
    deal_card,
    end_round,
    leave_shoe,
    prepare_shoe,
    shuffle,
)
from houseway.games.authoring.shoe_cut import from_box
from houseway.games.shoe_contests.casino_war.hand import compare
from houseway.referee.events import Place
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused

INITIAL, TIE, WAR, WAR_TIE = "initial", "tie", "war", "war_tie"
NOT_DEALT, DEVICE = "card_not_dealt", "shuffler_fails"


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    r.on_report[DEVICE] = lambda: shuffle_again(r)
    r.may_report = lambda given: check_not_dealt(r, given)
    try:
        r.lasting = frozenset({"shoe"})
        yield from prepare_shoe(r, lambda idle: from_box(r, idle))
        yield from r.take_bets()
        r.say("close")
        yield from deal_original(r)
        yield from settle_original(r)
        at_war = yield from offer_options(r)
        collect_others(r, at_war)
        if at_war:
            yield from deal_war(r, at_war)
            yield from settle_war(r, at_war)
        yield from end_round(r)
    finally:
        leave_shoe(r)


def against_dealer(r: Round, seat: int) -> int:
    """How a player's last card compares with the dealer's last card."""
    mine, theirs = r.state.hands[seat][-1], r.state.hands["dealer"][-1]
    return compare(r.rules.points[mine & 15], r.rules.points[theirs & 15])


# -- what goes wrong -----------------------------------------------------------------------------


def shuffle_again(r: Round) -> Script[None]:
    """The device failed: the cards are shuffled again."""
    answer(r, DEVICE, "shuffled_again")
    yield from shuffle(r, "shuffled_again")


def check_not_dealt(r: Round, given: Input) -> None:
    """A wager is void for want of a card only if its player has none."""
    if given.what == NOT_DEALT and given.who in r.state.hands:
        raise Refused(f"seat {given.who} has been dealt a card", r.cite(NOT_DEALT))


# -- the original deal ---------------------------------------------------------------------------


def deal_original(r: Round) -> Script[None]:
    """One card face up to each player from the dealer's left, then one to the dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    for seat in list(r.clockwise(INITIAL)):
        yield from deal_card(r, seat, "deal")
    yield from deal_card(r, "dealer", "deal_dealer")


def settle_original(r: Round) -> Script[None]:
    """Initial and tie wagers from the dealer's left; after a tie hand the initial wager waits."""
    r.phase("settlement")
    yield from r.go_on("settle")
    for seat in r.clockwise(INITIAL):
        order = against_dealer(r, seat)
        if order < 0:
            r.lose(seat, INITIAL, TIE, step="lower")
        elif order > 0:
            r.win(seat, INITIAL, step="higher")
            r.lose(seat, TIE, step="higher")
        elif r.live(seat, TIE):
            r.win(seat, TIE, step="tie_hand")


def offer_options(r: Round) -> Script[list[int]]:
    """Who has a tie hand surrenders half or goes to war, and may then bet on another tie."""
    r.phase("decision")
    at_war = []
    for seat in [seat for seat in r.clockwise(INITIAL) if r.live(seat, INITIAL)]:
        amount = r.exact_amount(seat, WAR)
        surrender = Choice("surrender", cite=r.cite("surrender"))
        war = Choice(WAR, amount, amount, cite=r.cite("go_to_war"))
        given = yield from r.ask(seat, surrender, war, step="option")
        if given.what == WAR:
            yield from go_to_war(r, seat, amount)
            at_war.append(seat)
        elif given.what == "surrender":
            chips = r.state.bets[seat][INITIAL]
            half = fee(chips, parse_rate(r.rule("surrendered")))
            r.take(seat, INITIAL, half, "surrender")
            r.give_back(seat, INITIAL, chips - half, "surrender")
    return at_war


def go_to_war(r: Round, seat: int, amount: int) -> Script[None]:
    """The war wager is placed, the initial wager taken, and a tie wager on the war deal offered."""
    r.wager(seat, WAR, amount, "war_wager")
    r.lose(seat, INITIAL, step="war_taken")
    limit = r.rules.limits[TIE]
    bet = Choice(
        "tie_wager", limit.minimum, limit.maximum // limit.step * limit.step,
        cite=r.cite("war_tie"), step=limit.step,
    )  # fmt: skip
    given = yield from r.ask(seat, Choice("no_tie_wager"), bet, step="war_tie")
    if given.what == bet.name:
        r.wager(seat, WAR_TIE, given.amount, "war_tie")


def collect_others(r: Round, at_war: Sequence[int]) -> None:
    """The cards go away of all but those who are at war, and of the dealer if nobody is."""
    kept: list[Place] = [*at_war, "dealer"] if at_war else []
    for place in list(r.state.hands):
        if place not in kept:
            r.collect(place, "collect_others")


# -- the war deal --------------------------------------------------------------------------------


def deal_war(r: Round, at_war: Sequence[int]) -> Script[None]:
    """Three cards are burned; then one card face up to each player at war and to the dealer."""
    r.phase("war")
    yield from r.go_on("war_burn")
    places: list[Place] = [*at_war, "dealer"]
    for number, place in enumerate(places):
        if not number or r.rule("war_burn") == "each_card":
            for _ in range(r.rule("burned_in_war")):
                yield from burn(r, "war_burn")
        yield from deal_card(r, place, "war_deal")


def settle_war(r: Round, at_war: Sequence[int]) -> Script[None]:
    """War and tie wagers from the dealer's left; a tie hand wins both."""
    yield from r.go_on("settle_war")
    for seat in at_war:
        order = against_dealer(r, seat)
        if order < 0:
            r.lose(seat, WAR, WAR_TIE, step="war_lower")
        elif order > 0:
            r.settle(seat, WAR, {"higher"}, "war_higher")
            r.lose(seat, WAR_TIE, step="war_higher")
        else:
            r.settle(seat, WAR, {"equal"}, "war_equal")
            if r.live(seat, WAR_TIE):
                r.win(seat, WAR_TIE, step="war_equal")
    yield from r.go_on("collect")
    for place in list(r.state.hands):
        r.collect(place, "collect")
