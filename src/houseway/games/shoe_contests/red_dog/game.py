"""Red dog in the order of the regulation (N.J.A.C. 13:69F-6).

Two cards lie open at either end; a third decides whether it falls between them. The shoe, which
lasts many rounds, is in ``authoring.shoe``. Each step's cite stands in the rulebook.
"""

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import (
    answer,
    deal_card,
    end_round,
    leave_shoe,
    prepare_shoe,
)
from houseway.games.authoring.shoe_cut import from_box
from houseway.games.shoe_contests.red_dog.hand import CONSECUTIVE, PAIR, is_between, spread_of
from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

ORIGINAL, RAISE = "original", "raise"
LEFT, RIGHT, MIDDLE = "board_left", "board_right", "board_middle"
EXPOSED = "third_card_exposed"
TRIPS = "three_of_a_kind"


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    try:
        r.lasting = frozenset({"shoe"})
        yield from prepare_shoe(r, lambda idle: from_box(r, idle))
        yield from cash.take_bets(r, r.window.check_bet, r.window.check_close)
        yield from deal_two(r)
        spread = spread_of(value(r, LEFT), value(r, RIGHT))
        if spread == CONSECUTIVE:
            r.phase("settlement")
            void_wagers(r, "consecutive")
        elif spread == PAIR:
            yield from play_pair(r)
        else:
            yield from play_spread(r, spread)
        yield from r.go_on("collect")
        for box in (LEFT, MIDDLE, RIGHT):
            if box in r.state.hands:
                r.collect(box, "collect")
        yield from end_round(r)
    finally:
        leave_shoe(r)


def value(r: Round, box: str) -> int:
    """What the card in a box counts."""
    return r.rules.points[r.state.hands[box][-1] & 15]


def deal_two(r: Round) -> Script[None]:
    """The first card to the dealer's far left, the second to his far right."""
    r.phase("deal")
    yield from r.go_on("first_card")
    yield from deal_card(r, LEFT, "first_card")
    yield from deal_card(r, RIGHT, "second_card")


# -- two cards without a spread ------------------------------------------------------------------


def void_wagers(r: Round, step: str) -> None:
    """A tie hand: every wager goes back."""
    r.say(step)
    for seat in r.clockwise():
        r.push(seat, ORIGINAL, step=step)


def play_pair(r: Round) -> Script[None]:
    """A third card at once, without raises: three of a kind win, anything else is a tie hand."""
    r.say("pair")
    yield from deal_card(r, MIDDLE, "third_at_once")
    r.phase("settlement")
    if value(r, MIDDLE) != value(r, LEFT):
        void_wagers(r, "no_three")
        return
    r.say(TRIPS)
    for seat in r.clockwise():
        r.settle(seat, ORIGINAL, {TRIPS}, TRIPS)


# -- a spread ------------------------------------------------------------------------------------


def play_spread(r: Round, spread: int) -> Script[None]:
    """Raises, then the third card: between the first two it wins, else it loses."""
    r.phase("decision")
    call(r, "spread", f"Spread {spread}")
    r.on_report[EXPOSED] = lambda: clear_exposed(r)
    yield from take_raises(r)
    yield from r.go_on("raises_closed")
    if not list(r.clockwise()):
        return  # all have voided the round
    r.say("raises_closed")
    yield from deal_card(r, MIDDLE, "third_card")
    third = value(r, MIDDLE)
    call(r, "third_value", f"Third card {third}")
    r.phase("settlement")
    won = is_between(third, value(r, LEFT), value(r, RIGHT))
    row = r.rule("spread_rows")[spread - 1]
    yield from r.go_on("pay" if won else "take")
    for seat in r.clockwise():
        for wager in (ORIGINAL, RAISE):
            if won and r.live(seat, wager):
                r.settle(seat, wager, {row}, "pay")
            elif not won:
                r.lose(seat, wager, step="take")


def call(r: Round, step: str, words: str) -> None:
    """The dealer calls something that only this round can tell."""
    r.emit(Event("said", "dealer", step, says=words, step=step, cite=r.cite(step)))


def take_raises(r: Round) -> Script[None]:
    """Each player may raise by no more than the original wager."""
    for seat in list(r.clockwise()):
        most, chip = r.most_amount(seat, RAISE), r.rules.chip
        up = Choice(RAISE, chip, most, cite=r.cite("raise"), step=chip)
        given = yield from r.ask(seat, Choice("no_raise"), up, step="raise")
        if given.what == RAISE:
            r.wager(seat, RAISE, given.amount, "raise")


def clear_exposed(r: Round) -> Script[None]:
    """A third card that was shown too early is discarded, and each player goes on or voids the
    round; who voids it gets the wagers back before another third card is dealt."""
    answer(r, EXPOSED, "exposed")
    yield from r.burn(1, "exposed", up=True)
    for seat in list(r.clockwise()):
        choices = (Choice("play_out"), Choice("void_round"))
        given = yield from r.ask(seat, *choices, step="exposed_choice")
        if given.what == "void_round":
            r.push(seat, *list(r.state.bets[seat]), step="exposed_void")
            r.emit(Event("gone", seat, step="exposed_void", cite=r.cite("exposed_void")))
