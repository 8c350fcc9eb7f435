"""The steps of a roll, shared by the craps games; what differs is in their rulebooks.

A round is one roll: wagers are taken, someone holds the dice, they are thrown and read, and what
they decide is settled. What is not decided stays on the layout for the next roll.
"""

from collections.abc import Collection, Iterator
from math import lcm

from houseway.games.dice.craps_money import fee_is_due, fee_of, parts, payable, shares_of
from houseway.games.dice.craps_rules import (
    FEES,
    LINE,
    SUPPORTS,
    TRAVELS,
    Dice,
    Outcome,
    Puck,
    decide,
    fire_row,
    flat_of,
    marked,
    moved,
    next_point,
    number_of,
    parse,
    rows_hit,
    rule_of,
)
from houseway.games.dice.craps_rules import rests as rests_by_rule
from houseway.games.dice.craps_window import CrapsWindow, Notes, notes_of
from houseway.referee.events import RACK, Event, bet_account, seat_account
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import base_of

SHOOT, PASS_DICE, LEAVE_OFF = "shoot", "pass_dice", "leave_off"
NUMBERED = ("come_point", "dont_come_point")
DECIDED = ("win", "lose", "void")

Called = set[tuple[int, str]]  # the wagers that players have called on


def notes(r: Round) -> Notes:
    """What the table remembers."""
    return notes_of(r.data)


def play(r: Round) -> Script[None]:
    """One roll, from the wagers to what stays on the layout."""
    take_up(r)
    yield from r.take_bets(stays_open=True)
    book(r)
    found = yield from find_shooter(r)
    called = (yield from call_on(r)) if found else set()
    r.no_more_bets()
    book(r)  # what was wagered meanwhile
    if found:
        point, dice = notes(r)["point"], (yield from throw(r))
        if dice:
            settle(r, dice, called)
            puck = turn_puck(r, dice)
            settle_fire(r, puck, made=point)
    leave(r)


def laid(r: Round) -> Iterator[tuple[int, str]]:
    """Every wager on the layout, seat by seat, each seat's in the order of the rulebook."""
    order = {name: number for number, name in enumerate(r.rules.book.wagers)}
    for seat in list(r.clockwise()):
        for wager in sorted(r.state.bets[seat], key=lambda name: order[base_of(name)]):
            yield seat, wager


def lies(r: Round, seat: int, wager: str) -> bool:
    """Whether a wager is on the layout."""
    return wager in r.state.bets.get(seat, {})


# -- wagers ----------------------------------------------------------------------------------


def take_up(r: Round) -> None:
    """Wagers and coupons that stand from the last roll lie on the layout."""
    r.window = CrapsWindow(r.rules, r.data, r.state)
    r.take_up_standing()
    cite = r.rules.book.tenders["match_play"].cite
    for seat, coupons in notes(r)["coupons"].items():
        for wager, amount in coupons.items():
            r.emit(Event("coupon", int(seat), wager=wager, amount=amount, step="stand", cite=cite))


def book(r: Round) -> None:
    """What the dealer does with wagers once they are made: some are broken down into others, odds
    without their flat bet go back, and the fee of a buy or lay bet is taken."""
    for seat, wager in list(laid(r)):
        base = base_of(wager)
        if base in r.rule("broken_down"):
            break_down(r, seat, wager)
        elif base in SUPPORTS and not lies(r, seat, flat_of(wager)):
            r.take_back(seat, wager, "unsupported")
    keep_fees(r)


def break_down(r: Round, seat: int, wager: str) -> None:
    """A wager is booked as the wagers that it is made of."""
    base, _, spot = wager.partition("@")
    named = [text.split() for text in r.rule(f"parts_{base}")]
    unit = r.state.bets[seat][wager] // sum(int(units) for _, units in named)
    r.take_back(seat, wager, f"break_down_{base}")
    for part, units in named:
        name = r.rules.book.wagers[base].spots[spot][0] if part == "high" else part
        r.wager(seat, name, unit * int(units), f"break_down_{base}")


def keep_fees(r: Round) -> None:
    """The fee of a buy or lay bet, where it is due when the bet is made. A bet that is lowered or
    taken down gets its part back, if the house gives it back."""
    paid = notes(r)["fees"]
    for seat in sorted({*r.state.placed, *map(int, paid)}):
        fees = paid.setdefault(str(seat), {})
        bets = r.state.bets.get(seat, {})
        for wager in dict.fromkeys([*bets, *fees]):
            if base_of(wager) not in FEES or fee_is_due(r.rules, wager) != "made":
                continue
            due, had = fee_of(r.rules, wager, bets.get(wager, 0)), fees.pop(wager, 0)
            if due < had and not r.rule("fee_returned"):
                due = had
            move_fee(r, seat, wager, due - had)
            if wager in bets and due:
                fees[wager] = due
        if not fees:
            del paid[str(seat)]


