"""Paying winning tickets: who may pay how much, on whose word, in what (13:69F-15.6, 15.7)."""

from collections.abc import Mapping
from typing import Any

from houseway.games.tickets.keno.notes import game_number, is_down, tickets, waits
from houseway.games.tickets.keno.ticket import Ticket, check_runner, last_day, refuse
from houseway.referee.events import RACK, Event, seat_account
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.money import dollars, money

SIGN = "sign"
SUPERVISOR, KEY_EMPLOYEE = "supervisor", "key employee"
HOW = {"through", "from", "in", "unreadable"}


def payout(ticket: Ticket) -> int:
    """What a ticket has won in all its games."""
    return sum(ticket["won"])


def limit(r: Round, name: str) -> int:
    """An amount that the rulebook states, in cents."""
    return dollars(r.rule(name))


# -- what may be paid --------------------------------------------------------------------------


def check_payment(r: Round, given: Input) -> None:
    """Refuse to redeem a ticket that may not be paid now, or not so."""
    ticket = tickets(r).get(given.what)
    if ticket is None or ticket["patron"] != given.who:
        refuse(r.rules, "present", f"player {given.who} has no winning ticket {given.what!r}")
    if waits(ticket, game_number(r)):
        step = "multi_race" if ticket["games"] > 1 else "redeem"
        refuse(r.rules, step, "the ticket's last game is not drawn yet")
    if expired(r, ticket):
        refuse(r.rules, "expiry")
    check_how(r, ticket, given.form)


def expired(r: Round, ticket: Ticket) -> bool:
    """Whether a ticket is too old to be paid: its last day is the date of issuance a year later."""
    issued = r.data.local_time(ticket["issued"]).date()
    return r.data.today > last_day(issued, r.rules)


def check_how(r: Round, ticket: Ticket, how: Mapping[str, Any]) -> None:
    """Refuse a way of paying that the law does not have for this payout."""
    amount, runner = payout(ticket), how.get("through", "")
    if unknown := set(how) - HOW:
        refuse(r.rules, "redeem", f"a ticket is not redeemed with {sorted(unknown)[0]!r}")
    if runner:
        check_runner(runner, r.rules)
    if runner and amount > limit(r, "runner_redeems"):
        most = money(limit(r, "runner_redeems"))
        refuse(r.rules, "by_runner", f"a runner redeems {most} at the most; it goes to a station")
    paid_in = how.get("in", "cash")
    if paid_in not in r.rule("runner_pays_in" if runner else "writer_pays_in"):
        step = "by_runner" if runner else "redeem"
        refuse(r.rules, step, f"a winner is not paid in {paid_in!r} so")
    if how.get("from", "drawer") not in (("drawer", "pouch") if runner else ("drawer",)):
        refuse(r.rules, "redeem", "it is paid from the drawer, or from a runner's pouch")
    if how.get("unreadable") and runner:
        refuse(r.rules, "manual_entry", "a writer enters a ticket that cannot be read")
    if is_down(r):
        if runner:
            refuse(r.rules, "by_hand", "a writer pays by hand while the system is down")
        if must_wait(r, ticket):
            refuse(r.rules, "not_by_hand")


def payable(r: Round, ticket: Ticket) -> bool:
    """Whether a ticket can be paid at a work station now."""
    return not must_wait(r, ticket) and not expired(r, ticket)


def must_wait(r: Round, ticket: Ticket) -> bool:
    """Whether a payout is too great to be made by hand while the system is down."""
    return is_down(r) and payout(ticket) > limit(r, "by_hand_at_most")


# -- paying ------------------------------------------------------------------------------------


def redeem(r: Round, ticket: Ticket, how: Mapping[str, Any]) -> Script[None]:
    """A winning ticket is evaluated, authorized where it must be, and paid."""
    patron, amount, runner = ticket["patron"], payout(ticket), str(how.get("through", ""))
    if runner:
        tell(r, "receipt", "receipt", ticket, ticket["serial"])
    if how.get("unreadable"):
        tell(r, "entered", "manual_entry", ticket)
    step = yield from authorize(r, ticket)
    if not payable(r, ticket):  # the system has failed in the meantime
        tell(r, "unpaid", "not_by_hand", ticket)
        return
    step = step or ("by_runner" if runner else "redeem")
    paid_in = how.get("in", "cash")
    by = f"by {runner} from the {how.get('from', 'drawer')}" if runner else "by a writer"
    r.emit(
        Event(
            "paid",
            patron,
            ticket["serial"],
            ticket["wager"],
            amount,
            0,
            RACK,
            seat_account(patron),
            sees=patron,
            says=f"in {paid_in} {by}",
            step=step,
            cite=r.rules.joined("redeem", r.cite(step)),
        )
    )
    del tickets(r)[ticket["serial"]]
    if how.get("from") == "pouch":
        tell(r, "owed", "pouch", ticket)
    if runner:
        tell(r, "marked", "mark_report", ticket)


def authorize(r: Round, ticket: Ticket) -> Script[str]:
    """Who must is asked to sign; the step that it was done by, if any."""
    amount = payout(ticket)
    if not payable(r, ticket):
        return ""
    if is_down(r):
        if amount <= limit(r, "by_hand_alone_at_most"):
            return "by_hand_alone"
        yield from sign(r, SUPERVISOR, "by_hand_authorized")
        return "by_hand_authorized"
    if amount >= limit(r, "key_employee_from"):
        yield from sign(r, KEY_EMPLOYEE, "key_employee_signs")
    elif amount >= limit(r, "supervisor_from"):
        yield from sign(r, SUPERVISOR, "supervisor_signs")
    return ""


def sign(r: Round, who: str, step: str) -> Script[None]:
    """Someone signs the back of the ticket."""
    yield from r.ask(who, Choice(SIGN, cite=r.cite(step)), step=step)


def tell(r: Round, kind: str, step: str, ticket: Ticket, says: str = "") -> None:
    """Something that is written down about a ticket, for its owner and the house to see."""
    patron, words = ticket["patron"], says or r.rules.says(step)
    r.emit(
        Event(kind, patron, ticket["serial"], sees=patron, says=words, step=step, cite=r.cite(step))
    )
