"""A player as the bank, alone or with the house for one half, by rules and steps that are read.

Options: ``player_bank``, ``co_bank``, ``dealer_wager_formula``, ``approved_dealer_wager``. Rules:
``vigorish``, ``vigorish_step``, ``surplus_vigorish`` if a bank's rate is another. The steps stand
below, each with its cite in the rulebook.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from houseway.games.authoring.commission import collect, fee
from houseway.games.set_hands.bank_window import Bank, BankWindow
from houseway.games.set_hands.setting import seats_with
from houseway.referee.events import CENTRE, RACK, Event, Place, bet_account, seat_account
from houseway.referee.requests import Choice, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.money import FINE, money
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.table_rules import TableRules

NOTES = "bank"  # where a table's notes keep the rotation and the last wagers against the dealer
SURPLUS = "surplus_vigorish"  # the rule that has a bank's rate, where it is another
H = TypeVar("H")  # hands as they are set
Lose = Callable[[int, str], None]


@dataclass(frozen=True)
class Banked(Generic[H]):
    """What a bank must know of a game: its wager, how hands are set and compared, and how players'
    hands are turned up against the bank's, which answers with the winners. ``after`` is done once a
    winner has been paid."""

    wager: str
    player_sets: Callable[[Round, int, str], Script[H | None]]
    dealer_sets: Callable[[Round, Place, str], H]
    compare: Callable[[Round, Place, H, H], int]
    expose: Callable[[Round, dict[Place, H], H, Lose], Script[list[int]]]
    after: Callable[[Round, int], None]


# -- who banks -------------------------------------------------------------------------------


def take_wagers(r: Round, felt: BankWindow) -> Script[Bank]:
    """The bank is offered, wagers are made against it, and the dealer sees that it can cover."""
    left, first = offer_order(r) if r.rule("player_bank") else ([], None)
    while True:
        felt.bank = yield from offer(r, left)
        for seat in felt.bank_areas() if felt.bank.seat else ():
            for wager in list(r.state.bets.get(seat, {})):
                r.take_back(seat, wager, "bank_bets")
        yield from r.take_bets()
        if first is not None:  # only now, so that a void round offers the bank as before
            r.data.notes[NOTES]["first"] = first
        if not felt.bank.seat:
            return felt.bank
        if felt.bank.shared and not felt.has_opponents():
            r.say("unopposed", felt.bank.seat)
            continue
        if (yield from may_bank(r)):
            return felt.bank


def offer_order(r: Round) -> tuple[list[int], int | None]:
    """Seats in the order in which they are offered the bank, which begins one place further on
    each round until it is back at the dealer; nobody at the start of the game. With it comes where
    the next round begins, if that is moved."""
    notes = r.data.notes.get(NOTES)
    if r.data.fresh_deck or not notes:
        r.say("no_bank_yet")
        return [], None
    seats = sorted(r.data.players)
    ahead = [seat for seat in seats if seat >= notes["first"]]
    if not ahead:
        r.say("house_turn")
        return [], 1
    return ahead + [seat for seat in seats if seat < ahead[0]], ahead[0] + 1


def may_be_offered(r: Round, seat: int) -> bool:
    """Whether a player did not bank the last round and has bet against the dealer."""
    who, notes = r.data.players[seat], r.data.notes[NOTES]
    if notes["last"] == who:
        return _passed_over(r, seat, "not_twice")
    if who not in [player for player, _ in notes["wagers"].values()]:
        return _passed_over(r, seat, "has_wagered")
    return True


def _passed_over(r: Round, seat: int, step: str) -> bool:
    says = f"{place_name(seat)} is passed over: {r.rules.says(step)}"
    r.emit(Event("passed_over", seat, step, says=says, step=step, cite=r.cite(step)))
    return False


def offer(r: Round, left: list[int]) -> Script[Bank]:
    """The bank goes to the first who takes it; seats that have been asked are not asked again."""
    while left:
        seat = left.pop(0)
        who = r.data.players.get(seat, "")
        if not who or not may_be_offered(r, seat):
            continue
        shared = [Choice("co_bank", cite=r.cite("co_bank_asked"))] if r.rule("co_bank") else []
        asked = Choice("bank"), *shared, Choice("pass")
        given = yield from r.ask(seat, *asked, step="offer_bank")
        same = r.data.players.get(seat) == who  # who has got up takes nothing, nor who sat down
        if given.what != "pass" and same:
            r.say("bank_marker", seat)
            return Bank(seat, who, given.what == "co_bank")
    return Bank()


def may_bank(r: Round) -> Script[bool]:
    """The dealer sees whether the bank's chips cover the other players' wagers."""
    choices = Choice("covered"), Choice("not_covered")
    given = yield from r.ask("dealer", *choices, step="cover")
    return bool(given.what == "covered")


# -- the dealer's wager ----------------------------------------------------------------------------


def set_out_wager(r: Round, bank: Bank, wager: str) -> Script[Bank]:
    """The dealer's own wager against a bank is set out; the bank may have it less or refuse it."""
    if bank.shared:
        r.say("no_dealer_wager")
        return bank
    most = last_wager(r, bank)
    chip = r.rules.chip
    lesser = Choice("lessen", chip, most - chip, step=chip)
    choices = [Choice("allow", most, most), *([lesser] if most > chip else [])]
    if seats_with(r, wager):  # somebody else plays against the bank
        choices.append(Choice("refuse"))
    given = yield from r.ask(bank.seat, *choices, step="dealer_wager", idle="allow")
    says = r.rules.says("dealer_wager")
    cite = r.cite("dealer_wager")
    r.emit(
        Event("set_out", "dealer", amount=given.amount, says=says, step="dealer_wager", cite=cite)
    )
    return replace(bank, wager=given.amount)