def move_fee(r: Round, seat: int, wager: str, due: int) -> None:
    """A player pays a fee into the rack, or gets one back with the bet that it was paid for."""
    if not due:
        return
    accounts = [seat_account(seat), RACK]
    source, target = accounts if due > 0 else reversed(accounts)
    says = f"seat {seat} {'pays' if due > 0 else 'gets back'} a fee of {money(abs(due))}"
    step = f"fee_{base_of(wager)}"
    event = Event("fee", seat, step, wager, abs(due), 0, source, target, says=says, step=step)
    r.emit(event._replace(cite=r.cite(step)))


# -- the shooter -----------------------------------------------------------------------------


def find_shooter(r: Round) -> Script[bool]:
    """Who throws the dice in this round, if anyone does.

    Without a shooter the dice are offered around the table. A shooter may keep them or pass them
    on; a new one throws in the next round, once wagers have been taken before his first roll.
    """
    r.phase("dice")
    memory = notes(r)
    if memory["shooter"] not in r.data.players:
        memory["last"], memory["shooter"] = memory["shooter"] or memory["last"], 0
    if not (holder := memory["shooter"]):
        return (yield from offer_around(r, memory["last"], with_last=True))
    kept = yield from offer(r, holder, "keep")
    ordered = any(event.kind == "ruled" and event.what == "dice_pass" for event in r.events)
    if kept and not ordered:
        return True
    memory["last"], memory["shooter"] = holder, 0
    r.say("relinquish")
    if (yield from offer_around(r, holder, with_last=False)) or ordered:
        return False
    return decision_only(r, holder)


def offer_around(r: Round, last: int, *, with_last: bool) -> Script[bool]:
    """The dice go clockwise from the last shooter's left until someone takes them."""
    memory = notes(r)
    seats = sorted(r.data.players)
    circle = [seat for seat in seats if seat > last] + [seat for seat in seats if seat < last]
    if with_last and last in seats:
        circle.append(last)
    step = "offer" if last else "offer_first"
    for seat in circle:
        if (yield from offer(r, seat, step)):
            memory["shooter"], memory["fresh"] = seat, True
            r.say("select" if last else "select_first")
            return True
    r.say("no_shooter")
    return False


def offer(r: Round, seat: int, step: str) -> Script[bool]:
    """A player shoots or passes the dice on. A come out roll takes a wager on the line: who has
    none makes one, at the table's minimum, or does not shoot."""
    memory, choices = notes(r), [Choice(SHOOT)]
    if not memory["point"] and not any(lies(r, seat, line) for line in LINE):
        choices = [line_bet(r, line) for line in LINE]
    asked = (*choices, Choice(PASS_DICE))
    given = yield from r.ask(seat, *asked, step=step, ceremony=SHOOT)
    if given.what == PASS_DICE:
        return False
    if given.what != SHOOT and not any(lies(r, seat, line) for line in LINE):
        r.wager(seat, given.what.removeprefix("bet_"), given.amount, "line")
    return True


