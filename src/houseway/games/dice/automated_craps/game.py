"""Automated craps in the order of the regulation (N.J.A.C. 13:69F-1A). A round is one roll.

Two dice are sealed in a shaker that a player works with a button. Wagers, odds and fees are those
of craps and are settled as there (``craps_table``); who works the shaker, and when, is here.
"""

from houseway.games.dice.craps_rules import LINE, Dice
from houseway.games.dice.craps_table import (
    book,
    call_on,
    called_off,
    leave,
    lies,
    notes,
    settle,
    take_up,
    turn_puck,
)
from houseway.games.dice.shaker import is_in_order
from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

DEALER = -1  # in the table's notes, where a seat stands for a player
SHAKE, GIVE_UP = "shake", "give_up"


def play(r: Round) -> Script[None]:
    """One roll, from the wagers to what stays on the layout."""
    take_up(r)
    if not (yield from is_in_order(r, "tested", "test_roll")):
        leave(r)
        return
    yield from r.take_bets(stays_open=True)
    book(r)
    called = yield from call_on(r)
    yield from select_operator(r)
    r.no_more_bets()
    book(r)  # what was wagered meanwhile
    if dice := (yield from shake(r)):
        settle(r, dice, called)
        turn_puck(r, dice)
        note_seven(r, dice)
    leave(r)


# -- who works the shaker ------------------------------------------------------------------------


def eligible(r: Round, seat: int) -> bool:
    """Whether a player has a bet on the line."""
    return any(lies(r, seat, line) for line in LINE)


def select_operator(r: Round) -> Script[None]:
    """Whose button is lit: whoever had the shaker keeps it or gives it up; then it is offered
    around the table, and if nobody takes it the dealer works it."""
    r.phase("dice")
    memory = notes(r)
    holder = memory["shooter"] if memory["shooter"] in r.data.players else 0
    if holder and (yield from keeps(r, holder)):
        light(r, holder, "select")
        return
    if memory["shooter"] == DEALER:
        r.say("dealer_gives_up")
    last = holder or max(memory["last"], 0)
    memory["last"], memory["shooter"] = last, 0
    step = "offer" if last else "offer_first"
    for seat in around(r, last):
        if not eligible(r, seat):
            continue
        asked = (Choice(SHAKE), Choice(GIVE_UP))
        given = yield from r.ask(seat, *asked, step=step, ceremony=SHAKE)
        if given.what != SHAKE:
            continue
        if eligible(r, seat):
            memory["shooter"] = seat
            light(r, seat, "select")
            return
        r.say("ineligible")
    memory["shooter"], memory["last"] = DEALER, 0
    light(r, DEALER, "dealer_selected")


def keeps(r: Round, holder: int) -> Script[bool]:
    """Whether the player who worked the shaker last does so again: not after a 7, without a bet on
    the line or when the floorperson orders otherwise."""
    if notes_seven(r):
        r.say("seven_gives_up")
        return False
    if not eligible(r, holder):
        r.say("ineligible")
        return False
    if ordered_off(r):
        return False
    asked = (Choice(SHAKE), Choice(GIVE_UP))
    given = yield from r.ask(holder, *asked, step="keep", ceremony=SHAKE)
    if given.what == SHAKE and eligible(r, holder) and not ordered_off(r):
        return True
    r.say("relinquish")
    return False


def around(r: Round, last: int) -> list[int]:
    """The other players, clockwise from who had the shaker last, or from the dealer's left."""
    seats = sorted(seat for seat in r.data.players if seat != last)
    return [seat for seat in seats if seat > last] + [seat for seat in seats if seat < last]


def light(r: Round, operator: int, step: str) -> None:
    """The dealer lights the button of whoever works the shaker."""
    r.data.notes["seven"] = False
    who = "dealer" if operator == DEALER else operator
    r.emit(Event("said", who, step, says=r.rules.says(step), step=step, cite=r.cite(step)))


def ordered_off(r: Round) -> bool:
    """Whether the floorperson has ordered that the shaker be given up."""
    return any(event.kind == "ruled" and event.what == "dice_pass" for event in r.events)


def note_seven(r: Round, dice: Dice) -> None:
    """Any 7 takes the shaker from a player, on a come out roll as well."""
    seven = sum(dice) == r.rule("loser_seven")
    if seven and not notes(r)["shooter"]:  # a 7 that decides the point has taken it already
        notes(r)["shooter"] = notes(r)["last"]
    r.data.notes["seven"] = seven


def notes_seven(r: Round) -> bool:
    """Whether the last roll was a 7."""
    return bool(r.data.notes.get("seven"))


# -- the roll ------------------------------------------------------------------------------------


def shake(r: Round) -> Script[Dice]:
    """No more bets; the button works the shaker, and the dice are called when they rest. Nothing
    comes back of a roll that does not count."""
    r.phase("throw")
    r.say("close")
    yield from r.go_on("activate")
    if not called_off(r):
        dice = yield from r.roll(r.rule("dice_thrown"), "activate")
        r.phase("rest")
        yield from r.go_on("call")
        if dice and not called_off(r):
            says, cite = str(sum(dice)), r.cite("call")
            r.emit(Event("said", "dealer", "call", says=says, step="call", cite=cite))
            return dice
    r.say("no_roll")
    return ()
