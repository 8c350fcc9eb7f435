"""Sic bo in the order of the regulation (N.J.A.C. 13:69F-9). A round is one roll of three dice.

Each step's cite stands in the rulebook under ``round``. What dice are to a wager is in ``faces``.
"""

from houseway.games.dice.shaker import called_off, is_in_order
from houseway.games.dice.sic_bo.faces import Dice, rows_hit
from houseway.referee.events import Event
from houseway.referee.round import Round, Script

DEVICE_FAILS = "device_fails"


def play(r: Round) -> Script[None]:
    """One round, from the inspection if one is due to the lights that are cleared."""
    if not (yield from inspect(r)):
        return
    yield from r.take_bets()
    dice = yield from roll_until_it_counts(r)
    yield from settle(r, dice)


# -- opening -------------------------------------------------------------------------------------


def inspect(r: Round) -> Script[bool]:
    """Before the table opens the floorperson tries the lights, and the shaker if it is a machine;
    at the beginning of each shift a supervisor tries the shaker again."""
    step = "inspect_both" if automated(r) else "inspect_lights"
    opened = f"opened_{r.rule('shaker')}"
    if not (yield from is_in_order(r, opened, step)):
        return False
    if not automated(r):
        return True
    shift = r.data.minutes // (60 * r.rule("shift_hours"))
    if r.data.notes.setdefault("shift", shift) != shift:
        r.data.notes.update(shift=shift, tried=False)
    if "tried" not in r.data.notes:
        r.data.notes["tried"] = True  # the floorperson has just tried it
    return (yield from is_in_order(r, "tried", "shift_test", "supervisor"))


def automated(r: Round) -> bool:
    """Whether a machine shakes the dice."""
    return bool(r.rule("shaker") != "manual")


# -- the roll ------------------------------------------------------------------------------------


def roll_until_it_counts(r: Round) -> Script[Dice]:
    """The dice are shaken, again until all of them lie flat."""
    while True:
        r.phase("throw")
        r.say("close")
        yield from r.go_on("activate" if automated(r) else "shake")
        dice = yield from r.roll(r.rule("dice_thrown"), "activate" if automated(r) else "shake")
        r.phase("rest")
        yield from r.go_on("call")
        if dice and not called_off(r):
            break
        r.say("no_roll")
    says, cite = " ".join(str(one) for one in dice), r.cite("call")
    r.emit(Event("said", "dealer", "call", says=says, step="call", cite=cite))
    return dice


# -- what it decides -----------------------------------------------------------------------------


def settle(r: Round, dice: Dice) -> Script[None]:
    """All losing wagers are collected, and then all winning ones paid; then the lights go out."""
    r.phase("settlement")
    yield from r.go_on("light")
    if failed(r):
        r.say("by_hand")
    else:
        r.say("light")
    yield from r.go_on("collect")
    for seat, wager, hit in hits(r, dice):
        if not hit:
            r.lose(seat, wager, step="collect")
    yield from r.go_on("pay")
    for seat, wager, hit in hits(r, dice):
        r.settle(seat, wager, hit, "pay")
    if failed(r):
        r.say("stopped")
        r.data.notes[f"opened_{r.rule('shaker')}"] = False
    else:
        r.say("clear")


def hits(r: Round, dice: Dice) -> list[tuple[int, str, set[str]]]:
    """Every wager that lies on the layout, seat by seat, with the rows that it hits."""
    pair = r.rule("two_in_three")
    return [
        (seat, wager, rows_hit(wager, dice, triple_is_pair=pair))
        for seat in r.clockwise()
        for wager in list(r.state.bets[seat])
    ]


def failed(r: Round) -> bool:
    """Whether the device that lights the winning areas has failed in this round."""
    return any(event.kind == "reported" and event.what == DEVICE_FAILS for event in r.events)