def line_bet(r: Round, wager: str) -> Choice:
    """The smallest wager on the line that the table takes and can pay."""
    limit = r.rules.limits[wager]
    step = lcm(limit.step, payable(r.rules, wager, 0))
    least = -(-limit.minimum // step) * step
    return Choice(f"bet_{wager}", least, least, cite=r.cite("line"))


def decision_only(r: Round, shooter: int) -> bool:
    """Nobody shoots, but come bets are up: the old shooter throws without a wager on the line, for
    them alone."""
    memory = notes(r)
    if memory["point"] or not any(base_of(wager) in NUMBERED for _, wager in laid(r)):
        return False
    memory["shooter"] = shooter
    r.say("decision_only")
    return True


def call_on(r: Round) -> Script[Called]:
    """Before a come out roll, a player may call on the wagers that are off."""
    called: Called = set()
    if notes(r)["point"]:
        return called
    resting: dict[int, list[str]] = {}
    for seat, wager in laid(r):
        if base_of(wager) in r.rule("off_on_come_out"):
            resting.setdefault(seat, []).append(wager)
    for seat, wagers in resting.items():
        while wagers:
            choices = [Choice(f"on_{wager}") for wager in wagers]
            asked = (Choice(LEAVE_OFF), *choices)
            given = yield from r.ask(
                seat, *asked, step="call_on", idle=LEAVE_OFF, ceremony=LEAVE_OFF
            )
            if given.what == LEAVE_OFF:
                break
            wager = given.what.removeprefix("on_")
            wagers.remove(wager)
            called.add((seat, wager))
            r.say("on_button")
    return called


# -- the throw -------------------------------------------------------------------------------


def throw(r: Round) -> Script[Dice]:
    """The dice are thrown, come to rest and are called; nothing comes back of a roll that does not
    count."""
    r.phase("throw")
    r.say("throw")
    yield from r.go_on("come_to_rest")
    if not called_off(r):
        yield from late_bets(r)
        dice = yield from r.roll(r.rule("dice_thrown"), "come_to_rest")
        r.phase("rest")
        yield from r.go_on("call")
        disputed = _happened(r, "reported", "face_disputed")
        if dice and not called_off(r) and not (disputed and (yield from settle_dispute(r))):
            caller, says, cite = r.rule("dice_keeper"), str(sum(dice)), r.cite("call")
            r.emit(Event("said", caller, "call", says=says, step="call", cite=cite))
            return dice
    r.say("no_roll")
    return ()


def _happened(r: Round, kind: str, what: str) -> bool:
    return any(event.kind == kind and event.what == what for event in r.events)


def called_off(r: Round) -> bool:
    """Whether the roll has been ruled out."""
    return _happened(r, "ruled", "no_roll")


def late_bets(r: Round) -> Script[None]:
    """Wagers while the dice are in the air, if all who must confirm them do."""
    if not _happened(r, "reported", "late_bet"):
        return
    for who in ("dealer", "floor"):
        given = yield from r.ask(who, Choice("confirm"), Choice("refuse"), step="confirm")
        if given.what == "refuse":
            return
    yield from r.take_bets()
    book(r)
    r.phase("throw")


def settle_dispute(r: Round) -> Script[bool]:
    """The supervisor says which face is up, or has the dice thrown again."""
    given = yield from r.ask("floor", Choice("face_decided"), Choice("rethrow"), step="dispute")
    return given.what == "rethrow"


# -- what the roll decides -------------------------------------------------------------------


def settle(r: Round, dice: Dice, called: Called) -> None:
    """Every wager that the roll decides is paid, taken or given back, the losers first where the
    law says so; come bets move to their numbers afterwards."""
    r.phase("settlement")
    r.say("settle")
    first = r.rules.fixes("losers_first") and r.rule("losers_first")
    passes = [{"lose"}, {"win", "void"}] if first else [{*DECIDED}]
    travels: dict[tuple[int, str], None] = {}
    for wanted in passes:
        for seat, wager in list(laid(r)):
            if rests(r, seat, wager, called):
                return_resting_odds(r, seat, wager, dice)
            elif parts(r.rules, wager):
                settle_parts(r, seat, wager, dice, wanted)
            elif settle_one(r, seat, wager, dice, wanted) == "move" and wager in TRAVELS:
                travels[seat, wager] = None
    for seat, wager in travels:
        travel(r, seat, wager, dice)


def outcome(r: Round, wager: str, dice: Dice) -> tuple[Outcome, str]:
    """What a roll does to a wager, and the rule that says so."""
    base, point = base_of(wager), notes(r)["point"]
    name = rule_of(wager, point)
    if not r.rules.fixes(name):
        return "stay", ""
    found = decide(parse(r.rule(name)), dice, number_of(wager, point))
    step = f"{base}_{found}"
    return found, step if step in r.rules.book.round else name


def settle_one(r: Round, seat: int, wager: str, dice: Dice, wanted: Collection[str]) -> Outcome:
    """A wager with one fate, if it is one of those that are settled now."""
    found, step = outcome(r, wager, dice)
    if found not in wanted:
        return found
    if found == "win":
        number = number_of(wager, notes(r)["point"])
        if base_of(wager) in FEES and fee_is_due(r.rules, wager) == "won":
            move_fee(r, seat, wager, fee_of(r.rules, wager, r.state.stake(seat, wager)))
        hit = rows_hit(r.rules.schedule(wager).prices, dice, number)
        r.settle(seat, wager, hit, step)
    elif found == "lose":
        r.lose(seat, wager, step=step)
    elif found == "void":
        r.push(seat, wager, step=step)
    return found


def settle_parts(r: Round, seat: int, wager: str, dice: Dice, wanted: Collection[str]) -> None:
    """A wager that is paid as several: each part wins or loses for itself, those with a fate that
    is settled now."""
    step, player, bet = f"parts_{base_of(wager)}", seat_account(seat), bet_account(seat, wager)
    for part, chips in shares_of(r.rules, wager, r.state.placed[seat][wager]):
        schedule, fate = r.rules.schedule(part), outcome(r, part, dice)[0]
        if fate not in wanted:
            continue
        moves = [("taken", chips, bet, RACK)]
        if fate == "win":
            won = schedule.prices["win"].wins(chips)
            moves = [("paid", won, RACK, player), ("returned", chips, bet, player)]
        for kind, amount, source, target in moves:
            event = Event(kind, seat, part, wager, amount, 0, source, target, step=step)
            says = schedule.prices["win"].text if kind == "paid" else ""
            r.emit(event._replace(says=says, cite=r.rules.joined(step, schedule.cite)))


def rests(r: Round, seat: int, wager: str, called: Called) -> bool:
    """Whether a wager is off for this roll."""
    off = rests_by_rule(wager, notes(r)["point"], r.rule("off_on_come_out"))
    return off and (seat, wager) not in called


def return_resting_odds(r: Round, seat: int, wager: str, dice: Dice) -> None:
    """Odds that are off go back when the bet they support is decided."""
    if base_of(wager) in SUPPORTS and outcome(r, flat_of(wager), dice)[0] in ("win", "lose"):
        r.push(seat, wager, step="odds_off")


def travel(r: Round, seat: int, wager: str, dice: Dice) -> None:
    """A come or don't come bet moves to the number that was thrown."""
    chips, there = r.state.bets[seat][wager], moved(wager, dice)
    step, player, says = f"{wager}_move", seat_account(seat), f"the bet moves to {sum(dice)}"
    for name, source, target in (
        (wager, bet_account(seat, wager), player),
        (there, player, bet_account(seat, there)),
    ):
        event = Event("moved", seat, there, name, chips, 0, source, target, step=step)
        r.emit(event._replace(says=says, cite=r.cite(step)))


def turn_puck(r: Round, dice: Dice) -> Puck:
    """The point is set, made or lost; a loser 7 takes the dice from the shooter."""
    memory = notes(r)
    line = any(base_of(wager) in LINE for _, wager in laid(r))
    puck = next_point(memory["point"], dice, r.rule("points"), r.rule("loser_seven"), line)
    if not memory["point"]:
        memory["fresh"] = False
    memory["point"] = puck.point
    if puck.happened:
        r.say(f"point_{puck.happened}")
    if puck.happened == "loser_seven":
        memory["last"], memory["shooter"] = memory["shooter"], 0
    return puck


def leave(r: Round) -> None:
    """What is not decided stays on the layout, with the coupons beside it."""
    memory = notes(r)
    memory["coupons"] = {
        str(seat): kept
        for seat, coupons in r.state.coupons.items()
        if (kept := {wager: amount for wager, amount in coupons.items() if lies(r, seat, wager)})
    }
    memory["fees"] = {
        seat: kept
        for seat, fees in memory["fees"].items()
        if (kept := {wager: paid for wager, paid in fees.items() if lies(r, int(seat), wager)})
    }
    r.leave_standing("stand")


# -- the fire bet ----------------------------------------------------------------------------


def settle_fire(r: Round, puck: Puck, made: int) -> None:
    """Points made are marked for every fire bet; a loser 7 settles them all."""
    if "fire" not in r.rules.wagers:
        return
    memory = notes(r)
    for seat in list(r.clockwise("fire")):
        points = memory["fire"].setdefault(str(seat), [])
        if puck.happened == "made":
            mark_fire(r, seat, points, made)
        elif puck.happened == "loser_seven":
            r.settle(seat, "fire", {fire_row(points)}, "fire_settled")
            del memory["fire"][str(seat)]


def mark_fire(r: Round, seat: int, points: list[int], made: int) -> None:
    """A marker for a point that is new to a fire bet; one that has been made before counts once."""
    before, points[:] = list(points), marked(points, made)
    if points == before:
        r.say("fire_repeated")
        return
    says, cite = f"{len(points)} different points made", r.cite("fire_marker")
    count = str(len(points))
    r.emit(Event("marked", seat, count, "fire", says=says, step="fire_marker", cite=cite))
    if len(points) == r.rule("fire_notice_at"):
        r.say("fire_notice")
