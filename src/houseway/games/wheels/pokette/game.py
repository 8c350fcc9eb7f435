"""Pokette in the order of the regulation (N.J.A.C. 13:69F-12). A round is one valid spin.

What has been posted stands from one spin to the next, and so do wagers on the hand that a joker
leaves undecided. Each step's cite stands in the rulebook under ``round``; wheel, layout and odds
are its data.
"""

from collections.abc import Collection
from functools import partial

from houseway.equipment.cards import cards, printed
from houseway.games.wheels.clapper import spin_to_clapper
from houseway.games.wheels.pokette.hand import POKER, open_wagers, wins
from houseway.games.wheels.pokette.window import STAND, PokerWindow, posted
from houseway.games.wheels.wheel import covers, laid, spin_until_it_counts
from houseway.referee.events import Event
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import base_of
from houseway.rulebook.words import words

BOARD = "board"  # the card stand
WHEEL = "pokette"


def play(r: Round) -> Script[None]:
    """One round, from the first wager to what stands for the next spin."""
    r.take_up_standing("standing")
    r.window = PokerWindow(r)
    if stand := posted(r.data):
        show(r, stand, "standing")
    card = yield from spin_until_it_counts(r, partial(spin_to_clapper, wheel=WHEEL, on="on_card"))
    yield from settle(r, card)
    r.leave_standing("standing")


def show(r: Round, stand: Collection[str], step: str) -> None:
    """The cards on the stand, for all to see."""
    says, cite = r.rules.says(step), r.cite(step)
    r.emit(Event("revealed", BOARD, cards=tuple(cards(stand)), says=says, step=step, cite=cite))


def settle(r: Round, card: str) -> Script[None]:
    """The card is marked and posted, and what it decides is settled: wagers on the card, then those
    on the hand. A joker is not posted."""
    r.phase("settlement")
    yield from r.go_on("mark")
    r.emit(
        Event("said", "dealer", "mark", says=printed(words(card)), step="mark", cite=r.cite("mark"))
    )
    if card in r.rule("jokers"):
        r.say("joker")
        yield from settle_card(r, card, "joker_collect", "joker_pay")
        return
    before = posted(r.data)
    r.data.notes[STAND] = [*before, card]
    show(r, posted(r.data), "light" if r.rule("display") == "device" else "post")
    yield from settle_card(r, card, "collect", "pay")
    if before:
        yield from settle_hands(r, before, card)
    if len(posted(r.data)) == r.rule("hand_cards"):
        r.data.notes[STAND] = []
        r.collect(BOARD, "clear")
    for wager in open_wagers(r.rule("straight_order"), posted(r.data)):
        r.say(f"open_{wager}")


def settle_card(r: Round, card: str, collect: str, pay: str) -> Script[None]:
    """Wagers that one spin decides: all losing ones are collected, and then all winning ones paid,
    each by where it lies."""
    on_card = [(seat, wager) for seat, wager in laid(r) if base_of(wager) not in POKER]
    won = {(seat, wager) for seat, wager in on_card if card in covers(r.rules, wager)}
    yield from r.go_on(collect)
    for seat, wager in on_card:
        if (seat, wager) not in won:
            r.lose(seat, wager, step=collect)
    yield from r.go_on(pay)
    for seat, wager in on_card:
        if (seat, wager) in won:
            r.win(seat, wager, step=pay)


def settle_hands(r: Round, stand: Collection[str], card: str) -> Script[None]:
    """Wagers on the hand: all losing ones are collected, and then all winning ones paid."""
    order, on_hand = r.rule("straight_order"), [one for one in laid(r) if one[1] in POKER]
    won = {(seat, wager) for seat, wager in on_hand if wins(order, wager, tuple(stand), card)}
    yield from r.go_on("collect_hands")
    for seat, wager in on_hand:
        if (seat, wager) not in won:
            r.lose(seat, wager, step=f"settle_{wager}")
    yield from r.go_on("pay_hands")
    for seat, wager in on_hand:
        if (seat, wager) in won:
            r.win(seat, wager, step=f"settle_{wager}")