def last_wager(r: Round, bank: Bank) -> int:
    """What the dealer puts against a bank: its own last wager against him, or an approved sum."""
    if r.rule("dealer_wager_formula") == "approved":
        approved: int = r.rule("approved_dealer_wager")
        return approved
    wagers, who = r.data.notes[NOTES]["wagers"], bank.who
    there = wagers.get(str(bank.seat), ["", 0])
    if there[0] == who:
        return int(there[1])
    return max(int(cents) for player, cents in wagers.values() if player == who)


def choose_stack(r: Round, bank: Bank, stacks: list[str]) -> Script[list[str]]:
    """The bank names the first stack; those to its right follow, and then from the far left."""
    choices = [Choice(stack.replace(" ", "_")) for stack in stacks]
    given = yield from r.ask(
        bank.seat, *choices, step="choose_stack", ceremony=choices[0].name, idle=choices[0].name
    )
    at = stacks.index(given.what.replace("_", " ")) if given.what else 0
    return [*stacks[at:], *stacks[:at]]


# -- after the deal --------------------------------------------------------------------------


def finish(r: Round, bank: Bank, hands: dict[Place, H], game: Banked[H]) -> Script[None]:
    """The bank's hands are set and turned up, then the dealer's and each player's compared."""
    if bank.shared:
        r.phase("settlement")
        banked = game.dealer_sets(r, bank.seat, "set_for_bank")
        dealer_wins = False
    else:
        set_so = yield from game.player_sets(r, bank.seat, "bank_sets")
        if set_so is None:
            return
        banked = set_so
        r.phase("settlement")
        dealer_wins = yield from dealer_plays(r, bank, banked, game)

    def lose(seat: int, step: str) -> None:
        to_center(r, bank, seat, game.wager, step)

    winners = yield from game.expose(r, hands, banked, lose)
    if r.state.contest_void:
        return
    yield from r.go_on(pay_step(bank))
    if r.state.contest_void:
        return
    pay(r, bank, winners, dealer_wins, game)
    surplus(r, bank)


def dealer_plays(r: Round, bank: Bank, banked: H, game: Banked[H]) -> Script[bool]:
    """The dealer sets his own hands, turns up the bank's, and compares for his wager."""
    own = game.dealer_sets(r, "dealer", "dealer_against_bank") if bank.wager else None
    yield from r.go_on("expose_bank")
    if r.state.contest_void:
        return False
    r.reveal(bank.seat, "expose_bank")
    won = game.compare(r, "dealer", own, banked) if own else 1
    if won == 0:
        move(r, "dealer_lost", "dealer", "", bank.wager, RACK, CENTRE, "dealer_loses")
    elif own:
        r.say("dealer_wins" if won == 2 else "dealer_pushes")
    return won == 2


def to_center(r: Round, bank: Bank, seat: int, wager: str, step: str) -> None:
    """A losing wager goes to the center of the layout."""
    chips = r.state.bets[seat][wager]
    cite = r.rules.joined(step, r.cite("to_co_bank_centre" if bank.shared else "to_centre"))
    source = bet_account(seat, wager)
    r.emit(Event("taken", seat, "", wager, chips, 0, source, CENTRE, step=step, cite=cite))


