"""Mini-dice in the order of the regulation (N.J.A.C. 13:69F-13). A round is one shake.

The dealer shakes two dice that are sealed in a shaker, and then a player does, or the dealer for
them. Place bets stay until they are decided; they are settled as in craps (``craps_table``).
"""

from houseway.games.dice.craps_rules import Dice
from houseway.games.dice.craps_table import leave, notes, settle, take_up
from houseway.games.dice.craps_window import CrapsWindow
from houseway.games.dice.shaker import called_off, is_in_order
from houseway.referee.events import Event
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script

DEALER = -1  # in the table's notes, where a seat stands for a player
SHAKE, PASS = "shake", "pass_shaker"


def play(r: Round) -> Script[None]:
    """One shake, from the wagers to what stays on the layout."""
    take_up(r)
    r.window = Window(r)
    if (yield from is_in_order(r, "inspected", "inspect")):
        yield from r.take_bets()
        dice = yield from shake_until_it_counts(r)
        settle(r, dice, set())
        r.data.notes["seven"] = sum(dice) == r.rule("loser_seven")
    leave(r)


# -- wagers --------------------------------------------------------------------------------------


class Window(CrapsWindow):
    """Checks a bet; where the house has it so, a place bet that stands is not taken down."""

    def __init__(self, r: Round) -> None:
        super().__init__(r.rules, r.data, r.state)
        self.stood = {seat: dict(bets) for seat, bets in r.state.bets.items()}

    def check_bet(self, given: Input) -> None:
        """Refuse a bet that may not be made before this shake."""
        super().check_bet(given)
        if self.rules.rule("may_take_down") or not isinstance(given.who, int):
            return
        for name, amount in given.amounts:
            if amount < self.stood.get(given.who, {}).get(name, 0):
                self.refuse("stays_up")


# -- who shakes ----------------------------------------------------------------------------------


def hand_over(r: Round) -> Script[None]:
    """The dealer has shaken; whoever had the shaker keeps it or passes it, and then it is offered
    around the table. If nobody takes it the dealer shakes for the players."""
    r.phase("dice")
    memory = notes(r)
    holder = memory["shooter"]
    if holder in r.data.players and (yield from keeps(r, holder)):
        return
    if holder == DEALER and not any(not_refused(r, seat) for seat in r.data.players):
        r.say("dealer_keeps")
        return
    last = holder if holder > 0 else max(memory["last"], 0) if holder != DEALER else 0
    memory["last"], memory["shooter"] = last, 0
    step = "offer" if holder else "offer_first"
    for seat in after(r, last):
        asked = (Choice(SHAKE), Choice(PASS))
        given = yield from r.ask(seat, *asked, step=step, ceremony=SHAKE)
        if given.what == SHAKE:
            refusals(r).pop(str(seat), None)
            memory["shooter"] = seat
            return
        if seat in r.data.players:  # he may have left meanwhile
            refusals(r)[str(seat)] = r.data.players[seat]
    memory["shooter"] = DEALER
    r.say("dealer_for_all")


def keeps(r: Round, holder: int) -> Script[bool]:
    """Whether the player who had the shaker shakes again: not after a 7, nor when the floorperson
    orders that it pass."""
    if r.data.notes.get("seven"):
        r.say("seven_passes")
        return False
    if not ordered(r):
        asked = (Choice(SHAKE), Choice(PASS))
        given = yield from r.ask(holder, *asked, step="keep", ceremony=SHAKE)
        if given.what == SHAKE and not ordered(r):
            return True
    r.say("passes")
    return False


def after(r: Round, last: int) -> list[int]:
    """The other players clockwise, from the left of who had the shaker or of the dealer."""
    seats = sorted(seat for seat in r.data.players if seat != last)
    return [seat for seat in seats if seat > last] + [seat for seat in seats if seat < last]


def refusals(r: Round) -> dict[str, str]:
    """Who has refused the shaker, by seat."""
    found: dict[str, str] = r.data.notes.setdefault("refused", {})
    return found


def not_refused(r: Round, seat: int) -> bool:
    """Whether the player at a seat has not refused the shaker before."""
    return refusals(r).get(str(seat)) != r.data.players[seat]


def ordered(r: Round) -> bool:
    """Whether the floorperson has ordered that the shaker pass."""
    return any(event.kind == "ruled" and event.what == "dice_pass" for event in r.events)


# -- the shake -----------------------------------------------------------------------------------


def shake_until_it_counts(r: Round) -> Script[Dice]:
    """No more bets; the dealer shakes, then whoever has the shaker, again until the dice can be
    read; the sum is called."""
    r.phase("throw")
    r.say("close")
    yield from r.go_on("dealer_shakes")
    r.say("dealer_shakes")
    yield from hand_over(r)
    while True:
        r.phase("throw")
        step = "dealer_again" if notes(r)["shooter"] == DEALER else "player_shakes"
        yield from r.go_on(step)
        dice = yield from r.roll(r.rule("dice_thrown"), step)
        r.phase("rest")
        yield from r.go_on("call")
        if dice and not called_off(r):
            break
        r.say("no_roll")
    says, cite = str(sum(dice)), r.cite("call")
    r.emit(Event("said", "dealer", "call", says=says, step="call", cite=cite))
    return dice