def in_center(r: Round) -> int:
    """What lies in the center, in cents."""
    return r.state.books.get(CENTRE, 0) // FINE


def pay_step(bank: Bank) -> str:
    """The step that pays winners against this bank."""
    return "pay_from_co_bank" if bank.shared else "pay_from_centre"


def pay(r: Round, bank: Bank, winners: list[int], dealer_wins: bool, game: Banked[H]) -> None:
    """Winners are paid from the center; what is missing is called for once the center runs out."""
    owed: list[tuple[Place, int]] = [("dealer", bank.wager)] if dealer_wins else []
    wager, price = game.wager, r.rules.schedule(game.wager).prices["win"]
    owed += [(seat, price.wins(r.state.stake(seat, wager))) for seat in winners]
    for turn, (who, due) in enumerate(owed):
        if due > in_center(r):
            call(r, bank, sum(rest for _, rest in owed[turn:]) - in_center(r))
        if isinstance(who, int):
            player = seat_account(who)
            move(r, "paid", who, wager, due, CENTRE, player, pay_step(bank), "win")
            r.push(who, wager, step=pay_step(bank))
            take_vigorish(r, who, wager, due, "bank_vigorish")
            game.after(r, who)
        else:
            move(r, "dealer_won", who, "", due, CENTRE, RACK, "dealer_paid")


def call(r: Round, bank: Bank, short: int) -> None:
    """What the center lacks comes from the bank; where the house shares, half from the rack."""
    of_bank = co_banks_part(short) if bank.shared else short
    step = "co_bank_short" if bank.shared else "bank_short"
    player = seat_account(bank.seat)
    move(r, "called", bank.seat, "bank", of_bank, player, CENTRE, step)
    if bank.shared:
        move(r, "called", "dealer", "", short - of_bank, RACK, CENTRE, step)


def surplus(r: Round, bank: Bank) -> None:
    """What is left in the center is the bank's less vigorish, after the house's half if shared."""
    left = in_center(r)
    step = "co_bank_surplus" if bank.shared else "bank_surplus"
    if bank.shared and left:
        half = left - co_banks_part(left)
        move(r, "shared", "dealer", "", half, CENTRE, RACK, step)
        left -= half
    if left:
        move(r, "paid", bank.seat, "bank", left, CENTRE, seat_account(bank.seat), step, "surplus")
        take_vigorish(r, bank.seat, "bank", left, step, surplus=True)


def co_banks_part(amount: int) -> int:
    """What a co-bank bears or keeps of an amount in cents; an odd cent is the house's."""
    return amount // 2


def vigorish(rules: TableRules, won: int, *, surplus: bool = False) -> int:
    """The house's share of an amount won, in cents, or of a bank's surplus where another rate holds
    for that."""
    unit = rules.rule("vigorish_step")
    rate = SURPLUS if surplus and rules.fixes(SURPLUS) else "vigorish"
    return fee(won, parse_rate(rules.rule(rate)), unit, up=unit > 1)


def take_vigorish(
    r: Round, seat: int, wager: str, won: int, step: str, *, surplus: bool = False
) -> None:
    """The house's share of an amount won, taken as it is paid."""
    if due := vigorish(r.rules, won, surplus=surplus):
        collect(r, seat, wager, due, step)


def move(
    r: Round,
    kind: str,
    who: Place,
    wager: str,
    amount: int,
    source: str,
    target: str,
    step: str,
    what: str = "",
) -> None:
    """Money moves to or from the center."""
    cite, says = r.cite(step), f"{money(amount)}: {r.rules.says(step)}"
    r.emit(
        Event(kind, who, what, wager, amount, 0, source, target, says=says, step=step, cite=cite)
    )


def remember(r: Round, bank: Bank, wager: str) -> None:
    """What the next round must know: who banked, and who bet how much against the dealer."""
    if not r.rule("player_bank"):
        return
    before = r.data.notes.get(NOTES, {"first": 1, "wagers": {}})
    first = 1 if r.data.fresh_deck else before["first"]
    wagers = before["wagers"]
    if not bank.seat:
        wagers = {
            str(seat): [r.data.players.get(seat, ""), made[wager]]
            for seat, made in sorted(r.state.placed.items())
            if made.get(wager)
        }
    r.data.notes[NOTES] = {"first": first, "last": bank.who, "wagers": wagers}
